//! A match and its groups.

use super::machine::Spans;
use super::search::Names;

/// A stretch of text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
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
    pub(super) fn new(haystack: &'t str, spans: Spans, names: &Names) -> Captures<'t> {
        Captures { haystack, spans, names: names.clone() }
    }

    /// The place of the whole match.
    pub fn whole(&self) -> Span {
        self.span(0).unwrap_or(Span { start: 0, end: 0 })
    }

    /// How many groups there are, with the whole match.
    pub fn group_count(&self) -> usize {
        self.spans.len()
    }

    /// The place of a group, if it took part in the match.
    pub fn span(&self, group: usize) -> Option<Span> {
        self.spans.get(group).copied().flatten().map(|(start, end)| Span { start, end })
    }

    /// What a group matched.
    pub fn text(&self, group: usize) -> Option<&'t str> {
        let span = self.span(group)?;
        self.haystack.get(span.start..span.end)
    }

    /// What each group matched, with the whole match at the front.
    pub fn texts(&self) -> impl Iterator<Item = Option<&'t str>> {
        (0..self.spans.len()).map(|group| self.text(group))
    }

    /// The names of groups with what they matched. Of several groups of one name the last that
    /// took part counts.
    pub fn named(&self) -> impl Iterator<Item = (&str, Option<&'t str>)> {
        self.names
            .iter()
            .map(|(name, _)| (name.as_str(), self.number(name).and_then(|group| self.text(group))))
    }

    /// What the group of a name matched.
    pub fn name(&self, name: &str) -> Option<&'t str> {
        self.text(self.number(name)?)
    }

    /// The number of the group of a name: of several the last that took part.
    pub fn number(&self, name: &str) -> Option<usize> {
        let (_, numbers) = self.names.iter().find(|(known, _)| known == name)?;
        let matched = numbers.iter().rev().find(|&&number| self.span(number).is_some());
        matched.or(numbers.last()).copied()
    }

    /// Whether groups have names.
    pub fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// The text before the match.
    pub fn before(&self) -> &'t str {
        self.haystack.get(..self.whole().start).unwrap_or_default()
    }

    /// The text behind the match.
    pub fn behind(&self) -> &'t str {
        self.haystack.get(self.whole().end..).unwrap_or_default()
    }
}

/// How many characters of a text stand before a byte: Ruby counts in characters.
///
/// ```
/// assert_eq!(pupa_value::regexp::char_offset("déjà", 3), 2);
/// ```
pub fn char_offset(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|&(at, _)| at < byte).count()
}
