//! Objects of types that are defined with `type Name { attr … has … }`.
//!
//! An object is made unfinished, with an identity and nothing else, so that others can refer to it
//! while it is built; its features are set once, and never change. [`serial`] writes objects as
//! data, with references as URIs.

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
    /// What is stored for each feature, once the object is finished.
    features: OnceLock<Box<[Stored]>>,
    has_container: AtomicBool,
}

/// What an object stores for a feature.
#[derive(Debug, Clone, Default)]
pub enum Stored {
    /// Nothing was set.
    #[default]
    Unset,
    /// A value; an array for a feature with several.
    Value(Value),
    /// Objects that are not part of this one; one for a feature with a single value.
    References(Vec<Reference>),
}

/// A reference to an object that is not part of the one that has it.
///
/// Objects that refer to each other would keep each other alive for ever, so a reference to one
/// that is finished later than its owner is weak.
#[derive(Debug, Clone)]
pub enum Reference {
    /// An object that was finished before.
    Object(Arc<Instance>),
    /// An object that was not finished yet, such as one that holds the owner.
    Later(Weak<Instance>),
    /// What stood in data and leads to no object.
    Unresolved(Text),
}

impl Reference {
    /// A reference to an object, which owns it if it is finished.
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

    /// Whether both are one and the same.
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
    /// An unfinished object.
    pub fn unfinished(object_type: Arc<ObjectType>, table: Arc<FeatureTable>) -> Instance {
        let features = OnceLock::new();
        Instance { object_type, table, features, has_container: AtomicBool::new(false) }
    }

    /// The type.
    pub fn object_type(&self) -> &Arc<ObjectType> {
        &self.object_type
    }

    /// What objects of the type have.
    pub fn table(&self) -> &Arc<FeatureTable> {
        &self.table
    }

    /// What is stored, in the order of the features; none while the object is unfinished.
    pub fn stored(&self) -> Option<&[Stored]> {
        self.features.get().map(|features| &**features)
    }

    /// Ends the construction. Only the first call counts.
    pub fn finish(&self, features: Box<[Stored]>) {
        let _ = self.features.set(features);
    }

    /// Makes the object part of another, unless it is part of one.
    pub fn enter_container(&self) -> bool {
        !self.has_container.swap(true, Ordering::Relaxed)
    }

    /// Takes the object out of the one that it is part of.
    pub fn leave_container(&self) {
        self.has_container.store(false, Ordering::Relaxed);
    }

    /// Whether the object is part of another.
    pub fn has_container(&self) -> bool {
        self.has_container.load(Ordering::Relaxed)
    }

    /// The features with what is stored for them.
    pub fn entries(&self) -> impl Iterator<Item = (&Feature, &Stored)> {
        self.table.features.values().zip(self.stored().unwrap_or_default())
    }

    /// What is stored for the feature of that name.
    pub fn get(&self, name: &str) -> Option<&Stored> {
        let (index, _) = self.table.find(name)?;
        self.stored()?.get(index)
    }

    /// The values and objects that it holds on to, for whoever walks through values.
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

    /// Whether two objects are equal: of one type, with equal features. References are equal when
    /// they lead to one object.
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

    /// Whether both are the same as hash keys.
    pub(super) fn is_same(&self, other: &Instance, known: &EqualityMemo) -> bool {
        self.is_equal(other, |a, b| same(a, b, known))
    }

    /// Hashes the object, visiting about so many parts of it.
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
