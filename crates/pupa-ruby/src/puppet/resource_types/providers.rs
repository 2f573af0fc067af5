//! The providers of a type: only their names, because their code runs on agents.

use super::generate::{Plan, generate, store};
use super::{intern, ivar, ivar_hash, option};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::Value;

/// `provide(name, options) { }`: makes the class without running its body.
pub(super) fn provide(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = intern(m, args[0])?;
    let parent = match option(m, args.opt(1), "parent") {
        Some(Value::Class(parent)) => parent,
        Some(other) => named_parent(m, this, other, name)?,
        None => class::PUPPET_PROVIDER,
    };
    providify(m, this, args)?;
    let plan = Plan {
        owner: super::type_class::class_id(m, this)?,
        name,
        parent,
        prefix: "Provider",
        attributes: Some(attributes(m, this, args.opt(1))?),
        overwrites: true,
        block: None,
    };
    let made = generate(m, plan)?;
    store(m, this, made, "@providers", None)?;
    Ok(Value::Class(made))
}

/// The class of the provider that the option `:parent` refers to.
fn named_parent(
    m: &mut Machine<'_>,
    this: Value,
    parent: Value,
    child: Symbol,
) -> Flow<crate::value::ClassId> {
    match find(m, this, Args::new(child, &[parent]))? {
        Value::Class(found) => Ok(found),
        _ => {
            let parent = m.to_s_text(parent)?;
            let message = format!("Could not find parent provider {parent} of {child}");
            Err(m.error(class::PUPPET_DEV_ERROR, message))
        }
    }
}

/// The options that become attributes of the provider's class: all but the parent, plus the type.
fn attributes(m: &mut Machine<'_>, this: Value, options: Option<Value>) -> Flow<Value> {
    let made = m.new_hash();
    let resource_type = Value::Sym(Symbol::new("resource_type"));
    m.hash_set(made, resource_type, this)?;
    if let Some(Value::Hash(options)) = options {
        let parent = Value::Sym(Symbol::new("parent"));
        for (key, value) in m.hash(options).iter().collect::<Vec<_>>() {
            if !key.is_same(parent) {
                m.hash_set(made, key, value)?;
            }
        }
    }
    Ok(Value::Hash(made))
}

/// `unprovide(name)`
pub(super) fn unprovide(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let known = ivar_hash(m, this, "@providers");
    Ok(Value::Bool(m.hash_delete(known, args[0])?.is_some()))
}

/// `provider(name)`: a provider that this program has defined. Otherwise its file is loaded.
pub(super) fn find(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = intern(m, args[0])?;
    let known = ivar_hash(m, this, "@providers");
    if let Some(found) = m.hash_get(known, Value::Sym(name))? {
        return Ok(found);
    }
    let own = super::attribute::name_of(m, this)?;
    if let Some(path) = m.world.find_library(&format!("puppet/provider/{own}/{name}")) {
        m.require(&path)?;
    }
    Ok(m.hash_get(known, Value::Sym(name))?.unwrap_or(Value::Nil))
}

/// `provider_hash`
pub(super) fn table(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Hash(ivar_hash(m, this, "@providers")))
}

/// `providers`: the names of the defined providers and of those that have a file.
pub(super) fn names(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let known = ivar_hash(m, this, "@providers");
    let mut names = m.hash(known).keys();
    // Compat: a provider of the Resource API is a plain class, not made by `provide`.
    if ivar(m, this, super::resource_api::MARK).is_truthy() {
        return Ok(m.new_array(names));
    }
    let own = super::attribute::name_of(m, this)?;
    for file in m.world.library_files(&format!("puppet/provider/{own}")) {
        let name = Value::Sym(Symbol::new(&file));
        if !names.iter().any(|known| known.is_same(name)) {
            names.push(name);
        }
    }
    Ok(m.new_array(names))
}

/// `providify`: adds the parameter `provider`.
pub(super) fn providify(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let provider = Value::Sym(Symbol::new("provider"));
    let known = ivar_hash(m, this, "@paramhash");
    if m.hash_get(known, provider)?.is_some() {
        return Ok(Value::Nil);
    }
    let list = [provider];
    let made = super::type_class::new_param(m, this, Args::new(args.name, &list))?;
    let own = super::attribute::name_of(m, this)?;
    let text = m.new_str(format!(
        "The specific backend to use for this `{own}` resource. You will seldom need to specify \
         this --- Puppet will usually discover the appropriate provider for your platform."
    ));
    if ivar(m, made, "@doc").is_nil() {
        m.set_ivar(made, Symbol::new("@doc"), text);
    }
    Ok(made)
}
