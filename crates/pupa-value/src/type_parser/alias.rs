//! Definitions of named types: `type Name = …`.
//!
//! A named type is created before its definition is resolved, so that it can be recursive:
//! [`named_type`] creates it, [`resolve`] resolves its definition.

use std::sync::Arc;

use pupa_syntax::tree::{ExprId, ExprKind, Id, ResourceDefaults, Tree};
use rustc_hash::FxHashSet;

use super::{interpret, interpret_type};
use crate::error::{Error, Result};
use crate::loader::TypeLoader;
use crate::types::object::inherited_init_hash;
use crate::types::{ObjectType, Type, TypeAlias, TypeSet};
use crate::value::Text;

/// Creates the unresolved type of a definition: an object type, a type set, or an alias.
pub fn named_type(name: &str, tree: &Tree, expr: ExprId) -> Type {
    let name = Text::from(name);
    match definition_kind(tree, expr) {
        DefinitionKind::Object(_) | DefinitionKind::Inheriting(_) => {
            Type::Object(Arc::new(ObjectType::unresolved(Some(name))))
        }
        DefinitionKind::TypeSet(_) => Type::TypeSet(Arc::new(TypeSet::unresolved(Some(name)))),
        DefinitionKind::Alias => Type::Alias(Arc::new(TypeAlias::unresolved(name))),
    }
}

/// The kind of type that an expression defines, with the expression of its initialiser hash.
enum DefinitionKind {
    Object(Option<ExprId>),
    /// `Parent { attributes => … }`
    Inheriting(Id<ResourceDefaults>),
    TypeSet(Option<ExprId>),
    Alias,
}

fn definition_kind(tree: &Tree, expr: ExprId) -> DefinitionKind {
    match *tree.kind(expr) {
        ExprKind::Hash(_) => DefinitionKind::Object(Some(expr)),
        ExprKind::ResourceDefaults(defaults) => DefinitionKind::Inheriting(defaults),
        ExprKind::Access { left, keys } => match *tree.kind(left) {
            ExprKind::Reference(name) => {
                let hash = tree[keys].first().copied();
                match tree.text(name) {
                    "Object" => DefinitionKind::Object(hash),
                    "TypeSet" => DefinitionKind::TypeSet(hash),
                    _ => DefinitionKind::Alias,
                }
            }
            _ => DefinitionKind::Alias,
        },
        _ => DefinitionKind::Alias,
    }
}

/// Resolves the definition of a named type.
///
/// # Errors
/// If the expression is not a valid definition.
pub fn resolve(t: &Type, tree: &Tree, expr: ExprId, loader: &dyn TypeLoader) -> Result<()> {
    match (t, definition_kind(tree, expr)) {
        (Type::Alias(alias), _) => resolve_alias(alias, &interpret_type(tree, expr, loader)?),
        (Type::Object(object), DefinitionKind::Object(Some(hash))) => {
            object.initialize(&interpret(tree, hash, loader)?)
        }
        (Type::Object(object), DefinitionKind::Inheriting(defaults)) => {
            object.initialize(&inherited_init_hash(tree, defaults, loader)?)
        }
        (Type::TypeSet(set), DefinitionKind::TypeSet(Some(hash))) => {
            set.resolve_from(tree, hash, loader)
        }
        _ => Ok(()),
    }
}

/// Resolves an alias to a normalized type.
///
/// # Errors
/// If the type consists only of aliases, or contains an object type that inherits from itself.
fn resolve_alias(alias: &Arc<TypeAlias>, t: &Type) -> Result<()> {
    let mut t = t.normalize();
    let mut scan = AliasScan::new(alias);
    scan.visit(&t);
    if !scan.is_real {
        return Err(Error::argument(format!(
            "Type alias '{}' cannot be resolved to a real type",
            alias.name
        )));
    }
    let mut is_recursive = scan.is_recursive;
    let aliases = std::mem::take(&mut scan.aliases);
    if is_recursive && let Some(without_self) = without_self(alias, &t) {
        t = without_self;
        let mut scan = AliasScan::new(alias);
        scan.visit(&t);
        is_recursive = scan.is_recursive;
    }
    alias.resolve(t, is_recursive);
    if is_recursive {
        mark_recursive(&aliases);
    }
    Ok(())
}

/// The options of a variant without the alias itself and without options that consist only of
/// aliases.
fn without_self(alias: &Arc<TypeAlias>, t: &Type) -> Option<Type> {
    let Type::Variant(options) = t else { return None };
    let is_real = |option: &&Type| {
        if matches!(option, Type::Alias(other) if other == alias) {
            return false;
        }
        let mut scan = AliasScan::new(alias);
        scan.visit(option);
        scan.is_real
    };
    let real: Vec<Type> = options.iter().filter(is_real).cloned().collect();
    (real.len() != options.len()).then(|| Type::variant(real))
}

/// Marks aliases as recursive that were resolved before this alias and contain it.
fn mark_recursive(aliases: &[Arc<TypeAlias>]) {
    for other in aliases {
        if let Some(t) = other.get().filter(|_| !other.is_self_recursive()) {
            let mut scan = AliasScan::new(other);
            scan.visit(t);
            if scan.is_recursive {
                other.mark_self_recursive();
            }
        }
    }
}

/// A scan of an aliased type.
struct AliasScan<'a> {
    alias: &'a Arc<TypeAlias>,
    /// Whether there is a type other than aliases and variants.
    is_real: bool,
    /// Whether the alias itself was found.
    is_recursive: bool,
    /// The other aliases found.
    aliases: Vec<Arc<TypeAlias>>,
    seen: FxHashSet<usize>,
}

impl<'a> AliasScan<'a> {
    fn new(alias: &'a Arc<TypeAlias>) -> AliasScan<'a> {
        AliasScan {
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
                        // An alias whose resolution is in progress may become any type.
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
