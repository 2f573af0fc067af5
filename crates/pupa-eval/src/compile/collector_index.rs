//! Finds the collectors that a new or changed resource may match.
//!
//! Collectors remain active until the catalog is finished, since resources that are declared or
//! changed later may match them too. A resource is offered to collectors when it is new or has
//! changed, and only to those whose query mentions a tag or a value that the resource has. The
//! query itself is evaluated by [`super::collect`], so this module may offer too much, but never
//! too little.

use indexmap::IndexMap;
use pupa_syntax::Edition;
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::collect::CollectionId;
use super::{CatalogState, CatalogView, Compilation, ResourceId};

/// An index of collectors by the properties of the resources that they look for.
#[derive(Default)]
pub(super) struct Interests {
    by_type: IndexMap<Text, OfType, FxBuildHasher>,
    /// The number of known collectors.
    known: usize,
    /// New or changed resources that have not been offered yet.
    changed: Vec<ResourceId>,
    /// The number of tags of a container when its content was last offered to collectors.
    tag_counts: FxHashMap<ResourceId, usize>,
    inside: Inside,
    /// The resources that the collectors that want all have been shown.
    display: FxHashSet<ResourceId>,
}

/// The collectors that look for resources of a type.
#[derive(Default)]
struct OfType {
    /// By collectors that want all of them, which need to be shown each resource only once.
    all: Vec<CollectionId>,
    /// By collectors that may want any of them.
    any: Vec<CollectionId>,
    /// Collectors by the value of an attribute in their query.
    attributes: IndexMap<Text, ByKey<Key>, FxBuildHasher>,
    tags: ByKey<String>,
}

/// Collectors by a property in their query.
type ByKey<K> = IndexMap<K, Vec<CollectionId>, FxBuildHasher>;

/// The resources inside a container, that is, declared by its code.
#[derive(Default)]
struct Inside {
    parts: FxHashMap<ResourceId, Vec<ResourceId>>,
    /// The number of declared resources that have been added.
    known: usize,
}

/// A value of an attribute or tag, in a form that can be searched for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// A string in lower case.
    Text(String),
    Integer(i64),
    Boolean(bool),
}

/// A property that a matching resource must have.
pub(super) enum Criterion {
    Attribute(Text, Key),
    Tag(String),
}

impl Key {
    /// The key of a value if all values that equal it have the same key; `None` otherwise.
    pub(super) fn of(value: &Value, edition: Edition) -> Option<Key> {
        match value {
            Value::String(_) | Value::Integer(_) if edition.coerces_numeric_strings() => None,
            Value::String(text) => Some(Key::Text(text.to_ascii_lowercase())),
            Value::Integer(number) => Some(Key::Integer(*number)),
            Value::Boolean(boolean) => Some(Key::Boolean(*boolean)),
            _ => None,
        }
    }
}

impl Interests {
    /// Records that a resource is new or has changed.
    pub(super) fn note(&mut self, id: ResourceId) {
        if self.known > 0 && self.changed.last() != Some(&id) {
            self.changed.push(id);
        }
    }

    /// Enters a collector; without clues it may want every resource of the type.
    fn add(
        &mut self,
        number: CollectionId,
        type_name: &Text,
        clues: Option<Vec<Criterion>>,
        wants_all: bool,
    ) {
        let of_type = self.by_type.entry(type_name.clone()).or_default();
        if wants_all {
            of_type.all.push(number);
            return;
        }
        let Some(clues) = clues else {
            of_type.any.push(number);
            return;
        };
        for clue in clues {
            let known = match clue {
                Criterion::Attribute(name, key) => {
                    of_type.attributes.entry(name).or_default().entry(key).or_default()
                }
                Criterion::Tag(tag) => of_type.tags.entry(tag).or_default(),
            };
            known.push(number);
        }
    }

    fn merge(&mut self, new: Interests) {
        for (type_name, new) in new.by_type {
            let of_type = self.by_type.entry(type_name).or_default();
            of_type.all.extend(new.all);
            of_type.any.extend(new.any);
            for (name, keys) in new.attributes {
                let known = of_type.attributes.entry(name).or_default();
                for (key, numbers) in keys {
                    known.entry(key).or_default().extend(numbers);
                }
            }
            for (tag, numbers) in new.tags {
                of_type.tags.entry(tag).or_default().extend(numbers);
            }
        }
    }
}

impl Compilation<'_, '_> {
    /// Offers resources to collectors: all of them to new collectors, new and changed ones to the
    /// others.
    pub(super) fn show_to_collectors(&mut self) {
        self.show_changed();
        let first = self.evaluator.catalog_state.interests.known;
        let count = self.evaluator.catalog_state.collections.len();
        if first == count {
            return;
        }
        let mut new = Interests::default();
        for number in first..count {
            let collection = &self.evaluator.catalog_state.collections[number];
            if let Some((type_name, clues)) = collection.clues(self.evaluator.run.settings.edition)
            {
                new.add(number as CollectionId, type_name, clues, collection.wants_all());
            }
        }
        for index in 0..self.evaluator.catalog_state.declared.len() {
            let id = self.evaluator.catalog_state.declared[index];
            self.show(id, &mut new);
        }
        // They have been shown to the other collectors before.
        new.display.extend(&self.evaluator.catalog_state.declared);
        self.evaluator.catalog_state.interests.display = std::mem::take(&mut new.display);
        self.evaluator.catalog_state.interests.merge(new);
        self.evaluator.catalog_state.interests.known = count;
    }

    /// Offers the new and changed resources.
    pub(super) fn show_changed(&mut self) {
        if self.evaluator.catalog_state.interests.changed.is_empty() {
            return;
        }
        let mut interests = std::mem::take(&mut self.evaluator.catalog_state.interests);
        let mut changed = std::mem::take(&mut interests.changed);
        changed.sort_unstable();
        changed.dedup();
        let has_tags = interests.by_type.values().any(|of_type| !of_type.tags.is_empty());
        let mut position = 0;
        while let Some(id) = changed.get(position).copied() {
            position += 1;
            self.show(id, &mut interests);
            // Resources count as tagged with what tags the class or resource that they are in.
            if has_tags && self.evaluator.catalog_state.has_new_tags(id, &mut interests.tag_counts)
            {
                interests
                    .inside
                    .enter_new(&self.evaluator.catalog_state, |id| self.view().container(id));
                changed.extend(interests.inside.parts.get(&id).into_iter().flatten());
            }
        }
        self.evaluator.catalog_state.interests = interests;
    }

    /// Shows a resource to those who may want it.
    fn show(&mut self, id: ResourceId, interests: &mut Interests) {
        let type_name = &self.evaluator.catalog_state.resource(id).type_name;
        let Some(of_type) = interests.by_type.get(type_name) else { return };
        if self.evaluator.catalog_state.declared.binary_search(&id).is_err() {
            return;
        }
        let mut wanted: Vec<CollectionId> = of_type.any.clone();
        if !of_type.all.is_empty() && interests.display.insert(id) {
            wanted.extend(&of_type.all);
        }
        pupa_meter::charge(wanted.len());
        for (name, keys) in &of_type.attributes {
            self.view().wanted_by_attribute(id, name, keys, &mut wanted);
        }
        if !of_type.tags.is_empty() {
            let mut next = Some(id);
            while let Some(id) = next {
                let tags = self.evaluator.catalog_state.resource(id).tags.iter();
                wanted.extend(tags.filter_map(|tag| of_type.tags.get(tag)).flatten());
                next = self.view().container(id);
            }
        }
        for number in wanted {
            self.evaluator.catalog_state.collections[number as usize].show(id);
        }
    }
}

impl CatalogState {
    /// Whether a container has got new tags since its content was last offered.
    fn has_new_tags(&self, id: ResourceId, counts: &mut FxHashMap<ResourceId, usize>) -> bool {
        let resource = self.resource(id);
        if resource.is_built_in() {
            return false;
        }
        let count = resource.tags.iter().len();
        counts.insert(id, count).is_some_and(|known| known != count)
    }
}

impl CatalogView<'_, '_> {
    /// The class or defined resource whose code declares a resource.
    fn container(&self, id: ResourceId) -> Option<ResourceId> {
        let scope = self.catalog.resource(id).scope;
        self.run.scopes.get(scope).resource.filter(|container| *container != id)
    }

    fn wanted_by_attribute(
        &self,
        id: ResourceId,
        name: &str,
        keys: &ByKey<Key>,
        wanted: &mut Vec<CollectionId>,
    ) {
        let resource = self.catalog.resource(id);
        let title;
        let value = match name {
            "title" => {
                title = Value::from(resource.title.clone());
                &title
            }
            _ => resource.get(name).unwrap_or(&Value::Undef),
        };
        let elements = value.as_array().unwrap_or(std::slice::from_ref(value));
        for element in elements {
            match Key::of(element, self.run.settings.edition) {
                Some(key) => wanted.extend(keys.get(&key).into_iter().flatten()),
                None if element.is_undef() => {}
                // The value has no key, so it may equal any of them.
                None => wanted.extend(keys.values().flatten()),
            }
        }
    }
}

impl Inside {
    fn enter_new(
        &mut self,
        compilation: &CatalogState,
        container: impl Fn(ResourceId) -> Option<ResourceId>,
    ) {
        for id in compilation.declared.iter().skip(self.known) {
            if let Some(container) = container(*id) {
                self.parts.entry(container).or_default().push(*id);
            }
        }
        self.known = compilation.declared.len();
    }
}
