//! Variables outside of lambdas and functions.

use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

/// A scope with a name: variables that are found by name.
#[derive(Debug, Default)]
pub(super) struct Scope {
    variables: FxHashMap<Text, Value>,
}

impl Scope {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.variables.get(name)
    }

    pub(super) fn set(&mut self, name: &str, value: Value) {
        self.variables.insert(Text::from(name), value);
    }

    pub(super) fn forget(&mut self, name: &str) {
        self.variables.remove(name);
    }

    /// All variables, by name.
    pub(super) fn all(&self) -> Vec<(&str, &Value)> {
        let mut all: Vec<(&str, &Value)> = Vec::with_capacity(self.variables.len());
        all.extend(self.variables.iter().map(|(name, value)| (name.as_str(), value)));
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }
}
