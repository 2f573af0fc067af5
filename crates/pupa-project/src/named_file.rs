//! Reads files that the user names, which may be pipes, and provides the messages for errors of
//! files.

use std::fs::File;
use std::io;
use std::path::Path;

use pupa_system::read_limited;

/// Reads a file that the user has named, which may be a pipe; `-` is standard input.
///
/// # Errors
/// When it can't be read, or is larger than `limit` bytes.
pub fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        return read_limited(io::stdin(), 0, limit);
    }
    let file = File::open(path)?;
    // The size of a directory does not count, since it can't be read as a file.
    let found = file.metadata().ok().filter(|found| found.is_file());
    read_limited(file, found.map_or(0, |found| found.len()), limit)
}

/// Reads a file like [`read_named`], as text.
///
/// # Errors
/// As for [`read_named`], and when the file is not UTF-8.
pub fn read_named_text(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = read_named(path, limit)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The message for a file that can't be read, with Ruby's text if Ruby reports the same error.
pub fn as_ruby_says(error: &io::Error) -> String {
    let text = without_number(error);
    match error.kind() {
        io::ErrorKind::IsADirectory => format!("{text} @ io_fread"),
        // Ruby does not report these: it would wait for a pipe, and read a file of any size.
        io::ErrorKind::Other | io::ErrorKind::FileTooLarge => text,
        _ => format!("{text} @ rb_sysopen"),
    }
}

/// Returns the message of the system without the error number: `Permission denied`.
pub fn without_number(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_refused_as_such() {
        let error = read_named(&std::env::temp_dir(), 1).unwrap_err();
        assert_eq!(as_ruby_says(&error), "Is a directory @ io_fread");
    }
}
