//! `Module`: lists of methods, and tests such as `method_defined?`.

use rustc_hash::FxHashSet;

use super::module_id;
use crate::core::class;
use crate::machine::{Flow, Machine, MethodKind};
use crate::native::{Args, Visibility};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// Which methods a list contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodFilter {
    /// Public and protected methods.
    Callable,
    /// Methods of one visibility.
    Only(Visibility),
}

impl MethodFilter {
    fn takes(self, visibility: Visibility) -> bool {
        match self {
            MethodFilter::Callable => visibility != Visibility::Private,
            MethodFilter::Only(only) => visibility == only,
        }
    }
}

/// The names of the methods of classes, each once, in the order of method lookup.
pub(crate) fn names_of(
    m: &mut Machine<'_>,
    classes: &[ClassId],
    filter: MethodFilter,
) -> Vec<Symbol> {
    let mut known: FxHashSet<Symbol> = FxHashSet::default();
    let mut list = Vec::new();
    for &class in classes {
        for name in own_names(m, class) {
            let Some(method) = m.own_method(class, name) else { continue };
            let def = m.method(method);
            let visibility = match def.kind {
                MethodKind::Removed => continue,
                MethodKind::Undefined => {
                    known.insert(name);
                    continue;
                }
                _ => def.visibility,
            };
            if known.insert(name) && filter.takes(visibility) {
                list.push(name);
            }
        }
    }
    list
}

/// The names in the method tables of a class, without its ancestors.
pub(crate) fn own_names(m: &Machine<'_>, class: ClassId) -> Vec<Symbol> {
    let class = m.class(class);
    let mut list: Vec<Symbol> = class.methods.keys().copied().collect();
    if let Some(native) = class.native {
        list.extend(native.names.iter().filter(|name| !class.methods.contains_key(*name)));
    }
    list
}

/// An array of symbols.
pub(crate) fn symbols(m: &mut Machine<'_>, names: Vec<Symbol>) -> Value {
    m.new_array(names.into_iter().map(Value::Sym).collect())
}

fn list(m: &mut Machine<'_>, this: Value, args: Args<'_>, filter: MethodFilter) -> Flow {
    let id = module_id(m, this)?;
    let inherit = args.opt(0).is_none_or(Value::is_truthy);
    let ancestors = m.ancestors(id);
    let classes: Vec<ClassId> = if inherit {
        ancestors.to_vec()
    } else {
        // Prepended modules count as part of the class.
        let end = ancestors.iter().position(|&other| other == id).map_or(0, |at| at + 1);
        ancestors.iter().take(end).copied().collect()
    };
    let names = names_of(m, &classes, filter);
    Ok(symbols(m, names))
}

pub(super) fn instance_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    list(m, this, args, MethodFilter::Callable)
}

pub(super) fn public_instance_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    list(m, this, args, MethodFilter::Only(Visibility::Public))
}

pub(super) fn private_instance_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    list(m, this, args, MethodFilter::Only(Visibility::Private))
}

pub(super) fn protected_instance_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    list(m, this, args, MethodFilter::Only(Visibility::Protected))
}

pub(super) fn undefined_instance_methods(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let mut names = Vec::new();
    for name in own_names(m, id) {
        if let Some(method) = m.own_method(id, name)
            && matches!(m.method(method).kind, MethodKind::Undefined)
        {
            names.push(name);
        }
    }
    Ok(symbols(m, names))
}

fn defined(m: &mut Machine<'_>, this: Value, args: Args<'_>, filter: MethodFilter) -> Flow {
    let id = module_id(m, this)?;
    let name = m.to_symbol(args[0])?;
    let inherit = args.opt(1).is_none_or(Value::is_truthy);
    let found = if inherit {
        m.find_method(id, name)
    } else {
        m.own_method(id, name).filter(|&found| {
            !matches!(m.method(found).kind, MethodKind::Undefined | MethodKind::Removed)
        })
    };
    Ok(Value::Bool(found.is_some_and(|found| filter.takes(m.method(found).visibility))))
}

pub(super) fn method_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    defined(m, this, args, MethodFilter::Callable)
}

pub(super) fn public_method_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    defined(m, this, args, MethodFilter::Only(Visibility::Public))
}

pub(super) fn private_method_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    defined(m, this, args, MethodFilter::Only(Visibility::Private))
}

pub(super) fn protected_method_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    defined(m, this, args, MethodFilter::Only(Visibility::Protected))
}

/// The classes whose methods are singleton methods of a value: its singleton class, those of its
/// superclasses, and the modules that extend it.
pub(crate) fn singleton_classes(m: &mut Machine<'_>, value: Value, all: bool) -> Vec<ClassId> {
    let own = match value {
        Value::Class(id) => m.class(id).meta,
        _ => Some(m.class_of(value)).filter(|&id| m.class(id).is_singleton()),
    };
    let Some(own) = own else {
        // A class without its own singleton class may inherit some.
        return match value {
            Value::Class(id) if all && !m.class(id).is_module => {
                let start = m.class_of(value);
                until_real(m, start)
            }
            _ => Vec::new(),
        };
    };
    if !all {
        return vec![own];
    }
    until_real(m, own)
}

/// The ancestors before the first class that is not a singleton class.
fn until_real(m: &mut Machine<'_>, start: ClassId) -> Vec<ClassId> {
    let ancestors = m.ancestors(start);
    let is_end = |id: ClassId| {
        let class = m.class(id);
        (!class.is_module && !class.is_singleton()) || id == class::KERNEL
    };
    ancestors.iter().copied().take_while(|&id| !is_end(id)).collect()
}
