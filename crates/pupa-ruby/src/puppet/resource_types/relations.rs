//! `autorequire`, `autobefore`, `autonotify` and `autosubscribe`: the automatic relationships of a
//! type.

use super::ivar_hash;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::Value;

/// The kinds of relationships, with the instance variables that hold them.
pub(super) const KINDS: [(&str, &str); 4] = [
    ("autorequire", "@autorequires"),
    ("autobefore", "@autobefores"),
    ("autosubscribe", "@autosubscribes"),
    ("autonotify", "@autonotifies"),
];

fn variable(name: Symbol) -> &'static str {
    let kind = name.as_str().trim_start_matches("each");
    KINDS.iter().find(|(known, _)| *known == kind).map_or("@autorequires", |(_, variable)| variable)
}

/// `autorequire(:package) { … }`: records the type; the block runs on agents.
pub(super) fn add(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let known = ivar_hash(m, this, variable(args.name));
    let block = match args.block {
        Some(block) => m.block_to_proc(block),
        None => Value::Nil,
    };
    m.hash_set(known, args[0], block)?;
    Ok(block)
}

/// `eachautorequire { |type, block| … }`
pub(super) fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let known = ivar_hash(m, this, variable(args.name));
    for (name, kept) in m.hash(known).iter().collect::<Vec<_>>() {
        m.yield_block(block, &[name, kept])?;
    }
    Ok(Value::Nil)
}
