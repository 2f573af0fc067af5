//! Logic as JSON: a list of `{type, feature, kind, title, pn}`.

use serde_json::{Value, json};

use super::{LogicEntry, LogicModel};

/// Writes the logic of a package. Titles are written as Puppet Notation too, since they may contain
/// expressions.
pub(crate) fn write(model: &LogicModel<'_>) -> String {
    let entries: Vec<Value> = model.entries.iter().map(entry).collect();
    let mut text = serde_json::to_string_pretty(&entries).unwrap_or_default();
    text.push('\n');
    text
}

fn entry(entry: &LogicEntry<'_>) -> Value {
    json!({
        "type": entry.definition.model.name,
        "feature": entry.feature.map(|feature| &feature.name),
        "kind": entry.kind.word(),
        "title": entry.title_pn(),
        "pn": entry.pn(),
    })
}
