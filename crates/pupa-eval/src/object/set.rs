//! Sets a feature of an unfinished object.

use std::rc::Rc;
use std::sync::Arc;

use pupa_syntax::tree::BinaryOp;
use pupa_value::Value;
use pupa_value::types::object::{Feature, FeatureKind};
use pupa_value::value::instance::{Instance, Reference, Stored};

use super::construct::release;
use super::errors::Reason;
use super::read::abandoned;
use super::{ObjectState, Objects};
use crate::stop::{Outcome, Stop};

impl Objects<'_, '_> {
    /// `$object[feature] = value` or `+= value`, in the initialiser of the object.
    pub(crate) fn assign_feature(
        &mut self,
        object: &Arc<Instance>,
        key: &Value,
        op: BinaryOp,
        value: Value,
    ) -> Outcome<()> {
        let Some(place) = self.evaluator.object_state.place_of(object) else {
            let label = object.object_type().label();
            return Err(crate::stop::error(if self.evaluator.object_state.is_abandoned(object) {
                abandoned(object)
            } else {
                format!("The {label} is finished, its features can't be set any more")
            }));
        };
        let feature = self.feature_of_key(place, key)?;
        match op {
            BinaryOp::AppendAssign => self.append_feature(place, feature, value),
            _ => self.set_feature(place, feature, value),
        }
    }

    /// An assignment in a setter: no other setter is called, and features that users can't set are
    /// allowed.
    pub(crate) fn assign_in_setter(
        &mut self,
        (place, feature): (usize, usize),
        op: BinaryOp,
        value: Value,
    ) -> Outcome<()> {
        if op != BinaryOp::AppendAssign {
            return self.store_unless_derived(place, feature, value);
        }
        self.check_appendable(place, feature)?;
        self.append_unless_derived(place, feature, elements_of(value))
    }

    /// Sets a feature for code outside of the type.
    pub(super) fn set_feature(&mut self, place: usize, index: usize, value: Value) -> Outcome<()> {
        self.check_setable(place, index)?;
        let is_multi_valued = self.evaluator.object_state.feature(place, index).is_multi_valued();
        if value.is_undef() || !self.evaluator.object_state.has_setter(place, index) {
            return self.store_unless_derived(place, index, value);
        }
        if !is_multi_valued {
            let (value, assigned_own) = self.setter_value(place, index, value)?;
            return if assigned_own {
                Ok(())
            } else {
                self.store_unless_derived(place, index, value)
            };
        }
        let (values, assigned_own) = self.setter_values(place, index, elements_of(value))?;
        if !assigned_own {
            return self.store_unless_derived(place, index, values.into());
        }
        self.append_unless_derived(place, index, values)
    }

    /// Appends to a feature for code outside of the type.
    fn append_feature(&mut self, place: usize, index: usize, value: Value) -> Outcome<()> {
        self.check_setable(place, index)?;
        self.check_appendable(place, index)?;
        let mut values = elements_of(value);
        if self.evaluator.object_state.has_setter(place, index) {
            values = self.setter_values(place, index, values)?.0;
        }
        self.append_unless_derived(place, index, values)
    }

    fn refuse_feature(&self, place: usize, index: usize, reason: Reason) -> Box<Stop> {
        self.refuse(&self.evaluator.object_state.building[place], Some(index), reason)
    }

    fn check_setable(&self, place: usize, index: usize) -> Outcome<()> {
        let feature = self.evaluator.object_state.feature(place, index);
        if feature.is_setable {
            return Ok(());
        }
        Err(self.refuse_feature(place, index, Reason::not_setable(feature)))
    }

    fn check_appendable(&self, place: usize, index: usize) -> Outcome<()> {
        let feature = self.evaluator.object_state.feature(place, index);
        if feature.is_multi_valued() {
            return Ok(());
        }
        Err(self.refuse_feature(place, index, Reason::not_appendable(feature)))
    }

    fn setter_value(&mut self, place: usize, index: usize, value: Value) -> Outcome<(Value, bool)> {
        let building = &self.evaluator.object_state.building[place];
        let (defined, object) = (Rc::clone(&building.defined), Arc::clone(&building.object));
        self.run_set(&defined, &object, index, value)
    }

    /// Returns the results of a setter for each element, except those for which it assigned its own
    /// feature.
    fn setter_values(
        &mut self,
        place: usize,
        index: usize,
        values: Vec<Value>,
    ) -> Outcome<(Vec<Value>, bool)> {
        let mut results = Vec::with_capacity(values.len());
        let mut any_assigned = false;
        for value in values {
            if value.is_undef() {
                results.push(value);
                continue;
            }
            let (result, assigned_own) = self.setter_value(place, index, value)?;
            any_assigned |= assigned_own;
            if !assigned_own {
                results.push(result);
            }
        }
        Ok((results, any_assigned))
    }

    fn store_unless_derived(&mut self, place: usize, index: usize, value: Value) -> Outcome<()> {
        if self.evaluator.object_state.feature(place, index).is_derived {
            return Ok(());
        }
        self.store_feature(place, index, value)
    }

    /// Replaces the stored value of a feature.
    pub(super) fn store_feature(
        &mut self,
        place: usize,
        index: usize,
        value: Value,
    ) -> Outcome<()> {
        let feature = self.evaluator.object_state.feature(place, index);
        let (is_unsettable, is_multi_valued) = (feature.is_unsettable, feature.is_multi_valued());
        if matches!(value, Value::Array(_)) && !is_multi_valued {
            let reason = Reason::not_single(feature, &value);
            return Err(self.refuse_feature(place, index, reason));
        }
        // The new value may contain the old objects.
        release(&self.evaluator.object_state.building[place].features[index]);
        let stored = if value.is_undef() {
            if is_unsettable { Stored::Value(value) } else { Stored::Unset }
        } else {
            let elements = match &value {
                Value::Array(elements) => &elements[..],
                single => std::slice::from_ref(single),
            };
            self.check_elements_of(place, index, elements, elements.len())?;
            match self.evaluator.object_state.feature(place, index).kind {
                _ if elements.is_empty() && !is_unsettable => Stored::Unset,
                FeatureKind::Reference => Stored::References(references(elements)),
                _ if is_multi_valued && !matches!(value, Value::Array(_)) => {
                    Stored::Value(Value::array([value]))
                }
                _ => Stored::Value(value),
            }
        };
        self.evaluator.object_state.building[place].features[index] = stored;
        Ok(())
    }

    /// Appends elements to the stored value; a derived feature stores nothing.
    fn append_unless_derived(
        &mut self,
        place: usize,
        index: usize,
        added: Vec<Value>,
    ) -> Outcome<()> {
        if self.evaluator.object_state.feature(place, index).is_derived {
            return Ok(());
        }
        let before = match &self.evaluator.object_state.building[place].features[index] {
            Stored::Value(Value::Array(elements)) => elements.len(),
            Stored::References(references) => references.len(),
            Stored::Value(_) | Stored::Unset => 0,
        };
        self.check_elements_of(place, index, &added, before + added.len())?;
        let kind = self.evaluator.object_state.feature(place, index).kind;
        let is_unsettable = self.evaluator.object_state.feature(place, index).is_unsettable;
        let stored = &mut self.evaluator.object_state.building[place].features[index];
        match stored {
            Stored::References(known) => known.extend(references(&added)),
            Stored::Value(Value::Array(known)) => Arc::make_mut(known).extend(added),
            _ if added.is_empty() && !is_unsettable => {}
            _ if kind == FeatureKind::Reference => {
                *stored = Stored::References(references(&added));
            }
            _ => *stored = Stored::Value(added.into()),
        }
        Ok(())
    }

    /// Checks the number, the types and the checks of elements, and makes contained objects part of
    /// the object.
    pub(super) fn check_elements_of(
        &mut self,
        place: usize,
        index: usize,
        elements: &[Value],
        count: usize,
    ) -> Outcome<()> {
        self.evaluator.run.check_elements(count)?;
        let defined = Rc::clone(&self.evaluator.object_state.building[place].defined);
        let feature = &defined.table.features[index];
        if let Some(max) = feature.max
            && count as u64 > max
        {
            let reason = Reason::too_many(feature, max, count);
            return Err(self.refuse_feature(place, index, reason));
        }
        for element in elements {
            if !feature.value_type.is_instance(element) {
                let reason = Reason::wrong_type(feature, element);
                return Err(self.refuse_feature(place, index, reason));
            }
            if let Value::Instance(object) = element
                && self.evaluator.object_state.is_abandoned(object)
            {
                return Err(self.refuse_feature(place, index, Reason::is_abandoned(object)));
            }
            if let Some(reason) = self.run_check(&defined, index, element)? {
                return Err(self.refuse_feature(place, index, reason));
            }
        }
        if feature.kind == FeatureKind::Containment {
            self.enter_container(place, index, elements)?;
        }
        Ok(())
    }

    fn enter_container(&self, place: usize, index: usize, elements: &[Value]) -> Outcome<()> {
        let feature = self.evaluator.object_state.feature(place, index);
        for (count, element) in elements.iter().enumerate() {
            let Value::Instance(object) = element else { continue };
            let is_usable =
                object.stored().is_some() || self.evaluator.object_state.is_being_loaded(object);
            if is_usable && object.enter_container() {
                continue;
            }
            let entered = Value::array(elements[..count].iter().cloned());
            release(&Stored::Value(entered));
            let reason = if is_usable {
                Reason::has_container(feature, element)
            } else {
                Reason::is_unfinished(feature, element)
            };
            return Err(self.refuse_feature(place, index, reason));
        }
        Ok(())
    }
}

impl ObjectState {
    fn feature(&self, place: usize, index: usize) -> &Feature {
        &self.building[place].defined.table.features[index]
    }

    fn has_setter(&self, place: usize, index: usize) -> bool {
        let defined = &self.building[place].defined;
        defined.feature(index).is_some_and(|(_, code)| code.set.is_some())
    }
}

/// The elements of an array, or a single other value.
fn elements_of(value: Value) -> Vec<Value> {
    match value {
        Value::Array(elements) => Arc::unwrap_or_clone(elements),
        other => vec![other],
    }
}

/// References to objects, which may be unfinished; that is checked at the end.
fn references(objects: &[Value]) -> Vec<Reference> {
    let reference = |object: &Value| match object {
        Value::Instance(object) => Some(Reference::to(object)),
        _ => None,
    };
    objects.iter().filter_map(reference).collect()
}
