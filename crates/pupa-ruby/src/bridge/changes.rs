//! Carries changes that Ruby code makes to Puppet values back to Puppet.
//!
//! In the reference an array, a hash or a computed string of Puppet *is* a Ruby object, and Ruby
//! code receives that object: a template that runs `@list << 1` changes the variable, and the
//! parameter of the resource that has the same array. Values of Pupa are immutable, so the change
//! is carried over:
//!
//! 1. A converted object is watched. Its first change puts it on the list `touched`, at the cost of
//!    one comparison for each change of any object.
//! 2. When Puppet code runs again (Ruby code has ended, or calls a function or a lambda),
//!    [`Machine::publish_changes`] converts the objects of the list and the collections
//!    that contain them, and passes the pairs of old and new values to [`Puppet::values_changed`].
//! 3. That replaces the old values by identity in variables and parameters, and returns the
//!    collections around them that it had to make anew. The Ruby objects belong to the new values
//!    from then on.
//!
//! [`Puppet::values_changed`]: crate::puppet::Puppet::values_changed

use pupa_value::Value as PuppetValue;
use rustc_hash::FxHashSet;

use super::{Around, Origin, address_of};
use crate::machine::{Core, Machine};
use crate::value::Value;

impl Core {
    /// Records that a watched object is about to change.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_change(&mut self, value: Value) {
        // A copy of a watched string is watched too.
        if value.heap_key().is_some_and(|key| self.bridge.origins.contains_key(&key)) {
            self.bridge.touched.push(value);
        }
    }

    /// Marks an object as watched, so that its next change is recorded.
    pub(super) fn watch(&mut self, value: Value) {
        match value {
            Value::Str(id) => self.heap.strings[id].watched = true,
            Value::Array(id) => self.heap.arrays[id].watched = true,
            Value::Hash(id) => self.heap.hashes[id].watched = true,
            _ => {}
        }
    }

    /// Records a new Puppet value as the origin of a Ruby object.
    pub(super) fn record_change(&mut self, value: Value, made: &PuppetValue) {
        let Some(key) = value.heap_key() else { return };
        let Some(origin) = self.bridge.origins.get_mut(&key) else { return };
        let before = std::mem::replace(&mut origin.value, made.clone());
        if let Some(address) = address_of(made) {
            self.bridge.converted.insert(address, (made.clone(), value));
        }
        self.bridge.changes.push((before, made.clone()));
    }

    /// Makes the Ruby object of a collection belong to the collection that replaced it.
    fn follow(&mut self, before: &PuppetValue, made: PuppetValue) {
        let known = address_of(before).and_then(|address| self.bridge.converted.get(&address));
        let Some((_, value)) = known else { return };
        let value = *value;
        if let (Some(address), Some(key)) = (address_of(&made), value.heap_key()) {
            self.bridge.converted.insert(address, (made.clone(), value));
            if let Some(origin) = self.bridge.origins.get_mut(&key) {
                origin.value = made;
            }
        }
    }

    /// Returns the changed objects, followed by the collections that contain them, which have
    /// changed too.
    fn with_collections_around(&self, mut objects: Vec<Value>) -> Vec<Value> {
        let mut known: FxHashSet<_> = objects.iter().map(|object| object.heap_key()).collect();
        let mut place = 0;
        while let Some(object) = objects.get(place) {
            let origin = object.heap_key().and_then(|key| self.bridge.origins.get(&key));
            if let Some(Origin { around: Around::One(around), .. }) = origin
                && known.insert(around.heap_key())
            {
                objects.push(*around);
            }
            place += 1;
        }
        objects
    }
}

impl Machine<'_> {
    /// Makes the changes that Ruby code has made to Puppet values visible to Puppet code.
    pub fn publish_changes(&mut self) {
        let bridge = &mut self.core.bridge;
        if bridge.touched.is_empty() && bridge.changes.is_empty() {
            return;
        }
        let touched = std::mem::take(&mut bridge.touched);
        for value in self.core.with_collections_around(touched.clone()) {
            // A collection that contains itself has no Puppet form, so the Puppet value stays as it
            // was.
            drop(self.nested_to_puppet(value, 0));
        }
        touched.into_iter().for_each(|value| self.core.watch(value));
        let changes = std::mem::take(&mut self.core.bridge.changes);
        if changes.is_empty() {
            return;
        }
        let Some(puppet) = self.world.puppet() else { return };
        for (before, made) in puppet.values_changed(changes) {
            self.core.follow(&before, made);
        }
    }
}
