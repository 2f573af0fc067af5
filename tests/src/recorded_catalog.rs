//! Recorded catalogs of the reference, and how ours are compared with them.
//!
//! A record is a line of JSON: `id`, the `files` of an environment, the `node` with its `facts`
//! (those of `facts.json` unless given), the `logs`, and what is expected: a `catalog`, of which the
//! order of resources, tags and edges does not count, or an `error` with its place.

use std::collections::BTreeMap;
use std::path::Path;

use pupa_catalog::catalog::Catalog;
use pupa_compiler::compiler::{Compiled, Control, Options};
use pupa_compiler::compilers::Compilers;
use pupa_compiler::fleet::{Facts, Fleet};
use pupa_compiler::node::read_facts;
use pupa_compiler::node_data::Classifier;
use pupa_data::json::value as from_json;
use pupa_eval::Settings;
use pupa_eval::log::Level;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::project::{self, Project};
use pupa_value::Value;
use serde_json::{Value as Json, json};

use crate::environment::MAX_FILE_SIZE;
use crate::evaluation::Difference;
use crate::scratch::Scratch;

/// What stands for the directory of the environment in records.
const ENVIRONMENT: &str = "%ENV%";

/// What the recording server said of itself.
const SERVER_FACTS: &str = r#"{"serverversion": "8.28.1", "servername": "puppet.example.com",
    "serverip": "192.0.2.1", "environment": "production"}"#;

/// What became of a node, in the form of a record.
struct Ours {
    /// The catalog, or the message of the error.
    outcome: Result<Json, String>,
    /// Level and message.
    logs: Vec<(String, String)>,
}

/// Compares a record with our catalog.
///
/// # Errors
/// When the line is no record, or its files can't be written.
pub fn difference(line: &str, facts: &str) -> Result<Difference, String> {
    let record: Json = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let ours = compile(&record, facts)?;
    let expect = &record["expect"];
    let found = match (&ours.outcome, expect.get("catalog"), expect["error"].as_str()) {
        (Ok(ours), Some(expected), _) => catalogs_differ(expected, ours),
        (Err(message), _, Some(expected)) if message == expected => None,
        (Err(message), _, Some(expected)) => Some(differ("error", expected, message)),
        (Err(message), ..) => Some(differ("outcome", "a catalog", message)),
        (Ok(_), _, expected) => {
            Some(differ("outcome", expected.unwrap_or("an error"), "a catalog"))
        }
    };
    let text = found.or_else(|| logs_differ(&record, &ours.logs));
    Ok(Difference { name: record["id"].as_str().unwrap_or_default().to_owned(), text })
}

fn differ(what: &str, expected: impl std::fmt::Display, got: impl std::fmt::Display) -> String {
    format!("{what}\n    expected {expected}\n    got      {got}")
}

fn compile(record: &Json, facts: &str) -> Result<Ours, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let directory = scratch.path("production");
    std::fs::create_dir_all(directory.join("manifests")).map_err(|error| error.to_string())?;
    for (path, text) in record["files"].as_object().into_iter().flatten() {
        let text = text.as_str().unwrap_or_default();
        let written = scratch.write(&format!("production/{path}"), text);
        written.map_err(|error| format!("{path}: {error}"))?;
    }
    let facts = record.get("facts").map_or(facts.to_owned(), Json::to_string);
    scratch.write("facts.json", facts).map_err(|error| error.to_string())?;
    let facts = read_facts(&scratch.path("facts.json"), MAX_FILE_SIZE)
        .map_err(|error| error.to_string())?;
    let node = record["node"].as_str().unwrap_or_default();
    let (compiled, environment) = compile_in(&directory, node, facts)?;
    Ok(in_record_form(compiled, node, &environment, &directory.to_string_lossy()))
}

fn value(json: &str) -> Result<Value, String> {
    from_json(json).map_err(|error| error.message)
}

fn compile_in(directory: &Path, node: &str, facts: Value) -> Result<(Compiled, String), String> {
    let files = Files::on_disk(MAX_FILE_SIZE);
    let project = Project::open(project::Options::of(directory), files.clone());
    let project = project.map_err(|error| error.to_string())?;
    let name = project.environment().name.clone();
    let compilers = Compilers::new(project, Settings::default(), Options::default());
    let fleet = Fleet {
        names: vec![node.to_owned()],
        facts: Facts::Shared(facts),
        trusted: None,
        server_facts: Some(value(SERVER_FACTS)?),
        classifier: Classifier::None,
        files,
    };
    let (node, compiler) = compilers.node(&fleet, node).map_err(|trouble| trouble.to_string())?;
    Ok((compiler.compile(&node, &Exported::default(), Control::default()), name))
}

fn in_record_form(compiled: Compiled, node: &str, environment: &str, directory: &str) -> Ours {
    let display = |text: &str| text.replace(directory, ENVIRONMENT);
    let log = |(level, text): (Level, String)| (level.name().to_owned(), display(&text));
    let mut logs: Vec<(String, String)> =
        compiled.logs.into_iter().map(|one| log((one.level, one.message))).collect();
    let outcome = match compiled.catalog {
        Ok(catalog) => normalised(&catalog).map(|json| with_environment(json, directory)),
        Err(error) => {
            let mut said = error.messages(node, environment);
            let error = said.pop().map(|(_, text)| display(&text)).unwrap_or_default();
            logs.extend(said.into_iter().map(log));
            Err(error)
        }
    };
    Ours { outcome, logs }
}

/// A catalog as it is recorded.
fn normalised(catalog: &Catalog) -> Result<Json, String> {
    let text = catalog.to_json().map_err(|error| error.message)?;
    let mut catalog: Json = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let list = |value: &mut Json| match value.take() {
        Json::Array(list) => list,
        _ => Vec::new(),
    };
    let sorted = |value: &mut Json| {
        let mut all = list(value);
        all.sort_by_key(Json::to_string);
        Json::Array(all)
    };
    let resources = list(&mut catalog["resources"]).into_iter().map(|mut resource| {
        let mut one = json!({
            "type": resource["type"],
            "title": resource["title"],
            "tags": sorted(&mut resource["tags"]),
            "exported": resource["exported"],
            "parameters": resource.get("parameters").cloned().unwrap_or_else(|| json!({})),
        });
        for key in ["sensitive_parameters", "file", "line"] {
            if let Some(value) = resource.get(key) {
                one[key] = value.clone();
            }
        }
        one
    });
    let resources: Vec<Json> = resources.collect();
    let edges = list(&mut catalog["edges"]).into_iter();
    let mut edges =
        Json::Array(edges.map(|edge| json!([edge["source"], edge["target"]])).collect());
    Ok(json!({
        "name": catalog["name"],
        "environment": catalog["environment"],
        "resources": resources,
        "edges": sorted(&mut edges),
        "classes": sorted(&mut catalog["classes"]),
    }))
}

/// Says the directory of the environment as records do. Files are relative to it.
fn with_environment(mut json: Json, directory: &str) -> Json {
    let inside = format!("{directory}/");
    for resource in json["resources"].as_array_mut().into_iter().flatten() {
        if let Some(file) = resource.get("file").and_then(Json::as_str) {
            resource["file"] = file.strip_prefix(&inside).unwrap_or(file).into();
        }
    }
    replaced(json, directory)
}

fn replaced(json: Json, directory: &str) -> Json {
    match json {
        Json::String(text) => text.replace(directory, ENVIRONMENT).into(),
        Json::Array(all) => all.into_iter().map(|one| replaced(one, directory)).collect(),
        Json::Object(all) => {
            let entries = all.into_iter();
            entries
                .map(|(key, one)| (key.replace(directory, ENVIRONMENT), replaced(one, directory)))
                .collect()
        }
        other => other,
    }
}

/// The first difference between two catalogs.
fn catalogs_differ(expected: &Json, ours: &Json) -> Option<String> {
    let (wanted, got) = (by_reference(expected), by_reference(ours));
    for (reference, resource) in &wanted {
        let Some(other) = got.get(reference) else {
            return Some(format!("{reference} is missing"));
        };
        for key in ["parameters", "exported", "sensitive_parameters", "tags", "file", "line"] {
            if resource.get(key) != other.get(key) {
                return Some(differ(&format!("{reference}: {key}"), &resource[key], &other[key]));
            }
        }
    }
    if let Some(more) = got.keys().find(|reference| !wanted.contains_key(*reference)) {
        return Some(format!("{more} was not expected"));
    }
    let differs = |key: &&str| expected[*key] != ours[*key];
    let key = ["edges", "classes", "name", "environment"].into_iter().find(differs)?;
    Some(differ(key, &expected[key], &ours[key]))
}

fn by_reference(catalog: &Json) -> BTreeMap<String, &Json> {
    let resources = catalog["resources"].as_array().into_iter().flatten();
    resources.map(|one| (format!("{}[{}]", one["type"], one["title"]), one)).collect()
}

/// Compares what was said, but for what only developers of the reference want to know, and for the
/// error that ends it, which the recorder has logged as well.
fn logs_differ(record: &Json, ours: &[(String, String)]) -> Option<String> {
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let error = record["expect"]["error"].as_str().unwrap_or_default();
    let is_said = |(level, message): &(String, String)| {
        level != "debug" && !(level == "err" && error.contains(message.as_str()))
    };
    let recorded = record["logs"].as_array().into_iter().flatten();
    let recorded = recorded.map(|log| (text(&log["level"]), text(&log["message"])));
    let expected: Vec<(String, String)> = recorded.filter(is_said).collect();
    let ours: Vec<(String, String)> = ours.iter().filter(|log| is_said(log)).cloned().collect();
    (expected != ours).then(|| differ("logs", json!(expected), json!(ours)))
}
