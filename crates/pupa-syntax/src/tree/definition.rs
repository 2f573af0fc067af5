//! Definitions: classes, defined types, functions, nodes, types.

use super::{ExprId, Id, Lambda, List, Text};
use crate::source::Span;

/// `Integer $x = 1`, `String *$rest`
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// From the type, if there is one, to the end of the default.
    pub span: Span,
    /// The variable with its `$`, where the reference reports the parameter.
    pub name_span: Span,
    /// The name without `$`.
    pub name: Text,
    /// The type.
    pub ty: Option<ExprId>,
    /// The default.
    pub default: Option<ExprId>,
    /// Whether the parameter captures the remaining arguments: `*$rest`.
    pub captures_rest: bool,
}

/// `class name($x) inherits parent { … }`
#[derive(Debug, Clone, Copy)]
pub struct ClassDefinition {
    /// The full name, which starts with the names of the surrounding classes.
    pub name: Text,
    /// The range of the name.
    pub name_span: Span,
    /// The parameters.
    pub parameters: List<Parameter>,
    /// The class from which it inherits.
    pub parent: Option<ParentName>,
    /// A `Block`.
    pub body: Option<ExprId>,
}

/// The name after `inherits`.
#[derive(Debug, Clone, Copy)]
pub struct ParentName {
    /// The name.
    pub name: Text,
    /// The range of the name in the source.
    pub span: Span,
}

/// `define name($x) { … }`
#[derive(Debug, Clone, Copy)]
pub struct DefinedType {
    /// The full name, which starts with the names of the surrounding classes.
    pub name: Text,
    /// The range of the name.
    pub name_span: Span,
    /// The parameters.
    pub parameters: List<Parameter>,
    /// A `Block`.
    pub body: Option<ExprId>,
}

/// `function name($x) >> T { … }`, `plan name($x) { … }`
#[derive(Debug, Clone, Copy)]
pub struct FunctionDefinition {
    /// The name.
    pub name: Text,
    /// The range of the name.
    pub name_span: Span,
    /// The parameters.
    pub parameters: List<Parameter>,
    /// The type of the result.
    pub returns: Option<ExprId>,
    /// A `Block`.
    pub body: Option<ExprId>,
}

/// `node 'a', /b/ { … }`
#[derive(Debug, Clone, Copy)]
pub struct NodeDefinition {
    /// Names, regular expressions, `default`.
    pub matchers: List<ExprId>,
    /// The node from which it inherits, which is an error.
    pub parent: Option<ExprId>,
    /// A `Block`.
    pub body: Option<ExprId>,
}

/// `type Name = …`
#[derive(Debug, Clone, Copy)]
pub struct TypeAlias {
    /// The name.
    pub name: Text,
    /// The range of the name, at which the reference reports the alias.
    pub name_span: Span,
    /// The aliased type.
    pub type_expr: ExprId,
}

/// `type Runtime[ruby, 'X'] = …`
#[derive(Debug, Clone, Copy)]
pub struct TypeMapping {
    /// The left side.
    pub type_expr: ExprId,
    /// The right side.
    pub mapping: ExprId,
    /// A hash after the right side, which is an error.
    pub hash: Option<ExprId>,
}

/// `type Name inherits Parent { … }` as the reference's grammar reads it.
#[derive(Debug, Clone, Copy)]
pub struct PlainTypeDefinition {
    /// The name.
    pub name: Text,
    /// The parent.
    pub parent: Option<ParentName>,
    /// A `Block`.
    pub body: Option<ExprId>,
}

/// `type Name inherits Parent { attr … has … invariant … }`
#[derive(Debug, Clone, Copy)]
pub struct TypeDefinition {
    /// The name as written.
    pub name: Text,
    /// The range of the name.
    pub name_span: Span,
    /// The base type, a `Reference`.
    pub parent: Option<ExprId>,
    /// The statements of the body.
    pub statements: List<TypeStatement>,
}

/// A statement in the body of a type definition.
#[derive(Debug, Clone, Copy)]
pub struct TypeStatement {
    /// The whole statement.
    pub span: Span,
    /// The kind.
    pub kind: TypeStatementKind,
}

/// The statements of type definitions.
#[derive(Debug, Clone, Copy)]
pub enum TypeStatementKind {
    /// `attr name, Type { … }`, `has name, Type { … }`
    Feature(Feature),
    /// `invariant "title" { … }`
    Invariant {
        /// The title, a string.
        title: Option<ExprId>,
        /// The condition.
        validation: Logic,
    },
    /// `abstract`
    Abstract,
}

/// An attribute or a reference of a type.
#[derive(Debug, Clone, Copy)]
pub struct Feature {
    /// Whether it is declared with `has`.
    pub is_reference: bool,
    /// The name.
    pub name: Text,
    /// The range of the name.
    pub name_span: Span,
    /// The type: a `Reference`, or an `Access` for an enum.
    pub ty: Option<ExprId>,
    /// The settings.
    pub settings: List<FeatureSetting>,
}

/// `min => 1`
#[derive(Debug, Clone, Copy)]
pub struct FeatureSetting {
    /// The name of the setting.
    pub name: Text,
    /// The range of the name.
    pub name_span: Span,
    /// The value.
    pub value: Logic,
}

/// The value of a setting or the condition of an invariant.
#[derive(Debug, Clone, Copy)]
pub enum Logic {
    /// An expression: `$it != ''`, `10`, `unbound`.
    Expr(ExprId),
    /// `{ … }`, a `Block`, absent when empty.
    Block(Option<ExprId>),
    /// `|$x| { … }`
    Lambda(Id<Lambda>),
}

/// `apply(…) { … }`
#[derive(Debug, Clone, Copy)]
pub struct Apply {
    /// The arguments.
    pub arguments: List<ExprId>,
    /// The statements.
    pub body: List<ExprId>,
}
