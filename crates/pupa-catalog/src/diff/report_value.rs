//! Values for reports, as source and as data, with sensitive parts redacted.

use pupa_value::Value;
use pupa_value::data::{TYPE_KEY, ToDataOptions, VALUE_KEY, to_data};
use pupa_value::text::literal;
use pupa_value::value::Hash;

/// The placeholder for a sensitive value.
pub(super) const REDACTED: &str = "[value redacted]";

/// The maximum nesting depth of data in a report. Deeper values are given as source.
const MAX_DEPTH: usize = 80;

/// A value for a report. Everything sensitive in it is redacted.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportValue {
    text: String,
    data: Option<Value>,
}

impl ReportValue {
    /// Prepares a value for a report.
    pub(super) fn new(value: &Value) -> ReportValue {
        if is_sensitive(value) {
            return ReportValue::redacted();
        }
        let text = text(value);
        let options = ToDataOptions {
            symbol_as_string: true,
            local_reference: false,
            ..ToDataOptions::rich()
        };
        let data = match value.nests_deeper_than(MAX_DEPTH) {
            true => None,
            false => to_data(value, &options).ok().map(|(data, _)| redact_data(&data)),
        };
        let data = data.filter(|data| !data.nests_deeper_than(MAX_DEPTH));
        ReportValue { data: Some(data.unwrap_or_else(|| text.clone().into())), text }
    }

    /// A value that is redacted as a whole.
    pub(super) fn redacted() -> ReportValue {
        ReportValue { text: REDACTED.to_owned(), data: None }
    }

    /// The value as Puppet source, or `[value redacted]`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value as data; `None` if it is redacted as a whole.
    pub fn data(&self) -> Option<&Value> {
        self.data.as_ref()
    }

    /// Whether the value is redacted as a whole.
    pub fn is_redacted(&self) -> bool {
        self.data.is_none()
    }

    /// The lines of a multi-line string.
    pub(super) fn lines(&self) -> Option<impl Iterator<Item = &str>> {
        let text = self.data.as_ref()?.as_str()?;
        text.contains('\n').then(|| text.split_inclusive('\n'))
    }
}

/// Whether the value as a whole is sensitive.
pub(super) fn is_sensitive(value: &Value) -> bool {
    match value {
        Value::Sensitive(_) => true,
        Value::Hash(hash) => is_sensitive_data(hash),
        _ => false,
    }
}

fn is_sensitive_data(hash: &Hash) -> bool {
    hash.get_str(TYPE_KEY).and_then(Value::as_str) == Some("Sensitive")
}

/// Whether the value or any part of it is sensitive.
pub(super) fn contains_sensitive(value: &Value) -> bool {
    is_sensitive(value)
        || match value {
            Value::Array(elements) => elements.iter().any(contains_sensitive),
            Value::Hash(hash) => {
                hash.iter().any(|(key, value)| contains_sensitive(key) || contains_sensitive(value))
            }
            Value::Object(object) => {
                object.arguments().iter().any(|(_, argument)| contains_sensitive(argument))
            }
            // An object whose content is not accessible counts as sensitive.
            Value::Instance(object) => {
                object.to_data().map_or(true, |hash| contains_sensitive(&hash.into()))
            }
            _ => false,
        }
}

fn redact_data(data: &Value) -> Value {
    match data {
        Value::Array(elements) => Value::array(elements.iter().map(redact_data)),
        Value::Hash(hash) if is_sensitive_data(hash) => Value::hash([
            (TYPE_KEY.into(), "Sensitive".into()),
            (VALUE_KEY.into(), REDACTED.into()),
        ]),
        Value::Hash(hash) => {
            let entries = hash.iter();
            Value::hash(entries.map(|(key, value)| (redact_data(key), redact_data(value))))
        }
        other => other.clone(),
    }
}

/// The value as Puppet source with sensitive parts redacted.
pub(super) fn text(value: &Value) -> String {
    if !contains_sensitive(value) {
        return literal(value);
    }
    let entry = |(key, value): (&Value, &Value)| format!("{} => {}", text(key), text(value));
    match value {
        Value::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(text).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Hash(hash) if !is_sensitive_data(hash) => {
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
