//! `Struct`.

use crate::native::NativeClass;

/// `Struct`
pub static STRUCT: NativeClass = NativeClass {
    name: "Struct",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
