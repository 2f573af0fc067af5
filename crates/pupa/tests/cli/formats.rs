//! The formats of `pupa check`.

use serde_json::json;

use crate::sandbox::{BROKEN, Sandbox};

#[test]
fn json_is_as_contracted() {
    let sandbox = Sandbox::new(&[("a.pp", BROKEN), ("b.pp", "")]);
    let ran = sandbox.run(&["check", "--format", "json", "a.pp", "b.pp", "nosuch"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let mut json = ran.json();
    assert_eq!(json["files"], 2);
    let diagnostics = json["diagnostics"].as_array_mut().unwrap();
    // The text of help may change; the contract covers the rest.
    diagnostics[0].as_object_mut().unwrap().remove("help");
    let expected = json!([
        {
            "file": "a.pp", "line": 3, "column": 1, "end_line": 3, "end_column": 2,
            "severity": "error", "code": "syntax-error", "message": "Syntax error at '}'",
        },
        {
            "file": "nosuch", "line": 1, "column": 1, "end_line": 1, "end_column": 1,
            "severity": "error", "code": "file-not-found", "message": "no such file or directory",
        },
    ]);
    assert_eq!(json["diagnostics"], expected);
    let keys: Vec<&String> = json["diagnostics"][1].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["file", "line", "column", "end_line", "end_column", "severity", "code", "message"]
    );
}

#[test]
fn programs_get_labels_and_fixes() {
    let code = "class a {}\nclass a {}\n";
    let sandbox = Sandbox::new(&[("a.pp", code), ("b.pp", "if $a { } else if $b { }\n")]);
    let json = sandbox.run(&["check", "--format", "json", "a.pp", "b.pp"]).json();
    let label = &json["diagnostics"][0]["labels"][0];
    assert_eq!((&label["file"], &label["line"]), (&json!("a.pp"), &json!(1)));
    let fix = &json["diagnostics"][1]["fixes"][0];
    assert_eq!(
        fix["edits"][0],
        json!({
            "file": "b.pp", "line": 1, "column": 11, "end_line": 1, "end_column": 18, "text": "elsif",
        })
    );
    let github = sandbox.run(&["check", "--format", "github", "a.pp"]).out;
    assert!(github.contains("%0Aa.pp:1:1: "), "{github}");
}

#[test]
fn json_of_nothing_wrong_is_an_empty_list() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    let ran = sandbox.run(&["check", "--format", "json", "a.pp"]);
    ran.expect(0, "{\"files\":1,\"diagnostics\":[]}\n", "");
}

#[test]
fn columns_count_characters() {
    let sandbox = Sandbox::new(&[("a.pp", "$a = \"日本😀\" }\n")]);
    let json = sandbox.run(&["check", "--format", "json", "a.pp"]).json();
    assert_eq!(json["diagnostics"][0]["column"], 12);
    let sarif = sandbox.run(&["check", "--format", "sarif", "a.pp"]).json();
    assert_eq!(sarif["runs"][0]["columnKind"], "unicodeCodePoints");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["region"]["startColumn"], 12);
}

#[test]
fn sarif_names_its_rules() {
    let sandbox = Sandbox::new(&[("a b.pp", BROKEN)]);
    let ran = sandbox.run(&["check", "--format", "sarif"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let sarif = ran.json();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("syntax-error"), &json!("error")));
    assert_eq!(
        result["locations"][0]["physicalLocation"],
        json!({
            "artifactLocation": {"uri": "a%20b.pp"},
            "region": {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 2},
        })
    );
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "Pupa");
    assert_eq!(driver["rules"].as_array().unwrap().len(), 1);
    assert_eq!(driver["rules"][0]["id"], "syntax-error");
    assert!(!driver["rules"][0]["help"]["text"].as_str().unwrap().is_empty());
}

#[test]
fn sarif_of_nothing_wrong_is_whole() {
    let sandbox = Sandbox::new(&[("a.pp", "")]);
    let sarif = sandbox.run(&["check", "--format", "sarif"]).json();
    assert_eq!(sarif["runs"][0]["results"], json!([]));
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"], json!([]));
}

#[test]
fn github_gets_workflow_commands() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("50%,a.pp", b"# \xFF\n");
    sandbox.run(&["check", "--format", "github"]).expect(
        1,
        "::error file=50%25%2Ca.pp,line=1,col=3,endLine=1,endColumn=4,title=invalid-utf8::\
         invalid byte sequence in UTF-8%0A\
         note: the byte 0xFF at offset 2 begins no character%0Ahelp: save the file as UTF-8\n",
        "",
    );
}

#[test]
fn text_draws_a_frame() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("a.pp", b"class a {\n\t$s = 'sch\xF6n'\n}\n");
    let ran = sandbox.run(&["check", "--quiet", "--format", "text", "a.pp"]);
    ran.expect(
        1,
        "",
        "\
error[invalid-utf8]: invalid byte sequence in UTF-8
 --> a.pp:2:11
  |
2 |     $s = 'sch\u{FFFD}n'
  |              ^
  |
  = note: the byte 0xF6 at offset 20 begins no character
  = help: save the file as UTF-8

",
    );
}

#[test]
fn colour_is_off_unless_requested() {
    let sandbox = Sandbox::new(&[("a.pp", BROKEN)]);
    for format in ["text", "line"] {
        let with = sandbox.run(&["check", "--format", format, "--color", "always", "a.pp"]);
        assert!(with.err.contains("\u{1b}[1m") || with.err.contains("\u{1b}[1;31m"), "{format}");
        let without = sandbox.run(&["check", "--format", format, "a.pp"]);
        assert!(!without.err.contains('\u{1b}'), "{format}");
    }
}
