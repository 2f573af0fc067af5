//! `Binary`: a sequence of bytes, written in base64.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use super::scalar_error::ScalarError;

/// The number of bytes in a line of relaxed base64, which has 60 characters.
const LINE_BYTES: usize = 45;

/// A sequence of bytes.
///
/// Its string form is strict base64:
///
/// ```
/// # use pupa_value::value::binary::Binary;
/// assert_eq!(Binary::new(b"abc".to_vec()).to_string(), "YWJj");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Binary {
    bytes: Vec<u8>,
}

impl Binary {
    /// Creates a binary of these bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into() }
    }

    /// Decodes base64 leniently (format `%b`): other characters are ignored, and padding is
    /// optional.
    pub fn from_base64(text: &str) -> Self {
        Self::new(decode_leniently(text.as_bytes()))
    }

    /// Decodes base64 strictly (format `%B`): only the alphabet, correct padding, no line breaks.
    ///
    /// # Errors
    ///
    /// `invalid base64`
    pub fn from_base64_strict(text: &str) -> Result<Self, ScalarError> {
        decode_strictly(text.as_bytes()).map(Self::new).ok_or_else(invalid)
    }

    /// Decodes base64 with `-` and `_` in place of `+` and `/` (format `%u`). Both alphabets are
    /// accepted, and the padding may be omitted entirely.
    ///
    /// # Errors
    ///
    /// `invalid base64`
    pub fn from_base64_urlsafe(text: &str) -> Result<Self, ScalarError> {
        let mut translated: String = text
            .chars()
            .map(|c| match c {
                '-' => '+',
                '_' => '/',
                c => c,
            })
            .collect();
        let length = text.chars().count();
        if !text.ends_with('=') {
            let missing = length.next_multiple_of(4) - length;
            translated.extend(std::iter::repeat_n('=', missing));
        }
        Self::from_base64_strict(&translated)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes followed by those of `other`: the operator `+`.
    #[must_use]
    pub fn concat(&self, other: &Self) -> Self {
        Self::new([self.bytes.as_slice(), other.bytes.as_slice()].concat())
    }

    /// Base64 in lines of 60 characters, each followed by a newline.
    pub fn to_base64_relaxed(&self) -> String {
        let mut text = String::with_capacity(self.bytes.len().div_ceil(LINE_BYTES) * 61);
        for line in self.bytes.chunks(LINE_BYTES) {
            STANDARD.encode_string(line, &mut text);
            text.push('\n');
        }
        text
    }

    /// Padded base64 with `-` and `_` in place of `+` and `/`.
    pub fn to_base64_urlsafe(&self) -> String {
        URL_SAFE.encode(&self.bytes)
    }
}

/// Strict base64.
impl fmt::Display for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode(&self.bytes))
    }
}

fn invalid() -> ScalarError {
    ScalarError::argument("invalid base64")
}

/// The six bits of a base64 character.
fn sextet(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

/// Appends the bytes of one to four sextets; incomplete bytes are dropped.
fn push_group(bytes: &mut Vec<u8>, group: &[u32]) {
    let bits = group.iter().fold(0, |bits, sextet| (bits << 6) | sextet) << (6 * (4 - group.len()));
    let [_, first, second, third] = bits.to_be_bytes();
    let whole = (group.len() * 6) / 8;
    bytes.extend_from_slice(&[first, second, third][..whole]);
}

// Compat: padding ends the data only after at least two characters of a group; earlier padding is
// ignored like any other foreign character. Pinned by `quirk-early-padding-of-base64`.
fn decode_leniently(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut group = Vec::with_capacity(4);
    for &byte in text {
        match sextet(byte) {
            Some(value) => group.push(value),
            None if byte == b'=' && group.len() >= 2 => break,
            None => {}
        }
        if group.len() == 4 {
            push_group(&mut bytes, &group);
            group.clear();
        }
    }
    push_group(&mut bytes, &group);
    bytes
}

fn decode_strictly(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let unpadded = match text {
        [rest @ .., b'=', b'='] | [rest @ .., b'='] => rest,
        whole => whole,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in unpadded.chunks(4) {
        let group = chunk.iter().map(|&byte| sextet(byte)).collect::<Option<Vec<_>>>()?;
        let last = *group.last()?;
        let leftover = match group.len() {
            2 => last & 0b1111,
            3 => last & 0b11,
            _ => 0,
        };
        if leftover != 0 {
            return None;
        }
        push_group(&mut bytes, &group);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lenient_decoding_ignores_other_characters() {
        assert_eq!(Binary::from_base64("Y W\nJ-j").bytes(), b"abc");
        assert_eq!(Binary::from_base64("YW=Jj").bytes(), b"a");
        assert_eq!(Binary::from_base64("=YQ").bytes(), b"a");
        assert!(Binary::from_base64("Y").is_empty());
    }

    #[test]
    fn strict_decoding_is_strict() {
        assert_eq!(Binary::from_base64_strict("YQ==").unwrap().bytes(), b"a");
        for bad in ["YQ", "YQ=", "YR==", "YWJj\n", "====", "Y===", "YQ==YQ==", "é"] {
            assert!(Binary::from_base64_strict(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn urlsafe_decoding_takes_both_alphabets_and_no_padding() {
        assert_eq!(Binary::from_base64_urlsafe("_-8").unwrap().bytes(), [0xff, 0xef]);
        assert_eq!(Binary::from_base64_urlsafe("/+8=").unwrap().bytes(), [0xff, 0xef]);
        assert!(Binary::from_base64_urlsafe("_").is_err());
    }

    #[test]
    fn relaxed_text_has_lines_of_sixty() {
        let text = Binary::new(vec![0; 46]).to_base64_relaxed();
        assert_eq!(text, format!("{}\nAA==\n", "A".repeat(60)));
        assert_eq!(Binary::new(Vec::new()).to_base64_relaxed(), "");
    }
}
