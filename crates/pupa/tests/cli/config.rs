//! `pupa.toml`.

use crate::sandbox::Sandbox;

const DUPLICATE: &str = "$h = { a => 1, a => 2 }\n";

#[test]
fn settings_are_found_above_the_working_directory() {
    let sandbox = Sandbox::new(&[("pupa.toml", "strict = \"off\"\n"), ("x/y/a.pp", DUPLICATE)]);
    sandbox.run(&["check", "--format", "line", "x"]).expect(0, "", "");
    let ran = sandbox.run(&["check", "--format", "line", "--strict", "error", "x"]);
    assert_eq!(ran.code, 1, "the command line wins");
    sandbox.write("x/pupa.toml", b"strict = \"warning\"\n");
    let ran = sandbox.run(&["check", "--format", "line", "--config", "x/pupa.toml", "x"]);
    assert!(ran.err.starts_with("Warning: "), "{}", ran.err);
}

#[test]
fn mistakes_have_a_place() {
    for (text, message) in [
        ("edtion = \"8\"\n", "1:1: unknown key `edtion`; did you mean `edition`?"),
        (
            "\nstrict = \"loud\"\n",
            "2:10: expected `\"off\"`, `\"warning\"` or `\"error\"` for `strict`, found `\"loud\"`",
        ),
        (
            "strict_variables = \"no\"\n",
            "1:20: expected `true` or `false` for `strict_variables`, found `\"no\"`",
        ),
        (
            "max_file_size = 0\n",
            "1:17: expected a number of bytes above 0, or a string such as `\"10M\"` for \
             `max_file_size`, found `0`",
        ),
    ] {
        let sandbox = Sandbox::new(&[("pupa.toml", text), ("a.pp", "")]);
        let expected = format!("error: [ROOT]/pupa.toml:{message}\n");
        sandbox.run(&["check", "--format", "line"]).expect(2, "", &expected);
        sandbox.run(&["parser", "validate", "a.pp"]).expect(2, "", &expected);
        assert_eq!(sandbox.run(&["explain", "binary-file"]).code, 0);
    }
}

#[test]
fn a_missing_file_is_named() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    let ran = sandbox.run(&["check", "--format", "line", "--config", "other.toml"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: cannot read other.toml: No such file"), "{}", ran.err);
}
