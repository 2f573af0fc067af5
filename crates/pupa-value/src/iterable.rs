//! Iterable types and values, and the types of their elements.

use std::sync::Arc;

use crate::guard::Guard;
use crate::infer::infer_detailed;
use crate::types::{RuntimeName, RuntimeType, Size, Type};
use crate::value::{Sequence, Value};

impl Type {
    /// Whether values of the type can be iterated.
    pub fn is_iterable(&self) -> bool {
        self.is_iterable_guarded(&mut Guard::default())
    }

    fn is_iterable_guarded(&self, guard: &mut Guard) -> bool {
        match self {
            Type::Type(Some(t)) => is_iterable_type(t),
            Type::Enum(_)
            | Type::Integer(_)
            | Type::String(_)
            | Type::Collection(_)
            | Type::Array(_)
            | Type::Hash(_)
            | Type::Tuple(_)
            | Type::Struct(_)
            | Type::Iterable(_)
            | Type::Iterator(_) => true,
            Type::Object(object) => object
                .definition()
                .and_then(|definition| definition.parent.as_ref())
                .is_some_and(|parent| parent.is_iterable_guarded(guard)),
            Type::Runtime(t) => is_tree_iterator(t),
            Type::Alias(alias) => guard.with_this(Arc::as_ptr(alias) as usize, |guard| {
                !(guard.is_this_recursive() && alias.is_self_recursive())
                    && alias.get().is_some_and(|t| t.is_iterable_guarded(guard))
            }),
            _ => false,
        }
    }

    /// The element type of an iteration over a value of the type, if it is known.
    pub fn iterated_type(&self) -> Option<Type> {
        match self.resolved() {
            Type::Type(Some(t)) if is_iterable_type(t) => Some((**t).clone()),
            Type::Enum(_) | Type::String(_) => Some(Type::sized_string(1, Some(1))),
            Type::Integer(_) => Some(Type::INTEGER),
            Type::Iterable(t) | Type::Iterator(t) => t.as_deref().cloned(),
            Type::Array(array) => Some(&array.element).filter(|t| !matches!(t, Type::Any)).cloned(),
            Type::Hash(_) if *self.resolved() == Type::any_hash() => {
                Some(pair(Type::Unit, Type::Unit))
            }
            Type::Hash(hash) => Some(pair(hash.key.clone(), hash.value.clone())),
            Type::Tuple(tuple) => Some(Type::variant(tuple.types.iter().cloned())),
            Type::Struct(structure) if structure.members().is_empty() => {
                Some(pair(Type::Unit, Type::Unit))
            }
            Type::Struct(structure) => Some(pair(
                Type::variant(structure.members().iter().map(|m| m.key_type())),
                Type::variant(structure.members().iter().map(|m| m.value.clone())),
            )),
            Type::Object(object) => {
                object.definition().and_then(|d| d.parent.as_ref()).and_then(Type::iterated_type)
            }
            _ => None,
        }
    }
}

/// Whether this is the type of a tree iterator.
fn is_tree_iterator(t: &RuntimeType) -> bool {
    let prefix = "Puppet::Pops::Types::Iterable::";
    matches!(&t.name, Some(RuntimeName::Name(name)) if name.starts_with(prefix))
}

/// Whether the type itself, as a value, can be iterated.
fn is_iterable_type(t: &Type) -> bool {
    match t {
        Type::Enum(_) => true,
        Type::Integer(range) => range.from().is_some() && range.to().is_some(),
        _ => false,
    }
}

fn pair(key: Type, value: Type) -> Type {
    Type::tuple([key, value], Some(Size { from: 2, to: Some(2) }))
}

/// The sequence of a value's elements; `None` if the value cannot be iterated.
///
/// ```
/// use pupa_value::{Value, iterable::iterable_over};
/// let numbers = iterable_over(&Value::Integer(3)).unwrap();
/// assert_eq!(numbers.elements().collect::<Vec<_>>(), [0, 1, 2].map(Value::Integer));
/// ```
pub fn iterable_over(value: &Value) -> Option<Arc<Sequence>> {
    let sequence = match value {
        Value::Iterator(sequence) => return Some(Arc::clone(sequence)),
        Value::String(text) => Sequence::over_characters(text.clone()),
        Value::Array(elements) => {
            let element = if elements.is_empty() {
                Type::Unit
            } else {
                Type::variant(elements.iter().map(infer_detailed))
            };
            Sequence::over_array(Arc::clone(elements), Some(element))
        }
        Value::Hash(hash) => {
            let element = if hash.is_empty() {
                pair(Type::Unit, Type::Unit)
            } else {
                pair(
                    Type::variant(hash.keys().map(infer_detailed)),
                    Type::variant(hash.values().map(infer_detailed)),
                )
            };
            Sequence::over_hash(Arc::clone(hash), Some(element))
        }
        Value::Integer(0) => Sequence::over_array(Arc::default(), Some(Type::Unit)),
        Value::Integer(number) if *number > 0 => Sequence::over_range(0, number - 1),
        Value::Type(t) => match t.resolved() {
            Type::Integer(range) => {
                let (from, to) = range.finite()?;
                Sequence::over_range(from, to)
            }
            Type::Enum(values) => {
                let elements = values.values().iter().cloned().map(Value::String).collect();
                Sequence::over_array(Arc::new(elements), Some(t.resolved().clone()))
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Arc::new(sequence))
}
