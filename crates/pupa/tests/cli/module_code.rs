//! Functions, types and files of modules and environments, as programs find them.

use crate::sandbox::{Ran, Sandbox};

const METADATA: &str = r#"{"name": "a-m", "version": "1.0.0", "author": "a", "license": "MIT",
    "source": "-", "dependencies": []}"#;

const FILES: &[(&str, &str)] = &[
    ("env/functions/own.pp", "function own() { 'own' }"),
    ("env/functions/environment/deep.pp", "function environment::deep() { 'deep' }"),
    ("env/types/small.pp", "type Small = Integer[0, 9]"),
    ("env/modules/m/functions/f.pp", "function m::f($x) { n::g($x) }"),
    ("env/modules/m/functions/sub/f.pp", "function m::sub::f() { own() }"),
    ("env/modules/m/functions/bad.pp", "function m::wrong() { 1 }"),
    ("env/modules/m/functions/syntax.pp", "function m::syntax( { 1 }"),
    ("env/modules/m/types/port.pp", "type M::Port = Integer[1, 65535]"),
    ("env/modules/m/files/motd", "hello\n"),
    ("env/modules/m/templates/t.epp", "<%- | $x | -%>\nx is <%= $x %>\n"),
    ("env/modules/m/metadata.json", METADATA),
    ("site/n/functions/g.pp", "function n::g($x) { \"g${x}\" }"),
    ("site/m/functions/f.pp", "function m::f($x) { 'never reached' }"),
];

fn run(code: &str) -> Ran {
    let sandbox = Sandbox::new(FILES);
    let args = ["eval", "--node", "n", "--environment-dir", "env", "--modulepath", "site"];
    sandbox.run(&[&args[..], &["-e", code]].concat())
}

#[test]
fn functions_are_found_by_their_place() {
    run("[own(), environment::deep(), m::f(1), m::sub::f(), ::m::f(2)]").expect(
        0,
        "['own', 'deep', 'g1', 'own', 'g2']\n",
        "",
    );
    let ran = run("m::nope()");
    assert!(ran.err.contains("Unknown function: 'm::nope'."), "{}", ran.err);
    let ran = run("call('m::../f')");
    assert!(ran.err.contains("Unknown function 'm::../f'"), "{}", ran.err);
}

#[test]
fn types_are_found_by_their_place() {
    run("[80 =~ M::Port, 0 =~ M::Port, 5 =~ Small, M::Port]").expect(
        0,
        "[true, false, true, M::Port = Integer[1, 65535]]\n",
        "",
    );
}

#[test]
fn a_file_must_define_the_function_of_its_name() {
    let ran = run("m::bad()");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("[ROOT]/env/modules/m/functions/bad.pp"), "{}", ran.err);
    let ran = run("m::syntax()");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("Syntax error at '{'"), "{}", ran.err);
    assert!(ran.err.contains("functions/syntax.pp, line: 1, column: 21"), "{}", ran.err);
}

#[test]
fn files_and_templates_are_found_in_modules() {
    run("[file('m/motd'), epp('m/t', { x => 1 }), epp('m/t.epp', { x => 2 })]").expect(
        0,
        "[\"hello\\n\", \"x is 1\\n\", \"x is 2\\n\"]\n",
        "",
    );
    run("[module_directory('m', 'x'), module_directory('x'), find_file('m/motd', 'm/none')]")
        .expect(0, "['[ROOT]/env/modules/m', undef, '[ROOT]/env/modules/m/files/motd']\n", "");
}

#[test]
fn environment_conf_names_the_modules() {
    let sandbox = Sandbox::new(&[
        ("dev/environment.conf", "modulepath = other:$basemodulepath\n"),
        ("dev/other/k/functions/f.pp", "function k::f() { $environment }"),
        ("dev/pupa.toml", "strict_variables = true\n"),
    ]);
    sandbox.run(&["eval", "--environment-dir", "dev", "-e", "k::f()"]).expect(0, "'dev'\n", "");
    let ran = sandbox.run(&["eval", "--environment-dir", "nowhere", "-e", "1"]);
    ran.expect(2, "", "error: there is no directory [ROOT]/nowhere\n");
}

#[test]
fn functions_of_modules_come_with_the_place_of_their_errors() {
    let sandbox = Sandbox::new(&[("m/k/functions/f.pp", "function k::f() {\n  fail('no')\n}\n")]);
    sandbox.run(&["eval", "--node", "n", "--modulepath", "m", "-e", "k::f()"]).expect(
        1,
        "",
        "Error: Evaluation Error: Error while evaluating a Function Call, no \
         (file: [ROOT]/m/k/functions/f.pp, line: 2, column: 3) on node n\n",
    );
}
