//! The words and signs of HOCON.

use std::fmt;

use pupa_value::Value;

use crate::document::Place;

/// A word or sign, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The line that the library knows it by; it knows none for signs.
    pub(super) line: Option<u32>,
    pub(super) place: Place,
}

/// What a word or sign is.
#[derive(Debug, Clone)]
pub(super) enum TokenKind {
    /// The end of the text.
    End,
    Comma,
    Equals,
    Colon,
    OpenCurly,
    CloseCurly,
    OpenSquare,
    CloseSquare,
    PlusEquals,
    Newline,
    /// A comment, without its sign.
    Comment(String),
    /// Blanks that do not belong to a value.
    Blanks,
    /// A value, as it is and as it is written.
    Scalar(Scalar, String),
    /// Text without quotes; also the blanks between such texts.
    Text(String),
    /// `${…}` with what stands in it, or `${?…}`.
    Substitution {
        optional: bool,
        expression: Vec<Token>,
    },
    /// Something that is none of these: what, and why not.
    Problem {
        what: String,
        message: String,
    },
}

/// A value that holds no other.
#[derive(Debug, Clone)]
pub(super) enum Scalar {
    Null,
    Boolean(bool),
    Number(Value),
    Quoted(String),
}

impl Token {
    /// Whether whitespace between two such tokens counts.
    pub(super) fn is_simple_value(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::Scalar(..) | TokenKind::Text(_) | TokenKind::Substitution { .. }
        )
    }

    /// Whether it can begin a value.
    pub(super) fn begins_value(&self) -> bool {
        self.is_simple_value() || matches!(self.kind, TokenKind::OpenCurly | TokenKind::OpenSquare)
    }

    /// Whether it is text of blanks alone.
    pub(super) fn is_blank_text(&self) -> bool {
        matches!(&self.kind, TokenKind::Text(text) if text.chars().all(char::is_whitespace))
    }

    /// The text of a string in quotes.
    pub(super) fn as_quoted(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Scalar(Scalar::Quoted(text), _) => Some(text),
            _ => None,
        }
    }
}

/// As messages show it.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TokenKind::End => f.write_str("end of file"),
            TokenKind::Comma => f.write_str("','"),
            TokenKind::Equals => f.write_str("'='"),
            TokenKind::Colon => f.write_str("':'"),
            TokenKind::OpenCurly => f.write_str("'{'"),
            TokenKind::CloseCurly => f.write_str("'}'"),
            TokenKind::OpenSquare => f.write_str("'['"),
            TokenKind::CloseSquare => f.write_str("']'"),
            TokenKind::PlusEquals => f.write_str("'+='"),
            TokenKind::Newline => f.write_str("NEWLINE"),
            TokenKind::Comment(text) => write!(f, "'#{text}' (COMMENT)"),
            TokenKind::Blanks => f.write_str("' ' (WHITESPACE)"),
            TokenKind::Scalar(Scalar::Null, _) => f.write_str("'' (NULL)"),
            TokenKind::Scalar(Scalar::Boolean(value), _) => write!(f, "'{value}' (BOOLEAN)"),
            TokenKind::Scalar(Scalar::Number(value), _) => {
                write!(f, "'{}' (NUMBER)", pupa_value::text::ruby::to_s(value))
            }
            TokenKind::Scalar(Scalar::Quoted(text), _) => write!(f, "'{text}' (STRING)"),
            TokenKind::Text(text) => write!(f, "'{text}'"),
            TokenKind::Substitution { expression, .. } => {
                // The library shows an address in memory.
                f.write_str("'${")?;
                for token in expression {
                    match &token.kind {
                        TokenKind::Scalar(_, text) | TokenKind::Text(text) => f.write_str(text)?,
                        _ => token.fmt(f)?,
                    }
                }
                f.write_str("}'")
            }
            TokenKind::Problem { what, message } => write!(f, "'{what}' ({message})"),
        }
    }
}
