//! `Symbol`.

use crate::native::{Instances, NativeClass};

/// `Symbol`
pub static SYMBOL: NativeClass = NativeClass {
    name: "Symbol",
    superclass: Some("Object"),
    includes: &["Comparable"],
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
