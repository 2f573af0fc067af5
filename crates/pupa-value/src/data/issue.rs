//! Warnings about information that is lost in serialisation.

use crate::ruby::class_name;
use crate::text::ruby::uri_class;
use crate::value::{Object, Value};

/// A warning about lost information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataWarning {
    /// The kind.
    pub kind: DataWarningKind,
    /// The message, which equals the reference's.
    pub message: String,
}

/// The kind of lost information.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataWarningKind {
    /// `default` was converted to a string.
    DefaultConverted,
    /// A rich value was converted to a string.
    ValueConverted,
    /// A key other than a string was converted to a string.
    KeyConverted,
}

impl DataWarningKind {
    /// The code of the issue: `serialization-unknown-converted-to-string`.
    pub fn code(self) -> &'static str {
        match self {
            DataWarningKind::DefaultConverted => "serialization-default-converted-to-string",
            DataWarningKind::ValueConverted => "serialization-unknown-converted-to-string",
            DataWarningKind::KeyConverted => "serialization-unknown-key-converted-to-string",
        }
    }
}

impl DataWarning {
    pub(super) fn default_converted(path: &str) -> DataWarning {
        DataWarning {
            kind: DataWarningKind::DefaultConverted,
            message: format!(
                "{path} contains the special value default. It will be converted to the String \
                 'default'"
            ),
        }
    }

    pub(super) fn value_converted(path: &str, value: &Value, text: &str) -> DataWarning {
        let class = with_article(&class_label(value));
        DataWarning {
            kind: DataWarningKind::ValueConverted,
            message: format!(
                "{path} contains {class} value. It will be converted to the String '{text}'"
            ),
        }
    }

    pub(super) fn key_converted(path: &str, key: &Value, text: &str) -> DataWarning {
        let class = with_article(&class_label(key));
        DataWarning {
            kind: DataWarningKind::KeyConverted,
            message: format!(
                "{path} contains a hash with {class} key. It will be converted to the String \
                 '{text}'"
            ),
        }
    }
}

/// The label of a value's class in the reference.
fn class_label(value: &Value) -> String {
    match value {
        Value::Type(_) => {
            let class = class_name(value);
            let simple = class.rsplit("::").next().unwrap_or(class);
            // Compat: the reference removes a prefix and a suffix of these lengths without checking
            // them.
            let kind = simple.get(1..simple.len().saturating_sub(4)).unwrap_or(simple);
            format!("{kind}-Type")
        }
        Value::Uri(uri) => uri_class(&uri.to_string()).to_owned(),
        Value::Object(object) => object_label(object),
        Value::Foreign(object) => object.class.to_string(),
        _ => class_name(value).to_owned(),
    }
}

fn object_label(object: &Object) -> String {
    match object.object_type.name.as_deref() {
        Some("Error") => "Puppet::DataTypes::Error".to_owned(),
        Some(name) => name.to_owned(),
        None => "Object".to_owned(),
    }
}

fn with_article(label: &str) -> String {
    let is_vowel = label.starts_with(|first: char| "aeiouyAEIOUY".contains(first));
    format!("{} {label}", if is_vowel { "an" } else { "a" })
}
