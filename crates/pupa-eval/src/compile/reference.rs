//! References to resources: `File['/tmp']`, `Class[apache]`, `'File[/tmp]'`.

use std::rc::Rc;

use pupa_catalog::resource_type::{self, SharedType};
use pupa_catalog::tags::Tags;
use pupa_value::Value;
use pupa_value::text::capitalize_segments;
use pupa_value::types::Type;
use pupa_value::value::Text;

use super::resource::{Kind, Resource};
use super::table::{Alias, uniqueness_key};
use super::{CatalogState, Compilation, ResourceId};
use crate::evaluator::scope::{Parameters, TOP};
use crate::stop::{Outcome, Stop, error};

/// A type and a title, in the form of the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Reference {
    pub(super) type_name: Text,
    pub(super) title: Text,
}

impl std::fmt::Display for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}[{}]", self.type_name, self.title)
    }
}

impl Reference {
    pub(super) fn new(type_name: &str, title: &str) -> Reference {
        let type_name = type_name.strip_prefix("::").unwrap_or(type_name);
        let type_name = if type_name.is_empty() || type_name.eq_ignore_ascii_case("component") {
            "Class".into()
        } else {
            Text::from(capitalize_segments(type_name))
        };
        let title = match type_name.as_str() {
            "Class" if title.is_empty() || title == "main" => "main".into(),
            "Class" => Text::from(capitalize_segments(title.strip_prefix("::").unwrap_or(title))),
            _ => title.into(),
        };
        Reference { type_name, title }
    }

    /// Parses the text of a reference: `File[/tmp]`.
    pub(super) fn parse(text: &str) -> Outcome<Reference> {
        let is_end = text.ends_with(']');
        let parts = text.strip_suffix(']').and_then(|text| text.split_once('['));
        match parts {
            Some((type_name, title))
                if is_end
                    && !type_name.is_empty()
                    && !title.is_empty()
                    && !type_name.contains(']') =>
            {
                Ok(Reference::new(type_name, title))
            }
            _ => Err(invalid_reference(&pupa_value::text::ruby::inspect(&Value::from(text)))),
        }
    }

    /// The error about a resource type in place of a resource.
    pub(super) fn incomplete(&self) -> Box<Stop> {
        invalid_reference(&format!("\"{}[]\"", self.type_name))
    }

    /// Returns the resource that a type refers to.
    pub(super) fn of_type(t: &Type) -> Option<Reference> {
        match t.resolved() {
            Type::Class(Some(name)) => Some(Reference::new("class", name)),
            Type::Resource(Some(resource)) => {
                Some(Reference::new(&resource.name, resource.title.as_deref().unwrap_or("")))
            }
            Type::Type(Some(inner)) => Reference::of_type(inner),
            _ => None,
        }
    }
}

impl CatalogState {
    /// Finds a resource of the catalog.
    pub(super) fn find(&self, reference: &Reference) -> Option<ResourceId> {
        let found = self.table.find(&reference.type_name, &reference.title);
        let found = found.or_else(|| {
            if self.managed_names.is_empty() {
                return None;
            }
            let name = self.managed_names.get(reference.type_name.to_lowercase().as_str())?;
            self.table.find(name, &reference.title)
        });
        found.or_else(|| {
            let built_in = self.key_type(&reference.type_name)?;
            let probe = Resource {
                type_name: reference.type_name.clone(),
                title: reference.title.clone(),
                kind: Kind::BuiltIn(built_in),
                parameters: Parameters::default(),
                tags: Tags::default(),
                origin: None,
                is_virtual: false,
                is_exported: false,
                scope: TOP,
                source: None,
                is_evaluated: false,
                has_scope_tags: false,
                has_number_title: false,
                is_finished: false,
                sensitive: Vec::new(),
            };
            let alias = alias_of(uniqueness_key(&probe));
            self.table.find_alias(&reference.type_name, &alias)
        })
    }

    /// The resource type that knows the key attributes of a capitalised type name.
    fn key_type(&self, name: &Text) -> Option<SharedType> {
        let read = self.read_types.get(name).cloned();
        read.or_else(|| resource_type::find(name).map(SharedType::from))
    }
}

/// Converts the values of key attributes to the form of the table.
pub(super) fn alias_of(mut keys: Vec<Value>) -> Alias {
    match keys.as_slice() {
        [Value::String(only)] => Alias::Title(only.clone()),
        [_] => match keys.pop() {
            Some(only) => Alias::Title(pupa_value::text::ruby::to_s(&only).as_ref().into()),
            None => Alias::Keys(keys),
        },
        _ => Alias::Keys(keys),
    }
}

impl Compilation<'_, '_> {
    /// Whether there are resources of a type.
    pub(crate) fn is_resource_type(&mut self, name: &str) -> Outcome<bool> {
        Ok(self.resource_kind(name)?.is_some())
    }

    /// `File['/tmp']['mode']`
    pub(crate) fn resource_attribute(
        &mut self,
        reference_type: &str,
        title: &str,
        name: &str,
    ) -> Outcome<Option<Option<Value>>> {
        let reference = Reference::new(reference_type, title);
        let Some(id) = self.evaluator.catalog_state.find(&reference) else { return Ok(None) };
        let resource = self.evaluator.catalog_state.resource(id);
        if let Kind::Managed(defined) = &resource.kind {
            let defined = Rc::clone(defined);
            return self.managed_attribute(id, &defined, name).map(Some);
        }
        if let Some(value) = resource.given(name) {
            return Ok(Some(Some(value.clone())));
        }
        let default = self.view().defaults_of(resource.scope, &resource.type_name);
        if let Some(parameter) = default.get(name) {
            return Ok(Some(Some(parameter.value.clone())));
        }
        let has_parameter = match &resource.kind {
            Kind::BuiltIn(built_in) => built_in.has_attribute(name),
            Kind::Class(id) | Kind::Define(id) => {
                let code = &self.evaluator.catalog_state.definitions.get(*id).code;
                name == "name"
                    || code.parameters.iter().any(|parameter| parameter.name.as_str() == name)
                    || resource_type::metaparameter::find(name).is_some()
            }
            Kind::Managed(_) | Kind::Node(_) | Kind::Other => false,
        };
        Ok(Some(has_parameter.then_some(Value::Undef)))
    }
}

impl CatalogState {
    /// Whether the catalog already contains a resource.
    pub(crate) fn has_resource(&self, type_name: &str, title: &str) -> bool {
        self.find(&Reference::new(type_name, title)).is_some()
    }
}

pub(super) fn invalid_reference(display: &str) -> Box<Stop> {
    error(format!("No title provided and {display} is not a valid resource reference"))
}
