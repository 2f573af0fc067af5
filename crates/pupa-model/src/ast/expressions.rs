//! Rows of expressions and their parts.

use pupa_syntax::notation::{self, ruby_float};
use pupa_syntax::tree::{BinaryOp, ExprKind, Radix, UnaryOp};

use super::cx::{Cx, Node};
use super::{
    Class, Enumeration, base, class, flag, many, one, optional, optional_text, optional_value,
    text, value, word,
};

/// Evaluates an expression on the fields of a node if it is of the given kind, and returns the
/// default otherwise.
macro_rules! when {
    ($cx:ident is $kind:pat => $read:expr) => {
        match $cx.kind() {
            Some($kind) => $read,
            _ => Default::default(),
        }
    };
}
pub(super) use when;

/// The classes, bases before their subclasses.
pub(super) static CLASSES: &[&Class] = &[
    &CODE,
    &EXPRESSION,
    &LITERAL,
    &CALL_BASE,
    &CONDITIONAL,
    &NOP,
    &ERROR,
    &UNDEF,
    &DEFAULT,
    &BOOLEAN,
    &INTEGER,
    &FLOAT,
    &STRING,
    &REGEXP,
    &NAME,
    &REFERENCE,
    &RESERVED_WORD,
    &CONCAT,
    &INTERPOLATION,
    &HEREDOC,
    &VARIABLE,
    &ARRAY,
    &HASH,
    &BARE_HASH,
    &ENTRY,
    &PAREN,
    &UNARY,
    &BINARY,
    &ACCESS,
    &NAMED_ACCESS,
    &CALL,
    &METHOD_CALL,
    &LAMBDA,
    &PARAMETER,
    &SELECTOR,
    &SELECTOR_ENTRY,
    &BLOCK,
    &IF,
    &UNLESS,
    &CASE,
    &CASE_OPTION,
];

/// The enumerations.
pub(super) static WORDS: &[&Enumeration] = &[&UNARY_OPERATOR, &BINARY_OPERATOR];

pub(super) static CODE: Class = base("Code", None);
pub(super) static EXPRESSION: Class = base("Expression", Some(&CODE));
static LITERAL: Class = base("Literal", Some(&EXPRESSION));

// Literals and other leaves

pub(super) static NOP: Class = class("Nop", &EXPRESSION, &[]);
pub(super) static ERROR: Class = class("ErrorExpression", &EXPRESSION, &[]);
pub(super) static UNDEF: Class = class("UndefLiteral", &LITERAL, &[]);
pub(super) static DEFAULT: Class = class("DefaultLiteral", &LITERAL, &[]);

pub(super) static BOOLEAN: Class = class(
    "BooleanLiteral",
    &LITERAL,
    &[value(
        "value",
        "EBoolean",
        |cx| when!(cx is ExprKind::Boolean(truth) => Some(truth.to_string())),
    )],
);

/// An integer. One with too many digits in a base other than 10 has `digits` instead of a value.
pub(super) static INTEGER: Class = class(
    "IntegerLiteral",
    &LITERAL,
    &[
        optional_value("value", "EBigInteger", integer),
        value("radix", "EInt", |cx| Some(radix(cx)?.base().to_string())),
        optional_text("digits", |cx| match integer(cx) {
            Some(_) => None,
            None => cx.source_text().map(str::to_owned),
        }),
    ],
);

pub(super) static FLOAT: Class = class(
    "FloatLiteral",
    &LITERAL,
    &[value(
        "value",
        "EDouble",
        |cx| when!(cx is ExprKind::Float(float) => Some(ruby_float(float))),
    )],
);

pub(super) static STRING: Class = class(
    "StringLiteral",
    &LITERAL,
    &[text("value", |cx| when!(cx is ExprKind::String(text) => cx.text(text)))],
);

pub(super) static REGEXP: Class = class(
    "RegexpLiteral",
    &LITERAL,
    &[text("pattern", |cx| when!(cx is ExprKind::Regexp(text) => cx.text(text)))],
);

pub(super) static NAME: Class = class(
    "QualifiedName",
    &LITERAL,
    &[text("value", |cx| when!(cx is ExprKind::Name(text) => cx.text(text)))],
);

pub(super) static REFERENCE: Class = class(
    "QualifiedReference",
    &LITERAL,
    &[text("value", |cx| when!(cx is ExprKind::Reference(text) => cx.text(text)))],
);

pub(super) static RESERVED_WORD: Class = class(
    "ReservedWord",
    &LITERAL,
    &[text("word", |cx| when!(cx is ExprKind::ReservedWord(text) => cx.text(text)))],
);

fn radix(cx: Cx<'_>) -> Option<Radix> {
    match cx.kind()? {
        ExprKind::Integer { radix, .. } | ExprKind::BigInteger { radix } => Some(radix),
        _ => None,
    }
}

/// The value in decimal digits.
fn integer(cx: Cx<'_>) -> Option<String> {
    match cx.kind()? {
        ExprKind::Integer { value, .. } => Some(value.to_string()),
        ExprKind::BigInteger { radix } => notation::decimal(cx.source_text()?, radix),
        _ => None,
    }
}

// Strings and variables

pub(super) static CONCAT: Class = class(
    "ConcatenatedString",
    &EXPRESSION,
    &[many("segments", &EXPRESSION, |cx| when!(cx is ExprKind::Concat(items) => cx.exprs(items)))],
);

pub(super) static INTERPOLATION: Class = class(
    "Interpolation",
    &EXPRESSION,
    &[one(
        "expression",
        &EXPRESSION,
        |cx| when!(cx is ExprKind::Interpolation(inner) => cx.expr(inner)),
    )],
);

pub(super) static HEREDOC: Class = class(
    "Heredoc",
    &EXPRESSION,
    &[
        optional_text("syntax", |cx| {
            let syntax = when!(cx is ExprKind::Heredoc(id) => cx.text(cx.get(id)?.syntax));
            syntax.filter(|syntax| !syntax.is_empty())
        }),
        one(
            "text",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Heredoc(id) => cx.expr(cx.get(id)?.text)),
        ),
    ],
);

pub(super) static VARIABLE: Class = class(
    "Variable",
    &EXPRESSION,
    &[text("name", |cx| when!(cx is ExprKind::Variable(text) => cx.text(text)))],
);

// Collections

pub(super) static ARRAY: Class = class(
    "ArrayExpression",
    &EXPRESSION,
    &[many("elements", &EXPRESSION, |cx| when!(cx is ExprKind::Array(items) => cx.exprs(items)))],
);

pub(super) static HASH: Class = class(
    "HashExpression",
    &EXPRESSION,
    &[many(
        "entries",
        &ENTRY,
        |cx| when!(cx is ExprKind::Hash(list) => cx.parts(list, Node::Entry)),
    )],
);

pub(super) static BARE_HASH: Class = class(
    "BareHashExpression",
    &EXPRESSION,
    &[many(
        "entries",
        &ENTRY,
        |cx| when!(cx is ExprKind::BareHash(list) => cx.parts(list, Node::Entry)),
    )],
);

pub(super) static ENTRY: Class = Class {
    name: "HashEntry",
    base: None,
    is_abstract: false,
    slots: &[
        one("key", &EXPRESSION, |cx| match cx.node {
            Node::Entry(entry) => cx.expr(entry.key),
            _ => None,
        }),
        one("value", &EXPRESSION, |cx| match cx.node {
            Node::Entry(entry) => cx.expr(entry.value),
            _ => None,
        }),
    ],
};

// Operators

pub(super) static PAREN: Class = class(
    "ParenthesizedExpression",
    &EXPRESSION,
    &[one("expression", &EXPRESSION, |cx| when!(cx is ExprKind::Paren(inner) => cx.expr(inner)))],
);

static UNARY_OPERATOR: Enumeration =
    Enumeration { name: "UnaryOperator", literals: &["Not", "Minus", "Unfold"] };

pub(super) static UNARY: Class = class(
    "UnaryExpression",
    &EXPRESSION,
    &[
        word(
            "operator",
            &UNARY_OPERATOR,
            |cx| when!(cx is ExprKind::Unary { op, .. } => Some(unary_word(op))),
        ),
        one(
            "operand",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Unary { operand, .. } => cx.expr(operand)),
        ),
    ],
);

const fn unary_word(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "Not",
        UnaryOp::Minus => "Minus",
        UnaryOp::Unfold => "Unfold",
    }
}

static BINARY_OPERATOR: Enumeration = Enumeration {
    name: "BinaryOperator",
    literals: &[
        "Add",
        "Subtract",
        "Multiply",
        "Divide",
        "Modulo",
        "LeftShift",
        "RightShift",
        "Equal",
        "NotEqual",
        "Less",
        "LessEqual",
        "Greater",
        "GreaterEqual",
        "Match",
        "NotMatch",
        "In",
        "And",
        "Or",
        "Assign",
        "AppendAssign",
        "DeleteAssign",
        "Before",
        "Notify",
        "Require",
        "Subscribe",
    ],
};

pub(super) static BINARY: Class = class(
    "BinaryExpression",
    &EXPRESSION,
    &[
        word(
            "operator",
            &BINARY_OPERATOR,
            |cx| when!(cx is ExprKind::Binary { op, .. } => Some(binary_word(op))),
        ),
        one("left", &EXPRESSION, |cx| when!(cx is ExprKind::Binary { left, .. } => cx.expr(left))),
        one(
            "right",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Binary { right, .. } => cx.expr(right)),
        ),
    ],
);

const fn binary_word(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "Add",
        BinaryOp::Subtract => "Subtract",
        BinaryOp::Multiply => "Multiply",
        BinaryOp::Divide => "Divide",
        BinaryOp::Modulo => "Modulo",
        BinaryOp::LeftShift => "LeftShift",
        BinaryOp::RightShift => "RightShift",
        BinaryOp::Equal => "Equal",
        BinaryOp::NotEqual => "NotEqual",
        BinaryOp::Less => "Less",
        BinaryOp::LessEqual => "LessEqual",
        BinaryOp::Greater => "Greater",
        BinaryOp::GreaterEqual => "GreaterEqual",
        BinaryOp::Match => "Match",
        BinaryOp::NotMatch => "NotMatch",
        BinaryOp::In => "In",
        BinaryOp::And => "And",
        BinaryOp::Or => "Or",
        BinaryOp::Assign => "Assign",
        BinaryOp::AppendAssign => "AppendAssign",
        BinaryOp::DeleteAssign => "DeleteAssign",
        BinaryOp::Before => "Before",
        BinaryOp::Notify => "Notify",
        BinaryOp::Require => "Require",
        BinaryOp::Subscribe => "Subscribe",
    }
}

pub(super) static ACCESS: Class = class(
    "AccessExpression",
    &EXPRESSION,
    &[
        one("left", &EXPRESSION, |cx| when!(cx is ExprKind::Access { left, .. } => cx.expr(left))),
        many(
            "keys",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Access { keys, .. } => cx.exprs(keys)),
        ),
    ],
);

pub(super) static NAMED_ACCESS: Class = class(
    "NamedAccessExpression",
    &EXPRESSION,
    &[
        one(
            "left",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::NamedAccess { left, .. } => cx.expr(left)),
        ),
        one(
            "name",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::NamedAccess { name, .. } => cx.expr(name)),
        ),
    ],
);

// Calls

static CALL_BASE: Class = Class {
    name: "CallExpression",
    base: Some(&EXPRESSION),
    is_abstract: true,
    slots: &[
        one("functor", &EXPRESSION, |cx| match cx.kind()? {
            ExprKind::Call(id) => cx.expr(cx.get(id)?.functor),
            ExprKind::MethodCall(id) => cx.expr(cx.get(id)?.functor),
            _ => None,
        }),
        many("arguments", &EXPRESSION, |cx| {
            let arguments = match cx.kind() {
                Some(ExprKind::Call(id)) => cx.get(id).map(|call| call.arguments),
                Some(ExprKind::MethodCall(id)) => cx.get(id).map(|call| call.arguments),
                _ => None,
            };
            arguments.map(|arguments| cx.exprs(arguments)).unwrap_or_default()
        }),
        optional("block", &LAMBDA, |cx| match cx.kind()? {
            ExprKind::Call(id) => cx.lambda(cx.get(id)?.lambda?),
            ExprKind::MethodCall(id) => cx.lambda(cx.get(id)?.lambda?),
            _ => None,
        }),
    ],
};

pub(super) static CALL: Class = class(
    "FunctionCall",
    &CALL_BASE,
    &[flag(
        "needsValue",
        |cx| when!(cx is ExprKind::Call(id) => cx.get(id).is_some_and(|call| call.needs_value)),
    )],
);

/// A method call. Without an argument list it may be an access to a feature: `$object.feature`.
pub(super) static METHOD_CALL: Class = class(
    "MethodCall",
    &CALL_BASE,
    &[flag("hasArgumentList", |cx| {
        let call = when!(cx is ExprKind::MethodCall(id) => cx.get(id));
        call.is_some_and(|call| match cx.expr(call.functor).and_then(Cx::kind) {
            Some(ExprKind::NamedAccess { dot_at, .. }) => call.at != dot_at,
            _ => true,
        })
    })],
);

pub(super) static LAMBDA: Class = class(
    "Lambda",
    &CODE,
    &[
        many("parameters", &PARAMETER, |cx| match cx.node {
            Node::Lambda(lambda) => cx.parts(lambda.parameters, Node::Parameter),
            _ => Vec::new(),
        }),
        optional("returns", &EXPRESSION, |cx| match cx.node {
            Node::Lambda(lambda) => cx.expr(lambda.returns?),
            _ => None,
        }),
        optional("body", &EXPRESSION, |cx| match cx.node {
            Node::Lambda(lambda) => cx.expr(lambda.body?),
            _ => None,
        }),
    ],
);

pub(super) static PARAMETER: Class = Class {
    name: "Parameter",
    base: None,
    is_abstract: false,
    slots: &[
        text("name", |cx| match cx.node {
            Node::Parameter(parameter) => cx.text(parameter.name),
            _ => None,
        }),
        flag("capturesRest", |cx| match cx.node {
            Node::Parameter(parameter) => parameter.captures_rest,
            _ => false,
        }),
        optional("type", &EXPRESSION, |cx| match cx.node {
            Node::Parameter(parameter) => cx.expr(parameter.ty?),
            _ => None,
        }),
        optional("defaultValue", &EXPRESSION, |cx| match cx.node {
            Node::Parameter(parameter) => cx.expr(parameter.default?),
            _ => None,
        }),
    ],
};

// Conditionals

pub(super) static SELECTOR: Class = class(
    "Selector",
    &EXPRESSION,
    &[
        one(
            "left",
            &EXPRESSION,
            |cx| when!(cx is ExprKind::Selector { left, .. } => cx.expr(left)),
        ),
        many(
            "entries",
            &SELECTOR_ENTRY,
            |cx| when!(cx is ExprKind::Selector { entries, .. } => cx.parts(entries, Node::SelectorEntry)),
        ),
    ],
);

pub(super) static SELECTOR_ENTRY: Class = Class {
    name: "SelectorEntry",
    base: None,
    is_abstract: false,
    slots: &[
        one("matcher", &EXPRESSION, |cx| match cx.node {
            Node::SelectorEntry(entry) => cx.expr(entry.matcher),
            _ => None,
        }),
        one("value", &EXPRESSION, |cx| match cx.node {
            Node::SelectorEntry(entry) => cx.expr(entry.value),
            _ => None,
        }),
    ],
};

pub(super) static BLOCK: Class = class(
    "Block",
    &EXPRESSION,
    &[many(
        "statements",
        &EXPRESSION,
        |cx| when!(cx is ExprKind::Block { statements, .. } => cx.exprs(statements)),
    )],
);

static CONDITIONAL: Class = Class {
    name: "Conditional",
    base: Some(&EXPRESSION),
    is_abstract: true,
    slots: &[
        one("test", &EXPRESSION, |cx| match cx.kind()? {
            ExprKind::If(id) | ExprKind::Unless(id) => cx.expr(cx.get(id)?.test),
            _ => None,
        }),
        optional("thenBranch", &EXPRESSION, |cx| match cx.kind()? {
            ExprKind::If(id) | ExprKind::Unless(id) => cx.branch(cx.get(id)?.then),
            _ => None,
        }),
        optional("elseBranch", &EXPRESSION, |cx| match cx.kind()? {
            ExprKind::If(id) | ExprKind::Unless(id) => cx.branch(cx.get(id)?.otherwise?),
            _ => None,
        }),
    ],
};

pub(super) static IF: Class = class("If", &CONDITIONAL, &[]);
pub(super) static UNLESS: Class = class("Unless", &CONDITIONAL, &[]);

pub(super) static CASE: Class = class(
    "Case",
    &EXPRESSION,
    &[
        one("test", &EXPRESSION, |cx| when!(cx is ExprKind::Case { test, .. } => cx.expr(test))),
        many(
            "options",
            &CASE_OPTION,
            |cx| when!(cx is ExprKind::Case { options, .. } => cx.parts(options, Node::CaseOption)),
        ),
    ],
);

pub(super) static CASE_OPTION: Class = Class {
    name: "CaseOption",
    base: None,
    is_abstract: false,
    slots: &[
        many("values", &EXPRESSION, |cx| match cx.node {
            Node::CaseOption(option) => cx.exprs(option.values),
            _ => Vec::new(),
        }),
        optional("body", &EXPRESSION, |cx| match cx.node {
            Node::CaseOption(option) => cx.body(option.body),
            _ => None,
        }),
    ],
};
