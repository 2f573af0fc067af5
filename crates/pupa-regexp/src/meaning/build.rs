//! Builds the meaning of a pattern from its tree.
//!
//! The rules are those of Ruby's engine: unnamed groups do not capture if there are named ones, and
//! nested quantifiers are reduced to one. Nodes are built from front to back without recursion.
//! Later
//! passes are recursive, so the height of the result is limited.

use std::sync::OnceLock;

use super::class::build_class;
use super::fold;
use super::node::{Backref, Node, Pattern};
use super::property::{self, Kind};
use super::quantifier;
use crate::options::InlineOptions;
use crate::syntax::tree::{BackrefTarget, CallTarget, Cluster, NodeId, Part, Tree};

/// The maximum height of a pattern. A group with alternatives of several parts adds up to four.
const MAX_HEIGHT: u32 = 800;

/// The pattern of `\X`, an extended grapheme cluster of Unicode.
const GRAPHEME: &str = concat!(
    r"(?>\x0D\x0A|[\p{Grapheme_Cluster_Break=Control}\x0D\x0A]",
    r"|\p{Grapheme_Cluster_Break=Prepend}*(?:",
    r"\p{Grapheme_Cluster_Break=L}*(?:\p{Grapheme_Cluster_Break=V}+",
    r"|\p{Grapheme_Cluster_Break=LV}\p{Grapheme_Cluster_Break=V}*",
    r"|\p{Grapheme_Cluster_Break=LVT})\p{Grapheme_Cluster_Break=T}*",
    r"|\p{Grapheme_Cluster_Break=L}+|\p{Grapheme_Cluster_Break=T}+",
    r"|\p{Grapheme_Cluster_Break=Regional_Indicator}{2}",
    r"|\p{Extended_Pictographic}(?:\p{Grapheme_Cluster_Break=Extend}*",
    r"\p{Grapheme_Cluster_Break=ZWJ}\p{Extended_Pictographic})*",
    r"|[^\p{Grapheme_Cluster_Break=Control}\x0D\x0A])",
    r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=ZWJ}",
    r"\p{Grapheme_Cluster_Break=SpacingMark}]*|(?m:.))",
);

/// The pattern of `\R`.
const LINE_BREAK: &str = "(?>\\x0D\\x0A|[\\x0A-\\x0D\u{85}\u{2028}\u{2029}])";

/// The groups of the pattern are nested too deeply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NestingTooDeep;

/// Builds the meaning of a checked pattern.
pub(crate) fn build(tree: &Tree) -> Result<Pattern, NestingTooDeep> {
    let mut named: Vec<u32> = tree.names.iter().flat_map(|name| &name.groups).copied().collect();
    named.sort_unstable();
    let mut builder = Builder {
        tree,
        named,
        nodes: Vec::with_capacity(tree.nodes.len()),
        heights: Vec::with_capacity(tree.nodes.len()),
    };
    for node in &tree.nodes {
        builder.add(node.part)?;
    }
    let number = |group: &u32| builder.captured(*group).unwrap_or_default();
    let names = tree
        .names
        .iter()
        .map(|name| (name.text.to_string(), name.groups.iter().map(number).collect()))
        .collect();
    let root = builder.nodes.pop().unwrap_or(Node::Empty);
    Ok(Pattern { root, groups: tree.last_group() as usize, names })
}

struct Builder<'t> {
    tree: &'t Tree,
    /// The numbers of the groups with names.
    named: Vec<u32>,
    /// The built nodes; a node is taken out when its parent is built.
    nodes: Vec<Node>,
    heights: Vec<u32>,
}

impl Builder<'_> {
    fn add(&mut self, part: Part) -> Result<(), NestingTooDeep> {
        let height = self.height(part);
        if height > MAX_HEIGHT {
            return Err(NestingTooDeep);
        }
        let node = self.node(part);
        self.nodes.push(node);
        self.heights.push(height);
        Ok(())
    }

    fn height(&self, part: Part) -> u32 {
        let height = |id: NodeId| self.heights.get(id as usize).copied().unwrap_or_default();
        match part {
            Part::Text { .. }
            | Part::Any { .. }
            | Part::Type { .. }
            | Part::Property { .. }
            | Part::Class { .. }
            | Part::Assert(_)
            | Part::Keep
            | Part::Backref { .. }
            | Part::Call { .. } => 1,
            Part::Cluster(_) => 10,
            Part::Look { inner, .. }
            | Part::Capture { inner, .. }
            | Part::Options { inner }
            | Part::RestOptions { inner }
            | Part::Atomic { inner }
            | Part::Absent { inner }
            | Part::Condition { inner, .. }
            | Part::Repeat { inner, .. } => height(inner) + 1,
            Part::Sequence(children) | Part::Alternatives(children) => {
                let heights = self.tree.each(children).iter().map(|&child| height(child));
                heights.max().unwrap_or_default() + 1
            }
        }
    }

    fn node(&mut self, part: Part) -> Node {
        match part {
            Part::Text { start, end, ignores_case } => {
                Node::concat(self.characters(start, end, ignores_case).collect())
            }
            Part::Any { matches_newline } => Node::Any { matches_newline },
            Part::Type { letter, is_ascii } => Node::Set(property::of_type(letter, is_ascii)),
            Part::Property { name, is_inverted, ignores_case } => {
                property_node(name.key(), is_inverted, ignores_case)
            }
            Part::Class { start, end, options } => self.class(start, end, options),
            Part::Assert(assertion) => Node::Assert(assertion),
            Part::Keep => Node::Keep,
            Part::Cluster(cluster) => cluster_node(cluster),
            Part::Look { is_behind, is_negative, inner } => {
                Node::Look { is_behind, is_negative, inner: self.take_boxed(inner) }
            }
            Part::Capture { number, inner, .. } => match self.captured(number) {
                Some(number) => Node::Group { number, inner: self.take_boxed(inner) },
                None => self.take(inner),
            },
            // Wrapped, so that a quantifier in it is not merged with a following one.
            Part::Options { inner } => Node::Concat(vec![self.take(inner)]),
            Part::RestOptions { inner } => self.take(inner),
            Part::Atomic { inner } => Node::Atomic(self.take_boxed(inner)),
            Part::Absent { inner } => Node::Absent(self.take_boxed(inner)),
            Part::Condition { group, inner, .. } => self.condition(group, inner),
            Part::Backref { backref } => self.backref(backref),
            Part::Call { call } => Node::Call(self.callee(call)),
            Part::Sequence(children) => self.sequence(self.tree.each(children)),
            Part::Alternatives(children) => {
                let branches = self.tree.each(children).iter();
                Node::alternatives(branches.map(|&branch| self.take(branch)).collect())
            }
            Part::Repeat { low, high, is_greedy, inner } => {
                quantifier::repeat(self.take(inner), low, high, is_greedy)
            }
        }
    }

    /// Takes out a node that has been built.
    fn take(&mut self, id: NodeId) -> Node {
        let slot = self.nodes.get_mut(id as usize);
        slot.map_or(Node::Empty, |slot| std::mem::replace(slot, Node::Empty))
    }

    fn take_boxed(&mut self, id: NodeId) -> Box<Node> {
        Box::new(self.take(id))
    }

    fn characters(&self, start: u32, end: u32, ignores_case: bool) -> impl Iterator<Item = Node> {
        let characters = self.tree.literal(start, end).chars();
        characters.map(move |c| fold::character(c, ignores_case))
    }

    /// Builds a sequence; characters become separate items first, to find the longest possible
    /// texts.
    fn sequence(&mut self, children: &[NodeId]) -> Node {
        let mut items = Vec::with_capacity(children.len());
        for &child in children {
            match self.take(child) {
                Node::Concat(characters)
                    if matches!(self.tree.node(child).part, Part::Text { .. }) =>
                {
                    items.extend(characters);
                }
                other => items.push(other),
            }
        }
        Node::concat(items)
    }

    fn class(&self, start: u32, end: u32, options: InlineOptions) -> Node {
        let items = self.tree.class_items.get(start as usize..end as usize);
        build_class(items.unwrap_or_default(), options)
    }

    fn condition(&mut self, group: u32, inner: NodeId) -> Node {
        let (yes, no) = match self.take(inner) {
            Node::Alternatives(mut branches) if branches.len() == 2 => {
                let no = branches.pop().unwrap_or(Node::Empty);
                (branches.pop().unwrap_or(Node::Empty), no)
            }
            other => (other, Node::Empty),
        };
        let group = self.captured(group).unwrap_or_default();
        Node::Condition { group, yes: Box::new(yes), no: Box::new(no) }
    }

    fn backref(&self, backref: u32) -> Node {
        let backref = self.tree.backref(backref);
        let groups = match backref.target {
            BackrefTarget::Number(number) => vec![number as usize],
            // The group that was defined last is tried first.
            BackrefTarget::Name { name, groups } => {
                let known = self.tree.names.get(name as usize).map_or(&[][..], |name| &name.groups);
                let before = known.get(..groups as usize).unwrap_or_default();
                before.iter().rev().filter_map(|&group| self.captured(group)).collect()
            }
        };
        Node::Backref(Backref { groups, ignores_case: backref.ignores_case, level: backref.level })
    }

    /// The number of the called group; 0 for the whole pattern.
    fn callee(&self, call: u32) -> usize {
        let group = match self.tree.calls.get(call as usize).map(|call| call.target) {
            Some(CallTarget::Number(number)) => Some(number),
            Some(CallTarget::Name(Some(name))) => {
                let name = self.tree.names.get(name as usize);
                name.and_then(|name| name.groups.first()).copied()
            }
            Some(CallTarget::Whole | CallTarget::Name(None)) | None => None,
        };
        group.and_then(|group| self.captured(group)).unwrap_or_default()
    }

    /// The number of a group among the capturing ones.
    fn captured(&self, group: u32) -> Option<usize> {
        if !self.tree.has_plain_groups() {
            return Some(group as usize);
        }
        self.named.binary_search(&group).ok().map(|index| index + 1)
    }
}

fn property_node(key: &str, is_inverted: bool, ignores_case: bool) -> Node {
    let mut set = property::of_name(key);
    if ignores_case && set.kind != Kind::Ascii {
        let known = set.chars.clone();
        set.chars = fold::class(&set.chars, &known, is_inverted);
    }
    if is_inverted {
        set.chars.negate();
    }
    Node::Set(set.chars)
}

fn cluster_node(cluster: Cluster) -> Node {
    static LINE_BREAK_NODE: OnceLock<Node> = OnceLock::new();
    static GRAPHEME_NODE: OnceLock<Node> = OnceLock::new();
    let (cell, pattern) = match cluster {
        Cluster::LineBreak => (&LINE_BREAK_NODE, LINE_BREAK),
        Cluster::Grapheme => (&GRAPHEME_NODE, GRAPHEME),
    };
    let read = || {
        let parsed = crate::syntax::parse(pattern, crate::RegexpOptions::default()).ok()?;
        build(&parsed.tree).ok().map(|pattern| pattern.root)
    };
    cell.get_or_init(|| read().unwrap_or(Node::Empty)).clone()
}
