//! The methods that read from `IO`, `File` and `StringIO`: `read`, `gets`, `each_line`, `getc` and
//! others.

use num_traits::Signed;

use super::{Kind, readable, stream};
use crate::core::class;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{StrId, Value};

/// Takes up to `count` bytes (without it, all) from the position, and moves the position after
/// them.
fn take(m: &mut Machine<'_>, this: Value, id: StrId, count: Option<usize>) -> Flow<Vec<u8>> {
    let position = stream(m, this)?.position;
    let bytes = m.string(id).bytes().get(position..).unwrap_or_default();
    let count = count.unwrap_or(bytes.len()).min(bytes.len());
    let taken = bytes[..count].to_vec();
    m.charge(taken.len())?;
    stream(m, this)?.position = position + count;
    Ok(taken)
}

/// The encoding of the text that is read.
fn text_encoding(m: &mut Machine<'_>, this: Value, id: StrId) -> Flow<Encoding> {
    let encoding = stream(m, this)?.encoding;
    Ok(encoding.unwrap_or(m.string(id).encoding))
}

/// Stores the bytes in the caller's buffer, or makes a string of them.
fn deliver(m: &mut Machine<'_>, buffer: Value, bytes: Vec<u8>, encoding: Encoding) -> Flow {
    if buffer.is_nil() {
        return Ok(m.new_bytes(bytes, encoding));
    }
    let id = m.to_str(buffer)?;
    m.check_frozen(Value::Str(id))?;
    let string = m.string_mut(id);
    string.set_bytes(bytes);
    string.encoding = encoding;
    Ok(Value::Str(id))
}

/// `read`
pub(crate) fn read(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = readable(m, this)?;
    let buffer = match args.or_nil(1) {
        Value::Nil => Value::Nil,
        buffer => Value::Str(m.to_str(buffer)?),
    };
    if args.or_nil(0).is_nil() {
        let encoding = text_encoding(m, this, id)?;
        let bytes = take(m, this, id, None)?;
        return deliver(m, buffer, bytes, encoding);
    }
    let count = m.to_int(args[0])?;
    let Ok(count) = usize::try_from(count) else {
        return Err(m.argument_error(format!("negative length {count} given")));
    };
    let at_end = stream(m, this)?.position >= m.string(id).len();
    if count > 0 && at_end {
        if !buffer.is_nil() {
            deliver(m, buffer, Vec::new(), Encoding::Binary)?;
        }
        return Ok(Value::Nil);
    }
    let bytes = take(m, this, id, Some(count))?;
    deliver(m, buffer, bytes, Encoding::Binary)
}

/// `sysread`, `readpartial`, `read_nonblock`
pub(crate) fn sysread(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let plain = Args { list, has_keywords: false, ..args };
    let result = read(m, this, plain)?;
    if result.is_nil() {
        if matches!(m.keyword(keywords, "exception"), Some(Value::Bool(false))) {
            return Ok(Value::Nil);
        }
        return Err(m.error(class::EOF_ERROR, "end of file reached"));
    }
    Ok(result)
}

/// `pread`
pub(crate) fn pread(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = m.to_int(args[0])?;
    let offset = m.to_int(args[1])?;
    let Ok(count) = usize::try_from(count) else {
        return Err(m.argument_error(format!("negative string size (or size too big): {count}")));
    };
    let Ok(offset) = usize::try_from(offset) else {
        return Err(m.error(
            class::EINVAL,
            format!("Invalid argument - pread: Invalid offset argument: {offset}"),
        ));
    };
    let id = readable(m, this)?;
    if count == 0 {
        return Ok(m.new_str(""));
    }
    let bytes = m.string(id).bytes().get(offset..).unwrap_or_default();
    if bytes.is_empty() {
        return Err(m.error(class::EOF_ERROR, "end of file reached"));
    }
    let bytes = bytes[..count.min(bytes.len())].to_vec();
    deliver(m, args.or_nil(2), bytes, Encoding::Binary)
}

/// The separator of lines.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    /// The separator; `None` reads everything as one line, an empty one reads paragraphs.
    separator: Option<Vec<u8>>,
    /// The maximum number of bytes; the last character is completed.
    limit: Option<usize>,
    /// Whether separators are removed from the lines.
    chomp: bool,
}

/// Reads the arguments of `gets`, `readlines` and `each_line`: a separator, a limit, `chomp:`.
pub(crate) fn line_arguments(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Lines> {
    let (list, keywords) = args.split_keywords();
    let chomp = m.keyword(keywords, "chomp").is_some_and(Value::is_truthy);
    let separator = match m.globals.get(&Symbol::new("$/")) {
        Some(&Value::Str(id)) => Some(m.string(id).to_vec()),
        Some(Value::Nil) => None,
        _ => Some(b"\n".to_vec()),
    };
    let mut lines = Lines { separator, limit: None, chomp };
    let limit = |m: &mut Machine<'_>, value: Value| -> Flow<Option<usize>> {
        let number = m.to_int(value)?;
        Ok(usize::try_from(number).ok())
    };
    match *list {
        [] => {}
        [Value::Nil] => lines.separator = None,
        [one] => match m.try_str(one)? {
            Some(id) => lines.separator = Some(m.string(id).to_vec()),
            None => lines.limit = limit(m, one)?,
        },
        [separator, count] => {
            lines.separator = match separator {
                Value::Nil => None,
                other => {
                    let id = m.to_str(other)?;
                    Some(m.string(id).to_vec())
                }
            };
            if !count.is_nil() {
                lines.limit = limit(m, count)?;
            }
        }
        _ => return Err(m.arity_error(list.len(), 0, Some(2))),
    }
    Ok(lines)
}

/// Reads the next line and counts it; `None` at the end.
fn next_line(m: &mut Machine<'_>, this: Value, lines: &Lines) -> Flow<Option<(Vec<u8>, Encoding)>> {
    let id = readable(m, this)?;
    let encoding = text_encoding(m, this, id)?;
    let mut start = stream(m, this)?.position;
    if lines.limit == Some(0) {
        return Ok(Some((Vec::new(), encoding)));
    }
    let bytes = m.string(id).bytes();
    let is_paragraph = lines.separator.as_deref() == Some(b"");
    if is_paragraph {
        while bytes.get(start) == Some(&b'\n') {
            start += 1;
        }
    }
    let rest = bytes.get(start..).unwrap_or_default();
    if rest.is_empty() {
        if start > stream(m, this)?.position {
            stream(m, this)?.position = start;
        }
        return Ok(None);
    }
    let separator: Option<&[u8]> = match &lines.separator {
        None => None,
        Some(empty) if empty.is_empty() => Some(b"\n\n"),
        Some(separator) => Some(separator),
    };
    let mut end = match separator {
        Some(b"\n") => memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1),
        Some(separator) => {
            let found = memchr::memmem::find(rest, separator);
            found.map_or(rest.len(), |at| at + separator.len())
        }
        None => rest.len(),
    };
    if let Some(limit) = lines.limit
        && limit < end
    {
        end = limit;
        // Characters are not cut.
        if encoding == Encoding::Utf8 {
            while end < rest.len() && end < limit + 3 && rest[end] & 0xc0 == 0x80 {
                end += 1;
            }
        }
    }
    let mut line = rest[..end].to_vec();
    let mut next = start + end;
    if lines.chomp
        && let Some(separator) = separator
        && line.ends_with(separator)
    {
        line.truncate(line.len() - separator.len());
        if separator == b"\n" && line.ends_with(b"\r") {
            line.pop();
        }
    }
    if is_paragraph {
        while bytes.get(next) == Some(&b'\n') {
            next += 1;
        }
    }
    m.charge(line.len())?;
    let data = stream(m, this)?;
    data.position = next;
    data.line += 1;
    Ok(Some((line, encoding)))
}

fn line_value(m: &mut Machine<'_>, line: Option<(Vec<u8>, Encoding)>) -> Value {
    match line {
        Some((bytes, encoding)) => m.new_bytes(bytes, encoding),
        None => Value::Nil,
    }
}

/// `gets`
pub(crate) fn gets(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    readable(m, this)?;
    let lines = line_arguments(m, args)?;
    let line = next_line(m, this, &lines)?;
    let line = line_value(m, line);
    m.globals.insert(Symbol::new("$_"), line);
    let number = stream(m, this)?.line;
    m.globals.insert(Symbol::new("$."), Value::Int(number));
    Ok(line)
}

/// `readline`
pub(crate) fn readline(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let line = gets(m, this, args)?;
    if line.is_nil() {
        return Err(m.error(class::EOF_ERROR, "end of file reached"));
    }
    Ok(line)
}

/// `readlines`
pub(crate) fn readlines(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    readable(m, this)?;
    let lines = line_arguments(m, args)?;
    if lines.limit == Some(0) {
        return Err(m.argument_error("invalid limit: 0 for readlines"));
    }
    let mut result = Vec::new();
    while let Some((bytes, encoding)) = next_line(m, this, &lines)? {
        m.step()?;
        result.push(m.new_bytes(bytes, encoding));
    }
    Ok(m.new_array(result))
}

/// `each_line`
pub(crate) fn each_line(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    readable(m, this)?;
    let lines = line_arguments(m, args)?;
    if lines.limit == Some(0) {
        return Err(m.argument_error("invalid limit: 0 for each_line"));
    }
    loop {
        let line = next_line(m, this, &lines)?;
        if line.is_none() {
            return Ok(this);
        }
        let line = line_value(m, line);
        m.yield_one(block, line)?;
    }
}

/// Reads the next character; `None` at the end.
fn next_char(m: &mut Machine<'_>, this: Value) -> Flow<Option<(Vec<u8>, Encoding)>> {
    let id = readable(m, this)?;
    let encoding = text_encoding(m, this, id)?;
    let position = stream(m, this)?.position;
    let rest = m.string(id).bytes().get(position..).unwrap_or_default();
    let Some(&first) = rest.first() else { return Ok(None) };
    let width = match (encoding, first) {
        (Encoding::Utf8, 0xc0..) => {
            let expected = match first {
                0xf0.. => 4,
                0xe0.. => 3,
                _ => 2,
            };
            let piece = rest.get(..expected).unwrap_or_default();
            if std::str::from_utf8(piece).is_ok_and(|text| !text.is_empty()) { expected } else { 1 }
        }
        _ => 1,
    };
    let bytes = rest[..width].to_vec();
    stream(m, this)?.position = position + width;
    Ok(Some((bytes, encoding)))
}

/// `getc`
pub(crate) fn getc(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let next = next_char(m, this)?;
    Ok(line_value(m, next))
}

/// `getbyte`
pub(crate) fn getbyte(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = readable(m, this)?;
    let bytes = take(m, this, id, Some(1))?;
    Ok(bytes.first().map_or(Value::Nil, |&byte| Value::Int(i64::from(byte))))
}

fn or_end(m: &mut Machine<'_>, value: Value) -> Flow {
    if value.is_nil() {
        return Err(m.error(class::EOF_ERROR, "end of file reached"));
    }
    Ok(value)
}

/// `readchar`
pub(crate) fn readchar(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let value = getc(m, this, args)?;
    or_end(m, value)
}

/// `readbyte`
pub(crate) fn readbyte(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let value = getbyte(m, this, args)?;
    or_end(m, value)
}

/// `each_char`
pub(crate) fn each_char(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    loop {
        let next = getc(m, this, args)?;
        if next.is_nil() {
            return Ok(this);
        }
        m.yield_one(block, next)?;
    }
}

/// `each_byte`
pub(crate) fn each_byte(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    loop {
        let next = getbyte(m, this, args)?;
        if next.is_nil() {
            return Ok(this);
        }
        m.yield_one(block, next)?;
    }
}

/// `each_codepoint`
pub(crate) fn each_codepoint(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    loop {
        let next = getc(m, this, args)?;
        if next.is_nil() {
            return Ok(this);
        }
        let code = m.call(next, Symbol::new("ord"), &[])?;
        m.yield_one(block, code)?;
    }
}

/// Refuses to put text back into a frozen string.
fn check_modifiable(m: &mut Machine<'_>, this: Value, id: StrId) -> Flow<()> {
    if stream(m, this)?.kind == Kind::StringIo && m.is_frozen(Value::Str(id)) {
        return Err(m.error(class::IO_ERROR, "not modifiable string"));
    }
    Ok(())
}

/// Puts bytes back in front of the position.
fn unread(m: &mut Machine<'_>, this: Value, id: StrId, bytes: &[u8]) -> Flow<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let data = stream(m, this)?;
    let position = data.position;
    let mut content = m.string(id).to_vec();
    if position > content.len() {
        m.charge(position)?;
        content.resize(position, 0);
    }
    let start = position.saturating_sub(bytes.len());
    content.splice(start..position, bytes.iter().copied());
    m.string_mut(id).set_bytes(content);
    stream(m, this)?.position = start;
    Ok(())
}

/// `ungetc`
pub(crate) fn ungetc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = readable(m, this)?;
    if args[0].is_nil() {
        return Ok(Value::Nil);
    }
    check_modifiable(m, this, id)?;
    let bytes = match args[0] {
        Value::Int(code) => {
            let character = u32::try_from(code).ok().and_then(char::from_u32);
            match character {
                Some(character) => character.to_string().into_bytes(),
                None => return Err(m.range_error(format!("{code} out of char range"))),
            }
        }
        other => {
            let text = m.to_str(other)?;
            m.string(text).to_vec()
        }
    };
    unread(m, this, id, &bytes)?;
    Ok(Value::Nil)
}

/// `ungetbyte`
pub(crate) fn ungetbyte(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = readable(m, this)?;
    if args[0].is_nil() {
        return Ok(Value::Nil);
    }
    check_modifiable(m, this, id)?;
    let bytes = match args[0] {
        Value::Int(byte) => vec![byte as u8],
        Value::Big(_) => {
            let low = m.big(args[0]).iter_u32_digits().next().unwrap_or(0);
            vec![if m.big(args[0]).is_negative() { low.wrapping_neg() } else { low } as u8]
        }
        other => {
            let text = m.to_str(other)?;
            m.string(text).to_vec()
        }
    };
    unread(m, this, id, &bytes)?;
    Ok(Value::Nil)
}
