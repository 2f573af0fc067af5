//! Loading of types that are not built in.

use crate::builtin;
use crate::error::Result;
use crate::types::Type;

/// Finds types by name: the aliases and object types of manifests and modules.
pub trait TypeLoader {
    /// The type with this name, if there is one. The name is given as written; case is ignored.
    ///
    /// # Errors
    /// If the definition is invalid.
    fn load_type(&self, name: &str) -> Result<Option<Type>>;
}

/// A loader that knows only built-in types.
#[derive(Debug, Clone, Copy, Default)]
pub struct Builtins;

impl TypeLoader for Builtins {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        Ok(builtin::lookup(name))
    }
}
