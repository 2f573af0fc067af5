//! Reads files as source texts, or returns a diagnostic that says why a file can't be read.

use std::io;
use std::path::Path;
use std::sync::Arc;

use pupa_eval::host::HostError;
use pupa_syntax::Dialect;
use pupa_syntax::diagnostic::{Diagnostic, Issue, Location};
use pupa_syntax::source::{Source, Span};
use pupa_system::{Kind, NOT_REGULAR, System};

use crate::issues;
use crate::named_file;

/// The expected content of a code file, as messages call it.
const CODE: &str = "Puppet code";

/// The result of reading a file.
pub enum Loaded {
    /// The text of the file.
    Text(Source),
    /// The reason for the missing text.
    Unreadable(Box<Diagnostic>),
}

/// Reads a file of Puppet code that the user has named; `-` is standard input. It may be a pipe.
/// Messages call the file `name`.
pub fn read_file(path: &Path, name: &str, limit: u64) -> Loaded {
    load(name, named_file::read_named(path, limit), CODE)
}

/// Reads a file of Puppet code of an environment or a module. Unlike with [`read_file`], a pipe is
/// an error.
pub fn read_own_file(system: &dyn System, path: &Path, name: &str, limit: u64) -> Loaded {
    read(system, path, name, limit, CODE)
}

/// Reads a data file, which messages call `name`. A pipe or device is reported as `not_regular`.
pub fn read_data_file(
    system: &dyn System,
    path: &Path,
    name: &str,
    limit: u64,
    not_regular: &'static Issue,
) -> Loaded {
    match system.stat(path) {
        Ok(found) if found.kind == Kind::Other => {
            unreadable(name, not_regular.diagnostic(NOT_REGULAR))
        }
        _ => read(system, path, name, limit, "data"),
    }
}

fn read(system: &dyn System, path: &Path, name: &str, limit: u64, content: &str) -> Loaded {
    load(name, system.read(path, limit).map(|contents| contents.bytes), content)
}

/// Reads standard input.
pub fn read_stdin(name: &str, limit: u64) -> Loaded {
    read_file(Path::new("-"), name, limit)
}

/// Returns the dialect of a file by its extension.
pub fn dialect_of(name: &Path) -> Dialect {
    if name.extension().is_some_and(|extension| extension == "epp") {
        Dialect::Template
    } else {
        Dialect::Manifest
    }
}

/// Reads a file of any content for running code, such as a call of `file()`. Errors have the texts
/// of the reference implementation.
pub(crate) fn read_bytes(
    system: &dyn System,
    path: &str,
    limit: u64,
) -> Result<Vec<u8>, HostError> {
    let read = system.read(Path::new(path), limit);
    read.map(|contents| contents.bytes).map_err(|error| refused(path, &error))
}

/// Reads a file of any content that the user has named, with the same errors as [`read_bytes`]; it
/// may be a pipe.
///
/// # Errors
/// When it can't be read, or is larger than `limit` bytes.
pub fn read_named_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, HostError> {
    let display = path.to_string_lossy();
    named_file::read_named(path, limit).map_err(|error| refused(&display, &error))
}

/// The error of a file that can't be read, with the text of the reference implementation.
fn refused(path: &str, error: &io::Error) -> HostError {
    HostError(format!("{} - {path}", named_file::as_ruby_says(error)))
}

/// Converts the result of a read to source text; `content` names the expected content.
fn load(name: &str, read: io::Result<Vec<u8>>, content: &str) -> Loaded {
    match read {
        Ok(bytes) => decode(name, bytes, content),
        Err(error) => unreadable(name, reading_error(&error)),
    }
}

fn unreadable(name: &str, diagnostic: Diagnostic) -> Loaded {
    Loaded::Unreadable(Box::new(diagnostic.located(Location::of_line(name, None))))
}

/// A diagnostic without a location for a file or directory that can't be read.
pub fn reading_error(error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::NotFound => issues::FILE_NOT_FOUND.diagnostic("no such file or directory"),
        io::ErrorKind::FileTooLarge => issues::FILE_TOO_LARGE.diagnostic(error.to_string()),
        _ => {
            let message = format!("cannot be read: {}", named_file::without_number(error));
            issues::FILE_UNREADABLE.diagnostic(message)
        }
    }
}

/// Decodes Puppet code; messages call its file `name`.
pub fn as_code(name: &str, bytes: Vec<u8>) -> Loaded {
    decode(name, bytes, CODE)
}

fn decode(name: &str, bytes: Vec<u8>, content: &str) -> Loaded {
    if bytes.contains(&0) {
        return binary(name, &bytes, content);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Loaded::Text(Source::new(name, text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let byte = bytes.get(at).copied().unwrap_or_default();
            // The text before the first bad byte is the same in both, so the offset of the bad byte
            // is valid in the repaired text too. There it is a replacement character, which has
            // three bytes.
            let source = Arc::new(Source::new(name, String::from_utf8_lossy(&bytes)));
            let span = Span::new(at as u32, at as u32 + 3);
            let diagnostic = issues::INVALID_UTF8
                .diagnostic("invalid byte sequence in UTF-8")
                .at(&source, span)
                .note(format!("the byte 0x{byte:02X} at offset {at} begins no character"))
                .help("save the file as UTF-8");
            Loaded::Unreadable(Box::new(diagnostic))
        }
    }
}

fn binary(name: &str, bytes: &[u8], content: &str) -> Loaded {
    let diagnostic = if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        issues::BINARY_FILE
            .diagnostic("the file is UTF-16 text, not UTF-8")
            .help("save the file as UTF-8")
    } else {
        let at = bytes.iter().position(|&byte| byte == 0).unwrap_or_default();
        issues::BINARY_FILE
            .diagnostic(format!("the file is binary, not {content}"))
            .note(format!("there is a NUL byte at offset {at}"))
    };
    unreadable(name, diagnostic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_system::read_limited;

    fn loaded(bytes: &[u8]) -> String {
        match load("x.pp", read_limited(bytes, 0, 64), CODE) {
            Loaded::Text(source) => format!("text {}", source.text()),
            Loaded::Unreadable(diagnostic) => {
                let position = diagnostic.location.as_ref().expect("it has a place").start();
                format!(
                    "{} {}:{} {}",
                    diagnostic.issue.code, position.line, position.column, diagnostic.message
                )
            }
        }
    }

    #[test]
    fn bytes_become_text_or_a_diagnostic() {
        assert_eq!(loaded(b"$a = 1"), "text $a = 1");
        assert_eq!(loaded(b"\n\xC3\xA4 \xE4"), "invalid-utf8 2:3 invalid byte sequence in UTF-8");
        assert_eq!(loaded(b"a\0b"), "binary-file 1:1 the file is binary, not Puppet code");
        assert_eq!(loaded(b"\xFF\xFEa\0"), "binary-file 1:1 the file is UTF-16 text, not UTF-8");
        assert_eq!(loaded(&[b' '; 65]), "file-too-large 1:1 larger than the limit of 64 bytes");
    }
}
