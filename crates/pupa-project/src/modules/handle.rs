//! A reference to the modules of an environment from objects that these own, or that outlive them.

use std::sync::{Arc, PoisonError, RwLock, Weak};

use super::Modules;

/// The modules of an environment as they are now. Resource types in Ruby have hosts that refer to the
/// modules, and are kept when files change that they do not depend on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Handle(Arc<RwLock<Weak<Modules>>>);

impl Handle {
    /// The modules, as long as anything uses them.
    pub(crate) fn get(&self) -> Option<Arc<Modules>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).upgrade()
    }

    /// Sets the modules.
    pub(super) fn set(&self, modules: &Arc<Modules>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(modules);
    }
}
