//! Ruby objects among the parameters of resources. A catalog can't contain them, so they become
//! strings.

use pupa_syntax::validate::Strict;
use pupa_value::Value;
use pupa_value::value::Foreign;

use super::{CatalogView, Compilation, ResourceId};
use crate::evaluator::error_location::with_prefix;
use crate::issues;
use crate::log::Level;
use crate::stop::Outcome;

impl Compilation<'_, '_> {
    /// Logs a warning, or fails if the settings are strict, for objects that become strings in the
    /// catalog. Symbols are converted silently.
    pub(super) fn check_foreign_values(&mut self) -> Outcome<()> {
        if !self.evaluator.ruby_state.has_begun()
            || self.evaluator.run.settings.strict == Strict::Off
        {
            return Ok(());
        }
        let found: Vec<String> = self
            .evaluator
            .catalog_state
            .table
            .order
            .iter()
            .filter(|id| !self.evaluator.catalog_state.resource(**id).is_virtual)
            .flat_map(|id| self.view().foreign_values(*id))
            .collect();
        for message in found {
            if self.evaluator.run.settings.strict == Strict::Error {
                return Err(with_prefix(issues::ruby_value(&message)).into());
            }
            self.evaluator.run.push_log(Level::Warning, message, String::new(), None);
        }
        Ok(())
    }

    /// Converts strings from Ruby's binary strings to `Binary` values, which are different only in
    /// catalogs.
    pub(super) fn convert_binary_texts(&mut self) {
        if !self.evaluator.ruby_state.has_binary_texts() {
            return;
        }
        for id in self.evaluator.catalog_state.table.order.clone() {
            let parameters = self.evaluator.catalog_state.resource(id).parameters.iter();
            let changed = parameters.filter_map(|(name, parameter)| {
                Some((name.clone(), self.evaluator.ruby_state.with_binary_data(&parameter.value)?))
            });
            for (name, value) in changed.collect::<Vec<_>>() {
                if let Some(parameter) =
                    self.evaluator.catalog_state.resource_mut(id).parameters.get_mut(&name)
                {
                    parameter.value = value;
                }
            }
        }
    }
}

impl CatalogView<'_, '_> {
    /// A message for each object in the parameters of a resource.
    fn foreign_values(&self, id: ResourceId) -> Vec<String> {
        let resource = self.catalog.resource(id);
        let mut found = Vec::new();
        for (name, parameter) in &resource.parameters {
            // Checks first, since computing the paths takes much longer.
            if !holds_object(&parameter.value) {
                continue;
            }
            let path = format!("{}['{name}']", resource.reference());
            search(&parameter.value, &path, &mut found);
        }
        found.into_iter().map(|message| self.located(&message, resource.origin)).collect()
    }
}

/// Whether a value is or contains an object that becomes a string.
fn holds_object(value: &Value) -> bool {
    match value {
        Value::Foreign(object) => !object.is_symbol(),
        _ if !pupa_meter::visit() => false,
        Value::Array(elements) => elements.iter().any(holds_object),
        Value::Hash(hash) => hash.iter().any(|(_, value)| holds_object(value)),
        _ => false,
    }
}

fn search(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Foreign(object) if !object.is_symbol() => found.push(message(object, path)),
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                search(element, &format!("{path}[{index}]"), found);
            }
        }
        Value::Hash(hash) => {
            for (key, value) in hash.iter() {
                let key = pupa_value::text::literal(key);
                search(value, &format!("{path}[{key}]"), found);
            }
        }
        _ => {}
    }
}

fn message(object: &Foreign, path: &str) -> String {
    let class = match object.class.as_str() {
        "" => "Anonymous Class",
        name => name,
    };
    let text = &object.text;
    let is_vowel = class.starts_with(|first: char| "aeiouyAEIOUY".contains(first));
    let article = if is_vowel { "an" } else { "a" };
    format!("{path} contains {article} {class} value. It will be converted to the String '{text}'")
}
