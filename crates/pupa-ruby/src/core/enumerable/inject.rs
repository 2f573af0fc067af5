//! `inject` (`reduce`): combining elements with a block or a method.

use std::cell::Cell;
use std::rc::Rc;

use super::{NEXT, each_values};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// The operation that combines two values.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operation {
    /// A block.
    Block(Block),
    /// A method.
    Method(Symbol),
    /// Nothing was given, which is an error if there are two values.
    Missing,
}

impl Operation {
    /// The operation and the initial value in the arguments of `inject`.
    pub(crate) fn from_args(
        m: &mut Machine<'_>,
        args: Args<'_>,
    ) -> Flow<(Operation, Option<Value>)> {
        Ok(match (args.list, args.block) {
            (&[start, method], block) => {
                if block.is_some() {
                    m.warn("given block not used")?;
                }
                (Operation::Method(m.to_symbol(method)?), Some(start))
            }
            (&[start], Some(block)) => (Operation::Block(block), Some(start)),
            (&[method], None) => (Operation::Method(m.to_symbol(method)?), None),
            (_, Some(block)) => (Operation::Block(block), None),
            (_, None) => (Operation::Missing, None),
        })
    }

    /// Combines two values.
    #[inline]
    pub(crate) fn apply(self, m: &mut Machine<'_>, memo: Value, item: Value) -> Flow {
        match self {
            Operation::Block(block) => m.yield_block(block, &[memo, item]),
            Operation::Method(method) => {
                if let (Value::Int(a), Value::Int(b)) = (memo, item)
                    && method == names::PLUS
                    && !m.operators_redefined
                    && let Some(sum) = a.checked_add(b)
                {
                    return Ok(Value::Int(sum));
                }
                m.call(memo, method, &[item])
            }
            Operation::Missing => Err(m.error(class::LOCAL_JUMP_ERROR, "no block given")),
        }
    }
}

/// `inject`, `reduce`
pub(super) fn inject(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (operation, start) = Operation::from_args(m, args)?;
    let memo = Rc::new(Cell::new(start.unwrap_or(Value::Undef)));
    let state = memo.clone();
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let memo = state.get();
        state.set(if memo.is_undef() { item } else { operation.apply(m, memo, item)? });
        NEXT
    })?;
    Ok(if memo.get().is_undef() { Value::Nil } else { memo.get() })
}
