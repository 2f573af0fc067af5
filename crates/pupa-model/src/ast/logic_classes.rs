//! Rows of the classes that connect logic to types.

use pupa_syntax::type_model::{FUNCTION_SET, FeatureKind};

use super::cx::{Cx, Node};
use super::expressions::{CODE, EXPRESSION};
use super::{Class, Enumeration, Link, base, class, link, many, one, optional, text, word};
use crate::logic::LogicEntry;

/// The classes, bases before their subclasses.
pub(super) static CLASSES: &[&Class] = &[&LOGIC_MODEL, &LOGIC, &FEATURE_LOGIC, &INVARIANT_LOGIC];

/// The enumerations.
pub(super) static WORDS: &[&Enumeration] = &[&LOGIC_KIND];

/// The root of a document.
pub(super) static LOGIC_MODEL: Class = Class {
    name: "LogicModel",
    base: None,
    is_abstract: false,
    slots: &[
        text("functionSet", |_| Some(FUNCTION_SET.to_owned())),
        many("logic", &LOGIC, |cx| match cx.node {
            Node::LogicModel(model) => {
                model.entries.iter().map(|entry| Cx::of_logic(&model.file, entry)).collect()
            }
            _ => Vec::new(),
        }),
    ],
};

static LOGIC: Class = base("Logic", None);

static LOGIC_KIND: Enumeration =
    Enumeration { name: "FeatureLogicKind", literals: &["check", "set", "get", "derived"] };

pub(super) static FEATURE_LOGIC: Class = class(
    "FeatureLogic",
    &LOGIC,
    &[
        word("kind", &LOGIC_KIND, |cx| Some(entry(cx)?.1.kind.word())),
        link("feature", "EStructuralFeature", |cx| {
            let (file, entry) = entry(cx)?;
            let feature = entry.feature?;
            let class = match feature.kind {
                FeatureKind::Attribute(_) => "EAttribute",
                FeatureKind::Reference { .. } => "EReference",
            };
            let address = format!("{}/{}", class_address(file, entry), feature.name);
            Some(Link { class, address })
        }),
        one("body", &CODE, |cx| cx.logic(entry(cx)?.1.logic)),
    ],
);

pub(super) static INVARIANT_LOGIC: Class = class(
    "InvariantLogic",
    &LOGIC,
    &[
        link("type", "EClass", |cx| {
            let (file, entry) = entry(cx)?;
            Some(Link { class: "EClass", address: class_address(file, entry) })
        }),
        optional("title", &EXPRESSION, |cx| cx.expr(entry(cx)?.1.title?)),
        one("body", &CODE, |cx| cx.logic(entry(cx)?.1.logic)),
    ],
);

fn entry(cx: Cx<'_>) -> Option<(&str, &LogicEntry<'_>)> {
    match cx.node {
        Node::Logic(file, entry) => Some((file, entry)),
        _ => None,
    }
}

fn class_address(file: &str, entry: &LogicEntry<'_>) -> String {
    format!("{file}#//{}", crate::ecore::packages::class_name(&entry.definition.model.name))
}
