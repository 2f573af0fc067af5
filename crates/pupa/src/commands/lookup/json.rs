//! Values as JSON.

use pupa_value::data::{ToDataOptions, to_data, write_json, write_json_text};
use pupa_value::text::ruby::to_s;
use pupa_value::{Result, Value};

/// A value as JSON, nested arbitrarily deep. Values that JSON can't represent become strings,
/// without sensitive parts.
///
/// # Errors
/// When a number is not finite.
pub(super) fn json(value: &Value) -> Result<String> {
    let options = ToDataOptions { local_reference: false, ..ToDataOptions::default() };
    let (data, _) = to_data(&without_secrets(value), &options)?;
    let mut out = String::new();
    write(&data, &mut out)?;
    Ok(out)
}

/// Writes JSON without the nesting limit of Ruby's generator.
fn write(data: &Value, out: &mut String) -> Result<()> {
    match data {
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write(element, out)?;
            }
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write_json_text(&to_s(key), out);
                out.push(':');
                write(value, out)?;
            }
            out.push('}');
        }
        simple => write_json(simple, out)?,
    }
    Ok(())
}

fn without_secrets(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => to_s(value).into_owned().into(),
        Value::Array(elements) => Value::array(elements.iter().map(without_secrets)),
        Value::Hash(hash) => {
            Value::hash(hash.iter().map(|(key, value)| (key.clone(), without_secrets(value))))
        }
        _ => value.clone(),
    }
}
