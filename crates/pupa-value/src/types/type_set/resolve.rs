//! Type sets of a manifest: `type Name = TypeSet[{…}]`.
//!
//! The types in the set may refer to each other and to the referenced sets, so they are created
//! before they are resolved.

use std::sync::Arc;

use pupa_syntax::tree::{Entry, ExprId, ExprKind, List, Tree};

use super::{RUNTIME_NAME_AUTHORITY, TypeSet};
use crate::error::Result;
use crate::loader::TypeLoader;
use crate::type_parser::{self, interpret, named_type};
use crate::types::object::inherited_init_hash;
use crate::types::{ObjectType, Type};
use crate::value::{Hash, Text, Value};

impl TypeSet {
    /// Sets the definition from the hash in a manifest, and resolves the types of the set.
    ///
    /// # Errors
    /// If the hash is not a valid initialiser of a type set.
    pub fn resolve_from(&self, tree: &Tree, hash: ExprId, loader: &dyn TypeLoader) -> Result<()> {
        let authority = Text::from(RUNTIME_NAME_AUTHORITY);
        let ExprKind::Hash(entries) = *tree.kind(hash) else {
            return self.initialize(Some(&authority), &interpret(tree, hash, loader)?, loader);
        };
        let mut types = Vec::new();
        let init = self.init_from(tree, entries, loader, &mut types)?;
        self.initialize(Some(&authority), &init, loader)?;
        let set_loader = SetLoader { set: self, outside: loader };
        types.iter().try_for_each(|(t, expr)| resolve_type(t, tree, *expr, &set_loader))
    }

    /// The initialiser hash. The types to resolve are added to `types`, with their expressions.
    fn init_from(
        &self,
        tree: &Tree,
        entries: List<Entry>,
        loader: &dyn TypeLoader,
        types: &mut Vec<(Type, ExprId)>,
    ) -> Result<Value> {
        let mut init = Hash::new();
        for entry in &tree[entries] {
            let key = interpret(tree, entry.key, loader)?;
            let value = match (key.as_str(), *tree.kind(entry.value)) {
                (Some("types"), ExprKind::Hash(members)) => {
                    self.named_types(tree, members, loader, types)?
                }
                (Some("references"), ExprKind::Hash(members)) => {
                    let mut references = Hash::new();
                    for member in &tree[members] {
                        let alias = member_name(tree, member.key, loader)?;
                        references.insert(alias, interpret(tree, member.value, loader)?);
                    }
                    references.into()
                }
                _ => interpret(tree, entry.value, loader)?,
            };
            init.insert(key, value);
        }
        Ok(init.into())
    }

    fn named_types(
        &self,
        tree: &Tree,
        members: List<Entry>,
        loader: &dyn TypeLoader,
        types: &mut Vec<(Type, ExprId)>,
    ) -> Result<Value> {
        let mut named = Hash::new();
        for member in &tree[members] {
            let name = member_name(tree, member.key, loader)?;
            let set = self.name.as_deref().unwrap_or("");
            let full_name = format!("{set}::{}", crate::text::ruby::to_s(&name));
            let t = match *tree.kind(member.value) {
                ExprKind::ResourceDefaults(_) => {
                    Type::Object(Arc::new(ObjectType::unresolved(Some(full_name.into()))))
                }
                _ => named_type(&full_name, tree, member.value),
            };
            types.push((t.clone(), member.value));
            named.insert(name, t);
        }
        Ok(named.into())
    }
}

/// The name of a member; a reference is used as a string.
fn member_name(tree: &Tree, key: ExprId, loader: &dyn TypeLoader) -> Result<Value> {
    match *tree.kind(key) {
        ExprKind::Reference(name) => Ok(tree.text(name).into()),
        _ => interpret(tree, key, loader),
    }
}

fn resolve_type(t: &Type, tree: &Tree, expr: ExprId, loader: &dyn TypeLoader) -> Result<()> {
    match (t, *tree.kind(expr)) {
        (Type::Object(object), ExprKind::ResourceDefaults(defaults)) => {
            object.initialize(&inherited_init_hash(tree, defaults, loader)?)
        }
        _ => type_parser::resolve(t, tree, expr, loader),
    }
}

/// The loader within a type set: it finds types outside the set first, then in the set.
struct SetLoader<'a> {
    set: &'a TypeSet,
    outside: &'a dyn TypeLoader,
}

impl TypeLoader for SetLoader<'_> {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        Ok(self.outside.load_type(name)?.or_else(|| self.set.get(name)))
    }
}
