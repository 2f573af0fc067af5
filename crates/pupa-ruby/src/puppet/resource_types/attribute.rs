//! `Puppet::Parameter` and its subclasses.

use super::agent::with_agent_methods;
use super::{intern, ivar};
use crate::core::class;
use crate::core::module::define_method_on;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, Visibility, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Parameter`
pub static PARAMETER: NativeClass = NativeClass {
    name: "Puppet::Parameter",
    includes: &["Puppet::Util", "Puppet::Util::Errors"],
    class_methods: &[
        method("name", 0, 0, reader),
        method("default", 0, 0, reader),
        method("required_features", 0, 0, reader),
        method("required_features=", 0, -1, set_required_features),
        method("value_collection", 0, 0, reader),
        method("metaparam", 0, 0, reader),
        method("metaparam=", 1, 1, writer),
        method("to_s", 0, 0, text),
        method("inspect", 0, 0, text),
        method("desc", 1, 1, describe),
        method("doc", 0, 0, documentation),
        method("initvars", 0, 0, initvars),
        method("defaultto", 0, 1, default_to),
        method("nodefault", 0, 0, no_default),
        method("sensitive", 0, 1, sensitive),
        method("munge", 0, 0, |m, this, args| define(m, this, args, "unsafe_munge")),
        method("unmunge", 0, 0, |m, this, args| define(m, this, args, "unsafe_unmunge")),
        method("validate", 0, 0, |m, this, args| define(m, this, args, "unsafe_validate")),
        method("isnamevar", 0, 0, set_namevar),
        method("isnamevar?", 0, 0, |m, this, _| Ok(ivar(m, this, "@isnamevar"))),
        method("isrequired", 0, 0, set_required),
        method("required?", 0, 0, |m, this, _| Ok(ivar(m, this, "@required"))),
        method("newvalues", 0, -1, new_values),
        method("aliasvalue", 2, 2, alias_value),
        method("proxymethods", 0, -1, |_, _, _| Ok(Value::Nil)),
        method("format_value_for_display", 1, 1, super::agent::refuse),
        method("debug", 0, 1, crate::puppet::module::log),
        method("info", 0, 1, crate::puppet::module::log),
        method("notice", 0, 1, crate::puppet::module::log),
        method("warning", 0, 1, crate::puppet::module::log),
        method("err", 0, 1, crate::puppet::module::log),
    ],
    methods: with_agent_methods![
        []
        "initialize" "resource" "resource=" "parent" "parent=" "sensitive" "sensitive=" "path"
        "line" "file" "version" "log" "metaparam?" "name" "noop" "pathbuilder" "unsafe_munge"
        "unmunge" "unsafe_unmunge" "munge" "unsafe_validate" "validate" "remove" "value" "value="
        "provider" "tags" "to_s" "format" "required?" "isnamevar?"
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Parameter::Boolean`
pub static BOOLEAN: NativeClass = NativeClass {
    name: "Puppet::Parameter::Boolean",
    superclass: Some("Puppet::Parameter"),
    class_methods: &[method("initvars", 0, 0, init_boolean)],
    ..NativeClass::EMPTY
};

/// `Puppet::Parameter::Path`
pub static PATH: NativeClass = NativeClass {
    name: "Puppet::Parameter::Path",
    superclass: Some("Puppet::Parameter"),
    class_methods: &[
        method("accept_arrays", 0, 1, accept_arrays),
        method("arrays?", 0, 0, |m, this, _| Ok(ivar(m, this, "@accept_arrays"))),
    ],
    methods: with_agent_methods!([] "validate_path"),
    ..NativeClass::EMPTY
};

/// `Puppet::Parameter::PackageOptions`
pub static PACKAGE_OPTIONS: NativeClass = NativeClass {
    name: "Puppet::Parameter::PackageOptions",
    superclass: Some("Puppet::Parameter"),
    methods: with_agent_methods!([] "quote"),
    ..NativeClass::EMPTY
};

/// A class method that returns the instance variable of its name, as `attr_reader` does.
pub(super) fn reader(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(ivar(m, this, &format!("@{}", args.name)))
}

/// A class method that sets the instance variable of its name, as `attr_writer` does.
pub(super) fn writer(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = format!("@{}", args.name.as_str().trim_end_matches('='));
    m.set_ivar(this, Symbol::new(&name), args[0]);
    Ok(args[0])
}

/// `to_s`: the path of the constant. (`name` of these classes is overridden and returns a symbol.)
fn text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Value::Class(id) = this else { return Ok(Value::Nil) };
    let name = m.class_name(id);
    Ok(m.new_str(name))
}

fn describe(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.set_ivar(this, Symbol::new("@doc"), args[0]);
    Ok(args[0])
}

fn documentation(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = super::describe::attribute_doc(m, this)?;
    Ok(m.new_str(text))
}

fn initvars(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let values = m.new_object(class::PUPPET_VALUE_COLLECTION);
    m.set_ivar(this, Symbol::new("@value_collection"), values);
    Ok(values)
}

fn init_boolean(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    initvars(m, this, args)?;
    for name in ["true", "false", "yes", "no"] {
        let name = Value::Sym(Symbol::new(name));
        add_value(m, this, &[name], None)?;
    }
    Ok(Value::Nil)
}

/// The collection of the accepted values of an attribute.
pub(super) fn collection(m: &mut Machine<'_>, this: Value) -> Flow {
    match ivar(m, this, "@value_collection") {
        Value::Nil => {
            m.call(this, Symbol::new("initvars"), &[])?;
            Ok(ivar(m, this, "@value_collection"))
        }
        known => Ok(known),
    }
}

/// Adds an accepted value to an attribute.
pub(super) fn add_value(
    m: &mut Machine<'_>,
    this: Value,
    args: &[Value],
    block: Option<crate::native::Block>,
) -> Flow {
    let values = collection(m, this)?;
    m.call_with_block(values, Symbol::new("newvalue"), args, block)
}

fn new_values(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    for name in args.list {
        add_value(m, this, &[*name], None)?;
    }
    Ok(m.new_array(args.list.to_vec()))
}

fn alias_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let values = collection(m, this)?;
    m.call(values, Symbol::new("aliasvalue"), args.list)
}

/// Defines a method with the block of the call; it runs on agents.
pub(super) fn define(m: &mut Machine<'_>, this: Value, args: Args<'_>, name: &str) -> Flow {
    let Value::Class(id) = this else { return Ok(Value::Nil) };
    let name = Value::Sym(Symbol::new(name));
    let args = Args { list: &[name], ..args };
    Ok(Value::Sym(define_method_on(m, id, args, Visibility::Public)?))
}

/// Defines a method that returns a constant; it runs on agents.
fn define_constant(m: &mut Machine<'_>, this: Value, name: &str) -> Flow {
    let Value::Class(id) = this else { return Ok(Value::Nil) };
    let name = Symbol::new(name);
    m.alias_method(id, name, Symbol::new("value"))?;
    Ok(Value::Sym(name))
}

fn default_to(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        m.set_ivar(this, Symbol::new("@default_value"), Value::Nil);
        return define(m, this, args, "default");
    }
    if args.or_nil(0).is_nil() {
        let message = "Either a default value or block must be provided";
        return Err(m.error(class::PUPPET_DEV_ERROR, message));
    }
    m.set_ivar(this, Symbol::new("@default_value"), args[0]);
    define_constant(m, this, "default")
}

fn no_default(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let Value::Class(id) = this else { return Ok(Value::Nil) };
    let name = Symbol::new("default");
    m.set_ivar(this, Symbol::new("@default_value"), Value::Nil);
    if m.find_method(id, name).is_some() {
        m.undef_method(id, name)?;
    }
    Ok(Value::Nil)
}

fn sensitive(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match args.block {
        Some(_) => define(m, this, args, "is_sensitive"),
        None => define_constant(m, this, "is_sensitive"),
    }
}

fn set_namevar(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    m.set_ivar(this, Symbol::new("@isnamevar"), Value::TRUE);
    m.set_ivar(this, Symbol::new("@required"), Value::TRUE);
    Ok(Value::TRUE)
}

fn set_required(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    m.set_ivar(this, Symbol::new("@required"), Value::TRUE);
    Ok(Value::TRUE)
}

fn set_required_features(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut names = Vec::new();
    for arg in args.list {
        for element in super::elements(m, *arg) {
            let name = m.to_s_text(element)?.to_lowercase();
            names.push(Value::Sym(Symbol::new(&name)));
        }
    }
    let names = m.new_array(names);
    m.set_ivar(this, Symbol::new("@required_features"), names);
    Ok(names)
}

fn accept_arrays(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let accepts = args.opt(0).is_none_or(Value::is_truthy);
    m.set_ivar(this, Symbol::new("@accept_arrays"), Value::Bool(accepts));
    Ok(Value::Bool(accepts))
}

/// The name of an attribute's class.
pub(super) fn name_of(m: &mut Machine<'_>, attribute: Value) -> Flow<Symbol> {
    let name = m.call(attribute, Symbol::new("name"), &[])?;
    intern(m, name)
}
