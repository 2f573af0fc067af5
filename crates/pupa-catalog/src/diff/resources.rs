//! Comparison of two catalogs: resources, parameters, edges and classes.

use std::collections::{BTreeMap, BTreeSet};

use pupa_value::Value;
use pupa_value::text::capitalize_segments;
use pupa_value::value::Text;

use super::value::{self, Redaction};
use super::{
    CatalogDiff, Change, ChangedResource, DiffOptions, Location, OneSided, ParameterChange,
    ReportValue, SetChange,
};
use crate::catalog::{Catalog, Resource};

/// Parameters whose values are compared as sets: relationships and tags.
const SETS: [&str; 5] = ["before", "notify", "require", "subscribe", "tag"];

/// Compares two catalogs.
///
/// ```
/// use pupa_catalog::catalog::Catalog;
/// use pupa_catalog::diff::{DiffOptions, compare};
/// let catalog = |mode: &str| {
///     let resource = format!(r#"{{"type": "File", "title": "/a", "parameters": {mode}}}"#);
///     Catalog::from_json(&format!(r#"{{"name": "n", "resources": [{resource}]}}"#))
/// };
/// let old = catalog(r#"{"mode": "0644"}"#)?;
/// let new = catalog(r#"{"mode": "0600"}"#)?;
/// let diff = compare(&old, &new, &DiffOptions::default());
/// assert_eq!(diff.changed[0].parameters[0].path, "mode");
/// assert!(compare(&old, &old, &DiffOptions::default()).is_empty());
/// # Ok::<(), pupa_catalog::read::ReadError>(())
/// ```
pub fn compare(old: &Catalog, new: &Catalog, options: &DiffOptions) -> CatalogDiff {
    let (old, new) = (Side::new(old), Side::new(new));
    let cx = Comparison { options, ignored: ignored(&old, &new, options) };
    let mut diff = CatalogDiff { edges: cx.edges(&old, &new), ..CatalogDiff::default() };
    for (reference, resource) in cx.all(&old) {
        match new.resources.get(reference) {
            None => diff.removed.push(cx.one_sided(resource, &old, reference)),
            Some(other) => {
                let sides = [(resource, &old), (other, &new)];
                diff.changed.extend(cx.changed(sides, reference));
            }
        }
    }
    for (reference, resource) in cx.all(&new) {
        if !old.resources.contains_key(reference) {
            diff.added.push(cx.one_sided(resource, &new, reference));
        }
    }
    diff.classes = SetChange::between(cx.classes(&old), cx.classes(&new));
    diff
}

/// One of the two catalogs, indexed by reference.
struct Side<'a> {
    catalog: &'a Catalog,
    resources: BTreeMap<String, &'a Resource>,
    /// The containers of each resource.
    containers: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Side<'a> {
    fn new(catalog: &'a Catalog) -> Side<'a> {
        let resources = catalog.resources.iter();
        let mut containers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (source, target) in &catalog.edges {
            containers.entry(target).or_default().push(source);
        }
        let resources = resources.map(|resource| (resource.reference(), resource)).collect();
        Side { catalog, resources, containers }
    }

    fn containers(&self, reference: &str) -> &[&'a str] {
        self.containers.get(reference).map_or(&[], Vec::as_slice)
    }
}

/// The references of the resources that are ignored on either side.
fn ignored(old: &Side<'_>, new: &Side<'_>, options: &DiffOptions) -> BTreeSet<String> {
    let all = old.resources.iter().chain(&new.resources);
    let is_ignored = |resource: &Resource| {
        let (type_name, title) = (&resource.type_name, &resource.title);
        options.ignore.iter().any(|ignore| ignore.matches_resource(type_name, title))
            || options.ignore_tags.iter().any(|tag| has_ignore_tag(resource, tag))
    };
    all.filter(|(_, resource)| is_ignored(resource))
        .map(|(reference, _)| reference.clone())
        .collect()
}

/// Whether a resource has the tag, or the one with its type as suffix: `tag__my__type`.
fn has_ignore_tag(resource: &Resource, tag: &str) -> bool {
    let tag = tag.to_lowercase();
    let type_name = resource.type_name.to_lowercase();
    let type_name = type_name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    resource.tags.contains(&tag) || resource.tags.contains(&format!("{tag}__{type_name}"))
}

/// The context of a comparison.
struct Comparison<'a> {
    options: &'a DiffOptions,
    ignored: BTreeSet<String>,
}

impl Comparison<'_> {
    fn all<'s>(&self, side: &'s Side<'_>) -> impl Iterator<Item = (&'s str, &'s Resource)> {
        let all =
            side.resources.iter().map(|(reference, resource)| (reference.as_str(), *resource));
        all.filter(|(reference, _)| !self.ignored.contains(*reference))
    }

    fn classes(&self, side: &Side<'_>) -> Vec<String> {
        let is_ignored = |name: &str| {
            let title = capitalize_segments(name);
            let mut ignores = self.options.ignore.iter();
            self.ignored.contains(&format!("Class[{title}]"))
                || ignores.any(|ignore| ignore.matches_resource("Class", &title))
        };
        let names = side.catalog.classes.iter().filter(|name| !is_ignored(name));
        names.map(Text::to_string).collect()
    }

    fn edges(&self, old: &Side<'_>, new: &Side<'_>) -> SetChange<(String, String)> {
        let of = |side: &Side<'_>| {
            let edges = side.catalog.edges.iter();
            let is_ignored = |end: &str| self.ignored.contains(end);
            let edges = edges.filter(|(source, target)| !is_ignored(source) && !is_ignored(target));
            let texts = |(source, target): &(Text, Text)| (source.to_string(), target.to_string());
            edges.map(texts).collect::<Vec<_>>()
        };
        SetChange::between(of(old), of(new))
    }

    fn containers(&self, side: &Side<'_>, reference: &str) -> Vec<String> {
        let containers = side.containers(reference).iter();
        let containers = containers.filter(|container| !self.ignored.contains(**container));
        containers.map(|container| (*container).to_owned()).collect()
    }

    fn ignores(&self, resource: &Resource, path: &str) -> bool {
        let (type_name, title) = (&resource.type_name, &resource.title);
        let mut ignores = self.options.ignore.iter();
        ignores.any(|ignore| ignore.matches_parameter(type_name, title, path))
    }

    /// The parameters to compare, by name. `undef` counts as absent.
    fn parameters<'r>(&self, resource: &'r Resource) -> BTreeMap<&'r str, &'r Value> {
        let all = resource.parameters.iter().map(|(name, value)| (name.as_str(), value));
        all.filter(|(name, value)| !value.is_undef() && !self.ignores(resource, name)).collect()
    }

    fn one_sided(&self, resource: &Resource, side: &Side<'_>, reference: &str) -> OneSided {
        let parameters = self.parameters(resource).into_iter();
        let redaction = |name: &str| redaction(&[resource], name);
        let mut containers = self.containers(side, reference);
        containers.sort();
        OneSided {
            type_name: resource.type_name.to_string(),
            title: resource.title.to_string(),
            is_exported: resource.is_exported,
            location: location(resource),
            containers,
            parameters: parameters
                .map(|(name, value)| (name.to_owned(), report_value(name, value, redaction(name))))
                .collect(),
        }
    }

    fn changed(
        &self,
        sides: [(&Resource, &Side<'_>); 2],
        reference: &str,
    ) -> Option<ChangedResource> {
        let [(old, old_side), (new, new_side)] = sides;
        let mut changed = ChangedResource {
            parameters: self.parameter_changes(old, new),
            exported: (old.is_exported != new.is_exported)
                .then_some((old.is_exported, new.is_exported)),
            containers: SetChange::between(
                self.containers(old_side, reference),
                self.containers(new_side, reference),
            ),
            ..ChangedResource::default()
        };
        if self.options.tags {
            let tags = |resource: &Resource| -> Vec<_> {
                resource.tags.iter().map(str::to_owned).collect()
            };
            changed.tags = SetChange::between(tags(old), tags(new));
        }
        if self.options.locations && location(old) != location(new) {
            changed.location = Some((location(old), location(new)));
        }
        if changed == ChangedResource::default() {
            return None;
        }
        changed.type_name = old.type_name.to_string();
        changed.title = old.title.to_string();
        Some(changed)
    }

    fn parameter_changes(&self, old: &Resource, new: &Resource) -> Vec<ParameterChange> {
        let (old_values, new_values) = (self.parameters(old), self.parameters(new));
        let names: BTreeSet<&str> = old_values.keys().chain(new_values.keys()).copied().collect();
        let mut changes = Vec::new();
        for name in names {
            let mut found = Vec::new();
            let redaction = redaction(&[old, new], name);
            match (old_values.get(name), new_values.get(name)) {
                (Some(a), Some(b)) if a == b => found.extend(sensitivity_change(name, old, new)),
                (Some(a), Some(b)) if is_set(name, redaction) => {
                    let set = value::sets(a, b);
                    found.extend((!set.is_empty()).then(|| (name.to_owned(), Change::Set(set))));
                }
                (Some(a), Some(b)) => value::compare(name, a, b, redaction, &mut found),
                (Some(a), None) => {
                    found
                        .push((name.to_owned(), Change::Removed(report_value(name, a, redaction))));
                }
                (None, Some(b)) => {
                    found.push((name.to_owned(), Change::Added(report_value(name, b, redaction))));
                }
                (None, None) => {}
            }
            found.retain(|(path, _)| !self.ignores(old, path));
            let named = |(path, change)| ParameterChange { name: name.to_owned(), path, change };
            changes.extend(found.into_iter().map(named));
        }
        changes
    }
}

/// The redaction of a parameter: always if it is sensitive on either side.
fn redaction(resources: &[&Resource], name: &str) -> Redaction {
    match resources.iter().any(|resource| is_sensitive(resource, name)) {
        true => Redaction::Always,
        false => Redaction::IfSensitive,
    }
}

fn is_sensitive(resource: &Resource, name: &str) -> bool {
    resource.sensitive.iter().any(|sensitive| sensitive.as_str() == name)
}

fn sensitivity_change(name: &str, old: &Resource, new: &Resource) -> Option<(String, Change)> {
    let is_now_sensitive = is_sensitive(new, name);
    let change = Change::Sensitivity { is_sensitive: is_now_sensitive };
    (is_now_sensitive != is_sensitive(old, name)).then(|| (name.to_owned(), change))
}

fn is_set(name: &str, redaction: Redaction) -> bool {
    redaction == Redaction::IfSensitive && SETS.contains(&name)
}

/// The value of a parameter for the report; the elements of sets are sorted.
fn report_value(name: &str, value: &Value, redaction: Redaction) -> ReportValue {
    match value {
        Value::Array(_) if is_set(name, redaction) => {
            let words: BTreeSet<String> = value::words(value).into_iter().collect();
            redaction.report_value(&Value::array(words.into_iter().map(Value::from)))
        }
        _ => redaction.report_value(value),
    }
}

fn location(resource: &Resource) -> Location {
    Location { file: resource.file.as_ref().map(Text::to_string), line: resource.line }
}
