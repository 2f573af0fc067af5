//! The form of a Ruby program that a machine runs.
//!
//! Code is immutable and shared by all machines. Local variables are slots of a frame; every
//! method, block and class body has a frame of its own, and a block refers to an enclosing frame by
//! the number of frames outwards. Call sites and other nodes that use an inline cache have the
//! number of their cache; the caches themselves belong to the machine ([`crate::machine::Body`]).

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use pupa_value::regexp::Regexp;

use crate::heap::RString;
use crate::symbol::Symbol;

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

/// The parameters of a method or block.
#[derive(Debug, Default)]
pub struct Params {
    /// Required parameters at the front.
    pub required: Vec<Param>,
    /// Optional parameters with their default values.
    pub optional: Vec<Optional>,
    /// `*rest`. An anonymous one has a slot without a name.
    pub rest: Option<u32>,
    /// Required parameters after the optional ones and `*rest`.
    pub post: Vec<Param>,
    /// Keyword parameters.
    pub keywords: Vec<Keyword>,
    /// `**rest`
    pub keyword_rest: KeywordRest,
    /// `&block`
    pub block: Option<u32>,
    /// `|a,|`: a single array argument is destructured although there is only one parameter.
    pub excess_comma: bool,
    /// The parameters are implicit: `_1`, `_2` or `it`.
    pub is_implicit: bool,
}

/// A required parameter.
#[derive(Debug)]
pub enum Param {
    /// A variable, by its slot.
    Slot(u32),
    /// `(a, (b, *c))`
    Nested(Box<MultiTarget>),
}

/// An optional parameter.
#[derive(Debug)]
pub struct Optional {
    /// The variable.
    pub slot: u32,
    /// The default value.
    pub default: Node,
}

/// A keyword parameter.
#[derive(Debug)]
pub struct Keyword {
    /// The name.
    pub name: Symbol,
    /// The variable.
    pub slot: u32,
    /// The default value; a keyword without one is required.
    pub default: Option<Node>,
}

/// The treatment of keywords that no parameter accepts.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum KeywordRest {
    /// They are errors.
    #[default]
    None,
    /// `**nil`: no keywords at all.
    Refused,
    /// `**rest`: they are collected in a variable.
    Slot(u32),
}

impl Params {
    /// Whether all parameters are required plain variables, the form that is bound fastest.
    pub fn is_simple(&self) -> bool {
        self.optional.is_empty()
            && self.rest.is_none()
            && self.post.is_empty()
            && self.keywords.is_empty()
            && self.keyword_rest == KeywordRest::None
            && self.block.is_none()
            && !self.excess_comma
            && self
                .required
                .iter()
                .enumerate()
                .all(|(index, param)| matches!(param, Param::Slot(slot) if *slot as usize == index))
    }

    /// Whether there are keyword parameters of any form.
    pub fn has_keywords(&self) -> bool {
        !self.keywords.is_empty() || matches!(self.keyword_rest, KeywordRest::Slot(_))
    }

    /// The number of required positional parameters.
    pub fn required_count(&self) -> usize {
        self.required.len() + self.post.len()
    }

    /// The arity as `Method#arity` returns it for methods and lambdas.
    pub fn arity(&self) -> i64 {
        let required_keyword = self.keywords.iter().any(|keyword| keyword.default.is_none());
        let required = self.required_count() as i64;
        let is_open = self.rest.is_some()
            || !self.optional.is_empty()
            || (!required_keyword && self.has_keywords());
        if is_open {
            -(required + i64::from(required_keyword)) - 1
        } else {
            required + i64::from(required_keyword)
        }
    }
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

/// Operators with a fast path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equals,
    /// `!=`
    NotEquals,
    /// `<<`
    ShiftLeft,
    /// `&`
    And,
    /// `|`
    Or,
    /// `a[b]` with one index
    Index,
    /// `===`
    CaseEquals,
    /// `=~`
    Match,
}

/// A binary operator.
#[derive(Debug)]
pub struct OpNode {
    /// The operator.
    pub op: Op,
    /// Whether both sides are simple ([`Node::is_simple`]).
    pub is_simple: bool,
    /// The name of its method.
    pub name: Symbol,
    /// The left side.
    pub left: Node,
    /// The right side, which is not a splat.
    pub right: Node,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

impl OpNode {
    /// An operator between two expressions.
    pub fn new(op: Op, name: Symbol, left: Node, right: Node, site: u32, line: u32) -> OpNode {
        let is_simple = left.is_simple(MAX_SIMPLE) && right.is_simple(MAX_SIMPLE);
        OpNode { op, is_simple, name, left, right, site, line }
    }
}

/// The maximum nesting of calls and conditions in a simple expression.
pub(crate) const MAX_SIMPLE: u32 = 6;

impl Node {
    /// Whether an expression consists of variables, small literals, operators and attributes, so
    /// that its value can usually be computed without running any other code.
    pub(crate) fn is_simple(&self, nesting: u32) -> bool {
        let Some(nesting) = nesting.checked_sub(1) else { return false };
        match self {
            Node::Local(_)
            | Node::Outer(1, _)
            | Node::Int(_)
            | Node::Float(_)
            | Node::Sym(_)
            | Node::Nil
            | Node::True
            | Node::False
            | Node::This
            | Node::Ivar(..) => true,
            Node::Op(op) => op.is_simple,
            Node::Not(node, ..) => node.is_simple(nesting),
            Node::And(parts) | Node::Or(parts) => {
                parts.0.is_simple(nesting) && parts.1.is_simple(nesting)
            }
            Node::Call(call) => {
                call.args.is_empty()
                    && matches!(call.block, BlockNode::None)
                    && call.receiver.as_ref().is_some_and(|node| node.is_simple(nesting))
            }
            _ => false,
        }
    }
}

/// A method call.
#[derive(Debug)]
pub struct Call {
    /// The receiver; without one it is `self`.
    pub receiver: Option<Node>,
    /// The name.
    pub name: Symbol,
    /// The arguments. They may contain [`Node::Splat`]; the last may be [`Node::Keywords`].
    pub args: Box<[Node]>,
    /// The block.
    pub block: BlockNode,
    /// `&.`: nothing is evaluated if the receiver is `nil`.
    pub is_safe: bool,
    /// The call looks like a variable, so the message of a `NameError` mentions a variable.
    pub is_variable: bool,
    /// Private methods may be called: there is no receiver, or it is a literal `self`.
    pub is_private: bool,
    /// `a.b = c`, `a[b] = c`: the value is the last argument.
    pub is_assignment: bool,
    /// No argument is a splat or keywords.
    pub is_plain: bool,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// The block of a call.
#[derive(Debug)]
pub enum BlockNode {
    /// No block.
    None,
    /// A literal block, by the number of the child code.
    Literal(u32),
    /// `&expression`
    Pass(Box<Node>),
}

/// `super`
#[derive(Debug)]
pub struct Super {
    /// The arguments. For `super` without parentheses these are the parameters of the method.
    pub args: Box<[Node]>,
    /// The block; without one the block of the method is passed on.
    pub block: BlockNode,
    /// `super` without parentheses and arguments.
    pub is_implicit: bool,
    /// The line.
    pub line: u32,
}

/// `yield`
#[derive(Debug)]
pub struct Yield {
    /// The arguments, as in calls.
    pub args: Box<[Node]>,
    /// No argument is a splat or keywords.
    pub is_plain: bool,
    /// The line.
    pub line: u32,
}

/// The operator of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignOp {
    /// `||=`
    Or,
    /// `&&=`
    And,
    /// `+=` and other operators, by the name of the operator and its fast path
    Call(Symbol, Option<Op>),
}

/// `a.b ||= c`
#[derive(Debug)]
pub struct OpAttr {
    /// The object.
    pub receiver: Node,
    /// The method that reads.
    pub reader: Symbol,
    /// The method that writes.
    pub writer: Symbol,
    /// The operator.
    pub op: AssignOp,
    /// The right side.
    pub value: Node,
    /// `&.`
    pub is_safe: bool,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of the first of three caches: reader, operator, writer.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// `a[b] ||= c`
#[derive(Debug)]
pub struct OpIndex {
    /// The object.
    pub receiver: Node,
    /// The index, as arguments of a call.
    pub args: Box<[Node]>,
    /// The operator.
    pub op: AssignOp,
    /// The right side.
    pub value: Node,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of the first of three caches: reader, operator, writer.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// A place that can be assigned to.
#[derive(Debug)]
pub enum Target {
    /// A local variable.
    Local(u32),
    /// A local variable of an enclosing frame.
    Outer(u16, u32),
    /// `@name`, with the number of its cache
    Ivar(Symbol, u32),
    /// `$name`
    Global(Symbol),
    /// `@@name`
    ClassVar(Symbol),
    /// A constant.
    Const(Box<(ConstScope, Symbol)>),
    /// `a.b`
    Attr(Box<AttrTarget>),
    /// `a[b]`
    Index(Box<IndexTarget>),
    /// `(a, b)`
    Multi(Box<MultiTarget>),
}

/// `a.b` on the left of an assignment.
#[derive(Debug)]
pub struct AttrTarget {
    /// The object.
    pub receiver: Node,
    /// The method that writes.
    pub writer: Symbol,
    /// `&.`
    pub is_safe: bool,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// `a[b]` on the left of an assignment.
#[derive(Debug)]
pub struct IndexTarget {
    /// The object.
    pub receiver: Node,
    /// The index, as arguments of a call.
    pub args: Box<[Node]>,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// The left side of a multiple assignment.
#[derive(Debug)]
pub struct MultiTarget {
    /// The targets at the front.
    pub front: Vec<Target>,
    /// `*rest`; `Some(None)` for a bare `*`, also for the implicit one of `a, = b`.
    pub rest: Option<Option<Target>>,
    /// The targets after `*rest`.
    pub back: Vec<Target>,
}

/// `a, b = c`
#[derive(Debug)]
pub struct MultiAssign {
    /// The left side.
    pub target: MultiTarget,
    /// The right side: [`Node::Array`] if it is a list.
    pub value: Node,
}

/// `case` with `when`
#[derive(Debug)]
pub struct Case {
    /// The subject; without one the first condition that is true wins.
    pub subject: Option<Node>,
    /// The branches.
    pub branches: Vec<When>,
    /// `else`
    pub otherwise: Node,
}

/// A branch of `case`.
#[derive(Debug)]
pub struct When {
    /// The conditions, each with the number of the cache for `===`. They may be [`Node::Splat`].
    pub conditions: Vec<(Node, u32)>,
    /// The body.
    pub body: Node,
    /// The line.
    pub line: u32,
}

/// `case` with `in`
#[derive(Debug)]
pub struct CaseIn {
    /// The subject.
    pub subject: Node,
    /// The branches.
    pub branches: Vec<InBranch>,
    /// `else`; without one a subject that no pattern matches is an error.
    pub otherwise: Option<Node>,
    /// The line.
    pub line: u32,
}

/// A branch of `case` with `in`.
#[derive(Debug)]
pub struct InBranch {
    /// The pattern.
    pub pattern: Pattern,
    /// `if` (or `unless`, negated) after the pattern.
    pub guard: Option<Node>,
    /// The body.
    pub body: Node,
}

/// `value in pattern` and `value => pattern`
#[derive(Debug)]
pub struct MatchOne {
    /// The value.
    pub value: Node,
    /// The pattern.
    pub pattern: Pattern,
    /// `=>`: raises if the pattern does not match.
    pub raises: bool,
    /// The line.
    pub line: u32,
}

/// A pattern.
#[derive(Debug)]
pub enum Pattern {
    /// Any expression, compared with `===`.
    Value(Node),
    /// A variable that takes the value.
    Bind(Target),
    /// `pattern => name`
    Capture(Box<Pattern>, Target),
    /// `a | b`
    Either(Vec<Pattern>),
    /// `Const(…)`, `[a, *rest, b]`
    Array(Box<ArrayPattern>),
    /// `[*, a, *]`
    Find(Box<FindPattern>),
    /// `{name: pattern, **rest}`
    Hash(Box<HashPattern>),
}

/// `[a, *rest, b]`
#[derive(Debug)]
pub struct ArrayPattern {
    /// The class before the parentheses.
    pub constant: Option<Node>,
    /// The patterns at the front.
    pub front: Vec<Pattern>,
    /// `*rest`; `Some(None)` for a bare `*`.
    pub rest: Option<Option<Target>>,
    /// The patterns at the back.
    pub back: Vec<Pattern>,
}

/// `[*before, a, *after]`
#[derive(Debug)]
pub struct FindPattern {
    /// The class before the parentheses.
    pub constant: Option<Node>,
    /// The target of the elements before the match.
    pub before: Option<Target>,
    /// The patterns of consecutive elements.
    pub middle: Vec<Pattern>,
    /// The target of the elements after the match.
    pub after: Option<Target>,
}

/// `{name: pattern, **rest}`
#[derive(Debug)]
pub struct HashPattern {
    /// The class before the parentheses.
    pub constant: Option<Node>,
    /// The keys with their patterns; `name:` alone binds the variable of that name.
    pub pairs: Vec<(Symbol, Pattern)>,
    /// `**rest`
    pub rest: HashPatternRest,
}

/// The treatment of other keys by a hash pattern.
#[derive(Debug)]
pub enum HashPatternRest {
    /// They are allowed. (An empty pattern `{}` still matches only empty hashes.)
    Ignored,
    /// `**nil`: there must be none.
    Refused,
    /// `**rest`
    Bind(Target),
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
