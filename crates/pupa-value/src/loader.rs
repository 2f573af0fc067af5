//! Where types come from that the language itself does not know.

use crate::builtin;
use crate::error::Result;
use crate::types::Type;

/// Finds types by name: aliases and object types of a program and its modules.
pub trait TypeLoader {
    /// The type of that name, if there is one. The name is given as written; case makes no
    /// difference.
    ///
    /// # Errors
    /// When there is a definition that can't be used.
    fn load_type(&self, name: &str) -> Result<Option<Type>>;
}

/// Knows the types of the language only.
#[derive(Debug, Clone, Copy, Default)]
pub struct Builtins;

impl TypeLoader for Builtins {
    fn load_type(&self, name: &str) -> Result<Option<Type>> {
        Ok(builtin::lookup(name))
    }
}
