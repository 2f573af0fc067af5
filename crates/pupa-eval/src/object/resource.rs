//! The objects of managed resources.
//!
//! In an unfinished catalog, a resource has its given attributes. When it is complete, an object of
//! its type is built from them, with all setters and checks, and the resource gets the stored
//! features of the object.

use std::rc::Rc;
use std::sync::Arc;

use pupa_syntax::type_model::MANAGED_RESOURCE;
use pupa_value::Value;
use pupa_value::types::object::{Feature, FeatureKind, ObjectType};
use pupa_value::value::Text;
use pupa_value::value::instance::Stored;

use super::errors::Reason;
use super::{DefinedType, Objects};
use crate::stop::{Outcome, Stop, error};

/// The given value of a feature of a resource.
pub(crate) struct Given {
    pub(crate) name: Text,
    pub(crate) value: Value,
    /// Whether the value must not be shown.
    pub(crate) is_sensitive: bool,
}

/// The reason why a resource is rejected, with the feature that causes it.
pub(crate) struct ResourceError {
    pub(crate) feature: Option<Text>,
    pub(crate) stop: Box<Stop>,
}

impl ResourceError {
    fn of(feature: &Text) -> impl FnOnce(Box<Stop>) -> ResourceError {
        |stop| ResourceError { feature: Some(feature.clone()), stop }
    }
}

impl DefinedType {
    pub(crate) fn object_type(&self) -> &Arc<ObjectType> {
        &self.object_type
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.table.is_abstract
    }

    pub(crate) fn has_feature(&self, name: &str) -> bool {
        self.table.find(name).is_some()
    }

    /// The value of a feature for which none is given.
    pub(crate) fn default_of(&self, name: &str) -> Option<&Value> {
        self.table.find(name).and_then(|(_, feature)| feature.default.as_ref())
    }
}

impl std::fmt::Debug for DefinedType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DefinedType").field(&self.object_type.label()).finish()
    }
}

impl Objects<'_, '_> {
    /// Returns the prepared form of the type of a managed resource.
    pub(crate) fn resource_object_type(
        &mut self,
        object_type: &Arc<ObjectType>,
    ) -> Option<Rc<DefinedType>> {
        self.defined_type(object_type)
    }

    /// Whether a name is that of the base of all managed resource types.
    pub(crate) fn is_managed_resource(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(MANAGED_RESOURCE)
            && self.evaluator.run.settings.rules().reads_type_definitions()
    }

    /// The error about a resource of an abstract type.
    pub(crate) fn abstract_resource(&mut self, object_type: &Arc<ObjectType>) -> Box<Stop> {
        let label = object_type.label();
        let reason = format!("{label} is abstract, no resource of it can be declared");
        match self.defined_type(object_type) {
            Some(defined) => self.refuse_type(&defined, None, None, Reason::Definition(reason)),
            None => error(reason),
        }
    }

    /// Returns the error for an unknown feature of a resource.
    pub(crate) fn unknown_feature(&self, defined: &DefinedType, name: &str) -> Box<Stop> {
        let reason = Reason::unknown_feature(defined, name);
        self.refuse_type(defined, None, None, reason)
    }

    /// The stored features of a complete resource, in the order of their declaration, without
    /// transient and derived ones.
    pub(crate) fn complete_resource(
        &mut self,
        defined: &Rc<DefinedType>,
        title: &Text,
        given: &[Given],
    ) -> Result<Vec<Given>, ResourceError> {
        let place = self.begin_resource(defined);
        let mut hidden = vec![false; defined.table.features.len()];
        let set = self.set_given(place, title, given, &mut hidden);
        let checked = set.and_then(|()| {
            self.check_object(place).map_err(|stop| ResourceError { feature: None, stop })
        });
        if let Err(refused) = checked {
            let _ = self.end_object(place, Err(error("")));
            return Err(refused);
        }
        let object = self.end_object(place, Ok(()));
        let stored = object.and_then(|object| self.stored_features(&object, &hidden));
        stored.map_err(|stop| ResourceError { feature: None, stop })
    }

    /// A feature of an incomplete resource, read like `$object[name]`.
    pub(crate) fn read_resource(
        &mut self,
        defined: &Rc<DefinedType>,
        title: &Text,
        given: &[Given],
        name: &str,
    ) -> Result<Option<Value>, ResourceError> {
        let place = self.begin_resource(defined);
        let object = Arc::clone(&self.evaluator.object_state.building[place].object);
        let mut hidden = vec![false; defined.table.features.len()];
        let set = self.set_given(place, title, given, &mut hidden);
        let value = match set {
            Ok(()) => self
                .read_feature(&object, name)
                .map_err(|stop| ResourceError { feature: Some(name.into()), stop }),
            Err(refused) => Err(refused),
        };
        // The object was only needed for reading.
        let _ = self.end_object(place, Err(error("")));
        let is_hidden = defined.table.find(name).is_some_and(|(index, _)| hidden[index]);
        Ok(value?.map(|value| if is_hidden { Value::Sensitive(Arc::new(value)) } else { value }))
    }

    fn begin_resource(&mut self, defined: &Rc<DefinedType>) -> usize {
        let place = self.begin_object(defined);
        // The caller adds the location of the resource.
        self.evaluator.object_state.building[place].call = None;
        place
    }

    fn set_given(
        &mut self,
        place: usize,
        title: &Text,
        given: &[Given],
        hidden: &mut [bool],
    ) -> Result<(), ResourceError> {
        self.set_defaults(place).map_err(|stop| ResourceError { feature: None, stop })?;
        let name = Text::from("name");
        let titled = Given { name: name.clone(), value: title.clone().into(), is_sensitive: false };
        // If the name is not given, it is the title.
        let is_named = |one: &&Given| one.name != name || !one.value.is_undef();
        for one in std::iter::once(&titled).chain(given.iter().filter(is_named)) {
            let feature = self.feature_of_key(place, &one.name.clone().into());
            let feature = feature.map_err(ResourceError::of(&one.name))?;
            let before = one
                .is_sensitive
                .then(|| self.evaluator.object_state.building[place].features.clone());
            let set = self.set_feature(place, feature, one.value.clone());
            set.map_err(ResourceError::of(&one.name))?;
            let Some(before) = before else { continue };
            // A setter may have stored the value in another feature.
            let after = &self.evaluator.object_state.building[place].features;
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                hidden[index] |= index == feature || !is_same(before, after);
            }
        }
        Ok(())
    }

    fn stored_features(&self, object: &Value, hidden: &[bool]) -> Outcome<Vec<Given>> {
        let Value::Instance(object) = object else { return Ok(Vec::new()) };
        let data = object.to_data()?;
        let mut stored = Vec::with_capacity(data.len());
        for (index, (feature, value)) in object.entries().enumerate() {
            let Some(written) = data.get_str(&feature.name) else { continue };
            stored.push(Given {
                name: feature.name.clone(),
                value: part(feature, value).unwrap_or_else(|| written.clone()),
                is_sensitive: hidden.get(index).copied().unwrap_or_default(),
            });
        }
        Ok(stored)
    }
}

/// Contained objects are kept as objects; the catalog contains their hash form.
fn part(feature: &Feature, stored: &Stored) -> Option<Value> {
    match stored {
        Stored::Value(value) if feature.kind == FeatureKind::Containment => Some(value.clone()),
        _ => None,
    }
}

fn is_same(before: &Stored, after: &Stored) -> bool {
    match (before, after) {
        (Stored::Unset, Stored::Unset) => true,
        (Stored::Value(before), Stored::Value(after)) => before == after,
        _ => false,
    }
}
