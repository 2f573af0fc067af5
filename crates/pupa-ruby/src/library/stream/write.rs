//! The methods that write to `IO`, `File` and `StringIO`: `write`, `<<`, `print`, `puts`, `printf`,
//! `putc`.

use super::{Kind, stream, writable};
use crate::core::io::change;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// Writes bytes into the content of a stream at its position, or prints them on standard output or
/// error. The changed content of a file is written to the file later (`change`).
pub(crate) fn write_bytes(m: &mut Machine<'_>, this: Value, bytes: &[u8]) -> Flow<()> {
    writable(m, this)?;
    let data = stream(m, this)?;
    let Value::Str(id) = data.string else {
        // Only the standard streams are writable and have no string.
        if matches!(data.kind, Kind::Output | Kind::Error) {
            m.world.print(bytes);
        }
        return Ok(());
    };
    if bytes.is_empty() {
        return Ok(());
    }
    let (append, position) = (data.append, data.position);
    m.check_frozen(Value::Str(id))?;
    let length = m.string(id).len();
    let position = if append { length } else { position };
    m.charge(bytes.len() + position.saturating_sub(length))?;
    if position == length {
        m.string_mut(id).push_bytes(bytes);
    } else {
        let mut content = m.string(id).to_vec();
        let end = position + bytes.len();
        if content.len() < end {
            content.resize(end, 0);
        }
        content[position..end].copy_from_slice(bytes);
        m.string_mut(id).set_bytes(content);
    }
    stream(m, this)?.position = position + bytes.len();
    change::note_change(m, this, id)
}

fn write_value(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<usize> {
    let id = m.to_s(value)?;
    let bytes = m.string(id).to_vec();
    write_bytes(m, this, &bytes)?;
    Ok(bytes.len())
}

/// `write`
pub(crate) fn write(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut count = 0;
    for &value in args.list {
        count += write_value(m, this, value)?;
    }
    Ok(Value::from(count))
}

/// `syswrite` and `write_nonblock`
pub(crate) fn syswrite(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = write_value(m, this, args[0])?;
    Ok(Value::from(count))
}

/// `<<`
pub(crate) fn append(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.call(this, names::WRITE, &[args[0]])?;
    Ok(this)
}

/// `print`
pub(crate) fn print(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.is_empty() {
        let line = m.globals.get(&Symbol::new("$_")).copied().unwrap_or(Value::Nil);
        m.call(this, names::WRITE, &[line])?;
        return Ok(Value::Nil);
    }
    let separator = m.globals.get(&Symbol::new("$,")).copied().unwrap_or(Value::Nil);
    for (index, &value) in args.list.iter().enumerate() {
        if index > 0 && !separator.is_nil() {
            m.call(this, names::WRITE, &[separator])?;
        }
        m.call(this, names::WRITE, &[value])?;
    }
    let end = m.globals.get(&Symbol::new("$\\")).copied().unwrap_or(Value::Nil);
    if !end.is_nil() {
        m.call(this, names::WRITE, &[end])?;
    }
    Ok(Value::Nil)
}

/// `puts`
pub(crate) fn puts(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let lines = puts_lines(m, args.list)?;
    for line in lines {
        let line = m.new_bytes(line, Encoding::Utf8);
        m.call(this, names::WRITE, &[line])?;
    }
    Ok(Value::Nil)
}

/// The lines that `puts` writes for its arguments, each with its line break.
pub(crate) fn puts_lines(m: &mut Machine<'_>, values: &[Value]) -> Flow<Vec<Vec<u8>>> {
    let mut lines = Vec::new();
    if values.is_empty() {
        lines.push(b"\n".to_vec());
    }
    for &value in values {
        puts_value(m, value, &mut lines)?;
    }
    Ok(lines)
}

fn puts_value(m: &mut Machine<'_>, value: Value, lines: &mut Vec<Vec<u8>>) -> Flow<()> {
    if !matches!(value, Value::Str(_))
        && let Some(array) = m.try_ary(value)?
    {
        let array = Value::Array(array);
        // An array that contains itself is written as `[...]`: the guard returns `None` for it.
        let inner = m.guard_recursion(names::PUTS, array, array, None, |m| {
            let Value::Array(id) = array else { return Ok(None) };
            let mut inner = Vec::new();
            for item in m.array(id).to_vec() {
                puts_value(m, item, &mut inner)?;
            }
            Ok(Some(inner))
        })?;
        match inner {
            Some(inner) => lines.extend(inner),
            None => lines.push(b"[...]\n".to_vec()),
        }
        return Ok(());
    }
    let id = m.to_s(value)?;
    let mut line = m.string(id).to_vec();
    if line.last() != Some(&b'\n') {
        line.push(b'\n');
    }
    lines.push(line);
    Ok(())
}

/// `printf`
pub(crate) fn printf(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.is_empty() {
        return Ok(Value::Nil);
    }
    let text = m.call(m.main, names::FORMAT, args.list)?;
    m.call(this, names::WRITE, &[text])?;
    Ok(Value::Nil)
}

/// `putc`
pub(crate) fn putc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    writable(m, this)?;
    let character = match args[0] {
        Value::Str(id) => {
            let string = m.string(id);
            match string.text().and_then(|text| text.chars().next()) {
                Some(first) => first.to_string().into_bytes(),
                None => string.bytes().iter().take(1).copied().collect(),
            }
        }
        other => vec![m.to_int(other)? as u8],
    };
    write_bytes(m, this, &character)?;
    Ok(args[0])
}
