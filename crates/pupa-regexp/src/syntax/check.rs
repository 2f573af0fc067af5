//! Checks a pattern as a whole: references to missing groups, endless recursion, and look-behinds
//! of unknown length.

use super::PatternError;
use super::recursion::{check_recursion, recursive_calls};
use super::tree::{BackrefTarget, Call, CallTarget, NodeId, Part, Tree};
use crate::meaning::node::Assertion;

const INVALID_BACKREF: &str = "invalid backref number/name";
const NUMBER_NOT_ALLOWED: &str = "numbered backref/call is not allowed. (use name)";
const INVALID_LOOK_BEHIND: &str = "invalid pattern in look-behind";
const INVALID_CONDITION: &str = "invalid conditional pattern";

/// Checks everything that depends on the whole pattern.
pub(crate) fn check(tree: &Tree, text: &str) -> Result<(), PatternError> {
    if !tree.needs_check {
        return Ok(());
    }
    check_numbers_beside_names(tree)?;
    let called = resolve_calls(tree, text)?;
    let facts = Facts::gather(tree, called);
    check_recursion(&facts)?;
    facts.check_parts()?;
    check_conditions(tree)
}

fn check_numbers_beside_names(tree: &Tree) -> Result<(), PatternError> {
    let is_numbered = |part: Part| match part {
        Part::Backref { backref } => {
            matches!(tree.backref(backref).target, BackrefTarget::Number(_))
        }
        _ => false,
    };
    match tree.nodes.iter().find(|node| is_numbered(node.part)) {
        Some(node) if tree.named > 0 => {
            Err(PatternError::new(NUMBER_NOT_ALLOWED, node.at as usize))
        }
        _ => Ok(()),
    }
}

/// The called nodes, in the order of the calls.
fn resolve_calls(tree: &Tree, text: &str) -> Result<Vec<NodeId>, PatternError> {
    tree.calls.iter().map(|call| resolve_call(tree, call, text)).collect()
}

fn resolve_call(tree: &Tree, call: &Call, text: &str) -> Result<NodeId, PatternError> {
    let at = call.at as usize;
    let name = text.get(call.name.0 as usize..call.name.1 as usize).unwrap_or_default();
    let undefined = || PatternError::naming("undefined name <", name, "> reference", at);
    let number = match call.target {
        CallTarget::Whole => return Ok(tree.nodes.len() as NodeId - 1),
        CallTarget::Number(_) if tree.named > 0 => {
            return Err(PatternError::new(NUMBER_NOT_ALLOWED, at));
        }
        CallTarget::Number(number) if number as usize > tree.groups.len() => {
            return Err(PatternError::naming("undefined group <", name, "> reference", at));
        }
        CallTarget::Number(number) => number,
        CallTarget::Name(found) => {
            let found = found.and_then(|found| tree.names.get(found as usize));
            match found.map(|found| found.groups.as_slice()) {
                None | Some([]) => return Err(undefined()),
                Some([only]) => *only,
                Some(_) => {
                    return Err(PatternError::naming(
                        "multiplex definition name <",
                        name,
                        "> call",
                        at,
                    ));
                }
            }
        }
    };
    tree.groups.get(number as usize - 1).copied().flatten().ok_or_else(undefined)
}

fn check_conditions(tree: &Tree) -> Result<(), PatternError> {
    for node in &tree.nodes {
        let Part::Condition { inner, .. } = node.part else { continue };
        let Part::Alternatives(branches) = tree.node(inner).part else { continue };
        if branches.len > 2 {
            return Err(PatternError::new(INVALID_CONDITION, node.at as usize));
        }
    }
    Ok(())
}

/// The length of the matches of a part, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    /// Unknown, since it depends on a group that is called before it is defined.
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

    /// Combines the lengths of alternatives: equal lengths remain.
    fn min_with(self, one: Length) -> Length {
        if matches!(self, Length::Fixed(_)) { one } else { self }
    }
}

/// The facts about one node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact {
    length: Length,
    /// Whether it matches at least one character.
    pub(super) consumes: bool,
    /// Whether its length is unknown because a back-reference in it has no target.
    pub(super) is_broken: bool,
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

    /// The facts that hold for both parts.
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
pub(super) struct Facts<'t> {
    pub(super) tree: &'t Tree,
    /// The called nodes, by the index of the call.
    pub(super) called: Vec<NodeId>,
    /// Whether a call leads back to itself.
    pub(super) is_recursive: Vec<bool>,
    facts: Vec<Fact>,
}

impl<'t> Facts<'t> {
    /// The maximum number of passes that propagate lengths from called groups to their calls.
    const ROUNDS: usize = 8;

    fn gather(tree: &'t Tree, called: Vec<NodeId>) -> Facts<'t> {
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

    pub(super) fn get(&self, id: NodeId) -> Fact {
        self.facts.get(id as usize).copied().unwrap_or(Fact::refused(Length::Varying, false))
    }

    fn fact(&self, id: NodeId) -> Fact {
        match self.tree.node(id).part {
            Part::Text { start, end, .. } => {
                let chars = self.tree.literal(start, end).chars().count() as u32;
                Fact::allowed(Length::Fixed(chars), chars > 0)
            }
            Part::Any { .. } | Part::Type { .. } | Part::Property { .. } | Part::Class { .. } => {
                Fact::allowed(Length::Fixed(1), true)
            }
            Part::Assert(Assertion::TextEnd | Assertion::TextEndOrNewline) => {
                Fact::refused(Length::Fixed(0), false)
            }
            Part::Assert(_) | Part::Keep => Fact::allowed(Length::Fixed(0), false),
            Part::Cluster(_) => Fact::refused(Length::Varying, true),
            Part::Look { is_behind, inner, .. } => {
                let inner = self.get(inner);
                Fact {
                    may_look_behind: is_behind && inner.may_look_behind,
                    may_look_behind_negatively: is_behind && inner.may_look_behind_negatively,
                    ..Fact::allowed(Length::Fixed(0), false)
                }
            }
            Part::Capture { is_named, inner, .. } => {
                let is_plain = !is_named && self.tree.has_plain_groups();
                let inner = self.get(inner);
                Fact {
                    may_look_behind_negatively: is_plain && inner.may_look_behind_negatively,
                    ..inner
                }
            }
            Part::Options { inner } | Part::RestOptions { inner } => self.get(inner),
            Part::Atomic { inner } | Part::Condition { inner, .. } => {
                let inner = self.get(inner);
                let own = Fact::refused(inner.length, inner.consumes);
                Fact { is_broken: inner.is_broken, ..own }
            }
            Part::Absent { .. } => Fact::refused(Length::Fixed(0), false),
            Part::Backref { backref } => {
                let group = self.tree.first_group(self.tree.backref(backref).target);
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
            Part::Repeat { low, high, inner, .. } => {
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

    /// Reports the invalid part that starts first.
    fn check_parts(&self) -> Result<(), PatternError> {
        let mut first: Option<PatternError> = None;
        for node in &self.tree.nodes {
            let text = match node.part {
                Part::Backref { backref } if self.is_beyond_groups(backref) => INVALID_BACKREF,
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
                first = Some(PatternError::new(text, at));
            }
        }
        first.map_or(Ok(()), Err)
    }

    fn is_beyond_groups(&self, backref: u32) -> bool {
        match self.tree.backref(backref).target {
            BackrefTarget::Number(group) => group > self.tree.last_group(),
            BackrefTarget::Name { .. } => false,
        }
    }

    /// Whether a part is allowed in a look-behind: its kind and length must be known; only its
    /// outermost alternatives may differ in length.
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
        while let Part::Capture { is_named: false, inner, .. } = self.tree.node(id).part {
            if !self.tree.has_plain_groups() {
                break;
            }
            id = inner;
        }
        id
    }
}
