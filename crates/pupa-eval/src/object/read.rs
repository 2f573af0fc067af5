//! Reads features: `$object[name]`, `$object.name`.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::mismatch::assert_instance_with;
use pupa_value::types::object::Feature;
use pupa_value::value::instance::{Instance, Reference, Stored};

use super::errors::Reason;
use super::{ObjectState, Objects};
use crate::stop::{Outcome, error};

impl Objects<'_, '_> {
    /// `$object[name]`
    pub(crate) fn access_feature(&mut self, object: &Arc<Instance>, keys: &[Value]) -> Outcome {
        let [key] = keys else {
            let message = format!("A feature is read by one name, got {}", keys.len());
            return Err(error(message));
        };
        let name = match key {
            Value::String(name) => name.clone(),
            other => pupa_value::text::literal(other).into(),
        };
        match self.read_feature(object, &name)? {
            Some(value) => Ok(value),
            None => {
                let Some(defined) = self.defined_type(object.object_type()) else {
                    return Ok(Value::Undef);
                };
                let reason = Reason::unknown_feature(&defined, &name);
                Err(self.refuse_type(&defined, None, None, reason))
            }
        }
    }

    /// Returns the value of a feature as code outside of the type sees it; `None` for an unknown
    /// feature.
    pub(crate) fn read_feature(
        &mut self,
        object: &Arc<Instance>,
        name: &str,
    ) -> Outcome<Option<Value>> {
        let table = Arc::clone(object.table());
        let Some((index, feature)) = table.find(name) else { return Ok(None) };
        let Some(defined) = self.defined_type(object.object_type()) else { return Ok(None) };
        if feature.is_derived {
            let value = in_shape(feature, self.run_derived(&defined, object, index)?);
            // An optional feature may be undef.
            if !(value.is_undef() && feature.min == 0) {
                check_type(feature, &value)?;
            }
            return Ok(Some(value));
        }
        let value = self.evaluator.object_state.stored_value(object, index)?;
        let has_getter = defined.feature(index).is_some_and(|(_, code)| code.get.is_some());
        if !has_getter || value.is_undef() {
            return Ok(Some(value));
        }
        let value = match value {
            Value::Array(elements) => {
                let elements = elements.iter();
                let got = elements.map(|e| self.run_get(&defined, object, index, e.clone()));
                got.collect::<Outcome<Vec<_>>>()?.into()
            }
            single => self.run_get(&defined, object, index, single)?,
        };
        check_type(feature, &value)?;
        Ok(Some(value))
    }
}

impl ObjectState {
    /// A snapshot of an unfinished object, to be shown; other values are returned unchanged.
    pub(crate) fn as_it_is_now(&self, value: Value) -> Value {
        match value {
            Value::Instance(object) if object.stored().is_none() => {
                let Some(place) = self.place_of(&object) else {
                    return Value::Instance(object);
                };
                let building = &self.building[place];
                let (object_type, table) = (object.object_type(), object.table());
                let display = Instance::unfinished(Arc::clone(object_type), Arc::clone(table));
                display.finish(building.features.clone().into());
                Value::Instance(Arc::new(display))
            }
            other => other,
        }
    }

    /// The stored value of a feature.
    pub(super) fn stored_value(&self, object: &Arc<Instance>, index: usize) -> Outcome {
        let stored = match (object.stored(), self.place_of(object)) {
            (Some(stored), _) => stored.get(index),
            (None, Some(place)) => self.building[place].features.get(index),
            (None, None) => return Err(error(abandoned(object))),
        };
        let feature = &object.table().features[index];
        match stored {
            Some(Stored::Value(value)) => Ok(value.clone()),
            Some(Stored::References(references)) => referred(feature, references),
            Some(Stored::Unset) | None => Ok(in_shape(feature, Value::Undef)),
        }
    }
}

/// Returns the error for an object whose initialiser ended before the object was finished.
pub(super) fn abandoned(object: &Instance) -> String {
    format!("The {} was never finished", object.object_type().label())
}

/// The objects that a feature refers to.
fn referred(feature: &Feature, references: &[Reference]) -> Outcome {
    let mut objects = references.iter().map(|reference| {
        let label = || format!("{}.{}", feature.container, feature.name);
        match (reference.target(), reference) {
            (Some(object), _) => Ok(Value::Instance(object)),
            (None, Reference::Unresolved(uri)) => {
                Err(error(format!("{} refers to {uri}, which leads to no object", label())))
            }
            (None, _) => Err(error(format!("The object that {} refers to is gone", label()))),
        }
    });
    if feature.is_multi_valued() {
        return Ok(objects.collect::<Outcome<Vec<_>>>()?.into());
    }
    objects.next().unwrap_or(Ok(Value::Undef))
}

/// Converts a value to the shape of the feature: a feature with several values is always an array.
fn in_shape(feature: &Feature, value: Value) -> Value {
    match value {
        Value::Array(_) => value,
        _ if !feature.is_multi_valued() => value,
        Value::Undef if feature.is_unsettable => value,
        Value::Undef => Value::array([]),
        single => Value::array([single]),
    }
}

/// Fails if the result of logic does not have the type of the feature.
fn check_type(feature: &Feature, value: &Value) -> Outcome<()> {
    let elements = match value {
        Value::Array(elements) if feature.is_multi_valued() => &elements[..],
        single => std::slice::from_ref(single),
    };
    for element in elements {
        let subject = || format!("the value of {}.{}", feature.container, feature.name);
        assert_instance_with(&feature.value_type, element, subject)?;
    }
    Ok(())
}
