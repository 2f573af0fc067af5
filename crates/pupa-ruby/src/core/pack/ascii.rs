//! Encodings of bytes as ASCII: base64, quoted-printable and uuencode.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Encodes base64 with a line break after every `line` bytes; 0 means none.
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

/// Decodes base64. Other characters are skipped, and the padding may be missing.
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

/// Decodes base64 according to RFC 4648; `None` if it is malformed.
pub(super) fn from_strict_base64(text: &[u8]) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Uuencodes bytes in lines of `line` bytes.
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

/// Decodes uuencoded text.
pub(super) fn from_uu(text: &[u8]) -> Vec<u8> {
    let limit = text.len() * 3 / 4;
    let mut out = Vec::with_capacity(limit);
    let mut at = 0;
    while let Some(&first @ b'!'..b'a') = text.get(at) {
        at += 1;
        let length = usize::from((first - b' ') & 0x3f).min(limit - out.len());
        let end = out.len() + length;
        while out.len() < end {
            let mut bits = 0u32;
            for _ in 0..4 {
                bits <<= 6;
                if let Some(&digit @ b' '..b'a') = text.get(at) {
                    bits |= u32::from((digit - b' ') & 0x3f);
                    at += 1;
                }
            }
            let bytes = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
            let taken = (end - out.len()).min(3);
            out.extend_from_slice(bytes.get(..taken).unwrap_or_default());
        }
        // A line may end with a checksum character.
        at += usize::from(!matches!(text.get(at), None | Some(b'\r' | b'\n')));
        at += usize::from(text.get(at) == Some(&b'\r'));
        at += usize::from(text.get(at) == Some(&b'\n'));
    }
    out
}

/// Encodes quoted-printable in lines of `line` characters.
pub(super) fn to_quoted(bytes: &[u8], line: usize) -> Vec<u8> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::new();
    let mut length = 0;
    let mut previous = None;
    for &byte in bytes {
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

/// Decodes quoted-printable text.
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
                // The rest after a malformed escape stays unchanged.
                out.extend_from_slice(text.get(at..).unwrap_or_default());
                return out;
            }
        }
    }
    out
}
