//! JSON, as the parser of Ruby 3.1's standard library (version 2.6.1) reads it.
//!
//! That parser allows comments, refuses `NaN` and infinity with errors of their own, and nests
//! up to a hundred levels. Its messages begin with a line number of its own source, and quote
//! the text from where it gave up: in an array at the failing element, but for an object at its
//! beginning, since an object that fails is reported by what is around it. We say the true place
//! in a label.

use super::{Finding, Request, SyntaxChecker, one_line};
use crate::diagnostic::Diagnostic;
use crate::issues::syntax_checker as issues;
use crate::source::Span;

/// Checks JSON.
pub(super) struct Json;

impl SyntaxChecker for Json {
    fn syntax(&self) -> &'static str {
        "json"
    }

    fn issue(&self) -> fn(Span, &str, &str) -> Diagnostic {
        issues::illegal_json
    }

    fn check(&self, text: &str, _: &Request<'_>) -> Result<(), Finding> {
        let mut reader = Reader { text, bytes: text.as_bytes(), depth: 0, fault: None };
        reader.document().map_err(|raised| {
            let (at, label) = reader.fault.unwrap_or((raised.at, "unexpected"));
            let message = format!(
                "JSON syntax checker: Cannot parse invalid JSON string. \"{}\"",
                one_line(&raised.message, 100)
            );
            Finding::at(at.min(text.len()), message, label)
        })
    }
}

const MAX_DEPTH: usize = 100;

/// An error that ends the reading at once.
struct Raised {
    message: String,
    at: usize,
}

/// The end of what was read; absent when it is not what was expected, which is then reported by
/// what is around it.
type Read = Result<Option<usize>, Raised>;

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    depth: usize,
    /// The first place that was not as expected, and what was.
    fault: Option<(usize, &'static str)>,
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Notes the true place of a failure; the first one counts.
    fn fail(&mut self, at: usize, expected: &'static str) {
        self.fault.get_or_insert((at, expected));
    }

    /// The parser's error at a place: its text goes on to the end or to a NUL.
    fn unexpected(&self, line: u32, at: usize) -> Raised {
        self.raise(line, "unexpected token", at)
    }

    fn raise(&self, line: u32, what: &str, at: usize) -> Raised {
        // Only the first hundred characters of a message are shown.
        let rest = self.text.get(at..).unwrap_or_default();
        let rest: String = rest.chars().take(200).take_while(|&c| c != '\0').collect();
        Raised { message: format!("{line}: {what} at '{rest}'"), at }
    }

    fn document(&mut self) -> Result<(), Raised> {
        let start = self.blanks(0).map_err(|at| self.unexpected(859, at))?;
        let Some(end) = self.value(start)? else { return Err(self.unexpected(859, start)) };
        let end = self.blanks(end).map_err(|at| self.unexpected(859, at))?;
        if end < self.bytes.len() {
            self.fail(end, "expected the end of the text");
            return Err(self.unexpected(859, end));
        }
        Ok(())
    }

    /// Skips blanks and comments; the error is the place where a comment goes wrong.
    fn blanks(&mut self, mut at: usize) -> Result<usize, usize> {
        loop {
            at = match (self.byte(at), self.byte(at + 1)) {
                (Some(b' ' | b'\t' | b'\r' | b'\n'), _) => at + 1,
                (Some(b'/'), Some(b'*')) => match self.text[at + 2..].find("*/") {
                    Some(len) => at + 2 + len + 2,
                    None => return self.bad_comment(at, self.bytes.len()),
                },
                (Some(b'/'), Some(b'/')) => match self.text[at + 2..].find('\n') {
                    Some(len) => at + 2 + len + 1,
                    None => return self.bad_comment(at, self.bytes.len()),
                },
                (Some(b'/'), _) => return self.bad_comment(at, at + 1),
                _ => return Ok(at),
            };
        }
    }

    fn bad_comment(&mut self, start: usize, at: usize) -> Result<usize, usize> {
        self.fail(start, "unfinished comment");
        Err(at)
    }

    fn value(&mut self, at: usize) -> Read {
        match self.byte(at) {
            Some(b'n') => Ok(self.word(at, "null")),
            Some(b't') => Ok(self.word(at, "true")),
            Some(b'f') => Ok(self.word(at, "false")),
            Some(b'N') => match self.word(at, "NaN") {
                Some(_) => Err(self.unexpected(225, at)),
                None => Ok(None),
            },
            Some(b'I') => match self.word(at, "Infinity") {
                // Compat: the message begins one byte early.
                Some(_) => Err(self.unexpected(232, at.wrapping_sub(1))),
                None => Ok(None),
            },
            Some(b'-' | b'0'..=b'9') => self.number(at),
            Some(b'"') => self.string(at),
            Some(b'[') => self.nested(|reader| reader.array(at)),
            Some(b'{') => self.nested(|reader| reader.object(at)),
            _ => {
                self.fail(at, "expected a value");
                Ok(None)
            }
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Read) -> Read {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("nesting of {} is too deep", self.depth);
            return Err(Raised { message, at: self.bytes.len() });
        }
        let end = read(self);
        self.depth -= 1;
        end
    }

    fn word(&mut self, at: usize, word: &str) -> Option<usize> {
        if self.bytes[at..].starts_with(word.as_bytes()) {
            return Some(at + word.len());
        }
        self.fail(at, "expected a value");
        None
    }

    fn number(&mut self, start: usize) -> Read {
        if self.bytes[start..].starts_with(b"-Infinity") {
            return Err(self.unexpected(249, start));
        }
        let digits = start + usize::from(self.byte(start) == Some(b'-'));
        let whole = match self.byte(digits) {
            Some(b'0') => digits + 1,
            Some(b'1'..=b'9') => self.digits(digits),
            _ => {
                self.fail(digits, "expected a digit");
                return Ok(None);
            }
        };
        if let Some(end) = self.fraction(whole) {
            return Ok(Some(end));
        }
        if matches!(self.byte(whole), Some(b'0'..=b'9')) {
            self.fail(digits, "a number must not begin with 0");
            return Ok(None);
        }
        Ok(Some(whole))
    }

    /// The end of a fraction or exponent behind the digits of a number. Without either, or with
    /// a malformed one, the number ends before it.
    fn fraction(&self, whole: usize) -> Option<usize> {
        let mut end = whole;
        if self.byte(end) == Some(b'.') {
            let digits = self.digits(end + 1);
            if digits == end + 1 {
                return None;
            }
            end = digits;
        }
        if matches!(self.byte(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.byte(end + 1), Some(b'+' | b'-')));
            let digits = self.digits(end + 1 + sign);
            if digits == end + 1 + sign {
                return None;
            }
            end = digits;
        }
        let goes_on = matches!(self.byte(end), Some(b'e' | b'E' | b'.' | b'-'));
        (end > whole && !goes_on).then_some(end)
    }

    fn digits(&self, start: usize) -> usize {
        let rest = self.bytes.get(start..).unwrap_or_default();
        start + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    fn string(&mut self, start: usize) -> Read {
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                Some(b'"') => break,
                Some(b'\\') => match self.byte(at + 1) {
                    Some(b'u') => {
                        let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
                        let digits = self.bytes.get(at + 2..at + 6).unwrap_or_default();
                        if digits.len() < 4 || !digits.iter().all(is_hex) {
                            self.fail(at, "expected four hexadecimal digits after `\\u`");
                            return Ok(None);
                        }
                        at += 6;
                    }
                    None | Some(0..=0x1f) => {
                        self.fail(at, "unfinished escape");
                        return Ok(None);
                    }
                    Some(_) => at += 2,
                },
                Some(0..=0x1f) => {
                    self.fail(at, "line breaks, tabs and other control characters must be escaped");
                    return Ok(None);
                }
                Some(_) => at += 1,
                None => {
                    self.fail(start, "this string is not closed");
                    return Ok(None);
                }
            }
        }
        self.surrogates(start + 1, at)?;
        Ok(Some(at + 1))
    }

    /// Refuses the first half of a surrogate pair too close to the end of its string.
    fn surrogates(&mut self, start: usize, end: usize) -> Result<(), Raised> {
        // The start of the text that was not copied yet, which is where the message begins.
        let mut copied = start;
        let mut at = start;
        while at < end {
            if self.bytes[at] != b'\\' {
                at += 1;
                continue;
            }
            match self.byte(at + 1) {
                Some(b'u') => {
                    let code = self.text.get(at + 2..at + 6);
                    let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
                    let mut next = at + 6;
                    if code.is_some_and(|code| code & 0xFC00 == 0xD800) {
                        if next + 6 > end {
                            self.fail(at, "the second half of this surrogate pair is missing");
                            return Err(self.raise(521, "incomplete surrogate pair", copied));
                        }
                        // Compat: without a second half the next byte is skipped.
                        next += if self.bytes[next..].starts_with(b"\\u") { 6 } else { 1 };
                    }
                    at = next;
                    copied = at;
                }
                Some(b'n' | b'r' | b't' | b'"' | b'\\' | b'b' | b'f') => {
                    at += 2;
                    copied = at;
                }
                _ => {
                    at += 1;
                    copied = at;
                }
            }
        }
        Ok(())
    }

    fn array(&mut self, start: usize) -> Read {
        let wrong = |reader: &mut Self, at: usize, expected| {
            reader.fail(at, expected);
            Err(reader.unexpected(451, at))
        };
        let mut at = self.blanks(start + 1).map_err(|at| self.unexpected(451, at))?;
        if self.byte(at) == Some(b']') {
            return Ok(Some(at + 1));
        }
        loop {
            let Some(end) = self.value(at)? else {
                return wrong(self, at, "expected a value or `]`");
            };
            at = self.blanks(end).map_err(|at| self.unexpected(451, at))?;
            match self.byte(at) {
                Some(b']') => return Ok(Some(at + 1)),
                Some(b',') => {
                    at = self.blanks(at + 1).map_err(|at| self.unexpected(451, at))?;
                }
                _ => return wrong(self, at, "expected `,` or `]`"),
            }
        }
    }

    fn object(&mut self, start: usize) -> Read {
        let Ok(mut at) = self.blanks(start + 1) else { return Ok(None) };
        if self.byte(at) == Some(b'}') {
            return Ok(Some(at + 1));
        }
        loop {
            let Some(end) = self.pair(at)? else { return Ok(None) };
            let Ok(next) = self.blanks(end) else { return Ok(None) };
            match self.byte(next) {
                Some(b'}') => return Ok(Some(next + 1)),
                Some(b',') => {
                    let Ok(next) = self.blanks(next + 1) else { return Ok(None) };
                    at = next;
                }
                _ => {
                    self.fail(next, "expected `,` or `}`");
                    return Ok(None);
                }
            }
        }
    }

    /// `"name": value`
    fn pair(&mut self, at: usize) -> Read {
        if self.byte(at) != Some(b'"') {
            self.fail(at, "expected a name in double quotes");
            return Ok(None);
        }
        let Some(end) = self.string(at)? else { return Ok(None) };
        let Ok(colon) = self.blanks(end) else { return Ok(None) };
        if self.byte(colon) != Some(b':') {
            self.fail(colon, "expected `:`");
            return Ok(None);
        }
        let Ok(value) = self.blanks(colon + 1) else { return Ok(None) };
        self.value(value)
    }
}
