//! `pupa eval`: programs and their values.

use serde_json::{Value, json};

use crate::sandbox::{Ran, Sandbox};

fn eval(args: &[&str]) -> Ran {
    Sandbox::new(&[]).run(&[&["eval", "--node", "n.example.com"], args].concat())
}

/// The answer in JSON, with the exit code.
fn answer(args: &[&str]) -> (i32, Value) {
    let ran = eval(&[&["--format", "json"], args].concat());
    assert_eq!(ran.err, "");
    (ran.code, ran.json())
}

#[test]
fn a_value_is_printed_as_source() {
    eval(&["-e", "[1, 'a', undef, { b => 2.0 }]"]).expect(0, "[1, 'a', undef, {'b' => 2.0}]\n", "");
    eval(&["-e", "-1"]).expect(0, "-1\n", "");
    eval(&["-e", ""]).expect(0, "undef\n", "");
}

#[test]
fn programs_come_from_files_and_from_standard_input() {
    let sandbox = Sandbox::new(&[("site.pp", "$x = 20\n$x * 2 + 2\n"), ("bad.pp", "\n$nope\n")]);
    sandbox.run(&["eval", "site.pp"]).expect(0, "42\n", "");
    sandbox.run_with_input(&["eval", "-"], b"'in'").expect(0, "'in'\n", "");
    sandbox.run(&["eval", "--node", "n", "bad.pp"]).expect(
        1,
        "",
        "Error: Evaluation Error: Unknown variable: 'nope'. \
         (file: [ROOT]/bad.pp, line: 2, column: 1) on node n\n",
    );
    let missing = sandbox.run(&["eval", "missing.pp"]);
    assert_eq!((missing.code, missing.out.as_str()), (1, ""));
    assert!(missing.err.contains("no such file or directory"), "{}", missing.err);
    assert_eq!(sandbox.run(&["eval"]).code, 2);
    assert_eq!(sandbox.run(&["eval", "-e", "1", "site.pp"]).code, 2);
}

#[test]
fn logs_go_to_standard_error_in_the_form_of_the_reference() {
    eval(&["-e", "notice('a') warning('b') err('c') info('d') debug('e') crit('f') 1"]).expect(
        0,
        "1\n",
        "Notice: Scope(Class[main]): a\nWarning: Scope(Class[main]): b\n\
         Error: Scope(Class[main]): c\nCritical: Scope(Class[main]): f\n",
    );
    eval(&["--log-level", "debug", "-e", "info('d') debug('e')"]).expect(
        0,
        "undef\n",
        "Info: Scope(Class[main]): d\nDebug: Scope(Class[main]): e\n",
    );
    let colored = eval(&["--color", "always", "-e", "notice('a') warning('b')"]);
    assert_eq!(
        colored.err,
        "\x1b[mNotice: Scope(Class[main]): a\x1b[0m\n\
         \x1b[1;33mWarning: Scope(Class[main]): b\x1b[0m\n"
    );
}

#[test]
fn errors_are_one_line_each() {
    eval(&["-e", "function f($x) { fail(\"no ${x}\") }\nf(1)"]).expect(
        1,
        "",
        "Error: Evaluation Error: Error while evaluating a Function Call, no 1 \
         (line: 1, column: 18) on node n.example.com\n",
    );
    eval(&["-e", "$a = ["]).expect(
        1,
        "",
        "Error: Could not parse for environment production: Syntax error at end of input \
         on node n.example.com\n",
    );
    eval(&["-e", "$a = )\n$b = )"]).expect(
        1,
        "",
        "Error: Could not parse for environment production: Syntax error at ')' \
         (line: 1, column: 6) on node n.example.com\n",
    );
    eval(&["-e", "$a::b = 1\n$c::d = 2"]).expect(
        1,
        "",
        "Error: Illegal attempt to assign to 'a::b'. Cannot assign to variables in other \
         namespaces (line: 1, column: 1)\n\
         Error: Illegal attempt to assign to 'c::d'. Cannot assign to variables in other \
         namespaces (line: 2, column: 1)\n\
         Error: Could not parse for environment production: Language validation logged 2 errors. \
         Giving up on node n.example.com\n",
    );
}

#[test]
fn json_has_value_literal_type_and_logs() {
    let (code, found) = answer(&["-e", "notice('hi') [1, 'x']"]);
    assert_eq!(code, 0);
    assert_eq!(
        found,
        json!({
            "value": [1, "x"],
            "literal": "[1, 'x']",
            "type": "Array[ScalarData, 2, 2]",
            "logs": [["notice", "hi"]],
        })
    );
    let (_, found) = answer(&["-e", "SemVer('1.2.3')"]);
    assert_eq!(found["value"], json!({"__ptype": "SemVer", "__pvalue": "1.2.3"}));
    // The same array twice is written twice.
    let (_, found) = answer(&["-e", "$a = [1] [$a, $a]"]);
    assert_eq!(found["value"], json!([[1], [1]]));
}

#[test]
fn json_has_the_error_and_its_place() {
    let (code, found) = answer(&["-e", "warning('w')\n1 + 'a'"]);
    assert_eq!(code, 1);
    assert_eq!(
        found,
        json!({
            "error": "Evaluation Error: The value 'a' cannot be converted to Numeric.",
            "line": 2, "column": 5, "logs": [["warning", "w"]],
        })
    );
    let (_, found) = answer(&["-e", "$a = ["]);
    let end =
        json!({"error": "Syntax error at end of input", "line": null, "column": null, "logs": []});
    assert_eq!(found, end);
    let (_, found) = answer(&["-e", "$a::b = 1\n$c::d = 2"]);
    assert_eq!(found["error"], "Language validation logged 2 errors. Giving up");
    assert_eq!(found["logs"].as_array().unwrap().len(), 2);
    assert_eq!(found["logs"][0][0], "err");
}

#[test]
fn json_names_the_file() {
    let sandbox = Sandbox::new(&[("a.pp", "$nope")]);
    let ran = sandbox.run(&["eval", "--format", "json", "a.pp"]);
    assert_eq!(ran.json()["file"], "[ROOT]/a.pp");
}

#[test]
fn facts_are_variables() {
    let facts = r#"{"os": {"family": "Debian"}, "networking": {"fqdn": "web.example.com"}}"#;
    let yaml = "---\nos:\n  family: RedHat\n";
    let sandbox = Sandbox::new(&[
        ("f.json", facts),
        ("f.yaml", yaml),
        ("list.json", "[1]"),
        ("bad.json", "{\"a\": }"),
    ]);
    let run = |file: &str, code: &str| sandbox.run(&["eval", "--facts", file, "-e", code]);
    run("f.json", "[$os['family'], $facts['os']['family'], $trusted['certname']]").expect(
        0,
        "['Debian', 'Debian', 'web.example.com']\n",
        "",
    );
    run("f.yaml", "$facts['os']").expect(0, "{'family' => 'RedHat'}\n", "");
    run("f.json", "$trusted").expect(
        0,
        "{'authenticated' => 'remote', 'certname' => 'web.example.com', 'extensions' => {}, \
         'hostname' => 'web', 'domain' => 'example.com', 'external' => {}}\n",
        "",
    );
    run("list.json", "1").expect(2, "", "error: list.json holds no hash\n");
    assert_eq!(run("none.json", "1").code, 2);
    let broken = run("bad.json", "1");
    assert!(broken.err.starts_with("error: bad.json: "), "{}", broken.err);
}

#[test]
fn trusted_data_and_server_facts_can_be_given() {
    let sandbox = Sandbox::new(&[
        ("t.json", r#"{"certname": "me"}"#),
        ("s.json", r#"{"serverversion": "9"}"#),
    ]);
    let code = "[$trusted, $server_facts, $serverversion, $environment, $title, $name]";
    sandbox.run(&["eval", "--trusted", "t.json", "--server-facts", "s.json", "-e", code]).expect(
        0,
        "[{'certname' => 'me'}, {'serverversion' => '9'}, '9', 'production', 'main', 'main']\n",
        "",
    );
    eval(&["-e", "[$trusted['hostname'], $trusted['domain']]"]).expect(
        0,
        "['n', 'example.com']\n",
        "",
    );
}

#[test]
fn settings_reach_the_program() {
    eval(&["--no-strict-variables", "--strict", "off", "-e", "$nope"]).expect(0, "undef\n", "");
    eval(&["--edition", "draft", "-e", "9223372036854775807 + 1"]).expect(
        0,
        "9223372036854775808\n",
        "",
    );
    let sandbox = Sandbox::new(&[("pupa.toml", "max_steps = 1000\n")]);
    let ran = sandbox.run(&["eval", "-e", "Integer[1, 1000000].map |$x| { $x + 1 } 1"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
}

#[test]
fn limits_end_hostile_programs() {
    for (args, code) in [
        (&["--max-depth", "50"][..], "function f($n) { f($n + 1) } f(0)"),
        (&["--max-steps", "100000"], "function f($n) { f($n) + f($n) } f(0)"),
        (&["--max-text", "1K"], "Integer[1, 64].reduce('ab') |$m, $i| { \"${m}${m}\" }"),
        (&["--max-elements", "1000"], "Integer[1, 10000].map |$x| { $x }"),
    ] {
        let ran = eval(&[args, &["-e", code]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{code}");
        assert!(ran.err.starts_with("Error: Evaluation Error: "), "{}", ran.err);
    }
}

#[test]
fn a_value_too_large_to_print_is_an_error() {
    let code = "Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] }";
    let ran = eval(&["-e", code]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err, "Error: The value can't be shown, it has more than 10000000 parts\n");
    let (code, found) = answer(&["-e", code]);
    assert_eq!(code, 1);
    assert!(found["error"].as_str().unwrap().contains("can't be shown"));
}

#[cfg(unix)]
#[test]
fn the_system_can_be_turned_off() {
    let sandbox = Sandbox::new(&[("x.txt", "content\n")]);
    let path = sandbox.root().join("x.txt");
    let code = format!("file('{}')", path.display());
    sandbox.run(&["eval", "-e", &code]).expect(0, "\"content\\n\"\n", "");
    let ran = sandbox.run(&["eval", "--no-system", "-e", &code]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    sandbox.run(&["eval", "-e", "generate('/bin/echo', 'a', 'b')"]).expect(0, "\"a b\\n\"\n", "");
    let ran = sandbox.run(&["eval", "--no-system", "-e", "generate('/bin/echo', 'a')"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    for (code, said) in [
        ("generate('/bin/false')", "/bin/false: Execution of '/bin/false' returned 1: "),
        (
            "generate('/bin/none-such')",
            "/bin/none-such: Execution of '/bin/none-such' returned 1: ",
        ),
        ("generate('/bin/sh', '-c', 'echo a; echo b >&2; exit 3')", "returned 3: a\nb (line: 1"),
    ] {
        let ran = sandbox.run(&["eval", "-e", code]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn files_of_data_have_a_largest_size() {
    let sandbox = Sandbox::new(&[("facts.json", r#"{"role": "web"}"#)]);
    let program = ["-e", "$facts['role']"];
    let within = |limit, args: &[&str], input: &[u8]| {
        let args = [&["eval", "--max-file-size", limit], args, &program].concat();
        sandbox.run_with_input(&args, input)
    };
    within("15", &["--facts", "facts.json"], b"").expect(0, "'web'\n", "");
    let too_large =
        |file| format!("error: cannot read {file}: larger than the limit of 14 bytes\n");
    for option in ["--facts", "--trusted", "--server-facts"] {
        within("14", &[option, "facts.json"], b"").expect(2, "", &too_large("facts.json"));
    }
    within("14", &["--facts", "-"], br#"{"role": "web"}"#).expect(2, "", &too_large("-"));
    // It never ends.
    within("14", &["--facts", "/dev/zero"], b"").expect(2, "", &too_large("/dev/zero"));
}

#[test]
fn messages_that_end_a_line_are_not_ended_twice() {
    let logged = |code| eval(&["-e", code, "--log-level", "info"]).err;
    assert_eq!(logged("notice(\"a\\n\")"), "Notice: Scope(Class[main]): a\n");
    assert_eq!(logged("info(\"a\\n\\n\")"), "Info: Scope(Class[main]): a\n\n");
    assert_eq!(logged("err('a')"), "Error: Scope(Class[main]): a\n");
}

#[test]
fn json_logs_have_no_location_and_no_steps_of_the_evaluator() {
    let sandbox = Sandbox::new(&[
        ("modules/m/templates/t.epp", "text"),
        (
            "modules/m/lib/puppet/functions/m/warn.rb",
            "Puppet::Functions.create_function(:'m::warn') do\n  def warn()\n    \
             Puppet.deprecation_warning('old', 'key')\n    Puppet.warn_once('a', 'k', \"two\\nlines\")\n    \
             Puppet.warn_once('a', 'l', 'placed', 'f.pp', 3)\n    \
             Puppet.warning('kept (file: a)')\n    end\nend\n",
        ),
    ]);
    let code = "m::warn() debug('mine') epp('m/t.epp')";
    let ran = sandbox.run(&["eval", "--format", "json", "--modulepath", "modules", "-e", code]);
    assert_eq!(
        ran.json()["logs"],
        json!([
            ["warning", "old"],
            ["warning", "two\nlines"],
            ["warning", "placed"],
            ["warning", "kept (file: a)"],
            ["debug", "mine"]
        ])
    );
}

#[test]
fn resources_of_functions_lie_in_files_without_a_name() {
    let (_, found) = answer(&["-e", "create_resources('notify', { 'a' => { 'nope' => 1 } })"]);
    assert_eq!(found["error"], "no parameter named 'nope' (file: unknown, line: 1) on Notify[a]");
    let (_, found) = answer(&["-e", "notify { 'a': nope => 1 }"]);
    assert_eq!(found["error"], "no parameter named 'nope' (line: 1) on Notify[a]");
}

#[test]
fn ruby_code_of_modules_for_puppet_7_sees_its_default_of_strict() {
    let function = "Puppet::Functions.create_function(:'NAME::strict') do\n  \
                    def strict()\n    [Puppet[:strict], Puppet.settings[:strict]].inspect\n  end\nend\n";
    let metadata = |name: &str, versions: &str| {
        format!(
            r#"{{"name": "a-{name}", "version": "1.0.0", "author": "a", "license": "x", "source": "s",
               "dependencies": [], "requirements":
               [{{"name": "puppet", "version_requirement": "{versions}"}}]}}"#
        )
    };
    let sandbox = Sandbox::new(&[
        ("modules/old/metadata.json", metadata("old", ">= 6.0.0 < 8.0.0").as_str()),
        (
            "modules/old/lib/puppet/functions/old/strict.rb",
            function.replace("NAME", "old").as_str(),
        ),
        ("modules/new/metadata.json", metadata("new", ">= 7.0.0 < 9.0.0").as_str()),
        (
            "modules/new/lib/puppet/functions/new/strict.rb",
            function.replace("NAME", "new").as_str(),
        ),
    ]);
    let code = "[old::strict(), new::strict()]";
    let run = |args: &[&str]| {
        sandbox.run(&[&["eval", "--modulepath", "modules", "-e", code], args].concat()).out
    };
    assert_eq!(run(&[]), "['[:warning, :warning]', '[:error, :error]']\n");
    assert_eq!(run(&["--strict", "error"]), "['[:error, :error]', '[:error, :error]']\n");
    assert_eq!(run(&["--strict", "off"]), "['[:off, :off]', '[:off, :off]']\n");
}
