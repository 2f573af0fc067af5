//! `Enumerator` and its lazy form.

use crate::native::NativeClass;

/// `Enumerator`
pub static ENUMERATOR: NativeClass = NativeClass {
    name: "Enumerator",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::Lazy`
pub static LAZY: NativeClass = NativeClass {
    name: "Enumerator::Lazy",
    superclass: Some("Enumerator"),
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::Yielder`
pub static YIELDER: NativeClass = NativeClass {
    name: "Enumerator::Yielder",
    superclass: Some("Object"),
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::ArithmeticSequence`
pub static ARITHMETIC_SEQUENCE: NativeClass = NativeClass {
    name: "Enumerator::ArithmeticSequence",
    superclass: Some("Enumerator"),
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
