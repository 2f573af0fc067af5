//! Example code that creates an instance, with all required features.
//!
//! The values fit the data types, but may violate checks.

use pupa_syntax::type_model::{DataType, Definition, FeatureKind, FeatureModel};

use crate::model::Model;
use crate::write::word;

/// The maximum depth of nested objects in an example.
const MAX_DEPTH: usize = 3;

/// Code that creates an instance; `None` for an abstract type.
pub(super) fn construction(model: &Model, definition: &Definition) -> Option<String> {
    let own = &definition.model;
    if own.is_abstract {
        return None;
    }
    let features = required(model, &own.name);
    if !model.ancestry(own).is_managed() {
        return Some(format!("{}.new{}", own.name, arguments(model, &features, 0)));
    }
    let name = own.name.to_ascii_lowercase();
    if features.is_empty() {
        return Some(format!("{name} {{ 'example': }}"));
    }
    let width = features.iter().map(|feature| feature.name.len()).max().unwrap_or(0);
    let lines = features
        .iter()
        .map(|feature| format!("  {:width$} => {},\n", feature.name, value(model, feature, 0)));
    Some(format!("{name} {{ 'example':\n{}}}", lines.collect::<String>()))
}

/// The features without which no instance can be created.
fn required(model: &Model, name: &str) -> Vec<FeatureModel> {
    let all = model.all_features(name).into_iter().map(|(_, feature)| feature);
    let is_required = |feature: &FeatureModel| {
        let is_open = feature.is_setable && feature.derived.is_none();
        feature.min > 0 && is_open && (feature.default.is_none() || feature.min > 1)
    };
    all.filter(is_required).collect()
}

fn arguments(model: &Model, features: &[FeatureModel], depth: usize) -> String {
    if features.is_empty() {
        return String::new();
    }
    let indent = "  ".repeat(depth);
    let width = features.iter().map(|feature| feature.name.len()).max().unwrap_or(0);
    let lines = features.iter().map(|feature| {
        format!("{indent}  {:width$} => {},\n", feature.name, value(model, feature, depth))
    });
    format!("({{\n{}{indent}}})", lines.collect::<String>())
}

fn value(model: &Model, feature: &FeatureModel, depth: usize) -> String {
    let one = match &feature.kind {
        FeatureKind::Attribute(data_type) => sample(data_type),
        FeatureKind::Reference { target, is_containment: true } => {
            object(model, &target.name, depth)
        }
        FeatureKind::Reference { .. } => format!("${}", feature.name),
    };
    match feature.min {
        _ if !feature.is_multi_valued() => one,
        // The variable of a plain reference may hold several values.
        _ if feature.is_plain_reference() => one,
        0 | 1 => format!("[{one}]"),
        2 => format!("[{one}, {one}]"),
        _ => format!("[{one}, {one}, …]"),
    }
}

fn sample(data_type: &DataType) -> String {
    match data_type {
        DataType::Integer => "1".to_owned(),
        DataType::Float => "1.0".to_owned(),
        DataType::String => "'…'".to_owned(),
        DataType::Boolean => "true".to_owned(),
        DataType::Enum(values) => values.first().map_or_else(|| "'…'".to_owned(), |one| word(one)),
    }
}

/// A constructor call for a type or one of its subtypes.
fn object(model: &Model, name: &str, depth: usize) -> String {
    let is_kind = |definition: &&Definition| {
        let is_it = definition.model.name == name;
        let inherits =
            || model.ancestry(&definition.model).bases.iter().any(|base| base.model.name == name);
        !definition.model.is_abstract && (is_it || inherits())
    };
    let concrete = model.get(name).filter(is_kind).or_else(|| model.types().find(is_kind));
    match concrete {
        Some(found) if depth + 1 < MAX_DEPTH => {
            let features = required(model, &found.model.name);
            format!("{}.new{}", found.model.name, arguments(model, &features, depth + 1))
        }
        Some(found) => format!("{}.new(…)", found.model.name),
        None => "…".to_owned(),
    }
}
