//! Names for types, which may refer to themselves.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Type;
use crate::value::Text;

/// `type Name = …`
///
/// The type behind the name is set once, when it is resolved: it may hold the alias itself.
pub struct TypeAlias {
    /// The name, as defined.
    pub name: Text,
    resolved: OnceLock<Type>,
    /// Assumed until it is found out.
    self_recursive: AtomicBool,
}

impl TypeAlias {
    /// A name whose type is not known yet.
    pub fn unresolved(name: impl Into<Text>) -> TypeAlias {
        TypeAlias {
            name: name.into(),
            resolved: OnceLock::new(),
            self_recursive: AtomicBool::new(true),
        }
    }

    /// A name for a type that does not refer to it.
    pub fn new(name: impl Into<Text>, t: Type) -> TypeAlias {
        TypeAlias {
            name: name.into(),
            resolved: OnceLock::from(t),
            self_recursive: AtomicBool::new(false),
        }
    }

    /// The type behind the name, once it is resolved.
    pub fn get(&self) -> Option<&Type> {
        self.resolved.get()
    }

    /// Says which type stands behind the name. Only the first call counts.
    pub fn resolve(&self, t: Type, self_recursive: bool) {
        if self.resolved.set(t).is_ok() {
            self.self_recursive.store(self_recursive, Ordering::Relaxed);
        }
    }

    /// Notes that the type refers to this alias, by way of one that was resolved later.
    pub(crate) fn mark_self_recursive(&self) {
        self.self_recursive.store(true, Ordering::Relaxed);
    }

    /// Whether the type refers to this alias.
    pub fn is_self_recursive(&self) -> bool {
        self.self_recursive.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for TypeAlias {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Not what it stands for, which may be itself.
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
