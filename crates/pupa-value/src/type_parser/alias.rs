//! Types with names: `type Name = …`.
//!
//! A named type exists before what it stands for is known, so that it can refer to itself and to
//! others that refer to it. [`named_type`] makes it, [`resolve`] finds out what it stands for.

use std::sync::Arc;

use pupa_syntax::tree::{ExprId, ExprKind, Id, ResourceDefaults, Tree};
use rustc_hash::FxHashSet;

use super::{interpret, interpret_type};
use crate::error::{Error, Result};
use crate::loader::TypeLoader;
use crate::types::object::inherited_init_hash;
use crate::types::{ObjectType, Type, TypeAlias, TypeSet};
use crate::value::Text;

/// The type that a name stands for, not yet resolved: an object type, a type set, or an alias.
pub fn named_type(name: &str, tree: &Tree, expr: ExprId) -> Type {
    let name = Text::from(name);
    match definition_kind(tree, expr) {
        Kind::Object(_) | Kind::Inheriting(_) => {
            Type::Object(Arc::new(ObjectType::unresolved(Some(name))))
        }
        Kind::TypeSet(_) => Type::TypeSet(Arc::new(TypeSet::unresolved(Some(name)))),
        Kind::Alias => Type::Alias(Arc::new(TypeAlias::unresolved(name))),
    }
}

/// What kind of type an expression defines, with the hash that describes it.
enum Kind {
    Object(Option<ExprId>),
    /// `Parent { attributes => … }`
    Inheriting(Id<ResourceDefaults>),
    TypeSet(Option<ExprId>),
    Alias,
}

fn definition_kind(tree: &Tree, expr: ExprId) -> Kind {
    match *tree.kind(expr) {
        ExprKind::Hash(_) => Kind::Object(Some(expr)),
        ExprKind::ResourceDefaults(defaults) => Kind::Inheriting(defaults),
        ExprKind::Access { left, keys } => match *tree.kind(left) {
            ExprKind::Reference(name) => {
                let hash = tree[keys].first().copied();
                match tree.text(name) {
                    "Object" => Kind::Object(hash),
                    "TypeSet" => Kind::TypeSet(hash),
                    _ => Kind::Alias,
                }
            }
            _ => Kind::Alias,
        },
        _ => Kind::Alias,
    }
}

/// Finds out what a named type stands for.
///
/// # Errors
/// When the expression can't be what it stands for.
pub fn resolve(t: &Type, tree: &Tree, expr: ExprId, loader: &dyn TypeLoader) -> Result<()> {
    match (t, definition_kind(tree, expr)) {
        (Type::Alias(alias), _) => resolve_alias(alias, &interpret_type(tree, expr, loader)?),
        (Type::Object(object), Kind::Object(Some(hash))) => {
            object.initialize(&interpret(tree, hash, loader)?)
        }
        (Type::Object(object), Kind::Inheriting(defaults)) => {
            object.initialize(&inherited_init_hash(tree, defaults, loader)?)
        }
        (Type::TypeSet(set), Kind::TypeSet(Some(hash))) => set.resolve_from(tree, hash, loader),
        _ => Ok(()),
    }
}

/// Says which type an alias stands for, in its simplest form.
///
/// # Errors
/// When nothing but aliases stands behind it, or an object type that inherits from itself.
fn resolve_alias(alias: &Arc<TypeAlias>, t: &Type) -> Result<()> {
    let mut t = t.normalize();
    let mut found = Found::new(alias);
    found.visit(&t);
    if !found.is_real {
        return Err(Error::argument(format!(
            "Type alias '{}' cannot be resolved to a real type",
            alias.name
        )));
    }
    let mut is_recursive = found.is_recursive;
    let aliases = std::mem::take(&mut found.aliases);
    if is_recursive && let Some(without_self) = without_self(alias, &t) {
        t = without_self;
        let mut found = Found::new(alias);
        found.visit(&t);
        is_recursive = found.is_recursive;
    }
    alias.resolve(t, is_recursive);
    if is_recursive {
        mark_recursive(&aliases);
    }
    Ok(())
}

/// The options of a variant without the alias itself and what is nothing but aliases.
fn without_self(alias: &Arc<TypeAlias>, t: &Type) -> Option<Type> {
    let Type::Variant(options) = t else { return None };
    let is_real = |option: &&Type| {
        if matches!(option, Type::Alias(other) if other == alias) {
            return false;
        }
        let mut found = Found::new(alias);
        found.visit(option);
        found.is_real
    };
    let real: Vec<Type> = options.iter().filter(is_real).cloned().collect();
    (real.len() != options.len()).then(|| Type::variant(real))
}

/// Aliases that were resolved while this one was not may be part of its circle.
fn mark_recursive(aliases: &[Arc<TypeAlias>]) {
    for other in aliases {
        if let Some(t) = other.get().filter(|_| !other.is_self_recursive()) {
            let mut found = Found::new(other);
            found.visit(t);
            if found.is_recursive {
                other.mark_self_recursive();
            }
        }
    }
}

/// What is found behind an alias.
struct Found<'a> {
    alias: &'a Arc<TypeAlias>,
    /// Something else than aliases and variants.
    is_real: bool,
    /// The alias itself.
    is_recursive: bool,
    /// Other aliases.
    aliases: Vec<Arc<TypeAlias>>,
    seen: FxHashSet<usize>,
}

impl<'a> Found<'a> {
    fn new(alias: &'a Arc<TypeAlias>) -> Found<'a> {
        Found {
            alias,
            is_real: false,
            is_recursive: false,
            aliases: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    fn visit(&mut self, t: &Type) {
        match t {
            Type::Alias(alias) => {
                if Arc::ptr_eq(alias, self.alias) {
                    self.is_recursive = true;
                } else if self.seen.insert(Arc::as_ptr(alias) as usize) {
                    self.aliases.push(Arc::clone(alias));
                    match alias.get() {
                        Some(t) => self.visit(t),
                        // One that is being resolved may become anything.
                        None => self.is_real = true,
                    }
                }
                return;
            }
            Type::Object(object) if !self.seen.insert(Arc::as_ptr(object) as usize) => return,
            Type::Variant(_) => {}
            _ => self.is_real = true,
        }
        t.each_part(&mut |part| self.visit(part));
    }
}
