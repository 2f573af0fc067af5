//! Types, formats, regular expressions and JSON: all of `pupa-value` that reads text. The first
//! byte says which.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pupa_data::json::value as from_json;
use pupa_value::data::{FromDataOptions, from_data, to_json};
use pupa_value::loader::Builtins;
use pupa_value::regexp::Regexp;
use pupa_value::type_parser::parse_type;
use pupa_value::{Type, Value, text};

fuzz_target!(|data: &[u8]| {
    let Some((kind, rest)) = data.split_first() else { return };
    let Ok(input) = std::str::from_utf8(rest) else { return };
    match kind % 4 {
        0 => type_text(input),
        1 => formats(input),
        2 => regexp(input),
        _ => json(input),
    }
});

/// What a type is written as is read as a type that is written alike.
fn type_text(input: &str) {
    let Ok(t) = parse_type(input, &Builtins) else { return };
    let written = t.to_string();
    t.expanded_text();
    let _ = (t.normalize(), t.generalize());
    t.accepts(&t);
    // Not everything that can be written can be read.
    if let Ok(back) = parse_type(&written, &Builtins) {
        assert_eq!(back.to_string(), written);
    }
}

/// `String(value, format)` with any format.
fn formats(input: &str) {
    let values = [
        Value::Undef,
        true.into(),
        Value::Integer(-42),
        Value::Float(1234.5e-7),
        "text with ünïcode".into(),
        Value::array([1.into(), Value::array(["a".into()])]),
        Value::hash([("a".into(), 1.into())]),
        Type::INTEGER.into(),
        Value::Default,
    ];
    for value in &values {
        let _ = text::convert(value, &input.into());
    }
    let _ = text::sprintf(input, &values);
}

/// A pattern and a text, by a line break: either answers, or gives up in time.
fn regexp(input: &str) {
    let (pattern, subject) = input.split_once('\n').unwrap_or((input, "aaaaaaaaaaaaaaaaaaaaaab"));
    let Ok(regexp) = Regexp::new(pattern) else { return };
    let _ = regexp.is_match(subject);
    let _ = regexp.captures(subject);
}

/// JSON is read as data that is written as JSON that is read as the same data.
fn json(input: &str) {
    let Ok(value) = from_json(input) else { return };
    let _ = from_data(&value, &Builtins, &FromDataOptions::default());
    if let Ok(written) = to_json(&value) {
        assert_eq!(from_json(&written), Ok(value));
    }
}
