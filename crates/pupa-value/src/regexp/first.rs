//! With which bytes a match can begin, so that a search can skip places that can't match.

use super::tree::{Assertion, Node, Pattern};

/// How many parts are looked at before the search is given up.
const MAX_STEPS: usize = 1_000;

/// The bytes with which a match can begin, unless it can be empty or begin with most of them.
pub(super) fn bytes(pattern: &Pattern) -> Option<Box<[bool; 256]>> {
    let mut finder = Finder { bytes: Box::new([false; 256]), steps: 0 };
    match finder.add(&pattern.root) {
        Some(Progress::Stops) => Some(finder.bytes),
        _ => None,
    }
}

/// Whether a match can only begin where the text does.
pub(super) fn is_anchored(node: &Node) -> bool {
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
    /// A character is matched.
    Stops,
    /// Nothing may be matched, so that what follows counts too.
    GoesOn,
}

struct Finder {
    bytes: Box<[bool; 256]>,
    steps: usize,
}

impl Finder {
    /// Adds the bytes of a part; nothing if they can't be told.
    fn add(&mut self, node: &Node) -> Option<Progress> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        match node {
            Node::Char(c) => self.add_range(*c, *c),
            Node::Set(set) => set
                .iter()
                .try_fold(Progress::Stops, |_, range| self.add_range(range.start(), range.end())),
            Node::Any { .. } | Node::Backref(_) | Node::Call(_) | Node::Absent(_) | Node::Keep => {
                None
            }
            Node::Condition { .. } => None,
            Node::Empty | Node::Assert(_) | Node::Look { .. } => Some(Progress::GoesOn),
            Node::Group { inner, .. } | Node::Atomic(inner) => self.add(inner),
            Node::Concat(items) => {
                for item in items {
                    if self.add(item)? == Progress::Stops {
                        return Some(Progress::Stops);
                    }
                }
                Some(Progress::GoesOn)
            }
            Node::Alternatives(branches) => {
                let mut all = Progress::Stops;
                for branch in branches {
                    if self.add(branch)? == Progress::GoesOn {
                        all = Progress::GoesOn;
                    }
                }
                Some(all)
            }
            Node::Repeat { high: Some(0), .. } => Some(Progress::GoesOn),
            Node::Repeat { low, inner, .. } => {
                let progress = self.add(inner)?;
                Some(if *low == 0 { Progress::GoesOn } else { progress })
            }
        }
    }

    /// The first bytes of the characters of a range.
    fn add_range(&mut self, from: char, to: char) -> Option<Progress> {
        let first_byte = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes().first().copied();
        // The first bytes of UTF-8 grow with the characters.
        for byte in first_byte(from)?..=first_byte(to)? {
            *self.bytes.get_mut(usize::from(byte))? = true;
        }
        Some(Progress::Stops)
    }
}
