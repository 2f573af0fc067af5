//! Builds the sets of character classes: `[a-z&&[^x][:alpha:]]`.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::fold;
use super::node::Node;
use super::property::{self, Kind};
use crate::options::InlineOptions;
use crate::syntax::tree::ClassItem;

/// Builds the node of a class from its parts.
pub(super) fn build_class(items: &[ClassItem], options: InlineOptions) -> Node {
    let Class { members, is_negated, .. } = read(items, options);
    let only = match members.all.ranges() {
        [range] if range.start() == range.end() => Some(range.start()),
        _ => None,
    };
    if let Some(c) = only
        && !is_negated
    {
        return fold::character(c, options.ignores_case);
    }
    let mut set = if options.ignores_case {
        fold::class(&members.all, &members.explicit, is_negated)
    } else {
        members.all
    };
    if is_negated {
        set.negate();
    }
    Node::Set(set)
}

/// A partly built class.
struct Class {
    is_negated: bool,
    /// The members before the last `&&`.
    left: Option<Members>,
    members: Members,
}

impl Class {
    fn new(is_negated: bool) -> Class {
        Class { is_negated, left: None, members: Members::empty() }
    }

    /// Handles `&&`.
    fn end_operand(&mut self) {
        let operand = std::mem::replace(&mut self.members, Members::empty());
        self.left = Some(meet(self.left.take(), operand));
    }

    fn close(mut self) -> Class {
        self.members = meet(self.left.take(), self.members);
        self
    }
}

/// Builds the outermost class. The surrounding classes of the current one are on an explicit stack.
fn read(items: &[ClassItem], options: InlineOptions) -> Class {
    let mut outer: Vec<Class> = Vec::new();
    let mut class = Class::new(false);
    for (index, item) in items.iter().enumerate() {
        match *item {
            ClassItem::Open { is_negated } if index == 0 => class.is_negated = is_negated,
            ClassItem::Open { is_negated } => {
                outer.push(std::mem::replace(&mut class, Class::new(is_negated)));
            }
            ClassItem::Close => {
                class = class.close();
                let Some(mut around) = outer.pop() else { return class };
                if class.is_negated {
                    class.members.negate();
                }
                around.members.union(&class.members);
                class = around;
            }
            ClassItem::And => class.end_operand(),
            ClassItem::Range(from, to) => class.members.add_range(from, to),
            ClassItem::Type(letter) => {
                let chars = property::of_type(letter, options.types_are_ascii());
                class.members.add(&chars, !matches!(letter, b'w' | b'W'));
            }
            ClassItem::Property { name, is_inverted } => {
                let mut property = property::of_name(name.key());
                if is_inverted {
                    property.chars.negate();
                }
                class.members.add(&property.chars, property.kind != Kind::Ascii);
            }
            ClassItem::Bracket { name, is_negated } => {
                let is_ascii = options.brackets_are_ascii();
                let mut chars = property::of_bracket(name, is_ascii);
                if is_negated {
                    chars.negate();
                }
                class.members.add(&chars, !is_ascii && !matches!(name, "word" | "ascii"));
            }
        }
    }
    class.close()
}

/// The members of a class.
#[derive(Debug, Clone)]
struct Members {
    all: ClassUnicode,
    /// The members that, when case is ignored, may match characters across the ASCII boundary.
    explicit: ClassUnicode,
}

impl Members {
    fn empty() -> Members {
        Members { all: ClassUnicode::empty(), explicit: ClassUnicode::empty() }
    }

    fn add_range(&mut self, from: char, to: char) {
        let range = ClassUnicodeRange::new(from, to);
        self.all.push(range);
        self.explicit.push(range);
    }

    fn add(&mut self, set: &ClassUnicode, is_explicit: bool) {
        self.all.union(set);
        if is_explicit {
            self.explicit.union(set);
        }
    }

    fn union(&mut self, other: &Members) {
        self.all.union(&other.all);
        self.explicit.union(&other.explicit);
    }

    fn intersect(&mut self, other: &Members) {
        self.all.intersect(&other.all);
        self.explicit.intersect(&other.explicit);
    }

    fn negate(&mut self) {
        self.all.negate();
        self.explicit.negate();
    }
}

fn meet(left: Option<Members>, right: Members) -> Members {
    match left {
        None => right,
        Some(mut left) => {
            left.intersect(&right);
            left
        }
    }
}
