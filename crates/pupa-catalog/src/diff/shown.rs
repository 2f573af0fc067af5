//! Values that may be shown: as text and as data, with nothing sensitive in them.

use pupa_value::Value;
use pupa_value::data::{TYPE_KEY, ToDataOptions, VALUE_KEY, to_data};
use pupa_value::text::literal;
use pupa_value::value::Hash;

/// What stands for a value that must not be shown.
pub(super) const REDACTED: &str = "[value redacted]";

/// How deep data may nest to be part of a report. What nests deeper is given as text.
const MAX_DEPTH: usize = 80;

/// A value as it may be shown. What is sensitive in it is gone.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    text: String,
    data: Option<Value>,
}

impl Shown {
    /// A value without what is sensitive in it.
    pub(super) fn new(value: &Value) -> Shown {
        if is_secret(value) {
            return Shown::redacted();
        }
        let text = text(value);
        let options = ToDataOptions {
            symbol_as_string: true,
            local_reference: false,
            ..ToDataOptions::rich()
        };
        let data = match value.nests_deeper_than(MAX_DEPTH) {
            true => None,
            false => to_data(value, &options).ok().map(|(data, _)| without_secrets(&data)),
        };
        let data = data.filter(|data| !data.nests_deeper_than(MAX_DEPTH));
        Shown { data: Some(data.unwrap_or_else(|| text.clone().into())), text }
    }

    /// A value of which nothing may be shown.
    pub(super) fn redacted() -> Shown {
        Shown { text: REDACTED.to_owned(), data: None }
    }

    /// The value as Puppet source, or `[value redacted]`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value as data; nothing when it must not be shown.
    pub fn data(&self) -> Option<&Value> {
        self.data.as_ref()
    }

    /// Whether the value must not be shown.
    pub fn is_redacted(&self) -> bool {
        self.data.is_none()
    }

    /// The lines of a text that has several.
    pub(super) fn lines(&self) -> Option<impl Iterator<Item = &str>> {
        let text = self.data.as_ref()?.as_str()?;
        text.contains('\n').then(|| text.split_inclusive('\n'))
    }
}

/// Whether the whole value is sensitive.
pub(super) fn is_secret(value: &Value) -> bool {
    match value {
        Value::Sensitive(_) => true,
        Value::Hash(hash) => is_secret_data(hash),
        _ => false,
    }
}

fn is_secret_data(hash: &Hash) -> bool {
    hash.get_str(TYPE_KEY).and_then(Value::as_str) == Some("Sensitive")
}

/// Whether something in the value is sensitive.
pub(super) fn holds_secret(value: &Value) -> bool {
    is_secret(value)
        || match value {
            Value::Array(elements) => elements.iter().any(holds_secret),
            Value::Hash(hash) => {
                hash.iter().any(|(key, value)| holds_secret(key) || holds_secret(value))
            }
            Value::Object(object) => {
                object.arguments().iter().any(|(_, argument)| holds_secret(argument))
            }
            // What can't be looked into is not shown.
            Value::Instance(object) => {
                object.to_data().map_or(true, |hash| holds_secret(&hash.into()))
            }
            _ => false,
        }
}

fn without_secrets(data: &Value) -> Value {
    match data {
        Value::Array(elements) => Value::array(elements.iter().map(without_secrets)),
        Value::Hash(hash) if is_secret_data(hash) => Value::hash([
            (TYPE_KEY.into(), "Sensitive".into()),
            (VALUE_KEY.into(), REDACTED.into()),
        ]),
        Value::Hash(hash) => {
            let entries = hash.iter();
            Value::hash(entries.map(|(key, value)| (without_secrets(key), without_secrets(value))))
        }
        other => other.clone(),
    }
}

/// The value as Puppet source.
pub(super) fn text(value: &Value) -> String {
    if !holds_secret(value) {
        return literal(value);
    }
    let entry = |(key, value): (&Value, &Value)| format!("{} => {}", text(key), text(value));
    match value {
        Value::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(text).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Hash(hash) if !is_secret_data(hash) => {
            format!("{{{}}}", hash.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Object(object) => {
            let name = object.object_type.name.as_deref().unwrap_or("Object").to_owned();
            let arguments = object.arguments();
            let arguments = arguments.into_iter().map(|(name, value)| (name.into(), value));
            format!("{name}({})", text(&Value::hash(arguments)))
        }
        Value::Instance(object) => match object.to_data() {
            Ok(hash) => text(&hash.into()),
            Err(_) => REDACTED.to_owned(),
        },
        _ => REDACTED.to_owned(),
    }
}
