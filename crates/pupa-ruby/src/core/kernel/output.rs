//! `Kernel`: `puts`, `print`, `p`, `printf`, `warn` and others, which write to `$stdout` or
//! `$stderr`.

use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

fn stdout(m: &mut Machine<'_>) -> Flow {
    m.global_get(Symbol::new("$stdout"))
}

pub(super) fn puts(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let stream = stdout(m)?;
    m.call(stream, names::PUTS, args.list)
}

pub(super) fn print(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let stream = stdout(m)?;
    crate::library::stream::print(m, stream, args)
}

pub(super) fn putc(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let stream = stdout(m)?;
    m.call(stream, Symbol::new("putc"), args.list)
}

pub(super) fn display(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let stream = match args.opt(0) {
        Some(stream) => stream,
        None => stdout(m)?,
    };
    m.call(stream, names::WRITE, &[this])?;
    Ok(Value::Nil)
}

pub(super) fn p(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let stream = stdout(m)?;
    for &value in args.list {
        let mut line = m.inspect(value)?;
        line.push('\n');
        let line = m.new_str(line);
        m.call(stream, names::WRITE, &[line])?;
    }
    Ok(crate::core::module::same_as_given(m, args.list))
}

/// `pp`: the same as `p`, unless the library `pp` was loaded, which uses several lines for long
/// values.
pub(super) fn pp(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    p(m, this, args)
}

/// `format(text, *args)`
pub(super) fn format(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let Some((&text, rest)) = args.list.split_first() else {
        return Err(m.argument_error("too few arguments"));
    };
    let text = m.to_str(text)?;
    let rest = m.new_array(rest.to_vec());
    m.call(Value::Str(text), names::MODULO, &[rest])
}

/// `printf(text, *args)`, or `printf(stream, text, *args)`
pub(super) fn printf(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (stream, args) = match args.list.split_first() {
        None => return Ok(Value::Nil),
        Some((Value::Str(_), _)) => (stdout(m)?, args),
        Some((&stream, rest)) => (stream, Args { list: rest, ..args }),
    };
    let text = format(m, this, args)?;
    m.call(stream, names::WRITE, &[text])?;
    Ok(Value::Nil)
}

/// `warn(*messages, uplevel: nil, category: nil)`
pub(super) fn warn(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (messages, keywords) = args.split_keywords();
    crate::core::exception::check_keywords(m, keywords, &["uplevel", "category"])?;
    let uplevel = match m.keyword(keywords, "uplevel") {
        None | Some(Value::Nil) => None,
        Some(level) => {
            let level = m.to_int(level)?;
            if level < 0 {
                return Err(m.argument_error(format!("negative level ({level})")));
            }
            Some(level as usize)
        }
    };
    if let Some(category) = m.keyword(keywords, "category")
        && !category.is_nil()
    {
        let name = m.to_symbol(category)?;
        if !matches!(name.as_str(), "deprecated" | "experimental") {
            return Err(m.argument_error(format!("unknown category: {name}")));
        }
        let warning = Value::Class(crate::core::class::WARNING);
        if !m.call(warning, names::AREF, &[Value::Sym(name)])?.is_truthy() {
            return Ok(Value::Nil);
        }
    }
    let verbose = m.global_get(Symbol::new("$VERBOSE"))?;
    if verbose.is_nil() || messages.is_empty() {
        return Ok(Value::Nil);
    }
    let mut text = String::new();
    if let Some(level) = uplevel {
        match m.backtrace_lines(level).first().and_then(|line| line.split_once(":in ")) {
            Some((place, _)) => text.push_str(&format!("{place}: warning: ")),
            None => text.push_str("warning: "),
        }
    }
    append(m, &mut text, messages)?;
    let text = m.new_str(text);
    let warning = Value::Class(crate::core::class::WARNING);
    m.call(warning, Symbol::new("warn"), &[text])?;
    Ok(Value::Nil)
}

/// Appends messages as `puts` does: arrays element by element, each with a line break.
fn append(m: &mut Machine<'_>, text: &mut String, messages: &[Value]) -> Flow<()> {
    for &message in messages {
        if let Value::Array(list) = message {
            let items = m.array(list).to_vec();
            append(m, text, &items)?;
            continue;
        }
        let line = m.to_s_text(message)?;
        text.push_str(&line);
        if !line.ends_with('\n') {
            text.push('\n');
        }
    }
    Ok(())
}
