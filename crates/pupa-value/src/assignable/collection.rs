//! Assignability of collections, iterables and iterators.

use std::sync::Arc;

use crate::guard::Guard;
use crate::types::{HashType, Size, StructType, TupleType, Type};

/// Whether a collection type accepts another type that is not a union of several.
pub(super) fn accepts(mine: &Type, other: &Type, guard: &mut Guard) -> bool {
    match mine {
        Type::Collection(size) => {
            size_of(other).is_some_and(|theirs| any_size(size.as_deref()).covers(theirs))
        }
        Type::Array(array) => match other {
            Type::Tuple(tuple) => {
                let theirs = tuple.size.unwrap_or(Size::exactly(tuple.types.len()));
                any_size(array.size.as_ref()).covers(theirs)
                    && tuple.types.iter().all(|t| array.element.accepts_guarded(t, guard))
            }
            Type::Array(theirs) => {
                any_size(array.size.as_ref()).covers(any_size(theirs.size.as_ref()))
                    && array.element.accepts_guarded(&theirs.element, guard)
            }
            _ => false,
        },
        Type::Hash(hash) => hash_accepts(hash, other, guard),
        Type::Tuple(tuple) => tuple_accepts(tuple, other, guard),
        Type::Struct(structure) => struct_accepts(structure, other, guard),
        Type::Iterable(inner) => iterable_accepts(inner.as_ref(), other, guard),
        Type::Iterator(inner) => match other {
            Type::Iterator(theirs) => match (inner, theirs) {
                (None, _) => true,
                (Some(mine), Some(theirs)) => mine.accepts_guarded(theirs, guard),
                (Some(_), None) => false,
            },
            _ => false,
        },
        _ => false,
    }
}

fn any_size(size: Option<&Size>) -> Size {
    size.copied().unwrap_or(Size::ANY)
}

/// The range of sizes of a collection type, as `Collection` sees it.
fn size_of(t: &Type) -> Option<Size> {
    match t {
        Type::Collection(size) => Some(any_size(size.as_deref())),
        Type::Array(array) => Some(any_size(array.size.as_ref())),
        Type::Hash(hash) => Some(any_size(hash.size.as_ref())),
        Type::Tuple(tuple) => Some(tuple.size.unwrap_or(Size::exactly(tuple.types.len()))),
        // Compat: optional members count as present.
        // Pinned by `quirk-optional-members-are-present`.
        Type::Struct(structure) => Some(Size::exactly(structure.members().len())),
        _ => None,
    }
}

fn hash_accepts(mine: &HashType, other: &Type, guard: &mut Guard) -> bool {
    let size = any_size(mine.size.as_ref());
    match other {
        Type::Hash(theirs) => {
            size.from == 0 && theirs.is_empty()
                || mine.key.accepts_guarded(&theirs.key, guard)
                    && mine.value.accepts_guarded(&theirs.value, guard)
                    && size.covers(any_size(theirs.size.as_ref()))
        }
        Type::Struct(structure) => {
            size.contains(structure.members().len())
                && structure.members().iter().all(|member| {
                    mine.key.is_instance_guarded(&member.name.clone().into(), guard)
                        && mine.value.accepts_guarded(&member.value, guard)
                })
        }
        _ => false,
    }
}

fn tuple_accepts(mine: &TupleType, other: &Type, guard: &mut Guard) -> bool {
    let size = mine.size_range();
    match other {
        Type::Tuple(theirs) => {
            if mine == &**theirs {
                return true;
            }
            if !size.covers(theirs.size_range()) {
                return false;
            }
            if mine.types.is_empty() {
                return true;
            }
            if theirs.types.is_empty() {
                return size.from == 0;
            }
            theirs
                .types
                .iter()
                .enumerate()
                .all(|(index, t)| mine.at(index).is_some_and(|mine| mine.accepts_guarded(t, guard)))
        }
        Type::Array(theirs) => {
            let their_size = any_size(theirs.size.as_ref());
            size.covers(their_size) && {
                let reached =
                    their_size.to.map_or(usize::MAX, |to| usize::try_from(to).unwrap_or(0));
                mine.types.iter().take(reached).all(|t| t.accepts_guarded(&theirs.element, guard))
            }
        }
        _ => false,
    }
}

fn struct_accepts(mine: &StructType, other: &Type, guard: &mut Guard) -> bool {
    match other {
        Type::Struct(theirs) => {
            let mut matched = 0;
            mine.members().iter().all(|member| match theirs.member(&member.name) {
                None => member.optional,
                Some(given) => {
                    matched += 1;
                    (member.optional || !given.optional)
                        && member.value.accepts_guarded(&given.value, guard)
                }
            }) && matched == theirs.names()
        }
        Type::Hash(hash) => {
            let required: Vec<_> = mine.members().iter().filter(|m| !m.optional).collect();
            let fit = required.iter().all(|member| {
                member.value.accepts_guarded(&hash.value, guard) && Type::STRING.accepts(&hash.key)
            });
            fit && Size {
                from: Size::exactly(required.len()).from,
                to: Size::exactly(mine.members().len()).to,
            }
            .covers(any_size(hash.size.as_ref()))
        }
        _ => false,
    }
}

fn iterable_accepts(mine: Option<&Arc<Type>>, other: &Type, guard: &mut Guard) -> bool {
    match mine {
        Some(element) if !element.accepts_guarded(&Type::Any, guard) => {
            other.iterated_type().is_some_and(|iterated| element.accepts_guarded(&iterated, guard))
        }
        _ => other.is_iterable(),
    }
}
