//! `Array`.

use crate::native::{Instances, NativeClass};

/// `Array`
pub static ARRAY: NativeClass = NativeClass {
    name: "Array",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    instances: Instances::Arrays,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
