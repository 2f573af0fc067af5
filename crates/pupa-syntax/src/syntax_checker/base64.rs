//! Checks Base64 in its strict form, after blanks and line breaks have been removed.

use super::{Request, SyntaxChecker, SyntaxError};
use crate::diagnostic::Diagnostic;
use crate::issues::syntax_checker as issues;

/// Checks Base64.
pub(super) struct Base64;

impl SyntaxChecker for Base64 {
    fn syntax(&self) -> &'static str {
        "base64"
    }

    fn issue(&self) -> fn(&str, &str) -> Diagnostic {
        issues::illegal_base64
    }

    fn check(&self, text: &str, _: &Request<'_>) -> Result<(), SyntaxError> {
        let mut letters = Letters::default();
        let fault = text
            .char_indices()
            .filter(|&(_, c)| !is_skipped(c))
            .fold(None, |fault, (at, c)| fault.or(letters.take(at, c)));
        let len: usize = text.chars().filter(|&c| !is_skipped(c)).map(char::len_utf8).sum();
        let Some((at, label)) = fault.or_else(|| letters.end(text.trim_end().len())) else {
            return Ok(());
        };
        // Compat: the reference determines the cause from the number of bits alone, so a text that
        // is too short is often reported for its letters. Pinned by `base64_is_strict`.
        let reason = if (len * 8).is_multiple_of(6) {
            "contains letters outside strict base 64 range (or whitespace)"
        } else {
            "padding is not correct"
        };
        let message =
            format!("Base64 syntax checker: Cannot parse invalid Base64 string - {reason}");
        Err(SyntaxError::at(at, message, label))
    }
}

/// Whether the reference removes a character first.
///
/// Compat: the intention is `\r?\n`, but the pattern is a character set, so question marks are
/// removed, too. Pinned by `base64_is_strict`.
fn is_skipped(c: char) -> bool {
    matches!(c, '\r' | '\n' | '?' | '\t' | ' ')
        || matches!(
            c,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
}

/// The number of letters read so far, and the letters that may follow.
#[derive(Default)]
struct Letters {
    count: usize,
    padding: usize,
    /// The value of the last letter.
    last: u8,
}

impl Letters {
    /// Reads a letter and returns the error in it, if there is one.
    fn take(&mut self, at: usize, c: char) -> Option<(usize, &'static str)> {
        let value = match c {
            'A'..='Z' => c as u8 - b'A',
            'a'..='z' => c as u8 - b'a' + 26,
            '0'..='9' => c as u8 - b'0' + 52,
            '+' => 62,
            '/' => 63,
            '=' => return self.pad(at),
            '-' | '_' => {
                return Some((at, "not a letter of strict Base64 (but of its form for URLs)"));
            }
            _ => return Some((at, "not a letter of Base64")),
        };
        if self.padding > 0 {
            return Some((at, "nothing may follow the padding"));
        }
        self.count += 1;
        self.last = value;
        None
    }

    fn pad(&mut self, at: usize) -> Option<(usize, &'static str)> {
        self.padding += 1;
        match (self.count % 4, self.padding) {
            (2, 1) if self.last & 15 != 0 => Some((at, "the bits before the padding must be zero")),
            (3, 1) if self.last & 3 != 0 => Some((at, "the bits before the padding must be zero")),
            (2, 1 | 2) | (3, 1) => None,
            _ => Some((at, "no padding belongs here")),
        }
    }

    fn end(&self, at: usize) -> Option<(usize, &'static str)> {
        let is_complete = (self.count + self.padding).is_multiple_of(4);
        (!is_complete).then_some((at, "the last group must be filled up with `=`"))
    }
}
