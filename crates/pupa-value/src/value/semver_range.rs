//! `SemVerRange`: which versions are accepted.

mod parse;
mod span;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use span::Span;

use super::scalar_error::{ScalarError, ScalarErrorKind};
use super::semver::SemVer;

/// A set of versions: one or more spans, such as `>=1.2.0 <2.0.0 || 3.x`.
///
/// A range keeps the text that it was read from. Ranges are equal when their spans are.
///
/// ```
/// # use pupa_value::value::{semver::SemVer, semver_range::SemVerRange};
/// let range = SemVerRange::parse("~1.2")?;
/// assert_eq!(range.to_string(), "~1.2");
/// assert_eq!(range.canonical(), ">=1.2.0 <1.3.0");
/// assert!(range.includes(&SemVer::parse("1.2.9")?));
/// # Ok::<(), pupa_value::value::scalar_error::ScalarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SemVerRange {
    /// Never empty.
    spans: Vec<Span>,
    text: String,
}

/// Whether a range contains its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RangeEnd {
    /// The end is accepted.
    Included,
    /// The end is not accepted.
    Excluded,
}

/// # Making one
impl SemVerRange {
    /// Reads a range in the syntax of node-semver.
    ///
    /// # Errors
    ///
    /// `Unparsable version range: "…"`, and those of [versions](SemVer::parse). The reference also
    /// fails, by mistakes of its own, at some ranges that could be understood; those errors have
    /// the kind [`Name`](ScalarErrorKind::Name).
    pub fn parse(text: &str) -> Result<Self, ScalarError> {
        match parse::spans(text)? {
            Some(spans) => Self::from_spans(spans, Some(text.to_owned())),
            None => Ok(Self { spans: vec![Span::All], text: "*".to_owned() }),
        }
    }

    /// The range from one version to another.
    ///
    /// # Errors
    ///
    /// None in practice; see [`parse`](Self::parse).
    pub fn from_versions(min: SemVer, max: SemVer, end: RangeEnd) -> Result<Self, ScalarError> {
        // Compat: the reference mixes up the two in its text.
        let (upper, text) = match end {
            RangeEnd::Excluded => {
                let text = format!(">={max} <{min}");
                (Span::Less(max), text)
            }
            RangeEnd::Included => {
                let text = format!("{max} - {min}");
                (Span::LessOrEqual(max), text)
            }
        };
        let span = Span::GreaterOrEqual(min).intersection(&upper);
        Self::from_spans(span.into_iter().collect(), Some(text))
    }

    fn from_spans(spans: Vec<Span>, text: Option<String>) -> Result<Self, ScalarError> {
        let mut spans = merge_all(spans)?;
        if spans.is_empty() {
            spans.push(Span::Nothing);
        }
        let text = text.unwrap_or_else(|| join(&spans));
        Ok(Self { spans, text })
    }
}

/// # Asking it
impl SemVerRange {
    /// Whether a version is in the range. Prereleases are only when the range names a prerelease
    /// of the same release.
    pub fn includes(&self, version: &SemVer) -> bool {
        self.spans.iter().any(|span| {
            span.includes(version) && (version.is_stable() || span.accepts_prerelease(version))
        })
    }

    /// Where the range begins, when it has one beginning.
    pub fn begin(&self) -> Option<&SemVer> {
        self.only_span().map(Span::begin)
    }

    /// Where the range ends, when it has one end.
    pub fn end(&self) -> Option<&SemVer> {
        self.only_span().map(Span::end)
    }

    /// Whether the beginning itself is left out.
    pub fn excludes_begin(&self) -> Option<bool> {
        self.only_span().map(Span::excludes_begin)
    }

    /// Whether the end itself is left out.
    pub fn excludes_end(&self) -> Option<bool> {
        self.only_span().map(Span::excludes_end)
    }

    /// The text made from what the range accepts, however it was written.
    pub fn canonical(&self) -> String {
        join(&self.spans)
    }

    fn only_span(&self) -> Option<&Span> {
        match self.spans.as_slice() {
            [span] => Some(span),
            _ => None,
        }
    }
}

/// # Combining ranges
impl SemVerRange {
    /// What both ranges accept.
    ///
    /// # Errors
    ///
    /// See [`parse`](Self::parse).
    pub fn intersection(&self, other: &Self) -> Result<Self, ScalarError> {
        let mut spans: Vec<Span> = Vec::new();
        for mine in &self.spans {
            for yours in &other.spans {
                spans.extend(mine.intersection(yours).filter(|span| !spans.contains(span)));
            }
        }
        Self::from_spans(spans, None)
    }

    /// Whether `other` accepts all that this range does.
    ///
    /// # Errors
    ///
    /// When one of them has more than one span.
    pub fn is_covered_by(&self, other: &Self) -> Result<bool, ScalarError> {
        let Some(outer) = other.only_span() else { return Err(no_method("<=")) };
        let Some(inner) = self.only_span() else {
            return Err(ScalarError::argument(
                "comparison of SemanticPuppet::Version with nil failed",
            ));
        };
        if outer.begin().compare(inner.begin()) == Ordering::Greater {
            return Ok(false);
        }
        let beyond = outer.end().compare(inner.end()) == Ordering::Greater;
        let same_end = outer.end() == inner.end();
        Ok(beyond || same_end && (!outer.excludes_end() || inner.excludes_end()))
    }

    /// One range that accepts what either does; `None` when there is a gap between them.
    ///
    /// # Errors
    ///
    /// When one of them has more than one span.
    pub fn merge(&self, other: &Self) -> Result<Option<Self>, ScalarError> {
        let overlap = self.asked_for(other.begin())? || other.asked_for(self.begin())?;
        let (Some(a), Some(b)) = (self.only_span(), other.only_span()) else {
            return if overlap { Err(self.incomparable_ends()) } else { Ok(None) };
        };
        let (min, max, excluded) = if overlap {
            let max = if b.end().compare(a.end()) == Ordering::Greater { b.end() } else { a.end() };
            let min = if b.begin().compare(a.begin()) == Ordering::Less { b } else { a }.begin();
            (min, max, excludes_common_end(a, b, max))
        } else if a.excludes_end() && a.end() == b.begin() {
            (a.begin(), b.end(), b.excludes_end())
        } else if b.excludes_end() && b.end() == a.begin() {
            (b.begin(), a.end(), a.excludes_end())
        } else {
            return Ok(None);
        };
        let end = if excluded { RangeEnd::Excluded } else { RangeEnd::Included };
        Self::from_versions(min.clone(), max.clone(), end).map(Some)
    }
}

/// # Where the reference forgets that a range may have many ends
impl SemVerRange {
    /// Whether a version is in the range, where the reference may ask for none.
    fn asked_for(&self, version: Option<&SemVer>) -> Result<bool, ScalarError> {
        match version {
            Some(version) => Ok(self.includes(version)),
            None => match self.spans.iter().find_map(Span::method_called_on_version) {
                Some(method) => Err(no_method(method)),
                None => Ok(false),
            },
        }
    }

    /// One of two ends is missing where the larger one is wanted.
    fn incomparable_ends(&self) -> ScalarError {
        ScalarError::argument(if self.end().is_none() {
            "comparison of SemanticPuppet::Version with nil failed"
        } else {
            "comparison of NilClass with SemanticPuppet::Version failed"
        })
    }
}

/// Whether the larger of two ends is left out of the union.
fn excludes_common_end(a: &Span, b: &Span, max: &SemVer) -> bool {
    let decides = |mine: &Span, yours: &Span| {
        max == mine.end() && (max.compare(yours.end()) == Ordering::Greater || yours.excludes_end())
    };
    if a.excludes_end() {
        decides(a, b)
    } else if b.excludes_end() {
        decides(b, a)
    } else {
        false
    }
}

impl PartialEq for SemVerRange {
    fn eq(&self, other: &Self) -> bool {
        self.spans == other.spans
    }
}

impl Eq for SemVerRange {}

impl Hash for SemVerRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.spans.hash(state);
    }
}

/// The text that the range was made from.
impl fmt::Display for SemVerRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn join(spans: &[Span]) -> String {
    spans.iter().map(Span::to_string).collect::<Vec<_>>().join(" || ")
}

/// Merges spans that touch, until none do. The last span takes in the others first.
fn merge_all(mut spans: Vec<Span>) -> Result<Vec<Span>, ScalarError> {
    let mut merged = true;
    while spans.len() > 1 && merged {
        merged = false;
        let mut result = Vec::new();
        while let Some(mut union) = spans.pop() {
            let mut apart = Vec::new();
            for span in spans {
                match union.merge(&span)? {
                    Some(larger) => {
                        union = larger;
                        merged = true;
                    }
                    None => apart.push(span),
                }
            }
            result.push(union);
            spans = apart;
        }
        result.reverse();
        spans = result;
    }
    Ok(spans)
}

/// A method that the reference calls where there is nothing.
fn no_method(name: &str) -> ScalarError {
    let message = format!("undefined method `{name}' for nil:NilClass");
    ScalarError::new(ScalarErrorKind::Name, message)
}
