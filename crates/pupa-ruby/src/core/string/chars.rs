//! The characters of strings: their boundaries, lengths and codes, and parts of strings. Offsets
//! are in bytes, indexes in characters.

use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Machine};
use crate::value::{StrId, Value};

/// The encoding of characters as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Every byte is a character.
    Bytes,
    /// Valid UTF-8 with characters beyond ASCII.
    Utf8,
    /// UTF-8 with invalid bytes, each of which is a character.
    Broken,
    /// UTF-16; the flag is whether it is little-endian.
    Wide(bool),
}

/// The layout of a string.
#[inline]
pub(crate) fn layout(string: &RString) -> Layout {
    match string.encoding {
        Encoding::Utf8 if string.is_ascii() => Layout::Bytes,
        Encoding::Utf8 if string.utf8().is_some() => Layout::Utf8,
        Encoding::Utf8 => Layout::Broken,
        Encoding::Utf16Le => Layout::Wide(true),
        Encoding::Utf16Be => Layout::Wide(false),
        Encoding::Binary | Encoding::UsAscii | Encoding::Latin1 => Layout::Bytes,
    }
}

/// The length of the valid UTF-8 character at the front; `None` if there is none.
pub(crate) fn utf8_len(bytes: &[u8]) -> Option<usize> {
    let first = *bytes.first()?;
    let length = match first {
        0..=0x7f => return Some(1),
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    std::str::from_utf8(bytes.get(..length)?).ok().map(|_| length)
}

/// The UTF-16 unit at an offset.
fn unit(bytes: &[u8], at: usize, little: bool) -> Option<u16> {
    let pair = [*bytes.get(at)?, *bytes.get(at + 1)?];
    Some(if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
}

/// The length in bytes of the character at an offset before the end.
#[inline]
pub(crate) fn char_len(bytes: &[u8], layout: Layout, at: usize) -> usize {
    match layout {
        Layout::Bytes => 1,
        Layout::Utf8 => match bytes.get(at) {
            Some(0xf0..) => 4,
            Some(0xe0..) => 3,
            Some(0xc0..) => 2,
            _ => 1,
        },
        Layout::Broken => bytes.get(at..).and_then(utf8_len).unwrap_or(1),
        Layout::Wide(little) => {
            let is_pair = matches!(unit(bytes, at, little), Some(0xd800..=0xdbff))
                && matches!(unit(bytes, at + 2, little), Some(0xdc00..=0xdfff));
            if is_pair { 4 } else { 2.min(bytes.len().saturating_sub(at)).max(1) }
        }
    }
}

/// Whether the character at an offset is valid in its encoding.
pub(crate) fn is_valid_at(string: &RString, layout: Layout, at: usize) -> bool {
    let bytes = string.bytes();
    match layout {
        Layout::Utf8 => true,
        Layout::Bytes => {
            string.encoding != Encoding::UsAscii || bytes.get(at).is_none_or(u8::is_ascii)
        }
        Layout::Broken => bytes.get(at..).and_then(utf8_len).is_some(),
        Layout::Wide(little) => match unit(bytes, at, little) {
            Some(0xd800..=0xdbff) => char_len(bytes, layout, at) == 4,
            Some(0xdc00..=0xdfff) | None => false,
            _ => true,
        },
    }
}

/// The code of the character at an offset; `None` for an invalid one.
pub(crate) fn code_at(string: &RString, layout: Layout, at: usize) -> Option<u32> {
    let bytes = string.bytes();
    match layout {
        Layout::Bytes => {
            is_valid_at(string, layout, at).then(|| bytes.get(at).map(|byte| u32::from(*byte)))?
        }
        Layout::Utf8 | Layout::Broken => {
            let length = utf8_len(bytes.get(at..)?)?;
            let text = std::str::from_utf8(bytes.get(at..at + length)?).ok()?;
            text.chars().next().map(u32::from)
        }
        Layout::Wide(little) => {
            let high = unit(bytes, at, little)?;
            if !is_valid_at(string, layout, at) {
                return None;
            }
            if (0xd800..=0xdbff).contains(&high) {
                let low = unit(bytes, at + 2, little)?;
                return Some(
                    0x10000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(low) - 0xdc00),
                );
            }
            Some(u32::from(high))
        }
    }
}

/// The content as UTF-8; `None` if a character is invalid.
pub(crate) fn to_utf8(string: &RString) -> Option<String> {
    let (layout, bytes) = (layout(string), string.bytes());
    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        text.push(char::from_u32(code_at(string, layout, at)?)?);
        at += char_len(bytes, layout, at).max(1);
    }
    Some(text)
}

/// The number of characters.
pub(crate) fn count(string: &RString) -> usize {
    match string.encoding {
        Encoding::Binary | Encoding::UsAscii | Encoding::Latin1 => string.len(),
        Encoding::Utf8 => match string.utf8() {
            Some(text) => text.chars().count(),
            None => count_range(string.bytes(), Layout::Broken, 0, string.len()),
        },
        _ => count_range(string.bytes(), layout(string), 0, string.len()),
    }
}

/// The number of characters that begin between two offsets.
pub(crate) fn count_range(bytes: &[u8], layout: Layout, from: usize, to: usize) -> usize {
    if layout == Layout::Bytes {
        return to.saturating_sub(from);
    }
    if layout == Layout::Utf8 {
        let range = bytes.get(from..to).unwrap_or_default();
        return range.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    }
    let (mut at, mut count) = (from, 0);
    while at < to {
        at += char_len(bytes, layout, at);
        count += 1;
    }
    count
}

/// The offset that is a number of characters after another offset; `None` if the string ends
/// before.
pub(crate) fn advance(
    bytes: &[u8],
    layout: Layout,
    from: usize,
    characters: usize,
) -> Option<usize> {
    if layout == Layout::Bytes {
        return from.checked_add(characters).filter(|at| *at <= bytes.len());
    }
    let mut at = from;
    for _ in 0..characters {
        if at >= bytes.len() {
            return None;
        }
        at += char_len(bytes, layout, at);
    }
    Some(at.min(bytes.len()))
}

/// The offset of a character index; negative indexes count from the end. The index after the last
/// character is valid.
pub(crate) fn place(string: &RString, index: i64) -> Option<usize> {
    let (bytes, layout) = (string.bytes(), layout(string));
    let index = if index < 0 {
        usize::try_from(index + i64::try_from(count(string)).ok()?).ok()?
    } else {
        usize::try_from(index).ok()?
    };
    advance(bytes, layout, 0, index)
}

/// The byte range for `string[index, length]`.
pub(crate) fn span(string: &RString, index: i64, length: i64) -> Option<(usize, usize)> {
    let length = usize::try_from(length).ok()?;
    // ASCII at the front can be indexed without reading the rest.
    if string.encoding == Encoding::Utf8
        && let Ok(start) = usize::try_from(index)
        && let Some(end) = start.checked_add(length)
        && string.bytes().get(..end).is_some_and(<[u8]>::is_ascii)
    {
        return Some((start, end));
    }
    let start = place(string, index)?;
    let (bytes, layout) = (string.bytes(), layout(string));
    let end = advance(bytes, layout, start, length).unwrap_or(bytes.len());
    Some((start, end))
}

/// The offsets where characters begin, and the end.
pub(crate) fn boundaries(string: &RString) -> Vec<usize> {
    let (bytes, layout) = (string.bytes(), layout(string));
    let mut places = Vec::with_capacity(bytes.len() + 1);
    let mut at = 0;
    while at < bytes.len() {
        places.push(at);
        at += char_len(bytes, layout, at);
    }
    places.push(bytes.len());
    places
}

/// Whether a character begins at an offset, or the string ends there.
pub(crate) fn is_boundary(string: &RString, at: usize) -> bool {
    let bytes = string.bytes();
    if at == 0 || at == bytes.len() {
        return true;
    }
    match layout(string) {
        Layout::Bytes => at < bytes.len(),
        Layout::Utf8 => bytes.get(at).is_some_and(|byte| byte & 0xc0 != 0x80),
        layout => {
            let mut place = 0;
            while place < at {
                place += char_len(bytes, layout, place);
            }
            place == at
        }
    }
}

/// The offset of the last character that begins before another offset.
pub(crate) fn previous(string: &RString, layout: Layout, at: usize) -> usize {
    let bytes = string.bytes();
    match layout {
        Layout::Bytes => at.saturating_sub(1),
        Layout::Utf8 | Layout::Broken => {
            let mut place = at.saturating_sub(1);
            while place > 0 && bytes.get(place).is_some_and(|byte| byte & 0xc0 == 0x80) {
                place -= 1;
            }
            place
        }
        Layout::Wide(_) => {
            let (mut place, mut last) = (0, 0);
            while place < at {
                last = place;
                place += char_len(bytes, layout, place);
            }
            last
        }
    }
}

/// A part of a string, as a plain string in the same encoding.
pub(crate) fn piece(string: &RString, start: usize, end: usize) -> RString {
    if let Some(part) = string.utf8().and_then(|text| text.get(start..end)) {
        let mut piece = RString::from_text(part.into());
        piece.encoding = string.encoding;
        return piece;
    }
    let bytes = string.bytes().get(start..end).unwrap_or_default();
    RString::from_bytes(bytes.to_vec(), string.encoding)
}

/// A part of a string, as a new string object.
#[inline]
pub(crate) fn slice(m: &mut Machine<'_>, id: StrId, start: usize, end: usize) -> Value {
    let piece = piece(m.string(id), start, end);
    Value::Str(m.add_string(piece))
}

/// A new string object with text in a given encoding.
pub(crate) fn text_like(m: &mut Machine<'_>, text: String, encoding: Encoding) -> Value {
    let mut string = RString::from_text(text.into());
    string.encoding = encoding;
    Value::Str(m.add_string(string))
}

fn is_ascii_compatible(encoding: Encoding) -> bool {
    !matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be)
}

/// The encoding of the concatenation of two strings; `None` if they are not compatible.
pub(crate) fn compatible(a: &RString, b: &RString) -> Option<Encoding> {
    if a.encoding == b.encoding {
        return Some(a.encoding);
    }
    if b.is_empty() {
        return Some(a.encoding);
    }
    if a.is_empty() {
        let keeps = is_ascii_compatible(a.encoding) && is_ascii_only(b);
        return Some(if keeps { a.encoding } else { b.encoding });
    }
    if !is_ascii_compatible(a.encoding) || !is_ascii_compatible(b.encoding) {
        return None;
    }
    match (a.is_ascii(), b.is_ascii()) {
        (_, true) => Some(a.encoding),
        (true, false) => Some(b.encoding),
        (false, false) => None,
    }
}

/// Whether a string has only ASCII characters, in an encoding that is compatible with ASCII.
pub(crate) fn is_ascii_only(string: &RString) -> bool {
    is_ascii_compatible(string.encoding) && string.is_ascii()
}

/// Raises an error for strings with invalid characters.
pub(crate) fn check_valid(m: &mut Machine<'_>, id: StrId) -> Flow<()> {
    let string = m.string(id);
    if string.is_valid() {
        return Ok(());
    }
    let name = encoding_name(string.encoding);
    Err(m.argument_error(format!("invalid byte sequence in {name}")))
}

/// The encoding of the concatenation of two strings, or `Encoding::CompatibilityError`.
pub(crate) fn check_compatible(m: &mut Machine<'_>, a: StrId, b: StrId) -> Flow<Encoding> {
    let (left, right) = (m.string(a), m.string(b));
    if let Some(encoding) = compatible(left, right) {
        return Ok(encoding);
    }
    let names = (encoding_name(left.encoding), encoding_name(right.encoding));
    let message = format!("incompatible character encodings: {} and {}", names.0, names.1);
    Err(m.error(crate::core::class::COMPATIBILITY_ERROR, message))
}

/// The name of an encoding, as messages show it.
pub(crate) fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Binary => "ASCII-8BIT",
        Encoding::UsAscii => "US-ASCII",
        Encoding::Latin1 => "ISO-8859-1",
        Encoding::Utf16Le => "UTF-16LE",
        Encoding::Utf16Be => "UTF-16BE",
    }
}

/// Appends the character with a code. Returns `false` if the encoding has no such character.
pub(crate) fn push_code(bytes: &mut Vec<u8>, code: u32, encoding: Encoding) -> bool {
    match encoding {
        Encoding::Utf8 => match char::from_u32(code) {
            Some(character) => {
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                true
            }
            None => false,
        },
        Encoding::Utf16Le | Encoding::Utf16Be => match char::from_u32(code) {
            Some(character) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    bytes.extend(match encoding {
                        Encoding::Utf16Le => unit.to_le_bytes(),
                        _ => unit.to_be_bytes(),
                    });
                }
                true
            }
            None => false,
        },
        Encoding::UsAscii if code > 0x7f => false,
        _ => match u8::try_from(code) {
            Ok(byte) => {
                bytes.push(byte);
                true
            }
            Err(_) => false,
        },
    }
}
