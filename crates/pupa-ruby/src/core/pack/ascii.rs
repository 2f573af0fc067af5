//! Bytes as ASCII text: base64, quoted printable, uuencode.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Base64 with a line break behind so many bytes; 0 means none.
pub(super) fn to_base64(bytes: &[u8], line: usize) -> String {
    if line == 0 {
        return STANDARD.encode(bytes);
    }
    let mut out = String::new();
    for chunk in bytes.chunks(line) {
        out.push_str(&STANDARD.encode(chunk));
        out.push('\n');
    }
    out
}

fn base64_digit(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

/// The bytes of base64. Other characters are skipped, and the end may be missing.
pub(super) fn from_base64(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text {
        if *byte == b'=' && count >= 2 {
            break;
        }
        let Some(digit) = base64_digit(*byte) else { continue };
        bits = bits << 6 | digit;
        count += 1;
        if count == 4 {
            out.extend([(bits >> 16) as u8, (bits >> 8) as u8, bits as u8]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        2 => out.push((bits >> 4) as u8),
        3 => out.extend([(bits >> 10) as u8, (bits >> 2) as u8]),
        _ => {}
    }
    out
}

/// The bytes of base64 as RFC 4648 wants it; none if it is malformed.
pub(super) fn from_strict_base64(text: &[u8]) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Uuencoded lines of so many bytes.
pub(super) fn to_uu(bytes: &[u8], line: usize) -> Vec<u8> {
    let digit = |bits: u32| match (bits & 0x3f) as u8 {
        0 => b'`',
        value => value + b' ',
    };
    let mut out = Vec::new();
    for chunk in bytes.chunks(line) {
        out.push(digit(chunk.len() as u32).max(b'!'));
        for triple in chunk.chunks(3) {
            let at = |index: usize| u32::from(triple.get(index).copied().unwrap_or(0));
            let bits = at(0) << 16 | at(1) << 8 | at(2);
            out.extend([digit(bits >> 18), digit(bits >> 12), digit(bits >> 6), digit(bits)]);
        }
        out.push(b'\n');
    }
    out
}

/// The bytes of uuencoded text.
pub(super) fn from_uu(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    let value = |byte: Option<&u8>| {
        u32::from(byte.copied().filter(|byte| *byte > b' ').unwrap_or(b' ') - b' ') & 0x3f
    };
    while text.get(at).is_some_and(|byte| (b'!'..b'a').contains(byte)) {
        let mut length = value(text.get(at)) as usize;
        at += 1;
        while length > 0 {
            let in_line = |index: usize| text.get(index).filter(|byte| **byte != b'\n');
            let bits = value(in_line(at)) << 18
                | value(in_line(at + 1)) << 12
                | value(in_line(at + 2)) << 6
                | value(in_line(at + 3));
            let bytes = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
            let taken = length.min(3);
            out.extend_from_slice(bytes.get(..taken).unwrap_or_default());
            length -= taken;
            at = (at + 4).min(text.len());
            if at >= text.len() {
                break;
            }
        }
        match text.get(at) {
            Some(b'\r') => at += 2,
            Some(b'\n') => at += 1,
            Some(_) if text.get(at + 1) == Some(&b'\n') => at += 2,
            _ => {}
        }
    }
    out
}

/// Quoted printable text with lines of so many characters.
pub(super) fn to_quoted(bytes: &[u8], line: usize) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::new();
    let mut length = 0;
    let mut previous = None;
    for (index, &byte) in bytes.iter().enumerate() {
        let is_quoted = byte > 126 || byte < 32 && byte != b'\n' && byte != b'\t' || byte == b'=';
        if is_quoted {
            out.extend([b'=', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            length += 3;
            previous = None;
        } else if byte == b'\n' {
            if matches!(previous, Some(b' ' | b'\t')) {
                out.extend(b"=\n");
            }
            out.push(byte);
            length = 0;
            previous = Some(byte);
        } else {
            out.push(byte);
            length += 1;
            previous = Some(byte);
        }
        let _ = index;
        if length > line {
            out.extend(b"=\n");
            length = 0;
            previous = Some(b'\n');
        }
    }
    if length > 0 {
        out.extend(b"=\n");
    }
    out
}

/// The bytes of quoted printable text.
pub(super) fn from_quoted(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if byte != b'=' {
            out.push(byte);
            at += 1;
            continue;
        }
        match (text.get(at + 1), text.get(at + 2)) {
            (Some(b'\n'), _) => at += 2,
            (Some(b'\r'), Some(b'\n')) => at += 3,
            (Some(high), Some(low)) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
                out.push(digit(*high) << 4 | digit(*low));
                at += 3;
            }
            _ => {
                // Text that is no escape stays as it is.
                out.extend_from_slice(text.get(at..).unwrap_or_default());
                return out;
            }
        }
    }
    out
}
