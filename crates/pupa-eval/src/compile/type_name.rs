//! The names of resource types, cached in every form that resources need.

use std::rc::Rc;

use pupa_catalog::tags::Tags;
use pupa_value::Value;
use pupa_value::types::{ResourceType, Type};
use pupa_value::value::Text;

use super::CatalogState;
use super::reference::Reference;
use super::resource::Resource;
use crate::stop::{Outcome, error};

/// A resource type by name.
pub(super) struct TypeName {
    /// The name with capitalised segments: `File`.
    pub(super) name: Text,
    /// In lower case: `file`.
    key: Text,
    /// The tags of every resource of the type.
    pub(super) tags: Tags,
}

impl CatalogState {
    /// The forms of a name, given in any form.
    pub(super) fn type_name(&mut self, written: &str) -> Outcome<Rc<TypeName>> {
        if let Some(known) = self.type_names.get(written) {
            return Ok(Rc::clone(known));
        }
        let name = Reference::new(written, "title").type_name;
        let mut tags = Tags::default();
        tags.add(&name).map_err(|invalid| error(invalid.to_string()))?;
        let made = Rc::new(TypeName { key: name.to_lowercase().into(), name, tags });
        self.type_names.insert(written.into(), Rc::clone(&made));
        Ok(made)
    }

    /// Returns the type that refers to a resource: `File['/tmp']`.
    pub(super) fn reference_value(&mut self, resource: &Resource) -> Outcome<Value> {
        let known = self.type_name(&resource.type_name)?;
        let (name, key) = (known.name.clone(), known.key.clone());
        let title = Some(resource.title.clone());
        Ok(Type::Resource(Some(ResourceType { name, key, title, is_entry: false }.into())).into())
    }
}
