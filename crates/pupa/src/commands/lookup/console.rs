//! `--render-as console`: values as the reference's commands print them on a terminal.

use pupa_value::text::ruby::to_s;
use pupa_value::value::Hash;
use pupa_value::{Result, Value};

use super::json::json;

/// A hash as a table, an array as lines, other values as text or JSON.
///
/// # Errors
/// When the value can't be represented in JSON.
pub(super) fn console(value: &Value) -> Result<String> {
    match value {
        Value::String(_) | Value::Integer(_) | Value::Float(_) => Ok(to_s(value).into_owned()),
        Value::Hash(hash) if hash.keys().all(is_heading) => table(hash),
        Value::Array(elements) => {
            Ok(elements.iter().map(|element| format!("{}\n", to_s(element))).collect())
        }
        other => pretty(other),
    }
}

/// Indented JSON.
///
/// # Errors
/// When the value can't be represented in JSON.
pub(super) fn pretty(value: &Value) -> Result<String> {
    let text = json(value)?;
    // A value that is nested too deeply for indentation remains on one line.
    let read = serde_json::from_str::<serde_json::Value>(&text);
    Ok(read.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or(text))
}

fn is_heading(key: &Value) -> bool {
    matches!(key, Value::String(_) | Value::Integer(_) | Value::Float(_))
}

fn table(hash: &Hash) -> Result<String> {
    let mut rows: Vec<_> = hash.iter().map(|(key, value)| (to_s(key), value)).collect();
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    let width = rows.iter().map(|(key, _)| key.chars().count()).max().unwrap_or_default() + 2;
    rows.iter().map(|(key, value)| Ok(format!("{key:width$}{}\n", json(value)?))).collect()
}
