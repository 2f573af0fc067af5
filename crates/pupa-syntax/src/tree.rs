//! The syntax tree of one source file.
//!
//! Nodes are stored in tables and refer to each other by index ([`Id`], [`List`]). Therefore a tree
//! consists of a few vectors: it is quick to build, cheap to drop, can be shared between threads,
//! and its indexes remain valid in caches. To follow a reference, index the tree: `tree[id]`,
//! `tree[list]`.
//!
//! The tree keeps what a formatter and an editor need: the ranges of everything, parentheses,
//! comments, and through the ranges the exact text of literals. Names that the language derives
//! (the full name of a nested class) are stored in addition to the source text.
//!
//! Nodes have Puppet's names. Definitions and resources are in [`definition`] and [`resource`];
//! this file contains the expressions.

use std::ops::Index;
use std::sync::Arc;

use crate::source::{Source, Span};

pub mod definition;
mod literal;
pub mod resource;
mod table;
mod walk;

pub use definition::*;
pub use resource::*;
pub(crate) use table::Tables;
pub use table::{Id, List, Node};

/// An expression.
pub type ExprId = Id<Expr>;

/// Text of a node: a range of the source, or of the text that lexer and parser have made (strings
/// without their escapes, derived names). [`Tree::text`] reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text {
    start: u32,
    len: u32,
}

impl Text {
    const MADE: u32 = 1 << 31;

    /// The empty text.
    pub const EMPTY: Text = Text { start: 0, len: 0 };

    /// A stretch of the source.
    pub(crate) fn of_source(span: Span) -> Text {
        Text { start: span.start, len: span.len() }
    }

    /// A range of the made text.
    pub(crate) fn of_made(start: usize, len: usize) -> Text {
        Text { start: start as u32 | Text::MADE, len: len as u32 }
    }

    /// Reads the text from the source or the made text.
    pub(crate) fn read<'a>(self, source: &'a str, made: &'a str) -> &'a str {
        let start = (self.start & !Text::MADE) as usize;
        let whole = if self.start & Text::MADE == 0 { source } else { made };
        whole.get(start..start + self.len as usize).unwrap_or_default()
    }
}

/// An expression and its range of the source text.
#[derive(Debug, Clone, Copy)]
pub struct Expr {
    /// The whole text of the expression.
    pub span: Span,
    /// The kind.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Debug, Clone, Copy)]
pub enum ExprKind {
    /// Nothing: an empty file.
    Nop,
    /// A placeholder for an expression with a syntax error.
    Error,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// `10`, `0x1F`, `017`
    Integer {
        /// The value.
        value: u64,
        /// The base it is written in.
        radix: Radix,
    },
    /// An integer that does not fit 64 bits; its digits are its source text.
    BigInteger {
        /// The base it is written in.
        radix: Radix,
    },
    /// `1.0`, `2e7`
    Float(f64),
    /// A string without interpolation, in any quotes or none (`foo-bar`).
    String(Text),
    /// A double-quoted string (or heredoc text) with interpolation: `String`s and
    /// `Interpolation`s. Empty strings are left out.
    Concat(List<ExprId>),
    /// `$x` or `${…}` inside a string.
    Interpolation(ExprId),
    /// `@(END) …`
    Heredoc(Id<Heredoc>),
    /// `/…/`, the pattern with `\/` as `/`.
    Regexp(Text),
    /// `apache::port`
    Name(Text),
    /// `Apache::Port`
    Reference(Text),
    /// A word reserved for later versions of the language.
    ReservedWord(Text),
    /// `$x`; the text is the name.
    Variable(Text),
    /// `[1, 2]`
    Array(List<ExprId>),
    /// `{ a => 1 }`
    Hash(List<Entry>),
    /// `a => 1` directly among arguments or elements, without braces.
    BareHash(List<Entry>),
    /// `( … )`
    Paren(ExprId),
    /// `! x`, `- x`, `* x`
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Its operand.
        operand: ExprId,
    },
    /// A binary operation: arithmetic, comparison, logic, matching, assignment or a relationship.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
        /// The offset of the operator.
        op_at: u32,
    },
    /// `x[…]`
    Access {
        /// The accessed value.
        left: ExprId,
        /// The keys.
        keys: List<ExprId>,
    },
    /// `x.name`, always the functor of a method call.
    NamedAccess {
        /// The receiver.
        left: ExprId,
        /// The name, a `Name`.
        name: ExprId,
        /// The offset of the period.
        dot_at: u32,
    },
    /// `f(…)`, or `f …` for statement functions.
    Call(Id<Call>),
    /// `x.f(…)`
    MethodCall(Id<MethodCall>),
    /// `x ? { … }`
    Selector {
        /// The control expression.
        left: ExprId,
        /// The options.
        entries: List<SelectorEntry>,
    },
    /// A sequence of expressions.
    Block {
        /// The expressions.
        statements: List<ExprId>,
        /// The offset at which the reference reports the block.
        at: u32,
    },
    /// `if … { } elsif … { } else { }`; an `elsif` is an `If` in `otherwise`.
    If(Id<Condition>),
    /// `unless … { } else { }`
    Unless(Id<Condition>),
    /// `case … { }`
    Case {
        /// The control expression.
        test: ExprId,
        /// The options.
        options: List<CaseOption>,
    },
    /// `file { 'x': … }`
    Resource(Id<Resource>),
    /// `File { … }`
    ResourceDefaults(Id<ResourceDefaults>),
    /// `File['x'] { … }`
    ResourceOverride(Id<ResourceOverride>),
    /// `File <| … |>`
    Collector(Id<Collector>),
    /// `class x { }`
    Class(Id<ClassDefinition>),
    /// `define x { }`
    Define(Id<DefinedType>),
    /// `function x() { }`
    Function(Id<FunctionDefinition>),
    /// `plan x() { }`
    Plan(Id<FunctionDefinition>),
    /// `node x { }`
    Node(Id<NodeDefinition>),
    /// `type X = …`
    TypeAlias(Id<TypeAlias>),
    /// `type Runtime[…] = …`
    TypeMapping(Id<TypeMapping>),
    /// `type X { attr … }`, our extension.
    TypeDefinition(Id<TypeDefinition>),
    /// `type X { … }` as the reference reads it, when extensions are off.
    PlainTypeDefinition(Id<PlainTypeDefinition>),
    /// `apply(…) { }` of plans.
    Apply(Id<Apply>),
    /// The whole of an EPP template.
    Epp(Id<Epp>),
    /// Text of a template.
    RenderString(Text),
    /// `<%= … %>`
    Render(ExprId),
}

impl ExprKind {
    /// Whether it is a definition, which has no value.
    pub const fn is_definition(&self) -> bool {
        matches!(
            self,
            ExprKind::Class(_)
                | ExprKind::Define(_)
                | ExprKind::Function(_)
                | ExprKind::Plan(_)
                | ExprKind::Node(_)
                | ExprKind::TypeAlias(_)
                | ExprKind::TypeMapping(_)
                | ExprKind::TypeDefinition(_)
                | ExprKind::PlainTypeDefinition(_)
        )
    }
}

/// The base an integer is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Radix {
    /// `10`
    Decimal,
    /// `010`
    Octal,
    /// `0x10`
    Hexadecimal,
}

impl Radix {
    /// 10, 8 or 16.
    pub const fn base(self) -> u32 {
        match self {
            Radix::Decimal => 10,
            Radix::Octal => 8,
            Radix::Hexadecimal => 16,
        }
    }
}

/// Operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Minus,
    /// `*`
    Unfold,
}

/// Operators with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named like its symbol, see `symbol`")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    LeftShift,
    RightShift,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Match,
    NotMatch,
    In,
    And,
    Or,
    Assign,
    AppendAssign,
    DeleteAssign,
    Before,
    Notify,
    Require,
    Subscribe,
}

/// The classes of binary operators, by the kind of operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryClass {
    Arithmetic,
    Comparison,
    Match,
    In,
    Logic,
    Assignment,
    Relationship,
}

impl BinaryOp {
    /// The operator as it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Modulo => "%",
            BinaryOp::LeftShift => "<<",
            BinaryOp::RightShift => ">>",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Match => "=~",
            BinaryOp::NotMatch => "!~",
            BinaryOp::In => "in",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Assign => "=",
            BinaryOp::AppendAssign => "+=",
            BinaryOp::DeleteAssign => "-=",
            BinaryOp::Before => "->",
            BinaryOp::Notify => "~>",
            BinaryOp::Require => "<-",
            BinaryOp::Subscribe => "<~",
        }
    }

    /// Returns the class of the operator.
    pub const fn class(self) -> BinaryClass {
        match self {
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Modulo
            | BinaryOp::LeftShift
            | BinaryOp::RightShift => BinaryClass::Arithmetic,
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => BinaryClass::Comparison,
            BinaryOp::Match | BinaryOp::NotMatch => BinaryClass::Match,
            BinaryOp::In => BinaryClass::In,
            BinaryOp::And | BinaryOp::Or => BinaryClass::Logic,
            BinaryOp::Assign | BinaryOp::AppendAssign | BinaryOp::DeleteAssign => {
                BinaryClass::Assignment
            }
            BinaryOp::Before | BinaryOp::Notify | BinaryOp::Require | BinaryOp::Subscribe => {
                BinaryClass::Relationship
            }
        }
    }
}

/// `key => value` in a hash.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The key.
    pub key: ExprId,
    /// The value.
    pub value: ExprId,
    /// The offset of the arrow, at which the reference reports the entry.
    pub at: u32,
}

/// `option => value` in a selector.
#[derive(Debug, Clone, Copy)]
pub struct SelectorEntry {
    /// The option to match.
    pub matcher: ExprId,
    /// The value then.
    pub value: ExprId,
    /// The offset of the arrow.
    pub at: u32,
}

/// `if` and `unless`.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    /// The condition.
    pub test: ExprId,
    /// The first branch: a `Block`, which is empty for `{ }`.
    pub then: ExprId,
    /// The second branch: a `Block` after `else`, an `If` after `elsif`.
    pub otherwise: Option<ExprId>,
}

/// `a, b: { … }` in a `case`.
#[derive(Debug, Clone, Copy)]
pub struct CaseOption {
    /// The options.
    pub values: List<ExprId>,
    /// A `Block`, which is empty for `{ }`.
    pub body: ExprId,
    /// The offset of the colon.
    pub at: u32,
}

/// A call by name: `f(…)`, `f …`, `Type(…)`.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// The callee; a `Name` or `Reference` in valid manifests.
    pub functor: ExprId,
    /// The arguments.
    pub arguments: List<ExprId>,
    /// The lambda of the call.
    pub lambda: Option<Id<Lambda>>,
    /// Whether its value is used, so that it is not a statement.
    pub needs_value: bool,
    /// Whether it is written without parentheses.
    pub is_statement_call: bool,
}

/// `x.f`, `x.f(…)`, `x.f |…| { … }`
#[derive(Debug, Clone, Copy)]
pub struct MethodCall {
    /// A `NamedAccess`.
    pub functor: ExprId,
    /// The arguments in parentheses.
    pub arguments: List<ExprId>,
    /// The lambda of the call.
    pub lambda: Option<Id<Lambda>>,
    /// The offset at which the reference reports the call: that of `(`, or else that of the period.
    pub at: u32,
}

/// `|$a, $b| >> T { … }`
#[derive(Debug, Clone, Copy)]
pub struct Lambda {
    /// From the first `|` to the closing brace.
    pub span: Span,
    /// The parameters.
    pub parameters: List<Parameter>,
    /// The type of the result.
    pub returns: Option<ExprId>,
    /// A `Block`, absent for `{ }`.
    pub body: Option<ExprId>,
}

/// `@("END":json/t) … | END`
#[derive(Debug, Clone, Copy)]
pub struct Heredoc {
    /// The name of the syntax; empty when there is none.
    pub syntax: Text,
    /// The text: a `String` or a `Concat`.
    pub text: ExprId,
}

/// A template: parameters and content.
#[derive(Debug, Clone, Copy)]
pub struct Epp {
    /// The parameters; `None` if the template has no parameter list.
    pub parameters: Option<List<Parameter>>,
    /// A `Block`.
    pub body: Option<ExprId>,
}

/// The tree of one source file.
///
/// ```
/// use pupa_syntax::{ParseOptions, parse, source::Source, tree::ExprKind};
/// let parsed = parse(Source::new("site.pp", "$a = [1, 2]").into(), &ParseOptions::default());
/// let root = parsed.tree.root();
/// assert!(matches!(parsed.tree[root].kind, ExprKind::Binary { .. }));
/// ```
#[derive(Debug)]
pub struct Tree {
    source: Arc<Source>,
    made: String,
    root: ExprId,
    comments: Vec<Span>,
    tables: Tables,
}

impl<T: Node> Index<Id<T>> for Tree {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        self.tables.get(id)
    }
}

impl<T: Node> Index<List<T>> for Tree {
    type Output = [T];
    fn index(&self, list: List<T>) -> &[T] {
        self.tables.slice(list)
    }
}

impl Tree {
    pub(crate) fn new(
        source: Arc<Source>,
        made: String,
        root: ExprId,
        comments: Vec<Span>,
        tables: Tables,
    ) -> Tree {
        Tree { source, made, root, comments, tables }
    }

    /// The source of the tree.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The whole program: an expression, a `Block` of several, or `Nop`.
    pub fn root(&self) -> ExprId {
        self.root
    }

    /// The comments, in the order of the source.
    pub fn comments(&self) -> &[Span] {
        &self.comments
    }

    /// Reads a text of the tree.
    pub fn text(&self, text: Text) -> &str {
        text.read(self.source.text(), &self.made)
    }

    /// The kind of an expression.
    pub fn kind(&self, expr: ExprId) -> &ExprKind {
        &self.tables.get(expr).kind
    }

    /// Returns a block unless it is empty: the body of an option of `case` in the reference's tree.
    pub fn body(&self, block: ExprId) -> Option<ExprId> {
        match *self.kind(block) {
            ExprKind::Block { statements, .. } if self[statements].is_empty() => None,
            _ => Some(block),
        }
    }

    /// Returns the value expression of a branch of `if` or `unless`: `None` for `{ }`, the
    /// statement for a single one, otherwise the block. The reference's tree has branches in this
    /// form.
    pub fn branch(&self, branch: ExprId) -> Option<ExprId> {
        match *self.kind(branch) {
            ExprKind::Block { statements, .. } => match self[statements] {
                [] => None,
                [only] => Some(only),
                _ => Some(branch),
            },
            _ => Some(branch),
        }
    }

    /// Returns the number of expressions.
    pub fn len(&self) -> usize {
        self.tables.expressions()
    }

    /// Whether the tree has no expression; never true for a parsed file, which has at least a
    /// `Nop`.
    pub fn is_empty(&self) -> bool {
        self.tables.expressions() == 0
    }

    /// Returns the offset at which the reference reports an expression.
    ///
    /// That is not always its start: a binary expression is reported at its operator; an access, a
    /// call or a resource at the position of the expression that it starts with.
    pub fn place(&self, expr: ExprId) -> u32 {
        self.tables.place(expr)
    }

    /// The range to mark when an expression is reported: from [`Tree::place`] to its end; for a
    /// binary expression only the operator.
    pub fn report_span(&self, expr: ExprId) -> Span {
        let place = self.place(expr);
        match *self.kind(expr) {
            ExprKind::Binary { op, .. } => Span::new(place, place + op.symbol().len() as u32),
            _ => Span::new(place, self[expr].span.end.max(place)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stay_small() {
        assert_eq!(size_of::<ExprKind>(), 16);
        assert_eq!(size_of::<Expr>(), 24);
        assert_eq!(size_of::<Option<ExprId>>(), 4);
    }
}
