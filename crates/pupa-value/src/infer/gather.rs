//! Gathers the types of many values into their common type, in time linear in all of them.
//!
//! The result is what joining one type after the other with [`common_type`] gives. Joining makes a
//! new enumeration for each new string, which is quadratic; here the strings of a level are kept
//! in one set until all are in, at every depth of nested collections.

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

/// What has been gathered.
#[derive(Debug, Default)]
pub(super) enum Gathered {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Only the elements of what is empty.
    Unit,
    /// Only `undef`, which the first other type replaces.
    Undef,
    /// Numbers of a range.
    Integers(i64, i64),
    /// Numbers of a range.
    Floats(FloatRange),
    /// Some very strings.
    Strings(Strings),
    /// Arrays.
    Arrays { element: Box<Gathered>, size: Option<Size> },
    /// Hashes.
    Hashes { entry: Box<(Gathered, Gathered)>, size: Option<Size> },
    /// An array or hash type as it came. It is taken apart when something else comes: types may
    /// be shared at every level, and taken apart they are not.
    Whole(Type),
    /// Anything else.
    Other(Type),
}

/// How what was gathered before relates to what came.
struct Relation {
    /// What was there accepts what came.
    accepts: bool,
    /// What came accepts what was there.
    is_accepted: bool,
}

impl Relation {
    const EQUAL: Relation = Relation { accepts: true, is_accepted: true };
}

impl Gathered {
    /// Adds the type of a value.
    pub(super) fn add_value(&mut self, value: &Value, known: &mut Memo<Type>) {
        match (&mut *self, value) {
            (Gathered::Integers(from, to), Value::Integer(number)) => {
                *from = (*from).min(*number);
                *to = (*to).max(*number);
            }
            (Gathered::Strings(strings), Value::String(text)) => {
                if !strings.contains(text) {
                    strings.insert(text.clone());
                }
            }
            (Gathered::Other(t), _) if is_general(t) && t.is_instance(value) => {}
            _ => {
                self.add(infer_memoized(value, known));
            }
        }
    }

    /// The type gathered; `Unit` when there was nothing.
    pub(super) fn into_type(self) -> Type {
        match self {
            Gathered::Nothing | Gathered::Unit => Type::Unit,
            Gathered::Undef => Type::Undef,
            Gathered::Integers(from, to) => Type::integer(from, to),
            Gathered::Floats(range) => Type::Float(range),
            Gathered::Strings(mut strings) => match strings.len() {
                1 => strings.pop().map_or(Type::STRING, Type::exact_string),
                _ => Type::enumeration(strings),
            },
            Gathered::Arrays { element, size } => Type::array(element.into_type(), size),
            Gathered::Hashes { entry, size } => {
                let (key, value) = *entry;
                Type::hash(key.into_type(), value.into_type(), size)
            }
            Gathered::Whole(t) | Gathered::Other(t) => t,
        }
    }

    fn from_type(t: Type) -> Gathered {
        match t {
            Type::Unit => Gathered::Unit,
            Type::Undef => Gathered::Undef,
            Type::Integer(range) => match range.finite() {
                Some((from, to)) => Gathered::Integers(from, to),
                None => Gathered::Other(Type::Integer(range)),
            },
            Type::Float(range) => Gathered::Floats(range),
            Type::String(StringType::Exact(text)) => Gathered::Strings(Strings::from_iter([text])),
            Type::Enum(values) if !values.is_case_insensitive() && values.values().len() > 1 => {
                Gathered::Strings(values.values().iter().cloned().collect())
            }
            Type::Array(_) | Type::Hash(_) => Gathered::Whole(t),
            other => Gathered::Other(other),
        }
    }

    /// Takes an array or hash type apart, one level.
    fn taken_apart(t: Type) -> Gathered {
        match t {
            Type::Array(array) => Gathered::Arrays {
                element: Box::new(Gathered::from_type(array.element.clone())),
                size: array.size,
            },
            Type::Hash(hash) => Gathered::Hashes {
                entry: Box::new((
                    Gathered::from_type(hash.key.clone()),
                    Gathered::from_type(hash.value.clone()),
                )),
                size: hash.size,
            },
            other => Gathered::Other(other),
        }
    }

    /// Adds a type, and says how it relates to what was there before.
    fn add(&mut self, t: Type) -> Relation {
        if let Gathered::Whole(mine) = self
            && !matches!(t, Type::Unit | Type::Undef)
        {
            if is_alike(mine, &t) {
                return Relation::EQUAL;
            }
            *self = Gathered::taken_apart(mine.clone());
        }
        match (&mut *self, t) {
            // What is empty goes with everything, and `undef` does not show beside it.
            (Gathered::Unit, Type::Undef) => Relation::EQUAL,
            (Gathered::Nothing | Gathered::Unit, t) => {
                *self = Gathered::from_type(t);
                Relation::EQUAL
            }
            (Gathered::Undef, Type::Unit) => {
                *self = Gathered::Unit;
                Relation::EQUAL
            }
            (_, Type::Unit) => Relation::EQUAL,
            (Gathered::Undef, t) => {
                let relation = Relation {
                    accepts: matches!(t, Type::Undef),
                    is_accepted: t.accepts(&Type::Undef),
                };
                *self = Gathered::from_type(t);
                relation
            }
            // `undef` among other things does not show.
            (_, Type::Undef) => {
                let accepts = matches!(self, Gathered::Other(t) if t.accepts(&Type::Undef));
                Relation { accepts, is_accepted: false }
            }
            (Gathered::Integers(from, to), Type::Integer(range)) if range.finite().is_some() => {
                let (low, high) = range.finite().unwrap_or((*from, *to));
                let relation = Relation {
                    accepts: *from <= low && high <= *to,
                    is_accepted: low <= *from && *to <= high,
                };
                (*from, *to) = ((*from).min(low), (*to).max(high));
                relation
            }
            (Gathered::Floats(mine), Type::Float(theirs)) => {
                let relation =
                    Relation { accepts: mine.covers(&theirs), is_accepted: theirs.covers(mine) };
                *mine = mine.hull(&theirs);
                relation
            }
            (Gathered::Strings(strings), Type::String(StringType::Exact(text))) => {
                let accepts = strings.contains(&text);
                let is_accepted = accepts && strings.len() == 1;
                strings.insert(text);
                Relation { accepts, is_accepted }
            }
            (Gathered::Strings(strings), Type::Enum(values))
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
            (Gathered::Arrays { element, size }, Type::Array(array)) => {
                add_array(element, size, &array)
            }
            (Gathered::Hashes { entry, size }, Type::Hash(hash)) => add_hash(entry, size, &hash),
            (_, t) => self.add_other(&t),
        }
    }

    /// Joins what has nothing in common with what was gathered.
    fn add_other(&mut self, t: &Type) -> Relation {
        let mine = std::mem::take(self).into_type();
        let relation = Relation { accepts: mine.accepts(t), is_accepted: t.accepts(&mine) };
        *self = Gathered::from_type(common_type(&mine, t));
        relation
    }
}

/// Whether a type accepts the types of all of its instances, so that these need not be inferred.
/// Others may not: an instance of a struct is inferred as a hash.
fn is_general(t: &Type) -> bool {
    match t {
        Type::Any | Type::Scalar | Type::ScalarData | Type::Numeric => true,
        Type::Alias(alias) => builtin::is_data(alias),
        _ => false,
    }
}

/// Whether two types of collections are one, or nothing sets them apart.
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

/// The size survives only when one of the two accepts the other.
fn join_size(size: &mut Option<Size>, theirs: Option<Size>, relation: &Relation) {
    if !relation.accepts {
        *size = if relation.is_accepted { theirs } else { None };
    }
}

fn add_array(element: &mut Gathered, size: &mut Option<Size>, array: &ArrayType) -> Relation {
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
    entry: &mut (Gathered, Gathered),
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
