//! The text of a source as a sequence of pieces, from the first byte to the last.
//!
//! The lexer lists tokens in the order in which the parser reads them (the text of a heredoc
//! directly after its opening), and drops everything that no grammar rule needs. Pieces are in the
//! order of the source and cover all of it, so writing all pieces gives the same file. Formatters
//! and refactorings work on pieces, and find keywords, separators and comments by their position.

use crate::source::Span;
use crate::token::{Token, TokenKind};

/// A range of the source and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The kind.
    pub kind: PieceKind,
    /// The range, never empty.
    pub span: Span,
}

/// The kinds of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// A token of the language.
    Token(TokenKind),
    /// A comment with its delimiters; without the line break that ends it.
    Comment,
    /// Blanks, tabs, line breaks and other white space.
    Whitespace,
    /// Text that belongs to the token before it without being part of its range: the brace that
    /// ends an interpolation, the end line of a heredoc, the tags of a template, and text that was
    /// skipped after an error.
    Delimiter,
}

/// Returns the pieces of a text with these tokens and comments.
pub(crate) fn pieces(text: &str, tokens: &[Token], comments: &[Span]) -> Vec<Piece> {
    let tokens =
        tokens.iter().map(|token| Piece { kind: PieceKind::Token(token.kind), span: token.span });
    let comments = comments.iter().map(|&span| Piece { kind: PieceKind::Comment, span });
    let mut known: Vec<Piece> =
        tokens.chain(comments).filter(|piece| piece.span.start < piece.span.end).collect();
    // If several pieces start at the same offset, the longest counts: a heredoc's opening, a whole
    // string.
    known.sort_by_key(|piece| (piece.span.start, std::cmp::Reverse(piece.span.end)));
    let mut pieces = Vec::with_capacity(known.len() * 2);
    let mut end = 0;
    for piece in known {
        let span = Span::new(piece.span.start.max(end), piece.span.end);
        if span.start >= span.end || text.get(span.start as usize..span.end as usize).is_none() {
            continue;
        }
        fill(text, Span::new(end, span.start), &mut pieces);
        end = span.end;
        pieces.push(Piece { span, ..piece });
    }
    fill(text, Span::new(end, text.len() as u32), &mut pieces);
    pieces
}

/// Adds the pieces of a range that no token or comment covers.
fn fill(text: &str, gap: Span, pieces: &mut Vec<Piece>) {
    let mut start = gap.start;
    let mut rest = text.get(gap.start as usize..gap.end as usize).unwrap_or_default();
    while let Some(first) = rest.chars().next() {
        let is_space = first.is_whitespace();
        let len = rest.find(|c: char| c.is_whitespace() != is_space).unwrap_or(rest.len());
        let kind = if is_space { PieceKind::Whitespace } else { PieceKind::Delimiter };
        pieces.push(Piece { kind, span: Span::new(start, start + len as u32) });
        start += len as u32;
        rest = &rest[len..];
    }
}

#[cfg(test)]
mod tests {
    use crate::source::Source;
    use crate::{Dialect, ParseOptions, parse};

    use super::*;

    /// The pieces of a text that are not white space, as `kind text`.
    fn written(text: &str, dialect: Dialect) -> Vec<String> {
        let options = ParseOptions { dialect, ..ParseOptions::default() };
        let parsed = parse(Source::new("test.pp", text).into(), &options);
        let source = parsed.tree.source();
        let pieces = parsed.pieces();
        let whole: String = pieces.iter().map(|piece| source.slice(piece.span)).collect();
        assert_eq!(whole, text);
        let pieces = pieces.into_iter().filter(|piece| piece.kind != PieceKind::Whitespace);
        let line = |piece: Piece| {
            let kind = match piece.kind {
                PieceKind::Token(kind) => format!("{kind:?}"),
                other => format!("{other:?}"),
            };
            format!("{kind} {}", source.slice(piece.span))
        };
        pieces.map(line).collect()
    }

    #[test]
    fn comments_and_separators_are_pieces() {
        assert_eq!(
            written("file { '/x': # why\n  mode => '1', }", Dialect::Manifest),
            [
                "Name file",
                "LeftBrace {",
                "String '/x'",
                "Colon :",
                "Comment # why",
                "Name mode",
                "FatArrow =>",
                "String '1'",
                "Comma ,",
                "RightBrace }"
            ]
        );
    }

    #[test]
    fn interpolation_keeps_its_delimiters() {
        assert_eq!(
            written("\"a ${b} $c\"", Dialect::Manifest),
            [
                "StringStart \"a ${",
                "Variable b",
                "Delimiter }",
                "StringMiddle  ",
                "Variable $c",
                "StringEnd \""
            ]
        );
    }

    #[test]
    fn heredocs_are_in_the_order_of_the_source() {
        assert_eq!(
            written("$a = [@(END), 1]\n  text\n  | END\n", Dialect::Manifest),
            [
                "Variable $a",
                "Equals =",
                "ListStart [",
                "Heredoc @(END)",
                "Comma ,",
                "Number 1",
                "RightBracket ]",
                "String   text\n",
                "Delimiter |",
                "Delimiter END"
            ]
        );
    }

    #[test]
    fn templates_keep_their_tags() {
        assert_eq!(
            written("<% | $a | -%>\nx <%= $a %> y <%# no %>", Dialect::Template),
            [
                "Delimiter <%",
                "Pipe |",
                "Variable $a",
                "Pipe |",
                "Delimiter -%>",
                "RenderString \nx <%=",
                "Variable $a",
                "EppEnd %>",
                "Delimiter y",
                "Comment <%# no %>"
            ]
        );
    }
}
