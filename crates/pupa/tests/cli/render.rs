//! `pupa epp render`: what templates write.

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("t.epp", "<%- | $x, $y = 'why' | -%>\nx=<%= $x %> y=<%= $y %>\n"),
        ("plain.epp", "a\n"),
        ("bad.epp", "<%= ) %>\n"),
        ("m/k/templates/k.epp", "in a module\n"),
        ("values.yaml", "x: from yaml\n"),
        ("values.pp", "$global = 'g'\n$values = { x => 'from pp', y => $global }\n$values\n"),
        ("values.txt", ""),
        ("facts.json", r#"{"os": {"family": "Debian"}}"#),
    ])
}

fn render(args: &[&str]) -> crate::sandbox::Ran {
    sandbox().run(&[&["epp", "render"], args].concat())
}

#[test]
fn values_come_from_the_command_line_and_from_files() {
    render(&["t.epp", "--values", "{x => 1}"]).expect(0, "x=1 y=why\n", "");
    render(&["t.epp", "--values_file", "values.yaml"]).expect(0, "x=from yaml y=why\n", "");
    render(&["t.epp", "--values-file", "values.pp", "--values", "{x => 2}"]).expect(
        0,
        "x=2 y=g\n",
        "",
    );
}

#[test]
fn texts_and_standard_input_are_templates_too() {
    render(&["-e", "<%= 1 + 2 %>!"]).expect(0, "3!\n", "");
    let ran = sandbox().run_with_input(&["epp", "render"], b"in <%= 'put' %>\n");
    ran.expect(0, "in put\n", "");
    render(&["--facts", "facts.json", "-e", "<%= $facts['os']['family'] %>"])
        .expect(0, "Debian\n", "");
    render(&["-e", "<%= $trusted['certname'] %>", "--node", "me"]).expect(0, "me\n", "");
    render(&["-e", "<%= Sensitive('s') %>"]).expect(0, "s\n", "");
}

#[test]
fn templates_of_modules_are_found() {
    render(&["--modulepath", "m", "k/k.epp"]).expect(0, "in a module\n", "");
}

#[test]
fn several_have_headers() {
    render(&["plain.epp", "plain.epp"]).expect(0, "--- plain.epp\na\n\n--- plain.epp\na\n", "");
    render(&["--no-header", "plain.epp", "plain.epp"]).expect(0, "a\na\n", "");
}

#[test]
fn mistakes_are_reported() {
    let usage = "Error: Try 'pupa help epp render' for usage\n";
    render(&["-e", "<%- | $x | -%><%= $x %>"]).expect(
        1,
        "",
        &format!("Error: lambda: expects a value for parameter 'x'\n{usage}"),
    );
    render(&["-e", "a <%= $xyz %>"]).expect(
        1,
        "",
        &format!(
            "Error: Evaluation Error: Unknown variable: 'xyz'. \
             (file: inlined-epp-text, line: 1, column: 7)\n{usage}"
        ),
    );
    render(&["-e", "<%= ) %>"]).expect(
        1,
        "",
        &format!(
            "Error: inline_epp(): Invalid EPP: Syntax error at ')' \
             (file: inlined-epp-text, line: 1, column: 5)\n{usage}"
        ),
    );
    render(&["none.epp"]).expect(
        1,
        "",
        &format!(
            "Error: Could not find template 'none.epp'\nError: error while rendering epp\n{usage}"
        ),
    );
    let ran = render(&["bad.epp"]);
    assert!(ran.err.contains("epp(): Invalid EPP: Syntax error at ')'"), "{}", ran.err);
    let ran = render(&["plain.epp", "--values", "[1]"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("--values option must evaluate to a Hash or undef, got: 'Array'"),
        "{}",
        ran.err
    );
    // As in the reference, a file that can't be loaded gives no values.
    let ran = render(&["plain.epp", "--values_file", "values.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "a\n"));
    assert!(ran.err.contains("can be used as a --values_file"), "{}", ran.err);
}

#[test]
fn literal_text_is_bounded_too() {
    let code = "<% Integer[1, 5000].each |$i| { -%>a long line of text<% } -%>";
    let ran =
        Sandbox::new(&[("pupa.toml", "max_text = 65536\n")]).run(&["epp", "render", "-e", code]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert!(ran.err.contains("more than 65536 bytes"), "{}", ran.err);
}

const USAGE: &str = "Error: Try 'pupa help epp render' for usage\n";

/// Returns the message for one of several templates, or one in a file, that cannot be rendered.
fn failed(message: &str) -> String {
    format!("{message}Error: error while rendering epp\n{USAGE}")
}

#[test]
fn templates_without_a_catalog_see_facts_only() {
    let sandbox = Sandbox::new(&[
        ("facts.json", r#"{"title": "a fact", "clientcert": "web.example.com"}"#),
        ("server.json", r#"{"serverversion": "9"}"#),
    ]);
    let render = |args: &[&str], text: &str| {
        sandbox.run(&[&["epp", "render", "--node", "me"], args, &["-e", text]].concat())
    };
    let unknown = |name: &str| {
        let place = "(file: inlined-epp-text, line: 1, column: 5)";
        format!("Error: Evaluation Error: Unknown variable: '{name}'. {place}\n{USAGE}")
    };
    for name in ["title", "name", "settings::confdir", "serverversion"] {
        render(&[], &format!("<%= ${name} %>")).expect(1, "", &unknown(name));
    }
    render(&[], "<%= $server_facts %>").expect(0, "{}\n", "");
    render(&[], "<%= $trusted['authenticated'] %>").expect(0, "local\n", "");
    let client = "<%= $clientcert %> <%= $clientversion %> <%= $facts['clientnoop'] %>";
    render(&[], client).expect(0, "me 8.28.1 false\n", "");
    render(&["--server-facts", "server.json"], "<%= $serverversion %>").expect(0, "9\n", "");

    let facts = ["epp", "render", "--facts", "facts.json", "-e"];
    let with_facts = |text| sandbox.run(&[&facts[..], &[text]].concat());
    with_facts("<%= $title %>").expect(0, "a fact\n", "");
    with_facts("<%= $trusted['certname'] %>").expect(0, "web.example.com\n", "");
}

#[test]
fn no_class_is_declared_without_a_catalog() {
    let sandbox = Sandbox::new(&[("m/k/manifests/init.pp", "class k { }\n")]);
    for (text, what) in [
        ("<% include k %>", "Function Call"),
        ("<% include none %>", "Function Call"),
        ("<% contain k %>", "Function Call"),
        ("<% class { k: } %>", "Resource Statement"),
    ] {
        sandbox.run(&["epp", "render", "--modulepath", "m", "-e", text]).expect(
            1,
            "",
            &format!(
                "Error: Evaluation Error: Error while evaluating a {what}, No source for scope \
                 passed to evaluate_classes (file: inlined-epp-text, line: 1, column: 4)\n{USAGE}"
            ),
        );
    }
}

#[test]
fn values_have_names() {
    let lambda = |names: &str| failed(&format!("Error: lambda:{names}\n"));
    let no_name = |message: &str| format!("Error: Scope variable name {message}\n{USAGE}");
    render(&["t.epp", "--values", "{x => 1, 1 => 2}"]).expect(
        1,
        "",
        &lambda(" has no parameter named '1'"),
    );
    render(&["t.epp", "--values", "{x => 1, [1] => 2, z => 3}"]).expect(
        1,
        "",
        &lambda("\n  has no parameter named '[1]'\n  has no parameter named 'z'"),
    );
    render(&["-e", "a", "--values", "{x => 1, 1 => 2}"]).expect(
        1,
        "",
        &no_name("1 is a Integer, not a string"),
    );
    render(&["-e", "a", "--values", "{[b] => 2}"]).expect(
        1,
        "",
        &no_name("[\"b\"] is a Array, not a string"),
    );
}

#[test]
fn files_may_have_any_ending_and_be_pipes() {
    let sandbox = Sandbox::new(&[
        ("motd.txt", "in <%= 'a' %> file\n"),
        ("m/k/templates/plain", "never seen\n"),
        ("m/k/templates/other.epp", "other\n"),
    ]);
    let render = |args: &[&str]| sandbox.run(&[&["epp", "render"], args].concat());
    render(&["motd.txt"]).expect(0, "in a file\n", "");
    render(&["--modulepath", "m", "k/other"]).expect(0, "other\n", "");
    let missing = failed("Error: Could not find template 'k/plain.epp'\n");
    render(&["--modulepath", "m", "k/plain"]).expect(1, "", &missing);

    let from_pipe = |limit| {
        let args = ["--max-file-size", limit, "epp", "render", "/dev/stdin"];
        sandbox.run_with_input(&args, b"<%= 1 + 2 %>")
    };
    from_pipe("12").expect(0, "3\n", "");
    let message = "Error: larger than the limit of 11 bytes - /dev/stdin\n";
    from_pipe("11").expect(1, "", &format!("{message}{USAGE}"));
}

#[test]
fn files_with_errors_are_named() {
    render(&["t.epp", "plain.epp", "none.epp"]).expect(
        1,
        "",
        &failed(
            "Error: --- [ROOT]/t.epp\n\
             Error: lambda: expects a value for parameter 'x'\n\
             Error: --- none.epp\n\
             Error: Could not find template 'none.epp'\n",
        ),
    );
}

#[test]
fn the_number_of_errors_is_a_setting() {
    let text = "<% $a::b = 1\n$c::d = 2 %>";
    let illegal = |name: &str, place: &str| {
        format!(
            "Illegal attempt to assign to '{name}'. Cannot assign to variables in other \
             namespaces (file: inlined-epp-text, {place})\n"
        )
    };
    let first = illegal("a::b", "line: 1, column: 4");
    let second = illegal("c::d", "line: 2, column: 1");
    let summary = "Language validation logged 2 errors. Giving up (file: inlined-epp-text)\n";
    let invalid = "Error: inline_epp(): Invalid EPP: ";
    let all = format!("Error: {first}Error: {second}{invalid}{summary}{USAGE}");
    render(&["-e", text]).expect(1, "", &all);
    render(&["-e", text, "--max_errors", "1"]).expect(1, "", &format!("{invalid}{first}{USAGE}"));
}

#[test]
fn logs_name_the_place_in_a_template() {
    let sandbox = Sandbox::new(&[
        ("a.epp", "<% notice('file') %>"),
        ("m/k/templates/k.epp", "\n<% warning('module') %>"),
    ]);
    let render =
        |args: &[&str]| sandbox.run(&[&["epp", "render", "--modulepath", "m"], args].concat());
    render(&["a.epp"]).expect(0, "Notice: Scope([ROOT]/a.epp, 1): file\n\n", "");
    let warned = "Warning: Scope(<module>/k/templates/k.epp, 2): module\n";
    render(&["k/k.epp"]).expect(0, "\n", warned);
    let text = "<% notice('text') %>";
    render(&["-e", text]).expect(0, "Notice: Scope(inlined-epp-text, 1): text\n\n", "");
}
