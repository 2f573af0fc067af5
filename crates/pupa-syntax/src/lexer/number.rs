//! Numbers: decimal, octal (`017`), hexadecimal (`0x1f`) and floating point (`1.5e-3`).

use super::chars::{is_digit, is_unicode_word, is_word};
use super::{Lexed, Lexer};
use crate::diagnostic::Diagnostic;
use crate::issues::lexical as issues;
use crate::token::TokenKind;

impl Lexer<'_, '_> {
    pub(super) fn number(&mut self) -> Lexed {
        let start = self.pos;
        match self.number_end(start) {
            Some(end) => {
                self.matched = Some((start, end));
                if let Some(error) = self.check_number(start, end) {
                    return Err(self.error(error, end));
                }
                self.emit_to(TokenKind::Number, end);
                Ok(())
            }
            None => self.malformed_number(start),
        }
    }

    /// The end of the longest number that starts at `start` and is not followed by a word
    /// character.
    fn number_end(&self, start: usize) -> Option<usize> {
        if self.byte_at(start) == b'0' && matches!(self.byte_at(start + 1), b'x' | b'X') {
            let end = self.run_end(start + 2, |byte| byte.is_ascii_hexdigit());
            if end > start + 2 && self.ends_word(end) {
                return Some(end);
            }
        }
        let whole = self.run_end(start, is_digit);
        let fraction = match self.byte_at(whole) {
            b'.' => Some(self.run_end(whole + 1, is_digit)).filter(|&end| end > whole + 1),
            _ => None,
        };
        // The longest form first, as in a backtracking pattern.
        [fraction, Some(whole)].into_iter().flatten().find_map(|end| {
            [self.exponent_end(end), Some(end)]
                .into_iter()
                .flatten()
                .find(|&end| self.ends_word(end))
        })
    }

    fn exponent_end(&self, at: usize) -> Option<usize> {
        if !matches!(self.byte_at(at), b'e' | b'E') {
            return None;
        }
        let digits = if self.byte_at(at + 1) == b'-' { at + 2 } else { at + 1 };
        Some(self.run_end(digits, is_digit)).filter(|&end| end > digits)
    }

    fn run_end(&self, start: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let mut at = start;
        while at < self.end && belongs(self.bytes[at]) {
            at += 1;
        }
        at
    }

    /// Whether a word ends here, according to Unicode.
    fn ends_word(&self, at: usize) -> bool {
        !self.char_at(at).is_some_and(is_unicode_word)
    }

    /// Returns the error in a word that looks like a number.
    fn check_number(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let value = &self.text[start..end];
        let span = self.origin.span(start, end);
        let bytes = value.as_bytes();
        let second = bytes.get(1).copied();
        if bytes[0] == b'0' && matches!(second, Some(b'x' | b'X')) {
            let digits = &bytes[2..];
            let valid = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
            return (!valid).then(|| issues::invalid_hex_number(value).at(self.source, span));
        }
        if bytes[0] == b'0' && second.is_some_and(|byte| byte != b'.') {
            let valid = bytes[1..].iter().all(|byte| matches!(byte, b'0'..=b'7'));
            return (!valid)
                .then(|| octal_error(issues::invalid_octal_number(value).at(self.source, span)));
        }
        let digits = bytes.iter().take_while(|byte| is_digit(**byte)).count();
        if digits == bytes.len() {
            return None;
        }
        if matches!(bytes[digits], b'e' | b'E' | b'.') {
            let valid = is_decimal(bytes);
            return (!valid).then(|| issues::invalid_decimal_number(value).at(self.source, span));
        }
        Some(
            issues::illegal_number(value)
                .at(self.source, span)
                .help("quote it if it is meant as a string"),
        )
    }

    /// Lexes a number that is followed by a word character: `12abc`, `1.5e`, `0xyz`.
    fn malformed_number(&mut self, start: usize) -> Lexed {
        let end = self.run_end(start, is_word);
        let mut before = start;
        // The digits before a period belong to the intended number.
        if start > 1 && self.bytes[start - 1] == b'.' {
            let mut at = start - 2;
            while is_digit(self.bytes[at]) {
                before = at;
                if at == 0 {
                    break;
                }
                at -= 1;
            }
        }
        let end = end.max(start + 1);
        let error = self.check_number(before, end).unwrap_or_else(|| {
            // Compat: a number next to a letter of another script looks like a number without being
            // one; the reference then points to the position after its first digit.
            let mut span = self.origin.span(before, end);
            span.start += 1;
            issues::illegal_number(&self.text[before..end]).at(self.source, span)
        });
        Err(self.error(error, end))
    }
}

/// `\d+(\.\d+)?([eE]-?\d+)?`
fn is_decimal(bytes: &[u8]) -> bool {
    let digits = |from: usize| from + bytes[from..].iter().take_while(|b| is_digit(**b)).count();
    let mut at = digits(0);
    if bytes.get(at) == Some(&b'.') {
        let end = digits(at + 1);
        if end == at + 1 {
            return false;
        }
        at = end;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let from = if bytes.get(at + 1) == Some(&b'-') { at + 2 } else { at + 1 };
        if from > bytes.len() {
            return false;
        }
        let end = digits(from);
        return end > from && end == bytes.len();
    }
    at == bytes.len()
}

fn octal_error(error: Diagnostic) -> Diagnostic {
    error.help("a leading zero makes a number octal; leave it out, or quote the number")
}
