//! Metaparameters: Puppet's own, and those that type files add with `newmetaparam`.

use super::generate::{Plan, generate, store};
use super::type_class::{add_predicate, names_in, parent};
use super::{intern, ivar_hash, option};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Type::RelationshipMetaparam`
pub static RELATIONSHIP: NativeClass = NativeClass {
    name: "Puppet::Type::RelationshipMetaparam",
    superclass: Some("Puppet::Parameter"),
    class_methods: &[
        method("direction", 0, 0, super::attribute::reader),
        method("direction=", 1, 1, super::attribute::writer),
        method("events", 0, 0, super::attribute::reader),
        method("events=", 1, 1, super::attribute::writer),
        method("callback", 0, 0, super::attribute::reader),
        method("callback=", 1, 1, super::attribute::writer),
    ],
    ..NativeClass::EMPTY
};

/// The metaparameters of Puppet.
const NAMES: [&str; 11] = [
    "noop",
    "schedule",
    "audit",
    "loglevel",
    "alias",
    "tag",
    "require",
    "subscribe",
    "before",
    "notify",
    "stage",
];

/// The class whose instance variables hold the added metaparameters.
const KEEPER: Value = Value::Class(class::PUPPET_TYPE);

/// `newmetaparam(name, options) { }`
pub(super) fn add(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let options = args.opt(1);
    let name = intern(m, args[0])?;
    let plan = Plan {
        owner: super::type_class::class_id(m, this)?,
        name,
        parent: parent(m, options, class::PUPPET_PARAMETER)?,
        prefix: "MetaParam",
        attributes: option(m, options, "attributes"),
        overwrites: false,
        block: args.block,
    };
    let made = generate(m, plan)?;
    store(m, KEEPER, made, "@metaparamhash", Some("@metaparams"))?;
    add_predicate(m, this, name.as_str(), options)?;
    let made = Value::Class(made);
    if let Some(features) = option(m, options, "required_features") {
        m.call(made, Symbol::new("required_features="), &[features])?;
    }
    m.set_ivar(made, Symbol::new("@metaparam"), Value::TRUE);
    Ok(made)
}

/// `metaparam?(name)`
pub(super) fn is_known(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = intern(m, args[0])?;
    let known = ivar_hash(m, KEEPER, "@metaparamhash");
    let is_added = m.hash_get(known, Value::Sym(name))?.is_some();
    Ok(Value::Bool(is_added || NAMES.contains(&name.as_str())))
}

/// `metaparamclass(name)`: the class of a metaparameter. For one of Puppet's own it is made here.
pub(super) fn find(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if args[0].is_nil() {
        return Ok(Value::Nil);
    }
    let name = intern(m, args[0])?;
    let known = ivar_hash(m, KEEPER, "@metaparamhash");
    if let Some(found) = m.hash_get(known, Value::Sym(name))? {
        return Ok(found);
    }
    if !NAMES.contains(&name.as_str()) {
        return Ok(Value::Nil);
    }
    let plan = Plan {
        owner: class::PUPPET_TYPE,
        name,
        parent: class::PUPPET_PARAMETER,
        prefix: "MetaParam",
        attributes: None,
        overwrites: true,
        block: None,
    };
    let made = generate(m, plan)?;
    store(m, KEEPER, made, "@metaparamhash", None)?;
    Ok(Value::Class(made))
}

/// `metaparams`: the names of all metaparameters.
pub(super) fn names(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let mut names: Vec<Value> = NAMES.iter().map(|name| Value::Sym(Symbol::new(name))).collect();
    names.extend(names_in(m, KEEPER, "@metaparams")?);
    Ok(m.new_array(names))
}

/// `relationship_params`
pub(super) fn relationships(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut classes = Vec::new();
    for name in ["require", "subscribe", "before", "notify"] {
        let list = [Value::Sym(Symbol::new(name))];
        classes.push(find(m, this, Args::new(args.name, &list))?);
    }
    Ok(m.new_array(classes))
}

/// The classes of the metaparameters that files have added.
pub(super) fn added(m: &mut Machine<'_>) -> Vec<Value> {
    match super::ivar(m, KEEPER, "@metaparams") {
        Value::Array(list) => m.array(list).to_vec(),
        _ => Vec::new(),
    }
}
