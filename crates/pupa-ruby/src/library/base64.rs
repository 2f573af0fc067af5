//! `Base64`: the methods of the module, and encoding and decoding for other modules.

use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

macro_rules! functions {
    () => {
        &[
            method("encode64", 1, 1, encode64),
            method("decode64", 1, 1, decode64),
            method("strict_encode64", 1, 1, strict_encode64),
            method("strict_decode64", 1, 1, strict_decode64),
            method("urlsafe_encode64", 1, 2, urlsafe_encode64),
            method("urlsafe_decode64", 1, 1, urlsafe_decode64),
        ]
    };
}

/// `Base64`
pub(crate) static BASE64: NativeClass = NativeClass {
    name: "Base64",
    methods: functions!(),
    class_methods: functions!(),
    ..NativeClass::MODULE
};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes as padded base64 in one line.
pub(crate) fn strict(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, &byte| group << 8 | u32::from(byte));
        let group = group << (8 * (3 - chunk.len()));
        for position in 0..4 {
            if position <= chunk.len() {
                let digit = (group >> (18 - 6 * position)) & 63;
                text.push(char::from(DIGITS[digit as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

fn digit(byte: u8) -> Option<u32> {
    Some(match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// Decodes base64. Other characters are skipped, and padding ends the data.
pub(crate) fn decode(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut group, mut count) = (0u32, 0);
    for &byte in text {
        if byte == b'=' && count >= 2 {
            break;
        }
        let Some(digit) = digit(byte) else { continue };
        group = group << 6 | digit;
        count += 1;
        if count == 4 {
            bytes.extend_from_slice(&group.to_be_bytes()[1..]);
            (group, count) = (0, 0);
        }
    }
    match count {
        2 => bytes.push((group >> 4) as u8),
        3 => bytes.extend_from_slice(&((group >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    bytes
}

/// Decodes base64; `None` if there are other characters or the padding is wrong.
pub(crate) fn decode_strict(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take_while(|&&byte| byte == b'=').count();
    let digits = &text[..text.len() - padding];
    if padding > 2 || digits.iter().any(|&byte| digit(byte).is_none()) {
        return None;
    }
    let last = digits.last().and_then(|&byte| digit(byte)).unwrap_or(0);
    let leftover = match padding {
        1 => last & 3,
        2 => last & 15,
        _ => 0,
    };
    (leftover == 0).then(|| decode(text))
}

fn bytes_of(m: &mut Machine<'_>, value: Value) -> Flow<Vec<u8>> {
    let id = m.to_str(value)?;
    let bytes = m.string(id).to_vec();
    m.charge(bytes.len() * 2)?;
    Ok(bytes)
}

fn ascii(m: &mut Machine<'_>, text: String) -> Value {
    m.new_bytes(text.into_bytes(), Encoding::UsAscii)
}

fn encode64(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let bytes = bytes_of(m, args[0])?;
    let mut text = String::new();
    for line in bytes.chunks(45) {
        text.push_str(&strict(line));
        text.push('\n');
    }
    Ok(ascii(m, text))
}

fn decode64(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = bytes_of(m, args[0])?;
    Ok(m.new_bytes(decode(&text), Encoding::Binary))
}

fn strict_encode64(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let bytes = bytes_of(m, args[0])?;
    Ok(ascii(m, strict(&bytes)))
}

fn strict_decode64(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = bytes_of(m, args[0])?;
    match decode_strict(&text) {
        Some(bytes) => Ok(m.new_bytes(bytes, Encoding::Binary)),
        None => Err(m.argument_error("invalid base64")),
    }
}

fn urlsafe_encode64(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (_, keywords) = args.split_keywords();
    let bytes = bytes_of(m, args[0])?;
    let mut text = strict(&bytes).replace('+', "-").replace('/', "_");
    if m.keyword(keywords, "padding").is_some_and(|padding| !padding.is_truthy()) {
        text.truncate(text.trim_end_matches('=').len());
    }
    Ok(ascii(m, text))
}

fn urlsafe_decode64(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mut text = bytes_of(m, args[0])?;
    for byte in &mut text {
        match byte {
            b'-' => *byte = b'+',
            b'_' => *byte = b'/',
            _ => {}
        }
    }
    if !text.ends_with(b"=") {
        text.resize(text.len().next_multiple_of(4), b'=');
    }
    match decode_strict(&text) {
        Some(bytes) => Ok(m.new_bytes(bytes, Encoding::Binary)),
        None => Err(m.argument_error("invalid base64")),
    }
}
