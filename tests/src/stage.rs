//! The stages of the suite: for each, what a section looks like when its expectations are right.
//!
//! A new stage is a line in [`STAGES`].

use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::notation::{self, Style};
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Rules};
use pupa_syntax::{Dialect, Edition, ParseOptions, check, parse};
use serde_json::Value;

use crate::answer;
use crate::fixture::{Form, Section};
use crate::marks;

/// A stage of the walk of data that fixtures can test.
#[derive(Debug)]
pub struct Stage {
    /// The word in the header of a section.
    pub name: &'static str,
    /// The section's body with the expectations that would be right.
    pub rewrite: fn(&Section) -> Vec<String>,
}

/// All stages.
pub static STAGES: &[Stage] = &[
    Stage { name: "parse", rewrite: rewrite_parse },
    Stage { name: "check", rewrite: rewrite_check },
    Stage { name: "evaluate", rewrite: crate::example::rewrite },
    Stage { name: "catalog", rewrite: crate::environment::rewrite },
];

/// The stages of the command line, whose fixtures `crates/pupa/tests/suite` runs.
pub const COMMANDS: [&str; 3] = ["explain", "lint", "lookup"];

/// Whether there is a stage of that name.
pub fn is_known(name: &str) -> bool {
    STAGES.iter().any(|stage| stage.name == name) || COMMANDS.contains(&name)
}

/// The tree in Puppet Notation, and what the parser says.
fn rewrite_parse(section: &Section) -> Vec<String> {
    let source = source(section);
    let rules = rules(section);
    let options = ParseOptions {
        edition: rules.edition,
        extensions: rules.extensions.are_read(),
        dialect: dialect(section),
        tasks: rules.tasks,
    };
    let parsed = parse(Arc::clone(&source), &options);
    let expect = if parsed.has_errors() {
        Vec::new()
    } else {
        vec![notation::to_pn(&parsed.tree, Style::Compact)]
    };
    section.rewritten(&marks_of(section, &source, &parsed.diagnostics), &expect)
}

/// What parser and validator say.
fn rewrite_check(section: &Section) -> Vec<String> {
    let source = source(section);
    let checked = check(Arc::clone(&source), dialect(section), &rules(section));
    section.rewritten(&marks_of(section, &source, &checked.diagnostics), &[])
}

fn source(section: &Section) -> Arc<Source> {
    Arc::new(Source::new(section.option("path").unwrap_or_default(), section.code()))
}

fn marks_of(section: &Section, source: &Source, found: &[Diagnostic]) -> Vec<Vec<String>> {
    let lines = section.code_lines().len();
    match section.form() {
        Form::Plain | Form::Template => marks::by_line(source, found, lines),
        Form::Escaped => marks::absolute(source, found, lines),
    }
}

/// The dialect that a section is written in.
pub fn dialect(section: &Section) -> Dialect {
    match section.form() {
        Form::Template => Dialect::Template,
        Form::Plain | Form::Escaped => answer::dialect(section.option("dialect")),
    }
}

/// The rules that a section's header asks for.
pub fn rules(section: &Section) -> Rules {
    let edition = section.option("edition").and_then(Edition::from_name).unwrap_or_default();
    Rules {
        edition,
        strict: answer::strict(section.option("strict")),
        extensions: match section.option("extensions") {
            Some("on") => Extensions::On,
            Some("off") => Extensions::Off,
            None if edition == Edition::Puppet8 => Extensions::Off,
            _ => Extensions::Warn,
        },
        tasks: section.option("tasks") == Some("on"),
        module_file: section.option("path").and_then(answer::module_file),
        checkers: pupa_data::heredoc::CHECKERS,
        ..Rules::default()
    }
}

/// Whether the reference can be asked about a section: nothing in its header is beyond it.
pub fn is_comparable(section: &Section) -> bool {
    section.option("edition").is_none()
        && section.option("extensions").is_none()
        && !matches!(section.stage.as_str(), "evaluate" | "catalog")
        && !COMMANDS.contains(&section.stage.as_str())
}

/// The section's body with the expectations that an answer of the reference gives.
///
/// The reference names only where a diagnostic begins, so such a body passes no test until the
/// same answer is ours and [`Stage::rewrite`] adds where it ends.
pub fn rewrite_from_reference(section: &Section, answer: &Value) -> Vec<String> {
    let lines = section.code_lines().len();
    let mut marks = vec![Vec::new(); lines + 1];
    let mut add = |severity: &str, message: &Value, line: &Value, column: &Value, code: &Value| {
        let word = severity[..1].to_uppercase() + &severity[1..];
        let place = column.as_u64().map_or("-".to_owned(), |column| column.to_string());
        let line = line.as_u64().map_or(lines, |line| line as usize - 1).min(lines);
        let (code, message) = (code.as_str().unwrap_or("?"), message.as_str().unwrap_or_default());
        marks[line].push(format!("# {word}: {place} [{code}] {message}"));
    };
    for found in answer["warnings"].as_array().into_iter().flatten() {
        add("warning", &found[0], &found[1], &found[2], &found[3]);
    }
    if answer["kind"] == "syntax" || answer["all"].is_null() && !answer["error"].is_null() {
        add("error", &answer["error"], &answer["line"], &answer["column"], &answer["issue"]);
    } else if section.stage == "check" {
        for found in answer["all"].as_array().into_iter().flatten() {
            add(found[0].as_str().unwrap_or("error"), &found[1], &found[2], &found[3], &found[4]);
        }
    }
    let notation = answer["pn"].as_str().filter(|_| section.stage == "parse");
    section.rewritten(&marks, &notation.map(str::to_owned).into_iter().collect::<Vec<_>>())
}
