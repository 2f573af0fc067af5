//! `strftime` for `Time`, `Date` and `DateTime`.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Pow;

use super::civil::Civil;
use crate::core::numeric::ratio::Ratio;

pub(crate) const MONTHS: [&str; 12] = [
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

pub(crate) const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The values that directives show.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    pub(crate) civil: Civil,
    /// The year and week of ISO 8601.
    pub(crate) iso_week: (i64, i64),
    /// The fraction of a second.
    pub(crate) subsec: Ratio,
    /// The offset from UTC in seconds.
    pub(crate) offset: i64,
    /// The name of the zone.
    pub(crate) zone: String,
    /// The seconds since 1970.
    pub(crate) epoch: BigInt,
    /// Whether the offset of UTC is shown as `-0000` with the flag `-`.
    pub(crate) is_utc: bool,
    /// Whether the value is a `Date` or `DateTime`, which have more directives: `%Q` and `%+`.
    pub(crate) is_date: bool,
}

/// The maximum width of a field.
const WIDEST: usize = 65_535;

/// The flags and width between `%` and the letter of a directive.
#[derive(Debug, Clone, Copy, Default)]
struct Spec {
    /// The flag `-`: no padding.
    unpadded: bool,
    /// The padding character, if a flag selected one.
    pad: Option<char>,
    upcase: bool,
    swapcase: bool,
    colons: usize,
    width: Option<usize>,
}

/// Formats a time. The error is a field whose width exceeds the maximum.
pub(crate) fn strftime(format: &str, fields: &Fields) -> Result<String, String> {
    let mut out = String::with_capacity(format.len() * 2);
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        match parse_spec(&rest[1..]) {
            Some((spec, letter, length)) => {
                let text = &rest[..1 + length];
                rest = &rest[1 + length..];
                if spec.width.is_some_and(|width| width > WIDEST) {
                    return Err(text.to_owned());
                }
                if !directive(&mut out, fields, spec, letter)? {
                    out.push_str(text);
                }
            }
            None => {
                out.push('%');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// Parses the flags and the letter after `%`, and returns their length in bytes.
fn parse_spec(text: &str) -> Option<(Spec, char, usize)> {
    let mut spec = Spec::default();
    let mut modifier = None;
    for (index, c) in text.char_indices() {
        if spec.colons > 0 && !matches!(c, ':' | 'z') {
            return None;
        }
        match c {
            '-' if modifier.is_none() => spec.unpadded = true,
            '_' if modifier.is_none() => spec.pad = Some(' '),
            '0' if spec.width.is_none() && modifier.is_none() => spec.pad = Some('0'),
            '^' if modifier.is_none() => spec.upcase = true,
            '#' if modifier.is_none() => spec.swapcase = true,
            ':' if modifier.is_none() => spec.colons += 1,
            '0'..='9' if modifier.is_none() => {
                let digit = c.to_digit(10).unwrap_or(0) as usize;
                let width = spec.width.unwrap_or(0).saturating_mul(10).saturating_add(digit);
                spec.width = Some(width);
            }
            'E' | 'O' if modifier.is_none() => modifier = Some(c),
            _ => {
                let is_valid = match modifier {
                    None => true,
                    Some('E') => "cCxXyY".contains(c),
                    Some(_) => "deHkIlmMSuUVwWy".contains(c),
                };
                let is_valid = is_valid && (spec.colons == 0 || c == 'z');
                return is_valid.then_some((spec, c, index + c.len_utf8()));
            }
        }
    }
    None
}

/// Appends the result of one directive; returns false if the letter is unknown.
fn directive(out: &mut String, fields: &Fields, spec: Spec, letter: char) -> Result<bool, String> {
    let civil = &fields.civil;
    let year_width = |year: i64| if year < 0 { 5 } else { 4 };
    let hour12 = match civil.hour % 12 {
        0 => 12,
        hour => hour,
    };
    let mut number =
        |value: i64, width: usize, pad: char| push_number(out, spec, value, width, pad);
    match letter {
        'Y' => number(civil.year, year_width(civil.year), '0'),
        'C' => number(civil.year.div_euclid(100), 2, '0'),
        'y' => number(civil.year.rem_euclid(100), 2, '0'),
        'm' => number(civil.month, 2, '0'),
        'd' => number(civil.day, 2, '0'),
        'e' => number(civil.day, 2, ' '),
        'j' => number(civil.yearday, 3, '0'),
        'H' => number(civil.hour, 2, '0'),
        'k' => number(civil.hour, 2, ' '),
        'I' => number(hour12, 2, '0'),
        'l' => number(hour12, 2, ' '),
        'M' => number(civil.minute, 2, '0'),
        'S' => number(civil.second, 2, '0'),
        'u' => number(if civil.weekday == 0 { 7 } else { civil.weekday }, 1, '0'),
        'w' => number(civil.weekday, 1, '0'),
        'G' => number(fields.iso_week.0, year_width(fields.iso_week.0), '0'),
        'g' => number(fields.iso_week.0.rem_euclid(100), 2, '0'),
        'V' => number(fields.iso_week.1, 2, '0'),
        'U' => number((civil.yearday - 1 + 7 - civil.weekday) / 7, 2, '0'),
        'W' => number((civil.yearday - 1 + 7 - (civil.weekday + 6) % 7) / 7, 2, '0'),
        's' => push_digits(out, spec, &fields.epoch.to_string(), 1, '0'),
        'Q' if fields.is_date => {
            let seconds = Ratio::from_integer(fields.epoch.clone()).add(&fields.subsec);
            let thousand = Ratio::from_integer(1000.into());
            push_digits(out, spec, &seconds.mul(&thousand).floor().to_string(), 1, '0');
        }
        'B' => push_text(out, spec, name(&MONTHS, civil.month - 1)),
        'b' | 'h' => push_text(out, spec, &name(&MONTHS, civil.month - 1)[..3]),
        'A' => push_text(out, spec, name(&WEEKDAYS, civil.weekday)),
        'a' => push_text(out, spec, &name(&WEEKDAYS, civil.weekday)[..3]),
        'p' => {
            let text = if civil.hour < 12 { "AM" } else { "PM" };
            if spec.swapcase {
                push_padded(out, spec, &text.to_ascii_lowercase(), ' ');
            } else {
                push_text(out, spec, text);
            }
        }
        'P' => push_text(out, spec, if civil.hour < 12 { "am" } else { "pm" }),
        'Z' => {
            if spec.swapcase {
                push_padded(out, spec, &fields.zone.to_lowercase(), ' ');
            } else {
                push_text(out, spec, &fields.zone);
            }
        }
        'z' => push_offset(out, spec, fields),
        'L' => push_fraction(out, spec, fields, 3),
        'N' => push_fraction(out, spec, fields, 9),
        'n' => push_text(out, spec, "\n"),
        't' => push_text(out, spec, "\t"),
        '%' => push_text(out, spec, "%"),
        _ => {
            let format = match letter {
                'c' => "%a %b %e %H:%M:%S %Y",
                'D' | 'x' => "%m/%d/%y",
                'F' => "%Y-%m-%d",
                'T' | 'X' => "%H:%M:%S",
                'R' => "%H:%M",
                'r' => "%I:%M:%S %p",
                'v' => "%e-%^b-%Y",
                '+' if fields.is_date => "%a %b %e %H:%M:%S %Z %Y",
                _ => return Ok(false),
            };
            let text = strftime(format, fields)?;
            push_text(out, Spec { swapcase: false, ..spec }, &text);
        }
    }
    Ok(true)
}

fn name<'a>(names: &[&'a str], index: i64) -> &'a str {
    names.get(index as usize).copied().unwrap_or("???")
}

fn push_text(out: &mut String, spec: Spec, text: &str) {
    if spec.upcase || spec.swapcase {
        push_padded(out, spec, &text.to_uppercase(), ' ');
    } else {
        push_padded(out, spec, text, ' ');
    }
}

fn push_padded(out: &mut String, spec: Spec, text: &str, default: char) {
    if text.is_empty() {
        return;
    }
    let pad = spec.pad.unwrap_or(default);
    if let (false, Some(width)) = (spec.unpadded, spec.width) {
        out.extend(std::iter::repeat_n(pad, width.saturating_sub(text.chars().count())));
    }
    out.push_str(text);
}

fn push_number(out: &mut String, spec: Spec, value: i64, width: usize, pad: char) {
    push_digits(out, spec, &value.to_string(), width, pad);
}

/// Appends digits with padding; zeros go after a minus sign.
fn push_digits(out: &mut String, spec: Spec, digits: &str, width: usize, pad: char) {
    if spec.unpadded {
        out.push_str(digits);
        return;
    }
    let pad = spec.pad.unwrap_or(pad);
    let width = spec.width.unwrap_or(width);
    let missing = width.saturating_sub(digits.len());
    match digits.strip_prefix('-') {
        Some(positive) if pad == '0' => {
            out.push('-');
            out.extend(std::iter::repeat_n(pad, missing));
            out.push_str(positive);
        }
        _ => {
            out.extend(std::iter::repeat_n(pad, missing));
            out.push_str(digits);
        }
    }
}

/// Appends the digits of the fraction of a second; the width is their number.
fn push_fraction(out: &mut String, spec: Spec, fields: &Fields, default: usize) {
    let width = match spec.width {
        Some(width) if width > 0 => width,
        _ => default,
    };
    let unit = Pow::pow(BigInt::from(10), width as u64);
    let digits = (&fields.subsec.num * unit).div_floor(&fields.subsec.den).to_string();
    out.extend(std::iter::repeat_n('0', width.saturating_sub(digits.len())));
    out.push_str(&digits);
}

/// Appends an offset: `+0900`, with colons between its parts if the directive has some.
fn push_offset(out: &mut String, spec: Spec, fields: &Fields) {
    let offset = fields.offset;
    let size = offset.abs();
    let (hours, minutes, seconds) = (size / 3600, size / 60 % 60, size % 60);
    let tail = match spec.colons {
        0 => format!("{minutes:02}"),
        1 => format!(":{minutes:02}"),
        2 => format!(":{minutes:02}:{seconds:02}"),
        _ if seconds > 0 => format!(":{minutes:02}:{seconds:02}"),
        _ if minutes > 0 => format!(":{minutes:02}"),
        _ => String::new(),
    };
    let is_negative = offset < 0 || (fields.is_utc && spec.unpadded);
    let sign = if is_negative { '-' } else { '+' };
    let width = spec.width.unwrap_or(0).max(3 + tail.len());
    let hour_width = width - tail.len() - 1;
    match spec.pad {
        _ if fields.is_date && spec.unpadded && spec.width.is_none() => {
            out.push_str(&format!("{sign}{hours}{tail}"));
        }
        Some(' ') => {
            let signed = format!("{sign}{hours}");
            out.push_str(&format!("{signed:>width$}{tail}", width = hour_width + 1));
        }
        _ => out.push_str(&format!("{sign}{hours:0hour_width$}{tail}")),
    }
}
