//! Rows of resources, their defaults, overrides and collectors. Type logic contains none of them;
//! they make the metamodel complete for the whole language.

use pupa_syntax::tree::{AttributeOp, AttributeOperation, ExprKind, List, ResourceForm};

use super::cx::{Cx, Node};
use super::expressions::{EXPRESSION, when};
use super::{Class, Enumeration, class, flag, many, one, optional, text, word};

/// The classes.
pub(super) static CLASSES: &[&Class] = &[
    &RESOURCE,
    &RESOURCE_BODY,
    &RESOURCE_DEFAULTS,
    &RESOURCE_OVERRIDE,
    &COLLECTOR,
    &ATTRIBUTE_OPERATION,
];

/// The enumerations.
pub(super) static WORDS: &[&Enumeration] = &[&RESOURCE_FORM, &ATTRIBUTE_OPERATOR];

static RESOURCE_FORM: Enumeration =
    Enumeration { name: "ResourceForm", literals: &["regular", "virtual", "exported"] };

pub(super) static RESOURCE: Class = class(
    "Resource",
    &EXPRESSION,
    &[
        word("form", &RESOURCE_FORM, |cx| form(cx).map(ResourceForm::word)),
        one(
            "type",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Resource(id) => cx.expr(cx.get(id)?.type_name)),
        ),
        many("bodies", &RESOURCE_BODY, |cx| {
            let bodies = when!(cx is ExprKind::Resource(id) => cx.get(id));
            bodies.map(|it| cx.parts(it.bodies, Node::ResourceBody)).unwrap_or_default()
        }),
    ],
);

pub(super) static RESOURCE_BODY: Class = Class {
    name: "ResourceBody",
    base: None,
    is_abstract: false,
    slots: &[
        one("title", &EXPRESSION, |cx| match cx.node {
            Node::ResourceBody(body) => cx.expr(body.title),
            _ => None,
        }),
        many("operations", &ATTRIBUTE_OPERATION, operations),
    ],
};

pub(super) static RESOURCE_DEFAULTS: Class = class(
    "ResourceDefaults",
    &EXPRESSION,
    &[
        word("form", &RESOURCE_FORM, |cx| form(cx).map(ResourceForm::word)),
        one(
            "type",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::ResourceDefaults(id) => cx.expr(cx.get(id)?.type_ref)),
        ),
        many("operations", &ATTRIBUTE_OPERATION, operations),
    ],
);

pub(super) static RESOURCE_OVERRIDE: Class = class(
    "ResourceOverride",
    &EXPRESSION,
    &[
        word("form", &RESOURCE_FORM, |cx| form(cx).map(ResourceForm::word)),
        one(
            "resources",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::ResourceOverride(id) => cx.expr(cx.get(id)?.resources)),
        ),
        many("operations", &ATTRIBUTE_OPERATION, operations),
    ],
);

pub(super) static COLLECTOR: Class = class(
    "Collector",
    &EXPRESSION,
    &[
        flag(
            "isExported",
            |cx| when!(cx is ExprKind::Collector(id) => cx.get(id).is_some_and(|it| it.is_exported)),
        ),
        one(
            "type",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Collector(id) => cx.expr(cx.get(id)?.type_expr)),
        ),
        optional(
            "query",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Collector(id) => cx.expr(cx.get(id)?.query?)),
        ),
        many("operations", &ATTRIBUTE_OPERATION, operations),
    ],
);

static ATTRIBUTE_OPERATOR: Enumeration =
    Enumeration { name: "AttributeOperator", literals: &["Set", "Append", "Splat"] };

/// An attribute operation; the name of a splat is empty.
pub(super) static ATTRIBUTE_OPERATION: Class = Class {
    name: "AttributeOperation",
    base: None,
    is_abstract: false,
    slots: &[
        text("name", |cx| match cx.node {
            Node::AttributeOperation(operation) => cx.text(operation.name),
            _ => None,
        }),
        word("operator", &ATTRIBUTE_OPERATOR, |cx| match cx.node {
            Node::AttributeOperation(operation) => Some(match operation.op {
                AttributeOp::Set => "Set",
                AttributeOp::Append => "Append",
                AttributeOp::Splat => "Splat",
            }),
            _ => None,
        }),
        one("value", &EXPRESSION, |cx| match cx.node {
            Node::AttributeOperation(operation) => cx.expr(operation.value),
            _ => None,
        }),
    ],
};

fn form(cx: Cx<'_>) -> Option<ResourceForm> {
    match cx.kind()? {
        ExprKind::Resource(id) => Some(cx.get(id)?.form),
        ExprKind::ResourceDefaults(id) => Some(cx.get(id)?.form),
        ExprKind::ResourceOverride(id) => Some(cx.get(id)?.form),
        _ => None,
    }
}

fn operations(cx: Cx<'_>) -> Vec<Cx<'_>> {
    let list: Option<List<AttributeOperation>> = match cx.node {
        Node::ResourceBody(body) => Some(body.operations),
        Node::Expr(ExprKind::ResourceDefaults(id)) => cx.get(id).map(|it| it.operations),
        Node::Expr(ExprKind::ResourceOverride(id)) => cx.get(id).map(|it| it.operations),
        Node::Expr(ExprKind::Collector(id)) => cx.get(id).map(|it| it.operations),
        _ => None,
    };
    list.map(|list| cx.parts(list, Node::AttributeOperation)).unwrap_or_default()
}
