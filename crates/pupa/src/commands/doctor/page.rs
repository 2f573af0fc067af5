//! The report of `pupa doctor`, as text and as JSON.

use std::fmt::Write;

use pupa_project::module_list::{ListedModule, ModuleState};
use serde_json::json;

use super::survey::{Failure, Finding, Survey};
use crate::commands::check::plural;
use crate::commands::compile::listed;
use crate::commands::modules;

/// The maximum number of listed findings of each part; JSON contains all.
const MOST_FINDINGS: usize = 50;

/// The state of a part.
#[derive(Clone, Copy)]
enum State {
    Ok,
    Warning,
    Failed,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Ok => "ok",
            State::Warning => "note",
            State::Failed => "FAIL",
        }
    }
}

/// The report as text.
pub(super) fn text(survey: &Survey) -> String {
    let mut page = Page::default();
    let directory = survey.directory.as_ref().map(|path| format!(" in {}", path.display()));
    page.line(&format!("environment {}{}\n", survey.environment, directory.unwrap_or_default()));
    page.modules(&survey.modules);
    let state = if survey.mistakes.is_empty() { State::Ok } else { State::Failed };
    let (keys, files) = survey.data;
    let checked = format!(
        "{}, {} in {}: {}",
        plural(survey.manifests, "manifest"),
        plural(keys, "key"),
        plural(files, "data file"),
        match survey.mistakes.len() {
            0 => "no errors".to_owned(),
            count => plural(count, "error"),
        }
    );
    page.part("code", state, &checked);
    page.findings(&survey.mistakes);
    page.ruby(survey);
    let state = if survey.deprecated.is_empty() { State::Ok } else { State::Warning };
    page.part("deprecated", state, &plural(survey.deprecated.len(), "deprecated construct"));
    page.findings(&survey.deprecated);
    page.nodes(survey);
    page.line(if survey.is_ready() { "\nready" } else { "\nnot ready" });
    page.text
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, text: &str) {
        // Writing to a string can't fail.
        let _ = writeln!(self.text, "{text}");
    }

    fn part(&mut self, name: &str, state: State, text: &str) {
        self.line(&format!("{name:<11} {:<5} {text}", state.word()));
    }

    fn findings(&mut self, findings: &[Finding]) {
        for Finding { file, line, kind, message } in findings.iter().take(MOST_FINDINGS) {
            let kind = if kind.is_empty() { String::new() } else { format!(" ({kind})") };
            self.line(&format!("  {file}:{line}: {message}{kind}"));
        }
        if findings.len() > MOST_FINDINGS {
            let more = findings.len() - MOST_FINDINGS;
            self.line(&format!("  and {more} more; --format json lists all"));
        }
    }

    fn modules(&mut self, all: &[ListedModule]) {
        let of = |state| all.iter().filter(move |module| module.state() == state);
        let missing = of(ModuleState::Missing).count();
        let odd = of(ModuleState::OtherVersion).count() + of(ModuleState::Unknown).count();
        let (state, text) = match (missing, odd) {
            (0, 0) => (State::Ok, plural(all.len(), "module")),
            (0, odd) => {
                (State::Warning, format!("{}, {odd} to look at", plural(all.len(), "module")))
            }
            (missing, _) => {
                (State::Failed, format!("{}, {missing} missing", plural(all.len(), "module")))
            }
        };
        self.part("modules", state, &text);
        for module in all {
            let name = modules::full_name(module);
            let users = match module.users.as_slice() {
                [] => String::new(),
                users => format!(", used by {}", users.join(", ")),
            };
            match module.state() {
                ModuleState::Installed => {}
                ModuleState::Missing => self.line(&format!(
                    "  {name} of the Puppetfile is not installed{users}; `pupa modules install` \
                     installs it"
                )),
                ModuleState::OtherVersion => self.line(&format!(
                    "  {name} has version {}, the Puppetfile names {}",
                    module.version.as_deref().unwrap_or("?"),
                    module.wanted_version()
                )),
                ModuleState::Unknown => self
                    .line(&format!("  {name} is neither installed nor in the Puppetfile{users}")),
            }
        }
    }

    fn ruby(&mut self, survey: &Survey) {
        let ruby = &survey.ruby;
        let kinds: Vec<String> =
            ruby.files.iter().map(|(kind, count)| plural(*count, kind)).collect();
        let kinds = if kinds.is_empty() { "no code".to_owned() } else { kinds.join(", ") };
        let (state, text) = match ruby.unsupported.len() {
            0 => (State::Ok, kinds),
            count => (
                State::Warning,
                format!("{kinds}; {} that Pupa does not have", plural(count, "use")),
            ),
        };
        self.part("Ruby", state, &text);
        self.findings(&ruby.unsupported);
    }

    fn nodes(&mut self, survey: &Survey) {
        let failed: usize = survey.failures.iter().map(|failure| failure.nodes.len()).sum();
        let state = if failed == 0 { State::Ok } else { State::Failed };
        let text = match failed {
            0 if survey.nodes == 1 => "1 node compiles".to_owned(),
            0 => format!("{} compile", plural(survey.nodes, "node")),
            failed => format!("{} of {} fail", failed, plural(survey.nodes, "node")),
        };
        self.part("nodes", state, &text);
        for Failure { error, nodes } in &survey.failures {
            let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
            self.line(&format!("  {}: {error}", listed(&nodes)));
        }
    }
}

/// The report as JSON.
pub(super) fn json(survey: &Survey) -> serde_json::Value {
    let findings = |findings: &[Finding]| -> serde_json::Value {
        let one = |found: &Finding| {
            let Finding { file, line, kind, message } = found;
            json!({"file": file, "line": line, "kind": kind, "message": message})
        };
        findings.iter().map(one).collect()
    };
    let failures: Vec<_> = survey
        .failures
        .iter()
        .map(|Failure { error, nodes }| json!({"error": error, "nodes": nodes}))
        .collect();
    json!({
        "ready": survey.is_ready(),
        "environment": survey.environment,
        "directory": survey.directory.as_ref().map(|path| path.to_string_lossy()),
        "modules": modules::as_json(&survey.modules),
        "manifests": survey.manifests,
        "data": {"keys": survey.data.0, "files": survey.data.1},
        "errors": findings(&survey.mistakes),
        "ruby": {
            "files": survey.ruby.files,
            "unsupported": findings(&survey.ruby.unsupported),
        },
        "deprecated": findings(&survey.deprecated),
        "nodes": {"compiled": survey.nodes, "failures": failures},
    })
}
