//! Converts a YAML text to a line of JSON, for the comparison tool and the tests.

use std::fmt::Write as _;

use pupa_data::yaml::{self, Options};
use pupa_value::Value;

/// The reply to a request, as a line of JSON.
pub(crate) fn answer(word: &str, text: &str) -> String {
    let options = if word == "facts" { Options::facts("F") } else { Options::data("F") };
    let mut json = String::new();
    match yaml::read(text, options) {
        Err(unreadable) => {
            json.push_str("{\"error\":");
            write_text(&unreadable.message, &mut json);
        }
        Ok(document) if word == "write" => {
            json.push_str("{\"yaml\":");
            write_text(&yaml::write(&document.value), &mut json);
        }
        Ok(document) => {
            json.push_str("{\"value\":");
            write_value(&document.value, &mut json);
            let _ = write!(json, ",\"symbols\":{:?}", document.symbols);
        }
    }
    json.push('}');
    json
}

fn write_value(value: &Value, json: &mut String) {
    let _ = match value {
        Value::Undef => write!(json, "null"),
        Value::Boolean(truth) => write!(json, "{truth}"),
        Value::Integer(number) => write!(json, "{{\"i\":\"{number}\"}}"),
        Value::BigInteger(number) => write!(json, "{{\"i\":\"{number}\"}}"),
        Value::Float(number) if number.is_nan() => write!(json, "{{\"f\":\"nan\"}}"),
        Value::Float(number) => write!(json, "{{\"f\":\"{:016x}\"}}", number.to_bits()),
        Value::Binary(bytes) => {
            // Base64 text has line breaks, which the line of JSON cannot contain.
            let text = bytes.to_base64_relaxed().trim().replace('\n', "\\n");
            write!(json, "{{\"b\":\"{text}\"}}")
        }
        Value::Array(elements) => {
            json.push('[');
            for (index, element) in elements.iter().enumerate() {
                json.push_str(if index > 0 { "," } else { "" });
                write_value(element, json);
            }
            write!(json, "]")
        }
        Value::Hash(hash) => {
            json.push_str("{\"h\":[");
            for (index, (key, value)) in hash.iter().enumerate() {
                json.push_str(if index > 0 { ",[" } else { "[" });
                write_value(key, json);
                json.push(',');
                write_value(value, json);
                json.push(']');
            }
            write!(json, "]}}")
        }
        value => {
            write_text(value.as_str().unwrap_or("?"), json);
            Ok(())
        }
    };
}

fn write_text(text: &str, json: &mut String) {
    json.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\0'..' ' => {
                let _ = write!(json, "\\u{:04x}", u32::from(character));
            }
            _ => json.push(character),
        }
    }
    json.push('"');
}
