//! `Kernel`: the methods of every object, and functions without a receiver. The submodules
//! implement most of them.

mod control;
mod convert;
mod copy;
mod functions;
mod ivars;
mod methods;
mod output;
mod system;

pub(crate) use copy::copy_ivars;
pub(crate) use methods::send;

use crate::core::module::module_id;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, NativeClass, method, private};
use crate::symbol::names;
use crate::value::Value;

macro_rules! kernel {
    (methods: [$($method:expr,)*] functions: [$(($name:literal, $min:literal, $max:literal, $run:expr),)*]) => {
        /// `Kernel`
        pub static KERNEL: NativeClass = NativeClass {
            name: "Kernel",
            methods: METHODS,
            class_methods: FUNCTIONS,
            ..NativeClass::MODULE
        };

        const METHODS: &[Method] = &[$($method,)* $(private($name, $min, $max, $run),)*];
        const FUNCTIONS: &[Method] = &[$(method($name, $min, $max, $run),)*];
    };
}

kernel! {
    methods: [
        method("nil?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("===", 1, 1, case_equals),
        method("=~", 1, 1, |_, _, _| Ok(Value::Nil)),
        method("!~", 1, 1, not_match),
        method("eql?", 1, 1, |_, this, args| Ok(Value::Bool(this.is_same(args[0])))),
        method("hash", 0, 0, hash),
        method("<=>", 1, 1, compare),
        method("class", 0, 0, |m, this, _| Ok(Value::Class(m.real_class_of(this)))),
        method("singleton_class", 0, 0, singleton_class),
        method("dup", 0, 0, copy::dup),
        method("clone", 0, 1, copy::clone),
        private("_", 1, 1, |_, _, args| Ok(args[0])),
        private("n_", 3, 3, crate::puppet::module::plural),
        private("initialize_copy", 1, 1, copy::initialize_copy),
        private("initialize_dup", 1, 1, copy::initialize_dup),
        private("initialize_clone", 1, 2, copy::initialize_clone),
        method("itself", 0, 0, |_, this, _| Ok(this)),
        method("then", 0, 0, then),
        method("yield_self", 0, 0, then),
        method("tap", 0, 0, tap),
        method("freeze", 0, 0, freeze),
        method("frozen?", 0, 0, |m, this, _| Ok(Value::Bool(m.is_frozen(this)))),
        method("to_s", 0, 0, to_s),
        method("inspect", 0, 0, ivars::inspect),
        method("display", 0, 1, output::display),
        method("object_id", 0, 0, |m, this, _| Ok(Value::Int(m.object_id(this)))),
        method("instance_of?", 1, 1, instance_of),
        method("kind_of?", 1, 1, kind_of),
        method("is_a?", 1, 1, kind_of),
        method("extend", 1, -1, extend),
        method("to_enum", 0, -1, crate::core::enumerator::to_enum),
        method("enum_for", 0, -1, crate::core::enumerator::to_enum),
        method("taint", 0, 0, |_, this, _| Ok(this)),
        method("untaint", 0, 0, |_, this, _| Ok(this)),
        method("tainted?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("trust", 0, 0, |_, this, _| Ok(this)),
        method("untrust", 0, 0, |_, this, _| Ok(this)),
        method("untrusted?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("instance_variables", 0, 0, ivars::instance_variables),
        method("instance_variable_get", 1, 1, ivars::instance_variable_get),
        method("instance_variable_set", 2, 2, ivars::instance_variable_set),
        method("instance_variable_defined?", 1, 1, ivars::instance_variable_defined),
        method("remove_instance_variable", 1, 1, ivars::remove_instance_variable),
        method("methods", 0, 1, methods::methods),
        method("public_methods", 0, 1, methods::public_methods),
        method("private_methods", 0, 1, methods::private_methods),
        method("protected_methods", 0, 1, methods::protected_methods),
        method("singleton_methods", 0, 1, methods::singleton_methods),
        method("respond_to?", 1, 2, methods::respond_to),
        private("respond_to_missing?", 2, 2, |_, _, _| Ok(Value::FALSE)),
        method("send", 0, -1, methods::send),
        method("public_send", 0, -1, methods::public_send),
        method("method", 1, 1, methods::method_of),
        method("public_method", 1, 1, methods::public_method),
        method("singleton_method", 1, 1, methods::singleton_method),
        method("define_singleton_method", 1, 2, methods::define_singleton_method),
    ]
    functions: [
        ("puts", 0, -1, output::puts),
        ("print", 0, -1, output::print),
        ("p", 0, -1, output::p),
        ("pp", 0, -1, output::pp),
        ("putc", 1, 1, output::putc),
        ("printf", 0, -1, output::printf),
        ("format", 0, -1, output::format),
        ("sprintf", 0, -1, output::format),
        ("warn", 0, -1, output::warn),
        ("gets", 0, -1, system::gets),
        ("readline", 0, -1, system::readline),
        ("readlines", 0, -1, system::readlines),
        ("Array", 1, 1, convert::array),
        ("Hash", 1, 1, convert::hash),
        ("String", 1, 1, convert::string),
        ("Integer", 1, 3, crate::core::number_text::kernel_integer),
        ("Float", 1, 2, crate::core::number_text::kernel_float),
        ("Rational", 1, 3, crate::core::number_text::kernel_rational),
        ("Complex", 1, 3, crate::core::number_text::kernel_complex),
        ("rand", 0, 1, convert::rand),
        ("srand", 0, 1, convert::srand),
        ("loop", 0, 0, control::loop_function),
        ("catch", 0, 1, control::catch),
        ("throw", 1, 2, control::throw),
        ("raise", 0, -1, control::raise),
        ("fail", 0, -1, control::raise),
        ("lambda", 0, 0, control::lambda),
        ("proc", 0, 0, control::proc),
        ("block_given?", 0, 0, control::block_given),
        ("exit", 0, 1, control::exit),
        ("exit!", 0, 1, control::exit_now),
        ("abort", 0, 1, control::abort),
        ("at_exit", 0, 0, control::at_exit),
        ("caller", 0, 2, control::caller),
        ("caller_locations", 0, 2, control::caller_locations),
        ("__method__", 0, 0, control::method_name),
        ("__callee__", 0, 0, control::method_name),
        ("__dir__", 0, 0, control::directory),
        ("binding", 0, 0, crate::core::binding::of_caller),
        ("eval", 1, 4, crate::core::binding::eval),
        ("local_variables", 0, 0, crate::core::binding::local_variables),
        ("global_variables", 0, 0, functions::global_variables),
        ("require", 1, 1, functions::require),
        ("require_relative", 1, 1, functions::require_relative),
        ("load", 1, 2, functions::load),
        ("autoload", 2, 2, functions::autoload),
        ("autoload?", 1, 2, functions::is_autoload),
        ("sleep", 0, 1, functions::sleep),
        ("open", 1, -1, functions::open),
        ("system", 1, -1, system::system),
        ("`", 1, 1, system::backtick),
        ("exec", 1, -1, system::exec),
        ("fork", 0, 0, system::fork),
        ("spawn", 1, -1, system::spawn),
        ("trap", 1, 2, system::trap),
        ("test", 2, 3, system::refused),
        ("select", 1, 4, system::refused),
        ("syscall", 1, -1, system::refused),
        ("set_trace_func", 1, 1, system::refused),
        ("trace_var", 1, 2, system::refused),
        ("untrace_var", 1, 2, system::refused),
    ]
}

fn case_equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if this.is_same(args[0]) {
        return Ok(Value::TRUE);
    }
    Ok(Value::Bool(m.equals(this, args[0])?))
}

fn not_match(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let matched = m.call(this, names::MATCH, &[args[0]])?;
    Ok(Value::Bool(!matched.is_truthy()))
}

fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let code = match m.plain_hash_code(this) {
        Some(code) => code,
        None => (m.object_id(this) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
    };
    Ok(Value::Int((code >> 2) as i64))
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if this.is_same(args[0]) || m.equals(this, args[0])? {
        return Ok(Value::Int(0));
    }
    Ok(Value::Nil)
}

fn singleton_class(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Class(m.require_singleton(this)?))
}

fn then(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match args.block {
        Some(block) => m.yield_one(block, this),
        None => m.enumerator(this, args),
    }
}

fn tap(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    m.yield_one(block, this)?;
    Ok(this)
}

fn freeze(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    m.freeze(this);
    Ok(this)
}

fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let text = m.plain_inspect(this);
    Ok(m.new_str(text))
}

/// A class or module argument; others raise `TypeError`.
fn class_required(m: &mut Machine<'_>, value: Value) -> Flow<crate::value::ClassId> {
    match value {
        Value::Class(_) => module_id(m, value),
        _ => Err(m.type_error("class or module required")),
    }
}

fn instance_of(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = class_required(m, args[0])?;
    Ok(Value::Bool(m.real_class_of(this) == class))
}

fn kind_of(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = class_required(m, args[0])?;
    Ok(Value::Bool(m.is_a(this, class)))
}

fn extend(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    for &value in args.list {
        crate::core::module::expect_module(m, value)?;
    }
    for &value in args.list.iter().rev() {
        let module = crate::core::module::expect_module(m, value)?;
        m.extend_object(this, module)?;
    }
    Ok(this)
}
