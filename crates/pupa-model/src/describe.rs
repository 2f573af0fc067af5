//! Parts of type definitions as short texts for people.

use pupa_syntax::source::Span;
use pupa_syntax::tree::{Logic, Tree};
use pupa_syntax::type_model::{DataType, FeatureKind, FeatureModel};

use crate::write::word;

/// How many values a feature has: `1..1`, `0..*`.
pub(crate) fn multiplicity(feature: &FeatureModel) -> String {
    match feature.max {
        Some(max) => format!("{}..{max}", feature.min),
        None => format!("{}..*", feature.min),
    }
}

/// The type of a feature as it is written.
pub(crate) fn type_text(feature: &FeatureModel) -> String {
    match &feature.kind {
        FeatureKind::Attribute(data_type) => match data_type {
            DataType::Integer => "Integer".to_owned(),
            DataType::Float => "Float".to_owned(),
            DataType::String => "String".to_owned(),
            DataType::Boolean => "Boolean".to_owned(),
            DataType::Enum(values) => {
                let values: Vec<String> = values.iter().map(|value| word(value)).collect();
                format!("enum[{}]", values.join(", "))
            }
        },
        FeatureKind::Reference { target, .. } => target.name.clone(),
    }
}

/// The source of a piece of logic, moved to the left margin.
pub(crate) fn logic_source(tree: &Tree, logic: Logic) -> String {
    match logic {
        Logic::Expr(expr) | Logic::Block(Some(expr)) => source(tree, tree[expr].span),
        Logic::Block(None) => "{ }".to_owned(),
        Logic::Lambda(lambda) => source(tree, tree[lambda].span),
    }
}

/// The source of a stretch of code. Its first line is where it begins; the others lose the
/// indentation that they share.
pub(crate) fn source(tree: &Tree, span: Span) -> String {
    let text = tree.source().slice(span);
    let mut lines = text.lines();
    let mut result = lines.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = lines.collect();
    let filled = rest.iter().filter(|line| !line.trim().is_empty());
    let indent = filled.map(|line| line.len() - line.trim_start_matches(' ').len()).min();
    for line in rest {
        result.push('\n');
        result.push_str(line.get(indent.unwrap_or(0)..).unwrap_or_default().trim_end());
    }
    result
}
