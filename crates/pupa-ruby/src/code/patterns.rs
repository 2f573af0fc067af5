//! `case` with `when` and with `in`, and the patterns of `in`, `=>` and `value in pattern`.

use super::{Node, Target};
use crate::symbol::Symbol;

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
