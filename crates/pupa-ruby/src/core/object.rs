//! `BasicObject`, `Object`, `Kernel`, `nil`, `true` and `false`.

use crate::native::{Instances, NativeClass};
use crate::value::Value;

/// `BasicObject`
pub static BASIC_OBJECT: NativeClass = NativeClass {
    name: "BasicObject",
    superclass: None,
    instances: Instances::Objects,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Object`
pub static OBJECT: NativeClass = NativeClass {
    name: "Object",
    superclass: Some("BasicObject"),
    includes: &["Kernel", "JSON::Ext::Generator::GeneratorMethods::Object"],
    instances: Instances::Objects,
    methods: &[],
    class_methods: &[],
    constants: &[
        ("ENV", super::env::constant),
        ("STDIN", super::io::stdin),
        ("STDOUT", super::io::stdout),
        ("STDERR", super::io::stderr),
        ("YAML", |_| Ok(Value::Class(super::class::PSYCH))),
    ],
    ..NativeClass::EMPTY
};

/// `Kernel`
pub static KERNEL: NativeClass =
    NativeClass { name: "Kernel", methods: &[], class_methods: &[], ..NativeClass::MODULE };

/// `NilClass`
pub static NIL_CLASS: NativeClass = NativeClass {
    name: "NilClass",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `TrueClass`
pub static TRUE_CLASS: NativeClass = NativeClass {
    name: "TrueClass",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `FalseClass`
pub static FALSE_CLASS: NativeClass = NativeClass {
    name: "FalseClass",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Binding`
pub static BINDING: NativeClass = NativeClass {
    name: "Binding",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[],
    class_methods: &[],
    ..NativeClass::EMPTY
};
