//! `pupa catalog diff`.

use std::fs;

use crate::sandbox::{Ran, Sandbox};

/// A catalog with a file of this mode, and more resources as JSON.
fn catalog(mode: &str, more: &str) -> String {
    format!(
        r#"{{"name": "web01", "version": 1, "environment": "production", "resources": [
        {{"type": "File", "title": "/etc/motd", "tags": ["file"], "file": "site.pp", "line": 1,
          "exported": false, "parameters": {{"mode": "{mode}", "content": "s3cret-{mode}"}},
          "sensitive_parameters": ["content"]}}{more}], "edges": [], "classes": []}}"#
    )
}

const ADDED: &str = r#", {"type": "Notify", "title": "<hi>", "parameters": {"message": "a\nb\n"}}"#;

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("old.json", &catalog("0644", "")),
        ("new.json", &format!("Notice: Compiled catalog\n{}\n", catalog("0600", ADDED))),
        ("before/a.json", &catalog("0644", "")),
        ("before/b.json", &catalog("0644", "")),
        ("before/c.json", &catalog("0644", "")),
        ("before/gone.json", &catalog("0644", "")),
        ("before/README", "no catalog"),
        ("after/a.json", &catalog("0600", "")),
        ("after/b.json", &catalog("0600", ADDED)),
        ("after/c.json", &catalog("0644", "")),
        ("broken.json", "{\"name\": \"x\",\n\"resources\": [}"),
        ("latin1.json", ""),
        ("empty/README", ""),
    ])
}

fn diff(sandbox: &Sandbox, args: &[&str]) -> Ran {
    sandbox.run(&[&["catalog", "diff"], args].concat())
}

const TEXT: &str = "\
~ File[/etc/motd]
    ~ content: [value redacted] changed
    ~ mode: '0644' -> '0600'
+ Notify[<hi>]
    + message:
        +a
        +b

1 resource added, 0 removed, 1 changed
";

#[test]
fn files_are_compared() {
    let sandbox = sandbox();
    diff(&sandbox, &["old.json", "old.json"]).expect(0, "no differences\n", "");
    diff(&sandbox, &["old.json", "new.json"]).expect(1, TEXT, "");
    let colored = diff(&sandbox, &["--color", "always", "old.json", "new.json"]);
    assert!(colored.out.contains("\u{1b}[32m+ Notify[<hi>]\u{1b}[0m"), "{}", colored.out);
}

#[test]
fn one_side_may_be_standard_input() {
    let sandbox = sandbox();
    let new = catalog("0600", ADDED);
    let args = ["catalog", "diff", "old.json", "-"];
    sandbox.run_with_input(&args, new.as_bytes()).expect(1, TEXT, "");
    diff(&sandbox, &["-", "-"]).expect(
        2,
        "",
        "error: only one of OLD and NEW can be standard input\n",
    );
    diff(&sandbox, &["-", "old.json"]).expect(2, "", "error: <stdin>: the text is empty\n");
}

#[test]
fn noise_is_left_out() {
    let sandbox = sandbox();
    let args = ["--ignore", "File[/etc/*]", "--ignore", "notify", "old.json", "new.json"];
    diff(&sandbox, &args).expect(0, "no differences\n", "");
    let args = ["--ignore", "*[*]::content", "--ignore", "Notify", "old.json", "new.json"];
    let ran = diff(&sandbox, &args);
    assert!(ran.out.starts_with("~ File[/etc/motd]\n    ~ mode: "), "{}", ran.out);
    let args = ["--ignore-tags", "x,file", "--ignore", "Notify", "old.json", "new.json"];
    diff(&sandbox, &args).expect(0, "no differences\n", "");
    let ran = diff(&sandbox, &["--ignore", "File[", "old.json", "new.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("`File[` is not a valid resource pattern"), "{}", ran.err);
}

#[test]
fn directories_are_compared_node_by_node() {
    let sandbox = sandbox();
    diff(&sandbox, &["before", "after"]).expect(
        1,
        "\
On 2 nodes (a, b):
  ~ File[/etc/motd]
      ~ content: [value redacted] changed
      ~ mode: '0644' -> '0600'

b:
  + Notify[<hi>]
      + message:
          +a
          +b

gone: only on the old side, 1 resource

4 nodes: 1 same, 3 different; 1 resource added, 0 removed, 2 changed
",
        "",
    );
    diff(&sandbox, &["before", "before"]).expect(0, "no differences in 4 nodes\n", "");
}

#[test]
fn a_node_that_cannot_be_read_does_not_hide_the_others() {
    let sandbox = sandbox();
    sandbox.write("after/b.json", b"{");
    let text = diff(&sandbox, &["before", "after"]);
    assert_eq!((text.code, text.err.as_str()), (2, ""));
    let message = "b: no catalog on the new side: unexpected end of JSON text (line: 1, column: 2)";
    assert!(text.out.contains(message), "{}", text.out);
    let json = diff(&sandbox, &["--format", "json", "before", "after"]);
    assert_eq!(json.code, 2);
    assert_eq!(json.err, "error: b (new): unexpected end of JSON text (line: 1, column: 2)\n");
    assert_eq!(json.json()["nodes"][0]["status"], "different");
    assert_eq!(json.json()["nodes"][1]["status"], "failed");
}

#[test]
fn reports_have_several_forms() {
    let sandbox = sandbox();
    let json = diff(&sandbox, &["--format", "json", "old.json", "new.json"]);
    assert_eq!((json.code, json.err.as_str()), (1, ""));
    let node = &json.json()["nodes"][0];
    assert_eq!(node["node"], "web01");
    assert_eq!(node["added"][0]["parameters"]["message"], "a\nb\n");
    let content = &node["changed"][0]["parameters"][0];
    assert_eq!((&content["path"], &content["redacted"]), (&"content".into(), &true.into()));
    assert!(content.get("old").is_none() && content.get("new").is_none());

    let args = ["--format", "html", "-o", "out/report.html", "old.json", "new.json"];
    diff(&sandbox, &args).expect(1, "", "");
    let page = fs::read_to_string(sandbox.root().join("out/report.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Notify[&lt;hi&gt;]"), "{page}");
    for form in [&json.out, &page] {
        assert!(!form.contains("s3cret"), "{form}");
    }
}

#[test]
fn unreadable_catalogs_are_errors() {
    let sandbox = sandbox();
    sandbox.write("latin1.json", b"{\"name\": \"\xE4\"}");
    for (args, message) in [
        (
            ["old.json", "missing.json"],
            "missing.json: cannot be read: No such file or directory (os error 2)",
        ),
        (
            ["broken.json", "old.json"],
            "broken.json: unexpected character '}' in JSON text (line: 2, column: 15)",
        ),
        (["latin1.json", "old.json"], "latin1.json: no UTF-8 from byte 10 on"),
        (
            ["old.json", "after"],
            "after is a directory, but old.json is not; name two files or two directories",
        ),
        (["empty", "after"], "there are no catalogs (NODE.json) in empty"),
    ] {
        diff(&sandbox, &args).expect(2, "", &format!("error: {message}\n"));
    }
    let limited = diff(&sandbox, &["--max-file-size", "64", "old.json", "new.json"]);
    limited.expect(2, "", "error: old.json: larger than the limit of 64 bytes\n");
    assert_eq!(diff(&sandbox, &["old.json"]).code, 2);
    assert_eq!(diff(&sandbox, &["--format", "xml", "old.json", "new.json"]).code, 2);
    let written = diff(&sandbox, &["-o", "old.json/x", "old.json", "new.json"]);
    assert_eq!(written.code, 2);
    assert!(written.err.starts_with("error: cannot write"), "{}", written.err);
}

#[test]
fn compiled_catalogs_can_be_compared() {
    let sandbox = Sandbox::new(&[
        ("old.pp", "class a { notify { 'x': message => 'one' } }\ninclude a"),
        ("new.pp", "class b { notify { 'x': message => 'two' } }\ninclude b"),
    ]);
    for side in ["old", "new"] {
        let manifest = format!("{side}.pp");
        let ran = sandbox.run(&["compile", "--node", "n", "--manifest", &manifest]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        sandbox.write(&format!("{side}.json"), ran.out.as_bytes());
    }
    let ran = diff(&sandbox, &["old.json", "new.json"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let notify =
        "~ Notify[x]\n    ~ message: 'one' -> 'two'\n    - in Class[A]\n    + in Class[B]\n";
    assert!(ran.out.contains(notify), "{}", ran.out);
    assert!(ran.out.contains("- Class[A]  (in Stage[main]"), "{}", ran.out);
}

/// Two environments that differ in a module, and facts of three nodes; one of them fails in the
/// new environment.
fn environments() -> Sandbox {
    let site = "node 'bad' { include app }\nnode default { include app }\n";
    Sandbox::new(&[
        ("old/production/manifests/site.pp", site),
        (
            "old/production/modules/app/manifests/init.pp",
            "class app { file { '/a': content => \"${facts['kernel']}\\n\", mode => '0644' } }",
        ),
        ("new/production/manifests/site.pp", site),
        (
            "new/production/modules/app/manifests/init.pp",
            "class app {\n  file { '/a': content => \"${facts['kernel']}\\n\", mode => '0600' }\n  \
             if $facts['bad'] { fail('no way') }\n}",
        ),
        ("facts/web1.json", r#"{"kernel": "Linux"}"#),
        ("facts/web2.json", r#"{"kernel": "Linux"}"#),
        ("facts/bad.json", r#"{"kernel": "Linux", "bad": true}"#),
        ("nodes", "# all that work\nweb1\n\nweb2\nweb1\n"),
    ])
}

#[test]
fn environments_are_compared() {
    let sandbox = environments();
    let sides = ["old/production", "new/production", "--facts-dir", "facts"];
    let with = |args: &[&str]| diff(&sandbox, &[&sides, args].concat());
    let shared = "~ File[/a]\n      ~ mode: '0644' -> '0600'\n";
    let expected = format!(
        "On 2 nodes (web1, web2):\n  {shared}\n\
         2 nodes: 0 same, 2 different; 0 resources added, 0 removed, 2 changed\n"
    );
    with(&["--nodes-from", "nodes"]).expect(1, &expected, "");
    with(&["--node", "web1", "--node", "web2", "--threads", "1"]).expect(1, &expected, "");
    let one = with(&["--node", "web1"]);
    assert_eq!((one.code, one.out.lines().next()), (1, Some("~ File[/a]")));
    let all = with(&[]);
    assert_eq!(all.code, 2, "{}", all.err);
    assert!(all.out.contains("bad: no catalog on the new side: "), "{}", all.out);
    assert!(
        all.out.contains("no way") && all.out.contains("3 nodes: 0 same, 2 different, 1 failed")
    );
    let same = diff(&sandbox, &["old/production", "old/production", "--facts-dir", "facts"]);
    same.expect(0, "no differences in 3 nodes\n", "");
}

#[test]
fn environments_are_compared_with_environments() {
    let sandbox = environments();
    sandbox.write("catalogs/web1.json", catalog("0644", "").as_bytes());
    diff(&sandbox, &["old/production", "catalogs"]).expect(
        2,
        "",
        "error: old/production is an environment, but catalogs is not; name two of a kind\n",
    );
    let args = ["old/production", "new/production", "--environment-dir", "old/production"];
    assert_eq!(diff(&sandbox, &args).code, 2);
    let args = ["old/production", "new/production", "--nodes-from", "missing"];
    assert_eq!(diff(&sandbox, &args).code, 2);
}
