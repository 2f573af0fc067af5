//! Rows of definitions and templates. Type logic contains none of them; they make the metamodel
//! complete for the whole language.

use pupa_syntax::tree::{ExprKind, List, Parameter, TypeStatementKind};

use super::cx::{Cx, Node};
use super::expressions::{CODE, EXPRESSION, PARAMETER, when};
use super::{Class, base, class, flag, many, one, optional, optional_text, text};

/// The classes, bases before their subclasses.
pub(super) static CLASSES: &[&Class] = &[
    &DEFINITION,
    &CLASS,
    &DEFINED_TYPE,
    &FUNCTION,
    &PLAN,
    &NODE,
    &TYPE_ALIAS,
    &TYPE_MAPPING,
    &PLAIN_TYPE_DEFINITION,
    &TYPE_DEFINITION,
    &TYPE_STATEMENT,
    &FEATURE_STATEMENT,
    &ATTRIBUTE_STATEMENT,
    &REFERENCE_STATEMENT,
    &FEATURE_SETTING,
    &INVARIANT_STATEMENT,
    &ABSTRACT_STATEMENT,
    &APPLY,
    &EPP,
    &RENDER_STRING,
    &RENDER,
];

static DEFINITION: Class = base("Definition", Some(&EXPRESSION));

pub(super) static CLASS: Class = class(
    "ClassDefinition",
    &DEFINITION,
    &[
        text("name", |cx| when!(cx is ExprKind::Class(id) => cx.text(cx.get(id)?.name))),
        optional_text(
            "parent",
            |cx| when!(cx is ExprKind::Class(id) => cx.text(cx.get(id)?.parent?)),
        ),
        many("parameters", &PARAMETER, parameters),
        optional("body", &EXPRESSION, body),
    ],
);

pub(super) static DEFINED_TYPE: Class = class(
    "DefinedType",
    &DEFINITION,
    &[
        text("name", |cx| when!(cx is ExprKind::Define(id) => cx.text(cx.get(id)?.name))),
        many("parameters", &PARAMETER, parameters),
        optional("body", &EXPRESSION, body),
    ],
);

pub(super) static FUNCTION: Class = class(
    "FunctionDefinition",
    &DEFINITION,
    &[
        text("name", |cx| when!(cx is ExprKind::Function(id) => cx.text(cx.get(id)?.name))),
        many("parameters", &PARAMETER, parameters),
        optional(
            "returns",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Function(id) => cx.expr(cx.get(id)?.returns?)),
        ),
        optional("body", &EXPRESSION, body),
    ],
);

pub(super) static PLAN: Class = class(
    "PlanDefinition",
    &DEFINITION,
    &[
        text("name", |cx| when!(cx is ExprKind::Plan(id) => cx.text(cx.get(id)?.name))),
        many("parameters", &PARAMETER, parameters),
        optional(
            "returns",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Plan(id) => cx.expr(cx.get(id)?.returns?)),
        ),
        optional("body", &EXPRESSION, body),
    ],
);

pub(super) static NODE: Class = class(
    "NodeDefinition",
    &DEFINITION,
    &[
        many("matchers", &EXPRESSION, |cx| {
            let node = when!(cx is ExprKind::Node(id) => cx.get(id));
            node.map(|node| cx.exprs(node.matchers)).unwrap_or_default()
        }),
        optional(
            "parent",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Node(id) => cx.expr(cx.get(id)?.parent?)),
        ),
        optional("body", &EXPRESSION, body),
    ],
);

fn parameters(cx: Cx<'_>) -> Vec<Cx<'_>> {
    let list: Option<List<Parameter>> = match cx.kind() {
        Some(ExprKind::Class(id)) => cx.get(id).map(|it| it.parameters),
        Some(ExprKind::Define(id)) => cx.get(id).map(|it| it.parameters),
        Some(ExprKind::Function(id) | ExprKind::Plan(id)) => cx.get(id).map(|it| it.parameters),
        Some(ExprKind::Epp(id)) => cx.get(id).and_then(|it| it.parameters),
        _ => None,
    };
    list.map(|list| cx.parts(list, Node::Parameter)).unwrap_or_default()
}

fn body(cx: Cx<'_>) -> Option<Cx<'_>> {
    let body = match cx.kind()? {
        ExprKind::Class(id) => cx.get(id)?.body,
        ExprKind::Define(id) => cx.get(id)?.body,
        ExprKind::Function(id) | ExprKind::Plan(id) => cx.get(id)?.body,
        ExprKind::Node(id) => cx.get(id)?.body,
        ExprKind::PlainTypeDefinition(id) => cx.get(id)?.body,
        ExprKind::Epp(id) => cx.get(id)?.body,
        _ => None,
    };
    cx.expr(body?)
}

// Types

pub(super) static TYPE_ALIAS: Class = class(
    "TypeAlias",
    &DEFINITION,
    &[
        text("name", |cx| when!(cx is ExprKind::TypeAlias(id) => cx.text(cx.get(id)?.name))),
        one(
            "type",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::TypeAlias(id) => cx.expr(cx.get(id)?.type_expr)),
        ),
    ],
);

pub(super) static TYPE_MAPPING: Class = class(
    "TypeMapping",
    &DEFINITION,
    &[
        one(
            "type",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::TypeMapping(id) => cx.expr(cx.get(id)?.type_expr)),
        ),
        one(
            "mapping",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::TypeMapping(id) => cx.expr(cx.get(id)?.mapping)),
        ),
        optional(
            "hash",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::TypeMapping(id) => cx.expr(cx.get(id)?.hash?)),
        ),
    ],
);

/// A type definition in the syntax of the reference.
pub(super) static PLAIN_TYPE_DEFINITION: Class = class(
    "PlainTypeDefinition",
    &DEFINITION,
    &[
        text(
            "name",
            |cx| when!(cx is ExprKind::PlainTypeDefinition(id) => cx.text(cx.get(id)?.name)),
        ),
        optional_text(
            "parent",
            |cx| when!(cx is ExprKind::PlainTypeDefinition(id) => cx.text(cx.get(id)?.parent?)),
        ),
        optional("body", &EXPRESSION, body),
    ],
);

pub(super) static TYPE_DEFINITION: Class = class(
    "TypeDefinition",
    &DEFINITION,
    &[
        text("name", |cx| when!(cx is ExprKind::TypeDefinition(id) => cx.text(cx.get(id)?.name))),
        optional(
            "parent",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::TypeDefinition(id) => cx.expr(cx.get(id)?.parent?)),
        ),
        many("statements", &TYPE_STATEMENT, |cx| {
            let definition = when!(cx is ExprKind::TypeDefinition(id) => cx.get(id));
            let statements = definition.map(|it| cx.parts(it.statements, Node::TypeStatement));
            statements.unwrap_or_default()
        }),
    ],
);

static TYPE_STATEMENT: Class = base("TypeStatement", None);

static FEATURE_STATEMENT: Class = Class {
    name: "FeatureStatement",
    base: Some(&TYPE_STATEMENT),
    is_abstract: true,
    slots: &[
        text("name", |cx| cx.text(feature(cx)?.name)),
        optional("type", &EXPRESSION, |cx| cx.expr(feature(cx)?.ty?)),
        many("settings", &FEATURE_SETTING, |cx| {
            let settings = feature(cx).map(|it| cx.parts(it.settings, Node::FeatureSetting));
            settings.unwrap_or_default()
        }),
    ],
};

pub(super) static ATTRIBUTE_STATEMENT: Class = class("AttributeStatement", &FEATURE_STATEMENT, &[]);
pub(super) static REFERENCE_STATEMENT: Class = class("ReferenceStatement", &FEATURE_STATEMENT, &[]);

fn feature(cx: Cx<'_>) -> Option<pupa_syntax::tree::Feature> {
    match cx.node {
        Node::TypeStatement(statement) => match statement.kind {
            TypeStatementKind::Feature(feature) => Some(feature),
            TypeStatementKind::Invariant { .. } | TypeStatementKind::Abstract => None,
        },
        _ => None,
    }
}

pub(super) static FEATURE_SETTING: Class = Class {
    name: "FeatureSetting",
    base: None,
    is_abstract: false,
    slots: &[
        text("name", |cx| match cx.node {
            Node::FeatureSetting(setting) => cx.text(setting.name),
            _ => None,
        }),
        one("value", &CODE, |cx| match cx.node {
            Node::FeatureSetting(setting) => cx.logic(setting.value),
            _ => None,
        }),
    ],
};

pub(super) static INVARIANT_STATEMENT: Class = class(
    "InvariantStatement",
    &TYPE_STATEMENT,
    &[
        optional("title", &EXPRESSION, |cx| match cx.node {
            Node::TypeStatement(statement) => match statement.kind {
                TypeStatementKind::Invariant { title, .. } => cx.expr(title?),
                TypeStatementKind::Feature(_) | TypeStatementKind::Abstract => None,
            },
            _ => None,
        }),
        one("validation", &CODE, |cx| match cx.node {
            Node::TypeStatement(statement) => match statement.kind {
                TypeStatementKind::Invariant { validation, .. } => cx.logic(validation),
                TypeStatementKind::Feature(_) | TypeStatementKind::Abstract => None,
            },
            _ => None,
        }),
    ],
);

pub(super) static ABSTRACT_STATEMENT: Class = class("AbstractStatement", &TYPE_STATEMENT, &[]);

// Plans and templates

pub(super) static APPLY: Class = class(
    "Apply",
    &EXPRESSION,
    &[
        many("arguments", &EXPRESSION, |cx| {
            let apply = when!(cx is ExprKind::Apply(id) => cx.get(id));
            apply.map(|apply| cx.exprs(apply.arguments)).unwrap_or_default()
        }),
        many("statements", &EXPRESSION, |cx| {
            let apply = when!(cx is ExprKind::Apply(id) => cx.get(id));
            apply.map(|apply| cx.exprs(apply.body)).unwrap_or_default()
        }),
    ],
);

pub(super) static EPP: Class = class(
    "Template",
    &EXPRESSION,
    &[
        flag(
            "hasParameters",
            |cx| when!(cx is ExprKind::Epp(id) => cx.get(id).is_some_and(|epp| epp.parameters.is_some())),
        ),
        many("parameters", &PARAMETER, parameters),
        optional("body", &EXPRESSION, body),
    ],
);

pub(super) static RENDER_STRING: Class = class(
    "RenderString",
    &EXPRESSION,
    &[text("value", |cx| when!(cx is ExprKind::RenderString(text) => cx.text(text)))],
);

pub(super) static RENDER: Class = class(
    "Render",
    &EXPRESSION,
    &[one("expression", &EXPRESSION, |cx| when!(cx is ExprKind::Render(inner) => cx.expr(inner)))],
);
