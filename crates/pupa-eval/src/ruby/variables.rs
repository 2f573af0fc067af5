//! Variables for Ruby code.

use std::collections::BTreeMap;

use pupa_value::Value;

use super::RubyCode;
use crate::program::names::SET_BY_PUPPET;

impl RubyCode<'_, '_> {
    /// The value of `@name` in a template: of a variable of the surrounding lambdas and functions,
    /// or of a scope. Parameters without a value yet are not visible.
    pub(super) fn template_variable(&self, name: &str) -> Option<Value> {
        if let Some(value) = self.evaluator.run.enclosing_variable(name) {
            return Some(value.clone());
        }
        let found = self.evaluator.run.scopes.find_assigned(name).cloned();
        // Names of facts may contain other characters, which are underscores here.
        let found = found.or_else(|| {
            let names = name.contains('_').then(|| self.evaluator.run.scopes.odd_name(name))?;
            self.evaluator.run.scopes.find_assigned(&names?).cloned()
        });
        // Compat: in classes and defined types this variable always has a value.
        let is_caller =
            name == "caller_module_name" && self.evaluator.run.scopes.here().source.is_some();
        found.or_else(|| is_caller.then(|| "".into()))
    }

    /// All visible variables whose values are not `undef`, by name.
    pub(super) fn visible_variables(&self) -> Vec<(String, Value)> {
        let mut all = BTreeMap::new();
        self.evaluator.run.scopes.collect_assigned(&mut all);
        for (name, value) in self.evaluator.run.frame_variables().into_iter().rev() {
            all.insert(name.to_string(), value);
        }
        all.into_iter().filter(|(_, value)| !value.is_undef()).collect()
    }

    /// Sets a variable of the running scope.
    pub(super) fn set_dynamic_variable(&mut self, name: &str, value: Value) -> Result<(), String> {
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("Cannot assign to a numeric match result variable '${name}'"));
        }
        if SET_BY_PUPPET.contains(&name) || name == "server_facts" {
            return Err(format!("Attempt to assign to a reserved variable name: '{name}'"));
        }
        if self.evaluator.run.scopes.here().is_bound(name) {
            return Err(format!("Cannot reassign variable '${name}'"));
        }
        let current = self.evaluator.run.scopes.current;
        self.evaluator.run.scopes.get_mut(current).set(name, value);
        Ok(())
    }
}
