//! When two types are equal.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use super::Type;

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
        match (self, other) {
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
            (Type::Array(a), Type::Array(b)) => Arc::ptr_eq(a, b) || a == b,
            (Type::Hash(a), Type::Hash(b)) => Arc::ptr_eq(a, b) || a == b,
            (Type::Tuple(a), Type::Tuple(b)) => Arc::ptr_eq(a, b) || a == b,
            (Type::Struct(a), Type::Struct(b)) => Arc::ptr_eq(a, b) || a == b,
            (Type::Variant(a), Type::Variant(b)) => Arc::ptr_eq(a, b) || same_set(a, b),
            (Type::Optional(a), Type::Optional(b))
            | (Type::NotUndef(a), Type::NotUndef(b))
            | (Type::Type(a), Type::Type(b))
            | (Type::Iterable(a), Type::Iterable(b))
            | (Type::Iterator(a), Type::Iterator(b)) => a == b,
            (Type::Sensitive(a), Type::Sensitive(b)) => a == b,
            (Type::Callable(a), Type::Callable(b)) => a == b,
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
            _ => discriminant(self) == discriminant(other),
        }
    }
}

impl Eq for Type {}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            Type::Any
            | Type::Unit
            | Type::Undef
            | Type::Default
            | Type::Scalar
            | Type::ScalarData
            | Type::Numeric
            | Type::Binary
            | Type::SemVerRange
            | Type::CatalogEntry => {}
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
            Type::Array(array) => array.hash(state),
            Type::Hash(hash) => hash.hash(state),
            Type::Tuple(tuple) => tuple.hash(state),
            Type::Struct(structure) => structure.hash(state),
            Type::Variant(options) => hash_set(options, state),
            Type::Optional(t)
            | Type::NotUndef(t)
            | Type::Type(t)
            | Type::Iterable(t)
            | Type::Iterator(t) => t.hash(state),
            Type::Sensitive(t) => t.hash(state),
            Type::Callable(callable) => callable.hash(state),
            Type::Init(init) => init.hash(state),
            Type::Runtime(runtime) => runtime.hash(state),
            Type::Object(object) => object.hash(state),
            Type::ObjectExtension(extension) => extension.hash(state),
            Type::TypeSet(set) => set.hash(state),
            Type::Resource(resource) => resource.hash(state),
            Type::Class(name) => name.hash(state),
            Type::Reference(text) => text.hash(state),
            Type::Alias(alias) => alias.hash(state),
        }
    }
}
