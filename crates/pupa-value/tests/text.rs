//! String forms of values and types, compared with recorded results of the reference.
//!
//! Each line of the files is a case; `f` is the operation: `sprintf` of `args` by a `format`;
//! `convert` a `value` by `formats`, like `String(value, formats)`; the `text` of a `type` and its
//! form as a value, `shown`; the `text` of a `value` within a type, on one line and `indented`. The
//! result is `ok` or an `error`.
//!
//! Values are written in JSON. Values beyond JSON are objects with one key: `f` a float, `big` an
//! integer of more than 64 bits, `h` a hash as a list of pairs, `d` the value `default`, `t` a
//! type, `re` a regular expression, `bin` bytes, `sv` and `svr` a version and a version range,
//! `uri` a URI, `sens` a sensitive value.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use pupa_value::loader::Builtins;
use pupa_value::regexp::Regexp;
use pupa_value::type_parser::parse_type;
use pupa_value::value::binary::Binary;
use pupa_value::value::semver::SemVer;
use pupa_value::value::semver_range::SemVerRange;
use pupa_value::value::uri::Uri;
use pupa_value::{Result, Type, Value, text};
use serde_json::Value as Json;

fn parse(source: &str) -> Type {
    parse_type(source, &Builtins).unwrap_or_else(|error| panic!("{source}: {error}"))
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(truth) => Value::Boolean(*truth),
        Json::Number(number) => Value::Integer(number.as_i64().expect("64 bits")),
        Json::String(text) => Value::string(text.as_str()),
        Json::Array(elements) => Value::array(elements.iter().map(value)),
        Json::Object(entries) => {
            let (kind, content) = entries.iter().next().expect("one entry");
            special(kind, content)
        }
    }
}

fn special(kind: &str, content: &Json) -> Value {
    let text = content.as_str().unwrap_or_default();
    match kind {
        "f" => Value::Float(text.parse().expect("a float")),
        "big" => Value::from_big(text.parse().expect("a number")),
        "h" => Value::hash(
            content
                .as_array()
                .expect("pairs")
                .iter()
                .map(|pair| (value(&pair[0]), value(&pair[1]))),
        ),
        "d" => Value::Default,
        "t" => Value::Type(parse(text)),
        "re" => Value::regexp(Regexp::new(text).expect("a regular expression")),
        "bin" => Value::Binary(Arc::new(Binary::from_base64(text))),
        "sv" => Value::SemVer(Arc::new(SemVer::parse(text).expect("a version"))),
        "svr" => Value::SemVerRange(Arc::new(SemVerRange::parse(text).expect("a range"))),
        "uri" => Value::Uri(Arc::new(Uri::parse(text).expect("a URI"))),
        "sens" => Value::sensitive(value(content)),
        _ => panic!("unknown kind of value {kind}"),
    }
}

/// Records a result that differs from the recorded one.
fn compare(case: &Json, answer: Result<String>, problems: &mut Vec<String>) {
    let (expected, is_same) = match &answer {
        Ok(text) => (&case["ok"], case["ok"] == text.as_str()),
        Err(error) => (&case["error"], case["error"] == error.message.as_str()),
    };
    if !is_same {
        problems.push(format!("{case}\n  expected {expected}, got {answer:?}"));
    }
}

fn check(case: &Json, problems: &mut Vec<String>) {
    let same = |field: &str, text: String, problems: &mut Vec<String>| {
        if case[field] != text.as_str() {
            problems.push(format!("{case}\n  {field}: got {text}"));
        }
    };
    match case["f"].as_str() {
        Some("sprintf") => {
            let args: Vec<Value> =
                case["args"].as_array().expect("a list").iter().map(value).collect();
            let format = case["format"].as_str().expect("a format");
            compare(case, text::sprintf(format, &args), problems);
        }
        Some("convert") => {
            let answer = text::convert(&value(&case["value"]), &value(&case["formats"]));
            compare(case, answer, problems);
        }
        Some("type") => {
            let t = parse(case["type"].as_str().expect("a type"));
            same("text", t.to_string(), problems);
            same("shown", t.display(), problems);
        }
        Some("literal") => {
            let value = value(&case["value"]);
            same("text", text::literal(&value), problems);
            same("indented", text::indented_literal(&value, 0), problems);
        }
        other => panic!("unknown question {other:?}"),
    }
}

fn check_all(cases: &str) {
    let mut problems = Vec::new();
    for line in cases.lines() {
        let case: Json = serde_json::from_str(line).expect("JSON");
        check(&case, &mut problems);
    }
    assert!(problems.is_empty(), "{} differ:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn formats_arguments_as_ruby_does() {
    check_all(include_str!("text/sprintf.jsonl"));
}

#[test]
fn converts_values_as_the_reference_does() {
    check_all(include_str!("text/convert.jsonl"));
}

#[test]
fn writes_types_as_the_reference_does() {
    check_all(include_str!("text/types.jsonl"));
}

#[test]
fn writes_definitions_and_literals_as_the_reference_does() {
    check_all(include_str!("text/literals.jsonl"));
}
