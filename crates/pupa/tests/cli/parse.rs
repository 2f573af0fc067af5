//! `pupa parse`.

use crate::sandbox::{BROKEN, Sandbox};

#[test]
fn notation_equals_that_of_the_reference() {
    let sandbox = Sandbox::new(&[("a.pp", "$a = 1\n"), ("b.pp", "notice($b)\n")]);
    let a = "(= (var \"a\") 1)";
    let b = "(invoke {:functor (qn \"notice\") :args [(var \"b\")]})";
    let run = |args: &[&str]| sandbox.run(args);
    run(&["parse", "--format", "pn", "-e", "$a = 1"]).expect(0, &format!("{a}\n"), "");
    run(&["parse", "--format", "pn", "a.pp"]).expect(0, &format!("--- a.pp{a}\n"), "");
    run(&["parse", "--format", "pn", "a.pp", "b.pp"]).expect(
        0,
        &format!("--- a.pp{a}--- b.pp{b}\n"),
        "",
    );
    let json = "{\"^\":[\"=\",{\"^\":[\"var\",\"a\"]},1]}";
    run(&["parse", "--format", "json", "a.pp"]).expect(0, &format!("{json}\n"), "");
}

#[test]
fn code_may_begin_with_a_dash() {
    let sandbox = Sandbox::new(&[]);
    sandbox.run(&["parse", "--format", "pn", "-e", "-1"]).expect(0, "-1\n", "");
    sandbox.run(&["parse", "--format", "pn", "-e", "--1"]).expect(0, "(- -1)\n", "");
}

#[test]
fn an_error_leaves_standard_output_empty() {
    let sandbox = Sandbox::new(&[("a.pp", "$a = 1\n"), ("b.pp", BROKEN)]);
    let prefix = "Error: Could not parse for environment production:";
    sandbox.run(&["parse", "a.pp", "b.pp"]).expect(
        1,
        "",
        &format!("{prefix} Syntax error at '}}' (file: b.pp, line: 3, column: 1)\n"),
    );
    sandbox.run(&["parse", "-e", "}"]).expect(
        1,
        "",
        &format!("{prefix} Syntax error at '}}' (line: 1, column: 1)\n"),
    );
    sandbox.run(&["parse", "nosuch.pp"]).expect(
        1,
        "",
        &format!("{prefix} no such file or directory (file: nosuch.pp)\n"),
    );
}

#[test]
fn validation_can_be_left_out() {
    let sandbox = Sandbox::new(&[]);
    let code = ["-e", "$a::b = 1"];
    assert_eq!(sandbox.run(&["parse", code[0], code[1]]).code, 1);
    let ran = sandbox.run(&["parse", "--no-validate", "--format", "pn", code[0], code[1]]);
    ran.expect(0, "(= (var \"a::b\") 1)\n", "");
}

#[test]
fn templates_are_read_as_templates() {
    let sandbox = Sandbox::new(&[("a.epp", "x <%= $y %>")]);
    let tree = "(lambda {:body [(epp (render-s \"x \") (render (var \"y\")))]})";
    sandbox.run(&["parse", "--format", "pn", "a.epp"]).expect(0, &format!("--- a.epp{tree}\n"), "");
    let args = ["parse", "--format", "pn", "--stdin-filename", "b.epp", "-"];
    sandbox.run_with_input(&args, b"x <%= $y %>").expect(0, &format!("{tree}\n"), "");
}

#[test]
fn the_tree_is_for_people() {
    let sandbox = Sandbox::new(&[("a.pp", "$a = 1\n"), ("b.pp", "$b = 1\n")]);
    let ran = sandbox.run(&["parse", "a.pp"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.ends_with('\n') && !ran.out.contains("---"), "{}", ran.out);
    let ran = sandbox.run(&["parse", "a.pp", "b.pp"]);
    assert!(ran.out.starts_with("--- a.pp\n") && ran.out.contains("\n--- b.pp\n"), "{}", ran.out);
}

#[test]
fn something_must_be_given() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    assert_eq!(sandbox.run(&["parse"]).code, 2);
    assert_eq!(sandbox.run(&["parse", "-e", "1", "a.pp"]).code, 2);
}

#[test]
fn a_name_for_standard_input_implies_it() {
    let sandbox = Sandbox::new(&[]);
    let args = ["parse", "--format", "pn", "--stdin-filename", "a.pp"];
    sandbox.run_with_input(&args, b"$a").expect(0, "(var \"a\")\n", "");
    let ran = sandbox.run(&["parse", "--stdin-filename", "a.pp", "-e", "1"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
}
