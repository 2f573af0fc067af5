//! `Comparable`.

use crate::native::NativeClass;

/// `Comparable`
pub static COMPARABLE: NativeClass =
    NativeClass { name: "Comparable", methods: &[], class_methods: &[], ..NativeClass::MODULE };
