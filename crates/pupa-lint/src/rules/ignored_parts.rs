//! Reports well-formed parts of data files that lookups ignore.

use std::sync::Arc;

use pupa_data::Place;
use pupa_hiera::files::Format;
use pupa_syntax::diagnostic::{Diagnostic, Issue, Severity};
use pupa_syntax::source::Source;

use crate::data_text::DataText;
use crate::issues::MALFORMED_DATA;
use crate::place::diagnostic_at;

/// Returns the findings about ignored parts of a file.
pub(crate) fn ignored_parts(text: &DataText, format: Format) -> Vec<Diagnostic> {
    let content = text.source.text();
    let document = if format == Format::Yaml { second_document(content) } else { None };
    let document = document.map(|line| {
        let message = "a second document begins here; only the first one of a file is read";
        warning(&MALFORMED_DATA, &text.source, line, message)
    });
    byte_order_mark(&MALFORMED_DATA, &text.source).into_iter().chain(document).collect()
}

/// The finding about a byte order mark, which becomes part of the first key.
pub(crate) fn byte_order_mark(issue: &'static Issue, source: &Arc<Source>) -> Option<Diagnostic> {
    let message = "the file begins with a byte order mark, by which keys may be lost";
    let help = "save it as UTF-8 without one".to_owned();
    let has_mark = source.text().starts_with('\u{feff}');
    has_mark.then(|| warning(issue, source, 1, message).help(help))
}

fn warning(issue: &'static Issue, source: &Arc<Source>, line: u32, message: &str) -> Diagnostic {
    let finding = diagnostic_at(issue, source, Some(Place { line, column: 1 }), message);
    finding.severity(Severity::Warning)
}

/// The line of the second document in a YAML text, unless the document is empty. In a block scalar,
/// a line that begins with the marker also starts a document.
fn second_document(text: &str) -> Option<u32> {
    let mut has_begun = false;
    let mut second = None;
    for (line, number) in text.lines().zip(1..) {
        let is_marker = |marker| {
            line.strip_prefix(marker)
                .is_some_and(|rest: &str| rest.chars().next().is_none_or(char::is_whitespace))
        };
        let is_start = is_marker("---");
        let content = if is_start { &line[3..] } else { line };
        let is_end = is_marker("...");
        if has_begun && (is_start || is_end) {
            second.get_or_insert(number);
        }
        let has_content = !is_end
            && !content.starts_with('%')
            && !content.trim_start().is_empty()
            && !content.trim_start().starts_with('#');
        if has_content && second.is_some() {
            return second;
        }
        has_begun |= is_start || has_content;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_document_is_read() {
        for (text, line) in [
            ("a: 1\n---\nb: 2\n", 2),
            ("---\na: 1\n--- {b: 2}\n", 3),
            ("---\n---\nb: 2\n", 2),
            ("a: 1\n...\n# more\nb: 2\n", 2),
            ("a: |\n  text\n---\nb: 2\n", 3),
        ] {
            assert_eq!(second_document(text), Some(line), "{text}");
        }
    }

    #[test]
    fn nothing_is_lost_of_one_document() {
        for text in [
            "a: 1\n",
            "# data\n---\na: 1\n",
            "%YAML 1.1\n---\na: 1\n",
            "--- # data\na: 1\n...\n",
            "a: 1\n---\n# nothing\n",
            "a: |\n  ---\n  text\nb: ---\n",
            "a: 1\n---b: 2\n",
        ] {
            assert_eq!(second_document(text), None, "{text}");
        }
    }
}
