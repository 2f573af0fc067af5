//! The reason why a lookup has no value, for text and JSON output.

use pupa_eval::is_lookup_error;
use pupa_hiera::error_origin::ErrorOrigin;
use pupa_project::compile_error::CompileError;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_value::value::Hash;

/// The reason why a lookup has no value.
#[derive(Debug, Default)]
pub(super) struct ErrorOutput {
    /// The error.
    pub(super) message: String,
    /// The file of the error.
    file: Option<String>,
    /// The line in that file.
    line: Option<u32>,
    /// The help text, or the location in data of the cause.
    help: Option<String>,
}

impl ErrorOutput {
    /// An error without a location.
    pub(super) fn new(message: impl Into<String>) -> ErrorOutput {
        ErrorOutput { message: message.into(), ..ErrorOutput::default() }
    }

    /// The error of a failed lookup.
    pub(super) fn of_lookup(error: &Diagnostic, origin: Option<ErrorOrigin>) -> ErrorOutput {
        let output = ErrorOutput::of_diagnostic(error);
        match origin {
            Some(origin) if output.is_without_line_in(&origin.file) => ErrorOutput {
                file: Some(origin.file.to_string()),
                line: origin.place.map(|place| place.line),
                ..output
            },
            _ => output,
        }
    }

    /// The error of a diagnostic. The message of a lookup error contains its location in data; in
    /// other errors the location is separate.
    fn of_diagnostic(error: &Diagnostic) -> ErrorOutput {
        let message = match is_lookup_error(error) {
            true => error.to_string(),
            false => error.full_message(),
        };
        ErrorOutput {
            message,
            file: error.file().map(str::to_owned),
            line: error.line(),
            help: error.help.clone(),
        }
    }

    /// Whether it has no location, or only a file, which is this one.
    fn is_without_line_in(&self, file: &str) -> bool {
        self.file.as_deref().is_none_or(|own| own == file && self.line.is_none())
    }

    /// The error for a lookup that did not take place.
    pub(super) fn of_error(error: &CompileError) -> ErrorOutput {
        let output = ErrorOutput::new(error.to_string());
        let Some(first) = error.diagnostics().first() else { return output };
        let line = match error {
            CompileError::Manifest(_) => {
                first.location.as_ref().map(|location| location.start().line)
            }
            CompileError::Unreadable(_) => None,
            CompileError::Evaluation(_)
            | CompileError::Cycles { .. }
            | CompileError::Node(_)
            | CompileError::Other(_) => first.line(),
        };
        let help = match error {
            CompileError::Manifest(_) | CompileError::Evaluation(_) => first.help.clone(),
            CompileError::Unreadable(_)
            | CompileError::Cycles { .. }
            | CompileError::Node(_)
            | CompileError::Other(_) => None,
        };
        ErrorOutput { file: first.file().map(str::to_owned), line, help, ..output }
    }

    /// Sets the help text, if there is one.
    pub(super) fn help(self, help: Option<String>) -> ErrorOutput {
        ErrorOutput { help, ..self }
    }

    /// Adds its fields to a JSON object.
    pub(super) fn tell(&self, object: &mut Hash) {
        object.insert("error", self.message.as_str());
        if let Some(file) = &self.file {
            object.insert("file", file.as_str());
        }
        if let Some(line) = self.line {
            object.insert("line", i64::from(line));
        }
        if let Some(help) = &self.help {
            object.insert("help", help.as_str());
        }
    }

    /// The lines for people.
    pub(super) fn lines(&self) -> String {
        let help = self.help.iter().map(|help| format!("  help: {help}\n"));
        format!("Error: {}\n{}", self.message, help.collect::<String>())
    }
}
