//! Catalogs for agents without support for rich data.

use pupa_value::data::{ToDataOptions, to_data};
use pupa_value::value::Text;
use pupa_value::{Result, Value};

use crate::catalog::{Catalog, Resource};

impl Catalog {
    /// Converts all values that JSON can't represent to strings, as the reference does when
    /// `rich_data` is off. Returns the warnings.
    ///
    /// # Errors
    /// If there is such a value and `is_strict` is set.
    pub fn make_plain(&mut self, is_strict: bool) -> Result<Vec<String>> {
        let mut warnings = Vec::new();
        for resource in &mut self.resources {
            resource.make_plain(is_strict, &mut warnings)?;
        }
        Ok(warnings)
    }
}

impl Resource {
    fn make_plain(&mut self, is_strict: bool, warnings: &mut Vec<String>) -> Result<()> {
        let options = ToDataOptions {
            symbol_as_string: true,
            local_reference: false,
            strict: is_strict,
            message_prefix: self.reference(),
            ..ToDataOptions::default()
        };
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(name, value)| (name.clone().into(), value.clone()));
        let (data, issues) = to_data(&Value::hash(parameters), &options)?;
        warnings.extend(issues.into_iter().map(|issue| issue.message));
        let plain =
            |(name, value): (&Value, &Value)| Some((Text::from(name.as_str()?), value.clone()));
        self.parameters = data.as_hash().into_iter().flatten().filter_map(plain).collect();
        Ok(())
    }
}
