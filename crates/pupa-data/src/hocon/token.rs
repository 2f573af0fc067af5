//! The tokens of HOCON.

use std::fmt;

use pupa_value::Value;

use crate::document::Place;

/// A token with its place.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The line number that the library assigns; it assigns none to punctuation.
    pub(super) line: Option<u32>,
    pub(super) place: Place,
}

/// The kinds of tokens.
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
    /// A comment, without `#` or `//`.
    Comment(String),
    /// White space that is not part of a value.
    Whitespace,
    /// A scalar: its value and its source text.
    Scalar(Scalar, String),
    /// Unquoted text, or white space between two simple values, which is part of a value.
    Unquoted(String),
    /// `${…}` or `${?…}`, with the tokens inside.
    Substitution {
        optional: bool,
        expression: Vec<Token>,
    },
    /// Invalid input, with an error message.
    Problem {
        what: String,
        message: String,
    },
}

/// A scalar value.
#[derive(Debug, Clone)]
pub(super) enum Scalar {
    Null,
    Boolean(bool),
    Number(Value),
    Quoted(String),
}

impl Token {
    /// Whether it is a simple value: white space between two of these is part of a concatenation.
    pub(super) fn is_simple_value(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::Scalar(..) | TokenKind::Unquoted(_) | TokenKind::Substitution { .. }
        )
    }

    /// Whether a value may begin with it.
    pub(super) fn begins_value(&self) -> bool {
        self.is_simple_value() || matches!(self.kind, TokenKind::OpenCurly | TokenKind::OpenSquare)
    }

    /// Whether it is unquoted text of white space only.
    pub(super) fn is_whitespace_text(&self) -> bool {
        matches!(&self.kind, TokenKind::Unquoted(text) if text.chars().all(char::is_whitespace))
    }

    /// The value of a quoted string.
    pub(super) fn as_quoted(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Scalar(Scalar::Quoted(text), _) => Some(text),
            _ => None,
        }
    }
}

/// The form in which messages show a token.
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
            TokenKind::Whitespace => f.write_str("' ' (WHITESPACE)"),
            TokenKind::Scalar(Scalar::Null, _) => f.write_str("'' (NULL)"),
            TokenKind::Scalar(Scalar::Boolean(value), _) => write!(f, "'{value}' (BOOLEAN)"),
            TokenKind::Scalar(Scalar::Number(value), _) => {
                write!(f, "'{}' (NUMBER)", pupa_value::text::ruby::to_s(value))
            }
            TokenKind::Scalar(Scalar::Quoted(text), _) => write!(f, "'{text}' (STRING)"),
            TokenKind::Unquoted(text) => write!(f, "'{text}'"),
            TokenKind::Substitution { expression, .. } => {
                // The library prints the address of a Ruby object here.
                f.write_str("'${")?;
                for token in expression {
                    match &token.kind {
                        TokenKind::Scalar(_, text) | TokenKind::Unquoted(text) => {
                            f.write_str(text)?
                        }
                        _ => token.fmt(f)?,
                    }
                }
                f.write_str("}'")
            }
            TokenKind::Problem { what, message } => write!(f, "'{what}' ({message})"),
        }
    }
}
