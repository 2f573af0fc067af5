//! The named types of a manifest.

use std::cell::Cell;
use std::sync::Arc;

use pupa_syntax::tree::{ExprId, Tree};
use rustc_hash::FxHashMap;

use super::{named_type, resolve};
use crate::error::{Error, ErrorKind, Result};
use crate::loader::TypeLoader;
use crate::types::Type;

/// The named types of a manifest. Each is resolved on first access, together with its dependencies.
pub struct TypeDefinitions<'a> {
    definitions: FxHashMap<String, Definition>,
    /// The loader for names that the manifest does not define.
    parent: &'a dyn TypeLoader,
    /// The number of nested resolutions in progress.
    depth: Cell<usize>,
}

/// The limit on nested resolutions.
const MAX_DEPTH: usize = 200;

struct Definition {
    t: Type,
    tree: Arc<Tree>,
    expr: ExprId,
    is_started: Cell<bool>,
}

impl<'a> TypeDefinitions<'a> {
    /// Creates an empty set of definitions with a loader for all other names.
    pub fn new(parent: &'a dyn TypeLoader) -> TypeDefinitions<'a> {
        TypeDefinitions { definitions: FxHashMap::default(), parent, depth: Cell::new(0) }
    }

    /// Adds `type name = expr`. A later definition with the same name replaces the earlier one.
    pub fn define(&mut self, name: &str, tree: &Arc<Tree>, expr: ExprId) {
        let definition = Definition {
            t: named_type(name, tree, expr),
            tree: Arc::clone(tree),
            expr,
            is_started: Cell::new(false),
        };
        self.definitions.insert(name.to_lowercase(), definition);
    }
}

impl TypeDefinitions<'_> {
    fn resolve(&self, definition: &Definition) -> Result<()> {
        if self.depth.get() >= MAX_DEPTH {
            let message = format!("More than {MAX_DEPTH} types refer to each other in a row");
            return Err(Error::new(ErrorKind::Limit, message));
        }
        self.depth.set(self.depth.get() + 1);
        let resolved = resolve(&definition.t, &definition.tree, definition.expr, self);
        self.depth.set(self.depth.get() - 1);
        resolved
    }
}

impl TypeLoader for TypeDefinitions<'_> {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        let key = name.to_lowercase();
        let Some(definition) = self.definitions.get(key.strip_prefix("::").unwrap_or(&key)) else {
            return self.parent.load_type(name);
        };
        if !definition.is_started.replace(true) {
            let resolved = self.resolve(definition);
            if resolved.is_err() {
                // The next access must report the error again.
                definition.is_started.set(false);
            }
            resolved?;
        }
        Ok(Some(definition.t.clone()))
    }
}
