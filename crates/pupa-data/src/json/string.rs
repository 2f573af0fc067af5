//! JSON strings: finds their ends and resolves their escapes.

use std::borrow::Cow;

use super::mistake::{JsonSyntaxError, LONE_SURROGATE};
use super::{JsonError, Line};

/// The offset of the closing quote of a string whose text begins at `start`.
pub(super) fn end(bytes: &[u8], start: usize) -> Result<usize, JsonSyntaxError> {
    let mut at = start;
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at),
            Some(b'\\') => at = escape_end(bytes, at)?,
            Some(0..=0x1F) => {
                let text = "line breaks, tabs and other control characters must be escaped";
                return Err(JsonSyntaxError::at(at, text));
            }
            Some(_) => at += 1,
            None => {
                let mistake = JsonSyntaxError::at(start - 1, "this string is not closed");
                return Err(JsonSyntaxError { unexpected: at, ..mistake });
            }
        }
    }
}

/// The end of an escape whose backslash is at `at`.
fn escape_end(bytes: &[u8], at: usize) -> Result<usize, JsonSyntaxError> {
    match bytes.get(at + 1) {
        Some(b'u') => {
            let digits = bytes.get(at + 2..at + 6).unwrap_or_default();
            if digits.len() == 4 && digits.iter().all(u8::is_ascii_hexdigit) {
                Ok(at + 6)
            } else {
                let mistake =
                    JsonSyntaxError::at(at, "expected four hexadecimal digits after `\\u`");
                Err(JsonSyntaxError { unexpected: at + 2, ..mistake })
            }
        }
        None | Some(0..=0x1F) => Err(JsonSyntaxError {
            unexpected: at + 1,
            ..JsonSyntaxError::at(at, "unfinished escape")
        }),
        Some(_) => Ok(at + 2),
    }
}

/// The text between two quotes with its escapes resolved.
///
/// An unpaired surrogate becomes `U+FFFD`: Ruby has strings that are not valid Unicode, Puppet does
/// not.
pub(super) fn unescape(text: &str, start: usize, end: usize) -> Result<Cow<'_, str>, JsonError> {
    let written = text.get(start..end).unwrap_or_default();
    if !written.contains('\\') {
        return Ok(Cow::Borrowed(written));
    }
    let bytes = written.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    // The start of the text that is not copied yet, and the current offset.
    let (mut from, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if byte != b'\\' {
            at += 1;
            continue;
        }
        result.extend_from_slice(bytes.get(from..at).unwrap_or_default());
        let escaped = bytes.get(at + 1).copied().unwrap_or_default();
        at += 2;
        match escaped {
            b'n' => result.push(b'\n'),
            b'r' => result.push(b'\r'),
            b't' => result.push(b'\t'),
            b'b' => result.push(0x08),
            b'f' => result.push(0x0C),
            b'"' | b'\\' => result.push(escaped),
            b'u' => {
                let Some((character, length)) = character(bytes, at) else {
                    let words = "incomplete surrogate pair";
                    let error = JsonError::at(Line::SurrogatePair, text, words, start + from);
                    let mistake = Some(JsonSyntaxError::at(start + at - 2, LONE_SURROGATE));
                    return Err(JsonError { mistake, ..error });
                };
                result.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                at += length;
            }
            // Compat: any other escaped character is the character itself. Pinned by `escapes`.
            _ => {
                from = at - 1;
                continue;
            }
        }
        from = at;
    }
    result.extend_from_slice(bytes.get(from..).unwrap_or_default());
    Ok(Cow::Owned(match String::from_utf8(result) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }))
}

/// Decodes a `\u` escape whose digits begin at `at`. Also returns the number of bytes that the
/// digits and the second surrogate take. `None` if the text ends before the second surrogate.
fn character(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let unit = unit(bytes, at);
    if unit & 0xFC00 != 0xD800 {
        return Some((char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 4));
    }
    let other = bytes.get(at + 4..at + 10)?;
    if !other.starts_with(b"\\u") {
        // Compat: an unpaired surrogate becomes a question mark, and the byte after it is lost.
        // Pinned by `escapes`.
        return Some(('?', 5));
    }
    // Compat: any `\u` escape that follows is taken for the second surrogate. Pinned by `escapes`.
    let low = self::unit(bytes, at + 6) & 0x3FF;
    let code = 0x10000 + ((unit & 0x3FF) << 10 | low);
    Some((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 10))
}

/// The value of four hexadecimal digits.
fn unit(bytes: &[u8], at: usize) -> u32 {
    let digits = bytes.get(at..at + 4).unwrap_or_default();
    digits
        .iter()
        .fold(0, |number, &digit| number << 4 | char::from(digit).to_digit(16).unwrap_or_default())
}
