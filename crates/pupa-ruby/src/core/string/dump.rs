//! `String`: `inspect`, `dump` and `undump`.

use std::fmt::Write;

use pupa_value::text::ruby;

use super::chars::{self, Layout};
use super::own;
use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Method, method};
use crate::value::Value;

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] =
    &[method("inspect", 0, 0, inspect), method("dump", 0, 0, dump), method("undump", 0, 0, undump)];

/// The result of `inspect`.
pub(crate) fn inspected(string: &RString) -> String {
    match chars::layout(string) {
        Layout::Bytes if string.encoding != Encoding::Utf8 => ruby::inspect_bytes(string.bytes()),
        Layout::Bytes if is_plain(string.bytes()) => {
            let mut out = String::with_capacity(string.len() + 2);
            out.push('"');
            out.push_str(string.utf8().unwrap_or_default());
            out.push('"');
            out
        }
        Layout::Bytes | Layout::Utf8 => ruby::inspect_text(string.utf8().unwrap_or_default()),
        Layout::Broken => broken(string.bytes()),
        Layout::Wide(_) => wide(string),
    }
}

/// Whether `inspect` shows all bytes unchanged.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'#'))
}

/// The content of the inspected string, without the quotes.
fn inner(text: &str) -> String {
    let quoted = ruby::inspect_text(text);
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}

fn broken(bytes: &[u8]) -> String {
    let mut out = "\"".to_owned();
    for chunk in bytes.utf8_chunks() {
        out.push_str(&inner(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02X}");
        }
    }
    out.push('"');
    out
}

fn wide(string: &RString) -> String {
    let mut out = "\"".to_owned();
    let (bytes, layout) = (string.bytes(), chars::layout(string));
    let mut at = 0;
    while at < bytes.len() {
        let length = chars::char_len(bytes, layout, at);
        match chars::code_at(string, layout, at).and_then(char::from_u32) {
            Some(character) => {
                at += length;
                let next = chars::code_at(string, layout, at).and_then(char::from_u32);
                let code = u32::from(character);
                // Whether `#` is escaped depends on the next character.
                match (character, next) {
                    ('#', Some('{' | '$' | '@')) => out.push_str("\\#"),
                    ('\u{10000}'.., _) => {
                        let _ = write!(out, "\\u{{{code:X}}}");
                    }
                    ('\u{80}'.., _) => {
                        let _ = write!(out, "\\u{code:04X}");
                    }
                    _ => out.push_str(&inner(character.encode_utf8(&mut [0; 4]))),
                }
            }
            None => {
                for byte in bytes.get(at..at + length).unwrap_or_default() {
                    let _ = write!(out, "\\x{byte:02X}");
                }
                at += length;
            }
        }
    }
    out.push('"');
    out
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let text = inspected(m.string(id));
    m.charge(text.len())?;
    Ok(m.new_str(text))
}

/// The result of `dump`: ASCII only, and readable by `undump` and by Ruby itself.
fn dumped(string: &RString) -> String {
    let bytes = string.bytes();
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let next = bytes.get(at + 1);
        at += 1;
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(*byte));
            }
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x0c => out.push_str("\\f"),
            0x0b => out.push_str("\\v"),
            0x08 => out.push_str("\\b"),
            0x07 => out.push_str("\\a"),
            0x1b => out.push_str("\\e"),
            b'#' if matches!(next, Some(b'{' | b'$' | b'@')) => out.push_str("\\#"),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => {
                let rest = bytes.get(at - 1..).unwrap_or_default();
                let length = chars::utf8_len(rest)
                    .filter(|length| string.encoding == Encoding::Utf8 && *length > 1);
                let character = length
                    .and_then(|length| std::str::from_utf8(rest.get(..length)?).ok())
                    .and_then(|text| text.chars().next());
                match character {
                    Some(character) => {
                        let code = u32::from(character);
                        let _ = match code {
                            0x10000.. => write!(out, "\\u{{{code:X}}}"),
                            _ => write!(out, "\\u{code:04X}"),
                        };
                        at += character.len_utf8() - 1;
                    }
                    None => {
                        let _ = write!(out, "\\x{byte:02X}");
                    }
                }
            }
        }
    }
    out.push('"');
    if let Layout::Wide(_) = chars::layout(string) {
        let name = chars::encoding_name(string.encoding);
        let _ = write!(out, ".dup.force_encoding(\"{name}\")");
    }
    out
}

fn dump(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let string = m.string(id);
    let encoding = match string.encoding {
        Encoding::Utf16Be | Encoding::Utf16Le => Encoding::Binary,
        encoding => encoding,
    };
    let text = dumped(string);
    m.charge(text.len())?;
    Ok(chars::text_like(m, text, encoding))
}

/// The state of `undump`.
struct Undump<'a> {
    rest: &'a [u8],
    out: Vec<u8>,
    encoding: Encoding,
    has_unicode: bool,
    has_binary: bool,
}

fn undump(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let string = m.string(id).clone();
    super::convert::check_ascii_compatible(m, id)?;
    if !string.is_ascii() {
        return Err(m.runtime_error("non-ASCII character detected"));
    }
    if string.bytes().contains(&0) {
        return Err(m.runtime_error("string contains null byte"));
    }
    let Some((b'"', rest)) = string.bytes().split_first().map(|(first, rest)| (*first, rest))
    else {
        return Err(invalid_form(m));
    };
    let mut state = Undump {
        rest,
        out: Vec::new(),
        encoding: string.encoding,
        has_unicode: false,
        has_binary: false,
    };
    loop {
        match state.rest {
            [] => return Err(m.runtime_error("unterminated dumped string")),
            [b'"', rest @ ..] => {
                state.rest = rest;
                break;
            }
            [b'\\', rest @ ..] => {
                state.rest = rest;
                escape(m, &mut state)?;
            }
            [byte, rest @ ..] => {
                state.out.push(*byte);
                state.rest = rest;
            }
        }
    }
    if !state.rest.is_empty() {
        forced_encoding(m, &mut state)?;
    }
    let bytes = std::mem::take(&mut state.out);
    Ok(m.new_bytes(bytes, state.encoding))
}

fn invalid_form(m: &mut Machine<'_>) -> Jump {
    m.runtime_error(
        "invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form",
    )
}

/// Parses `.dup.force_encoding("UTF-16LE")`.
fn forced_encoding(m: &mut Machine<'_>, state: &mut Undump<'_>) -> Flow<()> {
    let text = std::str::from_utf8(state.rest).unwrap_or_default();
    let text = text.strip_prefix(".dup").unwrap_or(text);
    let Some(text) = text.strip_prefix(".force_encoding(\"") else { return Err(invalid_form(m)) };
    let Some((name, rest)) = text.split_once('"') else {
        return Err(m.runtime_error("unterminated dumped string"));
    };
    if rest != ")" {
        return Err(invalid_form(m));
    }
    match crate::core::encoding::find(name) {
        Some(encoding) => {
            state.encoding = encoding;
            Ok(())
        }
        None => Err(m.runtime_error("dumped string has unknown encoding name")),
    }
}

fn escape(m: &mut Machine<'_>, state: &mut Undump<'_>) -> Flow<()> {
    let Some((letter, rest)) = state.rest.split_first() else {
        return Err(m.runtime_error("invalid escape"));
    };
    state.rest = rest;
    let plain = match letter {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'f' => 0x0c,
        b'v' => 0x0b,
        b'b' => 0x08,
        b'a' => 0x07,
        b'e' => 0x1b,
        b'u' => return unicode_escape(m, state),
        b'x' => return hex_escape(m, state),
        b'\\' | b'"' | b'#' => *letter,
        _ => {
            state.out.push(b'\\');
            *letter
        }
    };
    state.out.push(plain);
    Ok(())
}

fn hex_escape(m: &mut Machine<'_>, state: &mut Undump<'_>) -> Flow<()> {
    if state.has_unicode {
        return Err(m.runtime_error("hex escape and Unicode escape are mixed"));
    }
    state.has_binary = true;
    let digits = state.rest.iter().take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let text = std::str::from_utf8(state.rest.get(..digits).unwrap_or_default());
    let byte = text.ok().and_then(|text| u8::from_str_radix(text, 16).ok());
    match byte {
        Some(byte) if digits == 2 => {
            state.out.push(byte);
            state.rest = state.rest.get(2..).unwrap_or_default();
            Ok(())
        }
        _ => Err(m.runtime_error("invalid hex escape")),
    }
}

fn unicode_escape(m: &mut Machine<'_>, state: &mut Undump<'_>) -> Flow<()> {
    if state.has_binary {
        return Err(m.runtime_error("hex escape and Unicode escape are mixed"));
    }
    state.has_unicode = true;
    state.encoding = Encoding::Utf8;
    let text = std::str::from_utf8(state.rest).unwrap_or_default();
    if let Some(inside) = text.strip_prefix('{') {
        let Some((codes, _)) = inside.split_once('}') else {
            return Err(m.runtime_error("invalid Unicode escape"));
        };
        for code in codes.split_ascii_whitespace() {
            push_unicode(m, state, code)?;
        }
        state.rest = state.rest.get(codes.len() + 2..).unwrap_or_default();
        return Ok(());
    }
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    let Some(digits) = digits else { return Err(m.runtime_error("invalid Unicode escape")) };
    push_unicode(m, state, digits)?;
    state.rest = state.rest.get(4..).unwrap_or_default();
    Ok(())
}

fn push_unicode(m: &mut Machine<'_>, state: &mut Undump<'_>, digits: &str) -> Flow<()> {
    let Ok(code) = u32::from_str_radix(digits, 16) else {
        return Err(m.runtime_error("invalid Unicode codepoint"));
    };
    if code > 0x10_ffff {
        return Err(m.runtime_error("invalid Unicode codepoint (too large)"));
    }
    if !chars::push_code(&mut state.out, code, Encoding::Utf8) {
        return Err(m.runtime_error("invalid Unicode codepoint"));
    }
    Ok(())
}
