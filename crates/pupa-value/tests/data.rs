//! Serialisation, compared with recorded results of the reference.
//!
//! Each line of `data.jsonl` is a case. The string `in` is parsed as JSON and deserialised with the
//! options `o`; the value is serialised with the same options. The result is an `error`, or: the
//! data as `json`, the `issues`, the lossy conversion as `str`, and the indented JSON as `pretty`.
//! Each option is a letter: `r` for rich data, `L` for no local references, `T` for types with
//! their definitions, `s` for symbols as strings, `p` for the prefix `Pre` in messages, `u` to
//! allow unknown types.

use pupa_data::json::value as from_json;
use pupa_value::Result;
use pupa_value::data::{
    FromDataOptions, ToDataOptions, from_data, stringify, to_data, to_json, to_pretty_json,
};
use pupa_value::loader::Builtins;
use serde_json::{Map, Value as Json};

#[path = "data/rich.rs"]
mod rich;

fn text<'a>(case: &'a Json, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

fn options(letters: &str) -> (FromDataOptions, ToDataOptions) {
    let prefix = if letters.contains('p') { "Pre" } else { "" };
    let to = ToDataOptions {
        rich_data: letters.contains('r'),
        local_reference: !letters.contains('L'),
        type_by_reference: !letters.contains('T'),
        symbol_as_string: letters.contains('s'),
        message_prefix: prefix.into(),
        ..ToDataOptions::default()
    };
    (FromDataOptions { allow_unresolved: letters.contains('u') }, to)
}

/// The actual result, with the recorded fields.
fn answer(case: &Json) -> Result<Map<String, Json>> {
    let (from, to) = options(text(case, "o"));
    let read = from_json(text(case, "in"))?;
    let value = from_data(&read, &Builtins, &from)?;
    let (data, issues) = to_data(&value, &to)?;
    let mut answer = Map::new();
    answer.insert("json".into(), to_json(&data)?.into());
    if !issues.is_empty() {
        let issues: Vec<String> = issues.into_iter().map(|issue| issue.message).collect();
        answer.insert("issues".into(), issues.into());
    }
    if case.get("str").is_some() {
        answer.insert("str".into(), to_json(&stringify(&value)?)?.into());
    }
    if case.get("pretty").is_some() {
        answer.insert("pretty".into(), to_pretty_json(&read)?.into());
    }
    Ok(answer)
}

#[test]
fn answers_are_those_of_the_reference() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in include_str!("data.jsonl").lines() {
        let case: Json = serde_json::from_str(line).expect("a line of JSON");
        let answer = answer(&case).unwrap_or_else(|error| {
            Map::from_iter([("error".to_owned(), Json::from(error.message))])
        });
        let mut expected = case.clone();
        for question in ["o", "in"] {
            expected.as_object_mut().map(|fields| fields.remove(question));
        }
        if Json::Object(answer.clone()) != expected {
            wrong.push(format!("{case}\n  ours {}", Json::Object(answer)));
        }
        count += 1;
    }
    assert!(count > 400, "only {count} cases");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}
