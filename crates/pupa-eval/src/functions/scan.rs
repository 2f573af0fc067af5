//! Reads values from text with a format, for `scanf`.
//!
//! The format is split into directives, each of which is matched at the start of the remaining
//! text. The patterns are those of Ruby's library `scanf`, since they determine the results.

use num_traits::ToPrimitive;
use pupa_value::Value;
use pupa_value::regexp::{RegexpOptions, escape};
use pupa_value::text::number::integer_from_text;
use pupa_value::value::Text;

use super::leading_number;
use super::pattern_cache::compiled;
use crate::stop::Outcome;

/// Returns the values that a format finds in a text.
pub(super) fn scan(data: &str, format: &str) -> Outcome<Vec<Value>> {
    let mut found = Vec::new();
    let mut rest = data;
    for directive in Directives(format) {
        let Some((text, behind)) = directive.find(rest)? else { break };
        if !directive.is_skipped
            && let Some(value) = directive.value(text)?
        {
            found.push(value);
        }
        rest = behind;
        if rest.is_empty() {
            break;
        }
    }
    Ok(found)
}

/// A directive of a format.
#[derive(Debug, Clone, PartialEq)]
struct Directive<'a> {
    /// White space precedes it.
    has_blank: bool,
    /// Whether the matched text is not returned.
    is_skipped: bool,
    /// The maximum number of characters, as written.
    width: Option<&'a str>,
    kind: Kind<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind<'a> {
    Decimal,
    Integer,
    Hexadecimal,
    Octal,
    Float,
    Word,
    Characters,
    /// A character class such as `[:alpha:]`.
    Named(&'a str),
    /// The content of brackets.
    Set(&'a str),
    Percent,
    /// Characters that must match literally.
    Literal(&'a str),
}

/// Splits a format into directives.
struct Directives<'a>(&'a str);

impl<'a> Iterator for Directives<'a> {
    type Item = Directive<'a>;

    fn next(&mut self) -> Option<Directive<'a>> {
        loop {
            let first = self.0.chars().next()?;
            if let Some((directive, rest)) = directive(self.0) {
                self.0 = rest;
                return Some(directive);
            }
            if first != '%' && !is_blank(first) {
                let end = self.0.find(|c| c == '%' || is_blank(c)).unwrap_or(self.0.len());
                let (literal, rest) = self.0.split_at(end);
                self.0 = rest;
                return Some(Directive {
                    has_blank: false,
                    is_skipped: false,
                    width: None,
                    kind: Kind::Literal(literal),
                });
            }
            // Blanks without a directive, and `%` without a known letter, are ignored.
            self.0 = &self.0[first.len_utf8()..];
        }
    }
}

/// Parses the directive at the start of a format; also returns the rest.
fn directive(format: &str) -> Option<(Directive<'_>, &str)> {
    let trimmed = format.trim_start_matches(is_blank);
    let behind = trimmed.strip_prefix('%')?;
    let has_blank = trimmed.len() < format.len();
    if let Some(rest) = behind.strip_prefix('%') {
        let kind = Kind::Percent;
        return Some((Directive { has_blank, is_skipped: false, width: None, kind }, rest));
    }
    let (is_skipped, behind) = match behind.strip_prefix('*') {
        Some(rest) => (true, rest),
        None => (false, behind),
    };
    let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
    let (width, behind) = behind.split_at(digits);
    let (kind, rest) = conversion(behind)?;
    // Compat: some letters in upper case are recognised, but count as literal text. Pinned by
    // `formats_fall_into_directives`.
    let kind = kind.unwrap_or(Kind::Literal(&format[..format.len() - rest.len()]));
    let width = Some(width).filter(|width| !width.is_empty());
    Some((Directive { has_blank, is_skipped, width, kind }, rest))
}

/// Parses the part after the width; the kind is `None` for letters that count as literal text.
fn conversion(text: &str) -> Option<(Option<Kind<'_>>, &str)> {
    let letter = text.chars().next()?;
    let rest = &text[letter.len_utf8()..];
    let kind = match letter {
        '[' => return set(text).map(|(kind, rest)| (Some(kind), rest)),
        'd' | 'u' => Kind::Decimal,
        'i' => Kind::Integer,
        'x' | 'X' => Kind::Hexadecimal,
        'o' => Kind::Octal,
        'a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G' => Kind::Float,
        's' => Kind::Word,
        'c' => Kind::Characters,
        'D' | 'U' | 'I' | 'O' | 'S' | 'C' => return Some((None, rest)),
        _ => return None,
    };
    Some((Some(kind), rest))
}

/// Parses `[…]` or `[[:name:]]`; also returns the rest.
fn set(text: &str) -> Option<(Kind<'_>, &str)> {
    let inner = text.strip_prefix('[')?;
    let (set, rest) = inner.split_once(']')?;
    let name = set.strip_prefix("[:").and_then(|name| name.strip_suffix(':'));
    match (name, rest.strip_prefix(']')) {
        (Some(name), Some(behind)) if is_name(name) => {
            let is_small = name.chars().all(|c| c.is_ascii_lowercase());
            let kind = if is_small { Kind::Named(&text[..set.len() + 3]) } else { Kind::Set(set) };
            Some((kind, behind))
        }
        _ => Some((Kind::Set(set), rest)),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Ruby's `\s`.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r')
}

impl Directive<'_> {
    /// Matches the directive at the start of a text; returns the matched text and the rest.
    fn find<'t>(&self, text: &'t str) -> Outcome<Option<(&'t str, &'t str)>> {
        let text = if self.keeps_blanks() { text } else { text.trim_start_matches(is_blank) };
        if let Kind::Literal(literal) = self.kind {
            return Ok(text.strip_prefix(literal).map(|behind| ("", behind)));
        }
        let pattern = Text::from(format!("\\A{}", self.pattern()));
        let options = RegexpOptions { multi_line: true, ..RegexpOptions::default() };
        let captures = compiled(&pattern, options)?.captures(text)?;
        Ok(captures.map(|captures| (captures.text(1).unwrap_or_default(), captures.after())))
    }

    /// Whether white space at the start of the text is significant.
    fn keeps_blanks(&self) -> bool {
        match self.kind {
            Kind::Characters => !self.has_blank,
            // Compat: not if the value is skipped.
            Kind::Named(_) | Kind::Set(_) => !self.is_skipped,
            _ => false,
        }
    }

    fn pattern(&self) -> String {
        match self.width {
            Some(width) => self.pattern_of_width(width),
            None => self.pattern_of_any_width(),
        }
    }

    fn pattern_of_any_width(&self) -> String {
        match self.kind {
            Kind::Decimal => r"([-+]?\d+)".to_owned(),
            Kind::Integer => r"([-+]?(?:0[0-7]+|0[Xx]\h+|[1-9]\d*))".to_owned(),
            Kind::Hexadecimal => r"([-+]?(?:0[Xx])?\h+)".to_owned(),
            Kind::Octal => "([-+]?[0-7]+)".to_owned(),
            Kind::Float => format!("({FLOAT})"),
            Kind::Word => r"(\S+)".to_owned(),
            Kind::Characters if self.has_blank => r"\s*(.)".to_owned(),
            Kind::Characters => "(.)".to_owned(),
            Kind::Named(class) => format!("({class}+)"),
            Kind::Set(set) => {
                let others = match set.strip_prefix('^') {
                    Some(others) => others.to_owned(),
                    None => format!("^{set}"),
                };
                format!(r"([{set}]+)(?=[{others}]|\z)")
            }
            Kind::Percent => r"(\s*%)".to_owned(),
            Kind::Literal(literal) => format!("({})", escape(literal)),
        }
    }

    fn pattern_of_width(&self, width: &str) -> String {
        let most = width.parse::<i64>().unwrap_or(i64::MAX);
        // The width that remains for digits after `used` other characters, if any.
        let left = |used: i64| (most > used).then_some(most - used);
        match self.kind {
            Kind::Decimal => alternatives(&[
                left(1).map(|left| format!(r"[-+]\d{{1,{left}}}")),
                Some(format!(r"\d{{1,{width}}}")),
            ]),
            Kind::Integer => alternatives(&[
                left(1).map(|left| format!(r"[1-9]\d{{1,{left}}}")),
                left(1).map(|left| format!("0[0-7]{{1,{left}}}")),
                left(2).map(|left| format!("[-+]0[0-7]{{1,{left}}}")),
                left(2).map(|left| format!(r"[-+][1-9]\d{{1,{left}}}")),
                left(2).map(|left| format!(r"0[Xx]\h{{1,{left}}}")),
                left(3).map(|left| format!(r"[-+]0[Xx]\h{{1,{left}}}")),
                Some(r"\d".to_owned()),
            ]),
            Kind::Hexadecimal => alternatives(&[
                left(3).map(|left| format!(r"[-+]0[Xx]\h{{1,{left}}}")),
                left(2).map(|left| format!(r"0[Xx]\h{{1,{left}}}")),
                left(1).map(|left| format!(r"[-+]\h{{1,{left}}}")),
                Some(format!(r"\h{{1,{most}}}")),
            ]),
            Kind::Octal => alternatives(&[
                Some(format!("[-+][0-7]{{1,{}}}", most.saturating_sub(1))),
                Some(format!("[0-7]{{1,{width}}}")),
            ]),
            Kind::Float => format!(r"(?={FLOAT})(\S{{1,{width}}})"),
            Kind::Word => format!(r"(\S{{1,{width}}})"),
            Kind::Characters => format!("(.{{1,{width}}})"),
            Kind::Named(class) => format!("({class}{{1,{width}}})"),
            Kind::Set(set) => format!("([{set}]{{1,{width}}})"),
            Kind::Percent | Kind::Literal(_) => self.pattern_of_any_width(),
        }
    }

    /// Converts the matched text to a value; `None` for literal characters.
    fn value(&self, text: &str) -> Outcome<Option<Value>> {
        Ok(Some(match self.kind {
            Kind::Decimal => Value::from_big(leading_number::integer(text, 10)),
            Kind::Integer => Value::from_big(integer_from_text(text)?),
            Kind::Hexadecimal => Value::from_big(leading_number::integer(text, 16)),
            Kind::Octal => Value::from_big(leading_number::integer(text, 8)),
            Kind::Float => Value::Float(float(text)),
            Kind::Word | Kind::Characters | Kind::Named(_) | Kind::Set(_) => Value::from(text),
            Kind::Percent | Kind::Literal(_) => return Ok(None),
        }))
    }
}

/// A floating point number without a group around it.
const FLOAT: &str = concat!(
    r"[-+]?(?:0[xX](?:\.\h+|\h+(?:\.\h*)?)[pP][-+]?\d+",
    r"|\d+(?![\d.])",
    r"|\d*\.\d*(?:[eE][-+]?\d+)?)"
);

fn alternatives(patterns: &[Option<String>]) -> String {
    let given: Vec<&str> = patterns.iter().flatten().map(String::as_str).collect();
    format!("({})", given.join("|"))
}

fn float(text: &str) -> f64 {
    if let Some(number) = hexadecimal_float(text).or_else(|| signed_hexadecimal(text)) {
        return number;
    }
    // Compat: an exponent directly behind the point counts when it has a sign.
    // Pinned by `scans_as_ruby_does`.
    match text.split_once('.') {
        Some((whole, behind))
            if matches!(behind.as_bytes(), [b'e' | b'E', b'-' | b'+', b'0'..=b'9', ..])
                && whole.ends_with(|c: char| c.is_ascii_digit()) =>
        {
            leading_number::float(&format!("{whole}{behind}"))
        }
        _ => leading_number::float(text),
    }
}

/// Parses `-0x1F`.
///
/// Compat: Ruby reads hexadecimal digits only behind a sign, and nothing when a fraction follows.
/// Pinned by `scans_as_ruby_does`.
fn signed_hexadecimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+'])?;
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))?;
    let behind = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit() || c == '_');
    if behind.len() == digits.len() || behind.starts_with('.') {
        return Some(0.0);
    }
    let number = leading_number::integer(digits, 16).to_f64().unwrap_or(f64::INFINITY);
    Some(if text.starts_with('-') { -number } else { number })
}

/// `0x1.8p3`
fn hexadecimal_float(text: &str) -> Option<f64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))?;
    let (mantissa, exponent) = digits.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_exponent =
        exponent.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit());
    if !has_exponent || !is_hex(whole) || !is_hex(fraction) {
        return None;
    }
    let to_float = |text: &str| leading_number::integer(text, 16).to_f64().unwrap_or(f64::INFINITY);
    let places = i32::try_from(fraction.len()).unwrap_or(i32::MAX);
    let mut number = to_float(whole);
    if places > 0 {
        number += to_float(fraction) / 16f64.powi(places);
    }
    let exponent = leading_number::integer(exponent, 10)
        .to_i32()
        .unwrap_or(if exponent.starts_with('-') { -4096 } else { 4096 });
    let exponent = exponent.clamp(-4096, 4096);
    // In two steps, so that neither factor overflows.
    let number = number * 2f64.powi(exponent / 4).powi(2) * 2f64.powi(exponent - exponent / 4 * 2);
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(data: &str, format: &str) -> String {
        scan(data, format).map_or_else(
            |stop| format!("{stop:?}"),
            |values| pupa_value::text::literal(&Value::from(values)),
        )
    }

    #[test]
    fn formats_fall_into_directives() {
        let kinds = |format| Directives(format).map(|d| d.kind).collect::<Vec<_>>();
        assert_eq!(kinds("x= %d%%"), [Kind::Literal("x="), Kind::Decimal, Kind::Percent]);
        assert_eq!(
            kinds("%[^:]:%3[[:alpha:]]"),
            [Kind::Set("^:"), Kind::Literal(":"), Kind::Named("[[:alpha:]]")]
        );
        assert_eq!(kinds(" %D %q"), [Kind::Literal(" %D"), Kind::Literal("q")]);
    }

    #[test]
    fn scans_as_ruby_does() {
        assert_eq!(found("10 20 30", "%d %d %d"), "[10, 20, 30]");
        assert_eq!(found("12abc", "%2d%s"), "[12, 'abc']");
        assert_eq!(found("1e3", "%f"), "[1.0]");
        assert_eq!(found("key:value", "%[^:]:%s"), "['key', 'value']");
        assert_eq!(found("0x1F 010 0b1", "%i %i %i"), "[31, 8]");
        assert_eq!(found("a b", "%c%c"), "['a', ' ']");
        assert_eq!(found("1 2", "%*d %d"), "[2]");
        assert_eq!(found("+0x1F -0x1. 0x1F", "%5f %5f %5f"), "[31.0, 0.0, 0.0]");
        assert_eq!(found("-0x1.8p1 5.e+2", "%f %f"), "[-3.0, 500.0]");
    }
}
