//! `Hash`.

use crate::native::{Instances, NativeClass};

/// `Hash`
pub static HASH: NativeClass = NativeClass {
    name: "Hash",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    instances: Instances::Hashes,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
