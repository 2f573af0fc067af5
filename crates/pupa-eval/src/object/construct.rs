//! Builds objects: `T.new(…)`.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::types::object::ObjectType;
use pupa_value::value::instance::{Instance, Reference, Stored};

use super::errors::Reason;
use super::{Building, DefinedType, ObjectState, Objects};
use crate::evaluator::lambda::Block;
use crate::stop::{Outcome, error};

impl Objects<'_, '_> {
    /// Builds an object from a hash of features and an initialiser, a block that gets the
    /// unfinished object.
    pub(super) fn construct(
        &mut self,
        object_type: &Arc<ObjectType>,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Outcome {
        let defined = self.instantiable(object_type, None)?;
        let given = match args {
            [] => None,
            [Value::Hash(given)] => Some(given),
            [other, ..] => {
                let reason = match other {
                    Value::Hash(_) => Reason::Definition("new takes one hash of features".into()),
                    other => Reason::wrong_argument(object_type.label(), other),
                };
                return Err(self.refuse_type(
                    &defined,
                    self.evaluator.run.innermost_call().copied(),
                    None,
                    reason,
                ));
            }
        };
        let place = self.begin_object(&defined);
        let result = self.build(place, given.map(|given| &**given), block);
        self.end_object(place, result)
    }

    /// Returns the prepared form of a type, if objects of it can be created. `path` is the position
    /// of the object in the data from which it is loaded.
    pub(super) fn instantiable(
        &mut self,
        object_type: &Arc<ObjectType>,
        path: Option<&str>,
    ) -> Outcome<Rc<DefinedType>> {
        let label = object_type.label();
        let Some(defined) = self.defined_type(object_type) else {
            return Err(error(format!("The type {label} is not defined")));
        };
        if let Some(message) = self.managed_name(label) {
            return Err(error(message));
        }
        if defined.table.is_abstract {
            let call = self.evaluator.run.innermost_call().copied();
            let reason = Reason::is_abstract(label).at(path);
            return Err(self.refuse_type(&defined, call, None, reason));
        }
        Ok(defined)
    }

    /// Starts an object; returns its index among the unfinished objects.
    pub(super) fn begin_object(&mut self, defined: &Rc<DefinedType>) -> usize {
        let (object_type, table) = (&defined.object_type, &defined.table);
        let object = Instance::unfinished(Arc::clone(object_type), Arc::clone(table));
        self.evaluator.object_state.begin(Building {
            object: Arc::new(object),
            defined: Rc::clone(defined),
            features: vec![Stored::Unset; table.features.len()],
            call: self.evaluator.run.innermost_call().copied(),
            path: None,
        })
    }

    fn build(
        &mut self,
        place: usize,
        given: Option<&pupa_value::value::Hash>,
        block: Option<Block<'_>>,
    ) -> Outcome<()> {
        self.set_defaults(place)?;
        for (key, value) in given.into_iter().flatten() {
            let feature = self.feature_of_key(place, key)?;
            self.set_feature(place, feature, value.clone())?;
        }
        if let Some(block) = block {
            let object = Arc::clone(&self.evaluator.object_state.building[place].object);
            self.evaluator.call_block(block, [Value::Instance(object)])?;
        }
        self.check_object(place)
    }

    /// Stores the defaults, which are checked but not passed to setters.
    pub(super) fn set_defaults(&mut self, place: usize) -> Outcome<()> {
        let defined = Rc::clone(&self.evaluator.object_state.building[place].defined);
        for (index, feature) in defined.table.features.values().enumerate() {
            if let Some(default) = &feature.default {
                self.store_feature(place, index, default.clone())?;
            }
        }
        Ok(())
    }

    /// Checks the lower bounds, then the invariants.
    pub(super) fn check_object(&mut self, place: usize) -> Outcome<()> {
        let building = &self.evaluator.object_state.building[place];
        let defined = Rc::clone(&building.defined);
        for (index, (feature, stored)) in
            defined.table.features.values().zip(&building.features).enumerate()
        {
            let count = count(stored);
            if (count as u64) < feature.min && !feature.is_derived {
                return Err(self.refuse(building, Some(index), Reason::too_few(feature, count)));
            }
        }
        let object = Arc::clone(&building.object);
        for part in &defined.chain {
            for (number, invariant) in part.code.invariants.iter().enumerate() {
                if let Some(reason) = self.run_invariant(&defined, &object, part, invariant)? {
                    let building = &self.evaluator.object_state.building[place];
                    return Err(self.refuse_invariant(building, part, number, reason));
                }
            }
        }
        Ok(())
    }

    /// Finishes the innermost object: it never changes again, or is dropped after an error.
    pub(super) fn end_object(&mut self, place: usize, result: Outcome<()>) -> Outcome {
        debug_assert_eq!(place + 1, self.evaluator.object_state.building.len());
        let Some(mut building) = self.evaluator.object_state.end() else {
            return Err(error("No object is built"));
        };
        if let Err(stop) = result {
            building.features.iter().for_each(release);
            return Err(stop);
        }
        for stored in &mut building.features {
            self.evaluator.object_state.own_references(stored);
        }
        building.object.finish(building.features.into());
        let value = Value::Instance(building.object);
        self.evaluator.run.check_nesting(&value)?;
        Ok(value)
    }

    /// The index of the feature for a key of a hash.
    pub(super) fn feature_of_key(&self, place: usize, key: &Value) -> Outcome<usize> {
        let building = &self.evaluator.object_state.building[place];
        let name = match key {
            Value::String(name) => name.clone(),
            other => pupa_value::text::literal(other).into(),
        };
        match building.defined.table.find(&name) {
            Some((index, _)) => Ok(index),
            None => {
                let reason = Reason::unknown_feature(&building.defined, &name);
                Err(self.refuse(building, None, reason))
            }
        }
    }
}

impl ObjectState {
    /// Turns references to finished objects into owning ones. Unfinished objects are kept by the
    /// run until the objects that refer to them are finished.
    fn own_references(&mut self, stored: &mut Stored) {
        let Stored::References(references) = stored else { return };
        for reference in references {
            let Reference::Later(_) = reference else { continue };
            let Some(target) = reference.target() else { continue };
            if target.stored().is_some() {
                *reference = Reference::Object(target);
            } else {
                self.kept.push(target);
            }
        }
    }
}

/// Returns the number of values.
fn count(stored: &Stored) -> usize {
    match stored {
        Stored::Unset | Stored::Value(Value::Undef) => 0,
        Stored::Value(Value::Array(elements)) => elements.len(),
        Stored::Value(_) => 1,
        Stored::References(references) => references.len(),
    }
}

/// Removes the objects in a feature from their container.
pub(super) fn release(stored: &Stored) {
    let Stored::Value(value) = stored else { return };
    let objects = match value {
        Value::Array(elements) => elements,
        other => std::slice::from_ref(other),
    };
    for object in objects {
        if let Value::Instance(object) = object {
            object.leave_container();
        }
    }
}
