//! Warnings and errors of the import.

use std::fmt;

/// A warning about an element without an exact counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportWarning {
    /// The file it is in.
    pub file: String,
    /// The line of the element, from 1.
    pub line: u32,
    /// The path of the element: `puppet/Team/members`.
    pub path: String,
    /// The loss or the change.
    pub message: String,
}

/// The error for a file that is not a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The error message.
    pub message: String,
}

impl fmt::Display for ImportWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImportWarning { file, line, path, message } = self;
        write!(f, "{path}: {message} (file: {file}, line: {line})")
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImportError { file, line, message } = self;
        write!(f, "{message} (file: {file}, line: {line})")
    }
}

impl std::error::Error for ImportError {}

/// A collector of warnings.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    pub(super) files: Vec<String>,
    pub(super) warnings: Vec<ImportWarning>,
}

impl Warnings {
    /// Adds a warning about an element of a file.
    pub(super) fn warn(&mut self, file: usize, line: u32, path: &str, message: String) {
        let file = self.files.get(file).cloned().unwrap_or_default();
        self.warnings.push(ImportWarning { file, line, path: path.to_owned(), message });
    }
}
