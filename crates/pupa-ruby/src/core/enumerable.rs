//! `Enumerable`: methods of everything that has `each`.

use crate::native::NativeClass;

/// `Enumerable`
pub static ENUMERABLE: NativeClass =
    NativeClass { name: "Enumerable", methods: &[], class_methods: &[], ..NativeClass::MODULE };
