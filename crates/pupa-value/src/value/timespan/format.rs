//! The format strings of timespans, for formatting and parsing.

mod parser;

use super::{
    NSECS_PER_DAY, NSECS_PER_HOUR, NSECS_PER_MIN, NSECS_PER_MSEC, NSECS_PER_SEC, Timespan,
    out_of_range,
};
use crate::text::length::{MAX_BYTES, too_long};
use crate::value::scalar_error::{ScalarError, ScalarErrorKind};
use parser::FormatParser;

/// The default formats for parsing; the first is also the default for formatting.
pub const DEFAULT_FORMATS: [&str; 8] = [
    "%D-%H:%M:%S.%-N",
    "%H:%M:%S.%-N",
    "%M:%S.%-N",
    "%S.%-N",
    "%D-%H:%M:%S",
    "%H:%M:%S",
    "%D-%H:%M",
    "%S",
];

/// The maximum repeat count in the regular expressions with which the reference parses timespans.
const MAX_REPEAT: u128 = 100_000;

/// The maximum width in the reference.
const MAX_WIDTH: u128 = 0x7fff_ffff;

/// A parsed format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimespanFormat {
    text: String,
    segments: Vec<Segment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Literal(String),
    Field(Field),
}

/// A field of a timespan and its notation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    unit: Unit,
    pad: Pad,
    width: Option<u128>,
    /// Whether it is the total timespan in this unit, not the remainder of larger units.
    total: bool,
}

/// The units in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanosecond,
    Millisecond,
    Second,
    Minute,
    Hour,
    Day,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pad {
    Zero,
    Space,
    None,
}

impl Unit {
    fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'D' => Self::Day,
            'H' => Self::Hour,
            'M' => Self::Minute,
            'S' => Self::Second,
            'L' => Self::Millisecond,
            'N' => Self::Nanosecond,
            _ => return None,
        })
    }

    fn default_width(self) -> u128 {
        match self {
            Self::Day => 1,
            Self::Hour | Self::Minute | Self::Second => 2,
            Self::Millisecond => 3,
            Self::Nanosecond => 9,
        }
    }

    /// The number of nanoseconds in the unit, and the number of units in the next larger one.
    fn size(self) -> (i128, Option<i128>) {
        match self {
            Self::Day => (NSECS_PER_DAY, None),
            Self::Hour => (NSECS_PER_HOUR, Some(24)),
            Self::Minute => (NSECS_PER_MIN, Some(60)),
            Self::Second => (NSECS_PER_SEC, Some(60)),
            Self::Millisecond => (NSECS_PER_MSEC, Some(1000)),
            Self::Nanosecond => (1, Some(NSECS_PER_SEC)),
        }
    }

    /// Whether the unit is written after a decimal point.
    fn is_fraction(self) -> bool {
        self <= Self::Millisecond
    }
}

impl TimespanFormat {
    /// Parses a format.
    ///
    /// # Errors
    ///
    /// `Bad format specifier '…' in '…', at position …`
    pub fn new(text: &str) -> Result<Self, ScalarError> {
        let mut segments = FormatParser::new(text).parse()?;
        mark_total(&mut segments);
        Ok(Self { text: text.to_owned(), segments })
    }

    /// Formats a timespan.
    ///
    /// # Errors
    ///
    /// `width too big`
    pub fn format(&self, timespan: Timespan) -> Result<String, ScalarError> {
        let mut text = String::from(if timespan.is_negative() { "-" } else { "" });
        for segment in &self.segments {
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
                Segment::Field(field) => field.write(&mut text, timespan.magnitude())?,
            }
        }
        Ok(text)
    }

    /// Parses a timespan.
    ///
    /// # Errors
    ///
    /// If the format does not match the string, or cannot be used for parsing.
    pub fn parse(&self, text: &str) -> Result<Timespan, ScalarError> {
        self.check_repeats()?;
        let groups = self.groups(text).ok_or_else(|| self.no_match(text))?;
        let mut nanoseconds: i128 = 0;
        for (field, group) in groups {
            let digits = group.trim_ascii_start();
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(self.no_match(text));
            }
            let part = field.nanoseconds(digits)?;
            nanoseconds = nanoseconds.checked_add(part).ok_or_else(out_of_range)?;
        }
        let sign = if text.starts_with('-') { -1 } else { 1 };
        Ok(Timespan::from_nanoseconds(nanoseconds * sign))
    }

    fn no_match(&self, text: &str) -> ScalarError {
        let format = &self.text;
        ScalarError::argument(format!("Unable to parse '{text}' using format '{format}'"))
    }

    /// The reference parses with a regular expression, which does not support every width.
    fn check_repeats(&self) -> Result<(), ScalarError> {
        let widths = self.segments.iter().filter_map(|segment| match segment {
            Segment::Field(field) => field.width.map(|width| (width, field.pad)),
            Segment::Literal(_) => None,
        });
        for (width, pad) in widths {
            let reason = if width > MAX_REPEAT {
                "too big number for repeat range"
            } else if width == 0 && pad == Pad::None {
                "upper is smaller than lower in repeat range"
            } else {
                continue;
            };
            return Err(ScalarError::new(
                ScalarErrorKind::Regexp,
                format!("{reason}: /{}/", self.pattern()),
            ));
        }
        Ok(())
    }

    /// The reference's regular expression, which its errors contain.
    fn pattern(&self) -> String {
        let segments = self.segments.iter().map(|segment| match segment {
            Segment::Literal(literal) => format!("({})", escape(literal)),
            Segment::Field(field) => field.pattern(),
        });
        format!(r"\A-?{}\z", segments.collect::<String>())
    }

    /// The text of each field, if the format matches.
    fn groups<'a>(&self, text: &'a str) -> Option<Vec<(&Field, &'a str)>> {
        let fits = self.matching_positions(text);
        let signless = text.strip_prefix('-').map(|_| 1);
        let mut at = signless.into_iter().chain([0]).find(|&start| fits[0][start])?;
        let mut groups = Vec::new();
        for (segment, fits_after) in self.segments.iter().zip(&fits[1..]) {
            let end = segment.matches(text.as_bytes(), at).find(|&(_, end)| fits_after[end])?;
            if let Segment::Field(field) = segment {
                groups.push((field, &text[end.0..end.1]));
            }
            at = end.1;
        }
        Some(groups)
    }

    /// For each segment, and for the end: the positions at which it and all following segments
    /// match up to the end of the string.
    fn matching_positions(&self, text: &str) -> Vec<Vec<bool>> {
        let mut after = vec![false; text.len() + 1];
        after[text.len()] = true;
        let mut fits = vec![after];
        for segment in self.segments.iter().rev() {
            let after = &fits[fits.len() - 1];
            let here = (0..=text.len())
                .map(|start| segment.matches(text.as_bytes(), start).any(|(_, end)| after[end]))
                .collect();
            fits.push(here);
        }
        fits.reverse();
        fits
    }
}

impl Segment {
    /// The possible matches of the segment at `start`, as start and end of its group, the preferred
    /// one first.
    fn matches<'a>(
        &'a self,
        text: &'a [u8],
        start: usize,
    ) -> Box<dyn Iterator<Item = (usize, usize)> + 'a> {
        match self {
            Self::Literal(literal) => {
                let found = text[start..].starts_with(literal.as_bytes());
                Box::new(found.then_some((start, start + literal.len())).into_iter())
            }
            Self::Field(field) => field.matches(text, start),
        }
    }
}

impl Field {
    fn matches<'a>(
        &self,
        text: &'a [u8],
        start: usize,
    ) -> Box<dyn Iterator<Item = (usize, usize)> + 'a> {
        let (least, most) = self.repeats();
        let spaces = self.pad == Pad::Space;
        // Blanks before a total are skipped; they are not part of the number.
        let skipped = if spaces && self.is_unbounded() { run(&text[start..], is_blank) } else { 0 };
        let start = start + skipped;
        let accepted = move |byte: &u8| {
            byte.is_ascii_digit() || (spaces && most != usize::MAX && is_blank(byte))
        };
        let length = run(&text[start..], accepted).min(most);
        Box::new((least..=length).rev().map(move |length| (start, start + length)))
    }

    fn is_unbounded(&self) -> bool {
        self.total && self.width.is_none()
    }

    /// The minimum and maximum number of characters.
    fn repeats(&self) -> (usize, usize) {
        let as_count = |width: u128| usize::try_from(width).unwrap_or(usize::MAX);
        match self.width {
            None if self.total => (1, usize::MAX),
            None => (1, as_count(self.unit.default_width())),
            Some(width) if self.pad == Pad::None => (1, as_count(width)),
            Some(width) => (as_count(width), as_count(width)),
        }
    }

    fn pattern(&self) -> String {
        let class = if self.pad == Pad::Space { r"[0-9\s]" } else { "[0-9]" };
        match self.width {
            None if self.total && self.pad == Pad::Space => r"\s*([0-9]+)".to_owned(),
            None if self.total => "([0-9]+)".to_owned(),
            None => format!("({class}{{1,{}}})", self.unit.default_width()),
            Some(width) if self.pad == Pad::None => format!("([0-9]{{1,{width}}})"),
            Some(width) => format!("({class}{{{width}}})"),
        }
    }

    /// The number of nanoseconds of the digits.
    fn nanoseconds(&self, digits: &str) -> Result<i128, ScalarError> {
        let fraction = self.unit.is_fraction();
        if fraction && self.total {
            return Err(ScalarError::argument(
                "Format specifiers %L and %N denotes fractions and must be used together with a \
                 specifier of higher magnitude",
            ));
        }
        let factor = if fraction {
            10_i128.pow(9_usize.saturating_sub(digits.len()) as u32)
        } else {
            self.unit.size().0
        };
        let number = digits.bytes().try_fold(0_i128, |number, digit| {
            number.checked_mul(10)?.checked_add(i128::from(digit - b'0'))
        });
        number.and_then(|number| number.checked_mul(factor)).ok_or_else(out_of_range)
    }

    fn write(&self, text: &mut String, magnitude: i128) -> Result<(), ScalarError> {
        let number = self.number(magnitude);
        let digits = if self.unit.is_fraction() && !self.total && self.pad != Pad::Zero {
            without_trailing_zeroes(number)
        } else {
            number.to_string()
        };
        let width = match self.pad {
            Pad::None => 0,
            Pad::Zero | Pad::Space => self.width.unwrap_or(self.unit.default_width()),
        };
        if width > MAX_WIDTH {
            return Err(ScalarError::argument("width too big"));
        }
        let width = usize::try_from(width).unwrap_or(usize::MAX);
        let padding = width.saturating_sub(digits.len());
        if text.len().saturating_add(padding) > MAX_BYTES {
            return Err(ScalarError::argument(too_long().message));
        }
        if self.unit.is_fraction() {
            text.push_str(&digits);
            text.extend(std::iter::repeat_n(' ', padding));
        } else {
            let pad = if self.pad == Pad::Zero { '0' } else { ' ' };
            text.extend(std::iter::repeat_n(pad, padding));
            text.push_str(&digits);
        }
        Ok(())
    }

    fn number(&self, magnitude: i128) -> i128 {
        let (size, count) = self.unit.size();
        let (size, count) = match (self.unit, self.width) {
            // A short %N drops digits on the right: %6N is in microseconds.
            (Unit::Nanosecond, Some(width)) if width < 9 => {
                let width = width as u32;
                (10_i128.pow(9 - width), Some(10_i128.pow(width)))
            }
            _ => (size, count),
        };
        match count {
            Some(count) if !self.total => magnitude / size % count,
            _ => magnitude / size,
        }
    }
}

/// The digits of a fraction in the reference's notation.
// Compat: trailing zeros are removed, and leading ones as well, since the reference converts the
// digits to an integer: 5 milliseconds and 500 milliseconds are both `.5`.
// Pinned by `quirk-timespans`.
pub(super) fn without_trailing_zeroes(number: i128) -> String {
    let digits = number.to_string();
    let short = digits.trim_end_matches('0');
    if short.is_empty() { "0".to_owned() } else { short.to_owned() }
}

/// Marks the first field with the largest unit as the total.
fn mark_total(segments: &mut [Segment]) {
    let mut largest: Option<&mut Field> = None;
    for segment in segments {
        if let Segment::Field(field) = segment
            && largest.as_ref().is_none_or(|largest| field.unit > largest.unit)
        {
            largest = Some(field);
        }
    }
    if let Some(field) = largest {
        field.total = true;
    }
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn run(text: &[u8], accepted: impl Fn(&u8) -> bool) -> usize {
    text.iter().take_while(|byte| accepted(byte)).count()
}

/// Escapes a literal for a regular expression.
fn escape(literal: &str) -> String {
    let mut escaped = String::new();
    for c in literal.chars() {
        match c {
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '\r' => escaped.push_str("\\r"),
            '\x0c' => escaped.push_str("\\f"),
            '\x0b' => escaped.push_str("\\v"),
            ' ' | '#' | '$' | '(' | ')' | '*' | '+' | '-' | '.' | '?' | '[' | '\\' | ']' | '^'
            | '{' | '|' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
