//! Ranges of numbers, sizes and times.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

/// An integer of any size; big ones exist only in edition `draft`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Whole {
    /// An integer of 64 bits.
    Small(i64),
    /// An integer that exceeds 64 bits.
    Big(Arc<BigInt>),
}

impl Whole {
    fn is_negative(&self) -> bool {
        match self {
            Whole::Small(number) => *number < 0,
            Whole::Big(number) => number.sign() == num_bigint::Sign::Minus,
        }
    }

    /// The integer as a `BigInt`.
    pub fn to_big(&self) -> BigInt {
        match self {
            Whole::Small(number) => BigInt::from(*number),
            Whole::Big(number) => (**number).clone(),
        }
    }
}

impl PartialOrd for Whole {
    fn partial_cmp(&self, other: &Whole) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Whole {
    fn cmp(&self, other: &Whole) -> std::cmp::Ordering {
        use std::cmp::Ordering::{Greater, Less};
        match (self, other) {
            (Whole::Small(a), Whole::Small(b)) => a.cmp(b),
            (Whole::Big(a), Whole::Big(b)) => a.cmp(b),
            (Whole::Small(_), Whole::Big(_)) => {
                if other.is_negative() {
                    Greater
                } else {
                    Less
                }
            }
            (Whole::Big(_), Whole::Small(_)) => {
                if self.is_negative() {
                    Less
                } else {
                    Greater
                }
            }
        }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whole::Small(number) => number.fmt(f),
            Whole::Big(number) => number.fmt(f),
        }
    }
}

/// An inclusive range; a missing bound is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range<T>(Option<Arc<(Option<T>, Option<T>)>>);

/// The range of an `Integer` type.
pub type IntegerRange = Range<Whole>;

/// The range of a `Timestamp` or `Timespan` type.
pub type TimeRange<T> = Range<T>;

impl<T: Ord + Clone> Range<T> {
    /// The unbounded range.
    pub const ALL: Range<T> = Range(None);

    /// Creates a range; `from` must not exceed `to`.
    pub fn new(from: Option<T>, to: Option<T>) -> Range<T> {
        match (&from, &to) {
            (None, None) => Range::ALL,
            _ => Range(Some(Arc::new((from, to)))),
        }
    }

    /// The lower bound.
    pub fn from(&self) -> Option<&T> {
        self.0.as_ref().and_then(|ends| ends.0.as_ref())
    }

    /// The upper bound.
    pub fn to(&self) -> Option<&T> {
        self.0.as_ref().and_then(|ends| ends.1.as_ref())
    }

    /// The bounds that are shared with clones; `None` if both are open.
    pub(crate) fn shared(&self) -> Option<&Arc<(Option<T>, Option<T>)>> {
        self.0.as_ref()
    }

    /// Whether both bounds are open.
    pub fn is_unbounded(&self) -> bool {
        self.0.is_none()
    }

    /// Whether the item is in the range.
    pub fn contains(&self, item: &T) -> bool {
        self.from().is_none_or(|from| from <= item) && self.to().is_none_or(|to| item <= to)
    }

    /// Whether the other range is a subset of this one.
    pub fn covers(&self, other: &Range<T>) -> bool {
        let from = match (self.from(), other.from()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine <= theirs,
        };
        from && match (self.to(), other.to()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine >= theirs,
        }
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn hull(&self, other: &Range<T>) -> Range<T> {
        let from = self.from().zip(other.from()).map(|(a, b)| a.min(b).clone());
        let to = self.to().zip(other.to()).map(|(a, b)| a.max(b).clone());
        Range::new(from, to)
    }

    /// Whether the ranges overlap.
    pub fn intersects(&self, other: &Range<T>) -> bool {
        let reaches = |to: Option<&T>, from: Option<&T>| match (to, from) {
            (Some(to), Some(from)) => to >= from,
            _ => true,
        };
        reaches(self.to(), other.from()) && reaches(other.to(), self.from())
    }
}

impl Range<Whole> {
    /// The range with these bounds.
    pub fn between(from: i64, to: i64) -> IntegerRange {
        Range::new(Some(Whole::Small(from)), Some(Whole::Small(to)))
    }

    /// Both bounds, if both are given and of 64 bits.
    pub fn finite(&self) -> Option<(i64, i64)> {
        match (self.from(), self.to()) {
            (Some(Whole::Small(from)), Some(Whole::Small(to))) => Some((*from, *to)),
            _ => None,
        }
    }

    /// Whether a 64-bit integer is in the range.
    pub fn contains_small(&self, number: i64) -> bool {
        let Some(ends) = &self.0 else { return true };
        match (&ends.0, &ends.1) {
            (Some(Whole::Small(from)), Some(Whole::Small(to))) => *from <= number && number <= *to,
            _ => self.contains(&Whole::Small(number)),
        }
    }
}

/// The inclusive range of a `Float` type; an open bound is infinite.
#[derive(Clone, Debug)]
pub struct FloatRange(Option<Arc<(f64, f64)>>);

impl FloatRange {
    /// The unbounded range.
    pub const ALL: FloatRange = FloatRange(None);

    /// The bounds that are shared with clones; `None` if both are open.
    pub(crate) fn shared(&self) -> Option<&Arc<(f64, f64)>> {
        self.0.as_ref()
    }

    /// Creates a range; a missing bound is open.
    pub fn new(from: Option<f64>, to: Option<f64>) -> FloatRange {
        let ends = (from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY));
        if ends == (f64::NEG_INFINITY, f64::INFINITY) {
            FloatRange::ALL
        } else {
            FloatRange(Some(Arc::new(ends)))
        }
    }

    /// Both bounds; an open one is infinite.
    pub fn ends(&self) -> (f64, f64) {
        self.0.as_ref().map_or((f64::NEG_INFINITY, f64::INFINITY), |ends| **ends)
    }

    /// The lower bound; `None` if it is open.
    pub fn from(&self) -> Option<f64> {
        Some(self.ends().0).filter(|end| *end != f64::NEG_INFINITY)
    }

    /// The upper bound; `None` if it is open.
    pub fn to(&self) -> Option<f64> {
        Some(self.ends().1).filter(|end| *end != f64::INFINITY)
    }

    /// Whether both bounds are open.
    pub fn is_unbounded(&self) -> bool {
        self.0.is_none()
    }

    /// Whether the number is in the range.
    pub fn contains(&self, number: f64) -> bool {
        let (from, to) = self.ends();
        from <= number && number <= to
    }

    /// Whether the other range is a subset of this one.
    pub fn covers(&self, other: &FloatRange) -> bool {
        let ((from, to), (other_from, other_to)) = (self.ends(), other.ends());
        from <= other_from && to >= other_to
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn hull(&self, other: &FloatRange) -> FloatRange {
        let ((from, to), (other_from, other_to)) = (self.ends(), other.ends());
        FloatRange::new(Some(from.min(other_from)), Some(to.max(other_to)))
    }
}

impl PartialEq for FloatRange {
    fn eq(&self, other: &FloatRange) -> bool {
        self.ends() == other.ends()
    }
}

impl Eq for FloatRange {}

impl std::hash::Hash for FloatRange {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Positive and negative zero are equal, so their hashes must be equal.
        let (from, to) = self.ends();
        ((from + 0.0).to_bits(), (to + 0.0).to_bits()).hash(state);
    }
}

/// The allowed number of elements of a collection, or of characters of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// The lower bound; never negative.
    pub from: i64,
    /// The upper bound; `None` if it is open.
    pub to: Option<i64>,
}

impl Size {
    /// Any size.
    pub const ANY: Size = Size { from: 0, to: None };
    /// Any size except zero.
    pub const NOT_EMPTY: Size = Size { from: 1, to: None };

    /// Creates a size range; negative bounds become zero.
    pub fn new(from: i64, to: Option<i64>) -> Size {
        Size { from: from.max(0), to: to.map(|to| to.max(0)) }
    }

    /// The range of exactly this size.
    pub fn exactly(size: usize) -> Size {
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        Size { from: size, to: Some(size) }
    }

    /// Whether the size must be zero.
    pub fn is_empty(self) -> bool {
        self.from == 0 && self.to == Some(0)
    }

    /// Whether this size is in the range.
    pub fn contains(self, size: usize) -> bool {
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        self.from <= size && self.to.is_none_or(|to| size <= to)
    }

    /// Whether the other range is a subset of this one.
    pub fn covers(self, other: Size) -> bool {
        self.from <= other.from
            && match (self.to, other.to) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(mine), Some(theirs)) => mine >= theirs,
            }
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn hull(self, other: Size) -> Size {
        Size { from: self.from.min(other.from), to: self.to.zip(other.to).map(|(a, b)| a.max(b)) }
    }

    /// The size range as an integer range.
    pub fn range(self) -> IntegerRange {
        IntegerRange::new(Some(Whole::Small(self.from)), self.to.map(Whole::Small))
    }
}
