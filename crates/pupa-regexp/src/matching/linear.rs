//! Finite automata for the patterns they can express, with time linear in the length of the
//! haystack.
//!
//! A pattern is translated only if the result has the same meaning. Two assertions depend on the
//! haystack: `^` does not match after a final newline in Ruby, and `\b` differs next to non-ASCII
//! characters. The machine searches such haystacks.

use regex_automata::Input;
use regex_automata::meta::{Config, Regex};
use regex_automata::util::captures::Captures;
use regex_syntax::hir::{self, Capture, Class, Dot, Hir, Look, Repetition};

use super::machine::Spans;
use crate::captures::Span;
use crate::meaning::length::may_be_empty;
use crate::meaning::node::{Assertion, Node, Pattern};

/// The limit on the size of an automaton in bytes.
const SIZE_LIMIT: usize = 4 << 20;

/// The automata of a pattern.
#[derive(Debug)]
pub(crate) struct Linear {
    regex: Regex,
    has_line_start: bool,
    has_word_boundary: bool,
}

impl Linear {
    /// Builds the automata of a pattern, if they can express it.
    pub(crate) fn new(pattern: &Pattern) -> Option<Linear> {
        let mut translator =
            Translator { pattern, has_line_start: false, has_word_boundary: false };
        let hir = translator.node(&pattern.root)?;
        let config = Config::new().nfa_size_limit(Some(SIZE_LIMIT));
        let regex = Regex::builder().configure(config).build_from_hir(&hir).ok()?;
        let Translator { has_line_start, has_word_boundary, .. } = translator;
        Some(Linear { regex, has_line_start, has_word_boundary })
    }

    /// Whether the automata give Ruby's result for this haystack.
    pub(crate) fn can_search(&self, text: &str) -> bool {
        (!self.has_line_start || !text.ends_with('\n'))
            && (!self.has_word_boundary || text.is_ascii())
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// The span of the first match at or after `from`, without its groups.
    pub(crate) fn find(&self, text: &str, from: usize) -> Option<Span> {
        let found = self.regex.search(&Input::new(text).range(from..))?;
        Some(Span { start: found.start(), end: found.end() })
    }

    /// The first match at or after `from`.
    pub(crate) fn search(&self, text: &str, from: usize) -> Option<Spans> {
        let input = Input::new(text).range(from..);
        let mut captures: Captures = self.regex.create_captures();
        self.regex.search_captures(&input, &mut captures);
        if !captures.is_match() {
            return None;
        }
        let span = |index| captures.get_group(index).map(|span| (span.start, span.end));
        Some((0..captures.group_len()).map(span).collect())
    }
}

struct Translator<'p> {
    pattern: &'p Pattern,
    has_line_start: bool,
    has_word_boundary: bool,
}

impl Translator<'_> {
    fn node(&mut self, node: &Node) -> Option<Hir> {
        Some(match node {
            Node::Empty => Hir::empty(),
            Node::Char(c) => Hir::literal(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Node::Set(set) => Hir::class(Class::Unicode(set.clone())),
            Node::Any { matches_newline: true } => Hir::dot(Dot::AnyChar),
            Node::Any { matches_newline: false } => Hir::dot(Dot::AnyCharExceptLF),
            Node::Assert(assertion) => Hir::look(self.assertion(*assertion)?),
            Node::Group { number, inner } => {
                let (index, sub) = (u32::try_from(*number).ok()?, Box::new(self.node(inner)?));
                Hir::capture(Capture { index, name: None, sub })
            }
            Node::Concat(items) => Hir::concat(self.nodes(items)?),
            Node::Alternatives(branches) => Hir::alternation(self.nodes(branches)?),
            Node::Repeat { low, high, is_greedy, inner } => {
                let is_plain = *high == Some(1) || !may_be_empty(inner, self.pattern);
                if !is_plain || *high == Some(0) {
                    return None;
                }
                let sub = Box::new(self.node(inner)?);
                Hir::repetition(Repetition { min: *low, max: *high, greedy: *is_greedy, sub })
            }
            Node::Keep
            | Node::Look { .. }
            | Node::Atomic(_)
            | Node::Absent(_)
            | Node::Condition { .. }
            | Node::Backref(_)
            | Node::Call(_) => return None,
        })
    }

    fn nodes(&mut self, nodes: &[Node]) -> Option<Vec<Hir>> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn assertion(&mut self, assertion: Assertion) -> Option<Look> {
        Some(match assertion {
            Assertion::LineStart => {
                self.has_line_start = true;
                hir::Look::StartLF
            }
            Assertion::LineEnd => Look::EndLF,
            Assertion::TextStart => Look::Start,
            Assertion::TextEnd => Look::End,
            Assertion::WordBoundary { is_ascii, is_negated } => {
                self.has_word_boundary |= !is_ascii;
                if is_negated { Look::WordAsciiNegate } else { Look::WordAscii }
            }
            Assertion::TextEndOrNewline | Assertion::SearchStart => return None,
        })
    }
}
