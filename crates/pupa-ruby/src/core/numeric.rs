//! `Numeric`, and numbers that are neither integers nor floats.

use crate::native::{Instances, NativeClass};

/// `Numeric`
pub static NUMERIC: NativeClass = NativeClass {
    name: "Numeric",
    superclass: Some("Object"),
    includes: &["Comparable"],
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Rational`
pub static RATIONAL: NativeClass = NativeClass {
    name: "Rational",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Complex`
pub static COMPLEX: NativeClass = NativeClass {
    name: "Complex",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
