//! Files that lie in environments and modules. Only regular files are read there: what is read from
//! a pipe or a device may never end, and the user did not ask for it by name.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use crate::limited;

/// The error for anything else.
pub const NOT_REGULAR: &str = "not a regular file";

/// The device that is always empty. Programs name it where a file may be missing.
const NOTHING: &str = "/dev/null";

/// The limit for configuration files if the user has not set a limit for files.
pub const LARGEST_CONFIGURATION: u64 = 64 << 20;

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
    Ok((File::open(path)?, limited::size_of(&found)))
}

/// Whether reading may never end.
pub fn is_endless(found: &Metadata) -> bool {
    !found.is_file() && !found.is_dir()
}

/// Returns the content of a file of at most `limit` bytes.
///
/// # Errors
/// As [`open`], and when it is larger.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (file, size) = open(path)?;
    limited::read(file, size, limit)
}

/// Returns the text of a file of at most `limit` bytes.
///
/// # Errors
/// As [`read`], and when it is not text.
pub fn read_to_string(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_files_are_not_read() {
        let path = std::env::temp_dir().join(format!("pupa-regular-file-{}", std::process::id()));
        fs::write(&path, "four").unwrap();
        assert_eq!(read_to_string(&path, 4).unwrap(), "four");
        let refused = |limit| read_to_string(&path, limit).unwrap_err().to_string();
        assert_eq!(refused(3), "larger than the limit of 3 bytes");
        // It takes no room on the disk, and must take none in memory.
        File::create(&path).unwrap().set_len(1 << 42).unwrap();
        let told = refused(LARGEST_CONFIGURATION);
        fs::remove_file(&path).unwrap();
        assert_eq!(told, "larger than the limit of 67108864 bytes");
    }
}
