//! `Proc`, `Method` and `UnboundMethod`.

use crate::native::{Instances, NativeClass};

/// `Proc`
pub static PROC: NativeClass = NativeClass {
    name: "Proc",
    superclass: Some("Object"),
    instances: Instances::Procs,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Method`
pub static METHOD: NativeClass = NativeClass {
    name: "Method",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `UnboundMethod`
pub static UNBOUND_METHOD: NativeClass = NativeClass {
    name: "UnboundMethod",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
