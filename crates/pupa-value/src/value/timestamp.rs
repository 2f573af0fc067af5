//! `Timestamp`: a point in time, in nanoseconds since 1970 UTC.

mod civil;
mod local_time;
mod strptime;
#[cfg(test)]
mod tests;
mod zone;
mod zone_names;

use std::cmp::Ordering;
use std::fmt;

use civil::{DAY, date_of, days_since_epoch};
use local_time::LocalTime;
use strptime::{Fraction, ParsedTime, strptime};
use zone::{ATTOS_PER_SEC, Offset, display_offset, utc_offset};

use super::scalar_error::{ScalarError, ScalarErrorKind};
use super::timespan::{NSECS_PER_SEC, Timespan, float_seconds, out_of_range, ratio};

/// The default formats for parsing without a time zone.
pub const DEFAULT_FORMATS: [&str; 10] = [
    "%FT%T.%N %Z",
    "%FT%T %Z",
    "%F %T.%N %Z",
    "%F %T %Z",
    "%F %Z",
    "%FT%T.%N",
    "%FT%T",
    "%F %T.%N",
    "%F %T",
    "%F",
];

/// The default formats for parsing with a time zone.
pub const DEFAULT_FORMATS_WITHOUT_ZONE: [&str; 5] =
    ["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

const ATTOS_PER_NSEC: i128 = ATTOS_PER_SEC / NSECS_PER_SEC;

/// A point in time.
///
/// ```
/// # use pupa_value::value::timestamp::{Formats, Timestamp};
/// let time = Timestamp::parse("2020-01-02T03:04:05 CET", Formats::Default, None, 0)?;
/// assert_eq!(time.to_string(), "2020-01-02T02:04:05.000000000 UTC");
/// assert_eq!(time.format("%R %Z", None, 0)?, "02:04 UTC");
/// # Ok::<(), pupa_value::value::scalar_error::ScalarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    nanoseconds: i128,
}

/// The formats for parsing a timestamp.
#[derive(Debug, Clone, Copy)]
pub enum Formats<'a> {
    /// The default formats.
    Default,
    /// A single format.
    One(&'a str),
    /// The first format that matches.
    Any(&'a [&'a str]),
}

/// # Construction
impl Timestamp {
    /// The start of 1970.
    pub const EPOCH: Self = Self::from_nanoseconds(0);

    /// Creates a timestamp from nanoseconds since 1970 UTC.
    pub const fn from_nanoseconds(nanoseconds: i128) -> Self {
        Self { nanoseconds }
    }

    /// Creates a timestamp from seconds since 1970 UTC.
    pub fn from_seconds(seconds: i64) -> Self {
        Self::from_nanoseconds(i128::from(seconds) * NSECS_PER_SEC)
    }

    /// Creates a timestamp from seconds since 1970 UTC, truncated to nanoseconds.
    ///
    /// # Errors
    ///
    /// If `seconds` is not finite or out of range.
    pub fn from_float_seconds(seconds: f64) -> Result<Self, ScalarError> {
        float_seconds(seconds).map(Self::from_nanoseconds)
    }

    /// Parses a timestamp, with the directives of Ruby's `strptime`.
    ///
    /// `timezone` is the third argument of `Timestamp.new`; it and a zone in the string are
    /// mutually exclusive. The zone `current` is the local zone, whose offset from UTC in seconds
    /// is `current`.
    ///
    /// # Errors
    ///
    /// If no format matches, the zone is unknown, the string has no year (kind
    /// [`Type`](ScalarErrorKind::Type)), or its fields are inconsistent.
    pub fn parse(
        text: &str,
        formats: Formats<'_>,
        timezone: Option<&str>,
        current: i32,
    ) -> Result<Self, ScalarError> {
        let timezone = timezone.filter(|zone| !zone.is_empty());
        let parsed = match formats {
            Formats::Default if timezone.is_some() => {
                read_any(text, &DEFAULT_FORMATS_WITHOUT_ZONE, timezone)?
            }
            Formats::Default => read_any(text, &DEFAULT_FORMATS, timezone)?,
            Formats::Any(formats) => read_any(text, formats, timezone)?,
            Formats::One(format) => read_one(text, format, timezone)?,
        };
        let (seconds, attoseconds) = utc_fields(&parsed)?;
        let offset = match timezone.or(parsed.zone.as_deref()) {
            Some(zone) => utc_offset(zone, current)?,
            None => Offset::seconds(0),
        };
        let seconds = seconds.checked_sub(offset.seconds).ok_or_else(out_of_range)?;
        let fraction = (attoseconds - offset.attoseconds).div_euclid(ATTOS_PER_NSEC);
        let nanoseconds = seconds.checked_mul(NSECS_PER_SEC).and_then(|n| n.checked_add(fraction));
        in_range(nanoseconds)
    }
}

/// # Properties
impl Timestamp {
    /// The nanoseconds since 1970 UTC.
    pub const fn nanoseconds(self) -> i128 {
        self.nanoseconds
    }

    /// The seconds since 1970 UTC, rounded down.
    pub const fn to_integer(self) -> i128 {
        self.nanoseconds.div_euclid(NSECS_PER_SEC)
    }

    /// The seconds since 1970 UTC with fraction.
    pub fn to_float(self) -> f64 {
        ratio(self.nanoseconds, NSECS_PER_SEC)
    }

    /// The string form with the directives of Ruby's `strftime`, in UTC or in a time zone; see
    /// [`parse`](Self::parse) for the zone `current`.
    ///
    /// # Errors
    ///
    /// If the format ends within a directive, the zone is unknown, or the year is out of the range
    /// of formatting.
    pub fn format(
        self,
        format: &str,
        timezone: Option<&str>,
        current: i32,
    ) -> Result<String, ScalarError> {
        let offset = match timezone.filter(|zone| !zone.is_empty()) {
            Some(zone) => display_offset(zone, current)?,
            None => None,
        };
        let time = LocalTime::new(self, offset)?;
        strftime::string::strftime(&time, format).map_err(|error| match error {
            strftime::Error::InvalidFormatString => {
                ScalarError::argument(format!("invalid format: {format}"))
            }
            error => ScalarError::argument(error.to_string()),
        })
    }

    /// Compares with a number of seconds since 1970. Only the [whole seconds](Self::to_integer) of
    /// the timestamp count.
    pub fn compare_integer(self, seconds: i64) -> Ordering {
        self.to_integer().cmp(&i128::from(seconds))
    }

    /// Compares with a number of seconds with fraction since 1970; `None` for NaN.
    pub fn compare_float(self, seconds: f64) -> Option<Ordering> {
        self.to_float().partial_cmp(&seconds)
    }
}

/// # Arithmetic
///
/// Numbers are converted to timespans first. [`rejected`](super::timespan::operand_errors) has the errors
/// for other operands.
impl Timestamp {
    /// The timestamp plus a timespan.
    ///
    /// # Errors
    ///
    /// If the sum is out of range.
    pub fn checked_add(self, timespan: Timespan) -> Result<Self, ScalarError> {
        in_range(self.nanoseconds.checked_add(timespan.nanoseconds()))
    }

    /// The timestamp minus a timespan.
    ///
    /// # Errors
    ///
    /// If the difference is out of range.
    pub fn checked_sub(self, timespan: Timespan) -> Result<Self, ScalarError> {
        in_range(self.nanoseconds.checked_sub(timespan.nanoseconds()))
    }

    /// The time since another timestamp.
    ///
    /// # Errors
    ///
    /// If the difference is out of range.
    pub fn since(self, other: Self) -> Result<Timespan, ScalarError> {
        let difference = self.nanoseconds.checked_sub(other.nanoseconds);
        difference.map(Timespan::from_nanoseconds).ok_or_else(out_of_range)
    }
}

/// Writes the first of the default formats, in UTC.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.to_integer();
        let date = date_of(seconds.div_euclid(DAY));
        let sign = if date.year < 0 { "-" } else { "" };
        let (year, month, day) = (date.year.unsigned_abs(), date.month, date.day);
        let second = seconds.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let nanosecond = self.nanoseconds.rem_euclid(NSECS_PER_SEC);
        write!(f, "{sign}{year:04}-{month:02}-{day:02}T")?;
        write!(f, "{hour:02}:{minute:02}:{second:02}.{nanosecond:09} UTC")
    }
}

fn in_range(nanoseconds: Option<i128>) -> Result<Timestamp, ScalarError> {
    nanoseconds.map(Timestamp::from_nanoseconds).ok_or_else(out_of_range)
}

fn read_any(
    text: &str,
    formats: &[&str],
    timezone: Option<&str>,
) -> Result<ParsedTime, ScalarError> {
    let read = |format: &&str| {
        let parsed = strptime(text, format)?;
        let rejected = parsed.has_leftover || (timezone.is_some() && parsed.zone.is_some());
        (!rejected).then_some(parsed)
    };
    formats.iter().find_map(read).ok_or_else(|| {
        let formats = formats.join(", ");
        ScalarError::argument(format!(
            "Unable to parse '{text}' using any of the formats {formats}"
        ))
    })
}

fn read_one(text: &str, format: &str, timezone: Option<&str>) -> Result<ParsedTime, ScalarError> {
    let parsed = strptime(text, format).filter(|parsed| !parsed.has_leftover).ok_or_else(|| {
        ScalarError::argument(format!("Unable to parse '{text}' using format '{format}'"))
    })?;
    if timezone.is_some() && parsed.zone.is_some() {
        return Err(ScalarError::argument(
            "Using a Timezone designator in format specification is mutually exclusive to \
             providing an explicit timezone argument",
        ));
    }
    Ok(parsed)
}

/// The seconds and attoseconds since 1970 of a parsed time, taken as UTC.
fn utc_fields(parsed: &ParsedTime) -> Result<(i128, i128), ScalarError> {
    let Some(year) = parsed.year else {
        let message = "no implicit conversion of nil into Integer";
        return Err(ScalarError::new(ScalarErrorKind::Type, message));
    };
    let hour = parsed.hour.unwrap_or(0);
    let minute = parsed.minute.unwrap_or(0);
    let second = parsed.second.unwrap_or(0);
    if hour == 24 && minute > 0 {
        return Err(ScalarError::argument("min out of range"));
    }
    if hour == 24 && second > 0 {
        return Err(ScalarError::argument("sec out of range"));
    }
    let attoseconds = match parsed.fraction {
        Some(Fraction { is_negative: true, attoseconds }) if attoseconds > 0 => {
            return Err(ScalarError::argument("subsecx out of range"));
        }
        Some(Fraction { attoseconds, .. }) => attoseconds,
        None => 0,
    };
    let days = days_since_epoch(year, parsed.month.unwrap_or(1), parsed.day.unwrap_or(1));
    let seconds_of_day = i128::from(hour * 3600 + minute * 60 + second);
    days.and_then(|days| days.checked_mul(DAY))
        .and_then(|seconds| seconds.checked_add(seconds_of_day))
        .map(|seconds| (seconds, attoseconds))
        .ok_or_else(out_of_range)
}
