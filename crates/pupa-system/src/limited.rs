//! Reads with a size limit: files may be larger than memory, and pipes and devices may never end.

use std::io::{self, Read};

/// Reads to the end of the input, at most `limit` bytes. `expected` is the probable size.
///
/// # Errors
/// When reading fails, or the input is larger.
pub fn read_limited(input: impl Read, expected: u64, limit: u64) -> io::Result<Vec<u8>> {
    if expected > limit {
        return Err(too_large(limit));
    }
    // With space for one byte more than expected, the first read gets everything and the second
    // sees the end.
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
        // An input that is too large must not be allocated.
        assert!(read_limited(&b""[..], u64::MAX, 1000).is_err());
    }
}
