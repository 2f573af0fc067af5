//! Lookup of resources by reference: by title, alias or key attributes.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use pupa_value::Value;

use crate::catalog::{Catalog, Resource};
use crate::resource_type;

/// An index of the resources of a catalog by reference.
pub(super) struct Lookup {
    by_reference: FxHashMap<String, usize>,
}

impl Lookup {
    /// Indexes the resources of a catalog.
    pub(super) fn of(catalog: &Catalog) -> Lookup {
        let mut by_reference = FxHashMap::default();
        for (index, resource) in catalog.resources.iter().enumerate() {
            by_reference.entry(resource.reference()).or_insert(index);
        }
        // Titles take precedence over other names.
        for (index, resource) in catalog.resources.iter().enumerate() {
            for name in aliases(resource) {
                by_reference.entry(format!("{}[{name}]", resource.type_name)).or_insert(index);
            }
        }
        Lookup { by_reference }
    }

    /// The resource that a reference like `File[/tmp]` refers to.
    pub(super) fn find(&self, reference: &str) -> Option<usize> {
        if let Some(found) = self.by_reference.get(reference) {
            return Some(*found);
        }
        let (type_name, title) = reference.strip_suffix(']')?.split_once('[')?;
        let type_name = capitalized(type_name.trim_start_matches("::"));
        let title = match type_name.as_str() {
            "Class" => Cow::Owned(capitalized(title.trim_start_matches("::"))),
            _ => Cow::Borrowed(title),
        };
        self.find_by_title(&type_name, &title)
    }

    /// The resource of a type with a title, alias or key.
    pub(super) fn find_by_title(&self, type_name: &str, title: &str) -> Option<usize> {
        if let Some(found) = self.by_reference.get(&format!("{type_name}[{title}]")) {
            return Some(*found);
        }
        let key = key(&|_| None, type_name, title)?;
        self.by_reference.get(&format!("{type_name}[{key}]")).copied()
    }
}

/// The names of a resource in addition to its title.
fn aliases(resource: &Resource) -> Vec<String> {
    let mut names: Vec<String> = match resource.parameter("alias") {
        Some(Value::String(name)) => vec![name.to_string()],
        Some(Value::Array(names)) => {
            names.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect()
        }
        _ => Vec::new(),
    };
    let given = |name: &str| resource.parameter(name)?.as_str();
    names.extend(key(&given, &resource.type_name, &resource.title));
    names
}

/// The values of a resource's key attributes, joined to one string, if they identify it.
fn key<'v>(
    given: &dyn Fn(&str) -> Option<&'v str>,
    type_name: &str,
    title: &str,
) -> Option<String> {
    let resource_type = resource_type::find(type_name).filter(|one| one.is_isomorphic())?;
    let from_title = resource_type.parse_title(title).ok()?;
    let values = resource_type.key_attributes().iter().map(|name| {
        let of_title = || from_title.iter().find(|(known, _)| known == name)?.1.as_deref();
        let is_namevar = resource_type.namevar() == name;
        let by_name = || given("name").filter(|_| is_namevar);
        given(name).or_else(by_name).or_else(of_title).unwrap_or_default()
    });
    // Key attributes without a value are ignored: the agent chooses providers.
    let values: Vec<&str> = values.collect();
    let key = values.join("\0");
    Some(key.trim_end_matches('\0').to_owned())
}

/// Capitalises a type name: `foo::bar` becomes `Foo::Bar`.
fn capitalized(name: &str) -> String {
    let segment = |segment: &str| {
        let mut chars = segment.chars();
        let first = chars.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    name.split("::").map(segment).collect::<Vec<_>>().join("::")
}
