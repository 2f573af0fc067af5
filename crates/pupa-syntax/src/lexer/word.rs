//! Names, bare words, keywords, references and variables.

use super::chars::{is_upper, is_word, starts_word};
use super::{Lexed, Lexer};
use crate::issues::lexical as issues;
use crate::source::Span;
use crate::token::TokenKind;

impl Lexer<'_, '_> {
    /// Lexes a word that starts with a lower case letter or `_`: a keyword, name or bare word.
    pub(super) fn word(&mut self) {
        let start = self.pos;
        let mut at = start + 1;
        while at < self.end && is_word(self.bytes[at]) {
            at += 1;
        }
        if matches!(self.byte_at(at), b'-' | b':') {
            // A word contains at least its first letter, so there is always an end.
            let (end, is_name) = self.bare_word_end(start).unwrap_or((at, true));
            let is_keyword = end == at && is_name;
            return self.emit_word(start, end, is_name, is_keyword);
        }
        self.emit_word(start, at, self.bytes[start] != b'_', true);
    }

    fn emit_word(&mut self, start: usize, end: usize, is_name: bool, may_be_keyword: bool) {
        let kind = match is_name {
            false => TokenKind::Word,
            true if may_be_keyword => {
                keyword(&self.bytes[start..end], self.options.tasks).unwrap_or(TokenKind::Name)
            }
            true => TokenKind::Name,
        };
        self.matched = Some((start, end));
        self.emit_to(kind, end);
    }

    /// Returns the end of the bare word that starts at `start`, and whether it is a qualified name:
    /// segments that start with a letter, without hyphens.
    fn bare_word_end(&self, start: usize) -> Option<(usize, bool)> {
        let mut end = start;
        let mut is_name = true;
        loop {
            let at = if self.is_double_colon(end) { end + 2 } else { end };
            let first = self.byte_at(at);
            if !starts_word(first) || (at == end && end > start) {
                break;
            }
            let mut stop = at + 1;
            while stop < self.end && (is_word(self.bytes[stop]) || self.bytes[stop] == b'-') {
                stop += 1;
            }
            // A segment does not end in a hyphen.
            while self.bytes[stop - 1] == b'-' {
                stop -= 1;
            }
            is_name &= first != b'_' && !self.bytes[at..stop].contains(&b'-');
            end = stop;
        }
        (end > start).then_some((end, is_name))
    }

    /// Lexes `:`, or a name or reference that starts with `::`.
    pub(super) fn colon(&mut self) -> Lexed {
        let start = self.pos;
        if !self.is_double_colon(start) {
            self.emit(TokenKind::Colon, 1);
            return Ok(());
        }
        if is_upper(self.byte_at(start + 2)) {
            let end = self.reference_end(start);
            if self.is_double_colon(end) {
                let at = self.place_behind(end, 3);
                let error = issues::illegal_fully_qualified_class_reference().at(self.source, at);
                return Err(self.error(error, end + 2));
            }
            self.matched = Some((start, end));
            self.emit_to(TokenKind::Reference, end);
            return Ok(());
        }
        match self.bare_word_end(start) {
            Some((end, is_name)) => self.emit_word(start, end, is_name, false),
            None => {
                let at = self.place_behind(start, 2);
                let error = issues::illegal_fully_qualified_name()
                    .at(self.source, at)
                    .help("`::` must be followed by a name that begins with a letter");
                return Err(self.error(error, start + 2));
            }
        }
        Ok(())
    }

    /// `Foo::Bar`
    pub(super) fn reference(&mut self) -> Lexed {
        let start = self.pos;
        let end = self.reference_end(start);
        if self.is_double_colon(end) {
            let at = self.place_behind(end, 1);
            let error = issues::illegal_class_reference()
                .at(self.source, at)
                .help("each segment of a reference begins with an upper case letter");
            return Err(self.error(error, end + 2));
        }
        self.matched = Some((start, end));
        self.emit_to(TokenKind::Reference, end);
        Ok(())
    }

    fn reference_end(&self, start: usize) -> usize {
        let mut end = start;
        loop {
            let at = if self.is_double_colon(end) { end + 2 } else { end };
            if !is_upper(self.byte_at(at)) {
                return end;
            }
            end = self.word_end(at);
        }
    }

    /// Lexes `$foo::bar`, or a single `$`.
    pub(super) fn variable(&mut self) {
        let start = self.pos;
        match self.variable_name_end(start + 1) {
            Some(end) => {
                self.matched = Some((start, end));
                self.emit_to(TokenKind::Variable, end);
            }
            None => {
                self.matched = None;
                self.emit(TokenKind::Variable, 1);
            }
        }
    }

    /// Returns the end of the variable name that starts at `start` (after the `$`).
    pub(super) fn variable_name_end(&self, start: usize) -> Option<usize> {
        let first = if self.is_double_colon(start) { start + 2 } else { start };
        let mut end = self.word_end(first);
        if end == first {
            return None;
        }
        while self.is_double_colon(end) {
            let next = self.word_end(end + 2);
            if next == end + 2 {
                break;
            }
            end = next;
        }
        Some(end)
    }

    /// Returns the end of the `\w` characters that start at `start`.
    pub(super) fn word_end(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.end && is_word(self.bytes[at]) {
            at += 1;
        }
        at
    }

    pub(super) fn is_double_colon(&self, at: usize) -> bool {
        self.byte_at(at) == b':' && self.byte_at(at + 1) == b':'
    }

    /// The empty range `distance` bytes after `at`, where the reference reports illegal names.
    fn place_behind(&self, at: usize, distance: usize) -> Span {
        Span::at(self.origin.place((at + distance).min(self.end)))
    }
}

/// The keyword for a word, if it is one.
fn keyword(word: &[u8], tasks: bool) -> Option<TokenKind> {
    use TokenKind as T;
    let kind = match word {
        b"and" => T::And,
        b"attr" => T::Attr,
        b"case" => T::Case,
        b"class" => T::Class,
        b"default" => T::Default,
        b"define" => T::Define,
        b"else" => T::Else,
        b"elsif" => T::Elsif,
        b"false" => T::False,
        b"function" => T::Function,
        b"if" => T::If,
        b"in" => T::In,
        b"inherits" => T::Inherits,
        b"node" => T::Node,
        b"or" => T::Or,
        b"private" => T::Private,
        b"true" => T::True,
        b"type" => T::Type,
        b"undef" => T::Undef,
        b"unless" => T::Unless,
        b"apply" if tasks => T::Apply,
        b"plan" if tasks => T::Plan,
        _ => return None,
    };
    Some(kind)
}
