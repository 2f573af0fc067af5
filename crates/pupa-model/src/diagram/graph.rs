//! The model of a diagram: boxes and the lines between them.

use std::collections::HashMap;

use pupa_syntax::tree::Tree;
use pupa_syntax::type_model::{
    Definition, FeatureKind, FeatureModel, MANAGED_RESOURCE, default_text,
};

use crate::describe::{multiplicity, type_text};
use crate::model::Model;

/// Maximum length of an attribute's description in characters.
const MAX_ATTRIBUTE: usize = 60;

/// The boxes and lines of a diagram.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The boxes in the order of the definitions.
    pub(super) boxes: Vec<TypeBox>,
    pub(super) lines: Vec<Line>,
}

/// The box of a type.
#[derive(Debug)]
pub(super) struct TypeBox {
    pub(super) name: String,
    pub(super) is_abstract: bool,
    pub(super) attributes: Vec<AttributeText>,
}

/// The description of an attribute in a box.
#[derive(Debug)]
pub(super) struct AttributeText {
    /// The full description.
    pub(super) full: String,
    /// The description shortened to fit.
    pub(super) short: String,
}

/// A line between two boxes.
#[derive(Debug)]
pub(super) struct Line {
    /// The type that inherits or has the reference.
    pub(super) from: usize,
    /// The base, or the type of the reference.
    pub(super) to: usize,
    pub(super) kind: LineKind,
}

/// The meaning of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LineKind {
    Inheritance,
    Reference {
        name: String,
        /// The multiplicity of the reference: `0..*`.
        multiplicity: String,
        is_containment: bool,
    },
}

impl Graph {
    /// Builds the diagram of a model.
    pub(super) fn of(model: &Model) -> Graph {
        let mut graph = Graph::default();
        let mut index: HashMap<String, usize> = HashMap::new();
        for definition in model.types() {
            index.insert(definition.model.name.clone(), graph.boxes.len());
            graph.boxes.push(type_box(definition));
        }
        for (from, definition) in model.types().enumerate() {
            let own = &definition.model;
            if let Some(parent) = &own.parent
                && let Some(to) = graph.find(&mut index, &parent.name)
            {
                graph.lines.push(Line { from, to, kind: LineKind::Inheritance });
            }
            for feature in &own.features {
                let FeatureKind::Reference { target, is_containment } = &feature.kind else {
                    continue;
                };
                let Some(to) = graph.find(&mut index, &target.name) else { continue };
                let kind = LineKind::Reference {
                    name: marked_name(feature),
                    multiplicity: multiplicity(feature),
                    is_containment: *is_containment,
                };
                graph.lines.push(Line { from, to, kind });
            }
        }
        graph
    }

    /// The box of a type. The built-in type gets one when it is first used.
    fn find(&mut self, index: &mut HashMap<String, usize>, name: &str) -> Option<usize> {
        if let Some(found) = index.get(name) {
            return Some(*found);
        }
        if name != MANAGED_RESOURCE {
            return None;
        }
        let text = "name: String [1..1]".to_owned();
        let attribute = AttributeText { full: text.clone(), short: text };
        let name = name.to_owned();
        index.insert(name.clone(), self.boxes.len());
        self.boxes.push(TypeBox { name, is_abstract: true, attributes: vec![attribute] });
        Some(self.boxes.len() - 1)
    }
}

fn type_box(definition: &Definition) -> TypeBox {
    let own = &definition.model;
    let attributes = own.features.iter().filter(|feature| is_attribute(feature));
    TypeBox {
        name: own.name.clone(),
        is_abstract: own.is_abstract,
        attributes: attributes.map(|feature| attribute(&definition.tree, feature)).collect(),
    }
}

fn is_attribute(feature: &FeatureModel) -> bool {
    matches!(feature.kind, FeatureKind::Attribute(_))
}

/// The description of an attribute: `/name: Type [0..1] = default {read only}`.
fn attribute(tree: &Tree, feature: &FeatureModel) -> AttributeText {
    let mut full =
        format!("{}: {} [{}]", marked_name(feature), type_text(feature), multiplicity(feature));
    if let Some(default) = feature.default {
        full.push_str(" = ");
        full.extend(
            default_text(tree, default).chars().map(|one| if one.is_control() { ' ' } else { one }),
        );
    }
    if !feature.is_setable && feature.derived.is_none() {
        full.push_str(" {read only}");
    }
    let short = shorten(&full);
    AttributeText { full, short }
}

/// The name of a feature; a derived one has a leading slash.
fn marked_name(feature: &FeatureModel) -> String {
    let mark = if feature.derived.is_some() { "/" } else { "" };
    format!("{mark}{}", feature.name)
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= MAX_ATTRIBUTE {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(MAX_ATTRIBUTE - 1).collect();
    short.push('…');
    short
}
