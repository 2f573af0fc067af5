//! What the import has to say about a model.

use std::fmt;

/// Something in a model that has no counterpart, or not the same one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportWarning {
    /// The file it is in.
    pub file: String,
    /// The line it begins on, from 1.
    pub line: u32,
    /// The element, by the names around it: `puppet/Team/members`.
    pub path: String,
    /// What becomes of it.
    pub message: String,
}

/// Why a file is no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong.
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

/// Collects warnings.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) files: Vec<String>,
    pub(super) warnings: Vec<ImportWarning>,
}

impl Notes {
    /// Says something about an element of a file.
    pub(super) fn warn(&mut self, file: usize, line: u32, path: &str, message: String) {
        let file = self.files.get(file).cloned().unwrap_or_default();
        self.warnings.push(ImportWarning { file, line, path: path.to_owned(), message });
    }
}
