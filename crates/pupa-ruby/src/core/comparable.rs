//! `Comparable`: `==`, `<`, `between?`, `clamp` and so on, by `<=>`.

use std::cmp::Ordering;

use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Comparable`
pub static COMPARABLE: NativeClass = NativeClass {
    name: "Comparable",
    methods: &[
        method("==", 1, 1, equals),
        method("<", 1, 1, |m, this, args| relation(m, this, args, Ordering::is_lt)),
        method("<=", 1, 1, |m, this, args| relation(m, this, args, Ordering::is_le)),
        method(">", 1, 1, |m, this, args| relation(m, this, args, Ordering::is_gt)),
        method(">=", 1, 1, |m, this, args| relation(m, this, args, Ordering::is_ge)),
        method("between?", 2, 2, is_between),
        method("clamp", 1, 2, clamp),
    ],
    class_methods: &[],
    ..NativeClass::MODULE
};

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    if this.is_same(other) {
        return Ok(Value::TRUE);
    }
    let operation = Symbol::new("Comparable#==");
    let result = m.guard_recursion(operation, this, other, Value::Nil, |m| {
        m.call(this, names::COMPARE, &[other])
    })?;
    if result.is_nil() {
        return Ok(Value::FALSE);
    }
    Ok(Value::Bool(m.ordering(result, this, other)?.is_eq()))
}

/// Calls `<=>` of the object, without fast paths.
fn order(m: &mut Machine<'_>, this: Value, other: Value) -> Flow<Ordering> {
    let result = m.call(this, names::COMPARE, &[other])?;
    m.ordering(result, this, other)
}

fn relation(m: &mut Machine<'_>, this: Value, args: Args<'_>, holds: fn(Ordering) -> bool) -> Flow {
    Ok(Value::Bool(holds(order(m, this, args[0])?)))
}

fn is_between(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_between = order(m, this, args[0])?.is_ge() && order(m, this, args[1])?.is_le();
    Ok(Value::Bool(is_between))
}

fn clamp(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (min, max) = match (args[0], args.opt(1)) {
        (min, Some(max)) => (min, max),
        (Value::Range(id), None) => {
            let range = m.heap.ranges[id].clone();
            if range.exclusive && !range.end.is_nil() {
                return Err(m.argument_error("cannot clamp with an exclusive range"));
            }
            (range.begin, range.end)
        }
        (other, None) => {
            let name = m.name_for_conversion(other);
            return Err(m.type_error(format!("wrong argument type {name} (expected Range)")));
        }
    };
    if !min.is_nil() && !max.is_nil() && order(m, min, max)?.is_gt() {
        return Err(m.argument_error("min argument must be smaller than max argument"));
    }
    if !min.is_nil() {
        let order = order(m, this, min)?;
        if order.is_eq() {
            return Ok(this);
        }
        if order.is_lt() {
            return Ok(min);
        }
    }
    if !max.is_nil() && order(m, this, max)?.is_gt() {
        return Ok(max);
    }
    Ok(this)
}
