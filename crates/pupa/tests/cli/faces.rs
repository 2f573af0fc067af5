//! `parser` and `epp`: arguments, output and exit codes of the reference (8.28.1).

use crate::sandbox::{BROKEN, Sandbox};

/// Three errors of validation.
const INVALID: &str = "$a = 1\n1\n$a::b = 3\n$b::c = 3\nnotice($a)\n";

const FORGOTTEN: &str = "This Literal Integer has no effect. A value was produced and then \
    forgotten (one or more preceding expressions may have the wrong form)";
const FIRST: &str =
    "Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces";
const SECOND: &str =
    "Illegal attempt to assign to 'b::c'. Cannot assign to variables in other namespaces";

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("ok.pp", "$a = 1\n"),
        ("syntax.pp", BROKEN),
        ("many.pp", INVALID),
        ("one.pp", "$b::c = 1\n"),
        ("end.pp", "class a {"),
        ("twice.pp", "$x = { a => 1, a => 1 }\n"),
        ("ok.epp", "a <%= $x %>\n"),
        ("syntax.epp", "a <%= $x = %>\n"),
        ("many.epp", "a <% $a::b=1; $b::c = 2 %>\n"),
    ])
}

#[test]
fn validate_is_silent_about_good_files() {
    sandbox().run(&["parser", "validate", "ok.pp"]).expect(0, "", "");
    sandbox().run(&["epp", "validate", "ok.epp"]).expect(0, "", "");
}

#[test]
fn validate_logs_several_errors_and_gives_up() {
    sandbox().run(&["parser", "validate", "syntax.pp", "many.pp", "end.pp"]).expect(
        1,
        "",
        &format!(
            "Error: {FORGOTTEN} (file: [ROOT]/many.pp, line: 2, column: 1)\n\
             Error: {FIRST} (file: [ROOT]/many.pp, line: 3, column: 1)\n\
             Error: {SECOND} (file: [ROOT]/many.pp, line: 4, column: 1)\n\
             Error: Could not parse for environment production: Syntax error at '}}' \
             (file: [ROOT]/syntax.pp, line: 3, column: 1)\n\
             Error: Language validation logged 3 errors. Giving up\n\
             Error: Could not parse for environment production: Syntax error at end of input \
             (file: [ROOT]/end.pp)\n"
        ),
    );
}

#[test]
fn the_number_of_errors_is_a_setting() {
    sandbox().run(&["parser", "validate", "--max_errors", "2", "many.pp"]).expect(
        1,
        "",
        &format!(
            "Error: {FORGOTTEN} (file: [ROOT]/many.pp, line: 2, column: 1)\n\
             Error: {FIRST} (file: [ROOT]/many.pp, line: 3, column: 1)\n\
             Error: Language validation logged 3 errors. Giving up\n"
        ),
    );
    sandbox().run(&["parser", "validate", "--max_errors=1", "many.pp"]).expect(
        1,
        "",
        &format!(
            "Error: Could not parse for environment production: {FORGOTTEN} \
             (file: [ROOT]/many.pp, line: 2, column: 1)\n"
        ),
    );
}

#[test]
fn strict_decides_about_warnings() {
    let message = "The key 'a' is declared more than once \
        (file: [ROOT]/twice.pp, line: 1, column: 18)\n";
    let sandbox = sandbox();
    sandbox.run(&["parser", "validate", "twice.pp"]).expect(
        1,
        "",
        &format!("Error: Could not parse for environment production: {message}"),
    );
    sandbox.run(&["parser", "validate", "--strict", "warning", "twice.pp"]).expect(
        0,
        "",
        &format!("Warning: {message}"),
    );
    sandbox.run(&["parser", "validate", "--strict", "bogus", "twice.pp"]).expect(
        1,
        "",
        "Error: Could not initialize global default settings: Invalid value 'bogus' for \
         parameter strict. Allowed values are 'off', 'warning', 'error'\n",
    );
}

#[test]
fn missing_files_are_listed_as_the_reference_lists_them() {
    sandbox().run(&["parser", "validate", "x.pp", "ok.pp", "y.pp", "syntax.pp"]).expect(
        1,
        "",
        "Error: One or more file(s) specified did not exist:\n\
         [\"   x.pp\\n\", \"   y.pp\\n\"]\n\
         Error: Try 'pupa help parser validate' for usage\n",
    );
    sandbox().run(&["epp", "validate", "x.epp"]).expect(
        1,
        "",
        "Error: One or more file(s) specified did not exist:\n   x.epp\n\
         Error: Try 'pupa help epp validate' for usage\n",
    );
}

#[test]
fn standard_input_has_no_name() {
    let sandbox = sandbox();
    sandbox.run_with_input(&["parser", "validate"], b"$a = 1\n").expect(0, "", "");
    sandbox.run_with_input(&["parser", "validate"], BROKEN.as_bytes()).expect(
        1,
        "",
        "Error: Could not parse for environment production: Syntax error at '}' \
         (line: 3, column: 1)\n",
    );
}

#[test]
fn results_can_be_json() {
    sandbox().run(&["parser", "validate", "--render-as", "json", "one.pp", "end.pp"]).expect(
        1,
        &format!(
            r#"{{
  "one.pp": {{
    "issue_code": "CROSS_SCOPE_ASSIGNMENT",
    "message": "{SECOND}",
    "full_message": "Could not parse for environment production: {SECOND} (file: [ROOT]/one.pp, line: 1, column: 1)",
    "file": "[ROOT]/one.pp",
    "line": 1,
    "pos": 1
  }},
  "end.pp": {{
    "issue_code": "SYNTAX_ERROR",
    "message": "Syntax error at end of input",
    "full_message": "Could not parse for environment production: Syntax error at end of input (file: [ROOT]/end.pp)",
    "file": "[ROOT]/end.pp",
    "line": null,
    "pos": null
  }}
}}
"#
        ),
        "",
    );
    sandbox().run(&["parser", "validate", "--render-as", "json", "ok.pp"]).expect(0, "", "");
}

#[test]
fn a_directory_is_validated_up_to_its_first_bad_file() {
    let sandbox =
        Sandbox::new(&[("d/a.pp", ""), ("d/b/c.pp", BROKEN), ("d/d.pp", BROKEN), ("d/e.txt", "}")]);
    sandbox.run(&["parser", "validate", "d"]).expect(
        1,
        "",
        "Error: Could not parse for environment production: Syntax error at '}' \
         (file: [ROOT]/d/b/c.pp, line: 3, column: 1)\n",
    );
}

#[test]
fn other_encodings_end_the_run() {
    let sandbox = sandbox();
    sandbox.write("latin.pp", b"# \xFF\n");
    sandbox.run(&["parser", "validate", "latin.pp"]).expect(
        1,
        "",
        "Error: Could not parse for environment production: invalid byte sequence in UTF-8\n\
         Error: Try 'pupa help parser validate' for usage\n",
    );
}

#[test]
fn settings_of_the_reference_are_options() {
    let args = [
        "parser",
        "validate",
        "--environment",
        "test",
        "--modulepath",
        "x:y",
        "--no-trace",
        "--tasks",
        "--confdir=/nowhere",
        "-v",
        "--debug",
        "--strict_variables",
        "--",
        "syntax.pp",
    ];
    sandbox().run(&args).expect(
        1,
        "",
        "Error: Could not parse for environment test: Syntax error at '}' \
         (file: [ROOT]/syntax.pp, line: 3, column: 1)\n",
    );
}

#[test]
fn unknown_options_and_actions_are_errors() {
    let sandbox = sandbox();
    sandbox.run(&["parser", "validate", "--frobnicate", "ok.pp"]).expect(
        1,
        "",
        "Error: Could not parse application options: invalid option: --frobnicate\n",
    );
    sandbox.run(&["parser", "frob"]).expect(
        1,
        "",
        "Error: 'parser' has no 'frob' action.  See `pupa help parser`.\n",
    );
    sandbox.run(&["parser"]).expect(
        1,
        "",
        "Error: 'parser' has no default action.  See `pupa help parser`.\n",
    );
}

#[test]
fn colour_can_be_forced() {
    let ran = sandbox().run(&["parser", "validate", "--color=ansi", "syntax.pp"]);
    assert!(ran.err.starts_with("\u{1b}[1;31mError: ") && ran.err.ends_with("\u{1b}[0m\n"));
}

#[test]
fn dump_refuses_the_old_format() {
    let expected = "error: the dump format `old` is deprecated and not supported; \
        use --format pn or --format json\n";
    for face in ["parser", "epp"] {
        sandbox().run(&[face, "dump", "ok.pp"]).expect(2, "", expected);
        sandbox().run(&[face, "dump", "--format", "old", "ok.pp"]).expect(2, "", expected);
    }
}

#[test]
fn dump_prints_the_valid_files() {
    let dump = "--- ok.pp(= (var \"a\") 1)--- one.pp(= (var \"b::c\") 1)";
    sandbox()
        .run(&["parser", "dump", "--format", "pn", "ok.pp", "syntax.pp", "one.pp", "x.pp"])
        .expect(
            0,
            &format!("{dump}One or more file(s) specified did not exist:\n   x.pp\n"),
            "Error: --- syntax.pp\nError: Syntax error at '}' (line: 3, column: 1)\n",
        );
    sandbox().run(&["parser", "dump", "--format", "pn", "--validate", "one.pp"]).expect(
        0,
        "\n",
        &format!("Error: --- one.pp\nError: {SECOND} (file: one.pp, line: 1, column: 1)\n"),
    );
}

#[test]
fn dump_takes_code_and_standard_input() {
    let sandbox = sandbox();
    let pn = ["parser", "dump", "--format", "pn"];
    sandbox.run(&[&pn[..], &["-e", "-1"]].concat()).expect(0, "-1\n", "");
    sandbox
        .run(&[&pn[..], &["--e", "-1", "--render-as", "json"]].concat())
        .expect(0, "\"-1\"\n", "");
    sandbox.run_with_input(&pn, b"$a = 1").expect(0, "(= (var \"a\") 1)\n", "");
    sandbox.run_with_input(&[&pn[..], &["--validate"]].concat(), b"$b::c = 1").expect(
        0,
        "\n",
        &format!("Error: {SECOND} (file: stdin, line: 1, column: 1)\n"),
    );
}

#[test]
fn epp_validate_stops_at_the_first_bad_file() {
    let syntax = "Error: Syntax error at '=' (file: syntax.epp, line: 1, column: 10)\n";
    let end = "Error: Errors while validating epp\n\
        Error: Try 'pupa help epp validate' for usage\n";
    let sandbox = sandbox();
    sandbox.run(&["epp", "validate", "syntax.epp", "many.epp"]).expect(
        1,
        "",
        &format!("{syntax}{end}"),
    );
    sandbox.run(&["epp", "validate", "--continue_on_error", "syntax.epp", "many.epp"]).expect(
        1,
        "",
        &format!(
            "{syntax}Error: {FIRST} (file: many.epp, line: 1, column: 6)\n\
             Error: {SECOND} (file: many.epp, line: 1, column: 15)\n\
             Error: Language validation logged 2 errors. Giving up\n{end}"
        ),
    );
}

#[test]
fn epp_dump_names_files_when_there_are_several() {
    let tree = "(lambda {:body [(epp (render-s \"a \") (render (var \"x\")) (render-s \"\\n\"))]})";
    let pn = ["epp", "dump", "--format", "pn"];
    let sandbox = sandbox();
    sandbox.run(&[&pn[..], &["ok.epp"]].concat()).expect(0, &format!("{tree}\n"), "");
    sandbox.run(&[&pn[..], &["ok.epp", "ok.epp"]].concat()).expect(
        0,
        &format!("--- ok.epp\n{tree}--- ok.epp\n{tree}\n"),
        "",
    );
    sandbox.run(&[&pn[..], &["--no-header", "ok.epp", "ok.epp"]].concat()).expect(
        0,
        &format!("{tree}{tree}\n"),
        "",
    );
}

#[test]
fn epp_finds_templates_of_modules() {
    let sandbox = Sandbox::new(&[("modules/m/templates/t.epp", "<% } %>")]);
    sandbox.run(&["epp", "validate", "--modulepath", "modules", "m/t.epp"]).expect(
        1,
        "",
        "Error: Syntax error at '}' (file: [ROOT]/modules/m/templates/t.epp, line: 1, column: 4)\n\
         Error: Errors while validating epp\n\
         Error: Try 'pupa help epp validate' for usage\n",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn operands_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let sandbox = Sandbox::new(&[]);
    let name = std::ffi::OsStr::from_bytes(b"sch\xF6n.pp");
    std::fs::write(sandbox.root().join(name), "$a").unwrap();
    for (args, expected) in [
        (&["parser", "validate"][..], ""),
        (&["parser", "dump", "--format", "pn"], "--- sch\u{FFFD}n.pp(var \"a\")\n"),
        (&["epp", "validate"], ""),
        (&["epp", "dump", "--format", "pn"], "(lambda {:body [(epp (render-s \"$a\"))]})\n"),
    ] {
        let output = std::process::Command::new(crate::sandbox::PUPA)
            .args(args)
            .arg(name)
            .current_dir(sandbox.root())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}
