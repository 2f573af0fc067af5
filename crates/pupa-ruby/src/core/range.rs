//! `Range`.

use crate::native::{Instances, NativeClass};

/// `Range`
pub static RANGE: NativeClass = NativeClass {
    name: "Range",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    instances: Instances::Ranges,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
