//! `zip`: combines the elements of several collections.

use std::cell::Cell;

use super::{NEXT, each_values, new_list, push};
use crate::core::enumerator::external;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::names;
use crate::value::{ArrayId, Value};

/// Another collection, whose elements are read one by one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Companion {
    /// An array.
    List(ArrayId),
    /// An enumerator.
    Enumerator(Value),
}

impl Companion {
    /// The collections in the arguments of `zip`.
    pub(crate) fn from_args(m: &mut Machine<'_>, args: &[Value]) -> Flow<Vec<Companion>> {
        let mut companions = Vec::with_capacity(args.len());
        for &other in args {
            companions.push(match m.try_ary(other)? {
                Some(list) => Companion::List(list),
                None => Companion::Enumerator(each_of(m, other)?),
            });
        }
        Ok(companions)
    }

    /// The element at an index; indexes must be requested in order.
    pub(crate) fn get(self, m: &mut Machine<'_>, index: usize) -> Flow {
        match self {
            Companion::List(list) => Ok(m.heap.arrays[list].get(index).unwrap_or(Value::Nil)),
            Companion::Enumerator(enumerator) => {
                Ok(external::next(m, enumerator)?.unwrap_or(Value::Nil))
            }
        }
    }
}

fn each_of(m: &mut Machine<'_>, other: Value) -> Flow {
    if !m.responds_to(other, names::EACH)? {
        let name = m.class_name_of(other);
        let text = format!("wrong argument type {name} (must respond to :each)");
        return Err(m.type_error(text));
    }
    m.call(other, names::TO_ENUM, &[Value::Sym(names::EACH)])
}

/// `zip`
pub(super) fn zip(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let companions = Companion::from_args(m, args.list)?;
    let list = new_list(m);
    let index = Cell::new(0);
    let block = args.block;
    each_values(m, this, &[], move |m, values| {
        let mut tuple = vec![m.pack(values)];
        for companion in &companions {
            tuple.push(companion.get(m, index.get())?);
        }
        index.set(index.get() + 1);
        match (block, &tuple[..]) {
            // Compat: without other collections, the block gets the element instead of an array
            // with it.
            (Some(block), &[only]) => {
                m.yield_one(block, only)?;
            }
            (Some(block), _) => {
                let tuple = m.new_array(tuple);
                m.yield_one(block, tuple)?;
            }
            (None, _) => {
                let tuple = m.new_array(tuple);
                push(m, list, tuple)?;
            }
        }
        NEXT
    })?;
    Ok(if block.is_some() { Value::Nil } else { Value::Array(list) })
}
