//! The syntax tree of Puppet code as an Ecore model, defined by one table: the class of each kind
//! of node, its features, and the functions that read them from a node.
//!
//! ```text
//!                 ┌─metamodel─▶ puppet-ast.ecore
//! table of nodes ─┤
//!                 └─instance──▶ PACKAGE.impl.xmi
//! ```
//!
//! Metamodel and documents come from the same table, so they always agree. A new kind of node needs
//! a row of the table and an arm in [`class_of`].

mod cx;
mod definitions;
mod expressions;
pub(crate) mod instance;
mod logic_classes;
pub(crate) mod metamodel;
mod resources;

use pupa_syntax::tree::{ExprKind, TypeStatementKind};

pub(crate) use cx::{Cx, Node};

/// The namespace URI of the metamodel.
pub(crate) const AST_URI: &str = "http://puppet.types/puppet-ast";

/// The file name of the metamodel.
pub(crate) const AST_FILE: &str = "puppet-ast.ecore";

/// The class of a kind of node.
#[derive(Debug)]
pub(crate) struct Class {
    /// Its name.
    pub(crate) name: &'static str,
    /// The class from which it inherits.
    pub(crate) base: Option<&'static Class>,
    /// Whether it is abstract.
    pub(crate) is_abstract: bool,
    /// The features that it declares in addition to inherited ones.
    pub(crate) slots: &'static [Slot],
}

/// A feature of a node.
#[derive(Debug)]
pub(crate) struct Slot {
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether each node of the class has a value for it.
    pub(crate) is_required: bool,
    /// The kind of its values, with the function that reads them.
    pub(crate) kind: SlotKind,
}

/// The kinds of slots, each with the function that reads the value from a node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SlotKind {
    /// A value of a data type of Ecore, as text.
    Value(&'static str, fn(Cx<'_>) -> Option<String>),
    /// A boolean, omitted if false.
    Flag(fn(Cx<'_>) -> bool),
    /// A literal of an enumeration.
    Word(&'static Enumeration, fn(Cx<'_>) -> Option<&'static str>),
    /// A contained node.
    One(&'static Class, for<'t> fn(Cx<'t>) -> Option<Cx<'t>>),
    /// Contained nodes.
    Many(&'static Class, for<'t> fn(Cx<'t>) -> Vec<Cx<'t>>),
    /// A reference to an element of a type model, with its class in Ecore.
    Link(&'static str, fn(Cx<'_>) -> Option<Link>),
}

/// A reference to an element of a type model.
#[derive(Debug)]
pub(crate) struct Link {
    /// The class of the element in Ecore, such as `EAttribute`.
    pub(crate) class: &'static str,
    /// The URI of the element: `puppet.ecore#//User/name`.
    pub(crate) address: String,
}

/// An enumeration of the metamodel.
#[derive(Debug)]
pub(crate) struct Enumeration {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its literals.
    pub(crate) literals: &'static [&'static str],
}

/// An abstract class without slots.
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
    enumeration: &'static Enumeration,
    read: fn(Cx<'_>) -> Option<&'static str>,
) -> Slot {
    Slot { name, is_required: true, kind: SlotKind::Word(enumeration, read) }
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

/// All classes, starting with those of logic.
fn classes() -> impl Iterator<Item = &'static Class> {
    let tables =
        [logic_classes::CLASSES, expressions::CLASSES, resources::CLASSES, definitions::CLASSES];
    tables.into_iter().flatten().copied()
}

/// All enumerations.
fn enumerations() -> impl Iterator<Item = &'static Enumeration> {
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
