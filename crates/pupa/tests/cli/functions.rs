//! `pupa functions`: the documentation of the built-in functions.

use crate::sandbox::Sandbox;

#[test]
fn all_functions_are_listed_with_a_summary() {
    let ran = Sandbox::new(&[]).run(&["functions"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("Iteration\n  each "), "{}", ran.out);
    let line = ran.out.lines().find(|line| line.starts_with("  split ")).unwrap();
    assert!(line.len() > 30, "{line}");
}

#[test]
fn one_function_is_documented() {
    let ran = Sandbox::new(&[]).run(&["functions", "split"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("split(String $str, String $pattern)\n"), "{}", ran.out);
    assert!(ran.out.contains("\nExamples\n"), "{}", ran.out);
    assert!(ran.out.contains("  #=> "), "{}", ran.out);
    let colored = Sandbox::new(&[]).run(&["functions", "--color", "always", "split"]);
    assert!(colored.out.starts_with("\x1b[1;36msplit\x1b[0m("), "{}", colored.out);
}

#[test]
fn near_names_are_suggested() {
    let sandbox = Sandbox::new(&[]);
    sandbox.run(&["functions", "regsubts"]).expect(
        1,
        "",
        "error: no built-in function is called `regsubts`; did you mean `regsubst`?\n",
    );
    sandbox.run(&["functions", "wibblewobble"]).expect(
        1,
        "",
        "error: no built-in function is called `wibblewobble`; `pupa functions` lists all\n",
    );
}

#[test]
fn the_page_is_printed_as_markdown() {
    let sandbox = Sandbox::new(&[]);
    let ran = sandbox.run(&["functions", "--format", "markdown"]);
    assert!(ran.out.starts_with("# Functions\n"), "{}", ran.out);
    let ran = sandbox.run(&["functions", "--format", "markdown", "split"]);
    assert!(ran.out.starts_with("### split\n\n    split(String $str"), "{}", ran.out);
}
