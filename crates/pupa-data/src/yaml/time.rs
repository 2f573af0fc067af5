//! Recognises dates and times. Puppet does not load them and rejects data that contains them.

/// The rest of a text that is parsed from its start.
#[derive(Clone, Copy)]
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    /// Parses a number of `least` to `most` digits.
    fn number(&mut self, least: usize, most: usize) -> Option<i64> {
        let count = self.0.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        if count < least {
            return None;
        }
        let (digits, rest) = self.0.split_at(count);
        self.0 = rest;
        Some(digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
    }

    /// Consumes the next character if it is one of `wanted`.
    fn take(&mut self, wanted: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        if !wanted.contains(first) {
            return None;
        }
        self.0 = rest;
        Some(*first)
    }

    fn skip_spaces(&mut self) -> usize {
        let count = self.0.iter().take_while(|byte| matches!(byte, b'\t'..=b'\r' | b' ')).count();
        self.0 = &self.0[count..];
        count
    }
}

/// The parts of a date and time.
struct Time {
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    offset_hours: i64,
    offset_minutes: i64,
}

/// Whether a text has the form of a date and time.
pub(super) fn looks_like_time(text: &str) -> bool {
    time(text).is_some()
}

/// Whether a text is a valid time for Ruby.
pub fn is_time(text: &str) -> bool {
    time(text).is_some_and(|time| {
        let Time { month, day, hour, minute, second, offset_hours, offset_minutes } = time;
        (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && (hour < 24 || hour == 24 && minute == 0 && second == 0)
            && minute < 60
            && second <= 60
            && offset_hours * 60 + offset_minutes < 24 * 60
    })
}

fn time(text: &str) -> Option<Time> {
    let mut rest = Input(text.as_bytes());
    rest.take(b"-");
    rest.number(4, 4)?;
    rest.take(b"-")?;
    let month = rest.number(1, 2)?;
    rest.take(b"-")?;
    let day = rest.number(1, 2)?;
    if rest.take(b"Tt").is_none() && rest.skip_spaces() == 0 {
        return None;
    }
    let hour = rest.number(1, 2)?;
    rest.take(b":")?;
    let minute = rest.number(2, 2)?;
    rest.take(b":")?;
    let second = rest.number(2, 2)?;
    if rest.take(b".").is_some() {
        while rest.number(1, 9).is_some() {}
    }
    let (offset_hours, offset_minutes) = zone(rest)?;
    Some(Time { month, day, hour, minute, second, offset_hours, offset_minutes })
}

/// Parses the time zone after the seconds; no time zone is UTC.
fn zone(mut rest: Input<'_>) -> Option<(i64, i64)> {
    if rest.0.is_empty() {
        return Some((0, 0));
    }
    rest.skip_spaces();
    if rest.take(b"Z").is_some() {
        return rest.0.is_empty().then_some((0, 0));
    }
    rest.take(b"+-")?;
    let hours = rest.number(1, 2)?;
    rest.take(b":");
    let minutes = rest.number(2, 2).unwrap_or(0);
    rest.0.is_empty().then_some((hours, minutes))
}

/// Whether a text has the form of a date.
pub(super) fn looks_like_date(text: &str) -> bool {
    date(text).is_some()
}

/// Whether a text is a valid date for Ruby.
pub fn is_date(text: &str) -> bool {
    date(text).is_some_and(|(year, month, day)| {
        // Ruby uses the Julian calendar up to 1582-10-04, and the Gregorian from 1582-10-15.
        let is_julian = (year, month, day) < (1582, 10, 5);
        if !is_julian && (year, month, day) < (1582, 10, 15) {
            return false;
        }
        let is_leap = year % 4 == 0 && (is_julian || year % 100 != 0 || year % 400 == 0);
        let last = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => 31,
        };
        (1..=12).contains(&month) && (1..=last).contains(&day)
    })
}

fn date(text: &str) -> Option<(i64, i64, i64)> {
    let mut rest = Input(text.as_bytes());
    let year = rest.number(4, 4)?;
    rest.take(b"-")?;
    let month = rest.number(1, 2)?;
    rest.take(b"-")?;
    let day = rest.number(1, 2)?;
    (rest.0.is_empty() && month <= 12 && day <= 31).then_some((year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for text in [
            "2001-12-14 21:59:43",
            "2001-12-14t21:59:43.10-05:00",
            "2001-12-14 21:59:43.10 -5",
            "2001-1-1   1:00:00   Z",
            "-2001-1-1T1:00:00.",
            "2001-99-99 99:99:99",
        ] {
            assert!(looks_like_time(text), "{text}");
        }
        for text in ["2001-12-14 21:59", "2001-12-14", "2001-12-14 21:59:43 +5:0", "2001-12-14 1"] {
            assert!(!looks_like_time(text), "{text}");
        }
        assert!(looks_like_date("2001-2-30") && !is_date("2001-2-30"));
        assert!(looks_like_date("2001-00-1") && !is_date("2001-00-1"));
        assert!(!looks_like_date("2001-13-01") && !looks_like_date("201-1-01"));
        assert!(is_date("2000-02-29") && !is_date("1900-02-29"));
        assert!(is_time("2001-12-14 24:00:00") && !is_time("2001-12-14 24:00:01"));
    }
}
