//! The syntax tree of a pattern.

use regex_syntax::hir::ClassUnicode;

/// A node of the tree.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Empty,
    /// A single character.
    Char(char),
    /// A character of a set.
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

/// An assertion about a position.
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
    /// The groups it may refer to, in the order in which they are tried.
    pub(super) groups: Vec<usize>,
    pub(super) ignores_case: bool,
    /// The recursion level, as in `\k<name+1>`.
    pub(super) level: Option<i64>,
}

/// A parsed pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) root: Node,
    /// The number of capturing groups.
    pub(super) groups: usize,
    /// The names of groups with their numbers, in order of first appearance.
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

    /// The direct children.
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

    /// Whether the predicate is true for the node or any of its descendants.
    pub(super) fn any(&self, is_so: &dyn Fn(&Node) -> bool) -> bool {
        is_so(self) || self.children().into_iter().any(|child| child.any(is_so))
    }
}
