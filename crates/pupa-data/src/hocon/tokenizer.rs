//! Splits a text into tokens.

use pupa_value::Value;

use super::HoconError;
use super::number::{is_number_character, number};
use super::token::{Scalar, Token, TokenKind};
use crate::cursor::Cursor;
use crate::document::Place;

/// The characters that unquoted text cannot contain.
const RESERVED: &str = "$\"{}[]:=,+#`^?!@*&\\";

/// The reason why there is no token.
enum Stop {
    /// Invalid input, as a token; the parser reports what it expected instead.
    Problem(Token),
    /// An error that is reported at once.
    Error(HoconError),
}

/// Reads the tokens of a text one by one.
#[derive(Debug)]
pub(super) struct Tokenizer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    cursor: Cursor<'t>,
    whitespace: PendingWhitespace,
    /// The token after the white space that was returned last.
    next: Option<Token>,
    /// The nesting of `${`.
    depth: usize,
}

/// White space whose meaning depends on the next token: between two simple values it is part of the
/// value.
#[derive(Debug, Default)]
struct PendingWhitespace {
    text: String,
    after_simple_value: bool,
}

impl PendingWhitespace {
    /// The token for the white space before `next`, if there is any.
    fn before(&mut self, next: &Token, line: u32) -> Option<Token> {
        self.after_simple_value &= next.is_simple_value();
        let counts = self.after_simple_value;
        self.after_simple_value = next.is_simple_value();
        if self.text.is_empty() {
            return None;
        }
        let text = std::mem::take(&mut self.text);
        let kind = if counts { TokenKind::Unquoted(text) } else { TokenKind::Whitespace };
        Some(Token { kind, line: Some(line), place: next.place })
    }
}

impl<'t> Tokenizer<'t> {
    pub(super) fn new(text: &'t str) -> Tokenizer<'t> {
        Tokenizer {
            text,
            at: 0,
            line: 1,
            cursor: Cursor::new(text),
            whitespace: PendingWhitespace::default(),
            next: None,
            depth: 0,
        }
    }

    /// The next token. At the end of the text, returns [`TokenKind::End`] any number of times.
    pub(super) fn next(&mut self) -> Result<Token, HoconError> {
        if let Some(token) = self.next.take() {
            return Ok(token);
        }
        let mut whitespace = std::mem::take(&mut self.whitespace);
        let pulled = self.pull(&mut whitespace);
        let token = match pulled {
            Ok(token) => match whitespace.before(&token, self.line) {
                Some(before) => {
                    self.next = Some(token);
                    before
                }
                None => token,
            },
            Err(Stop::Problem(problem)) => problem,
            Err(Stop::Error(error)) => return Err(error),
        };
        self.whitespace = whitespace;
        Ok(token)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn next_character(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    /// Consumes the next character if it is the expected one.
    fn take(&mut self, expected: char) -> bool {
        let is_there = self.peek() == Some(expected);
        if is_there {
            self.at += expected.len_utf8();
        }
        is_there
    }

    fn starts_comment(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.starts_with('#') || rest.starts_with("//")
    }

    fn pull(&mut self, whitespace: &mut PendingWhitespace) -> Result<Token, Stop> {
        while let Some(blank) = self.peek().filter(|next| *next != '\n' && next.is_whitespace()) {
            whitespace.text.push(blank);
            self.at += blank.len_utf8();
        }
        let place = self.cursor.place(self.at);
        let sign = |kind| Ok(Token { kind, line: None, place });
        if self.starts_comment() {
            return Ok(self.comment(place));
        }
        let Some(first) = self.next_character() else { return sign(TokenKind::End) };
        match first {
            '\n' => {
                self.line = self.line.saturating_add(1);
                Ok(Token { kind: TokenKind::Newline, line: Some(self.line - 1), place })
            }
            '"' => self.quoted(place),
            '$' => self.substitution(place),
            ':' => sign(TokenKind::Colon),
            ',' => sign(TokenKind::Comma),
            '=' => sign(TokenKind::Equals),
            '{' => sign(TokenKind::OpenCurly),
            '}' => sign(TokenKind::CloseCurly),
            '[' => sign(TokenKind::OpenSquare),
            ']' => sign(TokenKind::CloseSquare),
            '+' if self.take('=') => sign(TokenKind::PlusEquals),
            '+' => Err(self.unexpected_character(place, "'+' not followed by =", "'+'")),
            '0'..='9' | '-' => self.number(place, first),
            _ if RESERVED.contains(first) => {
                let message = format!("Reserved character '{first}' is not allowed outside quotes");
                Err(self.problem(place, first, message))
            }
            _ => {
                self.at -= first.len_utf8();
                Ok(self.unquoted(place))
            }
        }
    }

    /// A token with the current line number.
    fn token(&self, place: Place, kind: TokenKind) -> Token {
        Token { kind, line: Some(self.line), place }
    }

    fn problem(&self, place: Place, what: impl ToString, message: impl Into<String>) -> Stop {
        let kind = TokenKind::Problem { what: what.to_string(), message: message.into() };
        Stop::Problem(self.token(place, kind))
    }

    /// A problem at the end of the text, where the library reports the character `-1`.
    fn end_of_input(&self, place: Place, message: &str) -> Stop {
        self.problem(place, -1, message)
    }

    /// A problem with the character after a sign.
    fn unexpected_character(&mut self, place: Place, words: &str, sign: &str) -> Stop {
        let found = self.next_character().map_or_else(|| "-1".to_owned(), String::from);
        let message = format!("{words}, '{found}' not allowed after {sign}");
        self.problem(place, found, message)
    }

    fn comment(&mut self, place: Place) -> Token {
        let sign = if self.peek() == Some('#') { 1 } else { 2 };
        let rest = self.text.get(self.at + sign..).unwrap_or_default();
        let text = rest.split('\n').next().unwrap_or_default();
        self.at += sign + text.len();
        self.token(place, TokenKind::Comment(text.to_owned()))
    }

    /// Unquoted text. `true`, `false` and `null` at its start are tokens of their own.
    fn unquoted(&mut self, place: Place) -> Token {
        let start = self.at;
        while let Some(next) = self.peek() {
            if RESERVED.contains(next) || next.is_whitespace() || self.starts_comment() {
                break;
            }
            self.at += next.len_utf8();
            let scalar = match self.text.get(start..self.at) {
                Some("true") => Scalar::Boolean(true),
                Some("false") => Scalar::Boolean(false),
                Some("null") => Scalar::Null,
                _ => continue,
            };
            let written = self.text.get(start..self.at).unwrap_or_default().to_owned();
            return self.token(place, TokenKind::Scalar(scalar, written));
        }
        let text = self.text.get(start..self.at).unwrap_or_default().to_owned();
        self.token(place, TokenKind::Unquoted(text))
    }

    /// A number, or unquoted text that begins like one.
    fn number(&mut self, place: Place, first: char) -> Result<Token, Stop> {
        let start = self.at - first.len_utf8();
        while self.peek().is_some_and(is_number_character) {
            self.at += 1;
        }
        let written = self.text.get(start..self.at).unwrap_or_default();
        let kind = match number(written) {
            Some(Ok(value)) => TokenKind::Scalar(Scalar::Number(value), written.to_owned()),
            Some(Err(message)) => return Err(Stop::Error(HoconError::new(message).at(place))),
            // Compat: the missing space is the library's.
            None if written.contains('+') => {
                let message = "Reserved character '+'is not allowed outside quotes";
                return Err(self.problem(place, '+', message));
            }
            None => TokenKind::Unquoted(written.to_owned()),
        };
        Ok(self.token(place, kind))
    }

    /// A quoted string, after its opening quote.
    fn quoted(&mut self, place: Place) -> Result<Token, Stop> {
        let start = self.at - 1;
        let mut text = String::new();
        loop {
            let before = self.at;
            match self.next_character() {
                None => {
                    let message = "End of input but string quote was still open";
                    return Err(self.end_of_input(place, message));
                }
                Some('"') => break,
                Some('\\') => self.escape(place, &mut text)?,
                Some(control) if control.is_control() => {
                    let place = self.cursor.place(before);
                    let message = format!(
                        "JSON does not allow unescaped {control} in quoted strings, use a \
                         backslash escape"
                    );
                    return Err(self.problem(place, control, message));
                }
                Some(character) => text.push(character),
            }
        }
        if text.is_empty() && self.take('"') {
            text = self.triple_quoted(place)?;
        }
        let written = self.text.get(start..self.at).unwrap_or_default().to_owned();
        Ok(self.token(place, TokenKind::Scalar(Scalar::Quoted(text), written)))
    }

    /// A triple-quoted string, after its opening quotes. If more than three quotes end it, the last
    /// three close it and the others are content.
    fn triple_quoted(&mut self, place: Place) -> Result<String, Stop> {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let Some(found) = rest.find("\"\"\"") else {
            self.at = self.text.len();
            self.count_lines(rest);
            let message = "End of input but triple-quoted string was still open";
            return Err(self.end_of_input(place, message));
        };
        let quotes = rest.get(found..).unwrap_or_default();
        let more = quotes.len() - quotes.trim_start_matches('"').len();
        self.at = start + found + more;
        let text = rest.get(..found + more - 3).unwrap_or_default();
        self.count_lines(text);
        Ok(text.to_owned())
    }

    fn count_lines(&mut self, text: &str) {
        let lines = u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX);
        self.line = self.line.saturating_add(lines);
    }

    /// Reads an escape sequence after its backslash.
    fn escape(&mut self, place: Place, text: &mut String) -> Result<(), Stop> {
        let Some(escaped) = self.next_character() else {
            let message = "End of input but backslash in string had nothing after it";
            return Err(self.problem(place, "", message));
        };
        text.push(match escaped {
            '"' | '\\' | '/' => escaped,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => self.unicode_escape(place)?,
            _ => {
                let message = format!(
                    "backslash followed by '{escaped}', this is not a valid escape sequence \
                     (quoted strings use JSON escaping, so use double-backslash \\ for literal \
                     backslash)"
                );
                return Err(Stop::Error(HoconError::at_line(self.line, message).at(place)));
            }
        });
        Ok(())
    }

    /// Reads a `\u` escape after the `u`.
    ///
    /// A surrogate pair becomes one character. An unpaired surrogate becomes `U+FFFD`; in Ruby it
    /// makes a string that is not valid Unicode.
    fn unicode_escape(&mut self, place: Place) -> Result<char, Stop> {
        let unit = self.unicode_digits(place)?;
        if !(0xD800..0xDC00).contains(&unit) {
            return Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let before = self.at;
        if self.take('\\') && self.take('u') {
            let low = self.unicode_digits(place)?;
            if (0xDC00..0xE000).contains(&low) {
                let code = 0x10000 + ((unit - 0xD800) << 10 | (low - 0xDC00));
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        self.at = before;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn unicode_digits(&mut self, place: Place) -> Result<u32, Stop> {
        let mut digits = String::new();
        for _ in 0..4 {
            let Some(digit) = self.next_character() else {
                let message = "End of input but expecting 4 hex digits for \\uXXXX escape";
                return Err(self.end_of_input(place, message));
            };
            digits.push(digit);
        }
        let unit = ruby_hex(&digits);
        // Compat: the library intends to reject malformed digits here but rejects the code of the
        // underscore.
        if unit == u32::from('_') {
            let message = format!("Malformed hex digits after \\u escape in string: '{digits}'");
            return Err(self.problem(place, digits, message));
        }
        Ok(unit)
    }

    /// Reads `${…}` after its dollar sign.
    fn substitution(&mut self, place: Place) -> Result<Token, Stop> {
        if !self.take('{') {
            return Err(self.unexpected_character(place, "'$' not followed by {", "'$'"));
        }
        let optional = self.take('?');
        if self.depth >= Value::MAX_DEPTH {
            return Err(Stop::Error(HoconError::too_deep(self.depth + 1).at(place)));
        }
        self.depth += 1;
        let expression = self.expression(place);
        self.depth -= 1;
        let kind = TokenKind::Substitution { optional, expression: expression? };
        Ok(self.token(place, kind))
    }

    /// Reads the tokens in a substitution.
    fn expression(&mut self, place: Place) -> Result<Vec<Token>, Stop> {
        let mut whitespace = PendingWhitespace::default();
        let mut expression = Vec::new();
        loop {
            let token = self.pull(&mut whitespace)?;
            match token.kind {
                TokenKind::CloseCurly => return Ok(expression),
                TokenKind::End => {
                    let message = "Substitution ${ was not closed with a }";
                    return Err(self.problem(place, "end of file", message));
                }
                _ => {
                    expression.extend(whitespace.before(&token, self.line));
                    expression.push(token);
                }
            }
        }
    }
}

/// Ruby's `String#hex`: the first character that is not a digit ends the number.
fn ruby_hex(text: &str) -> u32 {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    digits.chars().map_while(|digit| digit.to_digit(16)).fold(0, |unit, digit| unit << 4 | digit)
}
