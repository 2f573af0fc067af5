//! The report as one JSON object, for other programs.

use pupa_value::Value;
use pupa_value::data;
use pupa_value::value::Hash;

use super::{
    CatalogDiff, Change, ChangedResource, Location, NodeDiff, NodeOutcome, OneSided,
    ParameterChange, ReportValue, SetChange, Summary,
};

/// Writes the report as JSON, one object on one line.
///
/// ```text
/// {"summary": {"nodes": 2, "same": 0, "different": 2, "failed": 0,
///              "added": 1, "removed": 0, "changed": 1},
///  "nodes": [
///    {"node": "web01", "status": "different",
///     "added": [RESOURCE], "removed": [RESOURCE], "changed": [CHANGED],
///     "edges": {"added": [{"source": "Class[A]", "target": "File[/a]"}], "removed": []},
///     "classes": {"added": ["a"], "removed": []}},
///    {"node": "web02", "status": "only_old", "resources": 12}]}
///
/// status    "same", "different", "only_old", "only_new", or "failed", which has "old_error" and
///           "new_error" as far as there are any
/// RESOURCE  {"reference", "type", "title", "exported", "containers": [REFERENCE],
///            "file"?, "line"?, "parameters": {NAME: VALUE}, "redacted"?: [NAME]}
/// CHANGED   {"reference", "type", "title", "parameters": [PARAMETER],
///            "exported"?: {"old", "new"}, "containers"?: SET, "tags"?: SET,
///            "place"?: {"old": {"file", "line"}, "new": {"file", "line"}}}
/// PARAMETER {"name", "path", "change": "added" | "removed" | "changed" | "sensitive" |
///            "not_sensitive", "old"?, "new"?, "redacted"?: true, "diff"?: TEXT, "set"?: SET}
/// SET       {"added": [TEXT], "removed": [TEXT]}
/// ```
///
/// Lists are sorted by reference, name and path. `diff` is a unified diff. Sensitive values never
/// appear; `redacted` marks them. `sensitive` and `not_sensitive` mean that an equal value has
/// become sensitive or stopped being so.
///
/// # Errors
/// If a value can't be serialised.
pub fn to_json(nodes: &[NodeDiff]) -> pupa_value::Result<String> {
    let mut report = Hash::new();
    report.insert("summary", summary(&Summary::new(nodes)));
    report.insert("nodes", Value::array(nodes.iter().map(node)));
    data::to_json(&report.into())
}

fn summary(summary: &Summary) -> Value {
    let Summary { nodes, same, different, failed, added, removed, changed } = *summary;
    let mut hash = Hash::new();
    hash.insert("nodes", number(nodes));
    hash.insert("same", number(same));
    hash.insert("different", number(different));
    hash.insert("failed", number(failed));
    hash.insert("added", number(added));
    hash.insert("removed", number(removed));
    hash.insert("changed", number(changed));
    hash.into()
}

fn number(count: usize) -> Value {
    Value::Integer(i64::try_from(count).unwrap_or(i64::MAX))
}

fn node(node: &NodeDiff) -> Value {
    let mut hash = Hash::new();
    hash.insert("node", node.node.as_str());
    match &node.outcome {
        NodeOutcome::Compared(diff) => compared(diff, &mut hash),
        NodeOutcome::OnlyOld(count) => {
            hash.insert("status", "only_old");
            hash.insert("resources", number(*count));
        }
        NodeOutcome::OnlyNew(count) => {
            hash.insert("status", "only_new");
            hash.insert("resources", number(*count));
        }
        NodeOutcome::Failed { old, new } => {
            hash.insert("status", "failed");
            for (key, error) in [("old_error", old), ("new_error", new)] {
                if let Some(error) = error {
                    hash.insert(key, error.as_str());
                }
            }
        }
    }
    hash.into()
}

fn compared(diff: &CatalogDiff, hash: &mut Hash) {
    hash.insert("status", if diff.is_empty() { "same" } else { "different" });
    hash.insert("added", Value::array(diff.added.iter().map(one_sided)));
    hash.insert("removed", Value::array(diff.removed.iter().map(one_sided)));
    hash.insert("changed", Value::array(diff.changed.iter().map(changed)));
    let edge = |(source, target): &(String, String)| {
        let mut edge = Hash::new();
        edge.insert("source", source.as_str());
        edge.insert("target", target.as_str());
        edge.into()
    };
    hash.insert("edges", set(&diff.edges, edge));
    hash.insert("classes", texts(&diff.classes));
}

fn set<T>(set: &SetChange<T>, write: impl Fn(&T) -> Value) -> Value {
    let mut hash = Hash::new();
    hash.insert("added", Value::array(set.added.iter().map(&write)));
    hash.insert("removed", Value::array(set.removed.iter().map(&write)));
    hash.into()
}

fn texts(change: &SetChange<String>) -> Value {
    set(change, |text| text.as_str().into())
}

fn named(type_name: &str, title: &str) -> Hash {
    let mut hash = Hash::new();
    hash.insert("reference", format!("{type_name}[{title}]"));
    hash.insert("type", type_name);
    hash.insert("title", title);
    hash
}

fn one_sided(resource: &OneSided) -> Value {
    let mut hash = named(&resource.type_name, &resource.title);
    hash.insert("exported", resource.is_exported);
    let containers = resource.containers.iter().map(|container| container.as_str().into());
    hash.insert("containers", Value::array(containers));
    if let Some(file) = &resource.location.file {
        hash.insert("file", file.as_str());
    }
    if let Some(line) = resource.location.line {
        hash.insert("line", i64::from(line));
    }
    let mut parameters = Hash::new();
    let mut redacted = Vec::new();
    for (name, value) in &resource.parameters {
        match value.data() {
            Some(data) => {
                parameters.insert(name.as_str(), data.clone());
            }
            None => redacted.push(name.as_str().into()),
        }
    }
    hash.insert("parameters", parameters);
    if !redacted.is_empty() {
        hash.insert("redacted", Value::array(redacted));
    }
    hash.into()
}

fn changed(resource: &ChangedResource) -> Value {
    let mut hash = named(&resource.type_name, &resource.title);
    hash.insert("parameters", Value::array(resource.parameters.iter().map(parameter)));
    if let Some((old, new)) = resource.exported {
        hash.insert("exported", sides(old.into(), new.into()));
    }
    for (key, change) in [("containers", &resource.containers), ("tags", &resource.tags)] {
        if !change.is_empty() {
            hash.insert(key, texts(change));
        }
    }
    if let Some((old, new)) = &resource.location {
        hash.insert("place", sides(location(old), location(new)));
    }
    hash.into()
}

fn sides(old: Value, new: Value) -> Value {
    let mut hash = Hash::new();
    hash.insert("old", old);
    hash.insert("new", new);
    hash.into()
}

fn location(location: &Location) -> Value {
    let mut hash = Hash::new();
    hash.insert("file", location.file.as_deref().map_or(Value::Undef, Value::from));
    hash.insert("line", location.line.map_or(Value::Undef, |line| i64::from(line).into()));
    hash.into()
}

fn parameter(parameter: &ParameterChange) -> Value {
    let mut hash = Hash::new();
    hash.insert("name", parameter.name.as_str());
    hash.insert("path", parameter.path.as_str());
    let word = match &parameter.change {
        Change::Added(_) => "added",
        Change::Removed(_) => "removed",
        Change::Changed { .. } | Change::Lines { .. } | Change::Set(_) => "changed",
        Change::Sensitivity { is_sensitive: true } => "sensitive",
        Change::Sensitivity { is_sensitive: false } => "not_sensitive",
    };
    hash.insert("change", word);
    match &parameter.change {
        Change::Added(new) => values(&mut hash, None, Some(new)),
        Change::Removed(old) => values(&mut hash, Some(old), None),
        Change::Changed { old, new } => values(&mut hash, Some(old), Some(new)),
        Change::Lines { old, new, hunks } => {
            values(&mut hash, Some(old), Some(new));
            let mut diff = String::new();
            for hunk in hunks {
                diff.push_str(&hunk.header());
                diff.push('\n');
                for (mark, line) in &hunk.lines {
                    diff.push(*mark);
                    diff.push_str(if *mark == '\\' { " " } else { "" });
                    diff.push_str(line);
                    diff.push('\n');
                }
            }
            hash.insert("diff", diff);
        }
        Change::Set(change) => {
            hash.insert("set", texts(change));
        }
        Change::Sensitivity { .. } => {}
    }
    hash.into()
}

fn values(hash: &mut Hash, old: Option<&ReportValue>, new: Option<&ReportValue>) {
    if old.into_iter().chain(new).any(ReportValue::is_redacted) {
        hash.insert("redacted", true);
        return;
    }
    for (key, value) in [("old", old), ("new", new)] {
        if let Some(data) = value.and_then(ReportValue::data) {
            hash.insert(key, data.clone());
        }
    }
}
