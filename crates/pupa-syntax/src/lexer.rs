//! The lexer: converts text to tokens.
//!
//! Lexing Puppet depends on context: `/` starts a regular expression or divides; `[` starts an
//! array or accesses an element; strings contain code that contains strings; the text of a heredoc
//! is on the lines after the current one, where the code around it continues after it; and
//! templates are text that contains code. Each of these has a file of its own; this file has the
//! main loop, the punctuation, and shared functions.
//!
//! An error never stops the lexer. It pushes an `Error` token at the position where the reference
//! would stop, and continues after it. (For an error in a string, that is the start of the string,
//! since the reference reads strings as a whole.)

mod chars;
mod epp;
mod escape;
mod heredoc;
mod number;
mod regexp;
mod string;
mod word;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::edition::Edition;
use crate::issues::lexical as issues;
use crate::parser::Dialect;
use crate::source::{MAX_SOURCE_LEN, Source, Span};
use crate::token::{Token, TokenKind, Tokens};
use crate::tree::Text;

/// The limit for the nesting of strings and heredocs.
const MAX_NESTING: u32 = 200;

/// The language rules for lexing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LexOptions {
    pub(crate) edition: Edition,
    pub(crate) dialect: Dialect,
    /// Whether `plan` and `apply` are keywords.
    pub(crate) tasks: bool,
}

/// Reads a whole text.
pub(crate) fn lex(source: &Arc<Source>, options: LexOptions) -> Tokens {
    let text = source.text();
    let mut tokens = Tokens::default();
    if text.len() > MAX_SOURCE_LEN {
        tokens.push_error(issues::source_too_large().at(source, Span::at(0)).without_position());
    } else if let Some(error) = byte_order_mark(text) {
        tokens.push_error(error.at(source, Span::new(0, 3)).without_position());
    } else {
        // Real manifests have a token for every five to eight bytes.
        tokens.tokens.reserve(text.len() / 6 + 4);
        let mut lexer = Lexer::new(source, text, Origin::Source, options, &mut tokens);
        match options.dialect {
            Dialect::Manifest => lexer.run(),
            Dialect::Template => lexer.run_template(),
        }
    }
    let end = Span::at(text.len().min(MAX_SOURCE_LEN) as u32);
    // Two of them, so that the parser can look ahead from the last token.
    tokens.push(TokenKind::End, end);
    tokens.push(TokenKind::End, end);
    tokens
}

/// An error that ends a token, with the offset at which lexing continues.
struct LexError {
    diagnostic: Box<Diagnostic>,
    resume: usize,
}

type Lexed<T = ()> = Result<T, LexError>;

/// The origin of the lexer's text, which maps its offsets to offsets in the source.
#[derive(Debug, Clone)]
enum Origin {
    /// It is the source.
    Source,
    /// The text is that of a heredoc without its margin, copied to the text that the lexer has
    /// made.
    Made {
        /// The offset of its start in the made text.
        base: usize,
        /// The offset of each line in this text, and in the source.
        lines: Vec<(u32, u32)>,
    },
}

impl Origin {
    /// Converts an offset in the lexer's text to an offset in the source.
    fn place(&self, offset: usize) -> u32 {
        match self {
            Origin::Source => offset as u32,
            Origin::Made { lines, .. } => {
                let offset = offset as u32;
                let line = lines.partition_point(|&(start, _)| start <= offset).max(1) - 1;
                lines.get(line).map_or(offset, |&(start, source)| source + (offset - start))
            }
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.place(start), self.place(end))
    }

    /// The text between two offsets.
    fn text(&self, start: usize, end: usize) -> Text {
        match self {
            Origin::Source => Text::of_source(Span::new(start as u32, end as u32)),
            Origin::Made { base, .. } => Text::of_made(base + start, end - start),
        }
    }
}

/// The part of a template that is being lexed; `None` in manifests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EppMode {
    Text,
    Code,
    Expression,
}

struct Lexer<'a, 't> {
    /// The source for the locations of diagnostics.
    source: &'t Arc<Source>,
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    /// The end of the text for this lexer, which may be before the end of `text`.
    end: usize,
    origin: Origin,
    options: LexOptions,
    out: &'t mut Tokens,
    /// The previous token, if it influences how the next one is lexed.
    after: TokenKind,
    /// The number of open braces.
    braces: u32,
    /// The offset of the current line of code.
    line_start: usize,
    /// The offset at which the code continues after the current line, if heredoc text follows it.
    newline_jump: Option<usize>,
    /// The last match, which the reference quotes in the error about an unclosed string.
    matched: Option<(usize, usize)>,
    epp: Option<EppMode>,
    /// Whether a tag of the template is open.
    epp_open: bool,
    nesting: u32,
}

impl<'a, 't> Lexer<'a, 't> {
    fn new(
        source: &'t Arc<Source>,
        text: &'a str,
        origin: Origin,
        options: LexOptions,
        out: &'t mut Tokens,
    ) -> Self {
        Lexer {
            source,
            text,
            bytes: text.as_bytes(),
            pos: 0,
            end: text.len(),
            origin,
            options,
            out,
            after: TokenKind::End,
            braces: 0,
            line_start: 0,
            newline_jump: None,
            matched: None,
            epp: None,
            epp_open: false,
            nesting: 0,
        }
    }

    /// Lexes up to the end of the text.
    fn run(&mut self) {
        while self.pos < self.end {
            let mark = self.out.tokens.len();
            match self.lex_token() {
                Ok(()) => {
                    if self.out.tokens.len() > mark {
                        self.after = self.out.tokens[self.out.tokens.len() - 1].kind;
                    }
                }
                Err(error) => self.give_up_token(mark, error),
            }
        }
    }

    /// Replaces the tokens since `mark` by an error, and continues after it.
    fn give_up_token(&mut self, mark: usize, error: LexError) {
        self.out.tokens.truncate(mark);
        self.out.push_error(*error.diagnostic);
        self.after = TokenKind::Error;
        // Lexing continues, but never at an earlier offset, which could loop for ever.
        self.pos = error.resume.max(self.pos.min(self.end));
    }

    /// Lexes one token (for a string or heredoc, all of its tokens), white space, or a comment.
    fn lex_token(&mut self) -> Lexed {
        let byte = self.bytes[self.pos];
        match byte {
            b' ' | b'\t' | b'\r' => self.skip_blanks(),
            b'\n' => self.line_break(),
            b'a'..=b'z' | b'_' => self.word(),
            b'$' => self.variable(),
            b'\'' => return self.single_quoted(),
            b'"' => return self.double_quoted(),
            b'A'..=b'Z' => return self.reference(),
            b'0'..=b'9' => return self.number(),
            b'#' => self.comment(),
            b'/' => return self.slash(),
            b':' => return self.colon(),
            b'@' => return self.at_sign(),
            b'%' => return self.percent(),
            b'-' => return self.minus(),
            b'[' => self.left_bracket(),
            b'(' => self.left_paren(),
            b'{' => self.left_brace(),
            b'}' => {
                self.braces = self.braces.wrapping_sub(1);
                self.emit(TokenKind::RightBrace, 1);
            }
            _ => self.operator(byte),
        }
        Ok(())
    }

    /// Lexes operators and punctuation that are determined by the next two characters.
    fn operator(&mut self, byte: u8) {
        use TokenKind as T;
        let (next, third) = (self.byte_at(self.pos + 1), self.byte_at(self.pos + 2));
        let (kind, len) = match (byte, next) {
            (b'=', b'>') => (T::FatArrow, 2),
            (b'=', b'=') => (T::IsEqual, 2),
            (b'=', b'~') => (T::Match, 2),
            (b'=', _) => (T::Equals, 1),
            (b',', _) => (T::Comma, 1),
            (b']', _) => (T::RightBracket, 1),
            (b')', _) => (T::RightParen, 1),
            (b';', _) => (T::Semicolon, 1),
            (b'.', _) => (T::Dot, 1),
            (b'?', _) => (T::Question, 1),
            (b'*', _) => (T::Times, 1),
            (b'|', b'>') if third == b'>' => (T::RightRightCollect, 3),
            (b'|', b'>') => (T::RightCollect, 2),
            (b'|', _) => (T::Pipe, 1),
            (b'+', b'=') => (T::Appends, 2),
            (b'+', b'>') => (T::PlusArrow, 2),
            (b'+', _) => (T::Plus, 1),
            (b'!', b'=') => (T::NotEqual, 2),
            (b'!', b'~') => (T::NoMatch, 2),
            (b'!', _) => (T::Not, 1),
            (b'~', b'>') => (T::InEdgeSub, 2),
            (b'~', _) => (T::Tilde, 1),
            (b'<', b'<') if third == b'|' => (T::LeftLeftCollect, 3),
            (b'<', b'<') => (T::LeftShift, 2),
            (b'<', b'=') => (T::LessEqual, 2),
            (b'<', b'|') => (T::LeftCollect, 2),
            (b'<', b'-') => (T::OutEdge, 2),
            (b'<', b'~') => (T::OutEdgeSub, 2),
            (b'<', _) => (T::Less, 1),
            (b'>', b'>') => (T::RightShift, 2),
            (b'>', b'=') => (T::GreaterEqual, 2),
            (b'>', _) => (T::Greater, 1),
            _ => return self.other_character(),
        };
        self.emit(kind, len);
    }

    /// Lexes Unicode white space, or a character without meaning.
    fn other_character(&mut self) {
        let Some(c) = self.char_at(self.pos) else {
            self.pos = self.end;
            return;
        };
        if is_wide_blank(c) {
            self.skip_blanks();
            return;
        }
        self.matched = None;
        self.emit(TokenKind::Other, c.len_utf8());
    }

    fn skip_blanks(&mut self) {
        let start = self.pos;
        self.pos = self.blanks_end(start);
        self.matched = (self.pos > start).then_some((start, self.pos));
    }

    /// Returns the end of the blanks and carriage returns that start at `from`.
    fn blanks_end(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.end {
            if chars::is_ascii_blank(self.bytes[at]) {
                at += 1;
            } else if self.bytes[at] < 0x80 {
                break;
            } else {
                match self.char_at(at) {
                    Some(c) if chars::is_blank(c) => at += c.len_utf8(),
                    _ => break,
                }
            }
        }
        at
    }

    /// Ends a line of code, and skips the heredoc text after it, which has been lexed already.
    fn line_break(&mut self) {
        self.pos = self.newline_jump.take().unwrap_or(self.pos + 1);
        self.line_start = self.pos;
    }

    fn comment(&mut self) {
        let start = self.pos;
        let rest = &self.bytes[start..self.end];
        self.pos = start + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.matched = Some((start, self.pos));
        let span = self.origin.span(start, self.pos);
        self.out.comments.push(span);
    }

    /// Lexes `/`, which divides, starts a comment, or starts a regular expression.
    fn slash(&mut self) -> Lexed {
        if self.byte_at(self.pos + 1) == b'*' {
            return self.block_comment();
        }
        if self.regexp_may_follow() {
            return self.regexp();
        }
        self.emit(TokenKind::Divide, 1);
        Ok(())
    }

    fn block_comment(&mut self) -> Lexed {
        let start = self.pos;
        let Some(len) = self.text[start + 2..self.end].find("*/") else {
            let at = self.origin.place(start);
            let error = issues::unclosed_mlcomment()
                .at(self.source, Span::new(at, at + 2))
                .help("close the comment with `*/`");
            return Err(self.fatal(error));
        };
        self.pos = start + 2 + len + 2;
        self.matched = Some((start, self.pos));
        let span = self.origin.span(start, self.pos);
        self.out.comments.push(span);
        Ok(())
    }

    fn at_sign(&mut self) -> Lexed {
        match self.byte_at(self.pos + 1) {
            b'@' => self.emit(TokenKind::AtAt, 2),
            b'(' => return self.heredoc(),
            _ => self.emit(TokenKind::At, 1),
        }
        Ok(())
    }

    fn percent(&mut self) -> Lexed {
        if self.epp.is_some() && self.byte_at(self.pos + 1) == b'>' {
            return self.close_epp_tag(2);
        }
        self.emit(TokenKind::Modulo, 1);
        Ok(())
    }

    fn minus(&mut self) -> Lexed {
        let (next, third) = (self.byte_at(self.pos + 1), self.byte_at(self.pos + 2));
        match next {
            b'%' if third == b'>' && self.epp.is_some() => return self.close_epp_tag(3),
            b'>' => self.emit(TokenKind::InEdge, 2),
            b'=' => self.emit(TokenKind::Deletes, 2),
            _ => self.emit(TokenKind::Minus, 1),
        }
        Ok(())
    }

    /// Lexes `[`. White space before it decides whether it starts an array or accesses an element.
    fn left_bracket(&mut self) {
        let behind_blank = match self.text[..self.pos].chars().next_back() {
            None => true,
            Some(c) => c == '\r' || c == '\n' || chars::is_blank(c),
        };
        let kind = if behind_blank { TokenKind::ListStart } else { TokenKind::LeftBracket };
        self.emit(kind, 1);
    }

    /// Lexes `(`. The first token of a line never continues a call.
    fn left_paren(&mut self) {
        let indentation = self.text.get(self.line_start..self.pos).unwrap_or("x");
        let first = indentation.bytes().next_back().is_none_or(|byte| {
            (byte >= 0x80 || chars::is_ascii_blank(byte))
                && indentation.chars().rev().all(|c| c == '\r' || chars::is_blank(c))
        });
        self.emit(if first { TokenKind::LineParen } else { TokenKind::LeftParen }, 1);
    }

    fn left_brace(&mut self) {
        self.braces = self.braces.wrapping_add(1);
        let is_selector = self.after == TokenKind::Question;
        self.emit(if is_selector { TokenKind::SelectorBrace } else { TokenKind::LeftBrace }, 1);
    }

    /// Whether a regular expression may start here, depending on the previous token.
    fn regexp_may_follow(&self) -> bool {
        use TokenKind as T;
        !matches!(
            self.after,
            T::RightParen
                | T::RightBracket
                | T::RightRightCollect
                | T::RightCollect
                | T::Name
                | T::Reference
                | T::Number
                | T::String
                | T::True
                | T::False
                | T::StringStart
                | T::StringMiddle
                | T::StringEnd
                | T::Heredoc
                | T::Regexp
                | T::Variable
                | T::Word
        )
    }

    // Shared by the parts.

    /// Pushes a token with the next `len` bytes.
    fn emit(&mut self, kind: TokenKind, len: usize) {
        self.emit_to(kind, self.pos + len);
    }

    /// Pushes a token that ends at `end`, and continues there.
    fn emit_to(&mut self, kind: TokenKind, end: usize) {
        let start = self.pos;
        self.pos = end;
        self.push(kind, start, end);
    }

    /// Pushes a token whose text is its range of the source.
    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        match &self.origin {
            Origin::Source => {
                let span = Span::new(start as u32, end as u32);
                self.out.tokens.push(Token { kind, text: Token::NO_TEXT, span });
            }
            Origin::Made { .. } => self.push_copied(kind, start, end),
        }
        self.after = kind;
    }

    /// Pushes a token in heredoc text without margin. Its text must be stored, since it may differ
    /// from the range of the source.
    fn push_copied(&mut self, kind: TokenKind, start: usize, end: usize) {
        let (skip_front, skip_back) = kind.delimiters(self.bytes[start]);
        let text = self.origin.text(start + skip_front, (end - skip_back).max(start + skip_front));
        self.push_text(kind, start, end, text);
    }

    /// Pushes a token with its own text. It does not count as the previous token for the next one,
    /// since the reference's lexer ignores parts of strings there.
    fn push_text(&mut self, kind: TokenKind, start: usize, end: usize, text: Text) {
        let number = self.out.texts.len() as u32;
        self.out.texts.push(text);
        let span = self.origin.span(start, end);
        self.out.tokens.push(Token { kind, text: number, span });
    }

    /// The byte at an offset; 0 after the end.
    fn byte_at(&self, at: usize) -> u8 {
        if at < self.end { self.bytes[at] } else { 0 }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..self.end)?.chars().next()
    }

    /// The empty range at the current offset, for errors.
    fn here(&self) -> Span {
        Span::at(self.origin.place(self.pos))
    }

    /// An error after which lexing continues at `resume`.
    fn error(&self, diagnostic: Diagnostic, resume: usize) -> LexError {
        LexError { diagnostic: Box::new(diagnostic), resume }
    }

    /// An error after which nothing can be lexed sensibly.
    fn fatal(&self, diagnostic: Diagnostic) -> LexError {
        self.error(diagnostic, self.end)
    }

    /// Returns the next five characters, as the reference quotes them.
    fn followed_by(&self) -> String {
        let rest = self.text.get(self.pos..self.end).unwrap_or_default();
        if rest.is_empty() {
            return "<eof>".to_owned();
        }
        let mut display: String = rest.chars().take(5).collect();
        display.push_str("...");
        display.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
    }
}

/// Blanks beyond ASCII.
fn is_wide_blank(c: char) -> bool {
    !c.is_ascii() && chars::is_blank(c)
}

/// The diagnostic about a byte order mark. The reference checks for the marks of many encodings by
/// their bytes; only a few of these can start a UTF-8 text.
fn byte_order_mark(text: &str) -> Option<Diagnostic> {
    let bytes = text.as_bytes();
    let (format, marks) = match bytes {
        [0xEF, 0xBB, 0xBF, ..] => ("UTF-8", &bytes[..3]),
        _ => return None,
    };
    let marks: Vec<String> = marks.iter().map(|byte| format!("{byte:X}")).collect();
    let display = format!("[{}]", marks.join(" "));
    let error = issues::illegal_bom(format, &display);
    Some(error.help("save the file as UTF-8 without a byte order mark"))
}
