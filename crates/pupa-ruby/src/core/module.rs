//! `Module` and `Class`: the tables of their methods. The submodules implement them by subject.

mod attributes;
mod constants;
mod hierarchy;
mod instances;
mod listing;
mod methods;
mod variables;
mod visibility;

pub(crate) use hierarchy::expect_module;
pub(crate) use instances::allocate;
pub(crate) use listing::{MethodFilter, names_of, singleton_classes, symbols};
pub(crate) use methods::{define_method_on, hidden_method};
pub(crate) use visibility::set_visibility;

use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method, private, undefined};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// `Module`
pub static MODULE: NativeClass = NativeClass {
    name: "Module",
    superclass: Some("Object"),
    instances: Instances::Classes,
    methods: &[
        private("initialize", 0, 0, instances::initialize_module),
        private("initialize_copy", 1, 1, methods::initialize_copy),
        private("initialize_clone", 1, 2, methods::initialize_copy),
        method("name", 0, 0, name),
        method("to_s", 0, 0, to_s),
        method("inspect", 0, 0, to_s),
        method("hash", 0, 0, hash),
        method("==", 1, 1, |_, this, args| Ok(Value::Bool(this.is_same(args[0])))),
        method("===", 1, 1, hierarchy::case_equals),
        method("<", 1, 1, hierarchy::less),
        method("<=", 1, 1, hierarchy::less_equal),
        method(">", 1, 1, hierarchy::greater),
        method(">=", 1, 1, hierarchy::greater_equal),
        method("<=>", 1, 1, hierarchy::compare),
        method("ancestors", 0, 0, hierarchy::ancestors),
        method("include", 1, -1, hierarchy::include),
        method("prepend", 1, -1, hierarchy::prepend),
        method("include?", 1, 1, hierarchy::includes),
        method("included_modules", 0, 0, hierarchy::included_modules),
        private("append_features", 1, 1, hierarchy::append_features),
        private("prepend_features", 1, 1, hierarchy::prepend_features),
        private("extend_object", 1, 1, hierarchy::extend_object),
        private("included", 1, 1, nothing),
        private("prepended", 1, 1, nothing),
        private("extended", 1, 1, nothing),
        private("method_added", 1, 1, nothing),
        private("method_removed", 1, 1, nothing),
        private("method_undefined", 1, 1, nothing),
        private("const_added", 1, 1, nothing),
        method("singleton_class?", 0, 0, singleton_class_p),
        method("freeze", 0, 0, freeze),
        private("refine", 1, 1, methods::refine),
        private("using", 1, 1, |m, _, _| Err(m.not_implemented("using"))),
        // Methods
        method("instance_methods", 0, 1, listing::instance_methods),
        method("public_instance_methods", 0, 1, listing::public_instance_methods),
        method("private_instance_methods", 0, 1, listing::private_instance_methods),
        method("protected_instance_methods", 0, 1, listing::protected_instance_methods),
        method("undefined_instance_methods", 0, 0, listing::undefined_instance_methods),
        method("method_defined?", 1, 2, listing::method_defined),
        method("public_method_defined?", 1, 2, listing::public_method_defined),
        method("private_method_defined?", 1, 2, listing::private_method_defined),
        method("protected_method_defined?", 1, 2, listing::protected_method_defined),
        method("instance_method", 1, 1, methods::instance_method),
        method("public_instance_method", 1, 1, methods::public_instance_method),
        method("define_method", 1, 2, methods::define_method),
        method("alias_method", 2, 2, methods::alias_method),
        method("remove_method", 0, -1, methods::remove_method),
        method("undef_method", 0, -1, methods::undef_method),
        private("ruby2_keywords", 1, -1, methods::ruby2_keywords),
        method("class_eval", 0, -1, methods::class_eval),
        method("module_eval", 0, -1, methods::class_eval),
        method("class_exec", 0, -1, methods::class_exec),
        method("module_exec", 0, -1, methods::class_exec),
        // Visibility
        private("public", 0, -1, visibility::public),
        private("private", 0, -1, visibility::private),
        private("protected", 0, -1, visibility::protected),
        private("module_function", 0, -1, visibility::module_function),
        method("private_class_method", 0, -1, visibility::private_class_method),
        method("public_class_method", 0, -1, visibility::public_class_method),
        // Attributes
        method("attr", 0, -1, attributes::attr),
        method("attr_reader", 0, -1, attributes::attr_reader),
        method("attr_writer", 0, -1, attributes::attr_writer),
        method("attr_accessor", 0, -1, attributes::attr_accessor),
        // Constants
        method("const_get", 1, 2, constants::const_get),
        method("const_set", 2, 2, constants::const_set),
        method("const_defined?", 1, 2, constants::const_defined),
        method("const_missing", 1, 1, constants::const_missing),
        method("const_source_location", 1, 2, constants::const_source_location),
        method("constants", 0, 1, constants::constants),
        private("remove_const", 1, 1, constants::remove_const),
        method("private_constant", 0, -1, constants::private_constant),
        method("public_constant", 0, -1, constants::public_constant),
        method("deprecate_constant", 0, -1, constants::deprecate_constant),
        method("autoload", 2, 2, constants::autoload),
        method("autoload?", 1, 2, constants::is_autoload),
        // Class variables
        method("class_variables", 0, 1, variables::class_variables),
        method("class_variable_get", 1, 1, variables::class_variable_get),
        method("class_variable_set", 2, 2, variables::class_variable_set),
        method("class_variable_defined?", 1, 1, variables::class_variable_defined),
        method("remove_class_variable", 1, 1, variables::remove_class_variable),
    ],
    class_methods: &[
        method("nesting", 0, 0, constants::nesting_list),
        method("constants", 0, 1, constants::all_constants),
        method("used_modules", 0, 0, |m, _, _| Ok(m.new_array(Vec::new()))),
    ],
    ..NativeClass::EMPTY
};

/// `Class`
pub static CLASS: NativeClass = NativeClass {
    name: "Class",
    superclass: Some("Module"),
    methods: &[
        private("initialize", 0, 1, instances::initialize_class),
        method("new", 0, -1, instances::new),
        method("allocate", 0, 0, instances::allocate_method),
        method("superclass", 0, 0, hierarchy::superclass),
        method("subclasses", 0, 0, hierarchy::subclasses),
        method("attached_object", 0, 0, hierarchy::attached_object),
        private("inherited", 1, 1, nothing),
        undefined("module_function"),
        undefined("append_features"),
        undefined("prepend_features"),
        undefined("extend_object"),
        undefined("refine"),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// The ID of the class or module that a method was called on.
pub(crate) fn module_id(m: &mut Machine<'_>, this: Value) -> Flow<ClassId> {
    match this {
        Value::Class(id) => Ok(id),
        _ => m.to_module(this),
    }
}

/// Hooks without effect.
fn nothing(_: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Ok(Value::Nil)
}

fn name(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    match m.class(id).name {
        Some(name) => {
            // `name` returns the same string each time, as long as the name stays the same.
            let key = Symbol::new("name of the class");
            if let Value::Str(text) = m.ivar(this, key)
                && m.string(text).bytes() == name.as_str().as_bytes()
            {
                return Ok(Value::Str(text));
            }
            let text = m.new_str(name.as_str());
            m.freeze(text);
            m.set_ivar(this, key, text);
            Ok(text)
        }
        None => Ok(Value::Nil),
    }
}

fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let text = m.class_name(id);
    Ok(m.new_str(text))
}

fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let code = m.plain_hash_code(this).unwrap_or_default();
    Ok(Value::Int((code >> 2) as i64))
}

fn singleton_class_p(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    Ok(Value::Bool(m.class(id).is_singleton()))
}

fn freeze(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    m.freeze(this);
    Ok(this)
}

/// The result of `private :a` and similar methods: the only argument, or an array of all.
pub(crate) fn same_as_given(m: &mut Machine<'_>, args: &[Value]) -> Value {
    match args {
        [] => Value::Nil,
        [one] => *one,
        several => m.new_array(several.to_vec()),
    }
}

/// The symbol of a class variable name; raises an error if it does not look like `@@name`.
pub(crate) fn variable_name(
    m: &mut Machine<'_>,
    this: Value,
    value: Value,
    prefix: &str,
    kind: &str,
) -> Flow<Symbol> {
    let given = value;
    let name = m.to_symbol(value)?;
    let is_valid = name.as_str().strip_prefix(prefix).is_some_and(|rest| {
        let starts = rest.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
        (starts || rest.chars().next().is_some_and(|c| !c.is_ascii()))
            && rest.chars().all(|c| c.is_alphanumeric() || c == '_' || !c.is_ascii())
    });
    if is_valid {
        return Ok(name);
    }
    let message = format!("`{name}' is not allowed as {kind} variable name");
    Err(m.name_error(message, this, given))
}
