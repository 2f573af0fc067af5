//! The types that a program defines, found by name.

use std::cell::Cell;
use std::sync::Arc;

use pupa_syntax::tree::{ExprId, Tree};
use rustc_hash::FxHashMap;

use super::{named_type, resolve};
use crate::error::{Error, ErrorKind, Result};
use crate::loader::TypeLoader;
use crate::types::Type;

/// The types that a program defines. Each is resolved when it is first asked for, and what it
/// needs with it.
pub struct TypeDefinitions<'a> {
    definitions: FxHashMap<String, Definition>,
    /// Where to look for what the program does not define.
    parent: &'a dyn TypeLoader,
    /// How many definitions are being resolved, each for the sake of the one before.
    depth: Cell<usize>,
}

/// How many aliases may stand between a name and its type.
const MAX_DEPTH: usize = 200;

struct Definition {
    t: Type,
    tree: Arc<Tree>,
    expr: ExprId,
    is_started: Cell<bool>,
}

impl<'a> TypeDefinitions<'a> {
    /// No definitions yet; what is not found is asked of `parent`.
    pub fn new(parent: &'a dyn TypeLoader) -> TypeDefinitions<'a> {
        TypeDefinitions { definitions: FxHashMap::default(), parent, depth: Cell::new(0) }
    }

    /// Adds `type name = expr`. A name that comes again replaces the former.
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
                // Whoever asks again gets the error again.
                definition.is_started.set(false);
            }
            resolved?;
        }
        Ok(Some(definition.t.clone()))
    }
}
