//! The errors that prevent a manifest from having a value or a node from having a catalog.

use std::fmt;

use pupa_eval::is_verbatim;
use pupa_eval::log::Level;
use pupa_eval::program::ManifestError;
use pupa_syntax::diagnostic::Diagnostic;

use crate::issues;

/// The reason why a manifest has no value or a node has no catalog.
#[derive(Debug, Clone)]
pub enum CompileError {
    /// A file of the main manifest can't be read.
    Unreadable(Box<Diagnostic>),
    /// A file of the main manifest is not valid.
    Manifest(Box<ManifestError>),
    /// The evaluation failed.
    Evaluation(Box<Diagnostic>),
    /// Resources depend on each other in a circle.
    Cycles {
        /// The error that agents report.
        error: Box<Diagnostic>,
        /// A drawing of the circles.
        drawing: String,
    },
    /// The facts or the classification of the node cannot be read.
    Node(Box<Diagnostic>),
    /// The cause lies outside of the manifests, such as a failing `config_version` command.
    Other(Box<Diagnostic>),
}

impl CompileError {
    /// The error for resources that depend on each other in a circle, with the message of agents.
    pub fn cycles(message: impl Into<String>, drawing: String) -> CompileError {
        let error = Box::new(issues::DEPENDENCY_CYCLE.diagnostic(message));
        CompileError::Cycles { error, drawing }
    }

    /// The error about the facts or the classification of a node.
    pub fn node(message: impl Into<String>) -> CompileError {
        CompileError::Node(Box::new(issues::UNUSABLE_NODE.diagnostic(message)))
    }

    /// The error about something outside of the manifests.
    pub fn other(message: impl Into<String>) -> CompileError {
        CompileError::Other(Box::new(issues::COMPILATION_ERROR.diagnostic(message)))
    }

    /// The diagnostics of the error, in order; several only for an invalid manifest.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            CompileError::Manifest(error) => &error.diagnostics,
            CompileError::Unreadable(error)
            | CompileError::Evaluation(error)
            | CompileError::Cycles { error, .. }
            | CompileError::Node(error)
            | CompileError::Other(error) => std::slice::from_ref(error),
        }
    }

    /// Returns the reference's messages for a node without a catalog: the logged ones first,
    /// and the error at the end.
    pub fn messages(&self, node: &str, environment: &str) -> Vec<(Level, String)> {
        let (mut messages, error) = match self {
            CompileError::Node(error) => {
                let message = format!("Failed when searching for node {node}: {}", error.message);
                return vec![(Level::Err, message)];
            }
            CompileError::Manifest(error) => {
                let logged = error.logged().map(|(level, found)| (level, found.to_string()));
                (logged.collect(), error.final_message(environment))
            }
            CompileError::Unreadable(error) => {
                (Vec::new(), format!("Could not parse for environment {environment}: {error}"))
            }
            CompileError::Evaluation(error) if is_verbatim(error) => {
                return vec![(Level::Err, error.message.clone())];
            }
            CompileError::Evaluation(error)
            | CompileError::Cycles { error, .. }
            | CompileError::Other(error) => (Vec::new(), error.to_string()),
        };
        messages.push((Level::Err, format!("{error} on node {node}")));
        messages
    }
}

impl From<ManifestError> for CompileError {
    fn from(error: ManifestError) -> CompileError {
        CompileError::Manifest(Box::new(error))
    }
}

impl From<Diagnostic> for CompileError {
    fn from(error: Diagnostic) -> CompileError {
        CompileError::Evaluation(Box::new(error))
    }
}

/// The message, with its location.
impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A file that can't be read has no line to show, even if parts of its text are known.
            CompileError::Unreadable(error) => {
                let file = error.file().unwrap_or_default();
                write!(f, "{} (file: {file})", error.message)
            }
            CompileError::Manifest(error) => error.fmt(f),
            CompileError::Evaluation(error)
            | CompileError::Cycles { error, .. }
            | CompileError::Node(error)
            | CompileError::Other(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CompileError {}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pupa_eval::Settings;
    use pupa_eval::program::Program;
    use pupa_syntax::source::Source;

    use super::*;

    fn messages(name: &str, text: &str) -> Vec<String> {
        let source = Arc::new(Source::new(name, text));
        let error = CompileError::from(Program::read(source, &Settings::default()).unwrap_err());
        error.messages("n", "prod").into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn a_byte_order_mark_has_no_place() {
        assert_eq!(
            messages("a.pp", "\u{feff}$x = 1"),
            [
                "Could not parse for environment prod: Illegal UTF-8 Byte Order mark at beginning of \
              input: [EF BB BF] - remove these from the puppet source on node n"
            ]
        );
    }

    #[test]
    fn the_last_message_is_the_error() {
        assert_eq!(
            messages("a.pp", "$x = ]"),
            ["Could not parse for environment prod: Syntax error at ']' (file: a.pp, line: 1, \
              column: 6) on node n"]
        );
        let several = messages("", "$a::b = 1\n$c::d = 1");
        assert_eq!(several.len(), 3);
        assert!(several[0].ends_with("other namespaces (line: 1, column: 1)"), "{several:?}");
        assert_eq!(
            several[2],
            "Could not parse for environment prod: Language validation logged 2 errors. Giving up \
             on node n"
        );
    }
}
