//! Parsing of times by format: Ruby's `strptime`.

use super::zone::{attoseconds, designator_length, is_space};

/// The fields of a parsed time.
///
/// Directives that the reference parses but ignores (weeks, days of the year and of the week,
/// seconds since the epoch) have no field.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ParsedTime {
    pub(super) year: Option<i128>,
    pub(super) month: Option<u32>,
    pub(super) day: Option<u32>,
    pub(super) hour: Option<u32>,
    pub(super) minute: Option<u32>,
    pub(super) second: Option<u32>,
    pub(super) fraction: Option<Fraction>,
    pub(super) zone: Option<String>,
    /// Whether the string continues after the end of the format.
    pub(super) has_leftover: bool,
    century: Option<i128>,
    afternoon: Option<bool>,
}

/// A fraction of a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    pub(super) is_negative: bool,
    pub(super) attoseconds: i128,
}

/// Parses a string; `None` if the format does not match its start.
pub(super) fn strptime(text: &str, format: &str) -> Option<ParsedTime> {
    let mut parser = Parser { text: text.as_bytes(), at: 0, parsed: ParsedTime::default() };
    parser.read(format.as_bytes())?;
    let mut parsed = parser.parsed;
    parsed.has_leftover = parser.at < text.len();
    if let (Some(century), Some(year)) = (parsed.century, parsed.year) {
        parsed.year = Some(year.saturating_add(century.saturating_mul(100)));
    }
    if let (Some(afternoon), Some(hour)) = (parsed.afternoon, parsed.hour) {
        parsed.hour = Some(hour % 12 + if afternoon { 12 } else { 0 });
    }
    Some(parsed)
}

const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The directives that parse digits. A directive that is followed by one of these, or by a digit,
/// parses no more digits than it needs.
const NUMERIC: &[u8] = b"CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy";

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    parsed: ParsedTime,
}

impl Parser<'_> {
    fn read(&mut self, format: &[u8]) -> Option<()> {
        let mut at = 0;
        while let Some(&c) = format.get(at) {
            if c == b'%' {
                at += self.directive(&format[at..])?;
            } else if is_space(c) {
                while self.text.get(self.at).is_some_and(|&byte| is_space(byte)) {
                    self.at += 1;
                }
                at += 1;
            } else {
                self.literal(c)?;
                at += 1;
            }
        }
        Some(())
    }

    /// Parses the field of the directive at the start of `format` and returns the directive's
    /// length.
    fn directive(&mut self, format: &[u8]) -> Option<usize> {
        let letter_at = match format.get(1..).unwrap_or_default() {
            [b'E', c, ..] if b"cCxXyY".contains(c) => 2,
            [b'O', c, ..] if b"deHImMSuUVwWy".contains(c) => 2,
            // The modifier modifies nothing, so the percent sign is literal.
            [b'E' | b'O', ..] => {
                self.literal(b'%')?;
                return Some(1);
            }
            [b':', b'z', ..] => 2,
            [b':', b':', b'z', ..] => 3,
            [b':', b':', b':', b'z', ..] => 4,
            [b':', ..] => return None,
            _ => 1,
        };
        let letter = format.get(letter_at).copied();
        let rest = format.get(letter_at + 1..).unwrap_or_default();
        match letter {
            Some(letter) => self.conversion(letter, is_numeric(rest))?,
            None => {
                // Compat: a percent sign at the end of the format skips another character, whatever
                // it is. Pinned by `quirk-percent-at-end-of-format`.
                self.literal(b'%')?;
                self.at += 1;
            }
        }
        Some(letter_at + 1)
    }

    /// `tight` if digits of the next directive may follow directly.
    fn conversion(&mut self, letter: u8, tight: bool) -> Option<()> {
        match letter {
            b'A' | b'a' => drop(self.name(&DAYS)?),
            b'B' | b'b' | b'h' => self.parsed.month = Some(self.name(&MONTHS)? as u32 + 1),
            b'C' => self.parsed.century = Some(self.digits(tight.then_some(2))?),
            b'c' => self.read(b"%a %b %e %H:%M:%S %Y")?,
            b'D' | b'x' => self.read(b"%m/%d/%y")?,
            b'd' | b'e' => self.parsed.day = Some(self.blank_padded(1, 31)?),
            b'F' => self.read(b"%Y-%m-%d")?,
            b'G' => drop(self.digits(tight.then_some(4))?),
            b'g' => drop(self.year_of_century()?),
            b'H' | b'k' => self.parsed.hour = Some(self.blank_padded(0, 24)?),
            b'I' | b'l' => self.parsed.hour = Some(self.blank_padded(1, 12)?),
            b'j' => drop(self.number(3, 1, 366)?),
            b'L' => self.fraction(tight.then_some(3))?,
            b'N' => self.fraction(tight.then_some(9))?,
            b'M' => self.parsed.minute = Some(self.number(2, 0, 59)?),
            b'm' => self.parsed.month = Some(self.number(2, 1, 12)?),
            b'n' | b't' => self.read(b" ")?,
            b'P' | b'p' => self.meridian()?,
            b'Q' | b's' => {
                self.sign(b"-");
                self.digits(None)?;
            }
            b'R' => self.read(b"%H:%M")?,
            b'r' => self.read(b"%I:%M:%S %p")?,
            b'S' => self.parsed.second = Some(self.number(2, 0, 60)?),
            b'T' | b'X' => self.read(b"%H:%M:%S")?,
            b'U' | b'W' => drop(self.number(2, 0, 53)?),
            b'u' => drop(self.number(1, 1, 7)?),
            b'V' => drop(self.number(2, 1, 53)?),
            b'v' => self.read(b"%e-%b-%Y")?,
            b'w' => drop(self.number(1, 0, 6)?),
            b'Y' => self.year(tight.then_some(4))?,
            b'y' => self.parsed.year = Some(self.year_of_century()?),
            b'Z' | b'z' => self.zone()?,
            b'%' => self.literal(b'%')?,
            b'+' => self.read(b"%a %b %e %H:%M:%S %Z %Y")?,
            other => {
                self.literal(b'%')?;
                self.literal(other)?;
            }
        }
        Some(())
    }

    fn literal(&mut self, c: u8) -> Option<()> {
        (self.text.get(self.at) == Some(&c)).then(|| self.at += 1)
    }

    /// Skips one of `signs`, if present, and returns whether it is a minus sign.
    fn sign(&mut self, signs: &[u8]) -> bool {
        let sign = self.text.get(self.at).filter(|&byte| signs.contains(byte));
        self.at += usize::from(sign.is_some());
        sign == Some(&b'-')
    }

    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The digits at the current position.
    fn digit_run(&mut self, width: Option<usize>) -> Option<&str> {
        let run = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = run.min(width.unwrap_or(usize::MAX));
        let start = self.at;
        self.at += length;
        std::str::from_utf8(self.text.get(start..self.at)?).ok().filter(|run| !run.is_empty())
    }

    /// A number; it saturates if it is out of range.
    fn digits(&mut self, width: Option<usize>) -> Option<i128> {
        let run = self.digit_run(width)?;
        Some(run.bytes().fold(0_i128, |number, digit| {
            number.saturating_mul(10).saturating_add(i128::from(digit - b'0'))
        }))
    }

    fn number(&mut self, width: usize, least: u32, most: u32) -> Option<u32> {
        let number = u32::try_from(self.digits(Some(width))?).ok()?;
        (least..=most).contains(&number).then_some(number)
    }

    fn blank_padded(&mut self, least: u32, most: u32) -> Option<u32> {
        let width = if self.literal(b' ').is_some() { 1 } else { 2 };
        self.number(width, least, most)
    }

    /// The index of the name at the current position, in full or as its first three letters.
    fn name(&mut self, names: &[&str]) -> Option<usize> {
        let rest = self.rest();
        let found = |name: &str| {
            let start = rest.get(..name.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        };
        let index = names
            .iter()
            .position(|name| found(name))
            .map(|index| (index, names[index].len()))
            .or_else(|| names.iter().position(|name| found(&name[..3])).map(|index| (index, 3)));
        let (index, length) = index?;
        self.at += length;
        Some(index)
    }

    fn meridian(&mut self) -> Option<()> {
        let names = [("am", false), ("pm", true), ("a.m.", false), ("p.m.", true)];
        let rest = self.rest();
        let (name, afternoon) = names.into_iter().find(|(name, _)| {
            rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        })?;
        self.at += name.len();
        self.parsed.afternoon = Some(afternoon);
        Some(())
    }

    fn fraction(&mut self, width: Option<usize>) -> Option<()> {
        let is_negative = self.sign(b"+-");
        let attoseconds = attoseconds(self.digit_run(width)?);
        self.parsed.fraction = Some(Fraction { is_negative, attoseconds });
        Some(())
    }

    fn year(&mut self, width: Option<usize>) -> Option<()> {
        let is_negative = self.sign(b"+-");
        let year = self.digits(width)?;
        self.parsed.year = Some(if is_negative { -year } else { year });
        Some(())
    }

    fn year_of_century(&mut self) -> Option<i128> {
        let year = self.number(2, 0, 99)?;
        self.parsed.century.get_or_insert(if year >= 69 { 19 } else { 20 });
        Some(year.into())
    }

    fn zone(&mut self) -> Option<()> {
        let length = designator_length(self.rest())?;
        let zone = self.rest().get(..length)?;
        self.parsed.zone = Some(String::from_utf8_lossy(zone).into_owned());
        self.at += length;
        Some(())
    }
}

/// Whether a format begins with a directive that parses digits, or with a digit.
fn is_numeric(format: &[u8]) -> bool {
    match format {
        [digit, ..] if digit.is_ascii_digit() => true,
        [b'%', b'E' | b'O', c, ..] | [b'%', c, ..] => NUMERIC.contains(c) || c.is_ascii_digit(),
        _ => false,
    }
}
