//! The nodes of the meaning of a pattern.

use regex_syntax::hir::ClassUnicode;

/// A node of the tree.
#[derive(Debug, Clone)]
pub(crate) enum Node {
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
pub(crate) enum Assertion {
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
pub(crate) struct Backref {
    /// The groups it may refer to, in the order in which they are tried.
    pub(crate) groups: Vec<usize>,
    pub(crate) ignores_case: bool,
    /// The recursion level, as in `\k<name+1>`.
    pub(crate) level: Option<i64>,
}

/// A parsed pattern.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) root: Node,
    /// The number of capturing groups.
    pub(crate) groups: usize,
    /// The names of groups with their numbers, in order of first appearance.
    pub(crate) names: Vec<(String, Vec<usize>)>,
}

impl Node {
    pub(crate) fn concat(mut items: Vec<Node>) -> Node {
        match items.len() {
            0 => Node::Empty,
            1 => items.pop().unwrap_or(Node::Empty),
            _ => Node::Concat(items),
        }
    }

    pub(crate) fn alternatives(mut branches: Vec<Node>) -> Node {
        match branches.len() {
            0 => Node::Empty,
            1 => branches.pop().unwrap_or(Node::Empty),
            _ => Node::Alternatives(branches),
        }
    }

    /// The direct children, of which only conditions and lists have several.
    pub(crate) fn children(&self) -> impl Iterator<Item = &Node> {
        let (one, many): (Option<&Node>, &[Node]) = match self {
            Node::Empty
            | Node::Char(_)
            | Node::Set(_)
            | Node::Any { .. }
            | Node::Assert(_)
            | Node::Keep
            | Node::Backref(_)
            | Node::Call(_) => (None, &[]),
            Node::Group { inner, .. }
            | Node::Look { inner, .. }
            | Node::Atomic(inner)
            | Node::Absent(inner)
            | Node::Repeat { inner, .. } => (Some(inner), &[]),
            Node::Condition { yes, no, .. } => (Some(yes), std::slice::from_ref(no)),
            Node::Concat(items) | Node::Alternatives(items) => (None, items),
        };
        one.into_iter().chain(many)
    }

    /// Whether the predicate is true for the node or any of its descendants.
    pub(crate) fn any(&self, is_so: &dyn Fn(&Node) -> bool) -> bool {
        is_so(self) || self.children().any(|child| child.any(is_so))
    }
}
