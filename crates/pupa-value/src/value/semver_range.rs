//! `SemVerRange`: a range of versions.

mod interval;
mod parse;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use interval::Interval;

use super::scalar_error::{ScalarError, ScalarErrorKind};
use super::semver::SemVer;

/// A set of versions: one or more intervals, such as `>=1.2.0 <2.0.0 || 3.x`.
///
/// A range keeps the string from which it was parsed. Ranges are equal if their intervals are.
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
    intervals: Vec<Interval>,
    text: String,
}

/// Whether a range includes its upper bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RangeEnd {
    /// The upper bound is included.
    Included,
    /// The upper bound is excluded.
    Excluded,
}

/// # Construction
impl SemVerRange {
    /// Parses a range in the syntax of node-semver.
    ///
    /// # Errors
    ///
    /// `Unparsable version range: "…"`, and those of [versions](SemVer::parse). The reference also
    /// fails, due to bugs, on some ranges that are valid; those errors have the kind
    /// [`Name`](ScalarErrorKind::Name).
    pub fn parse(text: &str) -> Result<Self, ScalarError> {
        match parse::intervals(text)? {
            Some(intervals) => Self::from_intervals(intervals, Some(text.to_owned())),
            None => Ok(Self { intervals: vec![Interval::All], text: "*".to_owned() }),
        }
    }

    /// Creates the range from one version to another.
    ///
    /// # Errors
    ///
    /// None in practice; see [`parse`](Self::parse).
    pub fn from_versions(min: SemVer, max: SemVer, end: RangeEnd) -> Result<Self, ScalarError> {
        // Compat: the reference swaps the two versions in the string.
        // Pinned by `quirk-version-ranges`.
        let (upper, text) = match end {
            RangeEnd::Excluded => {
                let text = format!(">={max} <{min}");
                (Interval::Less(max), text)
            }
            RangeEnd::Included => {
                let text = format!("{max} - {min}");
                (Interval::LessOrEqual(max), text)
            }
        };
        let interval = Interval::GreaterOrEqual(min).intersection(&upper);
        Self::from_intervals(interval.into_iter().collect(), Some(text))
    }

    fn from_intervals(intervals: Vec<Interval>, text: Option<String>) -> Result<Self, ScalarError> {
        let mut intervals = merge_all(intervals)?;
        if intervals.is_empty() {
            intervals.push(Interval::Nothing);
        }
        let text = text.unwrap_or_else(|| join(&intervals));
        Ok(Self { intervals, text })
    }
}

/// # Properties
impl SemVerRange {
    /// Whether a version is in the range. A prerelease is included only if the range mentions a
    /// prerelease of the same release.
    pub fn includes(&self, version: &SemVer) -> bool {
        self.intervals.iter().any(|interval| {
            interval.includes(version)
                && (version.is_stable() || interval.accepts_prerelease(version))
        })
    }

    /// The lower bound, if the range has a single interval.
    pub fn begin(&self) -> Option<&SemVer> {
        self.only_interval().map(Interval::begin)
    }

    /// The upper bound, if the range has a single interval.
    pub fn end(&self) -> Option<&SemVer> {
        self.only_interval().map(Interval::end)
    }

    /// Whether the lower bound is excluded.
    pub fn excludes_begin(&self) -> Option<bool> {
        self.only_interval().map(Interval::excludes_begin)
    }

    /// Whether the upper bound is excluded.
    pub fn excludes_end(&self) -> Option<bool> {
        self.only_interval().map(Interval::excludes_end)
    }

    /// The canonical form, which depends only on the included versions.
    pub fn canonical(&self) -> String {
        join(&self.intervals)
    }

    fn only_interval(&self) -> Option<&Interval> {
        match self.intervals.as_slice() {
            [interval] => Some(interval),
            _ => None,
        }
    }
}

/// # Set operations
impl SemVerRange {
    /// The range of the versions that both ranges include.
    ///
    /// # Errors
    ///
    /// See [`parse`](Self::parse).
    pub fn intersection(&self, other: &Self) -> Result<Self, ScalarError> {
        let mut intervals: Vec<Interval> = Vec::new();
        for mine in &self.intervals {
            for theirs in &other.intervals {
                intervals.extend(
                    mine.intersection(theirs).filter(|interval| !intervals.contains(interval)),
                );
            }
        }
        Self::from_intervals(intervals, None)
    }

    /// Whether `other` includes all versions of this range.
    ///
    /// # Errors
    ///
    /// If one of them has several intervals.
    pub fn is_covered_by(&self, other: &Self) -> Result<bool, ScalarError> {
        let Some(outer) = other.only_interval() else { return Err(no_method("<=")) };
        let Some(inner) = self.only_interval() else {
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

    /// The union of both ranges; `None` if there is a gap between them.
    ///
    /// # Errors
    ///
    /// If one of them has several intervals.
    pub fn merge(&self, other: &Self) -> Result<Option<Self>, ScalarError> {
        let overlap =
            self.includes_checked(other.begin())? || other.includes_checked(self.begin())?;
        let (Some(a), Some(b)) = (self.only_interval(), other.only_interval()) else {
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

/// # Bugs of the reference in the case of several intervals
impl SemVerRange {
    /// Whether a version is in the range. Compat: the reference may pass `nil` for the version.
    fn includes_checked(&self, version: Option<&SemVer>) -> Result<bool, ScalarError> {
        match version {
            Some(version) => Ok(self.includes(version)),
            None => match self.intervals.iter().find_map(Interval::method_called_on_version) {
                Some(method) => Err(no_method(method)),
                None => Ok(false),
            },
        }
    }

    /// The error of comparing the upper bounds when one of them is missing.
    fn incomparable_ends(&self) -> ScalarError {
        ScalarError::argument(if self.end().is_none() {
            "comparison of SemanticPuppet::Version with nil failed"
        } else {
            "comparison of NilClass with SemanticPuppet::Version failed"
        })
    }
}

/// Whether the union excludes the larger of two upper bounds.
fn excludes_common_end(a: &Interval, b: &Interval, max: &SemVer) -> bool {
    let decides = |mine: &Interval, theirs: &Interval| {
        max == mine.end()
            && (max.compare(theirs.end()) == Ordering::Greater || theirs.excludes_end())
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
        self.intervals == other.intervals
    }
}

impl Eq for SemVerRange {}

impl Hash for SemVerRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.intervals.hash(state);
    }
}

/// Writes the string from which the range was created.
impl fmt::Display for SemVerRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn join(intervals: &[Interval]) -> String {
    intervals.iter().map(Interval::to_string).collect::<Vec<_>>().join(" || ")
}

/// Merges adjacent intervals until none are left. The last interval absorbs the others first.
fn merge_all(mut intervals: Vec<Interval>) -> Result<Vec<Interval>, ScalarError> {
    let mut merged = true;
    while intervals.len() > 1 && merged {
        merged = false;
        let mut result = Vec::new();
        while let Some(mut union) = intervals.pop() {
            let mut separate = Vec::new();
            for interval in intervals {
                match union.merge(&interval)? {
                    Some(larger) => {
                        union = larger;
                        merged = true;
                    }
                    None => separate.push(interval),
                }
            }
            result.push(union);
            intervals = separate;
        }
        result.reverse();
        intervals = result;
    }
    Ok(intervals)
}

/// The error of calling a method on `nil` in the reference.
fn no_method(name: &str) -> ScalarError {
    let message = format!("undefined method `{name}' for nil:NilClass");
    ScalarError::new(ScalarErrorKind::Name, message)
}
