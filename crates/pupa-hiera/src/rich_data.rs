//! The types that data must be of.

use pupa_value::Type;
use pupa_value::loader::Builtins;
use pupa_value::type_parser::parse_type;

/// What values of data may be: `RichData`.
pub fn value_type() -> Type {
    named("RichData")
}

/// What functions that give data by key return.
pub fn hash_type() -> Type {
    named("Hash[RichDataKey, RichData]")
}

fn named(text: &str) -> Type {
    // The texts are ours.
    parse_type(text, &Builtins).unwrap_or(Type::Any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_are_known() {
        assert_ne!(value_type(), Type::Any);
        assert_ne!(hash_type(), Type::Any);
    }
}
