//! Hands the finished catalog over.

use pupa_catalog::catalog::{Catalog, Resource as CatalogResource, ResourceKind};
use pupa_value::Value;
use pupa_value::value::Text;

use super::ResourceId;
use super::finish::reference_text;
use super::resource::{Kind, Resource};
use crate::evaluator::Evaluator;
use crate::flatten::flattened;

impl Evaluator<'_> {
    /// The catalog that was compiled. Virtual resources that nobody realised are no part of it.
    pub fn catalog(&self) -> Catalog {
        let is_there = |id: &ResourceId| !self.compilation.resource(*id).is_virtual;
        let order = self.compilation.table.order.iter().filter(|id| is_there(id));
        let edges = self.compilation.edges.iter().filter(|(a, b)| is_there(a) && is_there(b));
        let reference = |id: ResourceId| self.compilation.resource(id).reference();
        Catalog {
            name: self.compilation.node.clone(),
            environment: self.settings.environment.clone(),
            version: Value::Undef,
            code_id: None,
            uuid: String::new(),
            resources: order.map(|id| self.catalog_resource(*id)).collect(),
            edges: edges.map(|(a, b)| (reference(*a), reference(*b))).collect(),
            classes: self.compilation.classes.iter().cloned().collect(),
            tags: self.compilation.tags.clone(),
        }
    }

    fn catalog_resource(&self, id: ResourceId) -> CatalogResource {
        let resource = self.compilation.resource(id);
        let place = resource.origin.map(|origin| {
            let source = self.programs[origin.program as usize].source();
            (source.name().to_owned(), source.line_of(origin.offset))
        });
        let (file, line) = place.unzip();
        CatalogResource {
            type_name: resource.type_name.clone(),
            title: resource.title.clone(),
            tags: resource.tags.clone(),
            file: file.filter(|file| !file.is_empty()),
            line,
            is_exported: resource.is_exported,
            kind: match resource.kind {
                Kind::Class(_) => ResourceKind::Class,
                Kind::Define(_) => ResourceKind::DefinedType,
                Kind::BuiltIn(_) => ResourceKind::CompilableType,
                Kind::Other if resource.is_class() => ResourceKind::Class,
                Kind::Node(_) | Kind::Other => ResourceKind::Unknown,
            },
            parameters: parameters(resource),
            sensitive: resource.sensitive.clone(),
        }
    }
}

/// The parameters as agents see them: what the title says first, and not what it says alone.
fn parameters(resource: &Resource) -> Vec<(Text, Value)> {
    let mut all: Vec<(Text, Value)> = Vec::with_capacity(resource.parameters.len() + 1);
    let mut namevar = "name";
    match resource.kind {
        Kind::BuiltIn(built_in) => {
            namevar = built_in.namevar();
            for (name, value) in built_in.parse_title(&resource.title).unwrap_or_default() {
                all.push((name.into(), value.map_or(Value::Undef, Value::from)));
            }
        }
        _ => all.push(("name".into(), resource.title.clone().into())),
    }
    for (name, parameter) in &resource.parameters {
        let Some(value) = written(name, &parameter.value) else { continue };
        let name = if name == "name" { Text::from(namevar) } else { name.clone() };
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => all.push((name, value)),
        }
    }
    let title = Value::from(resource.title.clone());
    // Compat: the titles of the main class and stage are symbols, which differ from their names.
    let is_symbol = resource.origin.is_none() && resource.title == "main";
    all.retain(|(name, value)| {
        !value.is_undef() && (is_symbol || name != namevar || *value != title)
    });
    all
}

fn written(name: &str, value: &Value) -> Option<Value> {
    let is_relationship = matches!(name, "before" | "subscribe" | "notify" | "require");
    match value {
        Value::Undef => None,
        Value::Array(all) if is_relationship => {
            let flat = flattened(all.iter());
            Some(Value::array(flat.iter().filter(|one| !one.is_undef()).map(as_text)))
        }
        other => Some(as_text(other)),
    }
}

/// References to resources are texts in a catalog.
fn as_text(value: &Value) -> Value {
    match value {
        Value::Array(all) => Value::array(all.iter().map(as_text)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, v)| (as_text(key), as_text(v)))),
        other => reference_text(other).map_or_else(|| other.clone(), Value::from),
    }
}
