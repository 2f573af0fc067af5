//! A weak reference to the modules of an environment, for objects that the modules own or that
//! outlive them.

use std::sync::{Arc, PoisonError, RwLock, Weak};

use super::Modules;

/// Refers to the current state of the modules. The hosts of resource types in Ruby have one: a
/// resource type is kept when unrelated files change, although there is a new object for the
/// modules then.
#[derive(Debug, Clone, Default)]
pub(crate) struct ModulesHandle(Arc<RwLock<Weak<Modules>>>);

impl ModulesHandle {
    /// The modules, unless they have been dropped.
    pub(crate) fn get(&self) -> Option<Arc<Modules>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).upgrade()
    }

    /// Sets the current state.
    pub(super) fn set(&self, modules: &Arc<Modules>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(modules);
    }
}
