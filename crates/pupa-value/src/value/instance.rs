//! Objects of types that are defined with `type Name { attr … has … }`.
//!
//! An object is first created unfinished, so that others can refer to it during its construction;
//! its features are set once, and then never change. [`serial`] serialises objects with references
//! as URIs.

mod serial;

pub(crate) use serial::Tree;
pub use serial::{Uri, key_of, read_uri};

use std::hash::{Hash as _, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use super::identity::{hash_value, same};
use super::{Text, Value};
use crate::sharing::EqualityMemo;
use crate::types::object::{Feature, FeatureTable, ObjectType};

/// An object of a defined type.
#[derive(Debug)]
pub struct Instance {
    object_type: Arc<ObjectType>,
    table: Arc<FeatureTable>,
    /// The feature values; set when the object is finished.
    features: OnceLock<Box<[Stored]>>,
    has_container: AtomicBool,
}

/// The stored state of a feature.
#[derive(Debug, Clone, Default)]
pub enum Stored {
    /// The feature is not set.
    #[default]
    Unset,
    /// A value; an array for a multi-valued feature.
    Value(Value),
    /// Objects that are not contained in this one; a single one for a single-valued feature.
    References(Vec<Reference>),
}

/// A reference to an object that the owner does not contain.
///
/// A reference to an object that is finished later than its owner is weak, since objects that refer
/// to each other would otherwise never be freed.
#[derive(Debug, Clone)]
pub enum Reference {
    /// An object that was already finished.
    Object(Arc<Instance>),
    /// An object that was not yet finished, such as the container of the owner.
    Later(Weak<Instance>),
    /// A reference from data that resolves to no object.
    Unresolved(Text),
}

impl Reference {
    /// Creates a reference to an object, which is strong if the object is finished.
    pub fn to(object: &Arc<Instance>) -> Reference {
        match object.stored() {
            Some(_) => Reference::Object(Arc::clone(object)),
            None => Reference::Later(Arc::downgrade(object)),
        }
    }

    /// The object, if there is one.
    pub fn target(&self) -> Option<Arc<Instance>> {
        match self {
            Reference::Object(object) => Some(Arc::clone(object)),
            Reference::Later(object) => object.upgrade(),
            Reference::Unresolved(_) => None,
        }
    }

    /// Whether both references lead to the same object.
    fn is_same(&self, other: &Reference) -> bool {
        match (self, other) {
            (Reference::Unresolved(a), Reference::Unresolved(b)) => a == b,
            _ => match (self.target(), other.target()) {
                (Some(a), Some(b)) => Arc::ptr_eq(&a, &b),
                _ => false,
            },
        }
    }
}

impl Instance {
    /// Creates an unfinished object.
    pub fn unfinished(object_type: Arc<ObjectType>, table: Arc<FeatureTable>) -> Instance {
        let features = OnceLock::new();
        Instance { object_type, table, features, has_container: AtomicBool::new(false) }
    }

    /// The type.
    pub fn object_type(&self) -> &Arc<ObjectType> {
        &self.object_type
    }

    /// The features of the type.
    pub fn table(&self) -> &Arc<FeatureTable> {
        &self.table
    }

    /// The feature states in the order of the features; `None` while the object is unfinished.
    pub fn stored(&self) -> Option<&[Stored]> {
        self.features.get().map(|features| &**features)
    }

    /// Finishes the object. Later calls have no effect.
    pub fn finish(&self, features: Box<[Stored]>) {
        let _ = self.features.set(features);
    }

    /// Marks the object as contained in another. Returns `false` if it already has a container.
    pub fn enter_container(&self) -> bool {
        !self.has_container.swap(true, Ordering::Relaxed)
    }

    /// Marks the object as not contained in another.
    pub fn leave_container(&self) {
        self.has_container.store(false, Ordering::Relaxed);
    }

    /// Whether the object is contained in another.
    pub fn has_container(&self) -> bool {
        self.has_container.load(Ordering::Relaxed)
    }

    /// The features with their states.
    pub fn entries(&self) -> impl Iterator<Item = (&Feature, &Stored)> {
        self.table.features.values().zip(self.stored().unwrap_or_default())
    }

    /// The state of the feature with this name.
    pub fn get(&self, name: &str) -> Option<&Stored> {
        let (index, _) = self.table.find(name)?;
        self.stored()?.get(index)
    }

    /// The values and the strongly referenced objects, for walks through values.
    pub fn parts(&self) -> impl Iterator<Item = Value> + '_ {
        self.stored().unwrap_or_default().iter().flat_map(|stored| {
            let (value, references) = match stored {
                Stored::Unset => (None, &[][..]),
                Stored::Value(value) => (Some(value.clone()), &[][..]),
                Stored::References(references) => (None, &**references),
            };
            let strong = references.iter().filter_map(|reference| match reference {
                Reference::Object(object) => Some(Value::Instance(Arc::clone(object))),
                Reference::Later(_) | Reference::Unresolved(_) => None,
            });
            value.into_iter().chain(strong)
        })
    }

    /// Whether two objects are equal: they have the same type and equal features. References are
    /// equal if they lead to the same object.
    pub(crate) fn is_equal(
        &self,
        other: &Instance,
        mut are_equal: impl FnMut(&Value, &Value) -> bool,
    ) -> bool {
        let (Some(own), Some(others)) = (self.stored(), other.stored()) else {
            return std::ptr::eq(self, other);
        };
        *self.object_type == *other.object_type
            && own.iter().zip(others).all(|pair| match pair {
                (Stored::Unset, Stored::Unset) => true,
                (Stored::Value(a), Stored::Value(b)) => are_equal(a, b),
                (Stored::References(a), Stored::References(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
                }
                _ => false,
            })
    }

    /// Whether both are equal as hash keys.
    pub(super) fn is_same(&self, other: &Instance, memo: &EqualityMemo) -> bool {
        self.is_equal(other, |a, b| same(a, b, memo))
    }

    /// Hashes the object, visiting approximately `parts` parts of it.
    pub(super) fn hash_within<H: Hasher>(&self, parts: usize, state: &mut H) {
        self.object_type.name.hash(state);
        let stored = self.stored().unwrap_or_default();
        for stored in stored.iter().take(parts) {
            if let Stored::Value(value) = stored {
                hash_value(value, parts / self.table.features.len(), state);
            }
        }
    }
}
