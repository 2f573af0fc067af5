//! Marks: diagnostics as comments, `# Error: 8-13 [code] text`.
//!
//! Columns count characters from 1 and the second is exclusive. A mark speaks of the next line
//! of code; `8-+2:5` ends two lines below it. `-` stands for the columns of an error whose
//! one-line form names no place. Escaped programs have their marks at the end, with lines.

use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::{Position, Source};

/// Whether a line of a fixture is a mark.
pub fn is_mark(line: &str) -> bool {
    let line = line.trim_start();
    WORDS.iter().any(|word| {
        line.strip_prefix("# ")
            .and_then(|rest| rest.strip_prefix(word))
            .is_some_and(|rest| rest.starts_with(": ") && columns(rest))
    })
}

const WORDS: [&str; 5] = ["Error", "Warning", "Deprecation", "Note", "Help"];

/// Prose may begin with `# Note: `; a mark goes on with columns.
fn columns(rest: &str) -> bool {
    rest[2..].starts_with(|char: char| char.is_ascii_digit() || char == '-')
}

/// The marks of diagnostics, by line of code; the last entry is for what lies behind the code.
pub fn by_line(source: &Source, diagnostics: &[Diagnostic], lines: usize) -> Vec<Vec<String>> {
    let mut marks = vec![Vec::new(); lines + 1];
    for diagnostic in diagnostics {
        let start = source.position(diagnostic.span().start);
        let end = source.position(diagnostic.span().end.max(diagnostic.span().start));
        let place = match diagnostic.column() {
            Some(_) => relative(start, end),
            None => "-".to_owned(),
        };
        let line = (start.line as usize - 1).min(lines);
        marks[line].extend(lines_of(diagnostic, &place));
    }
    marks
}

/// The marks of diagnostics with lines, for programs whose lines are not lines of the fixture.
pub fn absolute(source: &Source, diagnostics: &[Diagnostic], lines: usize) -> Vec<Vec<String>> {
    let mut marks = vec![Vec::new(); lines + 1];
    for diagnostic in diagnostics {
        let start = source.position(diagnostic.span().start);
        let end = source.position(diagnostic.span().end);
        let place = match diagnostic.column() {
            Some(_) => format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column),
            None => "-".to_owned(),
        };
        marks[lines].extend(lines_of(diagnostic, &place));
    }
    marks
}

fn relative(start: Position, end: Position) -> String {
    if start.line == end.line {
        format!("{}-{}", start.column, end.column)
    } else {
        format!("{}-+{}:{}", start.column, end.line - start.line, end.column)
    }
}

fn lines_of(diagnostic: &Diagnostic, place: &str) -> Vec<String> {
    let word = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Deprecation => "Deprecation",
        Severity::Note => "Note",
    };
    let message = one_line(&diagnostic.message);
    let mut lines = vec![format!("# {word}: {place} [{}] {message}", diagnostic.issue.code)];
    lines.extend(diagnostic.help.iter().map(|help| format!("# Help: {place} {}", one_line(help))));
    lines
}

/// Messages may quote line breaks.
fn one_line(text: &str) -> String {
    text.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_distinguished_from_prose() {
        assert!(is_mark("  # Error: 8-13 [code] text"));
        assert!(is_mark("# Help: - advice"));
        assert!(!is_mark("# Note: this is prose"));
        assert!(!is_mark("# An Error: 8-13"));
    }
}
