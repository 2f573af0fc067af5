//! The tree of Puppet code as a model: one table that says, for every kind of node, what its class
//! is called, what it has, and where that is read from.
//!
//! ```text
//!                 ┌─metamodel─▶ puppet-ast.ecore
//! table of nodes ─┤
//!                 └─instance──▶ PACKAGE.impl.xmi
//! ```
//!
//! Both come from the same rows, so a document can't hold what the metamodel doesn't know. A new
//! kind of node is a new row, and its arm in [`class_of`].

mod cx;
mod definitions;
mod expressions;
pub(crate) mod instance;
mod logic_classes;
pub(crate) mod metamodel;
mod resources;

use pupa_syntax::tree::{ExprKind, TypeStatementKind};

pub(crate) use cx::{Cx, Node};

/// What identifies the metamodel.
pub(crate) const AST_URI: &str = "http://puppet.types/puppet-ast";

/// Its file.
pub(crate) const AST_FILE: &str = "puppet-ast.ecore";

/// The class of a kind of node.
#[derive(Debug)]
pub(crate) struct Class {
    /// Its name.
    pub(crate) name: &'static str,
    /// The class it inherits from.
    pub(crate) base: Option<&'static Class>,
    /// Whether only others that inherit from it have instances.
    pub(crate) is_abstract: bool,
    /// What a node of this class has beyond what its base has.
    pub(crate) slots: &'static [Slot],
}

/// Something that a node has.
#[derive(Debug)]
pub(crate) struct Slot {
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether every node of the class has it.
    pub(crate) is_required: bool,
    /// What it is, and how to read it.
    pub(crate) kind: SlotKind,
}

/// The kinds of slots, each with the function that reads it from a node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SlotKind {
    /// A value of a data type of Ecore, as text.
    Value(&'static str, fn(Cx<'_>) -> Option<String>),
    /// A flag, false when it is not written.
    Flag(fn(Cx<'_>) -> bool),
    /// One of some words.
    Word(&'static Words, fn(Cx<'_>) -> Option<&'static str>),
    /// A node.
    One(&'static Class, for<'t> fn(Cx<'t>) -> Option<Cx<'t>>),
    /// Nodes.
    Many(&'static Class, for<'t> fn(Cx<'t>) -> Vec<Cx<'t>>),
    /// An element of a type model, by a class of Ecore.
    Link(&'static str, fn(Cx<'_>) -> Option<Link>),
}

/// Where an element of a type model is.
#[derive(Debug)]
pub(crate) struct Link {
    /// The class of Ecore that it is of: `EAttribute`.
    pub(crate) class: &'static str,
    /// `puppet.ecore#//User/name`
    pub(crate) address: String,
}

/// An enumeration of the metamodel.
#[derive(Debug)]
pub(crate) struct Words {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its values.
    pub(crate) words: &'static [&'static str],
}

/// A class without instances of its own.
const fn base(name: &'static str, base: Option<&'static Class>) -> Class {
    Class { name, base, is_abstract: true, slots: &[] }
}

const fn class(name: &'static str, base: &'static Class, slots: &'static [Slot]) -> Class {
    Class { name, base: Some(base), is_abstract: false, slots }
}

const fn text(name: &'static str, read: fn(Cx<'_>) -> Option<String>) -> Slot {
    Slot { name, is_required: true, kind: SlotKind::Value("EString", read) }
}

const fn optional_text(name: &'static str, read: fn(Cx<'_>) -> Option<String>) -> Slot {
    Slot { name, is_required: false, kind: SlotKind::Value("EString", read) }
}

const fn value(name: &'static str, ty: &'static str, read: fn(Cx<'_>) -> Option<String>) -> Slot {
    Slot { name, is_required: true, kind: SlotKind::Value(ty, read) }
}

const fn optional_value(
    name: &'static str,
    ty: &'static str,
    read: fn(Cx<'_>) -> Option<String>,
) -> Slot {
    Slot { name, is_required: false, kind: SlotKind::Value(ty, read) }
}

const fn flag(name: &'static str, read: fn(Cx<'_>) -> bool) -> Slot {
    Slot { name, is_required: false, kind: SlotKind::Flag(read) }
}

const fn word(
    name: &'static str,
    words: &'static Words,
    read: fn(Cx<'_>) -> Option<&'static str>,
) -> Slot {
    Slot { name, is_required: true, kind: SlotKind::Word(words, read) }
}

const fn one(
    name: &'static str,
    class: &'static Class,
    read: for<'t> fn(Cx<'t>) -> Option<Cx<'t>>,
) -> Slot {
    Slot { name, is_required: true, kind: SlotKind::One(class, read) }
}

const fn optional(
    name: &'static str,
    class: &'static Class,
    read: for<'t> fn(Cx<'t>) -> Option<Cx<'t>>,
) -> Slot {
    Slot { name, is_required: false, kind: SlotKind::One(class, read) }
}

const fn many(
    name: &'static str,
    class: &'static Class,
    read: for<'t> fn(Cx<'t>) -> Vec<Cx<'t>>,
) -> Slot {
    Slot { name, is_required: false, kind: SlotKind::Many(class, read) }
}

const fn link(name: &'static str, class: &'static str, read: fn(Cx<'_>) -> Option<Link>) -> Slot {
    Slot { name, is_required: true, kind: SlotKind::Link(class, read) }
}

/// All classes, those of logic first.
fn classes() -> impl Iterator<Item = &'static Class> {
    let tables =
        [logic_classes::CLASSES, expressions::CLASSES, resources::CLASSES, definitions::CLASSES];
    tables.into_iter().flatten().copied()
}

/// All enumerations.
fn enumerations() -> impl Iterator<Item = &'static Words> {
    let tables = [logic_classes::WORDS, expressions::WORDS, resources::WORDS];
    tables.into_iter().flatten().copied()
}

/// The class of a node.
fn class_of(cx: Cx<'_>) -> &'static Class {
    use definitions as d;
    use expressions as e;
    use resources as r;
    match cx.node {
        Node::LogicModel(_) => &logic_classes::LOGIC_MODEL,
        Node::Logic(_, entry) if entry.feature.is_some() => &logic_classes::FEATURE_LOGIC,
        Node::Logic(..) => &logic_classes::INVARIANT_LOGIC,
        Node::EmptyBlock => &e::BLOCK,
        Node::Lambda(_) => &e::LAMBDA,
        Node::Parameter(_) => &e::PARAMETER,
        Node::Entry(_) => &e::ENTRY,
        Node::SelectorEntry(_) => &e::SELECTOR_ENTRY,
        Node::CaseOption(_) => &e::CASE_OPTION,
        Node::ResourceBody(_) => &r::RESOURCE_BODY,
        Node::AttributeOperation(_) => &r::ATTRIBUTE_OPERATION,
        Node::FeatureSetting(_) => &d::FEATURE_SETTING,
        Node::TypeStatement(statement) => match statement.kind {
            TypeStatementKind::Feature(feature) if feature.is_reference => &d::REFERENCE_STATEMENT,
            TypeStatementKind::Feature(_) => &d::ATTRIBUTE_STATEMENT,
            TypeStatementKind::Invariant { .. } => &d::INVARIANT_STATEMENT,
            TypeStatementKind::Abstract => &d::ABSTRACT_STATEMENT,
        },
        Node::Expr(kind) => match kind {
            ExprKind::Nop => &e::NOP,
            ExprKind::Error => &e::ERROR,
            ExprKind::Undef => &e::UNDEF,
            ExprKind::Default => &e::DEFAULT,
            ExprKind::Boolean(_) => &e::BOOLEAN,
            ExprKind::Integer { .. } | ExprKind::BigInteger { .. } => &e::INTEGER,
            ExprKind::Float(_) => &e::FLOAT,
            ExprKind::String(_) => &e::STRING,
            ExprKind::Concat(_) => &e::CONCAT,
            ExprKind::Interpolation(_) => &e::INTERPOLATION,
            ExprKind::Heredoc(_) => &e::HEREDOC,
            ExprKind::Regexp(_) => &e::REGEXP,
            ExprKind::Name(_) => &e::NAME,
            ExprKind::Reference(_) => &e::REFERENCE,
            ExprKind::ReservedWord(_) => &e::RESERVED_WORD,
            ExprKind::Variable(_) => &e::VARIABLE,
            ExprKind::Array(_) => &e::ARRAY,
            ExprKind::Hash(_) => &e::HASH,
            ExprKind::BareHash(_) => &e::BARE_HASH,
            ExprKind::Paren(_) => &e::PAREN,
            ExprKind::Unary { .. } => &e::UNARY,
            ExprKind::Binary { .. } => &e::BINARY,
            ExprKind::Access { .. } => &e::ACCESS,
            ExprKind::NamedAccess { .. } => &e::NAMED_ACCESS,
            ExprKind::Call(_) => &e::CALL,
            ExprKind::MethodCall(_) => &e::METHOD_CALL,
            ExprKind::Selector { .. } => &e::SELECTOR,
            ExprKind::Block { .. } => &e::BLOCK,
            ExprKind::If(_) => &e::IF,
            ExprKind::Unless(_) => &e::UNLESS,
            ExprKind::Case { .. } => &e::CASE,
            ExprKind::Resource(_) => &r::RESOURCE,
            ExprKind::ResourceDefaults(_) => &r::RESOURCE_DEFAULTS,
            ExprKind::ResourceOverride(_) => &r::RESOURCE_OVERRIDE,
            ExprKind::Collector(_) => &r::COLLECTOR,
            ExprKind::Class(_) => &d::CLASS,
            ExprKind::Define(_) => &d::DEFINED_TYPE,
            ExprKind::Function(_) => &d::FUNCTION,
            ExprKind::Plan(_) => &d::PLAN,
            ExprKind::Node(_) => &d::NODE,
            ExprKind::TypeAlias(_) => &d::TYPE_ALIAS,
            ExprKind::TypeMapping(_) => &d::TYPE_MAPPING,
            ExprKind::TypeDefinition(_) => &d::TYPE_DEFINITION,
            ExprKind::PlainTypeDefinition(_) => &d::PLAIN_TYPE_DEFINITION,
            ExprKind::Apply(_) => &d::APPLY,
            ExprKind::Epp(_) => &d::EPP,
            ExprKind::RenderString(_) => &d::RENDER_STRING,
            ExprKind::Render(_) => &d::RENDER,
        },
    }
}

#[cfg(test)]
mod tests;
