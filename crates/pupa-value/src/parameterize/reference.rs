//! References to resources and classes.

use super::check::{a_an_uc, arity, key_type_name, specialization_error, value_label};
use super::{AccessError, AccessErrorKind, AccessPart, Outcome, flatten, issue};
use crate::factory;
use crate::types::Type;
use crate::value::{Text, Value};

/// The titles of references: flattened, without `undef`.
pub(super) fn titles(keys: Vec<Value>) -> Vec<Value> {
    flatten(keys).into_iter().filter(|key| !key.is_undef()).collect()
}

pub(super) fn is_several(keys: &[Value]) -> bool {
    keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)))
}

pub(super) fn one_or_all(mut references: Vec<Value>, is_several: bool) -> Value {
    if is_several { Value::from(references) } else { references.pop().unwrap_or_default() }
}

pub(super) fn resource(t: &Type, mut keys: Vec<Value>) -> Outcome<Value> {
    if keys.is_empty() {
        return issue(AccessPart::Whole, arity(&t.display(), 1, None, 0));
    }
    let given = match t {
        Type::Resource(given) => given.as_ref(),
        _ => None,
    };
    let name = match given {
        Some(resource) => resource.name.clone(),
        None => resource_name(&keys.remove(0))?,
    };
    if !factory::is_class_reference(&name) {
        return issue(
            AccessPart::Key(0),
            format!(
                "Illegal type reference. The given name '{name}' does not conform to the naming rule"
            ),
        );
    }
    let several = is_several(&keys);
    let count = keys.len();
    let titles = titles(keys);
    if titles.is_empty() && count > 0 {
        return Err(AccessError {
            kind: AccessErrorKind::EmptyReference,
            part: AccessPart::Key(0),
        });
    }
    if titles.is_empty() {
        return Ok(Value::Type(Type::resource(name, None)));
    }
    let shift = usize::from(count != titles.len());
    let references = titles.iter().enumerate().map(|(index, title)| match title {
        Value::String(title) => Ok(Value::Type(Type::resource(name.clone(), Some(title.clone())))),
        other => specialization_error(
            t,
            index + shift,
            &format!(
                "Cannot use {} where a resource title String is expected",
                key_type_name(other)
            ),
        ),
    });
    Ok(one_or_all(references.collect::<Outcome<_>>()?, several))
}

pub(super) fn resource_name(key: &Value) -> Outcome<Text> {
    match key {
        Value::String(name) => Ok(crate::text::capitalize_segments(name).into()),
        Value::Type(Type::Resource(Some(resource))) => Ok(resource.name.clone()),
        other => issue(
            AccessPart::Key(0),
            format!(
                "First argument to Resource[] must be a resource type or a String. Got {}.",
                key_type_name(other)
            ),
        ),
    }
}

pub(super) fn class(t: &Type, keys: Vec<Value>) -> Outcome<Value> {
    if keys.is_empty() {
        return issue(AccessPart::Whole, arity(&t.display(), 1, None, 0));
    }
    let several = is_several(&keys);
    let names = titles(keys);
    if names.is_empty() {
        return Err(AccessError {
            kind: AccessErrorKind::EmptyReference,
            part: AccessPart::Key(0),
        });
    }
    let references = names.iter().enumerate().map(|(index, name)| class_reference(index, name));
    Ok(one_or_all(references.collect::<Outcome<_>>()?, several))
}

pub(super) fn class_reference(index: usize, key: &Value) -> Outcome<Value> {
    let Value::String(given) = key else {
        let what = a_an_uc(&value_label(key));
        return issue(
            AccessPart::Key(index),
            format!(
                "Illegal Class name in class reference. {what} cannot be used where a String is expected"
            ),
        );
    };
    let name = given.to_lowercase();
    let name = name.strip_prefix("::").unwrap_or(&name);
    if !is_class_name(name) {
        return issue(
            AccessPart::Key(index),
            format!(
                "Illegal name. The given name '{given}' does not conform to the naming rule /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
            ),
        );
    }
    Ok(Value::Type(Type::class(name)))
}

pub(super) fn is_class_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.split("::").all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_lowercase())
            && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}
