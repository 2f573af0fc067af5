//! Kinds of diagnostics about files as such; those about their text come from `pupa_syntax`.

use pupa_syntax::diagnostic::{Diagnostic, Issue, Severity};
use pupa_syntax::source::Span;

use crate::ruby_support::RUBY_UNSUPPORTED_USE;

/// All kinds of this crate.
pub static ISSUES: &[&Issue] = &[
    &FILE_NOT_FOUND,
    &FILE_UNREADABLE,
    &FILE_TOO_LARGE,
    &BINARY_FILE,
    &INVALID_UTF8,
    &RUBY_UNSUPPORTED_USE,
];

/// A diagnostic about a whole file.
pub fn about_file(issue: &'static Issue, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(issue, Span::at(0), message).without_position()
}

/// A path that does not exist.
pub static FILE_NOT_FOUND: Issue = Issue {
    code: "file-not-found",
    severity: Severity::Error,
    explanation: "A path given on the command line does not exist. The other paths are still\n\
        checked.",
};

/// A path that can't be read.
pub static FILE_UNREADABLE: Issue = Issue {
    code: "file-unreadable",
    severity: Severity::Error,
    explanation: "A file or directory exists and can't be read, for example because its\n\
        permissions forbid it. The others are still checked.",
};

/// A file above the limit.
pub static FILE_TOO_LARGE: Issue = Issue {
    code: "file-too-large",
    severity: Severity::Error,
    explanation: "A file is larger than the limit set with `--max-file-size` or\n\
        `max_file_size` in pupa.toml. No file may have 2 GiB or more.",
};

/// A file that is not text.
pub static BINARY_FILE: Issue = Issue {
    code: "binary-file",
    severity: Severity::Error,
    explanation: "A file holds NUL bytes, so it is no text that Puppet could read. Text saved as\n\
        UTF-16 looks so too: save it as UTF-8.",
};

/// A file in another encoding.
pub static INVALID_UTF8: Issue = Issue {
    code: "invalid-utf8",
    severity: Severity::Error,
    explanation: "Puppet code is UTF-8. This file has bytes that are not; it was probably saved\n\
        in another encoding such as ISO 8859-1. Convert it, for example with\n\
        `iconv -f latin1 -t utf8`.",
};
