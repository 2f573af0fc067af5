//! Resolution of the references of a type set.

use std::sync::Arc;

use super::TypeSet;
use super::definition::{TypeSetDefinition, TypeSetReference};
use crate::error::{Error, Result};
use crate::loader::TypeLoader;
use crate::types::Type;

impl TypeSet {
    pub(super) fn resolve_references(
        &self,
        definition: &mut TypeSetDefinition,
        loader: &dyn TypeLoader,
    ) -> Result<()> {
        for reference in definition.references.values_mut() {
            let found = self.find(reference, loader)?;
            reference.type_set = Some(found);
        }
        Ok(())
    }

    fn find(&self, reference: &TypeSetReference, loader: &dyn TypeLoader) -> Result<Arc<TypeSet>> {
        let error = |what: String| {
            let (owner, name) = (self.label(), &reference.name);
            Err(Error::argument(format!("{owner} reference to TypeSet named '{name}' {what}")))
        };
        let set = match loader.load_type(&reference.name)? {
            Some(Type::TypeSet(set)) => set,
            Some(other) => return error(format!("resolves to a {}", name_of(&other))),
            None => return error("cannot be resolved".to_owned()),
        };
        // A set that refers back to this one is not yet resolved, so its version cannot be checked.
        let Some(definition) = set.definition() else { return Ok(set) };
        let range = &reference.version_range;
        match &definition.version {
            Some(version) if range.includes(version) => Ok(set),
            version => {
                let got = version.as_ref().map(ToString::to_string).unwrap_or_default();
                error(format!("resolves to an incompatible version. Expected {range}, got {got}"))
            }
        }
    }
}

/// The name of a type without its parameters.
fn name_of(t: &Type) -> String {
    match t {
        Type::Alias(alias) => alias.name.to_string(),
        Type::Object(object) => object.name.as_deref().unwrap_or("").to_owned(),
        other => {
            let text = other.to_string();
            text.split('[').next().unwrap_or_default().to_owned()
        }
    }
}
