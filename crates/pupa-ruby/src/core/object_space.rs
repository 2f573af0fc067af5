//! `ObjectSpace` and `GC`, whose methods have no effect: a program cannot see or count its objects.

use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// `ObjectSpace`
pub static OBJECT_SPACE: NativeClass = NativeClass {
    name: "ObjectSpace",
    class_methods: &[
        method("each_object", 0, -1, refuse),
        method("count_objects", 0, -1, refuse),
        method("garbage_collect", 0, -1, |_, _, _| Ok(Value::Nil)),
        method("define_finalizer", 0, -1, refuse),
        method("undefine_finalizer", 0, -1, refuse),
    ],
    ..NativeClass::MODULE
};

/// `GC`
pub static GC: NativeClass = NativeClass {
    name: "GC",
    class_methods: &[
        method("start", 0, -1, |_, _, _| Ok(Value::Nil)),
        method("stat", 0, -1, refuse),
        method("count", 0, -1, refuse),
        method("compact", 0, -1, |_, _, _| Ok(Value::Nil)),
        method("enable", 0, -1, |_, _, _| Ok(Value::Nil)),
        method("disable", 0, -1, |_, _, _| Ok(Value::Nil)),
        method("stress", 0, -1, |_, _, _| Ok(Value::Nil)),
        method("stress=", 0, -1, refuse),
    ],
    ..NativeClass::MODULE
};

fn refuse(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let owner = match this {
        Value::Class(class) => m.class_name(class),
        other => m.class_name_of(other),
    };
    let name = args.name;
    Err(m.not_implemented(&format!("{owner}.{name}")))
}
