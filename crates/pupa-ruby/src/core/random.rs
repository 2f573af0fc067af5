//! `Random`: the Mersenne Twister as Ruby seeds and reads it.

use crate::native::NativeClass;

/// `Random`
pub static RANDOM: NativeClass = NativeClass {
    name: "Random",
    superclass: Some("Object"),
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
