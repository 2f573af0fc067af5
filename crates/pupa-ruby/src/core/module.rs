//! `Module` and `Class`.

use crate::native::{Instances, NativeClass};

/// `Module`
pub static MODULE: NativeClass = NativeClass {
    name: "Module",
    superclass: Some("Object"),
    instances: Instances::Classes,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Class`
pub static CLASS: NativeClass = NativeClass {
    name: "Class",
    superclass: Some("Module"),
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
