//! Reading with a limit: files may be larger than memory, and pipes and devices may
//! never end.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Reads to the end, which must come within `limit` bytes. That there are `expected` bytes only
/// says how much room to make.
///
/// # Errors
/// When reading fails, or there is more.
pub fn read(input: impl Read, expected: u64, limit: u64) -> io::Result<Vec<u8>> {
    if expected > limit {
        return Err(too_large(limit));
    }
    // With room for one byte more than there is, one read gets it all and one sees its end.
    let mut bytes = Vec::with_capacity(expected as usize + 1);
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

/// Reads a file that a user named, which may be a pipe; `-` is standard input.
///
/// # Errors
/// When it can't be read, or is larger than `limit` bytes.
pub fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        return read(io::stdin(), 0, limit);
    }
    let file = File::open(path)?;
    let size = file.metadata().map_or(0, |found| size_of(&found));
    read(file, size, limit)
}

/// Returns the number of bytes to read, where it is known. A directory has a size too, and no
/// bytes.
pub(crate) fn size_of(found: &Metadata) -> u64 {
    if found.is_file() { found.len() } else { 0 }
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

fn too_large(limit: u64) -> io::Error {
    let message = format!("larger than the limit of {limit} bytes");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_is_refused() {
        let told = |limit| read(&b"four"[..], 0, limit).map_err(|error| error.to_string());
        assert_eq!(told(4), Ok(b"four".to_vec()));
        assert_eq!(told(3), Err("larger than the limit of 3 bytes".to_owned()));
        assert!(read(io::repeat(0), 0, 1000).is_err());
        // No room is made for what is too large anyway.
        assert!(read(&b""[..], u64::MAX, 1000).is_err());
    }

    #[test]
    fn a_directory_is_refused_as_such() {
        let error = read_named(&std::env::temp_dir(), 1).unwrap_err();
        assert_eq!(as_ruby_says(&error), "Is a directory @ io_fread");
    }
}
