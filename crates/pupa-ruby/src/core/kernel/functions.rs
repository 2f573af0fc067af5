//! `Kernel`: `require`, `require_relative`, `load`, `autoload`, `open`, `sleep` and
//! `global_variables`.

use crate::core::class;
use crate::core::module::symbols;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::Value;

pub(super) fn global_variables(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let names = m.global_names();
    Ok(symbols(m, names))
}

pub(super) fn require(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let name = m.path_text(args[0])?;
    Ok(Value::Bool(m.require(&name)?))
}

pub(super) fn require_relative(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let name = m.path_text(args[0])?;
    Ok(Value::Bool(m.require_relative(&name)?))
}

pub(super) fn load(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let name = m.path_text(args[0])?;
    let wrap = match args.opt(1) {
        Some(Value::Class(module)) => Some(module),
        Some(flag) if flag.is_truthy() => Some(m.make_module()),
        _ => None,
    };
    Ok(Value::Bool(m.load_file_in(&name, wrap)?))
}

/// The class or module whose body encloses the call: `autoload` without a receiver applies to it.
fn lexical_class(m: &Machine<'_>) -> Value {
    let cref = m.core.frames.last().map(|frame| frame.cref.clone());
    Value::Class(cref.map_or(class::OBJECT, |cref| cref.class))
}

pub(super) fn autoload(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let class = lexical_class(m);
    m.call(class, Symbol::new("autoload"), args.list)
}

pub(super) fn is_autoload(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let class = lexical_class(m);
    m.call(class, Symbol::new("autoload?"), args.list)
}

/// `sleep` checks its argument and returns at once: a compilation must not wait.
pub(super) fn sleep(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let seconds = match args.opt(0) {
        None => return Ok(Value::Int(0)),
        Some(Value::Int(seconds)) => seconds as f64,
        Some(Value::Float(seconds)) => seconds,
        Some(value) if m.is_a(value, class::NUMERIC) => m.to_float(value)?,
        Some(value) => {
            let name = m.class_name_of(value);
            return Err(m.type_error(format!("can't convert {name} into time interval")));
        }
    };
    if seconds < 0.0 {
        return Err(m.argument_error("time interval must not be negative"));
    }
    Ok(Value::Int(seconds.round() as i64))
}

pub(super) fn open(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let name = Symbol::new("to_open");
    if let Value::Object(_) = args[0]
        && m.responds_to(args[0], name)?
    {
        let result =
            m.call_args(args[0], Args { list: &args.list[1..], block: None, name, ..args })?;
        return match args.block {
            Some(block) => m.yield_one(block, result),
            None => Ok(result),
        };
    }
    let file = m.constant_in(class::OBJECT, Symbol::new("File"))?;
    m.call_args(file, Args { name: Symbol::new("open"), ..args })
}
