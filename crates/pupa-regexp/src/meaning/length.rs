//! Static properties of the parts of a pattern: length of their matches, groups, code size.

use super::node::{Node, Pattern};

/// The maximum depth of followed subexpression calls.
const MAX_CALLS: usize = 20;

/// The number of characters that a part of a look-behind matches. It is fixed: Ruby rejects other
/// look-behinds.
pub(crate) fn of(node: &Node, pattern: &Pattern) -> u32 {
    fixed(node, pattern, 0)
}

fn fixed(node: &Node, pattern: &Pattern, calls: usize) -> u32 {
    match node {
        Node::Empty
        | Node::Assert(_)
        | Node::Keep
        | Node::Look { .. }
        | Node::Absent(_)
        | Node::Backref(_) => 0,
        Node::Char(_) | Node::Set(_) | Node::Any { .. } => 1,
        Node::Group { inner, .. } | Node::Atomic(inner) => fixed(inner, pattern, calls),
        Node::Condition { yes, .. } => fixed(yes, pattern, calls),
        Node::Call(group) if calls < MAX_CALLS => {
            find_group(&pattern.root, *group).map_or(0, |called| fixed(called, pattern, calls + 1))
        }
        Node::Call(_) => 0,
        Node::Concat(items) => {
            items.iter().fold(0, |sum: u32, item| sum.saturating_add(fixed(item, pattern, calls)))
        }
        Node::Alternatives(branches) => {
            branches.first().map_or(0, |branch| fixed(branch, pattern, calls))
        }
        Node::Repeat { low, inner, .. } => low.saturating_mul(fixed(inner, pattern, calls)),
    }
}

/// Whether a node can match the empty string.
pub(crate) fn may_be_empty(node: &Node, pattern: &Pattern) -> bool {
    is_empty(node, pattern, 0)
}

fn is_empty(node: &Node, pattern: &Pattern, calls: usize) -> bool {
    match node {
        Node::Empty | Node::Assert(_) | Node::Keep | Node::Look { .. } | Node::Absent(_) => true,
        Node::Char(_) | Node::Set(_) | Node::Any { .. } => false,
        Node::Group { inner, .. } | Node::Atomic(inner) => is_empty(inner, pattern, calls),
        Node::Condition { yes, no, .. } => {
            is_empty(yes, pattern, calls) || is_empty(no, pattern, calls)
        }
        Node::Backref(backref) => backref.groups.iter().any(|&group| {
            calls >= MAX_CALLS
                || find_group(&pattern.root, group)
                    .is_none_or(|group| is_empty(group, pattern, calls + 1))
        }),
        Node::Call(group) => {
            calls >= MAX_CALLS
                || find_group(&pattern.root, *group)
                    .is_none_or(|called| is_empty(called, pattern, calls + 1))
        }
        Node::Concat(items) => items.iter().all(|item| is_empty(item, pattern, calls)),
        Node::Alternatives(branches) => {
            branches.iter().any(|branch| is_empty(branch, pattern, calls))
        }
        Node::Repeat { low, inner, .. } => *low == 0 || is_empty(inner, pattern, calls),
    }
}

/// Whether a node, or a group that it calls, contains a capturing group.
pub(crate) fn has_groups(node: &Node, pattern: &Pattern) -> bool {
    node.any(&|node| match node {
        Node::Group { .. } => true,
        Node::Call(group) => *group > 0 || pattern.groups > 0,
        _ => false,
    })
}

/// The group with this number, or the whole pattern for 0.
pub(crate) fn find_group(node: &Node, number: usize) -> Option<&Node> {
    if number == 0 {
        return Some(node);
    }
    match node {
        Node::Group { number: found, .. } if *found == number => Some(node),
        _ => node.children().find_map(|child| find_group(child, number)),
    }
}

/// An estimate of the number of instructions for a node.
pub(crate) fn code_size(node: &Node) -> usize {
    4 + node.children().map(code_size).sum::<usize>()
}
