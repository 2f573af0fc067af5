//! The exact messages of the reference for failed compilations.

use pupa_eval::failure::Named;
use pupa_eval::log::Level;
use pupa_eval::program::Rejected;
use pupa_syntax::diagnostic::{Diagnostic, Place};
use pupa_syntax::source::Source;

use super::Trouble;

impl Trouble {
    /// Returns the reference's messages for a node without a catalog: the logged ones first,
    /// and the error at the end.
    pub fn said(&self, node: &str, environment: &str) -> Vec<(Level, String)> {
        let (mut said, error) = match self {
            Trouble::NoNode(message) => {
                let message = format!("Failed when searching for node {node}: {message}");
                return vec![(Level::Err, message)];
            }
            Trouble::Rejected(rejected) => (logged(rejected), rejection(rejected, environment)),
            Trouble::Unreadable(source, diagnostic) => {
                let (message, place) = (&diagnostic.message, place(source, diagnostic));
                let text =
                    format!("Could not parse for environment {environment}: {message}{place}");
                (Vec::new(), text)
            }
            // Compat: an exception of Ruby itself is passed on as it is.
            Trouble::Failed(failure) if failure.named == Named::Bare => {
                return vec![(Level::Err, failure.message.clone())];
            }
            other => (Vec::new(), other.to_string()),
        };
        said.push((Level::Err, format!("{error} on node {node}")));
        said
    }
}

fn logged(rejected: &Rejected) -> Vec<(Level, String)> {
    let text = |found: &Diagnostic| format!("{}{}", found.message, place(&rejected.source, found));
    rejected.logged().map(|(level, found)| (level, text(found))).collect()
}

/// The error that ends it.
fn rejection(rejected: &Rejected, environment: &str) -> String {
    let name = rejected.source.name();
    let message = match rejected.single() {
        // As in the reference, which finds these when the text was parsed.
        Some(error) if error.issue.code == "entity-redefined" => return error.message.clone(),
        Some(error) if error.issue.code.contains("-redefined") => {
            let line = rejected.source.line_of(error.span.start);
            let file = if name.is_empty() { String::new() } else { format!("file: {name}, ") };
            return format!("{} ({file}line: {line})", error.message);
        }
        Some(error) if rejected.named().is_none() => error.message.clone(),
        Some(error) => format!("{}{}", error.message, place(&rejected.source, error)),
        None if name.is_empty() => rejected.message.clone(),
        None => format!("{} (file: {name})", rejected.message),
    };
    format!("Could not parse for environment {environment}: {message}")
}

/// ` (file: F, line: L, column: C)`, as far as the reference names it.
pub fn place(source: &Source, diagnostic: &Diagnostic) -> String {
    let mut parts = Vec::new();
    if !source.name().is_empty() {
        parts.push(format!("file: {}", source.name()));
    }
    if diagnostic.place == Place::Position {
        let position = source.position(diagnostic.span.start);
        parts.push(format!("line: {}, column: {}", position.line, position.column));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pupa_eval::Settings;
    use pupa_eval::program::Program;

    use super::*;

    fn said(name: &str, text: &str) -> Vec<String> {
        let source = Arc::new(Source::new(name, text));
        let trouble = Trouble::from(Program::read(source, &Settings::default()).unwrap_err());
        trouble.said("n", "prod").into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn a_byte_order_mark_has_no_place() {
        assert_eq!(
            said("a.pp", "\u{feff}$x = 1"),
            [
                "Could not parse for environment prod: Illegal UTF-8 Byte Order mark at beginning of \
              input: [EF BB BF] - remove these from the puppet source on node n"
            ]
        );
    }

    #[test]
    fn the_last_message_is_the_error() {
        assert_eq!(
            said("a.pp", "$x = ]"),
            ["Could not parse for environment prod: Syntax error at ']' (file: a.pp, line: 1, \
              column: 6) on node n"]
        );
        let several = said("", "$a::b = 1\n$c::d = 1");
        assert_eq!(several.len(), 3);
        assert!(several[0].ends_with("other namespaces (line: 1, column: 1)"), "{several:?}");
        assert_eq!(
            several[2],
            "Could not parse for environment prod: Language validation logged 2 errors. Giving up \
             on node n"
        );
    }
}
