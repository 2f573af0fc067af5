//! `Range`: the table of its methods, and its parts. The submodules implement most methods.

mod bounds;
mod each;
mod search;
pub(crate) mod step;

pub(crate) use bounds::{Span, span, span_of};
pub(crate) use each::for_each;
pub(crate) use step::size_of_range;

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method, private};
use crate::symbol::names;
use crate::value::{RangeId, Value};

/// `Range`
pub static RANGE: NativeClass = NativeClass {
    name: "Range",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    instances: Instances::Ranges,
    methods: &[
        private("initialize", 2, 3, initialize),
        method("begin", 0, 0, begin),
        method("end", 0, 0, end),
        method("first", 0, 1, bounds::first),
        method("last", 0, 1, bounds::last),
        method("min", 0, 1, bounds::min),
        method("max", 0, 1, bounds::max),
        method("minmax", 0, 0, bounds::minmax),
        method("exclude_end?", 0, 0, excludes_end),
        method("size", 0, 0, step::size),
        method("count", 0, 1, step::count),
        method("sum", 0, 1, step::sum),
        method("to_s", 0, 0, to_s),
        method("inspect", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, eql),
        method("hash", 0, 0, hash),
        method("each", 0, 0, each::each),
        method("reverse_each", 0, 0, each::reverse_each),
        method("to_a", 0, 0, each::to_a),
        method("entries", 0, 0, each::to_a),
        method("step", 0, 1, step::step),
        method("%", 1, 1, step::step),
        method("include?", 1, 1, search::includes),
        method("member?", 1, 1, search::includes),
        method("===", 1, 1, search::case_equals),
        method("cover?", 1, 1, search::covers),
        method("bsearch", 0, 0, search::bsearch),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// A copy of the parts of a range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts {
    pub(crate) begin: Value,
    pub(crate) end: Value,
    pub(crate) exclusive: bool,
}

/// The ID of the range that a method was called on.
fn own(m: &mut Machine<'_>, this: Value) -> Flow<RangeId> {
    match this {
        Value::Range(id) => Ok(id),
        _ => Err(m.type_error("not a range")),
    }
}

/// The parts of a range.
pub(crate) fn parts(m: &mut Machine<'_>, this: Value) -> Flow<Parts> {
    let id = own(m, this)?;
    let range = &m.heap.ranges[id];
    let known = |value: Value| if value.is_undef() { Value::Nil } else { value };
    Ok(Parts { begin: known(range.begin), end: known(range.end), exclusive: range.exclusive })
}

/// `Range.new(begin, end, exclusive)`
fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    m.check_frozen(this)?;
    let range = &m.heap.ranges[id];
    if !range.begin.is_nil() || !range.end.is_nil() {
        return Err(m.error(class::NAME_ERROR, "`initialize' called twice"));
    }
    let checked = m.checked_range(args[0], args[1], args.or_nil(2).is_truthy())?;
    let Parts { begin, end, exclusive } = parts(m, checked)?;
    let range = &mut m.heap.ranges[id];
    (range.begin, range.end, range.exclusive) = (begin, end, exclusive);
    range.frozen = range.class == class::RANGE;
    Ok(Value::Nil)
}

/// `begin`
fn begin(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(parts(m, this)?.begin)
}

/// `end`
fn end(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(parts(m, this)?.end)
}

/// `exclude_end?`
fn excludes_end(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(parts(m, this)?.exclusive.into())
}

fn dots(exclusive: bool) -> &'static str {
    if exclusive { "..." } else { ".." }
}

/// `to_s`
fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    let (begin, end) = (m.to_s_text(range.begin)?, m.to_s_text(range.end)?);
    Ok(m.new_str(format!("{begin}{}{end}", dots(range.exclusive))))
}

/// `inspect`
fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    let (has_begin, has_end) = (!range.begin.is_nil(), !range.end.is_nil());
    let recursive = format!("(... {} ...)", dots(range.exclusive));
    let text = m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let begin = if has_begin || !has_end { m.inspect(range.begin)? } else { String::new() };
        let end = if has_end || !has_begin { m.inspect(range.end)? } else { String::new() };
        Ok(format!("{begin}{}{end}", dots(range.exclusive)))
    })?;
    Ok(m.new_str(text))
}

/// `==`
fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    compare(m, this, args[0], Machine::equals, names::EQUALS)
}

/// `eql?`
fn eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    compare(m, this, args[0], Machine::eql, names::EQL)
}

fn compare<'w>(
    m: &mut Machine<'w>,
    this: Value,
    other: Value,
    is_equal: fn(&mut Machine<'w>, Value, Value) -> Flow<bool>,
    operation: crate::symbol::Symbol,
) -> Flow {
    if this.is_same(other) {
        return Ok(Value::TRUE);
    }
    let Value::Range(_) = other else { return Ok(Value::FALSE) };
    let (a, b) = (parts(m, this)?, parts(m, other)?);
    let result = m.guard_recursion(operation, this, other, true, |m| {
        Ok(a.exclusive == b.exclusive
            && is_equal(m, a.begin, b.begin)?
            && is_equal(m, a.end, b.end)?)
    })?;
    Ok(result.into())
}

/// `hash`
fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    let code = m.guard_recursion(names::HASH, this, Value::Nil, 0x7a9e_u64, |m| {
        let (begin, end) = (m.hash_code(range.begin)?, m.hash_code(range.end)?);
        let code = (begin.rotate_left(7) ^ end).wrapping_mul(0x517c_c1b7_2722_0a95);
        Ok(code ^ u64::from(range.exclusive) << 17)
    })?;
    Ok(Value::Int(code as i64 >> 2))
}
