//! Finds the parts of a value that do not match its type.

use pupa_data::{Place, Places};
use pupa_value::text::ruby::to_s;
use pupa_value::{Type, Value};

use crate::conformance::{CertainPart, may_fit};

/// A part of a value that certainly does not match its type.
struct Part<'v> {
    index: usize,
    /// The path to the part in messages.
    step: String,
    t: &'v Type,
    value: &'v Value,
}

/// Returns the position of the part that does not match, if there is a single one; otherwise that
/// of the value.
pub(super) fn blamed(t: &Type, value: &Value, places: &Places) -> Place {
    match unfit_parts(of_kind(t, value), value).as_slice() {
        [part] => {
            places.part(part.index).map_or(places.place, |inner| blamed(part.t, part.value, inner))
        }
        _ => places.place,
    }
}

/// The innermost part that certainly does not match, and the path to it in messages.
pub(super) fn first_unfit<'v>(t: &'v Type, value: &'v Value) -> (String, &'v Type, &'v Value) {
    let (mut path, mut t, mut value) = (String::new(), t, value);
    while let Some(part) = unfit_parts(of_kind(t, value), value).into_iter().next() {
        path.push_str(&format!(" {}", part.step));
        (t, value) = (part.t, part.value);
    }
    (path, t, value)
}

/// The only option of a `Variant` for such a collection, or else the type itself.
fn of_kind<'t>(t: &'t Type, value: &Value) -> &'t Type {
    let Type::Variant(options) = behind_names(t) else { return t };
    let is_of_kind = |t: &&Type| match value {
        Value::Array(_) => matches!(behind_names(t), Type::Array(_) | Type::Tuple(_)),
        Value::Hash(_) => matches!(behind_names(t), Type::Hash(_) | Type::Struct(_)),
        _ => false,
    };
    let mut of_kind = options.iter().filter(is_of_kind);
    match (of_kind.next(), of_kind.next()) {
        (Some(only), None) => only,
        _ => t,
    }
}

/// Returns the paths in messages to all parts that do not match, such as ` entry 'a' index 1`; the
/// path of the value itself if the parts are not known.
pub(super) fn unfit_paths(t: &Type, value: &Value) -> Vec<String> {
    let parts = unfit_parts(t, value);
    if parts.is_empty() {
        return vec![String::new()];
    }
    let within = |part: &Part<'_>| {
        let inner = unfit_paths(part.t, part.value).into_iter();
        inner.map(|path| format!(" {}{path}", part.step)).collect::<Vec<_>>()
    };
    parts.iter().flat_map(within).collect()
}

fn unfit_parts<'v>(t: &'v Type, value: &'v Value) -> Vec<Part<'v>> {
    let entry = |key: &Value| format!("entry '{}'", to_s(key));
    let typed: Vec<(String, Option<&Type>, &Value)> = match (behind_names(t), value) {
        (Type::Array(array), Value::Array(elements)) => {
            let elements = elements.iter().enumerate();
            elements.map(|(at, one)| (format!("index {at}"), Some(&array.element), one)).collect()
        }
        (Type::Tuple(tuple), Value::Array(elements)) => {
            let elements = elements.iter().enumerate();
            elements.map(|(at, one)| (format!("index {at}"), tuple.at(at), one)).collect()
        }
        (Type::Hash(hash), Value::Hash(entries)) => {
            entries.iter().map(|(key, one)| (entry(key), Some(&hash.value), one)).collect()
        }
        (Type::Struct(members), Value::Hash(entries)) => {
            let member = |key: &Value| Some(&members.member(key.as_str()?)?.value);
            entries.iter().map(|(key, one)| (entry(key), member(key), one)).collect()
        }
        _ => Vec::new(),
    };
    let parts = typed.into_iter().enumerate();
    let parts =
        parts.filter_map(|(index, (step, t, value))| Some(Part { index, step, t: t?, value }));
    parts.filter(|part| !may_fit(part.t, CertainPart::Value(part.value))).collect()
}

/// Resolves aliases and removes `Optional`.
fn behind_names(mut t: &Type) -> &Type {
    // Aliases may be circular; real chains are shorter.
    for _ in 0..64 {
        t = match t {
            Type::Alias(alias) => match alias.get() {
                Some(inner) => inner,
                None => return t,
            },
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => inner,
            _ => return t,
        };
    }
    t
}
