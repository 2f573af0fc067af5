//! Files that users name, which may be pipes, and the words for errors of files.

use std::fs::File;
use std::io;
use std::path::Path;

use pupa_system::read_limited;

/// Reads a file that a user named, which may be a pipe; `-` is standard input.
///
/// # Errors
/// When it can't be read, or is larger than `limit` bytes.
pub fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        return read_limited(io::stdin(), 0, limit);
    }
    let file = File::open(path)?;
    // A directory has a size too, and no bytes.
    let found = file.metadata().ok().filter(|found| found.is_file());
    read_limited(file, found.map_or(0, |found| found.len()), limit)
}

/// Reads a text as [`read_named`] does.
///
/// # Errors
/// As there, and when it is not text.
pub fn read_named_text(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = read_named(path, limit)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Why a file can't be read, in Ruby's words where they are Ruby's.
pub fn as_ruby_says(error: &io::Error) -> String {
    let text = without_number(error);
    match error.kind() {
        io::ErrorKind::IsADirectory => format!("{text} @ io_fread"),
        // Ruby would wait, or run out of memory.
        io::ErrorKind::Other | io::ErrorKind::FileTooLarge => text,
        _ => format!("{text} @ rb_sysopen"),
    }
}

/// Returns the message of the system without the number of the error: `Permission denied`.
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
