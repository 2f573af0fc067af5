//! Secrets stay hidden: the content of a sensitive value appears in no output of any command, except
//! in catalogs, where it is marked.

use crate::sandbox::{Ran, Sandbox};

/// The secret.
const MARKER: &str = "MARKER7f3a";

/// Values with a secret in them, in an expression for `$s`.
const VALUES: &[&str] = &[
    "Sensitive('MARKER7f3a')",
    "['a', Sensitive('MARKER7f3a')]",
    "{'a' => {'b' => Sensitive(['MARKER7f3a', 1])}}",
    "Sensitive({'user' => 'u', 'password' => 'MARKER7f3a'})",
    "Sensitive(Sensitive('MARKER7f3a'))",
    "[[Sensitive('xMARKER7f3ay')], {Sensitive('MARKER7f3a') => 1}]",
    "Box(Sensitive('MARKER7f3a'))",
];

/// Uses of `$s`, some of which are errors.
const USES: &[&str] = &[
    "$s",
    "notice($s)",
    "notice(\"${s}\")",
    "warning(type($s))",
    "warning(type($s, 'detailed'))",
    "fail($s)",
    "fail(\"x ${s}\")",
    "sprintf('%s %p', $s, $s)",
    "String($s, '%#p')",
    "with($s) |Integer $x| { }",
    "with($s) |Struct[{a => Integer}] $x| { }",
    "assert_type(Sensitive[Integer], $s)",
    "Integer($s)",
    "$s + 1",
    "$s[3]",
    "$s =~ /x/",
    "case $s { Sensitive: { fail('case') } default: { } }",
    "md5($s)",
    "join([$s], ',')",
    "inline_epp('<%= $x %>', {x => $s})",
    "inline_template('<%= @s %> <%= @s.inspect %>')",
    "lookup('missing', {default_value => $s})",
    "lookup(missing, Integer, first, $s)",
    "include $s",
    "notify { $s: }",
    "notify { 'a': message => $s }",
    "notify { 'a': message => [$s, 'b'] }",
    "notify { 'a': wrong => $s }",
    "notify { 'a': tag => $s }",
    "notify { 'a': require => $s }",
    "file { '/a': content => $s, mode => $s }",
    "file { '/a': ensure => $s }",
    "d { 'a': p => $s }",
    "class { 'c': p => $s }",
    "Notify { message => $s } notify { 'a': }",
    "@notify { 'a': } Notify <| message == $s |> { message => $s }",
    "create_resources(notify, {'a' => {message => $s}})",
    "$h = {$s => 1} $h[$s]",
    "$s.each |$x| { notice($x) }",
    "Deferred('unwrap', [$s])",
    "notify { 'a': message => Deferred('sprintf', ['%s', $s]) }",
    "dig($s, 'a', 'b', 0)",
    "$s.tree_each |$x| { notice($x) }",
];

const DEFINITIONS: &str = "type Box = Object[{attributes => {content => Any}}]\n\
    define d(Integer $p) { }\nclass c(String $p) { }\n";

fn assert_hidden(ran: &Ran, what: &str) {
    for text in [&ran.out, &ran.err] {
        // Code frames show the program itself, which is not secret to its author.
        let display = text.lines().filter(|line| !line.contains("$s = ") && !line.contains(" | "));
        for line in display {
            assert!(!line.contains(MARKER), "{what}: {line}");
        }
    }
}

#[test]
fn secrets_of_programs() {
    let sandbox = Sandbox::new(&[]);
    let programs = VALUES.iter().enumerate().flat_map(|(number, value)| {
        // Each use meets each value, with some commands; together all commands are used.
        USES.iter().enumerate().map(move |(index, body)| (number + index, value, body))
    });
    let runs: &[&[&str]] = &[
        &["eval", "program.pp"],
        &["eval", "program.pp", "--format", "json"],
        &["compile", "--manifest", "program.pp", "--node", "n"],
        &["compile", "--manifest", "program.pp", "--node", "n", "--format", "text"],
        &["compile", "--manifest", "program.pp", "--node", "n", "--format", "dot"],
        &["explain", "resource", "Notify[a]", "--manifest", "program.pp", "--node", "n"],
        &[
            "explain",
            "resource",
            "Notify[a]",
            "--manifest",
            "program.pp",
            "--node",
            "n",
            "--format",
            "json",
        ],
    ];
    for (number, value, body) in programs {
        let code = format!("{DEFINITIONS}$s = {value}\n{body}\n");
        sandbox.write("program.pp", code.as_bytes());
        let args = runs[number % runs.len()];
        let ran = sandbox.run(args);
        let is_catalog = args[0] == "compile" && args.len() == 5 && ran.code == 0;
        if is_catalog && ran.out.contains(MARKER) {
            let is_marked = ran.out.contains("\"sensitive_parameters\":[\"")
                || ran.out.contains("{\"__ptype\":\"Sensitive\"");
            assert!(is_marked, "{code}: {}", ran.out);
            continue;
        }
        assert_hidden(&ran, &format!("{args:?} {code}"));
    }
}

#[test]
fn sensitive_values_are_shown_on_request() {
    let sandbox = Sandbox::new(&[]);
    let eval = ["eval", "--format", "json", "-e", "Sensitive('MARKER7f3a')"];
    let ran = sandbox.run(&eval);
    let redacted = r##"{"value":{"__ptype":"Sensitive","__pvalue":"[value redacted]"}"##;
    assert!(ran.out.starts_with(redacted), "{}", ran.out);
    let ran = sandbox.run(&[&eval[..], &["--show-sensitive"]].concat());
    assert!(ran.out.contains(MARKER), "{}", ran.out);
}

const HIERA: &str = "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n  \
    - name: fact\n    path: '%{facts.p}.yaml'\n  - name: common\n    path: common.yaml\n";

const DATA: &str = "lookup_options:\n  secret: {convert_to: Sensitive}\n  '^c::.*pass': \
    {convert_to: [Sensitive]}\n  deep: {merge: deep, convert_to: Sensitive}\nsecret: MARKER7f3a\n\
    c::pass: MARKER7f3a\nc::pass: MARKER7f3a\nunused_secret: x\ndeep:\n  a: MARKER7f3a\n  \
    a: MARKER7f3a\nlist: ['%{lookup(\"secret\")}', '%{alias(\"deep\")}']\n\
    text: 'x %{lookup(\"c::pass\")}'\nalias: '%{alias(\"secret\")}'\n";

#[test]
fn secrets_of_data() {
    let sandbox = Sandbox::new(&[
        ("env/hiera.yaml", HIERA),
        ("env/data/common.yaml", DATA),
        ("env/manifests/site.pp", "class c($pass) { notify { 'a': message => $pass } } include c"),
    ]);
    let at = ["--environment-dir", "env", "--node", "n"];
    for key in ["secret", "c::pass", "deep", "deep.a", "list", "text", "alias"] {
        for format in ["text", "json"] {
            for explain in [&["--explain"][..], &[]] {
                let args = [&["lookup", key, "--format", format], &at[..], explain].concat();
                assert_hidden(&sandbox.run(&args), &format!("{args:?}"));
            }
        }
    }
    for format in ["text", "json", "github", "sarif", "line"] {
        let ran = sandbox.run(&["data", "lint", "--environment-dir", "env", "--format", format]);
        for text in [&ran.out, &ran.err] {
            assert!(!text.contains(MARKER), "{format}: {text}");
        }
    }
    let explain = ["explain", "resource", "Notify[a]"];
    assert_hidden(&sandbox.run(&[&explain[..], &at].concat()), "explain resource");
}

/// Without access to the system, data comes from the directories of the project alone.
#[test]
fn data_stays_inside_of_the_environment() {
    let sandbox = Sandbox::new(&[
        ("env/hiera.yaml", HIERA),
        ("env/data/common.yaml", "key: inside\n"),
        ("outside.yaml", "key: MARKER7f3a\n"),
        ("facts.yaml", "p: ../../outside\n"),
    ]);
    let args =
        ["lookup", "key", "--environment-dir", "env", "--node", "n", "--facts", "facts.yaml"];
    assert!(sandbox.run(&args).out.contains(MARKER));
    let ran = sandbox.run(&[&args[..], &["--no-system"]].concat());
    assert_eq!((ran.code, ran.out.contains("inside")), (0, true), "{ran:?}");
    assert_hidden(&ran, "data outside of the environment");
}
