//! What a pattern consists of, in Ruby's sense.

use regex_syntax::hir::ClassUnicode;

/// A part of a pattern.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Empty,
    /// One character, matched as it is.
    Char(char),
    /// One character of a set.
    Set(ClassUnicode),
    /// `.`
    Any {
        matches_newline: bool,
    },
    Assert(Assertion),
    /// `\K`
    Keep,
    /// `(…)`, `(?<name>…)`
    Group {
        number: usize,
        inner: Box<Node>,
    },
    /// `(?=…)`, `(?<!…)`
    Look {
        is_behind: bool,
        is_negative: bool,
        inner: Box<Node>,
    },
    /// `(?>…)`, `a++`
    Atomic(Box<Node>),
    /// `(?~…)`
    Absent(Box<Node>),
    /// `(?(1)…|…)`
    Condition {
        group: usize,
        yes: Box<Node>,
        no: Box<Node>,
    },
    Backref(Backref),
    /// `\g<name>`: the number of a group, 0 for the whole pattern.
    Call(usize),
    Concat(Vec<Node>),
    Alternatives(Vec<Node>),
    Repeat {
        low: u32,
        high: Option<u32>,
        is_greedy: bool,
        inner: Box<Node>,
    },
}

/// What matches a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assertion {
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// `\A`
    TextStart,
    /// `\z`
    TextEnd,
    /// `\Z`
    TextEndOrNewline,
    /// `\G`
    SearchStart,
    /// `\b`, `\B`
    WordBoundary { is_ascii: bool, is_negated: bool },
}

/// `\1`, `\k<name>`
#[derive(Debug, Clone)]
pub(super) struct Backref {
    /// The groups it may stand for, in the order in which they are tried.
    pub(super) groups: Vec<usize>,
    pub(super) ignores_case: bool,
    /// The level of recursion that it says, as in `\k<name+1>`.
    pub(super) level: Option<i64>,
}

/// A pattern that has been read.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) root: Node,
    /// How many groups capture.
    pub(super) groups: usize,
    /// The names of groups with the numbers of the groups that have them, in order of their
    /// first appearance.
    pub(super) names: Vec<(String, Vec<usize>)>,
}

impl Node {
    pub(super) fn concat(mut items: Vec<Node>) -> Node {
        match items.len() {
            0 => Node::Empty,
            1 => items.pop().unwrap_or(Node::Empty),
            _ => Node::Concat(items),
        }
    }

    pub(super) fn alternatives(mut branches: Vec<Node>) -> Node {
        match branches.len() {
            0 => Node::Empty,
            1 => branches.pop().unwrap_or(Node::Empty),
            _ => Node::Alternatives(branches),
        }
    }

    /// The parts directly below.
    pub(super) fn children(&self) -> Vec<&Node> {
        match self {
            Node::Empty
            | Node::Char(_)
            | Node::Set(_)
            | Node::Any { .. }
            | Node::Assert(_)
            | Node::Keep
            | Node::Backref(_)
            | Node::Call(_) => Vec::new(),
            Node::Group { inner, .. }
            | Node::Look { inner, .. }
            | Node::Atomic(inner)
            | Node::Absent(inner)
            | Node::Repeat { inner, .. } => vec![inner],
            Node::Condition { yes, no, .. } => vec![yes, no],
            Node::Concat(items) | Node::Alternatives(items) => items.iter().collect(),
        }
    }

    /// Whether it or a part of it is as described.
    pub(super) fn any(&self, is_so: &dyn Fn(&Node) -> bool) -> bool {
        is_so(self) || self.children().into_iter().any(|child| child.any(is_so))
    }
}
