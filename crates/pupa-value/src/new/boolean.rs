//! The constructor `Boolean(…)`.

use std::sync::{Arc, LazyLock};

use super::cannot_convert;
use super::constructor::{Call, Constructor};
use crate::error::Result;
use crate::types::{EnumType, Type};
use crate::value::{Text, Value};

pub(super) static BOOLEAN: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let words = ["false", "true", "yes", "no", "y", "n"].map(Text::from);
    let words = Type::Enum(Arc::new(EnumType::new(words, true)));
    let from = Type::variant([Type::INTEGER, Type::FLOAT, Type::BOOLEAN, words]);
    Arc::new(
        Constructor::new(
            "new_boolean",
            "A boolean from a number (zero is false), or from one of the strings `true`, `yes`, \
             `y`, `false`, `no`, `n`, ignoring case.",
        )
        .create(from_args, [("from", from)], [])
        .explain(explain, [("from", Type::Any)], []),
    )
});

fn from_args(call: &Call<'_>) -> Result<Value> {
    Ok(Value::Boolean(match call.arg(0) {
        Value::Boolean(truth) => *truth,
        Value::Integer(number) => *number != 0,
        Value::Float(number) => *number != 0.0,
        Value::String(word) => !["false", "no", "n"].iter().any(|w| w.eq_ignore_ascii_case(word)),
        _ => true,
    }))
}

fn explain(call: &Call<'_>) -> Result<String> {
    Ok(cannot_convert(call.arg(0), "Boolean"))
}
