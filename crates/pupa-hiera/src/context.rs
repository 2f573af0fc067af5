//! `Puppet::LookupContext`: the cache that a backend function keeps between its calls.

use std::cell::{Cell, RefCell};

use pupa_value::Value;
use pupa_value::value::{Hash, Text};

/// The context of a backend function for one location of one hierarchy level.
#[derive(Debug, Default)]
pub struct FunctionContext {
    /// The module whose layer the level belongs to.
    pub module: Option<Text>,
    /// An identifier that the caller may assign to find the context again.
    pub number: Cell<Option<u32>>,
    cache: RefCell<Hash>,
}

impl FunctionContext {
    /// A context with an empty cache.
    pub fn new(module: Option<Text>) -> FunctionContext {
        FunctionContext { module, ..FunctionContext::default() }
    }

    /// Caches a value: `$context.cache`.
    pub fn cache(&self, key: Value, value: Value) {
        self.cache.borrow_mut().insert(key, value);
    }

    /// Whether the cache has a value for a key: `$context.cache_has_key`.
    pub fn cache_has_key(&self, key: &Value) -> bool {
        self.cache.borrow().contains_key(key)
    }

    /// The cached value of a key: `$context.cached_value`.
    pub fn cached_value(&self, key: &Value) -> Option<Value> {
        self.cache.borrow().get(key).cloned()
    }

    /// All cached entries in the order in which they were added: `$context.cached_entries`.
    pub fn cached_entries(&self) -> Hash {
        self.cache.borrow().clone()
    }
}
