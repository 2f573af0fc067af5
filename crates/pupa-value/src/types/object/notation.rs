//! The notation `Parent { attributes => … }` for an object type with a parent.

use pupa_syntax::tree::{ExprKind, Id, ResourceDefaults, Tree};

use crate::error::Result;
use crate::loader::TypeLoader;
use crate::type_parser::interpret;
use crate::value::{Hash, Value};

/// The initialiser hash of `Parent { … }`. `Object { … }` has no parent.
///
/// # Errors
/// If a value is not constant.
pub fn inherited_init_hash(
    tree: &Tree,
    defaults: Id<ResourceDefaults>,
    loader: &dyn TypeLoader,
) -> Result<Value> {
    let defaults = &tree[defaults];
    let mut init = Hash::new();
    let is_meta = matches!(
        *tree.kind(defaults.type_ref),
        ExprKind::Reference(name) if matches!(tree.text(name), "Object" | "TypeSet")
    );
    if !is_meta {
        init.insert("parent", interpret(tree, defaults.type_ref, loader)?);
    }
    for operation in &tree[defaults.operations] {
        init.insert(tree.text(operation.name), interpret(tree, operation.value, loader)?);
    }
    Ok(init.into())
}
