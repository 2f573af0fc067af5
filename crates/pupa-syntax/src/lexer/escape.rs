//! Replaces escapes in strings and heredoc text.
//!
//! The reference replaces Unicode escapes first, in passes over the whole text, and then the other
//! escapes. This module does the same, since the result differs for unusual input: a backslash from
//! `\u005c` takes part in the second step.

use crate::diagnostic::Diagnostic;
use crate::issues::lexical as issues;

/// The escapes of a kind of string.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Escapes {
    pub(super) backslash: bool,
    pub(super) dollar: bool,
    pub(super) quotes: bool,
    pub(super) carriage_return: bool,
    pub(super) newline: bool,
    pub(super) tab: bool,
    pub(super) space: bool,
    pub(super) unicode: bool,
    pub(super) line_break: bool,
    /// Whether unknown escapes cause warnings.
    pub(super) warns: bool,
}

impl Escapes {
    /// Those of double-quoted strings.
    pub(super) const DOUBLE_QUOTED: Escapes = Escapes {
        backslash: true,
        dollar: true,
        quotes: true,
        carriage_return: true,
        newline: true,
        tab: true,
        space: true,
        unicode: true,
        line_break: true,
        warns: true,
    };

    /// Returns the replacement of an escape; `None` for unknown escapes.
    fn replacement(self, escape: &str) -> Option<&str> {
        let known = match escape {
            "\\" => (self.backslash, "\\"),
            "$" => (self.dollar, "$"),
            "'" | "\"" => (self.quotes, escape),
            "r" => (self.carriage_return, "\r"),
            "n" => (self.newline, "\n"),
            "t" => (self.tab, "\t"),
            "s" => (self.space, " "),
            "\n" | "\r\n" => (self.line_break, ""),
            _ => (false, ""),
        };
        known.0.then_some(known.1)
    }
}

/// An error in an escape, with the offset of the escape in the text.
pub(super) struct EscapeError {
    pub(super) diagnostic: Diagnostic,
    pub(super) offset: usize,
    pub(super) is_error: bool,
}

/// Replaces `\\` and `\'`, the escapes of single-quoted strings.
pub(super) fn unescape_single_quoted(text: &str, made: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        made.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.as_bytes().first() {
            Some(b'\\') => made.push('\\'),
            Some(b'\'') => made.push('\''),
            _ => {
                made.push('\\');
                continue;
            }
        }
        rest = &rest[1..];
    }
    made.push_str(rest);
}

/// Replaces the escapes in a range of text. The diagnostics have no location yet.
pub(super) fn unescape(
    text: &str,
    escapes: Escapes,
    made: &mut String,
    problems: &mut Vec<EscapeError>,
) {
    let with_unicode;
    let mut text = text;
    if escapes.unicode && text.contains("\\u") {
        match unicode_escapes(text) {
            Ok(replaced) => {
                with_unicode = replaced;
                text = &with_unicode;
            }
            Err(offset) => problems.push(EscapeError {
                diagnostic: issues::illegal_unicode_escape()
                    .severity(crate::diagnostic::Severity::Error),
                offset,
                is_error: true,
            }),
        }
    }
    simple_escapes(text, escapes, made, problems);
}

fn simple_escapes(
    text: &str,
    escapes: Escapes,
    made: &mut String,
    problems: &mut Vec<EscapeError>,
) {
    let mut rest = text;
    while let Some(backslash) = rest.find('\\') {
        made.push_str(&rest[..backslash]);
        let offset = text.len() - rest.len() + backslash;
        rest = &rest[backslash + 1..];
        let Some(escape) = escaped(rest) else {
            made.push('\\');
            continue;
        };
        rest = &rest[escape.len()..];
        if let Some(replacement) = escapes.replacement(escape) {
            made.push_str(replacement);
            continue;
        }
        made.push('\\');
        made.push_str(escape);
        if escape == "u" && escapes.unicode {
            let diagnostic = issues::illegal_unicode_escape();
            problems.push(EscapeError { diagnostic, offset, is_error: false });
        } else if escapes.warns {
            let diagnostic = issues::unrecognized_escape(escape)
                .help(format!("write `\\\\{escape}` to keep the backslash"));
            problems.push(EscapeError { diagnostic, offset, is_error: false });
        }
    }
    made.push_str(rest);
}

/// Returns the character or line break after a backslash. A single carriage return does not count.
fn escaped(rest: &str) -> Option<&str> {
    let c = rest.chars().next()?;
    match c {
        '\r' if rest.starts_with("\r\n") => Some(&rest[..2]),
        '\r' => None,
        _ => Some(&rest[..c.len_utf8()]),
    }
}

/// Replaces `\u0041` and `\u{41}`, in passes until nothing changes. An escape must be preceded by
/// an even number of backslashes; within a pass, a character other than a backslash must separate
/// it from the previous escape.
///
/// # Errors
/// The offset of an escape that is not a character.
fn unicode_escapes(text: &str) -> Result<String, usize> {
    let mut text = text.to_owned();
    loop {
        let (replaced, changed) = unicode_pass(&text)?;
        text = replaced;
        if !changed {
            return Ok(text);
        }
    }
}

fn unicode_pass(text: &str) -> Result<(String, bool), usize> {
    let bytes = text.as_bytes();
    let mut result = String::with_capacity(text.len());
    let (mut from, mut copied, mut changed) = (0, 0, false);
    while let Some(found) = text[from..].find("\\u") {
        let backslash = from + found;
        let run = bytes[..backslash].iter().rev().take_while(|&&byte| byte == b'\\').count();
        let run_start = backslash - run;
        // The text before these backslashes must not belong to the escape that was just replaced.
        let anchored = run_start > copied || is_line_start(bytes, run_start);
        match hex_digits(&text[backslash + 2..]) {
            Some((digits, len)) if run % 2 == 0 && run_start >= copied && anchored => {
                let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                result.push_str(&text[copied..backslash]);
                result.push(c.ok_or(backslash)?);
                copied = backslash + 2 + len;
                from = copied;
                changed = true;
            }
            _ => from = backslash + 2,
        }
    }
    result.push_str(&text[copied..]);
    Ok((result, changed))
}

fn is_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || bytes[at - 1] == b'\n'
}

/// Parses four digits, or one to six in braces; also returns their length.
fn hex_digits(rest: &str) -> Option<(&str, usize)> {
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(digits) = rest.get(..4).filter(|digits| is_hex(digits)) {
        return Some((digits, 4));
    }
    let inner = rest.strip_prefix('{')?;
    let close = inner.bytes().take(7).position(|byte| byte == b'}')?;
    let digits = inner.get(..close).filter(|digits| !digits.is_empty() && is_hex(digits))?;
    Some((digits, close + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unescaped(text: &str) -> (String, Vec<String>) {
        let (mut made, mut problems) = (String::new(), Vec::new());
        unescape(text, Escapes::DOUBLE_QUOTED, &mut made, &mut problems);
        (made, problems.into_iter().map(|problem| problem.diagnostic.message).collect())
    }

    #[test]
    fn known_escapes_are_replaced() {
        assert_eq!(unescaped(r#"a\tb\n\s\$\"\'\\"#).0, "a\tb\n $\"'\\");
        assert_eq!(unescaped("a\\\nb\\\r\nc").0, "abc");
    }

    #[test]
    fn unknown_escapes_stay_with_a_warning() {
        assert_eq!(unescaped(r"\q").0, r"\q");
        assert_eq!(unescaped(r"\q").1, [r"Unrecognized escape sequence '\q'"]);
    }

    #[test]
    fn unicode_escapes_have_two_forms() {
        assert_eq!(unescaped(r"\u0041\u{42}\u{1F600}").0, "AB\u{1F600}");
        assert_eq!(unescaped(r"\\u0041").0, r"\u0041");
        assert_eq!(unescaped(r"\uzz").0, r"\uzz");
    }

    #[test]
    fn a_backslash_made_by_an_escape_takes_part_in_the_second_step() {
        assert_eq!(unescaped(r"\u005cn").0, "\n");
    }

    #[test]
    fn single_quoted_strings_know_two_escapes() {
        let mut made = String::new();
        unescape_single_quoted(r"a\'b\\c\n\", &mut made);
        assert_eq!(made, r"a'b\c\n\");
    }
}
