//! The unfinished catalog as Ruby code sees it.

use pupa_ruby::puppet::{ResourceDetails, TypeDetails, TypeKind};
use pupa_value::Value;
use pupa_value::text::capitalize_segments;
use pupa_value::value::Text;

use super::resource::{Kind, Parameter};
use super::{CatalogState, CatalogView, Compilation, ResourceId};
use crate::evaluator::scope::{Parameters, ScopeId};

impl CatalogState {
    /// The names of the classes that are evaluated, in order.
    pub(crate) fn evaluated_classes(&self) -> Vec<String> {
        self.classes.iter().map(|name| name.to_string()).collect()
    }

    /// Finds a resource of the catalog; the type may be written in any case.
    pub(crate) fn find_resource(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        let type_name = capitalize_segments(type_name);
        let table = &self.table;
        match table.find(&type_name, title) {
            None if type_name == "Class" => table.find(&type_name, &capitalize_segments(title)),
            found => found,
        }
    }

    /// All resources of the catalog, in order.
    pub(crate) fn all_resources(&self) -> Vec<ResourceId> {
        self.table.order.clone()
    }

    /// The type and title of a resource.
    pub(crate) fn resource_name(&self, id: ResourceId) -> (String, String) {
        let resource = self.resource(id);
        (resource.type_name.to_string(), resource.title.to_string())
    }

    /// The value of a parameter of a resource.
    pub(crate) fn resource_parameter(&self, id: ResourceId, name: &str) -> Option<Value> {
        self.resource(id).given(name).cloned()
    }

    /// Replaces the values of parameters for which `replace` returns another one.
    pub(crate) fn replace_parameters(
        &mut self,
        id: ResourceId,
        find: &mut dyn FnMut(&Value) -> Option<Value>,
    ) {
        let parameters = &self.resource(id).parameters;
        let find = |(name, given): (&Text, &Parameter)| Some((name.clone(), find(&given.value)?));
        let found: Vec<_> = parameters.iter().filter_map(find).collect();
        if found.is_empty() {
            return;
        }
        let parameters = &mut self.resource_mut(id).parameters;
        for (name, value) in found {
            if let Some(given) = parameters.get_mut(&name) {
                given.value = value;
            }
        }
    }

    /// The parameters of a resource.
    pub(crate) fn resource_parameters(&self, id: ResourceId) -> Vec<(String, Value)> {
        named_values(&self.resource(id).parameters)
    }

    /// The scope of a class that has been evaluated.
    pub(crate) fn class_scope(&self, name: &str) -> Option<ScopeId> {
        self.class_scopes.get(name).copied()
    }

    /// The name of the node.
    pub(crate) fn node_name(&self) -> &str {
        &self.node
    }
}

impl CatalogView<'_, '_> {
    /// The resource whose code is running.
    pub(crate) fn scope_resource(&self) -> Option<ResourceId> {
        self.run.scopes.here().resource.or(self.catalog.main)
    }

    /// The name of the class, defined type or node whose code is running.
    pub(crate) fn scope_source(&self) -> Option<String> {
        let source = self.run.scopes.here().source?;
        Some(self.catalog.definitions.get(source).name.to_string())
    }

    /// The remaining properties of a resource.
    pub(crate) fn resource_details(&self, id: ResourceId) -> ResourceDetails {
        let resource = self.catalog.resource(id);
        ResourceDetails {
            tags: resource.tags.iter().map(str::to_owned).collect(),
            is_virtual: resource.is_virtual,
            is_exported: resource.is_exported,
            is_evaluated: resource.is_evaluated,
            place: resource.origin.map(|origin| {
                let source = self.run.program_at(origin.program).tree.source();
                (source.name().to_owned(), source.line_of(origin.offset))
            }),
        }
    }

    /// The defaults for the parameters of a resource type in the current scope.
    pub(crate) fn defaults_here(&self, type_name: &str) -> Vec<(String, Value)> {
        named_values(&self.defaults_of(self.run.scopes.current, &capitalize_segments(type_name)))
    }
}

impl Compilation<'_, '_> {
    /// The description of a type of resources, with the attributes that a title sets.
    pub(crate) fn describe_type(&mut self, type_name: &str, title: &str) -> TypeDetails {
        let named = || vec![("name".to_owned(), Some(title.to_owned()))];
        let of_kind = |kind| TypeDetails {
            kind,
            key_attributes: vec!["name".to_owned()],
            title_values: named(),
        };
        if type_name.eq_ignore_ascii_case("class") {
            let is_class = self.is_class(&title.to_lowercase());
            return of_kind(is_class.then_some(TypeKind::Class));
        }
        match self.resource_kind(type_name) {
            Ok(Some(Kind::BuiltIn(built_in))) => {
                let values = built_in.parse_title(title);
                let values: Vec<_> = values
                    .unwrap_or_default()
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value.map(|value| value.into_owned())))
                    .collect();
                let keys = built_in.key_attributes().iter();
                TypeDetails {
                    kind: Some(TypeKind::BuiltIn),
                    key_attributes: keys.map(ToString::to_string).collect(),
                    title_values: if values.is_empty() { named() } else { values },
                }
            }
            Ok(Some(Kind::Define(_))) => of_kind(Some(TypeKind::Defined)),
            Ok(Some(Kind::Managed(_))) => of_kind(Some(TypeKind::BuiltIn)),
            _ => of_kind(None),
        }
    }

    /// Whether a class with this name exists.
    pub(crate) fn is_class(&mut self, name: &str) -> bool {
        matches!(self.find_class(name), Ok(Some(_)))
    }

    /// Whether a defined type with this name exists.
    pub(crate) fn is_defined_type(&mut self, name: &str) -> bool {
        matches!(self.find_define(name), Ok(Some(_)))
    }
}

fn named_values(parameters: &Parameters) -> Vec<(String, Value)> {
    let named = parameters.iter();
    named.map(|(name, parameter)| (name.to_string(), parameter.value.clone())).collect()
}
