//! Documentation as JSON, as input for other generators.

use serde_json::{Map, Value, json};

use super::comment::Comment;
use super::{Documentation, FeatureDoc, InvariantDoc, TypeDoc};

/// Writes the documentation as one JSON object: `{"types": […]}`.
pub fn to_json(documentation: &Documentation) -> String {
    let types: Vec<Value> = documentation.types.iter().map(type_value).collect();
    let mut text = serde_json::to_string_pretty(&json!({ "types": types })).unwrap_or_default();
    text.push('\n');
    text
}

fn type_value(one: &TypeDoc) -> Value {
    let inherited: Map<String, Value> =
        one.inherited.iter().map(|(base, names)| (base.clone(), json!(names))).collect();
    json!({
        "name": one.name,
        "file": one.location.file,
        "line": one.location.line,
        "documentation": comment(&one.comment),
        "abstract": one.is_abstract,
        "resource_type": one.is_managed,
        "bases": one.bases,
        "subtypes": one.subtypes,
        "features": one.features.iter().map(feature).collect::<Vec<_>>(),
        "inherited": inherited,
        "invariants": one.invariants.iter().map(invariant).collect::<Vec<_>>(),
        "construction": one.example,
    })
}

fn feature(feature: &FeatureDoc) -> Value {
    let logic: Map<String, Value> =
        feature.logic.iter().map(|(kind, source)| ((*kind).to_owned(), json!(source))).collect();
    json!({
        "name": feature.name,
        "line": feature.line,
        "documentation": comment(&feature.comment),
        "kind": if feature.is_reference { "reference" } else { "attribute" },
        "type": feature.ty,
        "multiplicity": feature.multiplicity,
        "settings": feature.settings,
        "default": feature.default,
        "logic": logic,
    })
}

fn invariant(invariant: &InvariantDoc) -> Value {
    json!({
        "line": invariant.line,
        "documentation": comment(&invariant.comment),
        "title": invariant.title,
        "source": invariant.source,
    })
}

fn comment(comment: &Comment) -> Value {
    let examples = comment.examples.iter();
    let examples = examples.map(|(title, code)| json!({"title": title, "code": code.join("\n")}));
    let tags = comment.tags.iter().map(|(name, text)| json!({"name": name, "text": text}));
    json!({
        "summary": comment.summary,
        "text": comment.text.join("\n"),
        "examples": examples.collect::<Vec<_>>(),
        "tags": tags.collect::<Vec<_>>(),
    })
}
