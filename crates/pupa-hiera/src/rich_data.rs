//! The types that data must be of.

use std::sync::LazyLock;

use pupa_value::loader::Builtins;
use pupa_value::type_parser::parse_type;
use pupa_value::{Type, Value};

/// What values of data may be.
pub(crate) static RICH_DATA: LazyLock<Type> = LazyLock::new(|| named("RichData"));

/// What functions that give data by key return.
pub(crate) static DATA_HASH: LazyLock<Type> =
    LazyLock::new(|| named("Hash[RichDataKey, RichData]"));

fn named(text: &str) -> Type {
    // The texts are ours.
    parse_type(text, &Builtins).unwrap_or(Type::Any)
}

/// How many parts of a value are looked at before its type is asked, which looks at parts that are
/// shared only once.
const PLAIN_PARTS: usize = 100_000;

/// Whether a value is seen to be `Data` at a glance. The type has the last word.
pub(crate) fn is_plain(value: &Value) -> bool {
    fn look(value: &Value, parts: &mut usize, depth: usize) -> bool {
        if *parts == 0 || depth == 0 {
            return false;
        }
        *parts -= 1;
        match value {
            Value::Undef
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::String(_) => true,
            Value::Array(elements) => elements.iter().all(|part| look(part, parts, depth - 1)),
            Value::Hash(hash) => hash
                .iter()
                .all(|(key, part)| key.as_str().is_some() && look(part, parts, depth - 1)),
            _ => false,
        }
    }
    look(value, &mut PLAIN_PARTS.clone(), Value::MAX_DEPTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_are_known() {
        assert_ne!(*RICH_DATA, Type::Any);
        assert_ne!(*DATA_HASH, Type::Any);
    }
}
