//! GitHub's workflow commands, which are shown as annotations of a pull request.

use std::io::{self, Write};

use pupa_syntax::diagnostic::{Diagnostic, Location, Severity};

use crate::Renderer;

/// Renders diagnostics as `::error file=…::message`.
#[derive(Debug, Clone, Copy)]
pub struct Github;

impl Renderer for Github {
    fn diagnostic(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning | Severity::Deprecation => "warning",
            Severity::Note => "notice",
        };
        let place = diagnostic.location.as_ref().map(properties).unwrap_or_default();
        writeln!(
            out,
            "::{command} {place}title={}::{}",
            escape_property(diagnostic.issue.code),
            escape_data(&message(diagnostic)),
        )
    }
}

/// The message with labels and help, since an annotation has no other field for them.
fn message(diagnostic: &Diagnostic) -> String {
    let mut message = diagnostic.full_message();
    for label in &diagnostic.labels {
        let (start, file) = (label.location.start(), label.location.source.name());
        message.push_str(&format!("\n{file}:{}:{}: {}", start.line, start.column, label.text));
    }
    for note in &diagnostic.notes {
        message.push_str(&format!("\nnote: {note}"));
    }
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    message
}

/// The properties of a location, each followed by a comma.
fn properties(location: &Location) -> String {
    let (start, end) = (location.start(), location.end());
    let file = escape_property(location.source.name());
    // GitHub rejects columns in a range of several lines.
    if start.line == end.line {
        let (line, column, end_column) = (start.line, start.column, end.column);
        format!("file={file},line={line},col={column},endLine={line},endColumn={end_column},")
    } else {
        format!("file={file},line={},endLine={},", start.line, end.line)
    }
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_escaped() {
        assert_eq!(escape_data("50% a:b,\r\nc"), "50%25 a:b,%0D%0Ac");
        assert_eq!(escape_property("a:b,c%"), "a%3Ab%2Cc%25");
    }
}
