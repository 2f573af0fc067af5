//! The intervals of version ranges.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::value::scalar_error::{ScalarError, ScalarErrorKind};
use crate::value::semver::SemVer;

static MIN: SemVer = SemVer::MIN;
static MAX: SemVer = SemVer::MAX;

/// An interval of versions.
#[derive(Debug, Clone)]
pub(super) enum Interval {
    All,
    /// Equal to `Less` of the lowest version, but written differently.
    Nothing,
    Greater(SemVer),
    GreaterOrEqual(SemVer),
    Less(SemVer),
    LessOrEqual(SemVer),
    Equal(SemVer),
    /// From the lower bound of the first to the upper bound of the second; neither is `Between`.
    Between(Box<Interval>, Box<Interval>),
}

impl Interval {
    /// The interval from the lower bound of `min` to the upper bound of `max`.
    pub(super) fn between(min: Self, max: Self) -> Self {
        let min = match min {
            Self::Between(min, _) => min,
            min => Box::new(min),
        };
        let max = match max {
            Self::Between(_, max) => max,
            max => Box::new(max),
        };
        Self::Between(min, max)
    }

    pub(super) fn begin(&self) -> &SemVer {
        match self {
            Self::All | Self::Nothing | Self::Less(_) | Self::LessOrEqual(_) => &MIN,
            Self::Greater(version) | Self::GreaterOrEqual(version) | Self::Equal(version) => {
                version
            }
            Self::Between(min, _) => min.begin(),
        }
    }

    pub(super) fn end(&self) -> &SemVer {
        match self {
            Self::All | Self::Greater(_) | Self::GreaterOrEqual(_) => &MAX,
            Self::Nothing => &MIN,
            Self::Less(version) | Self::LessOrEqual(version) | Self::Equal(version) => version,
            Self::Between(_, max) => max.end(),
        }
    }

    pub(super) fn excludes_begin(&self) -> bool {
        match self {
            Self::Greater(_) => true,
            Self::Between(min, _) => min.excludes_begin(),
            _ => false,
        }
    }

    pub(super) fn excludes_end(&self) -> bool {
        match self {
            Self::Less(_) | Self::Nothing => true,
            Self::Between(_, max) => max.excludes_end(),
            _ => false,
        }
    }

    pub(super) fn includes(&self, version: &SemVer) -> bool {
        match self {
            Self::All => true,
            Self::Nothing => false,
            Self::Greater(bound) => version.compare(bound) == Ordering::Greater,
            Self::GreaterOrEqual(bound) => version.compare(bound) != Ordering::Less,
            Self::Less(bound) => version.compare(bound) == Ordering::Less,
            Self::LessOrEqual(bound) => version.compare(bound) != Ordering::Greater,
            Self::Equal(bound) => version == bound,
            Self::Between(min, max) => min.includes(version) && max.includes(version),
        }
    }

    /// The method that the reference calls first on a version to check whether it is in the
    /// interval; `None` if every object has that method.
    pub(super) fn method_called_on_version(&self) -> Option<&'static str> {
        match self {
            Self::All => Some("stable?"),
            Self::Nothing | Self::Less(_) => Some("<"),
            Self::Greater(_) => Some(">"),
            Self::GreaterOrEqual(_) => Some(">="),
            Self::LessOrEqual(_) => Some("<="),
            Self::Equal(_) => None,
            Self::Between(min, _) => min.method_called_on_version(),
        }
    }

    /// Whether the interval mentions a prerelease of the same release as `version`.
    pub(super) fn accepts_prerelease(&self, version: &SemVer) -> bool {
        match self {
            Self::All => true,
            Self::Nothing => false,
            Self::Greater(bound)
            | Self::GreaterOrEqual(bound)
            | Self::Less(bound)
            | Self::LessOrEqual(bound)
            | Self::Equal(bound) => !bound.is_stable() && bound.is_same_release(version),
            Self::Between(min, max) => {
                min.accepts_prerelease(version) || max.accepts_prerelease(version)
            }
        }
    }

    /// The intersection of two intervals; `None` if it is empty.
    pub(super) fn intersection(&self, other: &Self) -> Option<Self> {
        if matches!(self, Self::All) {
            return Some(other.clone());
        }
        match self.begin().compare(other.end()) {
            Ordering::Greater => return None,
            Ordering::Equal if self.excludes_begin() || other.excludes_end() => return None,
            Ordering::Equal => return Some(Self::Equal(self.begin().clone())),
            Ordering::Less => {}
        }
        match other.begin().compare(self.end()) {
            Ordering::Greater => return None,
            Ordering::Equal if other.excludes_begin() || self.excludes_end() => return None,
            Ordering::Equal => return Some(Self::Equal(other.begin().clone())),
            Ordering::Less => {}
        }
        Some(self.overlap(other))
    }

    /// The intersection of two overlapping intervals.
    fn overlap(&self, other: &Self) -> Self {
        let min = match self.begin().compare(other.begin()) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal if self.excludes_begin() => self,
            Ordering::Equal => other,
        };
        let max = match self.end().compare(other.end()) {
            Ordering::Greater => other,
            Ordering::Less => self,
            Ordering::Equal if self.excludes_end() => self,
            Ordering::Equal => other,
        };
        if !max.has_upper_bound() {
            min.clone()
        } else if !min.has_lower_bound() {
            max.clone()
        } else {
            Self::between(min.clone(), max.clone())
        }
    }

    fn has_lower_bound(&self) -> bool {
        match self {
            Self::Greater(_) => true,
            Self::GreaterOrEqual(version) | Self::Equal(version) => *version != MIN,
            Self::Between(min, _) => min.has_lower_bound(),
            Self::All | Self::Nothing | Self::Less(_) | Self::LessOrEqual(_) => false,
        }
    }

    fn has_upper_bound(&self) -> bool {
        match self {
            Self::Less(_) | Self::Nothing => true,
            Self::LessOrEqual(version) | Self::Equal(version) => *version != MAX,
            Self::Between(_, max) => max.has_upper_bound(),
            Self::All | Self::Greater(_) | Self::GreaterOrEqual(_) => false,
        }
    }

    /// The union of two intervals; `None` if there is a gap between them.
    pub(super) fn merge(&self, other: &Self) -> Result<Option<Self>, ScalarError> {
        if matches!(self, Self::All) {
            return Ok(Some(Self::All));
        }
        if self.includes(other.begin()) || other.includes(self.begin()) {
            return self.union(other);
        }
        let is_adjacent = |first: &Self, second: &Self| {
            !second.excludes_begin()
                && if first.excludes_end() {
                    first.end() == second.begin()
                } else {
                    first.end().next_patch() == *second.begin()
                }
        };
        Ok(if is_adjacent(self, other) {
            Self::from_to(self, other)
        } else if is_adjacent(other, self) {
            Self::from_to(other, self)
        } else {
            None
        })
    }

    /// The union of two overlapping intervals.
    fn union(&self, other: &Self) -> Result<Option<Self>, ScalarError> {
        let (min, excludes_begin) = match self.begin().compare(other.begin()) {
            Ordering::Less => (self.begin(), self.excludes_begin()),
            Ordering::Greater => (other.begin(), other.excludes_begin()),
            Ordering::Equal => (self.begin(), self.excludes_begin() && other.excludes_begin()),
        };
        let (max, excludes_end) = match self.end().compare(other.end()) {
            Ordering::Greater => (self.end(), self.excludes_end()),
            Ordering::Less => (other.end(), other.excludes_end()),
            Ordering::Equal => return Err(self.equal_ends()),
        };
        Ok(lower(min, excludes_begin).intersection(&upper(max, excludes_end)))
    }

    /// From the lower bound of the first to the upper bound of the second.
    fn from_to(first: &Self, second: &Self) -> Option<Self> {
        lower(first.begin(), first.excludes_begin())
            .intersection(&upper(second.end(), second.excludes_end()))
    }

    // Compat: due to a misspelled name, the reference fails on overlapping intervals with equal
    // upper bounds.
    fn equal_ends(&self) -> ScalarError {
        let class = match self {
            Self::All => "AllRange",
            Self::Nothing | Self::Less(_) => "LtRange",
            Self::Greater(_) => "GtRange",
            Self::GreaterOrEqual(_) => "GtEqRange",
            Self::LessOrEqual(_) => "LtEqRange",
            Self::Equal(_) => "EqRange",
            Self::Between(..) => "MinMaxRange",
        };
        let message = format!(
            "undefined local variable or method `exclude_end' for \
             {self}:SemanticPuppet::VersionRange::{class}"
        );
        ScalarError::new(ScalarErrorKind::Name, message)
    }

    /// A key by which intervals of the same kind are compared.
    fn key(&self) -> (u8, Option<&SemVer>, Option<(&Self, &Self)>) {
        match self {
            Self::All => (0, None, None),
            Self::Nothing => (1, Some(&MIN), None),
            Self::Less(version) => (1, Some(version), None),
            Self::LessOrEqual(version) => (2, Some(version), None),
            Self::Greater(version) => (3, Some(version), None),
            Self::GreaterOrEqual(version) => (4, Some(version), None),
            Self::Equal(version) => (5, Some(version), None),
            Self::Between(min, max) => (6, None, Some((min, max))),
        }
    }
}

fn lower(version: &SemVer, excluded: bool) -> Interval {
    let version = version.clone();
    if excluded { Interval::Greater(version) } else { Interval::GreaterOrEqual(version) }
}

fn upper(version: &SemVer, excluded: bool) -> Interval {
    let version = version.clone();
    if excluded { Interval::Less(version) } else { Interval::LessOrEqual(version) }
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Interval {}

impl Hash for Interval {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("*"),
            Self::Nothing => f.write_str("<0.0.0"),
            Self::Greater(version) => write!(f, ">{version}"),
            Self::GreaterOrEqual(version) => write!(f, ">={version}"),
            Self::Less(version) => write!(f, "<{version}"),
            Self::LessOrEqual(version) => write!(f, "<={version}"),
            Self::Equal(version) => write!(f, "{version}"),
            Self::Between(min, max) => write!(f, "{min} {max}"),
        }
    }
}
