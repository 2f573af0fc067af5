//! `Float`.

use crate::native::{Instances, NativeClass};

/// `Float`
pub static FLOAT: NativeClass = NativeClass {
    name: "Float",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
