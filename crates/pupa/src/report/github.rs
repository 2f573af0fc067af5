//! Workflow commands: GitHub shows them as annotations of a pull request.

use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;

use super::{Reporter, range};

/// `::error file=…::message`
pub(super) struct Github;

impl Reporter for Github {
    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic) -> String {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning | Severity::Deprecation => "warning",
            Severity::Note => "notice",
        };
        let (start, end) = range(source, diagnostic);
        // GitHub rejects columns of a stretch of several lines.
        let place = if start.line == end.line {
            let (line, column, end_column) = (start.line, start.column, end.column);
            format!("line={line},col={column},endLine={line},endColumn={end_column}")
        } else {
            format!("line={},endLine={}", start.line, end.line)
        };
        let mut message = diagnostic.message.clone();
        if let Some(help) = &diagnostic.help {
            message.push_str("\nhelp: ");
            message.push_str(help);
        }
        format!(
            "::{command} file={},{place},title={}::{}\n",
            escape_property(source.name()),
            escape_property(diagnostic.issue.code),
            escape_data(&message),
        )
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
    fn escapes_what_would_end_a_part() {
        assert_eq!(escape_data("50% a:b,\r\nc"), "50%25 a:b,%0D%0Ac");
        assert_eq!(escape_property("a:b,c%"), "a%3Ab%2Cc%25");
    }
}
