//! Accumulates the common type of many values in time linear in their total size.
//!
//! The result equals that of folding with [`common_type`]. Folding creates a new `Enum` for each
//! new string, which takes quadratic time; the accumulator instead keeps the strings of each level
//! of nested collections in one set and creates the `Enum` at the end.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use std::sync::Arc;

use super::infer_memoized;
use crate::builtin;
use crate::common::common_type;
use crate::sharing::Memo;
use crate::types::{ArrayType, FloatRange, HashType, Size, StringType, Type};
use crate::value::{Text, Value};

type Strings = IndexSet<Text, FxBuildHasher>;

/// The common type of the values added so far.
#[derive(Debug, Default)]
pub(super) enum Accumulator {
    /// No values.
    #[default]
    Nothing,
    /// Only elements of empty collections.
    Unit,
    /// Only `undef`, which the first other type replaces.
    Undef,
    /// Integers between two bounds.
    Integers(i64, i64),
    /// Floats between two bounds.
    Floats(FloatRange),
    /// A set of exact strings.
    Strings(Strings),
    /// Arrays.
    Arrays { element: Box<Accumulator>, size: Option<Size> },
    /// Hashes.
    Hashes { entry: Box<(Accumulator, Accumulator)>, size: Option<Size> },
    /// An array or hash type that was added undivided. It is decomposed when a different type is
    /// added: types may share their parts at every level, their decomposed form does not.
    Whole(Type),
    /// Any other type.
    Other(Type),
}

/// The relation between the accumulated type and an added type.
struct Relation {
    /// The accumulated type accepts the added type.
    accepts: bool,
    /// The added type accepts the accumulated type.
    is_accepted: bool,
}

impl Relation {
    const EQUAL: Relation = Relation { accepts: true, is_accepted: true };
}

impl Accumulator {
    /// Adds the type of a value.
    pub(super) fn add_value(&mut self, value: &Value, memo: &mut Memo<Type>) {
        match (&mut *self, value) {
            (Accumulator::Integers(from, to), Value::Integer(number)) => {
                *from = (*from).min(*number);
                *to = (*to).max(*number);
            }
            (Accumulator::Strings(strings), Value::String(text)) => {
                if !strings.contains(text) {
                    strings.insert(text.clone());
                }
            }
            (Accumulator::Other(t), _) if is_general(t) && t.is_instance(value) => {}
            _ => {
                self.add(infer_memoized(value, memo));
            }
        }
    }

    /// The accumulated type; `Unit` if nothing was added.
    pub(super) fn into_type(self) -> Type {
        match self {
            Accumulator::Nothing | Accumulator::Unit => Type::Unit,
            Accumulator::Undef => Type::Undef,
            Accumulator::Integers(from, to) => Type::integer(from, to),
            Accumulator::Floats(range) => Type::Float(range),
            Accumulator::Strings(mut strings) => match strings.len() {
                1 => strings.pop().map_or(Type::STRING, Type::exact_string),
                _ => Type::enumeration(strings),
            },
            Accumulator::Arrays { element, size } => Type::array(element.into_type(), size),
            Accumulator::Hashes { entry, size } => {
                let (key, value) = *entry;
                Type::hash(key.into_type(), value.into_type(), size)
            }
            Accumulator::Whole(t) | Accumulator::Other(t) => t,
        }
    }

    fn from_type(t: Type) -> Accumulator {
        match t {
            Type::Unit => Accumulator::Unit,
            Type::Undef => Accumulator::Undef,
            Type::Integer(range) => match range.finite() {
                Some((from, to)) => Accumulator::Integers(from, to),
                None => Accumulator::Other(Type::Integer(range)),
            },
            Type::Float(range) => Accumulator::Floats(range),
            Type::String(StringType::Exact(text)) => {
                Accumulator::Strings(Strings::from_iter([text]))
            }
            Type::Enum(values) if !values.is_case_insensitive() && values.values().len() > 1 => {
                Accumulator::Strings(values.values().iter().cloned().collect())
            }
            Type::Array(_) | Type::Hash(_) => Accumulator::Whole(t),
            other => Accumulator::Other(other),
        }
    }

    /// Decomposes an array or hash type by one level.
    fn decompose(t: Type) -> Accumulator {
        match t {
            Type::Array(array) => Accumulator::Arrays {
                element: Box::new(Accumulator::from_type(array.element.clone())),
                size: array.size,
            },
            Type::Hash(hash) => Accumulator::Hashes {
                entry: Box::new((
                    Accumulator::from_type(hash.key.clone()),
                    Accumulator::from_type(hash.value.clone()),
                )),
                size: hash.size,
            },
            other => Accumulator::Other(other),
        }
    }

    /// Adds a type and returns how it relates to the previous state.
    fn add(&mut self, t: Type) -> Relation {
        if let Accumulator::Whole(mine) = self
            && !matches!(t, Type::Unit | Type::Undef)
        {
            if is_alike(mine, &t) {
                return Relation::EQUAL;
            }
            *self = Accumulator::decompose(mine.clone());
        }
        match (&mut *self, t) {
            // Elements of empty collections change nothing, and neither does `undef` beside another
            // type.
            (Accumulator::Unit, Type::Undef) => Relation::EQUAL,
            (Accumulator::Nothing | Accumulator::Unit, t) => {
                *self = Accumulator::from_type(t);
                Relation::EQUAL
            }
            (Accumulator::Undef, Type::Unit) => {
                *self = Accumulator::Unit;
                Relation::EQUAL
            }
            (_, Type::Unit) => Relation::EQUAL,
            (Accumulator::Undef, t) => {
                let relation = Relation {
                    accepts: matches!(t, Type::Undef),
                    is_accepted: t.accepts(&Type::Undef),
                };
                *self = Accumulator::from_type(t);
                relation
            }
            // `undef` beside another type changes nothing.
            (_, Type::Undef) => {
                let accepts = matches!(self, Accumulator::Other(t) if t.accepts(&Type::Undef));
                Relation { accepts, is_accepted: false }
            }
            (Accumulator::Integers(from, to), Type::Integer(range)) if range.finite().is_some() => {
                let (low, high) = range.finite().unwrap_or((*from, *to));
                let relation = Relation {
                    accepts: *from <= low && high <= *to,
                    is_accepted: low <= *from && *to <= high,
                };
                (*from, *to) = ((*from).min(low), (*to).max(high));
                relation
            }
            (Accumulator::Floats(mine), Type::Float(theirs)) => {
                let relation =
                    Relation { accepts: mine.covers(&theirs), is_accepted: theirs.covers(mine) };
                *mine = mine.hull(&theirs);
                relation
            }
            (Accumulator::Strings(strings), Type::String(StringType::Exact(text))) => {
                let accepts = strings.contains(&text);
                let is_accepted = accepts && strings.len() == 1;
                strings.insert(text);
                Relation { accepts, is_accepted }
            }
            (Accumulator::Strings(strings), Type::Enum(values))
                if !values.is_case_insensitive() && values.values().len() > 1 =>
            {
                let relation = Relation {
                    accepts: values.values().iter().all(|value| strings.contains(value)),
                    is_accepted: strings.len() <= values.values().len()
                        && strings.iter().all(|text| values.contains(text)),
                };
                strings.extend(values.values().iter().cloned());
                relation
            }
            (Accumulator::Arrays { element, size }, Type::Array(array)) => {
                add_array(element, size, &array)
            }
            (Accumulator::Hashes { entry, size }, Type::Hash(hash)) => add_hash(entry, size, &hash),
            (_, t) => self.add_other(&t),
        }
    }

    /// Adds a type of another kind than the accumulated type.
    fn add_other(&mut self, t: &Type) -> Relation {
        let mine = std::mem::take(self).into_type();
        let relation = Relation { accepts: mine.accepts(t), is_accepted: t.accepts(&mine) };
        *self = Accumulator::from_type(common_type(&mine, t));
        relation
    }
}

/// Whether a type accepts the inferred types of all of its instances, so that these need not be
/// inferred. This does not hold for all types: an instance of a struct is inferred as a hash.
fn is_general(t: &Type) -> bool {
    match t {
        Type::Any | Type::Scalar | Type::ScalarData | Type::Numeric => true,
        Type::Alias(alias) => builtin::is_data(alias),
        _ => false,
    }
}

/// Whether two collection types are identical or equivalent.
fn is_alike(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array(x), Type::Array(y)) if Arc::ptr_eq(x, y) => true,
        (Type::Hash(x), Type::Hash(y)) if Arc::ptr_eq(x, y) => true,
        (Type::Array(x), Type::Array(y)) => x.size == y.size && a.accepts(b) && b.accepts(a),
        (Type::Hash(x), Type::Hash(y)) => x.size == y.size && a.accepts(b) && b.accepts(a),
        _ => false,
    }
}

fn any_size(size: Option<Size>) -> Size {
    size.unwrap_or(Size::ANY)
}

/// Joins sizes: a size is kept only if one of the two types accepts the other.
fn join_size(size: &mut Option<Size>, theirs: Option<Size>, relation: &Relation) {
    if !relation.accepts {
        *size = if relation.is_accepted { theirs } else { None };
    }
}

fn add_array(element: &mut Accumulator, size: &mut Option<Size>, array: &ArrayType) -> Relation {
    let elements = element.add(array.element.clone());
    let (mine, theirs) = (any_size(*size), any_size(array.size));
    let relation = Relation {
        accepts: elements.accepts && mine.covers(theirs),
        is_accepted: elements.is_accepted && theirs.covers(mine),
    };
    join_size(size, array.size, &relation);
    relation
}

fn add_hash(
    entry: &mut (Accumulator, Accumulator),
    size: &mut Option<Size>,
    hash: &HashType,
) -> Relation {
    let (mine, theirs) = (any_size(*size), any_size(hash.size));
    let was_empty = size.is_some_and(Size::is_empty);
    let keys = entry.0.add(hash.key.clone());
    let values = entry.1.add(hash.value.clone());
    let relation = Relation {
        accepts: mine.from == 0 && hash.is_empty()
            || keys.accepts && values.accepts && mine.covers(theirs),
        is_accepted: theirs.from == 0 && was_empty
            || keys.is_accepted && values.is_accepted && theirs.covers(mine),
    };
    join_size(size, hash.size, &relation);
    relation
}
