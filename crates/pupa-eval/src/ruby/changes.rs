//! Values that Ruby code changes.
//!
//! Templates and functions in Ruby change arrays, hashes and computed strings of Puppet in place
//! (`pupa_ruby::bridge::changes` finds out about it). The reference has one object in all places that
//! were given the same value, so the change is seen in variables of all scopes, and in the parameters
//! of evaluated classes and defined resources, whose variables have the same values. Collections that
//! are parameters of other resources are copies; the strings in them are not.
//!
//! For that, values must be shared exactly where the reference shares them. Without Ruby code nobody
//! can tell, and values are shared freely: a literal array is one value for all of its evaluations, and
//! a parameter has the value of the variable that it was given. From the first use of the machine on,
//! each evaluation of a literal, each parameter that is given and each looked up value is a copy
//! ([`Evaluator::own_value`]); values from before are separated once.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Hash;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{RubyCode, RubyState};
use crate::evaluator::scope::{ScopeId, TOP};

/// The owners of a changed value besides places: the list of changes and the machine.
const OWN_REFERENCES: usize = 2;

/// The owners of a rebuilt collection other than variables and parameters: the list of rebuilt
/// ones. The machine does not own most of them, because it reports the collections around a changed
/// object as changed.
const OWN_REFERENCES_TO_REMADE: usize = 1;

impl RubyState {
    /// A copy of a value that Ruby code can change without affecting other values; the value itself
    /// if no Ruby code has run.
    pub(crate) fn own_value(&self, value: Value) -> Value {
        match &value {
            Value::Array(_) | Value::Hash(_) if self.has_ruby() => copy(&value),
            _ => value,
        }
    }

    /// Whether Ruby code has run.
    fn has_ruby(&self) -> bool {
        self.started.as_ref().is_some_and(|ruby| ruby.is_started)
    }
}

impl RubyCode<'_, '_> {
    /// Makes the values of scopes independent of each other when Ruby code first runs. Arguments of
    /// the current call are values of the current scope, so that scope keeps its values.
    pub(super) fn separate_values(&mut self) {
        let copies = || Replacement { mode: Mode::Copy, ..Replacement::default() };
        let mut with_scope = FxHashSet::default();
        for scope in TOP + 1..self.evaluator.run.scopes.count() {
            with_scope.extend(self.evaluator.run.scopes.get(scope).resource);
            if scope != self.evaluator.run.scopes.current {
                self.replace_in_scope(scope, &mut copies());
            }
        }
        for resource in self.evaluator.catalog_state.all_resources() {
            if !with_scope.contains(&resource) {
                let mut copies = copies();
                self.evaluator
                    .catalog_state
                    .replace_parameters(resource, &mut |value| copies.find(value));
            }
        }
    }

    /// Replaces changed values in variables and parameters, and returns the collections that were
    /// rebuilt for that.
    pub(super) fn replace_values(&mut self, changes: Vec<(Value, Value)>) -> Vec<(Value, Value)> {
        let mut replacement = Replacement::of(changes);
        for value in self.evaluator.run.frame_values_mut() {
            replacement.apply(value);
        }
        // Most changes affect the current scope and its resource, so these are searched first.
        let mut near = Vec::new();
        let mut next = Some(self.evaluator.run.scopes.current);
        while let Some(scope) = next.filter(|_| !replacement.is_complete()) {
            self.replace_in_scope(scope, &mut replacement);
            near.push(scope);
            next = self.evaluator.run.scopes.get(scope).parent;
        }
        for scope in (TOP..self.evaluator.run.scopes.count()).rev() {
            if replacement.is_complete() {
                break;
            }
            if !near.contains(&scope) {
                self.replace_in_scope(scope, &mut replacement);
            }
        }
        // Parameters share strings with variables.
        if replacement.has_string() {
            for resource in self.evaluator.catalog_state.all_resources() {
                if replacement.is_complete() {
                    break;
                }
                self.evaluator
                    .catalog_state
                    .replace_parameters(resource, &mut |value| replacement.find(value));
            }
        }
        replacement.remade
    }

    fn replace_in_scope(&mut self, scope: ScopeId, replacement: &mut Replacement) {
        let scope = self.evaluator.run.scopes.get_mut(scope);
        scope.each_value(|value| replacement.apply(value));
        if let Some(resource) = scope.resource {
            self.evaluator
                .catalog_state
                .replace_parameters(resource, &mut |value| replacement.find(value));
        }
    }
}

/// A deep copy of the collections of a value.
fn copy(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(copy).collect::<Vec<_>>().into(),
        Value::Hash(entries) => {
            let mut made = Hash::clone(entries);
            for value in made.values_mut() {
                if let Value::Array(_) | Value::Hash(_) = value {
                    *value = copy(value);
                }
            }
            made.into()
        }
        other => other.clone(),
    }
}

/// The treatment of collections without changed values.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// They stay.
    #[default]
    Keep,
    /// Copy them, so that values that were identical remain identical.
    Copy,
}

/// The replacements of values, by identity.
#[derive(Debug, Default)]
struct Replacement {
    mode: Mode,
    /// The new value by the address of the old one.
    new: FxHashMap<usize, Value>,
    /// The changed values, kept alive since their addresses are used.
    changed: Vec<Value>,
    /// The addresses of collections without changed values.
    kept: FxHashSet<usize>,
    /// The collections with changed values, which were rebuilt.
    remade: Vec<(Value, Value)>,
    /// The number of references from replaced collections to each replaced value, by its address.
    held: FxHashMap<usize, usize>,
}

impl Replacement {
    fn of(changes: Vec<(Value, Value)>) -> Replacement {
        let mut replacement = Replacement::default();
        for (before, new) in changes {
            if let Some(address) = address_of(&before) {
                replacement.new.insert(address, new);
                replacement.changed.push(before);
            }
        }
        // A value may have changed twice.
        for place in 0..replacement.changed.len() {
            let Some(address) = address_of(&replacement.changed[place]) else { continue };
            let mut last = replacement.new.get(&address).cloned();
            let mut steps = 0;
            while let Some(next) = last.as_ref().and_then(address_of)
                && let Some(later) = replacement.new.get(&next)
                && steps < replacement.changed.len()
            {
                last = Some(later.clone());
                steps += 1;
            }
            if let Some(last) = last {
                replacement.new.insert(address, last);
            }
        }
        for place in 0..replacement.changed.len() {
            let collection = replacement.changed[place].clone();
            replacement.count_held(&collection);
        }
        replacement
    }

    /// Counts the references from a replaced collection to other replaced values.
    fn count_held(&mut self, collection: &Value) {
        let mut count = |part: &Value| {
            if let Some(address) = address_of(part).filter(|address| self.new.contains_key(address))
            {
                *self.held.entry(address).or_default() += 1;
            }
        };
        match collection {
            Value::Array(elements) => elements.iter().for_each(&mut count),
            Value::Hash(entries) => entries.values().for_each(&mut count),
            _ => {}
        }
    }

    /// Whether all uses have been replaced: the old values have no owners except replaced
    /// collections, this list and the machine.
    fn is_complete(&self) -> bool {
        let is_gone = |value: &Value, own: usize| {
            let held = address_of(value).and_then(|address| self.held.get(&address));
            owners(value) <= own + held.copied().unwrap_or_default()
        };
        self.changed.iter().all(|value| is_gone(value, OWN_REFERENCES))
            && self.remade.iter().all(|(before, _)| is_gone(before, OWN_REFERENCES_TO_REMADE))
    }

    fn has_string(&self) -> bool {
        self.changed.iter().any(|value| matches!(value, Value::String(_)))
    }

    fn apply(&mut self, value: &mut Value) {
        if let Some(new) = self.find(value) {
            *value = new;
        }
    }

    /// The new value for a value, if it is replaced.
    fn find(&mut self, value: &Value) -> Option<Value> {
        let address = address_of(value)?;
        if let Some(new) = self.new.get(&address) {
            return Some(new.clone());
        }
        if self.kept.contains(&address) {
            return None;
        }
        let made = match value {
            Value::Array(elements) => self.find_in_array(elements),
            Value::Hash(entries) => self.find_in_hash(entries),
            _ => return None,
        };
        match &made {
            Some(made) => {
                self.new.insert(address, made.clone());
                self.remade.push((value.clone(), made.clone()));
                if self.mode == Mode::Keep {
                    self.count_held(value);
                }
            }
            None => drop(self.kept.insert(address)),
        }
        made
    }

    fn find_in_array(&mut self, elements: &Arc<Vec<Value>>) -> Option<Value> {
        let mut made = (self.mode == Mode::Copy).then(|| elements.to_vec());
        for (place, element) in elements.iter().enumerate() {
            if let Some(new) = self.find(element) {
                made.get_or_insert_with(|| elements.to_vec())[place] = new;
            }
        }
        made.map(Value::from)
    }

    fn find_in_hash(&mut self, entries: &Arc<Hash>) -> Option<Value> {
        let mut made = (self.mode == Mode::Copy).then(|| Hash::clone(entries));
        for (place, value) in entries.values().enumerate() {
            if let Some(new) = self.find(value)
                && let Some(slot) =
                    made.get_or_insert_with(|| Hash::clone(entries)).values_mut().nth(place)
            {
                *slot = new;
            }
        }
        made.map(Value::from)
    }
}

/// The address that identifies a value.
fn address_of(value: &Value) -> Option<usize> {
    Some(match value {
        Value::String(text) => text.address(),
        Value::Array(elements) => Arc::as_ptr(elements) as usize,
        Value::Hash(entries) => Arc::as_ptr(entries) as usize,
        _ => return None,
    })
}

fn owners(value: &Value) -> usize {
    match value {
        Value::String(text) => text.owners(),
        Value::Array(elements) => Arc::strong_count(elements),
        Value::Hash(entries) => Arc::strong_count(entries),
        _ => 0,
    }
}
