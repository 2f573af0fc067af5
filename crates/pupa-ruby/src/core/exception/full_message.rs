//! `full_message`: the text that Ruby prints for an uncaught exception.

use super::ExceptionData;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

pub(super) fn detailed_message(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (positional, keywords) = args.split_keywords();
    m.check_arity(positional.len(), 0, Some(0))?;
    let highlight = highlight(m, keywords)?;
    let message = m.call(this, names::MESSAGE, &[])?;
    let message = m.to_s_text(message)?;
    let class = m.class_name_of(this);
    let text = decorate(&message, &class, highlight);
    Ok(m.new_str(text))
}

/// The message with the name of the class after its first line.
fn decorate(message: &str, class: &str, highlight: bool) -> String {
    if message.is_empty() {
        return if highlight { format!("\x1b[1;4m{class}\x1b[m") } else { class.to_owned() };
    }
    let (first, rest) = match message.split_once('\n') {
        Some((first, rest)) => (first, Some(rest)),
        None => (message, None),
    };
    let mut text = if highlight {
        format!("\x1b[1m{first} (\x1b[1;4m{class}\x1b[m\x1b[1m)\x1b[m")
    } else {
        format!("{first} ({class})")
    };
    for line in rest.into_iter().flat_map(|rest| rest.split('\n')) {
        text.push('\n');
        if highlight && !line.is_empty() {
            text.push_str(&format!("\x1b[1m{line}\x1b[m"));
        } else {
            text.push_str(line);
        }
    }
    text
}

fn highlight(m: &mut Machine<'_>, keywords: Option<HashId>) -> Flow<bool> {
    match m.keyword(keywords, "highlight") {
        None | Some(Value::Nil | Value::Bool(false)) => Ok(false),
        Some(Value::Bool(true)) => Ok(true),
        Some(other) => {
            let text = m.inspect(other)?;
            Err(m.argument_error(format!("expected true or false as highlight: {text}")))
        }
    }
}

pub(super) fn full_message(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (positional, keywords) = args.split_keywords();
    m.check_arity(positional.len(), 0, Some(0))?;
    let highlight = highlight(m, keywords)?;
    let bottom = match m.keyword(keywords, "order") {
        None => false,
        Some(order) => {
            let name = m.to_symbol(order)?;
            match name.as_str() {
                "top" => false,
                "bottom" => true,
                _ => {
                    let text = m.inspect(order)?;
                    return Err(
                        m.argument_error(format!("expected :top or :bottom as order: {text}"))
                    );
                }
            }
        }
    };
    let mut chain = vec![this];
    while let Some(&last) = chain.last() {
        let cause = m.payload::<ExceptionData>(last).map_or(Value::Nil, |data| data.cause);
        if !matches!(cause, Value::Object(_)) || chain.iter().any(|known| known.is_same(cause)) {
            break;
        }
        chain.push(cause);
    }
    let mut text = String::new();
    if bottom {
        let title = if highlight { "\x1b[1mTraceback\x1b[m" } else { "Traceback" };
        text.push_str(&format!("{title} (most recent call last):\n"));
        for &exception in chain.iter().rev() {
            append(m, &mut text, exception, keywords, highlight, true)?;
        }
    } else {
        for &exception in &chain {
            append(m, &mut text, exception, keywords, highlight, false)?;
        }
    }
    Ok(m.new_str(text))
}

/// Appends one exception with its backtrace.
fn append(
    m: &mut Machine<'_>,
    text: &mut String,
    exception: Value,
    keywords: Option<HashId>,
    highlight: bool,
    bottom: bool,
) -> Flow<()> {
    let lines = backtrace(m, exception)?;
    let message = message(m, exception, keywords, highlight)?;
    let place = match lines.first() {
        Some(first) => first.clone(),
        None => {
            let place = m.caller_place().unwrap_or_else(|| "main".to_owned());
            format!("{place}:in `full_message'")
        }
    };
    if bottom {
        let width = lines.len().saturating_sub(1).to_string().len();
        for (number, line) in lines.iter().enumerate().skip(1).rev() {
            text.push_str(&format!("\t{number:>width$}: from {line}\n"));
        }
    }
    text.push_str(&format!("{place}: {message}"));
    if !message.ends_with('\n') {
        text.push('\n');
    }
    if !bottom {
        for line in lines.iter().skip(1) {
            text.push_str(&format!("\tfrom {line}\n"));
        }
    }
    Ok(())
}

fn backtrace(m: &mut Machine<'_>, exception: Value) -> Flow<Vec<String>> {
    let mut lines = Vec::new();
    if let Value::Array(list) = m.call(exception, names::BACKTRACE, &[])? {
        for line in m.array(list).to_vec() {
            lines.push(m.to_s_text(line)?);
        }
    }
    Ok(lines)
}

fn message(
    m: &mut Machine<'_>,
    exception: Value,
    keywords: Option<HashId>,
    highlight: bool,
) -> Flow<String> {
    let options = m.new_hash();
    if let Some(given) = keywords {
        let entries: Vec<_> = m.hash(given).iter().collect();
        for (key, value) in entries {
            if !matches!(key, Value::Sym(name) if name.as_str() == "order") {
                m.hash_set(options, key, value)?;
            }
        }
    }
    let key = Value::Sym(Symbol::new("highlight"));
    m.hash_set(options, key, Value::Bool(highlight))?;
    let list = [Value::Hash(options)];
    let mut args = Args::new(Symbol::new("detailed_message"), &list);
    args.has_keywords = true;
    let text = match m.call_args(exception, args)? {
        Value::Str(id) => m.text_of(id),
        _ => String::new(),
    };
    let is_runtime = m.real_class_of(exception) == crate::core::class::RUNTIME_ERROR;
    if is_runtime && m.exception_message(exception).is_empty() {
        let plain = "unhandled exception";
        return Ok(match highlight {
            true => format!("\x1b[1;4m{plain}\x1b[m"),
            false => plain.to_owned(),
        });
    }
    Ok(text)
}
