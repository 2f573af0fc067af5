//! Tokens, which the lexer passes to the parser.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::Text;

/// A token. Its range covers the text as written.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// The index of the token's text in [`Tokens::texts`]; [`Token::NO_TEXT`] if the text is its
    /// range of the source.
    pub(crate) text: u32,
    /// The range in the source.
    pub span: Span,
}

impl Token {
    pub(crate) const NO_TEXT: u32 = u32::MAX;
}

/// The kinds of tokens. Names follow the words of the language, not of the lexer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "each is named after its word or symbol")]
pub enum TokenKind {
    /// The end of the input.
    End,
    /// An error of the lexer, which is in [`Tokens::errors`].
    Error,
    /// A character without meaning in the language.
    Other,

    // Values
    /// `foo`, `foo::bar`
    Name,
    /// `foo-bar`, `_foo`
    Word,
    /// `Foo::Bar`
    Reference,
    /// `$foo`; the text is the name.
    Variable,
    Number,
    /// A string without interpolation; the text is its value.
    String,
    /// Text of a string up to its first interpolation.
    StringStart,
    /// Text between two interpolations.
    StringMiddle,
    /// Text after the last interpolation.
    StringEnd,
    Regexp,
    /// `@(END:json)`; the text is the syntax. The heredoc's text follows as string tokens.
    Heredoc,

    // Keywords
    And,
    Apply,
    Attr,
    Case,
    Class,
    Default,
    Define,
    Else,
    Elsif,
    False,
    Function,
    If,
    In,
    Inherits,
    Node,
    Or,
    Plan,
    Private,
    True,
    Type,
    Undef,
    Unless,

    // Brackets
    /// `[` without white space before it.
    LeftBracket,
    /// `[` after white space.
    ListStart,
    RightBracket,
    LeftBrace,
    /// `{` directly after `?`.
    SelectorBrace,
    RightBrace,
    /// `(`
    LeftParen,
    /// `(` first on its line.
    LineParen,
    RightParen,
    /// `<|`
    LeftCollect,
    /// `<<|`
    LeftLeftCollect,
    /// `|>`
    RightCollect,
    /// `|>>`
    RightRightCollect,

    // Operators and punctuation
    Equals,
    Appends,
    Deletes,
    IsEqual,
    NotEqual,
    Match,
    NoMatch,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    FatArrow,
    PlusArrow,
    LeftShift,
    RightShift,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    Not,
    Dot,
    Pipe,
    At,
    AtAt,
    Colon,
    Comma,
    Semicolon,
    Question,
    Tilde,
    /// `->`
    InEdge,
    /// `~>`
    InEdgeSub,
    /// `<-`
    OutEdge,
    /// `<~`
    OutEdgeSub,

    // Templates
    /// Text of a template.
    RenderString,
    /// `<%=`
    RenderExpr,
    /// `%>` that ends an expression.
    EppEnd,
    /// `-%>` that ends an expression.
    EppEndTrim,
}

impl TokenKind {
    /// Returns the numbers of bytes at both ends of the range that are not part of the text, for
    /// tokens whose text is part of the source.
    pub(crate) const fn delimiters(self, first: u8) -> (usize, usize) {
        match self {
            TokenKind::String if first == b'\'' || first == b'"' => (1, 1),
            TokenKind::Regexp => (1, 1),
            // The name in `${name}` is a variable without `$`.
            TokenKind::Variable if first == b'$' => (1, 0),
            _ => (0, 0),
        }
    }

    /// Whether the token is a keyword that may also be the name of an attribute.
    pub(crate) const fn is_keyword(self) -> bool {
        matches!(
            self,
            TokenKind::And
                | TokenKind::Apply
                | TokenKind::Attr
                | TokenKind::Case
                | TokenKind::Class
                | TokenKind::Default
                | TokenKind::Define
                | TokenKind::Else
                | TokenKind::Elsif
                | TokenKind::Function
                | TokenKind::If
                | TokenKind::In
                | TokenKind::Inherits
                | TokenKind::Node
                | TokenKind::Or
                | TokenKind::Plan
                | TokenKind::Private
                | TokenKind::Type
                | TokenKind::Undef
                | TokenKind::Unless
        )
    }
}

/// The tokens of a source, with their texts, comments and diagnostics.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    pub(crate) tokens: Vec<Token>,
    /// The texts of tokens that differ from their ranges of the source.
    pub(crate) texts: Vec<Text>,
    /// Text made by the lexer: strings without escapes and margins.
    pub(crate) made: String,
    /// Comments in the order of the source.
    pub(crate) comments: Vec<Span>,
    /// The errors, by the index of their `Error` token.
    pub(crate) errors: Vec<(u32, Diagnostic)>,
    /// The warnings.
    pub(crate) warnings: Vec<Diagnostic>,
}

impl Tokens {
    pub(crate) fn push(&mut self, kind: TokenKind, span: Span) {
        self.tokens.push(Token { kind, text: Token::NO_TEXT, span });
    }

    /// Pushes an `Error` token for an error.
    pub(crate) fn push_error(&mut self, error: Diagnostic) {
        let number = self.tokens.len() as u32;
        self.push(TokenKind::Error, error.span());
        self.errors.push((number, error));
    }

    /// Appends text to the made text.
    pub(crate) fn make_text(&mut self, text: &str) -> Text {
        let start = self.made.len();
        self.made.push_str(text);
        Text::of_made(start, text.len())
    }
}
