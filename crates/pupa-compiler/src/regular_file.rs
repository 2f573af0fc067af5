//! Files that lie in environments and modules. Only regular files are read there: what is read from
//! a pipe or a device may never end, and nobody asked for it by name.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// What is said of anything else.
pub const NOT_REGULAR: &str = "not a regular file";

/// The device that is always empty. Programs name it where a file may be missing.
const NOTHING: &str = "/dev/null";

/// Opens a file, or what a link leads to, and says how large it is. A directory is opened too, and
/// can't be read.
///
/// # Errors
/// When there is none, when it may not be read, or when it is a pipe or a device.
pub fn open(path: &Path) -> io::Result<(File, u64)> {
    let found = fs::metadata(path)?;
    if is_endless(&found) && path != Path::new(NOTHING) {
        return Err(io::Error::other(NOT_REGULAR));
    }
    Ok((File::open(path)?, found.len()))
}

/// Whether reading may never end.
pub fn is_endless(found: &Metadata) -> bool {
    !found.is_file() && !found.is_dir()
}

/// The text of a file.
///
/// # Errors
/// As [`open`], and when it is no text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let (mut file, size) = open(path)?;
    let mut text = String::with_capacity(size as usize);
    file.read_to_string(&mut text)?;
    Ok(text)
}
