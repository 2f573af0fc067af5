//! `Math`.

use crate::native::NativeClass;

/// `Math`
pub static MATH: NativeClass =
    NativeClass { name: "Math", methods: &[], class_methods: &[], ..NativeClass::MODULE };
