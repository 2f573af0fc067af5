//! Instances of object types.

use std::hash::{Hash as _, Hasher};
use std::sync::Arc;

use super::identity::{hash_value, same};
use super::{Hash, Text, Value};
use crate::error::{Error, Result};
use crate::mismatch::{assert_instance, assert_instance_with};
use crate::pcore;
use crate::sharing::EqualityMemo;
use crate::types::object::{Attribute, AttributeKind, Equality, ObjectType};

/// An instance of an object type.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its type.
    pub object_type: Arc<ObjectType>,
    /// The values of all stored attributes, including defaults; inherited attributes first, in the
    /// order of their definition.
    pub values: Box<[Value]>,
}

impl Object {
    /// Creates an instance from constructor arguments, whose types are checked.
    pub fn from_args(object_type: &Arc<ObjectType>, args: &[Value]) -> Result<Object> {
        let object = Object::from_checked_args(object_type, args)?;
        for (attribute, value) in object_type.layout().stored().zip(&object.values) {
            assert_instance_with(&attribute.value_type, value, || {
                format!("{}[{}]", attribute.container, attribute.name)
            })?;
        }
        Ok(object)
    }

    /// Creates an instance from a hash of attributes, whose types are checked.
    pub fn from_hash(object_type: &Arc<ObjectType>, hash: &Value) -> Result<Object> {
        let subject = format!("{} initializer", object_type.label());
        assert_instance(&subject, object_type.layout().init_hash_type(), hash)?;
        Object::from_checked_hash(object_type, hash)
    }

    /// Creates an instance from arguments whose types were already checked.
    pub fn from_checked_args(object_type: &Arc<ObjectType>, args: &[Value]) -> Result<Object> {
        let layout = object_type.layout();
        layout.check_arity(args.len())?;
        layout.check_constructible()?;
        let mut values = vec![Value::Undef; layout.stored().len()];
        for (index, (attribute, position)) in layout.parameters().enumerate() {
            let value = args.get(index).or(attribute.value.as_ref());
            values[position] = value.cloned().unwrap_or_default();
        }
        Ok(Object { object_type: Arc::clone(object_type), values: values.into() })
    }

    /// Creates an instance from a hash whose type was already checked.
    pub fn from_checked_hash(object_type: &Arc<ObjectType>, hash: &Value) -> Result<Object> {
        let layout = object_type.layout();
        layout.check_constructible()?;
        let given = |attribute: &Attribute| hash.as_hash()?.get_str(&attribute.name);
        let values = layout
            .stored()
            .map(|a| given(a).or(a.value.as_ref()).cloned().unwrap_or_default())
            .collect();
        Ok(Object { object_type: Arc::clone(object_type), values })
    }

    /// The value of an attribute or constant.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let layout = self.object_type.layout();
        match layout.position(name) {
            Some(position) => self.values.get(position),
            None => layout.attribute(name)?.value.as_ref(),
        }
    }

    /// The value of an attribute, or an error if it is derived; `None` if there is no such
    /// attribute.
    pub fn read(&self, name: &str) -> Result<Option<&Value>> {
        match self.object_type.attribute(name) {
            Some(attribute) if attribute.kind == AttributeKind::Derived => Err(Error::other(
                format!("no method is implemented for derived {}", attribute.label()),
            )),
            Some(_) => Ok(self.get(name)),
            None => Ok(None),
        }
    }

    /// The attributes without those that have their default value, as in the string form of the
    /// instance.
    pub fn init_hash(&self) -> Hash {
        if pcore::hides_attributes(&self.object_type) {
            return Hash::new();
        }
        let stored = self.object_type.layout().stored().zip(&self.values);
        stored
            .filter(|(attribute, value)| !attribute.is_default(value))
            .map(|(attribute, value)| (Value::from(attribute.name.clone()), value.clone()))
            .collect()
    }

    /// The constructor arguments that create an equal instance, without trailing defaults, as in
    /// the serialised form.
    pub fn arguments(&self) -> Vec<(Text, Value)> {
        let layout = self.object_type.layout();
        let parameters: Vec<(&Attribute, usize)> = layout.parameters().collect();
        let defaults = parameters
            .iter()
            .skip(layout.signature_required())
            .rev()
            .take_while(|(attribute, position)| attribute.is_default(&self.values[*position]))
            .count();
        parameters[..parameters.len() - defaults]
            .iter()
            .map(|(attribute, position)| (attribute.name.clone(), self.values[*position].clone()))
            .collect()
    }
}

impl Object {
    /// Whether both are equal; shared pairs of values are compared once.
    pub(super) fn is_same(&self, other: &Object, memo: &EqualityMemo) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        match self.object_type.layout().equality() {
            Equality::Identity => false,
            Equality::Attributes { names, include_type } => {
                let same_type = || {
                    Arc::ptr_eq(&self.object_type, &other.object_type)
                        || self.object_type == other.object_type
                };
                let are_same = |name: &Text| match (self.get(name), other.get(name)) {
                    (Some(a), Some(b)) => same(a, b, memo),
                    (a, b) => a.is_none() && b.is_none(),
                };
                (!include_type || same_type()) && names.iter().all(are_same)
            }
        }
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        self.is_same(other, &EqualityMemo::default())
    }
}

impl Eq for Object {}

impl Object {
    /// Hashes the instance, visiting approximately `parts` parts of it.
    pub(super) fn hash_within<H: Hasher>(&self, parts: usize, state: &mut H) {
        match self.object_type.layout().equality() {
            Equality::Identity => std::ptr::from_ref(self).hash(state),
            Equality::Attributes { names, .. } => {
                for value in names.iter().take(parts).filter_map(|name| self.get(name)) {
                    hash_value(value, parts / names.len(), state);
                }
            }
        }
    }
}
