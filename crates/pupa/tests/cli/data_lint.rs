//! `pupa data lint`: what it finds, what it leaves alone, and wrong calls.

mod configs;
mod content;
mod files;
mod lookups;
mod options;
mod used;
mod values;

use crate::sandbox::{Ran, Sandbox};

const HIERA: &str = "\
version: 5
hierarchy:
  - name: nodes
    path: nodes/%{trusted.certname}.yaml
  - name: common
    path: common.yaml
";

const APP: &str = "\
class app(
  Integer $port,
  App::Mode $mode = 'fast',
  Array[String] $users = [],
  Hash[String, Integer] $limits = {},
  Optional[String] $title_text = undef,
  Sensitive[String] $secret = Sensitive('x'),
) { }
";

const MODE: &str = "type App::Mode = Enum['fast', 'safe']\n";

/// An environment with one module and these files.
fn sandbox(files: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("hiera.yaml", HIERA),
        ("data/common.yaml", "app::port: 80\n"),
        ("modules/app/manifests/init.pp", APP),
        ("modules/app/types/mode.pp", MODE),
    ]);
    for (path, text) in files {
        sandbox.write(path, text.as_bytes());
    }
    sandbox
}

fn lint(sandbox: &Sandbox, args: &[&str]) -> Ran {
    sandbox.run(&[&["data", "lint"], args].concat())
}

/// All findings as `FILE:LINE:COLUMN SEVERITY CODE MESSAGE (HELP)`.
fn findings(sandbox: &Sandbox, args: &[&str]) -> Vec<String> {
    let ran = lint(sandbox, &[&["--format", "json"], args].concat());
    assert_eq!(ran.err, "");
    let report = ran.json();
    let findings = report["diagnostics"].as_array().unwrap();
    let has_errors = findings.iter().any(|finding| finding["severity"] == "error");
    assert_eq!(ran.code, i32::from(has_errors));
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let line = |finding: &serde_json::Value| {
        let of = |key: &str| text(&finding[key]);
        let help =
            finding.get("help").map_or_else(String::new, |help| format!(" ({})", text(help)));
        format!(
            "{}:{}:{} {} {} {}{help}",
            of("file"),
            of("line"),
            of("column"),
            of("severity"),
            of("code"),
            of("message")
        )
    };
    findings.iter().map(line).collect()
}

/// Returns the findings about an environment with these files.
fn findings_of(files: &[(&str, &str)]) -> Vec<String> {
    findings(&sandbox(files), &[])
}

#[test]
fn valid_data_gives_no_findings() {
    let sandbox = sandbox(&[("data/nodes/web.yaml", "app::mode: safe\n")]);
    let ran = lint(&sandbox, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    let summary = ran.err.strip_prefix("checked 2 keys in 2 data files, in ").unwrap();
    assert!(summary.ends_with(": no errors\n"), "{summary}");
    lint(&sandbox, &["--quiet"]).expect(0, "", "");
}

#[test]
fn findings_look_like_those_of_check() {
    let sandbox = sandbox(&[("data/common.yaml", "app::prot: 80\napp::port: many\n")]);
    lint(&sandbox, &["--quiet"]).expect(
        1,
        "",
        "\
warning[unused-data-key]: class `app` has no parameter `prot`, and no lookup uses the key `app::prot`
 --> data/common.yaml:1:1
  |
1 | app::prot: 80
  | ^^^^^^^^^
  |
  = help: did you mean `app::port`?

error[data-type-mismatch]: Class[App]: parameter 'port' expects an Integer value, got String
 --> data/common.yaml:2:1
  |
2 | app::port: many
  | ^^^^^^^^^

",
    );
    lint(&sandbox, &["--format", "line"]).expect(
        1,
        "",
        "\
Warning: class `app` has no parameter `prot`, and no lookup uses the key `app::prot` (file: data/common.yaml, line: 1, column: 1)
Error: Class[App]: parameter 'port' expects an Integer value, got String (file: data/common.yaml, line: 2, column: 1)
",
    );
    let sarif = lint(&sandbox, &["--format", "sarif"]).json();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let rules: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(rules, ["data-type-mismatch", "unused-data-key"]);
    let ran = lint(&sandbox, &["--max-diagnostics", "1"]);
    assert!(ran.err.ends_with(": 1 error, 1 warning (1 not shown)\n"), "{}", ran.err);
    let explained = sandbox.run(&["explain", "unused-data-key"]);
    assert!(
        explained.out.starts_with("unused-data-key (warning)\n\nNo class"),
        "{}",
        explained.out
    );
}

#[test]
fn wrong_calls() {
    let sandbox = Sandbox::new(&[("empty/manifests/site.pp", ""), ("facts.json", "[]")]);
    lint(&sandbox, &["--environment-dir", "none"]).expect(
        2,
        "",
        "error: there is no directory [ROOT]/none\n",
    );
    let ran = lint(&sandbox, &["--hiera-config", "none.yaml"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: cannot read none.yaml"), "{}", ran.err);
    lint(&sandbox, &["--facts", "facts.json"]).expect(2, "", "error: facts.json holds no hash\n");
    assert_eq!(sandbox.run(&["data"]).code, 2);
    assert_eq!(
        findings(&sandbox, &["--environment-dir", "empty"]),
        ["empty/hiera.yaml:1:1 warning malformed-hiera-config there is no hiera.yaml, neither \
          here nor in a module, so there is no data"]
    );
}
