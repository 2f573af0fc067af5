//! `String`: `encode`, `force_encoding`, `scrub` and other methods about encodings.

use std::fmt::Write;

use super::chars::{self, Layout};
use super::{change, own, own_mut};
use crate::core::class;
use crate::core::encoding::{encoding_object, find, to_encoding};
use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Method, method, walking};
use crate::symbol::names;
use crate::value::{HashId, StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("encode", 0, 3, encode),
    method("encode!", 0, 3, encode_bang),
    method("encoding", 0, 0, encoding),
    method("force_encoding", 1, 1, force_encoding),
    walking("valid_encoding?", 0, 0, is_valid),
    walking("ascii_only?", 0, 0, is_ascii_only),
    method("b", 0, 0, binary),
    method("scrub", 0, 1, scrub),
    walking("scrub!", 0, 1, scrub_bang),
];

/// Raises an error for unknown keywords.
pub(crate) fn check_keywords(m: &mut Machine<'_>, keywords: HashId, known: &[&str]) -> Flow<()> {
    let is_unknown = |key: &Value| match key {
        Value::Sym(symbol) => !known.contains(&symbol.as_str()),
        _ => true,
    };
    let unknown: Vec<Value> = m.hash(keywords).keys().into_iter().filter(is_unknown).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let mut texts = Vec::new();
    for key in &unknown {
        texts.push(m.inspect(*key)?);
    }
    let plural = if unknown.len() > 1 { "s" } else { "" };
    Err(m.argument_error(format!("unknown keyword{plural}: {}", texts.join(", "))))
}

fn encoding(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let encoding = m.string(id).encoding;
    Ok(encoding_object(m, encoding))
}

fn force_encoding(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let encoding = to_encoding(m, args[0])?;
    m.string_mut(id).encoding = encoding;
    Ok(this)
}

fn is_valid(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(is_valid_string(m.string(id)).into())
}

/// Whether all characters are valid.
fn is_valid_string(string: &RString) -> bool {
    let layout = chars::layout(string);
    if !matches!(layout, Layout::Wide(_)) {
        return string.is_valid();
    }
    let mut at = 0;
    while at < string.len() {
        if !chars::is_valid_at(string, layout, at) {
            return false;
        }
        at += chars::char_len(string.bytes(), layout, at);
    }
    true
}

fn is_ascii_only(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(chars::is_ascii_only(m.string(id)).into())
}

fn binary(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut copy = super::index::plain_copy(m.string(id));
    copy.encoding = Encoding::Binary;
    Ok(Value::Str(m.add_string(copy)))
}

/// A part of a string: valid text, or invalid bytes.
enum Chunk {
    Text(String),
    /// Invalid bytes, whether the string ends within a character, and the bytes after them that
    /// make them invalid.
    Invalid {
        bytes: Vec<u8>,
        is_incomplete: bool,
        next: Vec<u8>,
    },
}

/// Splits a string into valid and invalid parts.
fn decode(string: &RString) -> Vec<Chunk> {
    let bytes = string.bytes();
    let layout = chars::layout(string);
    match layout {
        Layout::Utf8 => return vec![Chunk::Text(string.utf8().unwrap_or_default().to_owned())],
        Layout::Broken => return decode_utf8(bytes),
        _ => {}
    }
    let mut chunks = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = chars::char_len(bytes, layout, at);
        let code = chars::code_at(string, layout, at);
        let is_unmapped =
            string.encoding == Encoding::Binary && bytes.get(at).is_some_and(|b| *b > 0x7f);
        match code.and_then(char::from_u32).filter(|_| !is_unmapped) {
            Some(character) => text.push(character),
            None => {
                if !text.is_empty() {
                    chunks.push(Chunk::Text(std::mem::take(&mut text)));
                }
                let bytes = bytes.get(at..at + length).unwrap_or_default().to_vec();
                let is_incomplete = matches!(layout, Layout::Wide(_)) && bytes.len() < 2;
                chunks.push(Chunk::Invalid { bytes, is_incomplete, next: Vec::new() });
            }
        }
        at += length;
    }
    if !text.is_empty() {
        chunks.push(Chunk::Text(text));
    }
    chunks
}

/// The valid characters of a string.
pub(super) fn decoded(string: &RString) -> String {
    let text = |chunk| match chunk {
        Chunk::Text(text) => text,
        Chunk::Invalid { .. } => String::new(),
    };
    decode(string).into_iter().map(text).collect()
}

fn decode_utf8(bytes: &[u8]) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_empty() {
            chunks.push(Chunk::Text(chunk.valid().to_owned()));
        }
        at += chunk.valid().len() + chunk.invalid().len();
        if let Some(first) = chunk.invalid().first() {
            let is_lead = matches!(first, 0xc2..=0xf4);
            let next = bytes.get(at).filter(|_| is_lead);
            chunks.push(Chunk::Invalid {
                bytes: chunk.invalid().to_vec(),
                is_incomplete: is_lead && next.is_none(),
                next: next.into_iter().copied().collect(),
            });
        }
    }
    chunks
}

/// The options of `encode`.
struct Options {
    replaces_invalid: bool,
    replaces_undefined: bool,
    replacement: Option<StrId>,
    fallback: Value,
    xml: Option<bool>,
    newline: Newline,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Newline {
    Keep,
    Universal,
    CrLf,
    Cr,
}

fn options(m: &mut Machine<'_>, keywords: Option<HashId>) -> Flow<Options> {
    let is_symbol = |value: Option<Value>, name: &str| matches!(value, Some(Value::Sym(symbol)) if symbol.as_str() == name);
    let invalid = m.keyword(keywords, "invalid");
    let undefined = m.keyword(keywords, "undef");
    for (value, name) in [(invalid, "invalid"), (undefined, "undef")] {
        if value.is_some_and(|value| !value.is_nil()) && !is_symbol(value, "replace") {
            let what = if name == "undef" { "undefined character" } else { "invalid character" };
            return Err(m.argument_error(format!("unknown value for {what} option")));
        }
    }
    let replacement = match m.keyword(keywords, "replace") {
        None | Some(Value::Nil) => None,
        Some(value) => Some(m.to_str(value)?),
    };
    let xml = match m.keyword(keywords, "xml") {
        None | Some(Value::Nil) => None,
        value if is_symbol(value, "text") => Some(false),
        value if is_symbol(value, "attr") => Some(true),
        Some(Value::Sym(symbol)) => {
            return Err(m.argument_error(format!("unexpected value for xml option: {symbol}")));
        }
        Some(_) => return Err(m.argument_error("unexpected value for xml option")),
    };
    let is_set =
        |m: &mut Machine<'_>, name: &str| m.keyword(keywords, name).is_some_and(Value::is_truthy);
    let line = m.keyword(keywords, "newline");
    let newline = if is_symbol(line, "universal") || is_set(m, "universal_newline") {
        Newline::Universal
    } else if is_symbol(line, "crlf") || is_set(m, "crlf_newline") {
        Newline::CrLf
    } else if is_symbol(line, "cr") || is_set(m, "cr_newline") {
        Newline::Cr
    } else {
        Newline::Keep
    };
    Ok(Options {
        replaces_invalid: invalid.is_some_and(Value::is_truthy),
        replaces_undefined: undefined.is_some_and(Value::is_truthy) || xml.is_some(),
        replacement,
        fallback: m.keyword(keywords, "fallback").unwrap_or(Value::Nil),
        xml,
        newline,
    })
}

fn converter_encoding(m: &mut Machine<'_>, value: Value) -> Flow<Result<Encoding, String>> {
    if let Some(encoding) = crate::core::encoding::of_object(m, value) {
        return Ok(Ok(encoding));
    }
    let name = m.to_text(value)?;
    Ok(find(&name).ok_or(name))
}

/// Converts a string to another encoding.
fn encoded(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<RString> {
    let (positional, keywords) = args.split_keywords();
    m.check_arity(positional.len(), 0, Some(2))?;
    let options = options(m, keywords)?;
    let from = match positional.get(1) {
        Some(from) => converter_encoding(m, *from)?,
        None => Ok(m.string(id).encoding),
    };
    let to = match positional.first() {
        Some(to) => converter_encoding(m, *to)?,
        None => Ok(crate::core::encoding::default_internal(m).unwrap_or(m.string(id).encoding)),
    };
    let (from, to) = match (from, to) {
        (Ok(from), Ok(to)) => (from, to),
        (from, to) => {
            let name = |encoding: Result<Encoding, String>| match encoding {
                Ok(encoding) => chars::encoding_name(encoding).to_owned(),
                Err(name) => name,
            };
            let (from, to) = (name(from), name(to));
            let to = if to.is_empty() { to } else { format!(" to {to}") };
            let message = format!("code converter not found ({from}{to})");
            return Err(m.error(class::CONVERTER_NOT_FOUND_ERROR, message));
        }
    };
    let mut source = super::index::plain_copy(m.string(id));
    source.encoding = from;
    m.charge(source.len())?;
    let is_decorated = options.xml.is_some() || options.newline != Newline::Keep;
    let is_same = from == to && (!options.replaces_invalid || from == Encoding::Binary);
    let is_ascii =
        chars::is_ascii_only(&source) && !matches!(to, Encoding::Utf16Le | Encoding::Utf16Be);
    if !is_decorated && (is_same || is_ascii) {
        source.encoding = to;
        return Ok(source);
    }
    convert(m, &source, to, &options)
}

fn convert(
    m: &mut Machine<'_>,
    source: &RString,
    to: Encoding,
    options: &Options,
) -> Flow<RString> {
    let mut out = Vec::with_capacity(source.len());
    if options.xml == Some(true) {
        push_text(m, &mut out, "\"", source, to, options)?;
    }
    for chunk in decode(source) {
        match chunk {
            Chunk::Text(text) => {
                let text = decorated(text, options);
                push_text(m, &mut out, &text, source, to, options)?;
            }
            Chunk::Invalid { bytes, is_incomplete, next } => {
                let is_undefined = source.encoding == Encoding::Binary;
                let is_replaced = match is_undefined {
                    true => options.replaces_undefined && options.xml.is_none(),
                    false => options.replaces_invalid,
                };
                if source.encoding == to && (!is_replaced || is_undefined) {
                    out.extend(bytes);
                } else if is_replaced {
                    push_replacement(m, &mut out, to, options)?;
                } else if is_undefined {
                    return Err(undefined_bytes(m, &bytes, source.encoding, to));
                } else {
                    return Err(invalid_bytes(m, &bytes, is_incomplete, &next, source.encoding));
                }
            }
        }
    }
    if options.xml == Some(true) {
        push_text(m, &mut out, "\"", source, to, options)?;
    }
    Ok(RString::from_bytes(out, to))
}

/// Converts line breaks and escapes XML, as the options demand.
fn decorated(text: String, options: &Options) -> String {
    let mut text = match options.newline {
        Newline::Keep => text,
        Newline::Universal => text.replace("\r\n", "\n").replace('\r', "\n"),
        Newline::CrLf => text.replace('\n', "\r\n"),
        Newline::Cr => text.replace('\n', "\r"),
    };
    if let Some(is_attribute) = options.xml {
        text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        if is_attribute {
            text = text.replace('"', "&quot;").replace('\'', "&apos;");
        }
    }
    text
}

fn push_text(
    m: &mut Machine<'_>,
    out: &mut Vec<u8>,
    text: &str,
    source: &RString,
    to: Encoding,
    options: &Options,
) -> Flow<()> {
    for character in text.chars() {
        let code = u32::from(character);
        let is_unmapped = to == Encoding::Binary && code > 0x7f;
        if !is_unmapped && chars::push_code(out, code, to) {
            continue;
        }
        if !options.fallback.is_nil() {
            let mut text = String::new();
            text.push(character);
            let key = m.new_str(text);
            let name =
                if let Value::Hash(_) = options.fallback { names::AREF } else { names::CALL };
            let value = m.call(options.fallback, name, &[key])?;
            if !value.is_nil() {
                let value = m.to_str(value)?;
                out.extend_from_slice(m.string(value).bytes());
                continue;
            }
        }
        if options.xml.is_some() {
            out.extend_from_slice(format!("&#x{code:X};").as_bytes());
        } else if options.replaces_undefined {
            push_replacement(m, out, to, options)?;
        } else {
            return Err(undefined_character(m, code, source.encoding, to));
        }
    }
    Ok(())
}

fn push_replacement(
    m: &mut Machine<'_>,
    out: &mut Vec<u8>,
    to: Encoding,
    options: &Options,
) -> Flow<()> {
    let text = match options.replacement {
        Some(id) => m.text_of(id),
        None => default_replacement(to).to_owned(),
    };
    for character in text.chars() {
        if !chars::push_code(out, u32::from(character), to) {
            let text = chars::encoding_name(to);
            let message = format!("replacement character not representable in {text}");
            return Err(m.error(class::UNDEFINED_CONVERSION_ERROR, message));
        }
    }
    Ok(())
}

fn default_replacement(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be => "\u{fffd}",
        _ => "?",
    }
}

fn quoted(bytes: &[u8]) -> String {
    let mut text = "\"".to_owned();
    for byte in bytes {
        match byte {
            b' '..=b'~' => text.push(char::from(*byte)),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            _ => {
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
    }
    text.push('"');
    text
}

fn invalid_bytes(
    m: &mut Machine<'_>,
    bytes: &[u8],
    is_incomplete: bool,
    next: &[u8],
    from: Encoding,
) -> Jump {
    let name = chars::encoding_name(from);
    let display = quoted(bytes);
    let message = if is_incomplete {
        format!("incomplete {display} on {name}")
    } else if next.is_empty() {
        format!("{display} on {name}")
    } else {
        format!("{display} followed by {} on {name}", quoted(next))
    };
    m.error(class::INVALID_BYTE_SEQUENCE_ERROR, message)
}

fn undefined_bytes(m: &mut Machine<'_>, bytes: &[u8], from: Encoding, to: Encoding) -> Jump {
    let names = (chars::encoding_name(from), chars::encoding_name(to));
    let display = quoted(bytes);
    let message = match to {
        Encoding::Utf8 => format!("{display} from {} to {}", names.0, names.1),
        _ => format!("{display} to UTF-8 in conversion from {} to UTF-8 to {}", names.0, names.1),
    };
    m.error(class::UNDEFINED_CONVERSION_ERROR, message)
}

fn undefined_character(m: &mut Machine<'_>, code: u32, from: Encoding, to: Encoding) -> Jump {
    let names = (chars::encoding_name(from), chars::encoding_name(to));
    let message = match from {
        Encoding::Utf8 => format!("U+{code:04X} from {} to {}", names.0, names.1),
        _ => format!(
            "U+{code:04X} to {} in conversion from {} to UTF-8 to {}",
            names.1, names.0, names.1
        ),
    };
    m.error(class::UNDEFINED_CONVERSION_ERROR, message)
}

fn encode(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = encoded(m, id, args)?;
    Ok(Value::Str(m.add_string(new)))
}

fn encode_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let new = encoded(m, id, args)?;
    change(m, this, Some(new))
}

/// The string with invalid bytes replaced; `None` if there are none.
fn scrubbed(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<Option<RString>> {
    if args.block.is_some() && !args.or_nil(0).is_nil() {
        return Err(m.argument_error("both of block and replacement given"));
    }
    if is_valid_string(m.string(id)) {
        return Ok(None);
    }
    let string = m.string(id).clone();
    let replacement = match args.opt(0) {
        None | Some(Value::Nil) => None,
        Some(value) => {
            let value = m.to_str(value)?;
            if !m.string(value).is_valid() {
                let text = super::dump::inspected(m.string(value));
                let message = format!("replacement must be valid byte sequence '{text}'");
                return Err(m.argument_error(message));
            }
            chars::check_compatible(m, id, value)?;
            Some(m.string(value).to_vec())
        }
    };
    let mut out = Vec::with_capacity(string.len());
    let default = |out: &mut Vec<u8>| {
        for character in default_replacement(string.encoding).chars() {
            chars::push_code(out, u32::from(character), string.encoding);
        }
    };
    for chunk in decode(&string) {
        match (chunk, args.block, &replacement) {
            (Chunk::Text(text), _, _) => {
                for character in text.chars() {
                    chars::push_code(&mut out, u32::from(character), string.encoding);
                }
            }
            (Chunk::Invalid { .. }, _, Some(replacement)) => out.extend_from_slice(replacement),
            (Chunk::Invalid { bytes, .. }, Some(block), None) => {
                let bytes = m.new_bytes(bytes, string.encoding);
                let value = m.yield_one(block, bytes)?;
                let value = m.to_str(value)?;
                if !m.string(value).is_valid() {
                    let text = super::dump::inspected(m.string(value));
                    let message = format!("replacement must be valid byte sequence '{text}'");
                    return Err(m.argument_error(message));
                }
                out.extend_from_slice(m.string(value).bytes());
            }
            (Chunk::Invalid { .. }, None, None) => default(&mut out),
        }
    }
    Ok(Some(RString::from_bytes(out, string.encoding)))
}

fn scrub(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = scrubbed(m, id, args)?;
    let new = new.unwrap_or_else(|| super::index::plain_copy(m.string(id)));
    Ok(Value::Str(m.add_string(new)))
}

fn scrub_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if let Some(new) = scrubbed(m, id, args)? {
        m.check_frozen(this)?;
        m.string_mut(id).assign(&new);
    }
    Ok(this)
}
