//! `Timespan`: a duration in nanoseconds.

mod calculate;
mod format;
pub mod operand_errors;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt;

pub(crate) use calculate::{float_seconds, out_of_range, ratio};
pub use format::{DEFAULT_FORMATS, TimespanFormat};

use super::scalar_error::{ScalarError, ScalarErrorKind};

/// The number of nanoseconds in a second.
pub(crate) const NSECS_PER_SEC: i128 = 1_000_000_000;
const NSECS_PER_MSEC: i128 = 1_000_000;
const NSECS_PER_MIN: i128 = NSECS_PER_SEC * 60;
const NSECS_PER_HOUR: i128 = NSECS_PER_MIN * 60;
const NSECS_PER_DAY: i128 = NSECS_PER_HOUR * 24;

/// A duration, which may be negative.
///
/// ```
/// # use pupa_value::value::timespan::Timespan;
/// let span = Timespan::from_float_seconds(90_061.5)?;
/// assert_eq!(span.to_string(), "1-01:01:01.5");
/// assert_eq!(span.format("%H hours")?, "25 hours");
/// # Ok::<(), pupa_value::value::scalar_error::ScalarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timespan {
    nanoseconds: i128,
}

/// The fields of a timespan.
///
/// For construction, each field may have any size and sign. In the decomposition of a timespan,
/// each field is positive and less than one of the next larger unit, and `negative` has the sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TimespanFields {
    /// Whether the sum of the other fields is negated.
    pub negative: bool,
    /// Days, unbounded.
    pub days: i128,
    /// Hours of a day.
    pub hours: i128,
    /// Minutes of an hour.
    pub minutes: i128,
    /// Seconds of a minute.
    pub seconds: i128,
    /// Milliseconds of a second.
    pub milliseconds: i128,
    /// Microseconds of a millisecond.
    pub microseconds: i128,
    /// Nanoseconds of a microsecond.
    pub nanoseconds: i128,
}

impl TimespanFields {
    /// The fields that are not zero, with the names and the order of the reference's hash form.
    /// There, `negative => true` follows if [`negative`](Self::negative) is set.
    pub fn entries(&self) -> Vec<(&'static str, i128)> {
        let all = [
            ("days", self.days),
            ("hours", self.hours),
            ("minutes", self.minutes),
            ("seconds", self.seconds),
            ("nanoseconds", self.nanoseconds),
            ("microseconds", self.microseconds),
            ("milliseconds", self.milliseconds),
        ];
        all.into_iter().filter(|(_, value)| *value != 0).collect()
    }
}

/// # Construction
impl Timespan {
    /// The timespan of length zero.
    pub const ZERO: Self = Self::from_nanoseconds(0);

    /// Creates a timespan of this many nanoseconds.
    pub const fn from_nanoseconds(nanoseconds: i128) -> Self {
        Self { nanoseconds }
    }

    /// Creates a timespan of this many seconds.
    pub fn from_seconds(seconds: i64) -> Self {
        Self::from_nanoseconds(i128::from(seconds) * NSECS_PER_SEC)
    }

    /// Creates a timespan of this many seconds, truncated to nanoseconds.
    ///
    /// # Errors
    ///
    /// If `seconds` is not finite or out of range.
    pub fn from_float_seconds(seconds: f64) -> Result<Self, ScalarError> {
        float_seconds(seconds).map(Self::from_nanoseconds)
    }

    /// Creates a timespan of these fields.
    ///
    /// # Errors
    ///
    /// If the sum is out of range.
    pub fn from_fields(fields: &TimespanFields) -> Result<Self, ScalarError> {
        let steps = [
            (24, fields.hours),
            (60, fields.minutes),
            (60, fields.seconds),
            (1000, fields.milliseconds),
            (1000, fields.microseconds),
            (1000, fields.nanoseconds),
        ];
        let sum = steps
            .into_iter()
            .try_fold(fields.days, |sum, (units, part)| sum.checked_mul(units)?.checked_add(part));
        let signed =
            sum.and_then(|sum| if fields.negative { sum.checked_neg() } else { Some(sum) });
        signed.map(Self::from_nanoseconds).ok_or_else(out_of_range)
    }

    /// Parses a timespan in one of the default formats.
    ///
    /// # Errors
    ///
    /// If none of them matches the string.
    pub fn parse(text: &str) -> Result<Self, ScalarError> {
        Self::parse_any(text, &DEFAULT_FORMATS)
    }

    /// Parses a timespan in the given format.
    ///
    /// # Errors
    ///
    /// If the format is invalid or does not match the string.
    pub fn parse_format(text: &str, format: &str) -> Result<Self, ScalarError> {
        TimespanFormat::new(format)?.parse(text)
    }

    /// Parses a timespan in the first format that matches.
    ///
    /// # Errors
    ///
    /// If no format matches, or a format is invalid.
    pub fn parse_any<S: AsRef<str>>(text: &str, formats: &[S]) -> Result<Self, ScalarError> {
        for format in formats {
            match Self::parse_format_of_list(text, format.as_ref())? {
                Some(timespan) => return Ok(timespan),
                None => continue,
            }
        }
        let names: Vec<&str> = formats.iter().map(AsRef::as_ref).collect();
        let names = names.join(", ");
        Err(ScalarError::argument(format!(
            "Unable to parse '{text}' using any of the formats {names}"
        )))
    }

    fn parse_format_of_list(text: &str, format: &str) -> Result<Option<Self>, ScalarError> {
        match TimespanFormat::new(format)?.parse(text) {
            Ok(timespan) => Ok(Some(timespan)),
            Err(error) if error.kind == ScalarErrorKind::Argument => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// # Properties
impl Timespan {
    /// The number of nanoseconds, with sign.
    pub const fn nanoseconds(self) -> i128 {
        self.nanoseconds
    }

    /// Whether the timespan is negative.
    pub const fn is_negative(self) -> bool {
        self.nanoseconds < 0
    }

    /// The number of seconds, rounded down.
    pub const fn to_integer(self) -> i128 {
        self.nanoseconds.div_euclid(NSECS_PER_SEC)
    }

    /// The number of seconds with fraction.
    pub fn to_float(self) -> f64 {
        ratio(self.nanoseconds, NSECS_PER_SEC)
    }

    /// Decomposes the timespan into fields.
    pub fn fields(self) -> TimespanFields {
        let total = self.magnitude();
        TimespanFields {
            negative: self.is_negative(),
            days: total / NSECS_PER_DAY,
            hours: total / NSECS_PER_HOUR % 24,
            minutes: total / NSECS_PER_MIN % 60,
            seconds: total / NSECS_PER_SEC % 60,
            milliseconds: total / NSECS_PER_MSEC % 1000,
            microseconds: total / 1000 % 1000,
            nanoseconds: total % 1000,
        }
    }

    /// The compact hash form: seconds, and the remaining nanoseconds (which the reference omits if
    /// zero). Both have the sign of the timespan.
    pub fn compact_fields(self) -> (i128, i128) {
        (self.nanoseconds / NSECS_PER_SEC, self.nanoseconds % NSECS_PER_SEC)
    }

    /// The string form in the given format.
    ///
    /// # Errors
    ///
    /// If the format is invalid.
    pub fn format(self, format: &str) -> Result<String, ScalarError> {
        TimespanFormat::new(format)?.format(self)
    }

    /// Compares with a number of seconds. Only the [whole seconds](Self::to_integer) of the
    /// timespan count, so that one and a half seconds equal `1`.
    pub fn compare_integer(self, seconds: i64) -> Ordering {
        self.to_integer().cmp(&i128::from(seconds))
    }

    /// Compares with a number of seconds with fraction; `None` for NaN.
    pub fn compare_float(self, seconds: f64) -> Option<Ordering> {
        self.to_float().partial_cmp(&seconds)
    }

    /// The number of nanoseconds without sign.
    const fn magnitude(self) -> i128 {
        self.nanoseconds.saturating_abs()
    }
}

/// Writes the first of the default formats.
impl fmt::Display for Timespan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TimespanFields { days, hours, minutes, seconds, .. } = self.fields();
        let sign = if self.is_negative() { "-" } else { "" };
        let fraction = format::without_trailing_zeroes(self.magnitude() % NSECS_PER_SEC);
        write!(f, "{sign}{days}-{hours:02}:{minutes:02}:{seconds:02}.{fraction}")
    }
}
