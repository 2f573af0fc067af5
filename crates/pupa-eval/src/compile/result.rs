//! Converts the unfinished catalog to the finished one.

use pupa_catalog::catalog::{Catalog, Resource as CatalogResource, ResourceKind};
use pupa_catalog::tags::Tags;
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::build::reference_text;
use super::convert::parameter_value;
use super::resource::{Kind, Parameter, Resource};
use super::{CatalogState, CatalogView, ResourceId};
use crate::evaluator::Evaluator;
use crate::flatten::flattened;

impl Evaluator<'_> {
    /// The compiled catalog, without virtual resources that were not realised.
    pub fn catalog(&self) -> Catalog {
        self.catalog_view().catalog_of(|resource| !resource.is_virtual)
    }

    /// The catalog to store for other nodes, which includes the resources that this one exports.
    pub fn stored_catalog(&self) -> Catalog {
        self.catalog_view().catalog_of(|resource| !resource.is_virtual || resource.is_exported)
    }

    /// The resources that the node exports.
    pub fn exported_resources(&self) -> Vec<CatalogResource> {
        let exported = |id: &&ResourceId| self.catalog_state.resource(**id).is_exported;
        let order = self.catalog_state.table.order.iter().filter(exported);
        let mut files = FxHashMap::default();
        order.map(|id| self.catalog_view().catalog_resource(*id, &mut files)).collect()
    }
}

impl CatalogView<'_, '_> {
    fn catalog_of(&self, is_part: impl Fn(&Resource) -> bool) -> Catalog {
        let is_there = |id: &ResourceId| is_part(self.catalog.resource(*id));
        let order = self.catalog.table.order.iter().filter(|id| is_there(id));
        let edges = self.catalog.edges.iter().filter(|(a, b)| is_there(a) && is_there(b));
        let mut edges: Vec<_> = edges.collect();
        edges.sort_by_key(|(_, part)| *part);
        let mut containers: FxHashMap<ResourceId, Text> = FxHashMap::default();
        let mut files: FxHashMap<u32, Option<Text>> = FxHashMap::default();
        let reference = |id: ResourceId| Text::from(self.catalog.resource(id).reference());
        let edge = |(container, part): &(ResourceId, ResourceId)| {
            let container = containers.entry(*container).or_insert_with(|| reference(*container));
            (container.clone(), reference(*part))
        };
        Catalog {
            name: self.catalog.node.clone(),
            environment: self.run.settings.environment.clone(),
            version: Value::Undef,
            code_id: None,
            uuid: String::new(),
            resources: order.map(|id| self.catalog_resource(*id, &mut files)).collect(),
            edges: edges.into_iter().map(edge).collect(),
            classes: self.catalog.classes.iter().cloned().collect(),
            tags: self.catalog.catalog_tags(),
        }
    }

    /// Converts a resource. `files` contains the names of the programs, which resources share.
    fn catalog_resource(
        &self,
        id: ResourceId,
        files: &mut FxHashMap<u32, Option<Text>>,
    ) -> CatalogResource {
        let resource = self.catalog.resource(id);
        let place = resource.origin.map(|origin| {
            let source = self.run.program_at(origin.program).source();
            let named = || Some(source.name()).filter(|name| !name.is_empty()).map(Text::from);
            let file = files.entry(origin.program).or_insert_with(named);
            (file.clone(), source.line_of(origin.offset))
        });
        let (file, line) = place.unzip();
        CatalogResource {
            type_name: resource.type_name.clone(),
            title: resource.title.clone(),
            tags: resource.tags.clone(),
            file: file.flatten(),
            line,
            is_exported: resource.is_exported,
            kind: match &resource.kind {
                // Compat: only classes that were declared by a resource expression have this kind.
                Kind::Class(_) if resource.origin.is_some() => ResourceKind::Class,
                Kind::Define(_) => ResourceKind::DefinedType,
                Kind::BuiltIn(_) | Kind::Managed(_) => ResourceKind::CompilableType,
                Kind::Class(_) | Kind::Node(_) | Kind::Other => ResourceKind::Unknown,
            },
            parameters: parameters(resource),
            sensitive: resource.sensitive.clone(),
        }
    }
}

impl CatalogState {
    /// The tags of the catalog: those of the classes in the order of their evaluation, then those
    /// of their resources.
    pub(crate) fn catalog_tags(&self) -> Tags {
        let mut tags = Tags::default();
        self.classes.iter().for_each(|name| tags.add_if_valid(name));
        tags.merge(&self.tags);
        tags
    }
}

/// The parameters for agents: those that are set by the title come first, and those that only
/// repeat it are left out.
fn parameters(resource: &Resource) -> Vec<(Text, Value)> {
    let mut all: Vec<(Text, Value)> = Vec::with_capacity(resource.parameters.len() + 1);
    let mut namevar = "name";
    match &resource.kind {
        Kind::Managed(_) => {
            // The parameters of a managed resource were determined when it was finished.
            let parameters = resource.parameters.iter();
            let written = |(name, parameter): (&Text, &Parameter)| {
                let value = parameter_value(parameter.value.clone());
                let value = value.unwrap_or_else(|_| parameter.value.clone());
                Some((name.clone(), written(name, &value)?))
            };
            return parameters.filter_map(written).collect();
        }
        Kind::BuiltIn(built_in) => {
            namevar = built_in.namevar();
            let has_name = has_name(resource, namevar);
            for (name, value) in built_in.parse_title(&resource.title).unwrap_or_default() {
                // Values that come only from the title are removed at the end.
                let value = value.as_deref();
                if has_name || name != namevar || value != Some(resource.title.as_str()) {
                    all.push((name.into(), value.map_or(Value::Undef, Value::from)));
                }
            }
        }
        _ if has_name(resource, namevar) => {
            all.push(("name".into(), resource.title.clone().into()));
        }
        _ => {}
    }
    let titled = all.len();
    for (name, parameter) in &resource.parameters {
        let Some(value) = written(name, &parameter.value) else { continue };
        let name = if name == "name" { Text::from(namevar) } else { name.clone() };
        // No name occurs twice, except the key attribute, which has two names.
        let end = if name == namevar { all.len() } else { titled };
        match all[..end].iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => all.push((name, value)),
        }
    }
    let keeps_name = keeps_name(resource);
    all.retain(|(name, value)| {
        let is_title = || matches!(value, Value::String(text) if *text == resource.title);
        !value.is_undef() && (keeps_name || name != namevar || !is_title())
    });
    all
}

/// Compat: the titles of the main class and stage are symbols, and `create_resources` keeps numbers
/// as they are. Both differ from the names, which are strings.
fn keeps_name(resource: &Resource) -> bool {
    resource.has_number_title || resource.origin.is_none() && resource.title == "main"
}

/// Whether a resource has a name that may differ from its title.
fn has_name(resource: &Resource, namevar: &str) -> bool {
    let parameters = &resource.parameters;
    keeps_name(resource) || parameters.contains_key("name") || parameters.contains_key(namevar)
}

fn written(name: &str, value: &Value) -> Option<Value> {
    let is_relationship = matches!(name, "before" | "subscribe" | "notify" | "require");
    match value {
        Value::Undef => None,
        Value::Array(all) if is_relationship => {
            let flat = flattened(all.iter());
            Some(Value::array(flat.iter().filter(|one| !one.is_undef()).map(as_text)))
        }
        // Compat: an array that contains a reference loses its nesting.
        Value::Array(all) => {
            let flat = flattened(all.iter());
            Some(if flat.iter().any(|one| reference_text(one).is_some()) {
                Value::array(flat.iter().map(as_text))
            } else {
                as_text(value)
            })
        }
        other => Some(as_text(other)),
    }
}

fn has_reference(value: &Value) -> bool {
    match value {
        _ if !pupa_meter::visit() => false,
        Value::Array(all) => all.iter().any(has_reference),
        Value::Hash(hash) => hash.iter().any(|(key, v)| has_reference(key) || has_reference(v)),
        other => reference_text(other).is_some(),
    }
}

/// Converts references to resources to strings, as in a catalog.
fn as_text(value: &Value) -> Value {
    if !has_reference(value) {
        return value.clone();
    }
    match value {
        Value::Array(all) => Value::array(all.iter().map(as_text)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, v)| (as_text(key), as_text(v)))),
        other => reference_text(other).map_or_else(|| other.clone(), Value::from),
    }
}
