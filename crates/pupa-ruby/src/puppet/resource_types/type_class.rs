//! `Puppet::Type`: the class methods that type files (`lib/puppet/type/*.rb`) call when they define
//! a resource type, and `Puppet::Type.newtype` and `type` themselves.
//!
//! A compiler makes no instances, so the instance methods, which run on agents, only raise
//! `NotImplementedError`.

use super::agent::with_agent_methods;
use super::attribute::{name_of, reader, writer};
use super::generate::{Plan, generate, store};
use super::{features, intern, ivar, ivar_array, ivar_hash, manager, option, providers, relations};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// `Puppet::Type`
pub static TYPE: NativeClass = NativeClass {
    name: "Puppet::Type",
    includes: &["Comparable", "Puppet::Util", "Puppet::Util::Errors"],
    class_methods: &[
        method("newtype", 1, 2, manager::newtype),
        method("type", 1, 1, manager::find),
        method("eachtype", 0, 0, manager::each),
        method("rmtype", 1, 1, manager::remove),
        method("loadall", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("const_missing", 1, 1, manager::const_missing),
        method("genclass", 1, 2, super::generate::genclass),
        method("rmclass", 2, 2, super::generate::rmclass),
        method("name", 0, 0, reader),
        method("to_s", 0, 0, text),
        method("doc", 0, 0, documentation),
        method("desc", 1, 1, describe),
        method("initvars", 0, 0, initvars),
        method("self_refresh", 0, 0, reader),
        method("self_refresh=", 1, 1, writer),
        method("properties", 0, 0, reader),
        method("newparam", 1, 2, new_param),
        method("newproperty", 1, 2, new_property),
        method("ensurable", 0, 0, ensurable),
        method("ensurable?", 0, 0, is_ensurable),
        method("validate", 0, 0, validate),
        method("apply_to_device", 0, 0, |m, this, _| apply_to(m, this, "device")),
        method("apply_to_host", 0, 0, |m, this, _| apply_to(m, this, "host")),
        method("apply_to_all", 0, 0, |m, this, _| apply_to(m, this, "both")),
        method("apply_to", 0, 0, applied_to),
        method("can_apply_to", 1, 1, can_apply_to),
        method("isomorphic?", 0, 0, is_isomorphic),
        method("needs_ensure_retrieved", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("key_attribute_parameters", 0, 0, key_parameters),
        method("key_attributes", 0, 0, key_attributes),
        method("title_patterns", 0, 0, super::title::default_patterns),
        method("parameters_to_include", 0, 0, |m, _, _| Ok(m.new_array(Vec::new()))),
        method("parameters", 0, 0, parameters),
        method("validproperties", 0, 0, property_names),
        method("paramclass", 1, 1, |m, this, args| in_hash(m, this, "@paramhash", args[0])),
        method("propertybyname", 1, 1, |m, this, args| {
            in_hash(m, this, "@validproperties", args[0])
        }),
        method("attrclass", 1, 1, attribute_class),
        method("attrtype", 1, 1, attribute_kind),
        method("allattrs", 0, 0, all_attributes),
        method("validattr?", 1, 1, is_attribute),
        method("valid_parameter?", 1, 1, is_attribute),
        method("validproperty?", 1, 1, is_property),
        method("validparameter?", 1, 1, is_parameter),
        method("newmetaparam", 1, 2, super::metaparameters::add),
        method("metaparam?", 1, 1, super::metaparameters::is_known),
        method("metaparamclass", 1, 1, super::metaparameters::find),
        method("metaparams", 0, 0, super::metaparameters::names),
        method("relationship_params", 0, 0, super::metaparameters::relationships),
        method("autorequire", 1, 1, relations::add),
        method("autobefore", 1, 1, relations::add),
        method("autosubscribe", 1, 1, relations::add),
        method("autonotify", 1, 1, relations::add),
        method("eachautorequire", 0, 0, relations::each),
        method("eachautobefore", 0, 0, relations::each),
        method("eachautosubscribe", 0, 0, relations::each),
        method("eachautonotify", 0, 0, relations::each),
        method("feature", 2, 3, features::add),
        method("features", 0, 0, features::names),
        method("provider_feature", 1, 1, features::find),
        method("feature_module", 0, 0, features::module),
        method("provide", 1, 2, providers::provide),
        method("unprovide", 1, 1, providers::unprovide),
        method("provider", 1, 1, providers::find),
        method("providers", 0, 0, providers::names),
        method("providify", 0, 0, providers::providify),
        method("provider_hash", 0, 0, providers::table),
        method("providerloader", 0, 0, reader),
        method("providerloader=", 1, 1, writer),
        method("defaultprovider", 0, 0, reader),
        method("defaultprovider=", 1, 1, writer),
        method("suitableprovider", 0, 0, super::agent::refuse),
        method("instances", 0, 0, super::agent::refuse),
        method("hash2resource", 1, 1, super::agent::refuse),
        method("debug", 0, 1, crate::puppet::module::log),
        method("info", 0, 1, crate::puppet::module::log),
        method("notice", 0, 1, crate::puppet::module::log),
        method("warning", 0, 1, crate::puppet::module::log),
        method("err", 0, 1, crate::puppet::module::log),
    ],
    methods: with_agent_methods![
        // The brackets hold the methods that are not refused: none.
        []
        "initialize" "<=>" "[]" "[]=" "delete" "eachproperty" "parameters_with_value"
        "eachparameter" "event" "should" "newattr" "path" "parameter" "parameters"
        "propertydefined?" "property" "set_default" "to_hash" "type" "value" "version"
        "properties" "isomorphic?" "managed?" "deleting?" "depthfirst?" "remove" "ancestors"
        "pre_run_check" "flush" "retrieve" "retrieve_resource" "present?" "currentpropvalues"
        "noop?" "noop" "noop=" "autorelation" "autorequire" "autobefore" "autosubscribe"
        "autonotify" "builddepends" "tag" "tags" "tags=" "tagged?" "merge_tags_from" "title"
        "title=" "provider" "provider=" "suitable?" "finish" "name" "name_var" "parent" "ref"
        "self_refresh?" "purging" "purging?" "to_s" "to_resource" "virtual?" "exported?"
        "virtual" "virtual=" "exported" "exported=" "appliable_to_device?" "appliable_to_host?"
        "uniqueness_key" "log" "file" "file=" "line" "line=" "catalog" "catalog="
        "original_parameters" "add_property_parameter" "copy_metaparams" "pathbuilder"
    ],
    ..NativeClass::EMPTY
};

/// The ID of the class that a class method was called on.
pub(super) fn class_id(m: &mut Machine<'_>, this: Value) -> Flow<ClassId> {
    match this {
        Value::Class(id) => Ok(id),
        _ => Err(m.type_error("not a class")),
    }
}

fn text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = match ivar(m, this, "@name") {
        Value::Sym(name) => {
            format!("Puppet::Type::{}", super::generate::capitalized(name.as_str()))
        }
        _ => {
            let id = class_id(m, this)?;
            m.class_name(id)
        }
    };
    Ok(m.new_str(text))
}

fn documentation(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = super::describe::type_doc(m, this)?;
    Ok(m.new_str(text))
}

fn describe(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.set_ivar(this, Symbol::new("@doc"), args[0]);
    Ok(args[0])
}

fn initvars(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    for name in ["@objects", "@aliases", "@defaults", "@validproperties", "@paramhash"] {
        let hash = m.new_hash();
        m.set_ivar(this, Symbol::new(name), Value::Hash(hash));
    }
    for name in ["@properties", "@parameters"] {
        let list = m.new_array(Vec::new());
        m.set_ivar(this, Symbol::new(name), list);
    }
    if ivar(m, this, "@doc").is_nil() {
        let text = m.new_str("");
        m.set_ivar(this, Symbol::new("@doc"), text);
    }
    Ok(Value::Nil)
}

/// The class that the option `:parent` gives, or else `or`.
pub(super) fn parent(m: &mut Machine<'_>, options: Option<Value>, or: ClassId) -> Flow<ClassId> {
    match option(m, options, "parent") {
        Some(Value::Class(parent)) => Ok(parent),
        Some(other) => {
            let given = m.class_name_of(other);
            Err(m.type_error(format!("superclass must be a Class ({given} given)")))
        }
        None => Ok(or),
    }
}

/// `newparam(name, options) { }`
pub(super) fn new_param(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let options = args.opt(1);
    let name = m.to_s_text(args[0])?;
    let plan = Plan {
        owner: class_id(m, this)?,
        name: Symbol::new(&name),
        parent: parent(m, options, class::PUPPET_PARAMETER)?,
        prefix: "Parameter",
        attributes: option(m, options, "attributes"),
        overwrites: false,
        block: args.block,
    };
    let made = generate(m, plan)?;
    store(m, this, made, "@paramhash", Some("@parameters"))?;
    add_predicate(m, this, &name, options)?;
    let made = Value::Class(made);
    if let Some(features) = option(m, options, "required_features") {
        m.call(made, Symbol::new("required_features="), &[features])?;
    }
    if option(m, options, "namevar").is_some_and(Value::is_truthy) {
        m.call(made, Symbol::new("isnamevar"), &[])?;
    }
    Ok(made)
}

/// With the option `:boolean => true`, instances get a method `NAME?`. It is an alias of a method
/// that refuses, because no instances are made.
pub(super) fn add_predicate(
    m: &mut Machine<'_>,
    this: Value,
    name: &str,
    options: Option<Value>,
) -> Flow<()> {
    if option(m, options, "boolean").is_some_and(Value::is_truthy) {
        let id = class_id(m, this)?;
        m.alias_method(id, Symbol::new(&format!("{name}?")), Symbol::new("value"))?;
    }
    Ok(())
}

/// `newproperty(name, options) { }`
fn new_property(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let options = args.opt(1);
    let name = intern(m, args[0])?;
    if let Some(other) = options.filter(|options| !matches!(options, Value::Hash(_))) {
        let given = m.inspect(other)?;
        let message = format!("Options must be a hash, not {given}");
        return Err(m.error(class::PUPPET_DEV_ERROR, message));
    }
    let known = ivar_hash(m, this, "@validproperties");
    if m.hash_get(known, Value::Sym(name))?.is_some() {
        let own = name_of(m, this)?;
        let message = format!("Class {own} already has a property named {name}");
        return Err(m.error(class::PUPPET_DEV_ERROR, message));
    }
    let parent = parent(m, options, class::PUPPET_PROPERTY)?;
    let plan = Plan {
        owner: class_id(m, this)?,
        name,
        parent,
        prefix: "",
        attributes: without_parent(m, options)?,
        overwrites: false,
        block: args.block,
    };
    let made = generate(m, plan)?;
    store(m, this, made, "@validproperties", None)?;
    let list = ivar_array(m, this, "@properties");
    match name.as_str() {
        "ensure" => m.array_mut(list).vec_mut().insert(0, Value::Class(made)),
        _ => m.array_mut(list).push(Value::Class(made)),
    }
    Ok(Value::Class(made))
}

/// All options but `:parent`; they become attributes of the property.
fn without_parent(m: &mut Machine<'_>, options: Option<Value>) -> Flow<Option<Value>> {
    let Some(Value::Hash(options)) = options else { return Ok(None) };
    let parent = Value::Sym(Symbol::new("parent"));
    let kept: Vec<_> = m.hash(options).iter().filter(|(key, _)| !key.is_same(parent)).collect();
    Ok(Some(Value::Hash(m.hash_of(kept)?)))
}

/// `ensurable { }`: declares the property `ensure`. Without a block it gets the values `present`
/// and `absent`.
pub(super) fn ensurable(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let parent = Value::Class(class::PUPPET_ENSURE);
    let options = m.hash_of([(Value::Sym(Symbol::new("parent")), parent)])?;
    let list = [Value::Sym(Symbol::new("ensure")), Value::Hash(options)];
    let given = Args { list: &list, ..args };
    let made = new_property(m, this, given)?;
    if args.block.is_none() {
        m.call(made, Symbol::new("defaultvalues"), &[])?;
    }
    Ok(made)
}

/// `ensurable?`: whether instances have the methods that the property `ensure` needs.
fn is_ensurable(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = class_id(m, this)?;
    let has = |m: &mut Machine<'_>, name| m.find_method(id, Symbol::new(name)).is_some();
    Ok(Value::Bool(has(m, "exists?") && has(m, "create") && has(m, "destroy")))
}

fn validate(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    super::attribute::define(m, this, args, "unsafe_validate")?;
    let id = class_id(m, this)?;
    let name = Symbol::new("validate");
    m.alias_method(id, name, Symbol::new("unsafe_validate"))?;
    Ok(Value::Sym(name))
}

fn apply_to(m: &mut Machine<'_>, this: Value, target: &str) -> Flow {
    let target = Value::Sym(Symbol::new(target));
    m.set_ivar(this, Symbol::new("@apply_to"), target);
    Ok(target)
}

fn applied_to(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match ivar(m, this, "@apply_to") {
        Value::Nil => Ok(Value::Sym(Symbol::new("host"))),
        target => Ok(target),
    }
}

fn can_apply_to(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let requested = m.to_s_text(args[0])?;
    let requested = if requested == "device" { "device" } else { "host" };
    let target = applied_to(m, this, args)?;
    let target = m.to_s_text(target)?;
    Ok(Value::Bool(target == requested || target == "both"))
}

fn is_isomorphic(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match m.ivar(this, Symbol::new("@isomorphic")) {
        Value::Undef => Ok(Value::TRUE),
        own => Ok(own),
    }
}

/// The names of the attribute classes that an instance variable lists.
pub(super) fn names_in(m: &mut Machine<'_>, this: Value, variable: &str) -> Flow<Vec<Value>> {
    let list = match ivar(m, this, variable) {
        Value::Array(list) => m.array(list).to_vec(),
        _ => Vec::new(),
    };
    let mut names = Vec::with_capacity(list.len());
    for attribute in list {
        names.push(Value::Sym(name_of(m, attribute)?));
    }
    Ok(names)
}

fn parameters(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let names = names_in(m, this, "@parameters")?;
    Ok(m.new_array(names))
}

fn property_names(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let known = ivar_hash(m, this, "@validproperties");
    let names = m.hash(known).keys();
    Ok(m.new_array(names))
}

fn key_parameters(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let list = ivar_array(m, this, "@parameters");
    let mut keys = Vec::new();
    for parameter in m.array(list).to_vec() {
        let is_key = m.call(parameter, Symbol::new("isnamevar?"), &[])?.is_truthy();
        if is_key || name_of(m, parameter)?.as_str() == "name" {
            keys.push(parameter);
        }
    }
    Ok(m.new_array(keys))
}

/// `key_attributes`: the names of the parameters that identify a resource.
fn key_attributes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let keys = key_parameters(m, this, args)?;
    let mut names = Vec::new();
    for parameter in super::elements(m, keys) {
        names.push(Value::Sym(name_of(m, parameter)?));
    }
    Ok(m.new_array(names))
}

fn in_hash(m: &mut Machine<'_>, this: Value, variable: &str, name: Value) -> Flow {
    let known = ivar_hash(m, this, variable);
    Ok(m.hash_get(known, name)?.unwrap_or(Value::Nil))
}

fn attribute_class(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    for variable in ["@validproperties", "@paramhash"] {
        let found = in_hash(m, this, variable, args[0])?;
        if !found.is_nil() {
            return Ok(found);
        }
    }
    super::metaparameters::find(m, this, args)
}

fn attribute_kind(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let kind = if !in_hash(m, this, "@validproperties", args[0])?.is_nil() {
        "property"
    } else if !in_hash(m, this, "@paramhash", args[0])?.is_nil() {
        "param"
    } else if super::metaparameters::is_known(m, this, args)?.is_truthy() {
        "meta"
    } else {
        return Ok(Value::Nil);
    };
    Ok(Value::Sym(Symbol::new(kind)))
}

/// `allattrs`: key attributes, `provider`, properties, other parameters and metaparameters, in
/// Puppet's order.
fn all_attributes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let keys = m.call(this, Symbol::new("key_attributes"), &[])?;
    let mut all = super::elements(m, keys);
    let parameters = names_in(m, this, "@parameters")?;
    let provider = Value::Sym(Symbol::new("provider"));
    let has_provider = parameters.iter().any(|name| name.is_same(provider));
    all.extend(has_provider.then_some(provider));
    all.extend(names_in(m, this, "@properties")?);
    all.extend(parameters);
    let metaparameters = super::metaparameters::names(m, this, args)?;
    all.extend(super::elements(m, metaparameters));
    let mut distinct: Vec<Value> = Vec::with_capacity(all.len());
    for name in all {
        if !distinct.iter().any(|known| known.is_same(name)) {
            distinct.push(name);
        }
    }
    Ok(m.new_array(distinct))
}

fn is_attribute(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = intern(m, args[0])?;
    if name.as_str() == "name" {
        return Ok(Value::TRUE);
    }
    let list = [Value::Sym(name)];
    let kind = attribute_kind(m, this, Args::new(args.name, &list))?;
    Ok(Value::Bool(!kind.is_nil()))
}

/// `validproperty?`: the class of the property, as in Puppet, or `false`.
fn is_property(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = intern(m, args[0])?;
    match in_hash(m, this, "@validproperties", Value::Sym(name))? {
        Value::Nil => Ok(Value::FALSE),
        found => Ok(found),
    }
}

fn is_parameter(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_own = !in_hash(m, this, "@paramhash", args[0])?.is_nil();
    Ok(Value::Bool(is_own || super::metaparameters::is_known(m, this, args)?.is_truthy()))
}
