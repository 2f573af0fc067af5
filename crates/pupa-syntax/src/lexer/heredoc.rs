//! Heredocs: `@(END)` in a line of code, the text on the lines after it.
//!
//! A heredoc becomes a `Heredoc` token, directly followed by its text as the tokens of a string.
//! The code continues after the opening; at the end of its line it continues after the text
//! ([`Lexer::newline_jump`]). Text with a margin is copied without the margin, and the copy is
//! lexed, with offsets that point into the source.

use super::chars::is_blank;
use super::escape::Escapes;
use super::string::Quoting;
use super::{LexError, Lexed, Lexer, Origin, byte_order_mark};
use crate::diagnostic::Diagnostic;
use crate::issues::lexical as issues;
use crate::source::Span;
use crate::token::TokenKind;

/// The parts of the opening: `@("tag":syntax/escapes)`.
struct Opening {
    tag: String,
    interpolates: bool,
    /// The syntax; empty if there is none.
    syntax: String,
    escapes: Escapes,
}

/// The line that ends a heredoc: `| - END`.
struct Closing {
    /// The blanks before the line, if it has a `|`.
    margin: Option<String>,
    has_dash: bool,
}

impl Lexer<'_, '_> {
    pub(super) fn heredoc(&mut self) -> Lexed {
        let start = self.pos;
        let Some(len) = self.text[start..self.end].find(')') else {
            let followed_by = self.followed_by();
            let error =
                issues::heredoc_unclosed_parenthesis(&followed_by).at(self.source, self.here());
            return Err(self.fatal(error));
        };
        let behind = start + len + 1;
        self.pos = behind;
        let opening = match self.heredoc_opening(start, behind) {
            Ok(opening) => opening,
            Err(error) => {
                self.skip_heredoc_text(start, behind);
                return Err(error);
            }
        };
        let result = self.heredoc_body(start, behind, &opening);
        self.pos = behind;
        result
    }

    fn heredoc_opening(&self, start: usize, behind: usize) -> Lexed<Opening> {
        let fail = |error: Diagnostic| {
            let opening = self.origin.span(start, behind);
            self.error(error.label(opening, "this heredoc"), behind)
        };
        let text = &self.text[start..behind];
        let edition = self.options.edition;
        let parts = text
            .match_indices("@(")
            .find_map(|(at, _)| split_opening(&text[at + 2..text.len() - 1], edition))
            .ok_or_else(|| fail(issues::heredoc_invalid_syntax().at(self.source, self.here())))?;
        let tag = ruby_strip(parts.tag);
        let unquoted = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"')).map(ruby_strip);
        let interpolates = unquoted.is_some();
        let tag = unquoted.unwrap_or(tag);
        if tag.is_empty() {
            return Err(fail(issues::heredoc_empty_endtag().at(self.source, self.here())));
        }
        let syntax = self.heredoc_syntax(parts.syntax.unwrap_or_default()).map_err(fail)?;
        let escapes = match parts.escapes {
            Some(letters) => self.heredoc_escapes(letters).map_err(fail)?,
            None => Escapes::default(),
        };
        Ok(Opening { tag: tag.to_owned(), interpolates, syntax, escapes })
    }

    /// Skips the text of a heredoc with an invalid opening, so that it is not lexed as code.
    fn skip_heredoc_text(&mut self, start: usize, behind: usize) {
        let opening = &self.text[start + 2..behind - 1];
        let tag = opening.split([':', '/']).next().unwrap_or_default();
        let tag = ruby_strip(ruby_strip(tag).trim_matches('"'));
        if tag.is_empty() || tag.contains('\n') {
            return;
        }
        let next_line = || self.text[behind..self.end].find('\n').map(|len| behind + len + 1);
        let Some(body) = self.newline_jump.or_else(next_line) else { return };
        if let Some((_, end, _)) = self.heredoc_closing(body, tag) {
            self.newline_jump = Some(end);
        }
    }

    /// Finds the line that ends the heredoc text starting at `body`: its start, its end, and its
    /// parts.
    fn heredoc_closing(&self, body: usize, tag: &str) -> Option<(usize, usize, Closing)> {
        let stands_alone = self.options.edition.heredoc_end_tag_stands_alone();
        let mut start = body;
        while start < self.end {
            let end = line_end(&self.text[..self.end], start);
            if let Some(closing) = closing_line(&self.text[start..end], tag, stands_alone) {
                return Some((start, end, closing));
            }
            start = end;
        }
        None
    }

    fn heredoc_syntax(&self, name: &str) -> Result<String, Diagnostic> {
        if !self.options.edition.heredoc_syntax_is_a_media_type() || name.is_empty() {
            return Ok(name.to_owned());
        }
        if name.split('+').any(str::is_empty) {
            return Err(issues::empty_heredoc_syntax_segment(name).at(self.source, self.here()));
        }
        Ok(name.to_lowercase())
    }

    fn heredoc_escapes(&self, letters: &str) -> Result<Escapes, Diagnostic> {
        let has_unicode = self.options.edition.heredoc_has_unicode_escape();
        let all = if has_unicode { "trnsuL$" } else { "trnsL$" };
        let letters = if letters.is_empty() { all } else { letters };
        let repeated = letters.char_indices().any(|(at, c)| letters[..at].contains(c));
        if repeated {
            let list: Vec<String> = letters.chars().map(String::from).collect();
            return Err(
                issues::heredoc_multiple_at_escapes(&list.join(", ")).at(self.source, self.here())
            );
        }
        let mut escapes = Escapes { backslash: true, ..Escapes::default() };
        for letter in letters.chars() {
            match letter {
                't' => escapes.tab = true,
                'r' => escapes.carriage_return = true,
                'n' => escapes.newline = true,
                's' => escapes.space = true,
                'u' if has_unicode => escapes.unicode = true,
                '$' => escapes.dollar = true,
                'L' => escapes.line_break = true,
                _ => {
                    let error = issues::heredoc_invalid_escape(&letter.to_string())
                        .at(self.source, self.here());
                    return Err(error);
                }
            }
        }
        Ok(escapes)
    }

    /// Finds and lexes the text of a heredoc whose opening ends at `behind`.
    fn heredoc_body(&mut self, start: usize, behind: usize, opening: &Opening) -> Lexed {
        let syntax = self.out.make_text(&opening.syntax);
        self.push_text(TokenKind::Heredoc, start, behind, syntax);
        let body = match self.newline_jump {
            Some(jump) => jump,
            None => match self.text[behind..self.end].find('\n') {
                Some(len) => behind + len + 1,
                None => {
                    let error = issues::heredoc_without_text().at(self.source, self.here());
                    return Err(self.fatal(error));
                }
            },
        };
        if let Some((line_start, line_end, closing)) = self.heredoc_closing(body, &opening.tag) {
            self.newline_jump = Some(line_end);
            self.matched = Some((line_end.max(line_start + 1) - 1, line_end));
            return self
                .heredoc_text(body, line_start, opening, &closing)
                .map_err(|error| LexError { resume: behind, ..error });
        }
        let at = Span::at(self.origin.place(body));
        let error = issues::heredoc_without_end_tagged_line()
            .at(self.source, at)
            .label(self.origin.span(start, behind), "this heredoc")
            .help(format!("end the text with a line `| {}`", opening.tag));
        Err(self.fatal(error))
    }

    /// Lexes the text between `from` and `to`.
    fn heredoc_text(
        &mut self,
        from: usize,
        to: usize,
        opening: &Opening,
        closing: &Closing,
    ) -> Lexed {
        let quoting = Quoting {
            escapes: opening.escapes,
            closes_at_quote: false,
            interpolates: opening.interpolates,
            backslash_escapes: opening.escapes.dollar,
        };
        let margin = closing.margin.as_deref().filter(|margin| !margin.is_empty());
        match margin {
            None => {
                let to = self.without_last_break(from, to, closing.has_dash);
                self.read_part(from, to, quoting)
            }
            Some(margin) => self.read_without_margin(from, to, margin, closing.has_dash, quoting),
        }
    }

    fn without_last_break(&self, from: usize, to: usize, has_dash: bool) -> usize {
        if !has_dash {
            return to;
        }
        from + trimmed(&self.text[from..to], self.options.edition.heredoc_dash_trims_blanks()).len()
    }

    /// Lexes a range of this lexer's own text as heredoc text.
    fn read_part(&mut self, from: usize, to: usize, quoting: Quoting) -> Lexed {
        self.refuse_byte_order_mark(&self.text[from..to])?;
        let (text, origin, options) = (self.text, self.origin.clone(), self.options);
        let nesting = self.nesting;
        let mut inner = Lexer::new(self.source, text, origin, options, self.out);
        inner.pos = from;
        inner.line_start = from;
        inner.end = to;
        inner.nesting = nesting;
        inner.nested(|lexer| lexer.quoted_text(from, quoting))
    }

    /// Fails for a byte order mark at the start of the text, since the reference applies even this
    /// rule to heredoc text.
    fn refuse_byte_order_mark(&self, text: &str) -> Lexed {
        match byte_order_mark(text) {
            Some(error) => {
                let error = error.at(self.source, self.here()).without_position();
                Err(self.error(error, self.pos))
            }
            None => Ok(()),
        }
    }

    /// Copies a range of text without its margin, and lexes the copy.
    fn read_without_margin(
        &mut self,
        from: usize,
        to: usize,
        margin: &str,
        has_dash: bool,
        quoting: Quoting,
    ) -> Lexed {
        let edition = self.options.edition;
        let mut copy = String::with_capacity(to - from);
        let mut lines = Vec::new();
        let mut line_start = from;
        while line_start < to {
            let line_end = line_end(&self.text[..to], line_start);
            let line = &self.text[line_start..line_end];
            let cut = margin_len(line, margin, edition.trims_short_heredoc_lines());
            // Compat: the reference places the start of the text before its margin.
            let place = if line_start == from { line_start } else { line_start + cut };
            lines.push((copy.len() as u32, self.origin.place(place)));
            if line_start == from && line.len() > cut + 1 {
                lines.push((copy.len() as u32 + 1, self.origin.place(line_start + cut + 1)));
            }
            copy.push_str(&line[cut..]);
            line_start = line_end;
        }
        if lines.is_empty() {
            lines.push((0, self.origin.place(from)));
        }
        if has_dash {
            let len = trimmed(&copy, edition.heredoc_dash_trims_blanks()).len();
            copy.truncate(len);
        }
        self.refuse_byte_order_mark(&copy)?;
        let base = self.out.made.len();
        self.out.made.push_str(&copy);
        let origin = Origin::Made { base, lines };
        let nesting = self.nesting;
        let mut inner = Lexer::new(self.source, &copy, origin, self.options, self.out);
        inner.nesting = nesting;
        inner.nested(|lexer| lexer.quoted_text(0, quoting))
    }
}

struct OpeningParts<'a> {
    tag: &'a str,
    syntax: Option<&'a str>,
    escapes: Option<&'a str>,
}

/// Splits `tag:syntax/escapes` into its parts; `None` if it is not of this form.
fn split_opening(text: &str, edition: crate::Edition) -> Option<OpeningParts<'_>> {
    let tag_end = text.find([':', '/', '\r', '\n']).unwrap_or(text.len());
    let (tag, mut rest) = text.split_at(tag_end);
    if tag.is_empty() {
        return None;
    }
    let mut syntax = None;
    if let Some(behind) = rest.strip_prefix(':') {
        let behind = behind.trim_start_matches(is_blank);
        let is_media_type = edition.heredoc_syntax_is_a_media_type();
        let belongs = |c: char| {
            c.is_ascii_alphanumeric() || c == '_' || c == '+' || is_media_type && c == '.'
        };
        let end = behind.find(|c| !belongs(c)).unwrap_or(behind.len());
        let (name, behind) = behind.split_at(end);
        let min = if is_media_type { 1 } else { 2 };
        if name.len() < min || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        syntax = Some(name);
        rest = behind.trim_start_matches(is_blank);
    }
    let mut escapes = None;
    if let Some(behind) = rest.strip_prefix('/') {
        let behind = match edition.heredoc_escapes_may_be_spaced() {
            true => behind.trim_start_matches(is_blank),
            false => behind,
        };
        let end = behind
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'))
            .unwrap_or(behind.len());
        let (letters, behind) = behind.split_at(end);
        escapes = Some(letters);
        rest = behind.trim_start_matches(is_blank);
    }
    rest.is_empty().then_some(OpeningParts { tag, syntax, escapes })
}

/// Parses a line as the end of a heredoc, if it is one. A line that only ends with the tag counts,
/// too, unless the tag must be alone.
fn closing_line(line: &str, tag: &str, stands_alone: bool) -> Option<Closing> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let before = line.trim_end_matches(is_blank).strip_suffix(tag)?;
    let trimmed = before.trim_end_matches(is_blank);
    let (before, has_dash) = match trimmed.strip_suffix('-') {
        Some(rest) => (rest, true),
        None => (before, false),
    };
    let trimmed = before.trim_end_matches(is_blank);
    let (before, has_pipe) = match trimmed.strip_suffix('|') {
        Some(rest) => (rest, true),
        None => (before, false),
    };
    let text = before.trim_end_matches(is_blank);
    if stands_alone && !text.is_empty() {
        return None;
    }
    let margin = has_pipe.then(|| before[text.len()..].to_owned());
    Some(Closing { margin, has_dash })
}

/// Returns the length of the margin that is removed from a line.
fn margin_len(line: &str, margin: &str, trims_short_lines: bool) -> usize {
    if line.starts_with(margin) {
        return margin.len();
    }
    if !trims_short_lines {
        return 0;
    }
    let shared = line.chars().zip(margin.chars()).take_while(|(a, b)| a == b);
    shared.map(|(c, _)| c.len_utf8()).sum()
}

/// Removes the last line break, and if `with_blanks` also the blanks before it.
fn trimmed(text: &str, with_blanks: bool) -> &str {
    let line = match text.strip_suffix('\n') {
        Some(text) => text.strip_suffix('\r').unwrap_or(text),
        None => text,
    };
    if with_blanks { line.trim_end_matches(is_blank) } else { line }
}

/// The end of the line that starts at `start`, including its line break.
fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |len| start + len + 1)
}

/// Ruby's `strip`: removes white space and NUL at both ends.
fn ruby_strip(text: &str) -> &str {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' | '\0');
    text.trim_start_matches(|c| is_space(c) && c != '\0').trim_end_matches(is_space)
}
