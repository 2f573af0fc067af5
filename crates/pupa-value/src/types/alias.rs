//! Type aliases, which may be recursive.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Type;
use crate::value::Text;

/// `type Name = …`
///
/// The aliased type is set once, when the alias is resolved, because it may contain the alias
/// itself.
pub struct TypeAlias {
    /// The name as written in the definition.
    pub name: Text,
    resolved: OnceLock<Type>,
    /// Assumed to be true until the alias is resolved.
    self_recursive: AtomicBool,
}

impl TypeAlias {
    /// Creates an alias whose type is not yet known.
    pub fn unresolved(name: impl Into<Text>) -> TypeAlias {
        TypeAlias {
            name: name.into(),
            resolved: OnceLock::new(),
            self_recursive: AtomicBool::new(true),
        }
    }

    /// Creates an alias for a type that does not contain it.
    pub fn new(name: impl Into<Text>, t: Type) -> TypeAlias {
        TypeAlias {
            name: name.into(),
            resolved: OnceLock::from(t),
            self_recursive: AtomicBool::new(false),
        }
    }

    /// The aliased type; `None` until the alias is resolved.
    pub fn get(&self) -> Option<&Type> {
        self.resolved.get()
    }

    /// Sets the aliased type. Later calls have no effect.
    pub fn resolve(&self, t: Type, self_recursive: bool) {
        if self.resolved.set(t).is_ok() {
            self.self_recursive.store(self_recursive, Ordering::Relaxed);
        }
    }

    /// Marks the alias as recursive, because its type contains it through an alias resolved later.
    pub(crate) fn mark_self_recursive(&self) {
        self.self_recursive.store(true, Ordering::Relaxed);
    }

    /// Whether the aliased type contains this alias.
    pub fn is_self_recursive(&self) -> bool {
        self.self_recursive.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for TypeAlias {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without the aliased type, which may contain the alias.
        f.debug_tuple("TypeAlias").field(&self.name).finish()
    }
}

impl PartialEq for TypeAlias {
    fn eq(&self, other: &TypeAlias) -> bool {
        self.name == other.name
    }
}

impl Eq for TypeAlias {}

impl std::hash::Hash for TypeAlias {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
