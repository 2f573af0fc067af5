//! Which part of a value is to blame for not being of a type.

use pupa_data::{Place, Places};
use pupa_value::{Type, Value};

use super::fits::{Certain, may_fit};

/// Where the part stands that is not of its type, if it is one alone; else where the value stands.
pub(super) fn blamed(t: &Type, value: &Value, places: &Places) -> Place {
    let inner = match (behind_names(t), value) {
        (Type::Array(array), Value::Array(elements)) => {
            let elements = elements.iter().enumerate();
            only(elements.map(|(index, one)| (index, Some(&array.element), one)))
        }
        (Type::Tuple(tuple), Value::Array(elements)) => {
            let elements = elements.iter().enumerate();
            only(elements.map(|(index, one)| (index, tuple.at(index), one)))
        }
        (Type::Hash(hash), Value::Hash(entries)) => {
            let entries = entries.iter().enumerate();
            only(entries.map(|(index, (_, one))| (index, Some(&hash.value), one)))
        }
        (Type::Struct(members), Value::Hash(entries)) => {
            let member = |key: &Value| Some(&members.member(key.as_str()?)?.value);
            let entries = entries.iter().enumerate();
            only(entries.map(|(index, (key, one))| (index, member(key), one)))
        }
        _ => None,
    };
    match inner.and_then(|(index, t, value)| Some((t, value, places.part(index)?))) {
        Some((t, value, places)) => blamed(t, value, places),
        None => places.place,
    }
}

/// The type that a name stands for, and without what makes it optional.
fn behind_names(mut t: &Type) -> &Type {
    // Names may stand for each other; nobody has more.
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

/// The one part that is not of its type; none when that is not what is wrong, or there are more.
fn only<'v>(
    parts: impl Iterator<Item = (usize, Option<&'v Type>, &'v Value)>,
) -> Option<(usize, &'v Type, &'v Value)> {
    let typed = parts.filter_map(|(index, t, value)| Some((index, t?, value)));
    let mut unfit = typed.filter(|(_, t, value)| !may_fit(t, Certain::Value(value)));
    let first = unfit.next()?;
    unfit.next().is_none().then_some(first)
}
