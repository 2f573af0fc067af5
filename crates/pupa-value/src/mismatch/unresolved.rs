//! Finds unresolved type names within a type.

use std::sync::Arc;

use crate::types::object::{Attribute, ObjectType};
use crate::types::type_set::TypeSet;
use crate::types::{CallableType, TupleType, Type};
use crate::value::{Hash, Text, Value};

/// The first unresolved name in the type, in the order in which the reference visits its parts.
pub(super) fn find(t: &Type) -> Option<Text> {
    Finder::default().in_type(t)
}

/// Keeps the visited named types, since these may be recursive.
#[derive(Default)]
struct Finder {
    entered: rustc_hash::FxHashSet<*const ()>,
}

impl Finder {
    fn in_type(&mut self, t: &Type) -> Option<Text> {
        match t {
            Type::Reference(name) => Some(name.clone()),
            Type::Array(array) => self.in_type(&array.element),
            Type::Hash(hash) => self.in_type(&hash.key).or_else(|| self.in_type(&hash.value)),
            Type::Tuple(tuple) => self.in_tuple(tuple),
            Type::Struct(members) => {
                members.members().iter().find_map(|member| self.in_type(&member.value))
            }
            Type::Variant(options) => self.in_types(options.iter()),
            Type::Optional(inner)
            | Type::NotUndef(inner)
            | Type::Type(inner)
            | Type::Iterable(inner)
            | Type::Iterator(inner) => inner.as_ref().and_then(|inner| self.in_type(inner)),
            Type::Sensitive(inner) => self.in_type(inner),
            Type::Init(init) => init.as_ref().and_then(|init| self.in_type(&init.target)),
            Type::Callable(callable) => {
                callable.as_ref().and_then(|callable| self.in_callable(callable))
            }
            Type::Object(object) => self.in_object(object),
            Type::TypeSet(set) => self.in_type_set(set),
            Type::Alias(alias) => {
                if !self.entered.insert(Arc::as_ptr(alias).cast()) {
                    return None;
                }
                alias.get().and_then(|inner| self.in_type(inner))
            }
            _ => None,
        }
    }

    fn in_types<'a>(&mut self, types: impl IntoIterator<Item = &'a Type>) -> Option<Text> {
        types.into_iter().find_map(|t| self.in_type(t))
    }

    fn in_tuple(&mut self, tuple: &TupleType) -> Option<Text> {
        self.in_types(&tuple.types)
    }

    fn in_callable(&mut self, callable: &CallableType) -> Option<Text> {
        callable
            .params
            .as_ref()
            .and_then(|params| self.in_tuple(params))
            .or_else(|| self.in_types(&callable.block))
            .or_else(|| self.in_types(&callable.returns))
    }

    fn in_object(&mut self, object: &Arc<ObjectType>) -> Option<Text> {
        if !self.entered.insert(Arc::as_ptr(object).cast()) {
            return None;
        }
        let definition = object.definition()?;
        self.in_annotations(definition.annotations.as_ref())
            .or_else(|| self.in_types(&definition.parent))
            .or_else(|| self.in_attributes(definition.type_parameters.values()))
            .or_else(|| self.in_attributes(definition.attributes.values()))
            .or_else(|| {
                definition.functions.values().find_map(|function| {
                    self.in_annotations(function.annotations.as_ref())
                        .or_else(|| self.in_type(&function.callable))
                })
            })
    }

    fn in_attributes<'a>(
        &mut self,
        attributes: impl Iterator<Item = &'a Attribute>,
    ) -> Option<Text> {
        for attribute in attributes {
            let found = self
                .in_annotations(attribute.annotations.as_ref())
                .or_else(|| self.in_type(&attribute.value_type));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn in_type_set(&mut self, set: &Arc<TypeSet>) -> Option<Text> {
        if !self.entered.insert(Arc::as_ptr(set).cast()) {
            return None;
        }
        let definition = set.definition()?;
        self.in_annotations(definition.annotations.as_ref())
            .or_else(|| self.in_types(definition.types.values()))
    }

    fn in_annotations(&mut self, annotations: Option<&Hash>) -> Option<Text> {
        annotations?.keys().filter_map(Value::as_type).find_map(|t| self.in_type(t))
    }
}
