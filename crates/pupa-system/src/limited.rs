//! Reading with a limit: files may be larger than memory, and pipes and devices may never end.

use std::io::{self, Read};

/// Reads to the end, which must come within `limit` bytes. `expected` is the probable number of
/// bytes.
///
/// # Errors
/// When reading fails, or there is more.
pub fn read_limited(input: impl Read, expected: u64, limit: u64) -> io::Result<Vec<u8>> {
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

/// The error for a file that is larger than `limit`.
pub(crate) fn too_large(limit: u64) -> io::Error {
    let message = format!("larger than the limit of {limit} bytes");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_input_is_refused() {
        let read = |limit| read_limited(&b"four"[..], 0, limit).map_err(|error| error.to_string());
        assert_eq!(read(4), Ok(b"four".to_vec()));
        assert_eq!(read(3), Err("larger than the limit of 3 bytes".to_owned()));
        assert!(read_limited(io::repeat(0), 0, 1000).is_err());
        // No room is made for what is too large anyway.
        assert!(read_limited(&b""[..], u64::MAX, 1000).is_err());
    }
}
