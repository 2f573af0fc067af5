//! The form of a Ruby program that a machine runs.
//!
//! Code is immutable and shared by all machines. Local variables are slots of a frame; every
//! method, block and class body has a frame of its own, and a block refers to an enclosing frame by
//! the number of frames outwards. Call sites and other nodes that use an inline cache have the
//! number of their cache; the caches themselves belong to the machine ([`crate::machine::Body`]).

mod assignments;
mod calls;
mod operators;
mod parameters;
mod patterns;

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use pupa_value::regexp::Regexp;

use crate::heap::RString;
use crate::symbol::Symbol;

pub use assignments::{
    AssignOp, AttrTarget, IndexTarget, MultiAssign, MultiTarget, OpAttr, OpIndex, Target,
};
pub use calls::{BlockNode, Call, Super, Yield};
pub(crate) use operators::MAX_SIMPLE;
pub use operators::{Op, OpNode};
pub use parameters::{Keyword, KeywordRest, Optional, Param, Params};
pub use patterns::{
    ArrayPattern, Case, CaseIn, FindPattern, HashPattern, HashPatternRest, InBranch, MatchOne,
    Pattern, When,
};

/// A program, method, block, or class body.
#[derive(Debug)]
pub struct Code {
    /// The kind of frame that runs the code.
    pub kind: CodeKind,
    /// The name of the method, or the name of the class for class bodies.
    pub name: Symbol,
    /// The file that the code comes from: the value of `__FILE__`.
    pub file: Arc<str>,
    /// The line where the code begins.
    pub line: u32,
    /// The parameters.
    pub params: Params,
    /// The names of local variables by slot. Slots of temporaries have an empty name.
    pub slots: Vec<Symbol>,
    /// The number of inline caches that the nodes of this code refer to.
    pub sites: u32,
    /// The maximum nesting of expressions, which bounds the stack that their evaluation needs.
    pub depth: u32,
    /// The code of the blocks, methods and class bodies directly inside.
    pub children: Vec<Child>,
    /// The body.
    pub node: Node,
}

impl Code {
    /// Code that raises `NotImplementedError` when it runs.
    pub(crate) fn unsupported(what: &'static str, options: &crate::parse::Options) -> Code {
        let line = options.first_line.and_then(|line| u32::try_from(line).ok()).unwrap_or(1);
        Code {
            kind: CodeKind::Method,
            name: crate::symbol::names::EMPTY,
            file: options.file.as_str().into(),
            line,
            params: Params::default(),
            slots: Vec::new(),
            sites: 0,
            depth: 0,
            children: Vec::new(),
            node: Node::Unsupported(what, line),
        }
    }
}

/// The code of a block, method or class body inside other code.
#[derive(Debug)]
pub enum Child {
    /// The code.
    Ready(Arc<Code>),
    /// A method that was not used yet.
    Deferred(Box<Deferred>),
}

/// A method that was parsed, but is lowered only when it is first used: most methods of most files
/// never run.
#[derive(Debug)]
pub struct Deferred {
    /// The source of the definition, after the magic comments of its file.
    pub(crate) text: Box<[u8]>,
    /// The number of the first line of that text.
    pub(crate) first_line: i32,
    /// The file: the value of `__FILE__`.
    pub(crate) file: Arc<str>,
    /// The code, once it is lowered.
    pub(crate) code: OnceLock<Arc<Code>>,
}

impl Child {
    /// The code. Lowers a deferred method at its first use.
    pub fn code(&self) -> &Arc<Code> {
        match self {
            Child::Ready(code) => code,
            Child::Deferred(method) => {
                method.code.get_or_init(|| crate::parse::lower_deferred(method))
            }
        }
    }
}

/// The kinds of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeKind {
    /// The top level of a file or template.
    Top,
    /// A method.
    Method,
    /// A block between braces or `do` and `end`.
    Block,
    /// A lambda: `-> { }`.
    Lambda,
    /// The body of a class, module or singleton class.
    Class,
}

/// An expression.
#[derive(Debug)]
pub enum Node {
    /// `nil`, and the value of empty code
    Nil,
    /// `true`
    True,
    /// `false`
    False,
    /// `self`
    This,
    /// An integer literal.
    Int(i64),
    /// An integer literal beyond 64 bits.
    Big(Box<BigInt>),
    /// A float literal.
    Float(f64),
    /// `3r`, as numerator and denominator
    Rational(Box<(BigInt, BigInt)>),
    /// `3i`: the number is the imaginary part
    Imaginary(Box<Node>),
    /// A symbol literal.
    Sym(Symbol),
    /// A string literal: a new string each time.
    Str(Box<RString>),
    /// A frozen string literal, which is the same object each time; with the number of its cache.
    FrozenStr(Box<RString>, u32),
    /// A string with interpolated parts. Literal parts are [`Node::Str`].
    Interpolation(Box<[Node]>),
    /// A symbol with interpolated parts.
    InterpolatedSymbol(Box<[Node]>),
    /// A shell command between backticks.
    Command(Box<[Node]>),
    /// A regular expression literal, with the number of its cache.
    Regexp(Box<RegexpLiteral>, u32),
    /// A regular expression with interpolated parts.
    InterpolatedRegexp(Box<InterpolatedRegexp>),
    /// An array literal. Elements may be [`Node::Splat`]; the last may be [`Node::Keywords`].
    Array(Box<[Node]>),
    /// A hash literal.
    Hash(Box<[Pair]>),
    /// A range literal.
    Range(Box<RangeLiteral>),
    /// A flip-flop: a condition `a..b` that is switched on by `a` and off by `b`.
    FlipFlop(Box<FlipFlop>),
    /// A local variable of this frame.
    Local(u32),
    /// An assignment to a local variable of this frame.
    SetLocal(u32, Box<Node>),
    /// A local variable of an enclosing frame: the number of frames outwards, and the slot there.
    Outer(u16, u32),
    /// An assignment to a local variable of an enclosing frame.
    SetOuter(u16, u32, Box<Node>),
    /// `@name`, with the number of its cache
    Ivar(Symbol, u32),
    /// `@name = value`, with the number of its cache
    SetIvar(Symbol, u32, Box<Node>),
    /// `$name`, with the dollar sign
    Global(Symbol),
    /// `$name = value`
    SetGlobal(Symbol, Box<Node>),
    /// `@@name`
    ClassVar(Symbol),
    /// `@@name = value`
    SetClassVar(Symbol, Box<Node>),
    /// `Name`, with the number of its cache
    Const(Symbol, u32),
    /// `scope::Name`, or `::Name` without a scope
    ConstPath(Box<ConstPath>),
    /// An assignment to a constant.
    SetConst(Box<SetConst>),
    /// `$1`, `$2` and so on.
    NthMatch(u32),
    /// `$&`, `` $` ``, `$'` and `$+`, by the character
    MatchPart(char),
    /// Several expressions, of which the last is the value.
    Seq(Box<[Node]>),
    /// `if` and `unless` in all forms, with condition, then and else.
    If(Box<(Node, Node, Node)>),
    /// `while` and `until` in all forms.
    While(Box<While>),
    /// `for`: its block runs in the enclosing frame.
    For(Box<For>),
    /// `a && b`
    And(Box<(Node, Node)>),
    /// `a || b`
    Or(Box<(Node, Node)>),
    /// `!a`, with the number of the cache for classes that define `!`, and the line
    Not(Box<Node>, u32, u32),
    /// `defined?(a)`
    Defined(Box<Node>),
    /// A binary operator with a fast path for core classes.
    Op(Box<OpNode>),
    /// A method call.
    Call(Box<Call>),
    /// `super`
    Super(Box<Super>),
    /// `yield`
    Yield(Box<Yield>),
    /// `*a` in lists of arguments and elements.
    Splat(Box<Node>),
    /// `a: 1, **b` at the end of a list of arguments.
    Keywords(Box<[Pair]>),
    /// `a.b ||= c` and other operators.
    OpAttr(Box<OpAttr>),
    /// `a[b] ||= c` and other operators.
    OpIndex(Box<OpIndex>),
    /// `a ||= b` for variables that may be undefined (constants, globals, class variables, instance
    /// variables): the read that `defined?` guards, and the assignment.
    OrDefined(Box<(Node, Node)>),
    /// `a, b = c`
    Multi(Box<MultiAssign>),
    /// `case` with `when`
    Case(Box<Case>),
    /// `case` with `in`
    Match(Box<CaseIn>),
    /// `value in pattern` (returns a boolean) and `value => pattern` (raises).
    MatchOne(Box<MatchOne>),
    /// `begin`, and bodies with `rescue`, `else` and `ensure`.
    Begin(Box<Begin>),
    /// `return`
    Return(Box<Node>),
    /// `break` out of a block or a loop.
    Break(Box<Node>, JumpKind),
    /// `next` in a block or a loop.
    Next(Box<Node>, JumpKind),
    /// `redo`
    Redo(JumpKind),
    /// `retry`
    Retry,
    /// `def name`
    Def(Box<Def>),
    /// `class Name`
    Class(Box<ClassNode>),
    /// `module Name`
    Module(Box<ModuleNode>),
    /// `class << object`: the object, the child code, and the line
    SingletonClass(Box<Node>, u32, u32),
    /// `alias new old`
    Alias(Box<(Node, Node)>),
    /// `alias $new $old`
    AliasGlobal(Symbol, Symbol),
    /// `undef name`
    Undef(Box<[Node]>),
    /// `-> { }`, by the number of the child code
    Lambda(u32),
    /// `/(?<name>…)/ =~ text`: the match, and the variables that take the named groups.
    MatchWrite(Box<MatchWrite>),
    /// `__ENCODING__`
    EncodingLiteral,
    /// A construct that raises `NotImplementedError` when it runs (such as `BEGIN { }` and `END {
    /// }`), with its line.
    Unsupported(&'static str, u32),
}

/// The construct that `break`, `next` and `redo` belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JumpKind {
    /// A `while` or `until` loop in the same code.
    Loop,
    /// The block whose code this is.
    Block,
}

/// A regular expression literal.
#[derive(Debug)]
pub struct RegexpLiteral {
    /// The expression.
    pub regexp: Regexp,
    /// The option `n` was given.
    pub no_encoding: bool,
    /// The option `u` was given.
    pub is_unicode: bool,
}

/// A regular expression with interpolated parts.
#[derive(Debug)]
pub struct InterpolatedRegexp {
    /// The parts. Literal parts are [`Node::Str`].
    pub parts: Box<[Node]>,
    /// The options as Ruby's numbers.
    pub options: u32,
    /// The option `o` was given: the first result is kept.
    pub once: bool,
    /// The number of the cache for the first result.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// One entry of a hash literal or of keyword arguments.
#[derive(Debug)]
pub enum Pair {
    /// `key => value`
    Entry(Node, Node),
    /// `**hash`
    Splat(Node),
}

/// A range literal.
#[derive(Debug)]
pub struct RangeLiteral {
    /// The first value, or `nil`.
    pub begin: Node,
    /// The last value, or `nil`.
    pub end: Node,
    /// Whether the last value is excluded.
    pub exclusive: bool,
}

/// A flip-flop.
#[derive(Debug)]
pub struct FlipFlop {
    /// The number of frames outwards to the frame of the method, which keeps the state.
    pub depth: u16,
    /// The slot of that frame that keeps whether the flip-flop is on.
    pub slot: u32,
    /// The condition that switches it on.
    pub begin: Node,
    /// The condition that switches it off.
    pub end: Node,
    /// `...`: the end is not evaluated in the evaluation that switched it on.
    pub exclusive: bool,
}

/// `scope::Name`
#[derive(Debug)]
pub struct ConstPath {
    /// The scope; none for `::Name`.
    pub scope: Option<Node>,
    /// The name.
    pub name: Symbol,
    /// The number of the first of two caches: the value, and the class of the scope.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// An assignment to a constant.
#[derive(Debug)]
pub struct SetConst {
    /// The module that holds the constant.
    pub scope: ConstScope,
    /// The name.
    pub name: Symbol,
    /// The value.
    pub value: Node,
}

/// The module that a constant or class is defined in.
#[derive(Debug)]
pub enum ConstScope {
    /// The enclosing module.
    Lexical,
    /// `::Name`
    Top,
    /// `expression::Name`
    Of(Node),
}

/// A loop.
#[derive(Debug)]
pub struct While {
    /// The condition.
    pub condition: Node,
    /// The value of the condition that continues the loop: `false` for `until`.
    pub continues_on: bool,
    /// The body runs before the condition is evaluated: `begin … end while`.
    pub body_first: bool,
    /// The body.
    pub body: Node,
    /// The line.
    pub line: u32,
}

/// `for target in collection`
#[derive(Debug)]
pub struct For {
    /// The collection, whose `each` is called.
    pub collection: Node,
    /// The child code of the body: a block with one implicit parameter in slot 0 (destructured if
    /// the target is a list); the code itself assigns the target first. Variables of the body
    /// belong to the enclosing frame.
    pub block: u32,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// `begin … rescue … else … ensure … end`
#[derive(Debug)]
pub struct Begin {
    /// The body.
    pub body: Node,
    /// The `rescue` clauses.
    pub rescues: Vec<Rescue>,
    /// `else`: runs after a body without an exception.
    pub otherwise: Option<Node>,
    /// `ensure`: always runs; its value is dropped.
    pub ensure: Option<Node>,
}

/// A `rescue` clause.
#[derive(Debug)]
pub struct Rescue {
    /// The exception classes, evaluated only when something was raised. They may be
    /// [`Node::Splat`]. None means `StandardError`.
    pub classes: Box<[Node]>,
    /// `=> target`
    pub target: Option<Target>,
    /// The body.
    pub body: Node,
}

/// `def name`
#[derive(Debug)]
pub struct Def {
    /// The name.
    pub name: Symbol,
    /// The object of `def object.name`.
    pub singleton: Option<Node>,
    /// The number of the child code.
    pub code: u32,
    /// The line.
    pub line: u32,
}

/// `class Name < superclass`
#[derive(Debug)]
pub struct ClassNode {
    /// The module it is defined in.
    pub scope: ConstScope,
    /// The name.
    pub name: Symbol,
    /// The superclass.
    pub superclass: Option<Node>,
    /// The number of the child code.
    pub code: u32,
    /// The line.
    pub line: u32,
}

/// `module Name`
#[derive(Debug)]
pub struct ModuleNode {
    /// The module it is defined in.
    pub scope: ConstScope,
    /// The name.
    pub name: Symbol,
    /// The number of the child code.
    pub code: u32,
    /// The line.
    pub line: u32,
}

/// `/(?<name>…)/ =~ text`
#[derive(Debug)]
pub struct MatchWrite {
    /// The match, an [`Node::Op`] or [`Node::Call`].
    pub call: Node,
    /// The named groups and their variables.
    pub targets: Vec<(Symbol, Target)>,
}
