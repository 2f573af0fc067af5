//! When two types are equal.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use super::{CallableType, TupleType, Type};
use crate::sharing::EqualityMemo;

/// Whether two lists hold the same things, in whatever order. Like the reference it only asks
/// whether all of the first are among the second, and whether there are as many.
fn same_set<T: Eq + Hash>(a: &[T], b: &[T]) -> bool {
    a == b
        || a.len() == b.len() && {
            let known: FxHashSet<&T> = b.iter().collect();
            a.iter().all(|item| known.contains(item))
        }
}

/// A hash that does not depend on the order.
fn hash_set<T: Hash>(items: &[T], state: &mut impl Hasher) {
    let sum = items.iter().fold(0u64, |sum, item| {
        let mut hasher = FxHasher::default();
        item.hash(&mut hasher);
        sum.wrapping_add(hasher.finish())
    });
    sum.hash(state);
}

impl PartialEq for Type {
    fn eq(&self, other: &Type) -> bool {
        same(self, other, &EqualityMemo::default())
    }
}

impl Eq for Type {}

/// Whether two types are equal; pairs that are known to be are not compared again.
fn same(this: &Type, other: &Type, known: &EqualityMemo) -> bool {
    match (this, other) {
        (Type::Integer(a), Type::Integer(b)) => a == b,
        (Type::Float(a), Type::Float(b)) => a == b,
        (Type::Boolean(a), Type::Boolean(b)) => a == b,
        (Type::String(a), Type::String(b)) => a == b,
        (Type::Enum(a), Type::Enum(b)) => Arc::ptr_eq(a, b) || a == b,
        (Type::Pattern(a), Type::Pattern(b)) => same_set(a, b),
        (Type::Regexp(a), Type::Regexp(b)) => a == b,
        (Type::Timestamp(a), Type::Timestamp(b)) => a == b,
        (Type::Timespan(a), Type::Timespan(b)) => a == b,
        (Type::SemVer(a), Type::SemVer(b)) => a == b,
        (Type::Uri(a), Type::Uri(b)) => a == b,
        (Type::Collection(a), Type::Collection(b)) => a == b,
        (Type::Array(a), Type::Array(b)) => {
            known.compare(a, b, || a.size == b.size && same(&a.element, &b.element, known))
        }
        (Type::Hash(a), Type::Hash(b)) => known.compare(a, b, || {
            a.size == b.size && same(&a.key, &b.key, known) && same(&a.value, &b.value, known)
        }),
        (Type::Tuple(a), Type::Tuple(b)) => known.compare(a, b, || same_tuple(a, b, known)),
        (Type::Struct(a), Type::Struct(b)) => known.compare(a, b, || {
            let (a, b) = (a.members(), b.members());
            a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| {
                    a.name == b.name && a.optional == b.optional && same(&a.value, &b.value, known)
                })
        }),
        (Type::Variant(a), Type::Variant(b)) => known.compare(a, b, || {
            same_types(a, b, known) || same_set(&compared(a, known), &compared(b, known))
        }),
        (Type::Optional(a), Type::Optional(b))
        | (Type::NotUndef(a), Type::NotUndef(b))
        | (Type::Type(a), Type::Type(b))
        | (Type::Iterable(a), Type::Iterable(b))
        | (Type::Iterator(a), Type::Iterator(b)) => match (a, b) {
            (Some(a), Some(b)) => same(a, b, known),
            (a, b) => a.is_none() && b.is_none(),
        },
        (Type::Sensitive(a), Type::Sensitive(b)) => same(a, b, known),
        (Type::Callable(a), Type::Callable(b)) => match (a, b) {
            (Some(a), Some(b)) => known.compare(a, b, || same_callable(a, b, known)),
            (a, b) => a.is_none() && b.is_none(),
        },
        (Type::Init(a), Type::Init(b)) => a == b,
        (Type::Runtime(a), Type::Runtime(b)) => a == b,
        (Type::Object(a), Type::Object(b)) => Arc::ptr_eq(a, b) || a == b,
        (Type::ObjectExtension(a), Type::ObjectExtension(b)) => Arc::ptr_eq(a, b) || a == b,
        (Type::TypeSet(a), Type::TypeSet(b)) => Arc::ptr_eq(a, b) || a == b,
        (Type::Resource(a), Type::Resource(b)) => a == b,
        (Type::Class(a), Type::Class(b)) => a == b,
        (Type::Reference(a), Type::Reference(b)) => a == b,
        (Type::Alias(a), Type::Alias(b)) => a == b,
        // What is left has no parameters.
        _ => discriminant(this) == discriminant(other),
    }
}

/// A type that is looked for while types are compared.
struct Compared<'a>(&'a Type, &'a EqualityMemo);

impl PartialEq for Compared<'_> {
    fn eq(&self, other: &Self) -> bool {
        same(self.0, other.0, self.1)
    }
}

impl Eq for Compared<'_> {}

impl Hash for Compared<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

fn compared<'a>(types: &'a [Type], known: &'a EqualityMemo) -> Vec<Compared<'a>> {
    types.iter().map(|t| Compared(t, known)).collect()
}

fn same_types(a: &[Type], b: &[Type], known: &EqualityMemo) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, known))
}

fn same_tuple(a: &TupleType, b: &TupleType, known: &EqualityMemo) -> bool {
    a.size == b.size && same_types(&a.types, &b.types, known)
}

fn same_callable(a: &CallableType, b: &CallableType, known: &EqualityMemo) -> bool {
    let same_option = |a: &Option<Type>, b: &Option<Type>| match (a, b) {
        (Some(a), Some(b)) => same(a, b, known),
        (a, b) => a.is_none() && b.is_none(),
    };
    let same_params = match (&a.params, &b.params) {
        (Some(a), Some(b)) => same_tuple(a, b, known),
        (a, b) => a.is_none() && b.is_none(),
    };
    same_params && same_option(&a.block, &b.block) && same_option(&a.returns, &b.returns)
}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            Type::Array(array) => {
                array.size.hash(state);
                hash_part(&array.element, state);
            }
            Type::Hash(hash) => {
                hash.size.hash(state);
                hash_part(&hash.key, state);
                hash_part(&hash.value, state);
            }
            Type::Tuple(tuple) => {
                tuple.size.hash(state);
                tuple.types.iter().for_each(|t| hash_part(t, state));
            }
            Type::Struct(structure) => structure.members().iter().for_each(|member| {
                member.name.hash(state);
                member.optional.hash(state);
                hash_part(&member.value, state);
            }),
            Type::Variant(options) => {
                let parts: Vec<Part<'_>> = options.iter().map(Part).collect();
                hash_set(&parts, state);
            }
            Type::Optional(Some(t))
            | Type::NotUndef(Some(t))
            | Type::Type(Some(t))
            | Type::Iterable(Some(t))
            | Type::Iterator(Some(t))
            | Type::Sensitive(t) => hash_part(t, state),
            Type::Callable(Some(callable)) => {
                let params = callable.params.iter().flat_map(|params| &params.types);
                params.for_each(|t| hash_part(t, state));
            }
            Type::Init(Some(init)) => hash_part(&init.target, state),
            _ => hash_leaf(self, state),
        }
    }
}

/// A type inside another, as far as the hash of the other looks.
struct Part<'a>(&'a Type);

impl Hash for Part<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_part(self.0, state);
    }
}

/// Hashes a type inside another without looking further: types may be shared at every level, and
/// looking all the way down would take time exponential in the depth.
fn hash_part(t: &Type, state: &mut impl Hasher) {
    discriminant(t).hash(state);
    hash_leaf(t, state);
}

/// Hashes what a type holds that is no type.
fn hash_leaf(t: &Type, state: &mut impl Hasher) {
    match t {
        Type::Integer(range) => range.hash(state),
        Type::Float(range) => range.hash(state),
        Type::Boolean(truth) => truth.hash(state),
        Type::String(string) => string.hash(state),
        Type::Enum(values) => values.hash(state),
        Type::Pattern(patterns) => hash_set(patterns, state),
        Type::Regexp(regexp) => regexp.hash(state),
        Type::Timestamp(range) => range.hash(state),
        Type::Timespan(range) => range.hash(state),
        Type::SemVer(ranges) => ranges.hash(state),
        Type::Uri(parameters) => parameters.as_ref().map(|hash| hash.len()).hash(state),
        Type::Collection(size) => size.hash(state),
        Type::Runtime(runtime) => runtime.hash(state),
        Type::Object(object) => object.hash(state),
        Type::ObjectExtension(extension) => extension.hash(state),
        Type::TypeSet(set) => set.hash(state),
        Type::Resource(resource) => resource.hash(state),
        Type::Class(name) => name.hash(state),
        Type::Reference(text) => text.hash(state),
        Type::Alias(alias) => alias.hash(state),
        _ => {}
    }
}
