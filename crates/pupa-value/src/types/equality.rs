//! Equality and hashing of types.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use super::{CallableType, TupleType, Type};
use crate::sharing::EqualityMemo;

/// Whether two lists contain the same items, in any order. Like the reference, this compares only
/// the lengths and whether each item of the first list is in the second.
fn same_set<T: Eq + Hash>(a: &[T], b: &[T]) -> bool {
    a == b
        || a.len() == b.len() && {
            let others: FxHashSet<&T> = b.iter().collect();
            a.iter().all(|item| others.contains(item))
        }
}

/// An order-independent hash.
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

/// Whether two types are equal; the results of shared pairs are memoised.
fn same(this: &Type, other: &Type, memo: &EqualityMemo) -> bool {
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
            memo.compare(a, b, || a.size == b.size && same(&a.element, &b.element, memo))
        }
        (Type::Hash(a), Type::Hash(b)) => memo.compare(a, b, || {
            a.size == b.size && same(&a.key, &b.key, memo) && same(&a.value, &b.value, memo)
        }),
        (Type::Tuple(a), Type::Tuple(b)) => memo.compare(a, b, || same_tuple(a, b, memo)),
        (Type::Struct(a), Type::Struct(b)) => memo.compare(a, b, || {
            let (a, b) = (a.members(), b.members());
            a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| {
                    a.name == b.name && a.optional == b.optional && same(&a.value, &b.value, memo)
                })
        }),
        (Type::Variant(a), Type::Variant(b)) => memo.compare(a, b, || {
            same_types(a, b, memo) || same_set(&memoized(a, memo), &memoized(b, memo))
        }),
        (Type::Optional(a), Type::Optional(b))
        | (Type::NotUndef(a), Type::NotUndef(b))
        | (Type::Type(a), Type::Type(b))
        | (Type::Iterable(a), Type::Iterable(b))
        | (Type::Iterator(a), Type::Iterator(b)) => match (a, b) {
            (Some(a), Some(b)) => same(a, b, memo),
            (a, b) => a.is_none() && b.is_none(),
        },
        (Type::Sensitive(a), Type::Sensitive(b)) => same(a, b, memo),
        (Type::Callable(a), Type::Callable(b)) => match (a, b) {
            (Some(a), Some(b)) => memo.compare(a, b, || same_callable(a, b, memo)),
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
        // The remaining types have no parameters.
        _ => discriminant(this) == discriminant(other),
    }
}

/// A type whose equality uses the memoised results.
struct MemoizedType<'a>(&'a Type, &'a EqualityMemo);

impl PartialEq for MemoizedType<'_> {
    fn eq(&self, other: &Self) -> bool {
        same(self.0, other.0, self.1)
    }
}

impl Eq for MemoizedType<'_> {}

impl Hash for MemoizedType<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

fn memoized<'a>(types: &'a [Type], memo: &'a EqualityMemo) -> Vec<MemoizedType<'a>> {
    types.iter().map(|t| MemoizedType(t, memo)).collect()
}

fn same_types(a: &[Type], b: &[Type], memo: &EqualityMemo) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, memo))
}

fn same_tuple(a: &TupleType, b: &TupleType, memo: &EqualityMemo) -> bool {
    a.size == b.size && same_types(&a.types, &b.types, memo)
}

fn same_callable(a: &CallableType, b: &CallableType, memo: &EqualityMemo) -> bool {
    let same_option = |a: &Option<Type>, b: &Option<Type>| match (a, b) {
        (Some(a), Some(b)) => same(a, b, memo),
        (a, b) => a.is_none() && b.is_none(),
    };
    let same_params = match (&a.params, &b.params) {
        (Some(a), Some(b)) => same_tuple(a, b, memo),
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
                let parts: Vec<ComponentHash<'_>> = options.iter().map(ComponentHash).collect();
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

/// A component of a type, with a shallow hash.
struct ComponentHash<'a>(&'a Type);

impl Hash for ComponentHash<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_part(self.0, state);
    }
}

/// Hashes a component of a type shallowly: types may share their parts at every level, so that a
/// deep hash would take time exponential in the depth.
fn hash_part(t: &Type, state: &mut impl Hasher) {
    discriminant(t).hash(state);
    hash_leaf(t, state);
}

/// Hashes the parameters of a type other than types.
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
