//! Converts arguments to the values that functions of the Puppet 3 API get.

use pupa_value::Value;
use pupa_value::text::ruby::to_s;
use pupa_value::types::Type;

use crate::stop::{Outcome, error};

/// Converts an argument for a Puppet 3 function. Values of types that Puppet 3 does not have become
/// strings, and `undef` outside of a collection becomes the empty string.
///
/// # Errors
/// When it is or contains an iterator.
pub(super) fn legacy_argument(value: &Value) -> Outcome {
    match value {
        Value::Undef => Ok(Value::from("")),
        other => convert(other),
    }
}

/// Returns the string for a value of a kind that Puppet 3 did not have; `None` for other values.
pub(crate) fn unknown_then(value: &Value) -> Option<Value> {
    match value {
        Value::Regexp(regexp) => Some(Value::from(regexp.inspect())),
        Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Binary(_)
        | Value::Timespan(_)
        | Value::Timestamp(_) => Some(Value::from(to_s(value).into_owned())),
        _ => None,
    }
}

fn convert(value: &Value) -> Outcome {
    Ok(match value {
        _ if let Some(text) = unknown_then(value) => text,
        Value::Array(elements) => {
            Value::from(elements.iter().map(convert).collect::<Outcome<Vec<Value>>>()?)
        }
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| Ok((convert(key)?, convert(value)?)));
            Value::hash(entries.collect::<Outcome<Vec<_>>>()?)
        }
        Value::Iterator(_) => return Err(error("Use of an Iterator is not supported here")),
        Value::Type(Type::Resource(Some(resource))) => {
            let title = resource.title.as_deref().unwrap_or_default();
            Value::from(format!("{}[{title}]", resource.name))
        }
        Value::Type(Type::Class(Some(class))) => {
            let class = pupa_value::text::capitalize_segments(class.trim_start_matches("::"));
            Value::from(format!("Class[{class}]"))
        }
        other => other.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &Value) -> String {
        legacy_argument(value)
            .map_or_else(|_| "error".to_owned(), |value| to_s(&value).into_owned())
    }

    #[test]
    fn values_newer_than_puppet_3_become_strings() {
        assert_eq!(text(&Value::Undef), "");
        assert_eq!(text(&Value::array([Value::Undef, "a".into()])), r#"[nil, "a"]"#);
        assert_eq!(text(&Value::Type(Type::resource("File", Some("/x".into())))), "File[/x]");
        assert_eq!(text(&Value::Type(Type::class("a::b"))), "Class[A::B]");
    }
}
