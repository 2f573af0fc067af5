//! Finds the resources of a catalog by type and title.

use pupa_value::Value;
use pupa_value::text::literal;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::resource::{Kind, Resource};
use super::{Compilation, ResourceId};

/// The resources of a catalog.
#[derive(Default)]
pub(super) struct Table {
    /// In the order of the catalog.
    pub(super) order: Vec<ResourceId>,
    by_title: FxHashMap<(Text, Text), ResourceId>,
    /// Resources with several key attributes, by their values.
    by_keys: FxHashMap<(Text, Vec<Value>), ResourceId>,
}

/// What a resource is found by besides its title.
pub(super) enum Alias {
    /// One value, which is as good as a title.
    Title(Text),
    /// The values of several key attributes.
    Keys(Vec<Value>),
}

impl Table {
    pub(super) fn find(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        self.by_title.get(&(Text::from(type_name), Text::from(title))).copied()
    }

    pub(super) fn add(&mut self, resource: &Resource, id: ResourceId) {
        self.by_title.insert((resource.type_name.clone(), resource.title.clone()), id);
        self.order.push(id);
    }

    /// The resource that has an alias already, or the alias is entered.
    pub(super) fn add_alias(
        &mut self,
        type_name: &Text,
        alias: &Alias,
        id: ResourceId,
    ) -> Option<ResourceId> {
        let known = match alias {
            Alias::Title(title) => {
                *self.by_title.entry((type_name.clone(), title.clone())).or_insert(id)
            }
            Alias::Keys(keys) => {
                *self.by_keys.entry((type_name.clone(), keys.clone())).or_insert(id)
            }
        };
        (known != id).then_some(known)
    }

    pub(super) fn find_alias(&self, type_name: &Text, alias: &Alias) -> Option<ResourceId> {
        match alias {
            Alias::Title(title) => self.by_title.get(&(type_name.clone(), title.clone())).copied(),
            Alias::Keys(keys) => self.by_keys.get(&(type_name.clone(), keys.clone())).copied(),
        }
    }
}

impl Alias {
    /// How messages show it.
    pub(super) fn shown(&self) -> String {
        match self {
            Alias::Title(title) => format!("{title:?}"),
            Alias::Keys(keys) => {
                let keys: Vec<String> = keys.iter().map(literal).collect();
                format!("[{}]", keys.join(", "))
            }
        }
    }
}

/// The values of the key attributes of a resource, which identify it.
pub(super) fn uniqueness_key(resource: &Resource) -> Vec<Value> {
    let get = |name: &str| resource.given(name).cloned();
    let Kind::BuiltIn(built_in) = resource.kind else {
        return vec![get("name").unwrap_or_else(|| resource.title.clone().into())];
    };
    let parsed = built_in.parse_title(&resource.title).unwrap_or_default();
    let attribute = |name: &str| {
        let from_title = parsed.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        get(name).or_else(|| from_title.flatten().map(Value::from))
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

impl Compilation {
    pub(super) fn resource(&self, id: ResourceId) -> &Resource {
        &self.resources[id as usize]
    }

    pub(super) fn resource_mut(&mut self, id: ResourceId) -> &mut Resource {
        &mut self.resources[id as usize]
    }
}
