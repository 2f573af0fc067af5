//! The bytes with which a match can begin, so that a search can skip other positions.

use crate::meaning::node::{Assertion, Node, Pattern};

/// The limit on visited nodes, after which the analysis is given up.
const MAX_STEPS: usize = 1_000;

/// The set of possible first bytes; `None` if a match can be empty or begin with almost any byte.
pub(crate) fn bytes(pattern: &Pattern) -> Option<Box<[bool; 256]>> {
    let mut finder = Finder { bytes: Box::new([false; 256]), steps: 0 };
    match finder.add(&pattern.root) {
        Some(Progress::Consumes) => Some(finder.bytes),
        _ => None,
    }
}

/// Whether a match can only begin at the start of the string.
pub(crate) fn is_anchored(node: &Node) -> bool {
    match node {
        Node::Assert(Assertion::TextStart) => true,
        Node::Group { inner, .. } | Node::Atomic(inner) => is_anchored(inner),
        Node::Concat(items) => items.first().is_some_and(is_anchored),
        Node::Alternatives(branches) => branches.iter().all(is_anchored),
        _ => false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// The node consumes a character.
    Consumes,
    /// The node may match the empty string, so that its successors count too.
    MayBeEmpty,
}

struct Finder {
    bytes: Box<[bool; 256]>,
    steps: usize,
}

impl Finder {
    /// Adds the first bytes of a node; `None` if they are unknown.
    fn add(&mut self, node: &Node) -> Option<Progress> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        match node {
            Node::Char(c) => self.add_range(*c, *c),
            Node::Set(set) => set.iter().try_fold(Progress::Consumes, |_, range| {
                self.add_range(range.start(), range.end())
            }),
            Node::Any { .. } | Node::Backref(_) | Node::Call(_) | Node::Absent(_) | Node::Keep => {
                None
            }
            Node::Condition { .. } => None,
            Node::Empty | Node::Assert(_) | Node::Look { .. } => Some(Progress::MayBeEmpty),
            Node::Group { inner, .. } | Node::Atomic(inner) => self.add(inner),
            Node::Concat(items) => {
                for item in items {
                    if self.add(item)? == Progress::Consumes {
                        return Some(Progress::Consumes);
                    }
                }
                Some(Progress::MayBeEmpty)
            }
            Node::Alternatives(branches) => {
                let mut all = Progress::Consumes;
                for branch in branches {
                    if self.add(branch)? == Progress::MayBeEmpty {
                        all = Progress::MayBeEmpty;
                    }
                }
                Some(all)
            }
            Node::Repeat { high: Some(0), .. } => Some(Progress::MayBeEmpty),
            Node::Repeat { low, inner, .. } => {
                let progress = self.add(inner)?;
                Some(if *low == 0 { Progress::MayBeEmpty } else { progress })
            }
        }
    }

    /// Adds the first bytes of a range of characters.
    fn add_range(&mut self, from: char, to: char) -> Option<Progress> {
        let first_byte = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes().first().copied();
        // The first byte of UTF-8 grows monotonically with the character.
        for byte in first_byte(from)?..=first_byte(to)? {
            *self.bytes.get_mut(usize::from(byte))? = true;
        }
        Some(Progress::Consumes)
    }
}
