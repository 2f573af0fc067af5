//! The JSON schema of `pupa.toml`, which editors use.

use serde_json::{Map, Value, json};

use super::KEYS;
use super::options::{KnownOption, KnownOptions, OptionKind};

/// The schema, derived from the records of keys and the options of commands.
pub fn schema(known: &KnownOptions) -> Value {
    let mut properties = Map::new();
    for key in KEYS {
        properties.insert(key.name.to_owned(), property(&key.kind, key.doc));
    }
    for option in known.shared() {
        let property = property(&option.kind, &option.doc);
        properties.entry(option.key.clone()).or_insert(property);
    }
    for command in &known.commands {
        insert_command(&mut properties, &command.words, &command.options, &command.words);
    }
    properties.sort_keys();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pupa.toml",
        "description": "Settings of Pupa and defaults for the options of its commands.",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

/// Adds the table of a command, inside of the tables for the preceding words of its name.
fn insert_command(
    properties: &mut Map<String, Value>,
    words: &[String],
    options: &[KnownOption],
    all: &[String],
) {
    let Some((word, rest)) = words.split_first() else { return };
    let name = all[..all.len() - rest.len()].join(" ");
    let table = properties.entry(word.clone()).or_insert_with(|| {
        json!({
            "type": "object",
            "description": format!("Options of `pupa {name}`."),
            "additionalProperties": false,
            "properties": {},
        })
    });
    let Some(inner) = table.get_mut("properties").and_then(Value::as_object_mut) else { return };
    if rest.is_empty() {
        for option in options {
            inner.insert(option.key.clone(), property(&option.kind, &option.doc));
        }
    } else {
        insert_command(inner, rest, options, all);
    }
}

fn property(kind: &OptionKind, doc: &str) -> Value {
    match kind {
        OptionKind::Flag => json!({"type": "boolean", "description": doc}),
        OptionKind::Text => json!({"type": ["string", "integer"], "description": doc}),
        OptionKind::Texts => json!({
            "type": ["string", "array"],
            "items": {"type": "string"},
            "description": doc,
        }),
        OptionKind::Choice(choices) => json!({"enum": choices.all(), "description": doc}),
    }
}
