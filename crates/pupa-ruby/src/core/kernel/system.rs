//! `Kernel`: commands and processes, which are refused unless the world allows them, and `gets`.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

/// The words of a command, without a hash of variables before and options after them.
fn words(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Vec<String>> {
    let (list, _) = args.split_keywords();
    let mut words = Vec::new();
    for &value in list {
        match value {
            Value::Hash(_) => {}
            Value::Array(pair) => {
                let first = m.array(pair).first().copied().unwrap_or(Value::Nil);
                words.push(m.to_text(first)?);
            }
            _ => words.push(m.to_text(value)?),
        }
    }
    Ok(words)
}

/// Runs a command through the world.
fn run(m: &mut Machine<'_>, words: &[String]) -> Flow<(Vec<u8>, i32)> {
    match m.world.run_command(words) {
        Ok(result) => Ok(result),
        Err(reason) => {
            let command = words.join(" ");
            Err(m.error(class::SECURITY_ERROR, format!("{reason}: {command}")))
        }
    }
}

pub(super) fn system(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let words = words(m, args)?;
    let (output, code) = run(m, &words)?;
    m.world.print(&output);
    Ok(Value::Bool(code == 0))
}

pub(super) fn backtick(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let words = words(m, args)?;
    let (output, _) = run(m, &words)?;
    Ok(m.new_bytes(output, crate::heap::Encoding::Utf8))
}

pub(super) fn exec(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Err(m.not_implemented("exec"))
}

pub(super) fn fork(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Err(m.not_implemented("fork"))
}

pub(super) fn spawn(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Err(m.not_implemented("spawn"))
}

/// `trap`: accepted without effect, because signals never arrive.
pub(super) fn trap(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Ok(m.new_str("DEFAULT"))
}

pub(super) fn refused(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    Err(m.not_implemented(args.name.as_str()))
}

/// `gets`: always `nil`, because standard input is empty.
pub(super) fn gets(_: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Ok(Value::Nil)
}

pub(super) fn readline(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Err(m.error(class::EOF_ERROR, "end of file reached"))
}

pub(super) fn readlines(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Ok(m.new_array(Vec::new()))
}
