//! `action.yml`: the steps that GitHub runs.

use std::fs;

use serde_json::Value;

use crate::release;
use crate::scratch::{Ran, Scratch, repository};
use crate::yaml;

/// The inputs of a run; those that are not given have their defaults.
type Inputs<'a> = &'a [(&'a str, &'a str)];

/// Replaces the expressions of GitHub in a text.
fn expand(text: &str, action: &Value, inputs: Inputs<'_>) -> String {
    let mut expanded = text.replace("${{ github.action_path }}", &repository().to_string_lossy());
    for (name, input) in action["inputs"].as_object().unwrap() {
        let given = inputs.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let value = given.unwrap_or(input["default"].as_str().unwrap());
        expanded = expanded.replace(&format!("${{{{ inputs.{name} }}}}"), value);
    }
    assert!(!expanded.contains("${{"), "unknown expression: {expanded}");
    expanded
}

/// Whether the condition of a step holds: `inputs.NAME == 'VALUE'`.
fn is_wanted(step: &Value, action: &Value, inputs: Inputs<'_>) -> bool {
    let Some(condition) = step["if"].as_str() else { return true };
    let (name, value) = condition.split_once(" == ").unwrap();
    expand(&format!("${{{{ {name} }}}}"), action, inputs) == value.trim_matches('\'')
}

/// Runs the steps until one fails.
fn run(scratch: &Scratch, inputs: Inputs<'_>) -> Ran {
    let action = yaml::read("action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    scratch.write("github_path", "");
    let mut last = Ran { code: 0, out: String::new(), err: String::new() };
    for step in action["runs"]["steps"].as_array().unwrap() {
        if !is_wanted(step, &action, inputs) {
            continue;
        }
        assert_eq!(step["shell"], "bash", "composite actions name their shell");
        let added = fs::read_to_string(scratch.root().join("github_path")).unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let path = added.lines().fold(path, |path, line| format!("{line}:{path}"));
        let mut variables = vec![
            ("PATH".to_owned(), path),
            ("GITHUB_PATH".to_owned(), scratch.path("github_path")),
            ("RUNNER_TEMP".to_owned(), scratch.path("temp")),
        ];
        for (name, value) in step["env"].as_object().into_iter().flatten() {
            variables.push((name.clone(), expand(value.as_str().unwrap(), &action, inputs)));
        }
        let variables: Vec<(&str, &str)> =
            variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let script = expand(step["run"].as_str().unwrap(), &action, inputs);
        last = scratch.shell("workspace", &script, &variables);
        if last.code != 0 {
            break;
        }
    }
    last
}

fn workspace(manifest: &str, data: &str) -> Scratch {
    let scratch = Scratch::new();
    let hiera = "---\nversion: 5\nhierarchy:\n  - name: Everywhere\n    path: common.yaml\n";
    scratch.write("workspace/code/manifests/site.pp", manifest);
    scratch.write("workspace/code/hiera.yaml", hiera);
    scratch.write("workspace/code/data/common.yaml", data);
    scratch
}

#[test]
fn mistakes_become_annotations() {
    let scratch = workspace("$x =\n", "---\n");
    let from = release::directory().to_string_lossy();
    let ran = run(&scratch, &[("from", &from), ("paths", "code/manifests")]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.starts_with("::error file=code/manifests/site.pp,line="), "{ran:?}");
}

#[test]
fn data_is_checked_on_request() {
    let scratch = workspace("notice(1)\n", "---\nbroken: [\n");
    let from = release::directory().to_string_lossy();
    assert_eq!(run(&scratch, &[("from", &from)]).code, 0);
    let ran = run(&scratch, &[("from", &from), ("data-lint", "true"), ("environment", "code")]);
    assert!(ran.code == 1 && ran.out.contains("common.yaml"), "{ran:?}");
}

#[test]
fn a_missing_release_fails() {
    let scratch = workspace("notice(1)\n", "---\n");
    let ran = run(&scratch, &[("from", "nowhere")]);
    assert!(ran.code == 1 && ran.err.contains("cannot get SHA256SUMS"), "{ran:?}");
}
