//! `Time`.

use crate::native::NativeClass;

/// `Time`
pub static TIME: NativeClass = NativeClass {
    name: "Time",
    superclass: Some("Object"),
    includes: &["Comparable"],
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
