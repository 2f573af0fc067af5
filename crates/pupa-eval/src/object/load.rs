//! Builds objects from data: `T.from_data({…})`, the inverse of serialisation.
//!
//! The objects of a tree are built together: first all of them with their contained objects; then
//! the references between them are resolved; then each object is checked as a whole, contained
//! objects before their containers.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::data::TYPE_KEY;
use pupa_value::loader::TypeLoader as _;
use pupa_value::types::Type;
use pupa_value::types::object::{Feature, FeatureKind, ObjectType};
use pupa_value::value::instance::{Instance, Reference, Stored, Uri, key_of, read_uri};
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashMap;

use super::construct::release;
use super::errors::Reason;
use super::{Building, ObjectState, Objects, defined_object};
use crate::evaluator::lambda::Block;
use crate::stop::Outcome;

/// The unresolved references of a feature.
struct Pending {
    place: usize,
    feature: usize,
    uris: Vec<Text>,
}

/// A tree of objects that is being loaded.
struct Loading {
    /// The index of the root.
    root: usize,
    pending: Vec<Pending>,
    /// The path of the current object.
    path: String,
    /// The objects by type and key, computed when first needed.
    by_key: Option<FxHashMap<(String, String), Arc<Instance>>>,
}

impl Loading {
    /// Calls a function with the path extended by a step.
    fn within<T>(&mut self, step: &str, act: impl FnOnce(&mut Loading) -> T) -> T {
        let length = self.path.len();
        if !self.path.ends_with('/') {
            self.path.push('/');
        }
        self.path.push_str(step);
        let result = act(self);
        self.path.truncate(length);
        result
    }
}

impl Objects<'_, '_> {
    /// Builds a tree of objects from data. A block is called with the URI of each object that is
    /// not in the tree.
    pub(crate) fn object_from_data(
        &mut self,
        object_type: &Arc<ObjectType>,
        data: &Value,
        block: Option<Block<'_>>,
    ) -> Outcome {
        if let Value::Instance(object) = data
            && object_type.is_assignable_from(object.object_type())
        {
            return Ok(data.clone());
        }
        let root = self.evaluator.object_state.building.len();
        let before = self.evaluator.object_state.loading.replace(root);
        let mut loading =
            Loading { root, pending: Vec::new(), path: "#/".to_owned(), by_key: None };
        let result = self.load_tree(object_type, data, block, &mut loading);
        self.evaluator.object_state.loading = before;
        if result.is_err() {
            while self.evaluator.object_state.building.len() > root {
                let Some(building) = self.evaluator.object_state.end() else { break };
                building.features.iter().for_each(release);
            }
        }
        result
    }

    fn load_tree(
        &mut self,
        object_type: &Arc<ObjectType>,
        data: &Value,
        block: Option<Block<'_>>,
        loading: &mut Loading,
    ) -> Outcome {
        self.load_features(object_type, data, loading)?;
        for pending in std::mem::take(&mut loading.pending) {
            self.resolve(&pending, block, loading)?;
        }
        let mut root = Value::Undef;
        for place in (loading.root..self.evaluator.object_state.building.len()).rev() {
            self.check_object(place)?;
            root = self.end_object(place, Ok(()))?;
        }
        Ok(root)
    }

    /// Builds an object with its contained objects.
    fn load_features(
        &mut self,
        declared: &Arc<ObjectType>,
        data: &Value,
        loading: &mut Loading,
    ) -> Outcome<Arc<Instance>> {
        let Value::Hash(data) = data else {
            let defined = self.defined_type(declared);
            let reason = Reason::wrong_argument(declared.label(), data).at(Some(&loading.path));
            let call = self.evaluator.run.innermost_call().copied();
            return Err(match defined {
                Some(defined) => self.refuse_type(&defined, call, None, reason),
                None => crate::stop::error("The type is not defined"),
            });
        };
        let object_type = self.type_of_data(declared, data, &loading.path)?;
        let defined = self.instantiable(&object_type, Some(&loading.path))?;
        let place = self.begin_object(&defined);
        self.evaluator.object_state.building[place].path = Some(loading.path.as_str().into());
        self.set_defaults(place)?;
        for (key, value) in data.iter().filter(|(key, _)| key.as_str() != Some(TYPE_KEY)) {
            self.load_feature(place, key, value, loading)?;
        }
        Ok(Arc::clone(&self.evaluator.object_state.building[place].object))
    }

    fn load_feature(
        &mut self,
        place: usize,
        key: &Value,
        value: &Value,
        loading: &mut Loading,
    ) -> Outcome<()> {
        let index = self.feature_of_key(place, key)?;
        let defined = Rc::clone(&self.evaluator.object_state.building[place].defined);
        let feature = &defined.table.features[index];
        if feature.is_derived {
            let reason = Reason::Definition(format!("{} is computed", feature.name));
            return Err(self.refuse(
                &self.evaluator.object_state.building[place],
                Some(index),
                reason,
            ));
        }
        match feature.kind {
            FeatureKind::Attribute => self.store_feature(place, index, value.clone()),
            FeatureKind::Containment => {
                let Type::Object(target) = &feature.value_type else {
                    return self.store_feature(place, index, value.clone());
                };
                // The file of the type may not have been read before.
                if target.definition().is_none() {
                    self.evaluator.load_type(target.label())?;
                }
                let loaded = loading
                    .within(&feature.name, |loading| self.load_parts(target, value, loading))?;
                self.store_feature(place, index, loaded)
            }
            FeatureKind::Reference => {
                match uris_of(feature, value) {
                    Some(uris) => loading.pending.push(Pending { place, feature: index, uris }),
                    None => self.store_feature(place, index, value.clone())?,
                }
                Ok(())
            }
        }
    }

    /// Loads an object or a list of objects; values that are already objects are kept.
    fn load_parts(
        &mut self,
        target: &Arc<ObjectType>,
        value: &Value,
        loading: &mut Loading,
    ) -> Outcome {
        match value {
            Value::Undef | Value::Instance(_) => Ok(value.clone()),
            Value::Array(elements) => {
                let parts = elements.iter().enumerate().map(|(index, element)| {
                    loading.within(&index.to_string(), |loading| {
                        self.load_parts(target, element, loading)
                    })
                });
                Ok(parts.collect::<Outcome<Vec<_>>>()?.into())
            }
            data => self.evaluator.deeper(|evaluator| {
                evaluator.objects().load_features(target, data, loading).map(Value::Instance)
            }),
        }
    }

    /// The type of the object in data: the one named there, or else the declared one.
    fn type_of_data(
        &mut self,
        declared: &Arc<ObjectType>,
        data: &Hash,
        path: &str,
    ) -> Outcome<Arc<ObjectType>> {
        let Some(name) = data.get_str(TYPE_KEY) else { return Ok(Arc::clone(declared)) };
        let named = match name.as_str() {
            Some(name) => self.evaluator.types.load_type(name)?,
            None => None,
        };
        let found = named.as_ref().and_then(defined_object);
        match found {
            Some(found) if declared.is_assignable_from(found) => Ok(Arc::clone(found)),
            _ => {
                let display = pupa_value::text::literal(name);
                let text =
                    format!("{TYPE_KEY} {display} is not {} or a sub type", declared.label());
                let call = self.evaluator.run.innermost_call().copied();
                Err(match self.defined_type(declared) {
                    Some(defined) => {
                        let reason = Reason::Definition(text).at(Some(path));
                        self.refuse_type(&defined, call, None, reason)
                    }
                    None => crate::stop::error(text),
                })
            }
        }
    }

    /// Resolves the references of a feature, and stores them.
    fn resolve(
        &mut self,
        pending: &Pending,
        block: Option<Block<'_>>,
        loading: &mut Loading,
    ) -> Outcome<()> {
        let &Pending { place, feature: index, .. } = pending;
        let mut references = Vec::with_capacity(pending.uris.len());
        let mut found = Vec::with_capacity(pending.uris.len());
        for uri in &pending.uris {
            let object = self.referred_object(pending, uri, block, loading)?;
            references.push(match &object {
                Value::Instance(object) => Reference::to(object),
                // The reference is allowed; reading it is an error.
                _ => Reference::Unresolved(uri.clone()),
            });
            found.extend(Some(object).filter(|object| !object.is_undef()));
        }
        self.check_elements_of(place, index, &found, references.len())?;
        self.evaluator.object_state.building[place].features[index] =
            Stored::References(references);
        Ok(())
    }

    /// The object for a URI: one in the tree, or the result of the block; undef if there is none.
    fn referred_object(
        &mut self,
        &Pending { place, feature: index, .. }: &Pending,
        uri: &Text,
        block: Option<Block<'_>>,
        loading: &mut Loading,
    ) -> Outcome {
        let Some(parsed) = read_uri(uri) else {
            let building = &self.evaluator.object_state.building[place];
            let name = &building.defined.table.features[index].name;
            let text =
                format!("{name} refers to objects by `#/path` or `urn:pupa:Type:key`, got '{uri}'");
            return Err(self.refuse(building, Some(index), Reason::Definition(text)));
        };
        match (self.evaluator.object_state.find_object(&parsed, loading), block) {
            (Some(object), _) => Ok(Value::Instance(object)),
            (None, Some(block)) => self.evaluator.call_block(block, [Value::String(uri.clone())]),
            (None, None) => Ok(Value::Undef),
        }
    }
}

impl ObjectState {
    /// Whether an object is part of the tree that is being loaded. Logic that runs meanwhile may
    /// build other objects.
    pub(super) fn is_being_loaded(&self, object: &Arc<Instance>) -> bool {
        let place = self.place_of(object);
        self.loading
            .zip(place)
            .is_some_and(|(root, place)| place > root && self.building[place].path.is_some())
    }

    fn find_object(&mut self, uri: &Uri, loading: &mut Loading) -> Option<Arc<Instance>> {
        match uri {
            Uri::Path(steps) => self.follow(loading.root, steps),
            Uri::Key { type_name, key } => {
                let objects = &self.building[loading.root..];
                let by_key = loading.by_key.get_or_insert_with(|| by_key(objects));
                by_key.get(&(type_name.clone(), key.clone())).cloned()
            }
        }
    }

    /// The object at the end of a path from the root.
    fn follow(&self, root: usize, steps: &[String]) -> Option<Arc<Instance>> {
        let mut object = Arc::clone(&self.building.get(root)?.object);
        let mut steps = steps.iter();
        while let Some(name) = steps.next() {
            let (index, feature) = object.table().find(name)?;
            if feature.kind != FeatureKind::Containment {
                return None;
            }
            let next = match self.stored_value(&object, index).ok()? {
                Value::Array(elements) => {
                    elements.get(steps.next()?.parse::<usize>().ok()?)?.clone()
                }
                single => single,
            };
            let Value::Instance(next) = next else { return None };
            object = next;
        }
        Some(object)
    }
}

/// Indexes objects by type and key.
fn by_key(objects: &[Building]) -> FxHashMap<(String, String), Arc<Instance>> {
    let keyed = objects.iter().filter_map(|building| {
        let key = key_of(&building.defined.table, &building.features)?;
        let label = building.object.object_type().label();
        Some(((label.to_owned(), key.to_string()), Arc::clone(&building.object)))
    });
    keyed.collect()
}

/// The URIs in the data of a reference: a string, or an array of strings.
fn uris_of(feature: &Feature, value: &Value) -> Option<Vec<Text>> {
    match value {
        Value::String(uri) => Some(vec![uri.clone()]),
        Value::Array(elements) if feature.is_multi_valued() && !elements.is_empty() => elements
            .iter()
            .map(|element| match element {
                Value::String(uri) => Some(uri.clone()),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}
