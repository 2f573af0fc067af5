//! Short descriptions of parts of type definitions, for people.

use pupa_syntax::source::Span;
use pupa_syntax::tree::{Logic, Tree};
use pupa_syntax::type_model::{DataType, FeatureKind, FeatureModel};

use crate::write::word;

/// The multiplicity of a feature: `1..1`, `0..*`.
pub(crate) fn multiplicity(feature: &FeatureModel) -> String {
    match feature.max {
        Some(max) => format!("{}..{max}", feature.min),
        None => format!("{}..*", feature.min),
    }
}

/// The source form of a feature's type.
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

/// The source of a piece of logic, without the indentation of its context.
pub(crate) fn logic_source(tree: &Tree, logic: Logic) -> String {
    match logic {
        Logic::Expr(expr) | Logic::Block(Some(expr)) => source(tree, tree[expr].span),
        Logic::Block(None) => "{ }".to_owned(),
        Logic::Lambda(lambda) => source(tree, tree[lambda].span),
    }
}

/// The source of a span. The lines after the first lose their common indentation.
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
