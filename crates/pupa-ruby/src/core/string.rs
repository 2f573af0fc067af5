//! `String`.

use crate::native::{Instances, NativeClass};

/// `String`
pub static STRING: NativeClass = NativeClass {
    name: "String",
    superclass: Some("Object"),
    includes: &["Comparable"],
    instances: Instances::Strings,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
