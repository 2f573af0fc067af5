//! YAML of hooks and pipelines, read as JSON.

use std::fs;

use pupa_data::yaml::{self, Options};
use pupa_value::data::to_json;
use serde_json::Value;

use crate::scratch::repository;

/// Reads a file of the repository.
pub(crate) fn read(path: &str) -> Value {
    let text = fs::read_to_string(repository().join(path)).unwrap();
    let document = yaml::read(&text, Options::data(path));
    let document = document.unwrap_or_else(|error| panic!("{path}: {error:?}"));
    serde_json::from_str(&to_json(&document.value).unwrap()).unwrap()
}

/// The text at a path of keys.
pub(crate) fn text(value: &Value, pointer: &str) -> String {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}
