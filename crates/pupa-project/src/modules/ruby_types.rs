//! Resource types that are written in Ruby, loaded once and shared by all runs.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_eval::loaded_type::LoadedType;
use rustc_hash::FxHashMap;

/// The types that were asked for so far.
#[derive(Debug, Default)]
pub(super) struct RubyTypes(RwLock<FxHashMap<Box<str>, Arc<OnceLock<LoadedType>>>>);

impl RubyTypes {
    /// The type of a name. The first run that asks loads it, others wait.
    pub(super) fn get(&self, name: &str, load: &mut dyn FnMut() -> LoadedType) -> LoadedType {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let cell = known.unwrap_or_else(|| {
            let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(name.into()).or_default())
        });
        cell.get_or_init(load).clone()
    }
}
