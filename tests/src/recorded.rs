//! Recorded answers of the reference, and how ours are compared with them.
//!
//! A record is a line of JSON: the request (`code`, `mode`, `path`) and the answer in the
//! protocol of `tools/reference.rb`, of which any part may be left out. `"valid": true` asks only
//! that there be no error. Known differences are listed in `data/known-differences.txt` with a
//! reason each; an entry that no longer differs fails the run.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

use crate::answer::{Request, answer};

/// One recorded case.
#[derive(Debug)]
pub struct Record {
    /// Its name, unique in its file.
    pub name: String,
    /// Request and answer.
    pub value: Value,
}

/// Reads a file of records.
pub fn read(path: &Path) -> io::Result<Vec<Record>> {
    fs::read_to_string(path)?
        .lines()
        .enumerate()
        .map(|(index, line)| {
            let value: Value = serde_json::from_str(line)?;
            let name = value["name"].as_str().map_or_else(|| index.to_string(), str::to_owned);
            Ok(Record { name, value })
        })
        .collect()
}

/// The names of known differences.
pub fn known_differences(path: &Path) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    Ok(lines.map(|line| line.split(':').next().unwrap_or_default().trim().to_owned()).collect())
}

/// What differs between the recorded answer and ours, in words; nothing when they agree.
pub fn differences(record: &Record) -> Vec<String> {
    let recorded = &record.value;
    let ours = answer(&Request::from_json(recorded));
    let mut found = Vec::new();
    if recorded.get("crash").is_some() {
        // A defect of the reference says nothing about us.
        return found;
    }
    if recorded.get("valid").is_some() {
        if let Some(error) = ours.get("error") {
            found.push(format!("expected no error\n       got {}", error_text(&ours, error)));
        }
        return found;
    }
    let same_error = |key: &str| {
        recorded.get(key).is_none_or(Value::is_null) || recorded.get(key) == ours.get(key)
    };
    let without_place = recorded["line"].is_null() != ours.get("line").is_none_or(Value::is_null);
    if recorded.get("error") != ours.get("error")
        || !["line", "column", "issue"].into_iter().all(same_error)
        || without_place
    {
        found.push(format!(
            "expected {}\n       got {}",
            error_text_of(recorded),
            ours.get("error").map_or("no error".to_owned(), |error| error_text(&ours, error)),
        ));
    }
    for key in ["pn", "all", "warnings"] {
        let expected = recorded.get(key).filter(|expected| Some(*expected) != ours.get(key));
        if let Some(expected) = expected {
            let none = Value::Null;
            let got = ours.get(key).unwrap_or(&none);
            found.push(format!("{key}: expected {expected}\n          got {got}"));
        }
    }
    found
}

fn error_text_of(recorded: &Value) -> String {
    match (recorded.as_object(), recorded.get("error")) {
        (Some(answer), Some(error)) => error_text(answer, error),
        _ => "no error".to_owned(),
    }
}

fn error_text(answer: &Map<String, Value>, error: &Value) -> String {
    let part = |key: &str| answer.get(key).map_or("null".to_owned(), Value::to_string);
    format!("{}:{} {} {error}", part("line"), part("column"), part("issue"))
}
