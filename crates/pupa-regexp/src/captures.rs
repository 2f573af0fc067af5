//! The captures of a match.

use crate::matching::compiled::Names;
use crate::matching::machine::Spans;

/// A range of bytes in a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

/// A match with its groups; group 0 is the whole match.
#[derive(Debug, Clone)]
pub struct Captures<'t> {
    haystack: &'t str,
    spans: Spans,
    names: Names,
}

impl<'t> Captures<'t> {
    pub(crate) fn new(haystack: &'t str, spans: Spans, names: &Names) -> Captures<'t> {
        Captures { haystack, spans, names: names.clone() }
    }

    /// The span of the whole match.
    pub fn whole(&self) -> Span {
        self.span(0).unwrap_or(Span { start: 0, end: 0 })
    }

    /// The number of groups, including the whole match.
    pub fn group_count(&self) -> usize {
        self.spans.len()
    }

    /// The span of a group, if it participated in the match.
    pub fn span(&self, group: usize) -> Option<Span> {
        self.spans.get(group).copied().flatten().map(|(start, end)| Span { start, end })
    }

    /// The text that a group matched.
    pub fn text(&self, group: usize) -> Option<&'t str> {
        let span = self.span(group)?;
        self.haystack.get(span.start..span.end)
    }

    /// The text that each group matched, beginning with the whole match.
    pub fn texts(&self) -> impl Iterator<Item = Option<&'t str>> {
        (0..self.spans.len()).map(|group| self.text(group))
    }

    /// The names of the groups with the text they matched. If several groups share a name, the last
    /// that participated counts.
    pub fn named(&self) -> impl Iterator<Item = (&str, Option<&'t str>)> {
        self.names
            .iter()
            .map(|(name, _)| (name.as_str(), self.number(name).and_then(|group| self.text(group))))
    }

    /// The text that the group with this name matched.
    pub fn name(&self, name: &str) -> Option<&'t str> {
        self.text(self.number(name)?)
    }

    /// The number of the group with this name; of several, the last that participated.
    pub fn number(&self, name: &str) -> Option<usize> {
        let (_, numbers) = self.names.iter().find(|(known, _)| known == name)?;
        let matched = numbers.iter().rev().find(|&&number| self.span(number).is_some());
        matched.or(numbers.last()).copied()
    }

    /// Whether the pattern has named groups.
    pub fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// The text before the match.
    pub fn before(&self) -> &'t str {
        self.haystack.get(..self.whole().start).unwrap_or_default()
    }

    /// The text after the match.
    pub fn after(&self) -> &'t str {
        self.haystack.get(self.whole().end..).unwrap_or_default()
    }
}

/// The number of characters before a byte offset; Ruby counts in characters.
///
/// ```
/// assert_eq!(pupa_regexp::char_offset("déjà", 3), 2);
/// ```
pub fn char_offset(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|&(at, _)| at < byte).count()
}
