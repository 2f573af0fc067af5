//! `BasicObject`, `Object`, `NilClass`, `TrueClass`, `FalseClass`, and the `main` object.

use crate::core::class;
use crate::machine::{Flow, Machine, MethodDef, MethodKind};
use crate::native::{Args, Instances, Method, NativeClass, Visibility, method, private};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `BasicObject`
pub static BASIC_OBJECT: NativeClass = NativeClass {
    name: "BasicObject",
    superclass: None,
    instances: Instances::Objects,
    methods: &[
        private("initialize", 0, 0, nothing),
        method("==", 1, 1, identical),
        method("equal?", 1, 1, identical),
        method("!", 0, 0, |_, this, _| Ok(Value::Bool(!this.is_truthy()))),
        method("!=", 1, 1, not_equals),
        method("__id__", 0, 0, |m, this, _| Ok(Value::Int(m.object_id(this)))),
        method("__send__", 0, -1, super::kernel::send),
        method("instance_eval", 0, -1, instance_eval),
        method("instance_exec", 0, -1, instance_exec),
        private("method_missing", 0, -1, method_missing),
        private("singleton_method_added", 1, 1, nothing),
        private("singleton_method_removed", 1, 1, nothing),
        private("singleton_method_undefined", 1, 1, nothing),
    ],
    class_methods: &[],
    constants: &[("BasicObject", |_| Ok(Value::Class(class::BASIC_OBJECT)))],
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
        ("Fixnum", |_| Ok(Value::Class(super::class::INTEGER))),
        ("Bignum", |_| Ok(Value::Class(super::class::INTEGER))),
        ("ENV", super::env::constant),
        ("STDIN", super::io::stdin),
        ("STDOUT", super::io::stdout),
        ("STDERR", super::io::stderr),
        ("YAML", |_| Ok(Value::Class(super::class::PSYCH))),
        ("RUBY_VERSION", |m| frozen(m, "3.1.2")),
        ("RUBY_ENGINE", |m| frozen(m, "ruby")),
        ("RUBY_ENGINE_VERSION", |m| frozen(m, "3.1.2")),
        ("RUBY_PLATFORM", |m| frozen(m, "x86_64-linux")),
        ("RUBY_PATCHLEVEL", |_| Ok(Value::Int(20))),
        ("RUBY_RELEASE_DATE", |m| frozen(m, "2022-04-12")),
        ("RUBY_COPYRIGHT", |m| frozen(m, "ruby - Copyright (C) 1993-2022 Yukihiro Matsumoto")),
        ("RUBY_DESCRIPTION", |m| frozen(m, "ruby 3.1.2p20 (2022-04-12) [x86_64-linux]")),
        ("RUBY_REVISION", |m| frozen(m, "4491bb740a9506d76391ac44bb2fe6e483fec952")),
        ("ARGV", |m| Ok(Value::Array(m.list_global(Symbol::new("$*"))))),
        ("TOPLEVEL_BINDING", |m| super::binding::top_level(m)),
        ("Mutex", |_| Ok(Value::Class(class::MUTEX))),
        ("Queue", |_| Ok(Value::Class(class::QUEUE))),
        ("ConditionVariable", |_| Ok(Value::Class(class::CONDITION_VARIABLE))),
    ],
};

/// `NilClass`
pub static NIL_CLASS: NativeClass = NativeClass {
    name: "NilClass",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("to_s", 0, 0, |m, _, _| shared(m, "")),
        method("to_a", 0, 0, |m, _, _| Ok(m.new_array(Vec::new()))),
        method("to_h", 0, 0, |m, _, _| Ok(Value::Hash(m.new_hash()))),
        method("to_i", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("to_f", 0, 0, |_, _, _| Ok(Value::Float(0.0))),
        method("to_r", 0, 0, |m, _, _| to_rational(m)),
        method("rationalize", 0, 1, |m, _, _| to_rational(m)),
        method("to_c", 0, 0, |m, _, _| {
            m.call(m.main, Symbol::new("Complex"), &[Value::Int(0), Value::Int(0)])
        }),
        method("inspect", 0, 0, |m, _, _| Ok(m.new_str("nil"))),
        method("nil?", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("&", 1, 1, |_, _, _| Ok(Value::FALSE)),
        method("|", 1, 1, |_, _, args| Ok(Value::Bool(args[0].is_truthy()))),
        method("^", 1, 1, |_, _, args| Ok(Value::Bool(args[0].is_truthy()))),
        method("=~", 1, 1, |_, _, _| Ok(Value::Nil)),
        method("===", 1, 1, |_, _, args| Ok(Value::Bool(args[0].is_nil()))),
        method("==", 1, 1, identical),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `TrueClass`
pub static TRUE_CLASS: NativeClass = NativeClass {
    name: "TrueClass",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("to_s", 0, 0, |m, _, _| shared(m, "true")),
        method("inspect", 0, 0, |m, _, _| shared(m, "true")),
        method("&", 1, 1, |_, _, args| Ok(Value::Bool(args[0].is_truthy()))),
        method("|", 1, 1, |_, _, _| Ok(Value::TRUE)),
        method("^", 1, 1, |_, _, args| Ok(Value::Bool(!args[0].is_truthy()))),
        method("!", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("===", 1, 1, identical),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `FalseClass`
pub static FALSE_CLASS: NativeClass = NativeClass {
    name: "FalseClass",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("to_s", 0, 0, |m, _, _| shared(m, "false")),
        method("inspect", 0, 0, |m, _, _| shared(m, "false")),
        method("&", 1, 1, |_, _, _| Ok(Value::FALSE)),
        method("|", 1, 1, |_, _, args| Ok(Value::Bool(args[0].is_truthy()))),
        method("^", 1, 1, |_, _, args| Ok(Value::Bool(args[0].is_truthy()))),
        method("!", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("===", 1, 1, identical),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// Methods without effect.
pub(crate) fn nothing(_: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Ok(Value::Nil)
}

fn identical(_: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(this.is_same(args[0])))
}

fn not_equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(!m.equals(this, args[0])?))
}

/// A frozen string.
fn frozen(m: &mut Machine<'_>, text: &str) -> Flow {
    let value = m.new_str(text);
    m.freeze(value);
    Ok(value)
}

/// A frozen string that is the same object each time. It is kept in a global variable with a name
/// that programs cannot write.
fn shared(m: &mut Machine<'_>, text: &str) -> Flow {
    let key = match text {
        "" => names::EMPTY,
        "true" => Symbol::new("true"),
        _ => Symbol::new("false"),
    };
    if let Some(&value) = m.globals.get(&key) {
        return Ok(value);
    }
    let value = frozen(m, text)?;
    m.globals.insert(key, value);
    Ok(value)
}

fn to_rational(m: &mut Machine<'_>) -> Flow {
    m.call(m.main, Symbol::new("Rational"), &[Value::Int(0), Value::Int(1)])
}

/// The class in which `instance_eval` defines methods; `None` for values without a singleton class.
fn eval_class(m: &mut Machine<'_>, this: Value) -> Option<crate::value::ClassId> {
    m.singleton_class(this)
}

fn instance_eval(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match args.block {
        Some(block) => {
            m.check_arity(args.list.len(), 0, Some(0))?;
            let class = eval_class(m, this);
            m.yield_with_self(block, this, class, &[this])
        }
        None => {
            m.check_arity(args.list.len(), 1, Some(3))?;
            let class = eval_class(m, this).unwrap_or_else(|| m.class_of(this));
            super::binding::eval_inside(m, this, class, args.list, true)
        }
    }
}

fn instance_exec(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let class = eval_class(m, this);
    m.yield_with_self(block, this, class, args.list)
}

/// The `method_missing` that a `super` in the program calls.
fn method_missing(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some((&Value::Sym(name), rest)) = args.list.split_first() else {
        return Err(m.argument_error("no method name given"));
    };
    let class = m.class_of(this);
    let hidden = m.find_method(class, name).map(|method| m.method(method).visibility);
    let hidden = hidden.filter(|visibility| *visibility != Visibility::Public);
    Err(m.no_method_error(this, name, rest, false, hidden))
}

/// The methods that only the `main` object has.
const MAIN_METHODS: &[Method] = &[
    method("to_s", 0, 0, |m, _, _| Ok(m.new_str("main"))),
    method("inspect", 0, 0, |m, _, _| Ok(m.new_str("main"))),
    private("public", 0, -1, |m, _, args| {
        super::module::set_visibility(m, class::OBJECT, args, Visibility::Public)
    }),
    private("private", 0, -1, |m, _, args| {
        super::module::set_visibility(m, class::OBJECT, args, Visibility::Private)
    }),
    private("include", 1, -1, |m, _, args| {
        m.call_args(Value::Class(class::OBJECT), Args { name: Symbol::new("include"), ..args })
    }),
    private("define_method", 1, 2, |m, _, args| {
        let name = super::module::define_method_on(m, class::OBJECT, args, Visibility::Public)?;
        Ok(Value::Sym(name))
    }),
    private("ruby2_keywords", 1, -1, nothing),
    private("using", 1, 1, |m, _, _| Err(m.not_implemented("using"))),
];

/// Adds the methods of the `main` object of a new machine.
pub(crate) fn prepare_main(core: &mut crate::machine::Core) {
    let main = core.main;
    let Some(singleton) = core.singleton_class(main) else { return };
    for &method in MAIN_METHODS {
        let name = Symbol::new(method.name);
        let visibility = method.visibility;
        let kind = MethodKind::Native(method);
        core.define_method(singleton, name, MethodDef { name, owner: singleton, visibility, kind });
    }
    core.operators_redefined = false;
}
