//! `Integer`, of any size.

use crate::native::{Instances, NativeClass};

/// `Integer`
pub static INTEGER: NativeClass = NativeClass {
    name: "Integer",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
