//! The types that values of data must have: `RichData`, and hashes of it.

use std::sync::LazyLock;

use pupa_value::loader::Builtins;
use pupa_value::type_parser::parse_type;
use pupa_value::{Type, Value};

/// The type of a value of data.
pub(crate) static RICH_DATA: LazyLock<Type> = LazyLock::new(|| named("RichData"));

/// The type that a `data_hash` function must return.
pub(crate) static DATA_HASH: LazyLock<Type> =
    LazyLock::new(|| named("Hash[RichDataKey, RichData]"));

fn named(text: &str) -> Type {
    // Only called with valid constants; a test checks that.
    parse_type(text, &Builtins).unwrap_or(Type::Any)
}

/// The number of parts that [`is_plain`] visits before it gives up. The check against the type
/// visits shared parts only once, so it is the better choice for large values.
const MAX_PLAIN_PARTS: usize = 100_000;

/// Whether a value is certainly `Data`. A quick check: for `false`, the type must decide.
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
    look(value, &mut MAX_PLAIN_PARTS.clone(), Value::MAX_DEPTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_parse() {
        assert_ne!(*RICH_DATA, Type::Any);
        assert_ne!(*DATA_HASH, Type::Any);
    }
}
