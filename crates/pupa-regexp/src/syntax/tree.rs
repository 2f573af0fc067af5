//! The syntax tree of a pattern, as the parser builds it.
//!
//! Nodes are in a table, children before their parents. Therefore properties that depend on the
//! children can be computed in one pass from front to back, without recursion. Each leaf stores the
//! options in effect at its position, so that later passes need not track them.

use super::property_names::PropertyName;
use crate::meaning::node::Assertion;
use crate::options::InlineOptions;

/// The number of a node.
pub(crate) type NodeId = u32;

/// A range of nodes in [`Tree::children`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Children {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// A part of a pattern and the offset of its start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) at: u32,
    pub(crate) part: Part,
}

/// The parts of patterns.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// Plain characters: a range of [`Tree::literals`].
    Text { start: u32, end: u32, ignores_case: bool },
    /// `.`
    Any { matches_newline: bool },
    /// `\d`, `\W`
    Type { letter: u8, is_ascii: bool },
    /// `\p{Alpha}`
    Property { name: PropertyName, is_inverted: bool, ignores_case: bool },
    /// `[a-z]`: a range of [`Tree::class_items`].
    Class { start: u32, end: u32, options: InlineOptions },
    /// `^`, `\b`
    Assert(Assertion),
    /// `\K`
    Keep,
    /// `\R`, `\X`: abbreviations of atomic groups.
    Cluster(Cluster),
    /// `(?=…)`, `(?<!…)`
    Look { is_behind: bool, is_negative: bool, inner: NodeId },
    /// `(…)`, `(?<name>…)`. The number counts all groups, including those that do not capture
    /// because other groups have names.
    Capture { number: u32, is_named: bool, inner: NodeId },
    /// `(?i:…)`
    Options { inner: NodeId },
    /// `(?i)…`, up to the end of the surrounding group.
    RestOptions { inner: NodeId },
    /// `(?>…)`, `a++`
    Atomic { inner: NodeId },
    /// `(?~…)`
    Absent { inner: NodeId },
    /// `(?(1)…|…)`
    Condition { group: u32, is_by_name: bool, inner: NodeId },
    /// `\1`, `\k<1>`, `\k<name>`: the index in [`Tree::backrefs`].
    Backref { backref: u32 },
    /// `\g<name>`: the index in [`Tree::calls`].
    Call { call: u32 },
    /// One after the other.
    Sequence(Children),
    /// `a|b`
    Alternatives(Children),
    /// `a*`, `a{2,3}`; `high` is `None` without an upper bound.
    Repeat { low: u32, high: Option<u32>, is_greedy: bool, inner: NodeId },
}

/// Escapes that are patterns themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cluster {
    /// `\R`
    LineBreak,
    /// `\X`
    Grapheme,
}

/// A part of a character class, in the order of the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClassItem {
    /// `[` or `[^`
    Open { is_negated: bool },
    /// `]`
    Close,
    /// `&&`
    And,
    /// A character or a range of characters.
    Range(char, char),
    /// `\d`, `\W`
    Type(u8),
    /// `\p{Alpha}`
    Property { name: PropertyName, is_inverted: bool },
    /// `[:alpha:]`
    Bracket { name: &'static str, is_negated: bool },
}

/// A back-reference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Backref {
    pub(crate) target: BackrefTarget,
    pub(crate) ignores_case: bool,
    /// The recursion level, as in `\k<name+1>`.
    pub(crate) level: Option<i64>,
}

/// The groups that a back-reference refers to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum BackrefTarget {
    Number(u32),
    /// The groups with a name, as far as they precede the back-reference.
    Name {
        name: u32,
        groups: u32,
    },
}

/// A call of a group: `\g<…>`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    /// The offset in the pattern.
    pub(crate) at: u32,
    /// The range of the pattern with the name of the group.
    pub(crate) name: (u32, u32),
    /// The callee.
    pub(crate) target: CallTarget,
}

/// The callee of a subexpression call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CallTarget {
    /// The whole pattern: `\g<0>`.
    Whole,
    /// A group by its number.
    Number(u32),
    /// The groups with a name; `None` if there are none.
    Name(Option<u32>),
}

/// A name of groups.
#[derive(Debug)]
pub(crate) struct GroupName {
    pub(crate) text: Box<str>,
    /// The numbers of its groups, in order.
    pub(crate) groups: Vec<u32>,
}

/// A parsed pattern.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    children: Vec<NodeId>,
    pub(crate) literals: String,
    pub(crate) class_items: Vec<ClassItem>,
    pub(crate) backrefs: Vec<Backref>,
    pub(crate) calls: Vec<Call>,
    /// The names of groups, in the order of their first groups.
    pub(crate) names: Vec<GroupName>,
    /// The node of each group, by its number; `None` while the group is open.
    pub(crate) groups: Vec<Option<NodeId>>,
    /// The number of groups with names.
    pub(crate) named: u32,
    /// Whether the pattern contains parts that must be checked as a whole.
    pub(crate) needs_check: bool,
}

impl Tree {
    /// An empty tree with capacity for the nodes of a text of this length.
    pub(crate) fn for_text(text: &str) -> Tree {
        let room = (text.len() / 2).clamp(4, 256);
        Tree {
            nodes: Vec::with_capacity(room),
            children: Vec::with_capacity(room),
            literals: String::with_capacity(text.len().min(1024)),
            ..Tree::default()
        }
    }

    /// Adds a node.
    pub(crate) fn add(&mut self, at: u32, part: Part) -> NodeId {
        self.needs_check |= match part {
            Part::Look { is_behind: true, .. } | Part::Condition { .. } | Part::Call { .. } => true,
            Part::Backref { backref } => {
                matches!(self.backref(backref).target, BackrefTarget::Number(_))
            }
            _ => false,
        };
        self.nodes.push(Node { at, part });
        self.nodes.len() as NodeId - 1
    }

    /// Adds a node whose children are the items from `mark` on; removes them from `items`.
    pub(crate) fn add_many(
        &mut self,
        at: u32,
        items: &mut Vec<NodeId>,
        mark: usize,
        part: fn(Children) -> Part,
    ) -> NodeId {
        let start = self.children.len() as u32;
        self.children.extend(items.drain(mark..));
        let len = self.children.len() as u32 - start;
        self.add(at, part(Children { start, len }))
    }

    /// A node.
    pub(crate) fn node(&self, id: NodeId) -> Node {
        let nothing = Node { at: 0, part: Part::Any { matches_newline: false } };
        self.nodes.get(id as usize).copied().unwrap_or(nothing)
    }

    /// Changes the part of a node, while the tree is built.
    pub(crate) fn set(&mut self, id: NodeId, part: Part) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.part = part;
        }
    }

    /// The nodes of a run.
    pub(crate) fn each(&self, children: Children) -> &[NodeId] {
        let range = children.start as usize..(children.start + children.len) as usize;
        self.children.get(range).unwrap_or_default()
    }

    /// A stretch of plain characters.
    pub(crate) fn literal(&self, start: u32, end: u32) -> &str {
        self.literals.get(start as usize..end as usize).unwrap_or_default()
    }

    /// A back-reference.
    pub(crate) fn backref(&self, number: u32) -> Backref {
        let nothing =
            Backref { target: BackrefTarget::Number(0), ignores_case: false, level: None };
        self.backrefs.get(number as usize).copied().unwrap_or(nothing)
    }

    /// The first group that a back-reference can refer to.
    pub(crate) fn first_group(&self, target: BackrefTarget) -> u32 {
        match target {
            BackrefTarget::Number(number) => number,
            BackrefTarget::Name { name, .. } => {
                let name = self.names.get(name as usize);
                name.and_then(|name| name.groups.first()).copied().unwrap_or_default()
            }
        }
    }

    /// The number of capturing groups. Unnamed groups do not capture if there are named ones.
    pub(crate) fn last_group(&self) -> u32 {
        if self.named > 0 { self.named } else { self.groups.len() as u32 }
    }

    /// Whether unnamed groups do not capture, because there are named ones.
    pub(crate) fn has_plain_groups(&self) -> bool {
        self.named > 0 && self.named != self.groups.len() as u32
    }
}
