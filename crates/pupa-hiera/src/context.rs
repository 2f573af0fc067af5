//! What a function that gives data keeps from call to call: `Puppet::LookupContext`.

use std::cell::{Cell, RefCell};

use pupa_value::Value;
use pupa_value::value::{Hash, Text};

/// What a function keeps for one level of a hierarchy and one place of data.
#[derive(Debug, Default)]
pub struct FunctionContext {
    /// The module whose data it is.
    pub module: Option<Text>,
    /// A number by which the program around knows it, once it has asked for one.
    pub number: Cell<Option<u32>>,
    cache: RefCell<Hash>,
}

impl FunctionContext {
    /// Nothing was kept yet.
    pub fn new(module: Option<Text>) -> FunctionContext {
        FunctionContext { module, ..FunctionContext::default() }
    }

    /// Keeps a value.
    pub fn keep(&self, key: Value, value: Value) {
        self.cache.borrow_mut().insert(key, value);
    }

    /// Whether a value of that key was kept.
    pub fn has(&self, key: &Value) -> bool {
        self.cache.borrow().contains_key(key)
    }

    /// The value that was kept.
    pub fn kept(&self, key: &Value) -> Option<Value> {
        self.cache.borrow().get(key).cloned()
    }

    /// All that was kept, in order.
    pub fn all(&self) -> Hash {
        self.cache.borrow().clone()
    }
}
