//! The suite of the validator: small programs with the expected diagnostics beside the lines.
//!
//! The files in `validate/` consist of sections. A section begins with
//! `#--- name check [option ..]`, and every expectation is a comment before the line it is about:
//!
//! ```text
//! #--- numeric-variables-cannot-be-assigned check
//! # Error: 1-3 [illegal-numeric-assignment] Illegal attempt to assign ..
//! $1 = 2
//! ```
//!
//! Columns are the first and the last of what is reported, or only the first if it goes on on
//! another line. When diagnostics are not found in the order of the lines, they bear the number
//! of their turn: `# Error 2: ..`. Help, notes and labels follow their diagnostic.
//!
//! Options: `edition=draft`, `extensions=off|warn|on` (here `on` unless given),
//! `strict=off|warning`, `tasks`, `template`, and `file=PATH`, where the path is relative to
//! a folder of the module path.
//!
//! Set `UPDATE=1` to write what is found into the files, and read the difference before you
//! commit it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::{Source, Span};
use pupa_syntax::validate::{Extensions, Rules, Strict, module_file};
use pupa_syntax::{Dialect, Edition, check};

const MARKS: [&str; 6] =
    ["# Error", "# Warning", "# Deprecation", "#   Label", "#   Note", "#   Help"];

#[test]
fn suite() {
    let mut names = HashSet::new();
    let mut failures = String::new();
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).unwrap();
        let actual = rewrite(&text, &mut names);
        if actual == text {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, actual).unwrap();
        } else {
            describe(&mut failures, &path, &text, &actual);
        }
    }
    assert!(names.len() > 100, "sections were not found");
    assert!(failures.is_empty(), "{failures}");
}

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validate");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of the suite")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths
}

/// The text with the expectations that hold.
fn rewrite(text: &str, names: &mut HashSet<String>) -> String {
    let mut result = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        result.push_str(line);
        let Some(header) = line.strip_prefix("#--- ") else { continue };
        let mut code = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("#--- ")) {
            if !MARKS.iter().any(|mark| line.starts_with(mark)) {
                code.push_str(line);
            }
        }
        let name = header.split_whitespace().next().unwrap_or_default();
        assert!(names.insert(name.to_owned()), "the section `{name}` exists twice");
        result.push_str(&annotate(&code, header));
    }
    result
}

/// The code of a section with what is found in it.
fn annotate(code: &str, header: &str) -> String {
    let (rules, dialect, file) = options(header);
    let source = Arc::new(Source::new(file, code));
    let diagnostics = check(Arc::clone(&source), dialect, &rules).diagnostics;
    let lines: Vec<u32> =
        diagnostics.iter().map(|one| source.position(one.span().start).line).collect();
    let is_ordered = lines.is_sorted();
    let mut result = String::new();
    for (index, line) in code.split_inclusive('\n').enumerate() {
        for (turn, diagnostic) in diagnostics.iter().enumerate() {
            if lines[turn] as usize == index + 1 {
                let turn = if is_ordered { String::new() } else { format!(" {}", turn + 1) };
                mark(&mut result, &source, diagnostic, &turn);
            }
        }
        result.push_str(line);
    }
    result
}

fn mark(result: &mut String, source: &Source, diagnostic: &Diagnostic, turn: &str) {
    let severity = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Deprecation => "Deprecation",
        Severity::Note => "Note",
    };
    let place = columns(source, diagnostic.span());
    let (code, message) = (diagnostic.issue.code, &diagnostic.message);
    result.push_str(&format!("# {severity}{turn}: {place} [{code}] {message}\n"));
    for label in &diagnostic.labels {
        let line = source.position(label.location.span.start).line;
        let place = columns(source, label.location.span);
        result.push_str(&format!("#   Label: {line}:{place} {}\n", label.text));
    }
    for note in &diagnostic.notes {
        result.push_str(&format!("#   Note: {note}\n"));
    }
    if let Some(help) = &diagnostic.help {
        result.push_str(&format!("#   Help: {help}\n"));
    }
}

fn columns(source: &Source, span: Span) -> String {
    let (start, end) = (source.position(span.start), source.position(span.end));
    match start.line == end.line && end.column > start.column {
        true => format!("{}-{}", start.column, end.column - 1),
        false => format!("{}", start.column),
    }
}

fn options(header: &str) -> (Rules, Dialect, String) {
    let mut rules = Rules {
        extensions: Extensions::On,
        checkers: pupa_data::heredoc::CHECKERS,
        ..Rules::default()
    };
    let mut dialect = Dialect::Manifest;
    let mut file = String::new();
    for option in header.split_whitespace().skip(2) {
        match option {
            "edition=draft" => rules.edition = Edition::Draft,
            "extensions=off" => rules.extensions = Extensions::Off,
            "extensions=warn" => rules.extensions = Extensions::Warn,
            "strict=off" => rules.strict = Strict::Off,
            "strict=warning" => rules.strict = Strict::Warning,
            "tasks" => rules.tasks = true,
            "template" => dialect = Dialect::Template,
            _ => {
                let path = option.strip_prefix("file=").expect("an option that exists");
                rules.module_file = module_file(path);
                file = format!("modules/{path}");
            }
        }
    }
    (rules, dialect, file)
}

fn describe(failures: &mut String, path: &Path, expected: &str, actual: &str) {
    failures.push_str(&format!("{}\n", path.display()));
    let (old, new): (HashSet<_>, HashSet<_>) =
        (expected.lines().collect(), actual.lines().collect());
    let mut section = "";
    for line in expected.lines() {
        if line.starts_with("#--- ") {
            section = line;
        }
        if !new.contains(line) {
            failures.push_str(&format!("  {section}\n    expected {line}\n"));
        }
    }
    for line in actual.lines() {
        if line.starts_with("#--- ") {
            section = line;
        }
        if !old.contains(line) {
            failures.push_str(&format!("  {section}\n    found    {line}\n"));
        }
    }
}
