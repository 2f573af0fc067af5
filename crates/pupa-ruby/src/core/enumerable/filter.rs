//! Selecting and grouping elements: `select`, `reject`, `partition`, `group_by`, `grep` and others.

use super::{NEXT, each_values, new_list, push, yield_packed};
use crate::core::array::insert_as;
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::Value;

/// `filter_map`
pub(super) fn filter_map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.yield_block(block, values)?;
        if item.is_truthy() {
            push(m, list, item)?;
        }
        NEXT
    })?;
    Ok(Value::Array(list))
}

fn chosen(m: &mut Machine<'_>, this: Value, block: Block, keep: bool) -> Flow {
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if yield_packed(m, block, values)?.is_truthy() == keep {
            push(m, list, item)?;
        }
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// `select`, `filter`, `find_all`
pub(super) fn select(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    chosen(m, this, block, true)
}

/// `reject`
pub(super) fn reject(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    chosen(m, this, block, false)
}

/// `partition`
pub(super) fn partition(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let (yes, no) = (new_list(m), new_list(m));
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let side = if yield_packed(m, block, values)?.is_truthy() { yes } else { no };
        push(m, side, item)?;
        NEXT
    })?;
    Ok(m.new_array(vec![Value::Array(yes), Value::Array(no)]))
}

/// `group_by`
pub(super) fn group_by(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let groups = m.new_hash();
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let key = yield_packed(m, block, values)?;
        match m.hash_get(groups, key)? {
            Some(Value::Array(group)) => push(m, group, item)?,
            _ => {
                let group = m.new_array(vec![item]);
                m.hash_set(groups, key, group)?;
            }
        }
        NEXT
    })?;
    Ok(Value::Hash(groups))
}

/// `tally`
pub(super) fn tally(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let counts = match args.opt(0) {
        Some(counts) => {
            let counts = m.to_hash(counts)?;
            m.check_frozen(Value::Hash(counts))?;
            counts
        }
        None => m.new_hash(),
    };
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let count = match m.hash_get(counts, item)? {
            None => Value::Int(1),
            Some(Value::Int(count)) if count < i64::MAX => Value::Int(count + 1),
            Some(count @ (Value::Int(_) | Value::Big(_))) => {
                let next = m.big(count) + 1;
                m.new_integer(next)
            }
            Some(other) => {
                let name = m.class_name_of(other);
                let text = format!("wrong argument type {name} (expected Integer)");
                return Err(m.type_error(text));
            }
        };
        m.hash_set(counts, item, count)?;
        NEXT
    })?;
    Ok(Value::Hash(counts))
}

/// `uniq`
pub(super) fn uniq(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let table = m.new_hash();
    let block = args.block;
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let key = match block {
            Some(block) => m.yield_block(block, values)?,
            None => item,
        };
        insert_as(m, table, key, item)?;
        NEXT
    })?;
    let items = m.hash(table).values();
    Ok(m.new_array(items))
}

/// `compact`
pub(super) fn compact(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if !item.is_nil() {
            push(m, list, item)?;
        }
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// Whether a pattern matches an element. Without a block, regular expressions do not set `$~`.
fn matches_item(m: &mut Machine<'_>, pattern: Value, item: Value, has_block: bool) -> Flow<bool> {
    if let Value::Regexp(_) = pattern
        && !has_block
        && m.class_of(pattern) == class::REGEXP
    {
        let text = match item {
            Value::Str(_) | Value::Sym(_) => item,
            _ => match m.try_str(item)? {
                Some(text) => Value::Str(text),
                None => return Ok(false),
            },
        };
        return Ok(m.call(pattern, names::MATCH_P, &[text])?.is_truthy());
    }
    m.case_equals(pattern, item)
}

fn matching(m: &mut Machine<'_>, this: Value, args: Args<'_>, expected: bool) -> Flow {
    let (pattern, block) = (args[0], args.block);
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if matches_item(m, pattern, item, block.is_some())? == expected {
            let item = match block {
                Some(block) => yield_packed(m, block, values)?,
                None => item,
            };
            push(m, list, item)?;
        }
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// `grep`
pub(super) fn grep(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    matching(m, this, args, true)
}

/// `grep_v`
pub(super) fn grep_v(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    matching(m, this, args, false)
}
