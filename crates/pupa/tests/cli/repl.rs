//! `pupa repl` with another program at the other end.

use crate::sandbox::{Ran, Sandbox};

fn converse(input: &str) -> Ran {
    let args = ["repl", "--node", "n"];
    Sandbox::new(&[]).run_with_input(&args, input.as_bytes())
}

#[test]
fn every_input_has_a_value() {
    converse("1 + 2\n\n'a'\n").expect(0, "3\n'a'\n", "");
}

#[test]
fn input_is_read_until_it_is_complete() {
    converse("[1,\n 2].map |$x| {\n $x * 2\n}\n'a\nb'\n@(E)\n x\n | E\n").expect(
        0,
        "[2, 4]\n\"a\\nb\"\n\"x\\n\"\n",
        "",
    );
}

#[test]
fn errors_do_not_end_it() {
    converse("$nope\n)\nfail('x')\n[1\n").expect(
        0,
        "",
        "Error: Evaluation Error: Unknown variable: 'nope'. (line: 1, column: 1) on node n\n\
         Error: Could not parse for environment production: Syntax error at ')' \
         (line: 1, column: 1) on node n\n\
         Error: Evaluation Error: Error while evaluating a Function Call, x \
         (line: 1, column: 1) on node n\n\
         Error: Could not parse for environment production: Syntax error at end of input \
         on node n\n",
    );
}

#[test]
fn variables_can_be_set_again() {
    converse("$x = 1\n$x = $x + 1\n$x\n:vars\n$facts = 1\n$x\n").expect(
        0,
        "1\n2\n2\n$x = 2\n2\n",
        "Error: Evaluation Error: Attempt to assign to a reserved variable name: '$facts' \
         (line: 1, column: 8) on node n\n",
    );
}

#[test]
fn definitions_stay_and_can_be_replaced() {
    let ran =
        converse("function f() { 1 }\nf()\nfunction f() { 2 }\nf()\ntype T = Integer\n1 =~ T\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let values: Vec<&str> = ran.out.lines().collect();
    assert!(values.contains(&"1") && values.contains(&"2"), "{}", ran.out);
    assert_eq!(values.last(), Some(&"true"));
}

#[test]
fn commands_are_understood() {
    converse(":type [1, 2]\n:type\n:edition\n:quit\n1\n").expect(
        0,
        "Array[Integer[1, 2], 2, 2]\n8\n",
        "error: `:type` needs an expression\n",
    );
    let help = converse(":help\n:help split\n");
    assert!(help.out.contains(":edition [8|draft]") && help.out.contains("split(String $str"));
    converse(":tpye 1\n").expect(0, "", "error: there is no command `:tpye`; try `:type`\n");
}

#[test]
fn the_edition_can_be_changed() {
    let sum = "9223372036854775807 + 1\n";
    let ran =
        converse(&format!("$x = 5\nfunction f() {{ 7 }}\n{sum}:edition draft\n{sum}$x\nf()\n"));
    assert!(ran.out.ends_with("9223372036854775808\n5\n7\n"), "{}", ran.out);
    assert!(ran.err.contains("outside of Puppet Integer max range"), "{}", ran.err);
    converse(":edition 9\n").expect(0, "", "error: the editions are `8` and `draft`\n");
}

#[test]
fn files_are_loaded() {
    let sandbox = Sandbox::new(&[("a.pp", "$y = 2\n$y + 1\n")]);
    let ran = sandbox.run_with_input(&["repl"], b":load a.pp\n$y\n:load none.pp\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "3\n2\n"));
    assert!(ran.err.contains("no such file or directory"), "{}", ran.err);
}

#[test]
fn logs_and_colours() {
    let ran = Sandbox::new(&[]).run_with_input(&["repl", "--color", "always"], b"['a', 1]\n");
    assert_eq!(ran.out, "[\x1b[32m'a'\x1b[0m, \x1b[36m1\x1b[0m]\n");
    converse("notice('n') 1\n").expect(0, "1\n", "Notice: Scope(Class[main]): n\n");
}
