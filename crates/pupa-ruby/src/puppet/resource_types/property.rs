//! `Puppet::Property` and its subclasses.

use super::agent::with_agent_methods;
use super::attribute::{add_value, collection, reader, writer};
use super::ivar;
use crate::core::module::define_method_on;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, Visibility, method, private};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Property`
pub static PROPERTY: NativeClass = NativeClass {
    name: "Puppet::Property",
    superclass: Some("Puppet::Parameter"),
    class_methods: &[
        method("array_matching", 0, 0, array_matching),
        method("array_matching=", 1, 1, set_array_matching),
        method("idempotent", 0, 0, is_idempotent),
        method("idempotent=", 1, 1, writer),
        method("unmanaged", 0, 0, reader),
        method("unmanaged=", 1, 1, writer),
        method("newvalue", 1, 2, new_value),
        method("value_name", 1, 1, value_name),
        method("value_option", 2, 2, value_option),
        private("method_added", 1, 1, method_added),
    ],
    methods: with_agent_methods![
        []
        "shouldorig" "noop=" "call_provider" "change_to_s" "event_name" "event" "safe_insync?"
        "insync?" "insync_values?" "property_matches?" "is_to_s" "match_all?" "idempotent?"
        "retrieve" "set" "should" "should=" "should_to_s" "sync" "validate_features_per_value"
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Property::Ensure`
pub static ENSURE: NativeClass = NativeClass {
    name: "Puppet::Property::Ensure",
    superclass: Some("Puppet::Property"),
    class_methods: &[method("defaultvalues", 0, 0, default_values)],
    methods: with_agent_methods!([] "default"),
    ..NativeClass::EMPTY
};

/// `Puppet::Property::Boolean`
pub static BOOLEAN: NativeClass = NativeClass {
    name: "Puppet::Property::Boolean",
    superclass: Some("Puppet::Property"),
    ..NativeClass::EMPTY
};

/// `Puppet::Property::List`
pub static LIST: NativeClass = NativeClass {
    name: "Puppet::Property::List",
    superclass: Some("Puppet::Property"),
    methods: with_agent_methods![
        []
        "membership" "add_should_with_current" "inclusive?" "dearrayify" "delimiter"
        "prepare_is_for_comparison"
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Property::OrderedList`
pub static ORDERED_LIST: NativeClass = NativeClass {
    name: "Puppet::Property::OrderedList",
    superclass: Some("Puppet::Property::List"),
    ..NativeClass::EMPTY
};

/// `Puppet::Property::KeyValue`
pub static KEY_VALUE: NativeClass = NativeClass {
    name: "Puppet::Property::KeyValue",
    superclass: Some("Puppet::Property"),
    class_methods: &[
        method("log_only_changed_or_new_keys", 0, 0, reader),
        method("log_only_changed_or_new_keys=", 1, 1, writer),
    ],
    methods: with_agent_methods![
        []
        "hash_to_key_value_s" "membership" "inclusive?" "hashify_should" "process_current_hash"
        "separator" "delimiter"
    ],
    ..NativeClass::EMPTY
};

fn array_matching(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match ivar(m, this, "@array_matching") {
        Value::Nil => Ok(Value::Sym(Symbol::new("first"))),
        known => Ok(known),
    }
}

fn set_array_matching(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let text = m.to_s_text(args[0])?;
    if text != "first" && text != "all" {
        let message = "Supported values for Property#array_matching are 'first' and 'all'";
        return Err(m.argument_error(message));
    }
    let value = Value::Sym(Symbol::new(&text));
    m.set_ivar(this, Symbol::new("@array_matching"), value);
    Ok(value)
}

fn is_idempotent(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match ivar(m, this, "@idempotent") {
        Value::Nil => Ok(Value::TRUE),
        known => Ok(known),
    }
}

/// `newvalue(name, options) { }`: declares a value. The block becomes a method that runs on agents.
fn new_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let value = add_value(m, this, args.list, args.block)?;
    let Value::Class(id) = this else { return Ok(value) };
    let method = match ivar(m, value, "@method") {
        Value::Nil => return Ok(value),
        method => m.to_symbol(method)?,
    };
    match ivar(m, value, "@block") {
        Value::Nil => {
            if m.find_method(id, method).is_none() {
                m.alias_method(id, method, Symbol::new("call_provider"))?;
            }
        }
        block => {
            if m.own_method(id, method).is_some() {
                let message = format!("Attempt to redefine method {method} with block");
                return Err(m.argument_error(message));
            }
            let list = [Value::Sym(method), block];
            define_method_on(m, id, Args::new(args.name, &list), Visibility::Public)?;
        }
    }
    Ok(value)
}

fn find_value(m: &mut Machine<'_>, this: Value, name: Value) -> Flow {
    let values = collection(m, this)?;
    m.call(values, Symbol::new("match?"), &[name])
}

fn value_name(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let found = find_value(m, this, args[0])?;
    Ok(if found.is_nil() { found } else { ivar(m, found, "@name") })
}

fn value_option(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let values = collection(m, this)?;
    let found = m.call(values, Symbol::new("value"), &args.list[..1])?;
    let name = m.to_symbol(args[1])?;
    if found.is_nil() { Ok(found) } else { m.call(found, name, &[]) }
}

fn method_added(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if matches!(args[0], Value::Sym(name) if name.as_str() == "safe_insync?") {
        let message = "Puppet::Property#safe_insync? shouldn't be overridden; please override \
                       insync? instead";
        return Err(m.runtime_error(message));
    }
    Ok(Value::Nil)
}

/// `defaultvalues`: declares the values `present` and `absent`.
pub(super) fn default_values(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Value::Class(id) = this else { return Ok(Value::Nil) };
    for (name, method) in [("present", "set_present"), ("absent", "set_absent")] {
        let method = Symbol::new(method);
        if m.own_method(id, method).is_some() {
            let message = format!("Attempt to redefine method {method} with block");
            return Err(m.argument_error(message));
        }
        let name = Value::Sym(Symbol::new(name));
        let value = add_value(m, this, &[name], None)?;
        let text = m.new_str(method.as_str());
        m.set_ivar(value, Symbol::new("@method"), text);
        m.alias_method(id, method, Symbol::new("call_provider"))?;
    }
    m.alias_method(id, Symbol::new("default"), Symbol::new("value"))?;
    if ivar(m, this, "@doc").is_nil() {
        let text = m.new_str("The basic property that the resource should be in.");
        m.set_ivar(this, Symbol::new("@doc"), text);
    }
    Ok(Value::Nil)
}
