//! `Encoding`.

use crate::native::{Instances, NativeClass};

/// `Encoding`
pub static ENCODING: NativeClass = NativeClass {
    name: "Encoding",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
