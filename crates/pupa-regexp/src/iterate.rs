//! Iterators over successive matches.

use crate::{Captures, MatchError, Regexp, Span};

/// An iterator over all matches. After an empty match the search continues one character further;
/// an empty match may directly follow another match.
#[derive(Debug)]
pub struct CapturesIter<'r, 't> {
    regexp: &'r Regexp,
    text: &'t str,
    /// The offset at which the search continues; `None` after the last match.
    from: Option<usize>,
}

impl<'r, 't> CapturesIter<'r, 't> {
    pub(crate) fn new(regexp: &'r Regexp, text: &'t str) -> CapturesIter<'r, 't> {
        CapturesIter { regexp, text, from: Some(0) }
    }
}

impl<'t> Iterator for CapturesIter<'_, 't> {
    type Item = Result<Captures<'t>, MatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let from = self.from.take()?;
        let captures = match self.regexp.captures_from(self.text, from) {
            Ok(found) => found?,
            Err(error) => return Some(Err(error)),
        };
        self.from = behind(self.text, captures.whole());
        Some(Ok(captures))
    }
}

/// An iterator over the spans of all matches, like [`CapturesIter`] without groups.
#[derive(Debug)]
pub struct FindIter<'r, 't> {
    regexp: &'r Regexp,
    text: &'t str,
    /// The offset at which the search continues; `None` after the last match.
    from: Option<usize>,
}

impl<'r, 't> FindIter<'r, 't> {
    pub(crate) fn new(regexp: &'r Regexp, text: &'t str) -> FindIter<'r, 't> {
        FindIter { regexp, text, from: Some(0) }
    }
}

impl Iterator for FindIter<'_, '_> {
    type Item = Result<Span, MatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let from = self.from.take()?;
        let whole = match self.regexp.find_from(self.text, from) {
            Ok(found) => found?,
            Err(error) => return Some(Err(error)),
        };
        self.from = behind(self.text, whole);
        Some(Ok(whole))
    }
}

/// The offset at which the search continues after a match.
fn behind(text: &str, whole: Span) -> Option<usize> {
    if whole.start < whole.end {
        return Some(whole.end);
    }
    let next = text.get(whole.end..).and_then(|rest| rest.chars().next());
    next.map(|c| whole.end + c.len_utf8())
}
