//! Strings and the code in them.
//!
//! A string with interpolation becomes a `StringStart`, the tokens of the code, and so on up to a
//! `StringEnd`; a string without interpolation becomes a single `String`. Heredoc text is lexed by
//! the same code with other rules ([`Quoting`]).

use super::escape::{EscapeError, Escapes, unescape, unescape_single_quoted};
use super::{LexError, Lexed, Lexer, MAX_NESTING};
use crate::diagnostic::Location;
use crate::issues::lexical as issues;
use crate::source::Span;
use crate::token::{Token, TokenKind};
use crate::tree::Text;

/// The delimiters and escapes of a string.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quoting {
    pub(super) escapes: Escapes,
    /// Whether the text ends at `"`; otherwise it ends at the end of the text.
    pub(super) closes_at_quote: bool,
    /// Whether `$` and `${` interpolate.
    pub(super) interpolates: bool,
    /// Whether a backslash escapes the character after it.
    pub(super) backslash_escapes: bool,
}

const DOUBLE_QUOTED: Quoting = Quoting {
    escapes: Escapes::DOUBLE_QUOTED,
    closes_at_quote: true,
    interpolates: true,
    backslash_escapes: true,
};

/// The end of a range of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// The closing quote, or the end of heredoc text.
    Close,
    /// `${`
    Code,
    /// `$name`; the offset of the end of the name.
    Variable(usize),
}

/// A part of a text between interpolations.
struct Piece {
    text: Text,
    /// Whether the text equals its range of the source.
    is_verbatim: bool,
    /// The end of the text, before its delimiter.
    end: usize,
    stop: Stop,
}

impl Lexer<'_, '_> {
    pub(super) fn single_quoted(&mut self) -> Lexed {
        let start = self.pos;
        let Some(close) = self.single_quote_close(start + 1) else {
            self.pos = start + 1;
            let error = issues::unclosed_quote("\"'\"", &self.followed_by())
                .at(self.source, self.here())
                .label(self.origin.span(start, start + 1), "the string begins here");
            return Err(self.fatal(error));
        };
        self.pos = close + 1;
        self.matched = Some((self.match_start(start + 1, close), close + 1));
        let inner = &self.text[start + 1..close];
        if !inner.contains('\\') {
            self.push(TokenKind::String, start, close + 1);
            return Ok(());
        }
        let made = self.out.made.len();
        unescape_single_quoted(inner, &mut self.out.made);
        let text = Text::of_made(made, self.out.made.len() - made);
        self.push_text(TokenKind::String, start, close + 1, text);
        self.after = TokenKind::String;
        Ok(())
    }

    /// Finds the quote that closes a single-quoted string whose text starts at `from`.
    fn single_quote_close(&self, from: usize) -> Option<usize> {
        let mut at = self.first_character_end(from, |byte| byte == b'\'').unwrap_or(from);
        loop {
            let found = memchr::memchr2(b'\'', b'\\', &self.bytes[at..self.end])?;
            match self.bytes[at + found] {
                b'\'' => return Some(at + found),
                _ if at + found + 2 > self.end => return None,
                _ => at += found + 2,
            }
        }
    }

    pub(super) fn double_quoted(&mut self) -> Lexed {
        let start = self.pos;
        self.matched = Some((start, start + 1));
        self.pos = start + 1;
        self.nested(|lexer| lexer.quoted_text(start, DOUBLE_QUOTED)).map_err(|error| {
            let quote = self.origin.span(start, start + 1);
            label_unclosed(error, quote)
        })
    }

    /// Lexes text with its interpolations up to its end. Its tokens start at `start`, which may be
    /// before the text (at the quote).
    pub(super) fn quoted_text(&mut self, start: usize, quoting: Quoting) -> Lexed {
        let first = self.piece(quoting)?;
        if first.stop == Stop::Close {
            self.whole_string(start, first, quoting);
            return Ok(());
        }
        let mut mistake = None;
        let mut token_start = start;
        let mut kind = TokenKind::StringStart;
        let mut piece = first;
        loop {
            let stop = piece.stop;
            let end = if stop == Stop::Code { self.pos } else { piece.end };
            if stop == Stop::Close {
                self.push_text(TokenKind::StringEnd, token_start, self.pos, piece.text);
                break;
            }
            self.push_text(kind, token_start, end, piece.text);
            match stop {
                Stop::Variable(name_end) => self.interpolated_variable(piece.end, name_end),
                _ => self.interpolated_code(&mut mistake),
            }
            kind = TokenKind::StringMiddle;
            token_start = self.pos;
            match self.piece(quoting) {
                Ok(next) => piece = next,
                Err(error) => return Err(mistake.unwrap_or(error)),
            }
        }
        match mistake {
            // The whole string becomes an error; lexing continues after it.
            Some(error) => Err(LexError { resume: self.pos, ..error }),
            None => Ok(()),
        }
    }

    fn whole_string(&mut self, start: usize, piece: Piece, quoting: Quoting) {
        if piece.is_verbatim && quoting.closes_at_quote {
            self.push(TokenKind::String, start, self.pos);
        } else {
            self.push_text(TokenKind::String, start, self.pos, piece.text);
            if quoting.closes_at_quote {
                self.after = TokenKind::String;
            }
        }
    }

    /// Lexes text up to its end or the next interpolation. A `$` without a name is text.
    fn piece(&mut self, quoting: Quoting) -> Lexed<Piece> {
        let text_start = self.pos;
        let mut made: Option<usize> = None;
        let mut problems = Vec::new();
        let (end, stop) = loop {
            let start = self.pos;
            let Some((end, has_backslash)) = self.stretch_end(start, quoting) else {
                self.report_escapes(problems)?;
                return Err(self.unclosed());
            };
            self.matched = Some((self.match_start(start, end), (end + 1).min(self.end)));
            let is_code = self.byte_at(end) == b'$' && self.byte_at(end + 1) == b'{';
            let is_dollar = end < self.end && self.bytes[end] == b'$';
            self.pos = (end + if is_code { 2 } else { 1 }).min(self.end);
            if has_backslash && quoting.escapes.backslash && made.is_none() {
                made = Some(self.out.made.len());
                self.out.made.push_str(&self.text[text_start..start]);
            }
            if made.is_some() {
                let at = self.here();
                let stretch = &self.text[start..end];
                let known = problems.len();
                unescape(stretch, quoting.escapes, &mut self.out.made, &mut problems);
                problems[known..].iter_mut().for_each(|problem| {
                    problem.offset += start;
                    problem.diagnostic.location = Some(Location::new(self.source, at));
                });
            }
            if !is_dollar {
                break (end, Stop::Close);
            }
            if is_code {
                break (end, Stop::Code);
            }
            if let Some(name_end) = self.variable_name_end(self.pos) {
                break (end, Stop::Variable(name_end));
            }
            self.matched = None;
            if made.is_some() {
                self.out.made.push('$');
            }
        };
        self.report_escapes(problems)?;
        let text = match made {
            Some(made) => Text::of_made(made, self.out.made.len() - made),
            None => self.origin.text(text_start, end),
        };
        Ok(Piece { text, is_verbatim: made.is_none(), end, stop })
    }

    fn report_escapes(&mut self, problems: Vec<EscapeError>) -> Lexed {
        for problem in problems {
            // After Unicode escapes were replaced, the offset is only approximate.
            let escape = self.text.get(problem.offset..self.end).unwrap_or_default();
            let len = escape.chars().take(2).map(char::len_utf8).sum::<usize>();
            let diagnostic = match escape.starts_with('\\') {
                true => {
                    let span = self.origin.span(problem.offset, problem.offset + len);
                    problem.diagnostic.label(span, "this escape")
                }
                false => problem.diagnostic,
            };
            if problem.is_error {
                return Err(self.error(diagnostic, self.pos));
            }
            self.out.warnings.push(diagnostic);
        }
        Ok(())
    }

    /// Finds the next `$`, closing quote or end of text that is not escaped, and whether there are
    /// backslashes before it. Returns `None` if a closing quote is missing.
    fn stretch_end(&self, from: usize, quoting: Quoting) -> Option<(usize, bool)> {
        let mut at = from;
        let mut has_escapes = false;
        if quoting.backslash_escapes {
            let closes = |byte| byte == b'$' || byte == b'"' && quoting.closes_at_quote;
            if let Some(end) = self.first_character_end(from, closes) {
                return Some((end, end > from + 1));
            }
        }
        while at < self.end {
            match self.bytes[at] {
                b'"' if quoting.closes_at_quote => return Some((at, has_escapes)),
                b'$' if quoting.interpolates => return Some((at, has_escapes)),
                b'\\' => {
                    has_escapes = true;
                    at += if quoting.backslash_escapes { 2 } else { 1 };
                }
                _ => at += 1,
            }
        }
        (!quoting.closes_at_quote).then_some((self.end, has_escapes))
    }

    /// Compat: a character that could end the text is its first character if another such character
    /// follows immediately, or after pairs of backslashes: `"""` is the string `"`. Returns the end
    /// of the text in that case. Pinned by `quote-as-first-character`.
    fn first_character_end(&self, from: usize, closes: impl Fn(u8) -> bool) -> Option<usize> {
        if !closes(self.byte_at(from)) {
            return None;
        }
        let mut at = from + 1;
        while self.byte_at(at) == b'\\' && self.byte_at(at + 1) == b'\\' {
            at += 2;
        }
        closes(self.byte_at(at)).then_some(at)
    }

    /// Returns the offset at which the reference's pattern for the end of a text matches: before
    /// the backslashes that precede the end.
    fn match_start(&self, from: usize, close: usize) -> usize {
        let stretch = &self.bytes[from..close];
        let run = stretch.iter().rev().take_while(|&&byte| byte == b'\\').count();
        let before = &self.text[from..close - run];
        close - run - before.chars().next_back().map_or(0, char::len_utf8)
    }

    fn unclosed(&self) -> LexError {
        let last = match self.matched {
            Some((start, end)) => self.text.get(start..end).unwrap_or_default(),
            None => "",
        };
        let after = if last == "'" { "\"'\"".to_owned() } else { format!("'{last}'") };
        self.fatal(issues::unclosed_quote(&after, &self.followed_by()).at(self.source, self.here()))
    }

    /// Lexes `$name` in a string; `dollar` is the offset of the `$`.
    fn interpolated_variable(&mut self, dollar: usize, name_end: usize) {
        self.matched = Some((self.pos, name_end));
        let after = self.after;
        self.push(TokenKind::Variable, dollar, name_end);
        self.after = after;
        self.pos = name_end;
    }

    /// Lexes `${…}` in a string, from the position after the opening brace to that after the
    /// closing one.
    fn interpolated_code(&mut self, mistake: &mut Option<LexError>) {
        let outer = self.braces;
        self.braces = outer.wrapping_add(1);
        let first = self.out.tokens.len();
        self.skip_blanks();
        while self.pos < self.end {
            if self.bytes[self.pos] == b'}' && self.braces == outer.wrapping_add(1) {
                self.pos += 1;
                self.braces = outer;
                self.after = TokenKind::RightBrace;
                self.names_to_variables(first);
                return;
            }
            let mark = self.out.tokens.len();
            match self.lex_token() {
                Ok(()) => {
                    let first = self.out.tokens.get(mark).map(|token| token.kind);
                    if matches!(first, None | Some(TokenKind::Heredoc)) {
                        self.skip_blanks();
                    }
                }
                Err(error) => {
                    self.out.tokens.truncate(mark);
                    self.pos = error.resume.max(self.pos);
                    mistake.get_or_insert(error);
                }
            }
        }
    }

    /// Turns the name in `${name}`, `${name[…]}` and `${name.call}` into a variable.
    fn names_to_variables(&mut self, first: usize) {
        let edition = self.options.edition;
        let Some(tokens) = self.out.tokens.get_mut(first..) else { return };
        let (alone, accessed) = match tokens {
            [] => return,
            [_] => (true, false),
            [_, second, ..] => {
                (false, matches!(second.kind, TokenKind::Dot | TokenKind::LeftBracket))
            }
        };
        let becomes_variable = alone && is_word(&tokens[0])
            || accessed && is_name(&tokens[0])
            || accessed && is_word(&tokens[0]) && edition.keyword_before_access_is_variable();
        if becomes_variable {
            tokens[0].kind = TokenKind::Variable;
        }
    }

    /// Calls `read`, up to a limit of nested calls.
    pub(super) fn nested(&mut self, read: impl FnOnce(&mut Self) -> Lexed) -> Lexed {
        if self.nesting >= MAX_NESTING {
            return Err(self.fatal(issues::nesting_too_deep().at(self.source, self.here())));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }
}

/// Whether a token is a word that is a variable in `${…}`.
fn is_word(token: &Token) -> bool {
    is_name(token)
        || matches!(token.kind, TokenKind::True | TokenKind::False)
        || token.kind.is_keyword() && !matches!(token.kind, TokenKind::Plan | TokenKind::Apply)
}

fn is_name(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Number | TokenKind::Name | TokenKind::Word)
}

fn label_unclosed(mut error: LexError, quote: Span) -> LexError {
    if error.diagnostic.is(&issues::records::unclosed_quote) && error.diagnostic.labels.is_empty() {
        *error.diagnostic = error.diagnostic.label(quote, "the string begins here");
    }
    error
}
