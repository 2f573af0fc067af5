//! Provider features: `feature`, `features`, `provider_feature` and `feature_module`.

use super::{intern, ivar, ivar_hash};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::Value;

/// `feature :name, 'documentation', :methods => [:x]`: declares a feature.
pub(super) fn add(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let known = ivar_hash(m, this, "@features");
    if m.hash_get(known, args[0])?.is_some() {
        let name = m.to_s_text(args[0])?;
        let message = format!("Feature {name} is already defined");
        return Err(m.error(class::PUPPET_DEV_ERROR, message));
    }
    let name = intern(m, args[0])?;
    m.hash_set(known, Value::Sym(name), args[1])?;
    Ok(args[1])
}

/// `features`: the names of the features.
pub(super) fn names(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let known = ivar_hash(m, this, "@features");
    let names = m.hash(known).keys();
    Ok(m.new_array(names))
}

/// `provider_feature(name)`: the documentation of a feature.
pub(super) fn find(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let known = ivar_hash(m, this, "@features");
    Ok(m.hash_get(known, args[0])?.unwrap_or(Value::Nil))
}

/// `feature_module`: an empty module, because the methods of features run on agents.
pub(super) fn module(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match ivar(m, this, "@feature_module") {
        Value::Nil => {
            let module = Value::Class(m.make_module());
            m.set_ivar(this, Symbol::new("@feature_module"), module);
            Ok(module)
        }
        known => Ok(known),
    }
}
