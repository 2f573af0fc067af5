//! Finds the resources of a catalog by type and title.

use pupa_value::Value;
use pupa_value::text::ruby::inspect;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::resource::{Kind, Resource};
use super::{CatalogState, ResourceId};

/// The resources of a catalog.
#[derive(Default)]
pub(super) struct Table {
    /// The resources in the order of the catalog.
    pub(super) order: Vec<ResourceId>,
    by_title: FxHashMap<Text, FxHashMap<Text, ResourceId>>,
    /// Resources with several key attributes, by the values of these.
    by_keys: FxHashMap<Text, FxHashMap<Vec<Value>, ResourceId>>,
}

/// A key, in addition to the title, by which a resource is found.
pub(super) enum Alias {
    /// A single value, equivalent to a title.
    Title(Text),
    /// The values of several key attributes.
    Keys(Vec<Value>),
}

impl Table {
    pub(super) fn find(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        self.by_title.get(type_name)?.get(title).copied()
    }

    pub(super) fn add(&mut self, resource: &Resource, id: ResourceId) {
        self.of_type(&resource.type_name).insert(resource.title.clone(), id);
        self.order.push(id);
    }

    fn of_type(&mut self, type_name: &Text) -> &mut FxHashMap<Text, ResourceId> {
        self.by_title.entry(type_name.clone()).or_default()
    }

    /// Adds an alias; returns the resource that already has it, if any.
    pub(super) fn add_alias(
        &mut self,
        type_name: &Text,
        alias: &Alias,
        id: ResourceId,
    ) -> Option<ResourceId> {
        let known = match alias {
            Alias::Title(title) => *self.of_type(type_name).entry(title.clone()).or_insert(id),
            Alias::Keys(keys) => {
                let of_type = self.by_keys.entry(type_name.clone()).or_default();
                *of_type.entry(keys.clone()).or_insert(id)
            }
        };
        (known != id).then_some(known)
    }

    pub(super) fn find_alias(&self, type_name: &Text, alias: &Alias) -> Option<ResourceId> {
        match alias {
            Alias::Title(title) => self.find(type_name, title),
            Alias::Keys(keys) => self.by_keys.get(type_name)?.get(keys).copied(),
        }
    }
}

impl Alias {
    /// Its form in messages.
    pub(super) fn display(&self) -> String {
        match self {
            Alias::Title(title) => format!("{title:?}"),
            Alias::Keys(keys) => {
                let keys: Vec<_> = keys.iter().map(inspect).collect();
                format!("[{}]", keys.join(", "))
            }
        }
    }
}

/// Whether a resource is identified by its title alone, as nearly all are.
pub(super) fn is_known_by_title(resource: &Resource) -> bool {
    if resource.given("name").is_some() {
        return false;
    }
    let Kind::BuiltIn(built_in) = &resource.kind else { return true };
    let [key] = built_in.key_attributes() else { return false };
    let parsed = built_in.parse_title(&resource.title).unwrap_or_default();
    resource.given(key).is_none()
        && matches!(parsed.as_slice(), [(name, Some(value))] if name == key && value == resource.title.as_str())
}

/// The values of the key attributes of a resource, which identify it.
pub(super) fn uniqueness_key(resource: &Resource) -> Vec<Value> {
    let get = |name: &str| resource.given(name).cloned();
    let Kind::BuiltIn(built_in) = &resource.kind else {
        return vec![get("name").unwrap_or_else(|| resource.title.clone().into())];
    };
    let parsed = built_in.parse_title(&resource.title).unwrap_or_default();
    let attribute = |name: &str| {
        let from_title = parsed.iter().find(|(known, _)| *known == name);
        let from_title = from_title.and_then(|(_, value)| value.as_deref());
        get(name).or_else(|| from_title.map(Value::from))
    };
    let namevar = built_in.namevar();
    let name = attribute(namevar)
        .or_else(|| attribute("name"))
        .unwrap_or_else(|| resource.title.clone().into());
    let mut keys: Vec<&str> = built_in.key_attributes().iter().map(|key| key.as_ref()).collect();
    keys.sort_unstable();
    let value = |key: &str| match attribute(key) {
        Some(value) => value,
        None if key == namevar || key == "name" => name.clone(),
        None => Value::Undef,
    };
    keys.into_iter().map(value).collect()
}

impl CatalogState {
    pub(super) fn resource(&self, id: ResourceId) -> &Resource {
        &self.resources[id as usize]
    }

    pub(super) fn resource_mut(&mut self, id: ResourceId) -> &mut Resource {
        self.interests.note(id);
        &mut self.resources[id as usize]
    }
}
