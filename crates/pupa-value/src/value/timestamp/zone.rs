//! Time zones: names and offsets in strings and arguments.

use super::zone_names::ZONES;
use crate::value::scalar_error::ScalarError;

/// The number of attoseconds in a second, the resolution of parsed fractions.
pub(super) const ATTOS_PER_SEC: i128 = 1_000_000_000_000_000_000;

/// The offset of a zone from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offset {
    pub(super) seconds: i128,
    /// The part below a second, with the sign of the offset.
    pub(super) attoseconds: i128,
    /// Whether it was written with a decimal point; such offsets are rounded differently.
    pub(super) is_fraction: bool,
}

impl Offset {
    pub(super) fn seconds(seconds: i128) -> Self {
        Self { seconds, attoseconds: 0, is_fraction: false }
    }

    /// The offset in whole minutes.
    // Compat: the reference rounds integers down, and the magnitude of fractions.
    fn minutes(self) -> i128 {
        if self.is_fraction { self.seconds / 60 } else { self.seconds.div_euclid(60) }
    }
}

/// The offset of a zone given by name or number.
///
/// `current` is the offset in seconds of the zone named `current`.
pub(super) fn utc_offset(zone: &str, current: i32) -> Result<Offset, ScalarError> {
    if zone.eq_ignore_ascii_case("current") {
        return Ok(Offset::seconds(current.into()));
    }
    let designator = designator_length(zone.as_bytes());
    designator
        .and_then(|length| offset_of(&zone[..length]))
        .ok_or_else(|| ScalarError::argument(format!("Illegal timezone '{zone}'")))
}

/// The offset in seconds, rounded to minutes, with which a time is formatted in a zone; `None` is
/// UTC itself, which is written with its name.
pub(super) fn display_offset(zone: &str, current: i32) -> Result<Option<i32>, ScalarError> {
    let text = if is_offset(zone.as_bytes()) {
        zone.to_owned()
    } else {
        let minutes = utc_offset(zone, current)?.minutes();
        let sign = if minutes < 0 { '-' } else { '+' };
        let minutes = minutes.abs();
        format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    };
    if text == "-00:00" {
        return Ok(None);
    }
    let bytes = text.as_bytes();
    if !is_offset(bytes) || bytes[4] > b'5' {
        return Err(ScalarError::argument(format!(
            "\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: \
             {text}"
        )));
    }
    let two_digits = |at: usize| i32::from(bytes[at] - b'0') * 10 + i32::from(bytes[at + 1] - b'0');
    let seconds = two_digits(1) * 3600 + two_digits(4) * 60;
    if seconds >= 86_400 {
        return Err(ScalarError::argument("utc_offset out of range"));
    }
    Ok(Some(if bytes[0] == b'-' { -seconds } else { seconds }))
}

/// Whether a string has the form `+HH:MM`.
fn is_offset(text: &[u8]) -> bool {
    matches!(
        text,
        [b'+' | b'-', a, b, b':', c, d] if [a, b, c, d].iter().all(|digit| digit.is_ascii_digit())
    )
}

/// The length of the zone designator at the start of a string.
pub(super) fn designator_length(text: &[u8]) -> Option<usize> {
    numeric_length(text).or_else(|| long_name_length(text)).or_else(|| short_name_length(text))
}

/// `+1`, `-01:30`, `+01:30:15`, `+1.5`, `UTC+1`
fn numeric_length(text: &[u8]) -> Option<usize> {
    let prefix = ["gmt", "utc", "ut", ""].into_iter().find(|prefix| starts_with(text, prefix))?;
    let mut at = prefix.len();
    if !matches!(text.get(at), Some(b'+' | b'-')) {
        return None;
    }
    at += 1;
    at += digits(&text[at..])?;
    if !matches!(text.get(at), Some(b',' | b'.' | b':')) {
        return Some(at);
    }
    let Some(length) = digits(&text[at + 1..]) else { return Some(at) };
    at += 1 + length;
    if text.get(at) != Some(&b':') {
        return Some(at);
    }
    Some(digits(&text[at + 1..]).map_or(at, |length| at + 1 + length))
}

/// `Eastern Standard Time`
fn long_name_length(text: &[u8]) -> Option<usize> {
    let name = run(text, |byte| byte.is_ascii_alphabetic() || byte == b'.' || is_space(byte));
    (1..=name).rev().find_map(|start| {
        let rest = &text[start..];
        if !starts_with(rest, "standard") && !starts_with(rest, "daylight") {
            return None;
        }
        let blanks = run(&rest[8..], is_space);
        let time = start + 8 + blanks;
        let end = time + 4;
        (blanks > 0 && starts_with(&text[time..], "time") && !is_word(text.get(end))).then_some(end)
    })
}

/// `CET`, `CET dst`
fn short_name_length(text: &[u8]) -> Option<usize> {
    let name = run(text, |byte| byte.is_ascii_alphabetic());
    if name == 0 {
        return None;
    }
    let blanks = run(&text[name..], is_space);
    let dst = name + blanks;
    if blanks > 0 && starts_with(&text[dst..], "dst") && !is_word(text.get(dst + 3)) {
        return Some(dst + 3);
    }
    (!is_word(text.get(name))).then_some(name)
}

/// The offset of a designator, if it is known.
fn offset_of(designator: &str) -> Option<Offset> {
    let lower = designator.to_ascii_lowercase();
    let (name, summer) = split_season(&lower);
    let name = shrink_blanks(name);
    if let Ok(index) = ZONES.binary_search_by_key(&name.as_str(), |(name, _)| name) {
        let hour = if summer { 3600 } else { 0 };
        return Some(Offset::seconds(i128::from(ZONES[index].1 + hour)));
    }
    let number = name.strip_prefix("gmt").or(name.strip_prefix("utc")).unwrap_or(&name);
    match number.as_bytes().first()? {
        b'+' => Some(numeric_offset(&number[1..])),
        b'-' => {
            let Offset { seconds, attoseconds, is_fraction } = numeric_offset(&number[1..]);
            Some(Offset { seconds: -seconds, attoseconds: -attoseconds, is_fraction })
        }
        _ => None,
    }
}

/// The name without its suffix for standard or summer time, and whether it is summer time.
fn split_season(name: &str) -> (&str, bool) {
    if let Some(rest) = strip_word(name, "time") {
        if let Some(rest) = strip_word(rest, "standard") {
            return (rest, false);
        }
        if let Some(rest) = strip_word(rest, "daylight") {
            return (rest, true);
        }
    }
    strip_word(name, "dst").map_or((name, false), |rest| (rest, true))
}

/// The text before a final word and the blanks that precede it.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_suffix(word)?;
    let trimmed = rest.trim_end_matches(|c: char| c.is_ascii() && is_space(c as u8));
    (trimmed.len() < rest.len()).then_some(trimmed)
}

/// Replaces runs of blanks by single spaces.
// Compat: blanks other than spaces are replaced only if the string becomes shorter.
fn shrink_blanks(text: &str) -> String {
    let mut shrunk = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.chars() {
        if c.is_ascii() && is_space(c as u8) {
            blank = true;
            continue;
        }
        if blank {
            shrunk.push(' ');
            blank = false;
        }
        shrunk.push(c);
    }
    if shrunk.len() < text.len() { shrunk } else { text.to_owned() }
}

/// The offset of `1`, `0130`, `1:30`, `1:30:15`, `1.5`.
// Compat: numbers that exceed 64 bits become -1 and sums wrap around, as in the reference.
// Pinned by `quirk-offsets-beyond-64-bits`.
fn numeric_offset(text: &str) -> Offset {
    let separator = text.find([':', ',', '.']).map(|at| (at, text.as_bytes()[at]));
    let (hours, minutes, seconds) = match separator {
        Some((at, b':')) => {
            let mut rest = text[at + 1..].split(':');
            let minutes = number(rest.next().unwrap_or_default());
            (number(&text[..at]), minutes, number(rest.next().unwrap_or_default()))
        }
        Some((at, _)) => return fractional_offset(number(&text[..at]), &text[at + 1..]),
        None if text.len() > 2 => {
            let part = |from: usize| number(text.get(from..from + 2).unwrap_or_default());
            let hour_digits = 2 - text.len() % 2;
            (number(&text[..hour_digits]), part(hour_digits), part(hour_digits + 2))
        }
        None => (number(text), 0, 0),
    };
    let sum = seconds.wrapping_add(minutes.wrapping_mul(60)).wrapping_add(hours.wrapping_mul(3600));
    Offset::seconds(i128::from(sum))
}

fn fractional_offset(hours: i64, rest: &str) -> Offset {
    let digits = &rest[..run(rest.as_bytes(), |byte| byte.is_ascii_digit())];
    let attoseconds = attoseconds(digits) * 3600;
    Offset {
        seconds: i128::from(hours.wrapping_mul(3600)) + attoseconds / ATTOS_PER_SEC,
        attoseconds: attoseconds % ATTOS_PER_SEC,
        is_fraction: true,
    }
}

/// The digits after a decimal point in attoseconds, truncated.
pub(super) fn attoseconds(digits: &str) -> i128 {
    let fine = digits.bytes().take(18).fold(0, |sum, digit| sum * 10 + i128::from(digit - b'0'));
    fine * 10_i128.pow(18_usize.saturating_sub(digits.len()) as u32)
}

fn number(digits: &str) -> i64 {
    let value = digits.bytes().try_fold(0_u64, |sum, digit| {
        sum.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0')))
    });
    value.unwrap_or(u64::MAX) as i64
}

fn starts_with(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

fn digits(text: &[u8]) -> Option<usize> {
    let length = run(text, |byte| byte.is_ascii_digit());
    (length > 0).then_some(length)
}

fn run(text: &[u8], accepted: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&byte| accepted(byte)).count()
}

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(ZONES.is_sorted_by_key(|(name, _)| name));
    }

    #[test]
    fn offsets() {
        let seconds = |zone| utc_offset(zone, 7).map(|offset| offset.seconds).ok();
        assert_eq!(seconds("CET"), Some(3600));
        assert_eq!(seconds("est DST"), Some(-14_400));
        assert_eq!(seconds("SA  Eastern Standard Time"), Some(-10_800));
        assert_eq!(seconds("utc-01:30"), Some(-5400));
        assert_eq!(seconds("+12345"), Some(5025));
        assert_eq!(seconds("+1:99999999999999999999"), Some(3540));
        assert_eq!(seconds("-1.5"), Some(-5400));
        assert_eq!(seconds("Current"), Some(7));
        assert_eq!(seconds("ut+5"), None);
        assert_eq!(seconds("EST5"), None);
        assert_eq!(seconds("é"), None);
    }

    #[test]
    fn display_offsets_are_rounded_to_minutes() {
        assert_eq!(display_offset("-00:30:30", 0), Ok(Some(-31 * 60)));
        assert_eq!(display_offset("-1.123", 0), Ok(Some(-67 * 60)));
        assert_eq!(display_offset("-00:00", 0), Ok(None));
        assert_eq!(display_offset("+25", 0).unwrap_err().message, "utc_offset out of range");
        assert!(display_offset("+99:99", 0).unwrap_err().message.ends_with("utc_offset: +99:99"));
        assert!(display_offset("+100", 0).is_ok());
        assert!(display_offset("+100:00", 0).is_err());
    }
}
