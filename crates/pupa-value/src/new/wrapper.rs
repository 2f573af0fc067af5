//! `Sensitive(…)`, and constructors that return their argument.

use std::sync::{Arc, LazyLock};

use super::constructor::{Call, Constructor};
use crate::error::Result;
use crate::types::Type;
use crate::value::Value;

pub(super) static SENSITIVE: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    Arc::new(
        Constructor::new("new_Sensitive", "A sensitive value from any value.")
            .create(same, [("value", Type::sensitive(&Type::Any))], [])
            .create(sensitive, [("value", Type::Any)], []),
    )
});

pub(super) static UNIT: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    Arc::new(Constructor::new("new_unit", "The value itself.").create(
        same,
        [("from", Type::Any)],
        [],
    ))
});

fn same(call: &Call<'_>) -> Result<Value> {
    Ok(call.arg(0).clone())
}

fn sensitive(call: &Call<'_>) -> Result<Value> {
    Ok(Value::sensitive(call.arg(0).clone()))
}
