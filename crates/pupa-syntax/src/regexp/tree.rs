//! The tree of a pattern, and the mistakes that concern the pattern as a whole: references to
//! groups that don't exist, endless recursion, look-behind over text of unknown length.
//!
//! Nodes are in a table, children before their parents. So the facts that a node inherits from its
//! children are found in one pass from front to back, without recursion.

use std::collections::{HashMap, HashSet};

use super::Fault;

const INVALID_BACKREF: &str = "invalid backref number/name";
const NUMBER_NOT_ALLOWED: &str = "numbered backref/call is not allowed. (use name)";
const INVALID_LOOK_BEHIND: &str = "invalid pattern in look-behind";
const INVALID_CONDITION: &str = "invalid conditional pattern";
const NEVER_ENDING: &str = "never ending recursion";

/// The number of a node.
pub(super) type NodeId = u32;

/// A run of nodes in [`Tree::children`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Children {
    start: u32,
    len: u32,
}

/// A part of a pattern and where it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) at: u32,
    pub(super) part: Part,
}

/// The parts of patterns, as far as their kind matters here.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// Plain characters.
    Text { chars: u32 },
    /// A part that matches one character: a class, `.`, `\d`.
    One,
    /// A part that matches a position.
    Anchor { may_look_behind: bool },
    /// `\R`, `\X`: atomic groups in disguise.
    Cluster,
    /// `(?=…)`, `(?<!…)`
    Look { is_behind: bool, is_negative: bool, inner: NodeId },
    /// `(…)`, `(?<name>…)`
    Capture { is_named: bool, inner: NodeId },
    /// `(?i:…)`
    Options { inner: NodeId },
    /// `(?>…)`, `a++`
    Atomic { inner: NodeId },
    /// `(?~…)`
    Absent { inner: NodeId },
    /// `(?(1)…|…)`
    Condition { group: u32, is_by_name: bool, inner: NodeId },
    /// `\1`, `\k<1>`
    NumberedBackref { group: u32 },
    /// `\k<name>`, which the parser has resolved already.
    NamedBackref { group: u32 },
    /// `\g<name>`; the number is that of the record in [`Tree::calls`].
    Call { call: u32 },
    /// One after the other.
    Sequence(Children),
    /// `a|b`
    Alternatives(Children),
    /// `a*`, `a{2,3}`; without an upper bound `high` is absent.
    Repeat { low: u32, high: Option<u32>, inner: NodeId },
}

/// A call of a group: `\g<…>`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    /// The offset in the pattern.
    pub(super) at: u32,
    /// The stretch of the pattern that names the group.
    pub(super) name: (u32, u32),
    /// The callee.
    pub(super) target: CallTarget,
}

/// The callee of a subexpression call.
#[derive(Debug, Clone, Copy)]
pub(super) enum CallTarget {
    /// The whole pattern: `\g<0>`.
    Whole,
    /// A group by its number.
    Number(u32),
    /// The group whose name the call has.
    Name,
}

/// A name of groups.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupName {
    /// The first group of the name.
    pub(super) first: u32,
    /// The number of groups with this name.
    pub(super) count: u32,
}

/// A parsed pattern.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    pub(super) calls: Vec<Call>,
    pub(super) names: HashMap<&'a str, GroupName>,
    /// The node of each group, by its number; absent while the group is open.
    pub(super) groups: Vec<Option<NodeId>>,
    /// The number of groups with names.
    pub(super) named: u32,
    /// Whether anything in it must be checked as a whole.
    needs_check: bool,
}

impl<'a> Tree<'a> {
    /// An empty tree with room for what a text of that length usually has.
    pub(super) fn for_text(text: &str) -> Tree<'a> {
        let room = (text.len() / 2).clamp(8, 256);
        Tree {
            nodes: Vec::with_capacity(room),
            children: Vec::with_capacity(room),
            ..Tree::default()
        }
    }

    /// Adds a node.
    pub(super) fn add(&mut self, at: u32, part: Part) -> NodeId {
        self.needs_check |= matches!(
            part,
            Part::Look { is_behind: true, .. }
                | Part::Condition { .. }
                | Part::NumberedBackref { .. }
                | Part::Call { .. }
        );
        self.nodes.push(Node { at, part });
        self.nodes.len() as NodeId - 1
    }

    /// Adds a node with the children in `items` from `mark` on, which are removed there.
    pub(super) fn add_many(
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
    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes.get(id as usize).copied().unwrap_or(Node { at: 0, part: Part::One })
    }

    /// Changes what a node is, while the tree is built.
    pub(super) fn set(&mut self, id: NodeId, part: Part) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.part = part;
        }
    }

    fn each(&self, children: Children) -> &[NodeId] {
        let range = children.start as usize..(children.start + children.len) as usize;
        self.children.get(range).unwrap_or_default()
    }

    /// Checks what can be known only of the whole pattern.
    pub(super) fn check(&self, text: &'a str) -> Result<(), Fault> {
        if !self.needs_check {
            return Ok(());
        }
        self.check_numbers_beside_names()?;
        let called = self.resolve_calls(text)?;
        let facts = Facts::gather(self, called);
        facts.check_recursion()?;
        facts.check_parts()?;
        self.check_conditions()
    }

    /// Returns the number of groups once names have made the others plain parentheses.
    fn last_group(&self) -> u32 {
        if self.named > 0 { self.named } else { self.groups.len() as u32 }
    }

    /// Whether groups without names are plain parentheses, since others have names.
    fn has_plain_groups(&self) -> bool {
        self.named > 0 && self.named != self.groups.len() as u32
    }

    fn check_numbers_beside_names(&self) -> Result<(), Fault> {
        let is_numbered = |node: &&Node| matches!(node.part, Part::NumberedBackref { .. });
        match self.nodes.iter().find(is_numbered) {
            Some(node) if self.named > 0 => Err(Fault::new(NUMBER_NOT_ALLOWED, node.at as usize)),
            _ => Ok(()),
        }
    }

    /// The nodes that calls call, in the order of the calls.
    fn resolve_calls(&self, text: &'a str) -> Result<Vec<NodeId>, Fault> {
        self.calls.iter().map(|call| self.resolve_call(call, text)).collect()
    }

    fn resolve_call(&self, call: &Call, text: &'a str) -> Result<NodeId, Fault> {
        let at = call.at as usize;
        let name = text.get(call.name.0 as usize..call.name.1 as usize).unwrap_or_default();
        let undefined = || Fault::naming("undefined name <", name, "> reference", at);
        let number = match call.target {
            CallTarget::Whole => return Ok(self.nodes.len() as NodeId - 1),
            CallTarget::Number(_) if self.named > 0 => {
                return Err(Fault::new(NUMBER_NOT_ALLOWED, at));
            }
            CallTarget::Number(number) if number as usize > self.groups.len() => {
                return Err(Fault::naming("undefined group <", name, "> reference", at));
            }
            CallTarget::Number(number) => number,
            CallTarget::Name => match self.names.get(name) {
                None => return Err(undefined()),
                Some(found) if found.count > 1 => {
                    return Err(Fault::naming("multiplex definition name <", name, "> call", at));
                }
                Some(found) => found.first,
            },
        };
        self.groups.get(number as usize - 1).copied().flatten().ok_or_else(undefined)
    }

    fn check_conditions(&self) -> Result<(), Fault> {
        for node in &self.nodes {
            let Part::Condition { inner, .. } = node.part else { continue };
            let Part::Alternatives(branches) = self.node(inner).part else { continue };
            if branches.len > 2 {
                return Err(Fault::new(INVALID_CONDITION, node.at as usize));
            }
        }
        Ok(())
    }
}

/// The length of what a part matches, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    /// Not known yet: it depends on a group that is called before it is defined.
    Unknown,
    Fixed(u32),
    Varying,
}

impl Length {
    fn then(self, next: Length) -> Length {
        match (self, next) {
            (Length::Varying, _) | (_, Length::Varying) => Length::Varying,
            (Length::Unknown, _) | (_, Length::Unknown) => Length::Unknown,
            (Length::Fixed(a), Length::Fixed(b)) => Length::Fixed(a.saturating_add(b)),
        }
    }

    fn or(self, other: Length) -> Length {
        match (self, other) {
            (Length::Fixed(a), Length::Fixed(b)) if a != b => Length::Varying,
            _ => self.then(other).min_with(self),
        }
    }

    /// The length of equal alternatives is that of one of them.
    fn min_with(self, one: Length) -> Length {
        if matches!(self, Length::Fixed(_)) { one } else { self }
    }
}

/// The facts about one node.
#[derive(Debug, Clone, Copy)]
struct Fact {
    length: Length,
    /// Whether it matches at least one character.
    consumes: bool,
    /// Whether its length is unknown because a back-reference in it has no target.
    is_broken: bool,
    may_look_behind: bool,
    may_look_behind_negatively: bool,
}

impl Fact {
    /// A part that is allowed in a look-behind.
    const fn allowed(length: Length, consumes: bool) -> Fact {
        Fact {
            length,
            consumes,
            is_broken: false,
            may_look_behind: true,
            may_look_behind_negatively: true,
        }
    }

    /// A part that is not allowed in a look-behind.
    const fn refused(length: Length, consumes: bool) -> Fact {
        Fact {
            may_look_behind: false,
            may_look_behind_negatively: false,
            ..Fact::allowed(length, consumes)
        }
    }

    /// The facts that hold for both.
    fn and(self, other: Fact) -> Fact {
        Fact {
            is_broken: self.is_broken || other.is_broken,
            may_look_behind: self.may_look_behind && other.may_look_behind,
            may_look_behind_negatively: self.may_look_behind_negatively
                && other.may_look_behind_negatively,
            ..self
        }
    }
}

/// The facts about the nodes of a tree.
struct Facts<'t, 'a> {
    tree: &'t Tree<'a>,
    /// The nodes that calls call, by the number of the call.
    called: Vec<NodeId>,
    /// Whether a call leads back to itself.
    is_recursive: Vec<bool>,
    facts: Vec<Fact>,
}

impl<'t, 'a> Facts<'t, 'a> {
    /// Rounds in which lengths travel from called groups to their calls.
    const ROUNDS: usize = 8;

    fn gather(tree: &'t Tree<'a>, called: Vec<NodeId>) -> Facts<'t, 'a> {
        let blank = Fact::refused(Length::Unknown, false);
        let is_recursive = recursive_calls(tree, &called);
        let mut facts = Facts { tree, called, is_recursive, facts: vec![blank; tree.nodes.len()] };
        let rounds = if facts.called.is_empty() { 1 } else { Facts::ROUNDS };
        for _ in 0..rounds {
            for id in 0..facts.facts.len() {
                facts.facts[id] = facts.fact(id as NodeId);
            }
        }
        facts
    }

    fn get(&self, id: NodeId) -> Fact {
        self.facts.get(id as usize).copied().unwrap_or(Fact::refused(Length::Varying, false))
    }

    fn fact(&self, id: NodeId) -> Fact {
        match self.tree.node(id).part {
            Part::Text { chars } => Fact::allowed(Length::Fixed(chars), chars > 0),
            Part::One => Fact::allowed(Length::Fixed(1), true),
            Part::Anchor { may_look_behind: true } => Fact::allowed(Length::Fixed(0), false),
            Part::Anchor { may_look_behind: false } => Fact::refused(Length::Fixed(0), false),
            Part::Cluster => Fact::refused(Length::Varying, true),
            Part::Look { is_behind, inner, .. } => {
                let inner = self.get(inner);
                Fact {
                    may_look_behind: is_behind && inner.may_look_behind,
                    may_look_behind_negatively: is_behind && inner.may_look_behind_negatively,
                    ..Fact::allowed(Length::Fixed(0), false)
                }
            }
            Part::Capture { is_named, inner } => {
                let is_plain = !is_named && self.tree.has_plain_groups();
                let inner = self.get(inner);
                Fact {
                    may_look_behind_negatively: is_plain && inner.may_look_behind_negatively,
                    ..inner
                }
            }
            Part::Options { inner } => self.get(inner),
            Part::Atomic { inner } | Part::Condition { inner, .. } => {
                let inner = self.get(inner);
                let own = Fact::refused(inner.length, inner.consumes);
                Fact { is_broken: inner.is_broken, ..own }
            }
            Part::Absent { .. } => Fact::refused(Length::Fixed(0), false),
            Part::NumberedBackref { group } | Part::NamedBackref { group } => {
                let node = self.tree.groups.get((group as usize).wrapping_sub(1));
                let consumes = node.copied().flatten().is_some_and(|id| self.get(id).consumes);
                Fact { is_broken: node.is_none(), ..Fact::refused(Length::Varying, consumes) }
            }
            Part::Call { call } => self.call_fact(call as usize),
            Part::Sequence(children) => {
                let start = Fact::allowed(Length::Fixed(0), false);
                self.tree.each(children).iter().fold(start, |all, &child| {
                    let child = self.get(child);
                    Fact {
                        length: all.length.then(child.length),
                        consumes: all.consumes || child.consumes,
                        ..all.and(child)
                    }
                })
            }
            Part::Alternatives(branches) => self
                .tree
                .each(branches)
                .iter()
                .map(|&branch| self.get(branch))
                .reduce(|all, branch| Fact {
                    length: all.length.or(branch.length),
                    consumes: all.consumes && branch.consumes,
                    ..all.and(branch)
                })
                .unwrap_or(Fact::allowed(Length::Fixed(0), false)),
            Part::Repeat { low, high, inner } => {
                let inner = self.get(inner);
                let length = match inner.length {
                    _ if high != Some(low) => Length::Varying,
                    Length::Fixed(length) => Length::Fixed(length.saturating_mul(low)),
                    other => other,
                };
                Fact {
                    length,
                    consumes: low > 0 && inner.consumes,
                    is_broken: low > 0 && inner.is_broken,
                    ..inner
                }
            }
        }
    }

    fn call_fact(&self, call: usize) -> Fact {
        let is_recursive = self.is_recursive.get(call).copied().unwrap_or_default();
        let called = self.called.get(call).map(|&id| self.get(id));
        let length = match called {
            Some(fact) if !is_recursive => fact.length,
            _ => Length::Varying,
        };
        Fact {
            is_broken: !is_recursive && called.is_some_and(|fact| fact.is_broken),
            ..Fact::allowed(length, called.is_some_and(|fact| fact.consumes))
        }
    }

    /// Of all parts that are wrong the one that begins first is reported.
    fn check_parts(&self) -> Result<(), Fault> {
        let last_group = self.tree.last_group();
        let mut first: Option<Fault> = None;
        for node in &self.tree.nodes {
            let text = match node.part {
                Part::NumberedBackref { group } if group > last_group => INVALID_BACKREF,
                Part::Condition { is_by_name: false, .. } if self.tree.named > 0 => {
                    NUMBER_NOT_ALLOWED
                }
                Part::Condition { group, .. } if group > self.tree.groups.len() as u32 => {
                    INVALID_BACKREF
                }
                Part::Look { is_behind: true, is_negative, inner }
                    if !self.may_be_behind(inner, is_negative) =>
                {
                    INVALID_LOOK_BEHIND
                }
                _ => continue,
            };
            let at = node.at as usize;
            if first.as_ref().is_none_or(|first| at < first.at) {
                first = Some(Fault::new(text, at));
            }
        }
        first.map_or(Ok(()), Err)
    }

    /// Whether a part is allowed in a look-behind: of known kind and length, where the
    /// alternatives at the top may differ in length.
    fn may_be_behind(&self, inner: NodeId, is_negative: bool) -> bool {
        let fact = self.get(inner);
        let is_allowed =
            if is_negative { fact.may_look_behind_negatively } else { fact.may_look_behind };
        let is_fixed = |id: NodeId| matches!(self.get(id).length, Length::Fixed(_));
        is_allowed
            && match self.tree.node(self.without_plain_groups(inner)).part {
                Part::Alternatives(branches) => {
                    self.tree.each(branches).iter().all(|&branch| is_fixed(branch))
                }
                _ => is_fixed(inner),
            }
    }

    fn without_plain_groups(&self, mut id: NodeId) -> NodeId {
        while let Part::Capture { is_named: false, inner } = self.tree.node(id).part {
            if !self.tree.has_plain_groups() {
                break;
            }
            id = inner;
        }
        id
    }

    /// Refuses groups that can't match without calling themselves first, or ever.
    fn check_recursion(&self) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        let mut recursion = Recursion {
            facts: self,
            root: NodeId::MAX,
            open: Vec::new(),
            steps: 0,
            is_given_up: false,
        };
        for ((&target, &is_recursive), call) in
            self.called.iter().zip(&self.is_recursive).zip(&self.tree.calls)
        {
            if !is_recursive || !seen.insert(target) {
                continue;
            }
            recursion.root = target;
            recursion.is_given_up = false;
            if recursion.of_group(target) != Recurs::Never {
                return Err(Fault::new(NEVER_ENDING, call.at as usize));
            }
        }
        Ok(())
    }
}

/// For each call, whether what it calls leads back to what it calls.
///
/// The path goes from a called group to the calls in it. The nodes of a group are adjacent
/// and end with the group's own, so two searches find them.
fn recursive_calls(tree: &Tree<'_>, called: &[NodeId]) -> Vec<bool> {
    if called.is_empty() {
        return Vec::new();
    }
    let first_nodes = first_nodes(tree);
    let first_of = |group: NodeId| first_nodes.get(group as usize).copied().unwrap_or(group);
    let mut targets = called.to_vec();
    targets.sort_unstable();
    targets.dedup();
    // Calls in the order of their nodes, each with the index of its target.
    let calls: Vec<(NodeId, usize)> = (0..tree.nodes.len() as NodeId)
        .filter_map(|id| match tree.node(id).part {
            Part::Call { call } => {
                let target = called.get(call as usize)?;
                Some((id, targets.binary_search(target).ok()?))
            }
            _ => None,
        })
        .collect();
    let targets_in = |group: NodeId| {
        let from = calls.partition_point(|&(id, _)| id < first_of(group));
        let to = calls.partition_point(|&(id, _)| id <= group);
        calls.get(from..to).unwrap_or_default().iter().map(|&(_, target)| target)
    };
    let mut budget = Recursion::LIMIT * 50;
    let mut seen_for = vec![usize::MAX; targets.len()];
    let mut leads_back = |start: usize| {
        let mut todo = vec![start];
        while let Some(target) = todo.pop() {
            for next in targets_in(targets[target]) {
                let covers = first_of(targets[next])..=targets[next];
                if covers.contains(&targets[start]) {
                    return true;
                }
                budget = budget.saturating_sub(1);
                if budget == 0 {
                    return false;
                }
                if std::mem::replace(&mut seen_for[next], start) != start {
                    todo.push(next);
                }
            }
        }
        false
    };
    let is_recursive: Vec<bool> = (0..targets.len()).map(&mut leads_back).collect();
    let of_call =
        |target: &NodeId| targets.binary_search(target).is_ok_and(|index| is_recursive[index]);
    called.iter().map(of_call).collect()
}

/// For each node the first node of its part of the tree.
fn first_nodes(tree: &Tree<'_>) -> Vec<NodeId> {
    let mut first: Vec<NodeId> = Vec::with_capacity(tree.nodes.len());
    for (id, node) in tree.nodes.iter().enumerate() {
        let child = match node.part {
            Part::Look { inner, .. }
            | Part::Capture { inner, .. }
            | Part::Options { inner }
            | Part::Atomic { inner }
            | Part::Absent { inner }
            | Part::Condition { inner, .. }
            | Part::Repeat { inner, .. } => Some(inner),
            Part::Sequence(children) | Part::Alternatives(children) => {
                tree.each(children).first().copied()
            }
            _ => None,
        };
        let own = child.and_then(|child| first.get(child as usize)).copied();
        first.push(own.unwrap_or(id as NodeId));
    }
    first
}

/// The way in which a part leads back to the suspected group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recurs {
    Never,
    /// On every way through the part.
    Always,
    /// Before anything is matched.
    AtOnce,
}

/// The search for endless recursion of one group.
struct Recursion<'f, 't, 'a> {
    facts: &'f Facts<'t, 'a>,
    root: NodeId,
    /// Groups on the way from the root to here.
    open: Vec<NodeId>,
    steps: usize,
    is_given_up: bool,
}

impl Recursion<'_, '_, '_> {
    /// Bounds of the search. Beyond them a pattern counts as sound: its calls multiply with
    /// every level, and Ruby would not come to an end either.
    const LIMIT: usize = 20_000;
    const DEPTH: usize = 100;

    fn of_group(&mut self, group: NodeId) -> Recurs {
        match self.facts.tree.node(group).part {
            Part::Capture { inner, .. } => self.of(inner, true, 0),
            _ => self.of(group, true, 0),
        }
    }

    fn of(&mut self, id: NodeId, is_head: bool, depth: usize) -> Recurs {
        self.steps += 1;
        if self.is_given_up || self.steps > Recursion::LIMIT || depth > Recursion::DEPTH {
            return Recurs::Never;
        }
        let depth = depth + 1;
        match self.facts.tree.node(id).part {
            Part::Sequence(children) => self.of_sequence(children, is_head, depth),
            Part::Alternatives(branches) => self.of_alternatives(branches, is_head, depth),
            Part::Repeat { low, inner, .. } => match self.of(inner, is_head, depth) {
                Recurs::Always if low == 0 => Recurs::Never,
                other => other,
            },
            Part::Look { inner, .. } => self.of(inner, is_head, depth),
            Part::Call { call } => match self.facts.called.get(call as usize) {
                Some(&target) => self.of_target(target, is_head, depth),
                None => Recurs::Never,
            },
            Part::Capture { .. } => self.of_target(id, is_head, depth),
            Part::Options { inner }
            | Part::Atomic { inner }
            | Part::Absent { inner }
            | Part::Condition { inner, .. } => self.of(inner, is_head, depth),
            Part::Text { .. }
            | Part::One
            | Part::Anchor { .. }
            | Part::Cluster
            | Part::NumberedBackref { .. }
            | Part::NamedBackref { .. } => Recurs::Never,
        }
    }

    fn of_sequence(&mut self, children: Children, mut is_head: bool, depth: usize) -> Recurs {
        let tree = self.facts.tree;
        let mut all = Recurs::Never;
        for &child in tree.each(children) {
            match self.of(child, is_head, depth) {
                Recurs::AtOnce => return Recurs::AtOnce,
                Recurs::Always => all = Recurs::Always,
                Recurs::Never if self.is_given_up => return Recurs::Never,
                Recurs::Never => {}
            }
            let fact = self.facts.get(child);
            if is_head && fact.is_broken {
                // Ruby gives up here and reports the back-reference.
                self.is_given_up = true;
                return Recurs::Never;
            }
            is_head = is_head && !fact.consumes;
        }
        all
    }

    fn of_alternatives(&mut self, branches: Children, is_head: bool, depth: usize) -> Recurs {
        let tree = self.facts.tree;
        let mut all = Recurs::Always;
        for &branch in tree.each(branches) {
            match self.of(branch, is_head, depth) {
                Recurs::AtOnce => return Recurs::AtOnce,
                Recurs::Always => {}
                Recurs::Never => all = Recurs::Never,
            }
        }
        all
    }

    fn of_target(&mut self, target: NodeId, is_head: bool, depth: usize) -> Recurs {
        if target == self.root {
            return if is_head { Recurs::AtOnce } else { Recurs::Always };
        }
        if self.open.contains(&target) {
            return Recurs::Never;
        }
        self.open.push(target);
        let found = match self.facts.tree.node(target).part {
            Part::Capture { inner, .. } => self.of(inner, is_head, depth),
            _ => self.of(target, is_head, depth),
        };
        self.open.pop();
        found
    }
}
