//! Finds the errors after a syntax error, in the rest of the file.
//!
//! Rules beyond the grammar are checked for the statements that could be parsed. After a quote that
//! is never closed, strings and code are confused, so the text is parsed again as if the string
//! ended at the end of its line.

use std::sync::Arc;

use super::Rules;
use crate::diagnostic::Diagnostic;
use crate::issues::lexical::records::unclosed_quote;
use crate::lexer::{LexOptions, lex};
use crate::parser::{ParseOptions, parse};
use crate::source::{Source, Span};
use crate::token::TokenKind;
use crate::tree::{ExprId, ExprKind, Tree};
use crate::validate::validate;

/// The maximum number of unclosed quotes after which parsing continues.
const MOST_QUOTES: usize = 20;

/// The further errors in a text with a syntax error, in addition to those of the parser.
pub(super) fn beyond_errors(
    tree: &Tree,
    reported: &[Diagnostic],
    options: &ParseOptions,
    rules: &Rules,
) -> Vec<Diagnostic> {
    let original = tree.source();
    let mut found = Vec::new();
    match open_quote(original, options) {
        Some(quote) => behind_quote(original, quote, options, rules, &mut found),
        None => of_sound_statements(tree, reported, rules, &mut found),
    }
    found.retain(|diagnostic| !reported.iter().any(|other| other.span() == diagnostic.span()));
    // The diagnostics may refer to a changed copy of the text, which has the same length.
    for diagnostic in &mut found {
        let labels = diagnostic.labels.iter_mut().map(|label| &mut label.location);
        for location in diagnostic.location.iter_mut().chain(labels) {
            location.source = Arc::clone(original);
        }
    }
    found
}

/// Errors after unclosed quotes, each of which is assumed to end at the end of its line.
fn behind_quote(
    original: &Arc<Source>,
    quote: usize,
    options: &ParseOptions,
    rules: &Rules,
    found: &mut Vec<Diagnostic>,
) {
    let mut lines = Vec::new();
    let mut next = Some(quote);
    let mut source = Arc::clone(original);
    while let Some(quote) = next.take() {
        lines.push(original.line_of(quote as u32));
        let closed = Arc::new(Source::new(original.name(), closed(source.text(), quote)));
        next = open_quote(&closed, options).filter(|_| lines.len() < MOST_QUOTES);
        let is_last = next.is_none();
        if is_last {
            let parsed = parse(Arc::clone(&closed), options);
            let elsewhere = |error: &Diagnostic| {
                error.is_error() && !lines.contains(&original.line_of(error.span().start))
            };
            of_sound_statements(&parsed.tree, &parsed.diagnostics, rules, found);
            found.retain(|error| elsewhere(error));
            found.extend(parsed.diagnostics.into_iter().filter(|error| elsewhere(error)));
            found.sort_by_key(|error| error.span().start);
        } else if let Some(quote) = next {
            let span = Span::new(quote as u32, quote as u32 + 1);
            let error = crate::issues::lexical::unclosed_quote("\"'\"", "");
            // The reference's message quotes text after the quote, which here is that of a copy; so
            // the message is that for an empty rest.
            found.push(error.at(original, span).label(span, "the string begins here"));
        }
        source = closed;
    }
}

/// The errors that the validator finds in statements without syntax errors.
fn of_sound_statements(
    tree: &Tree,
    errors: &[Diagnostic],
    rules: &Rules,
    found: &mut Vec<Diagnostic>,
) {
    let damaged: Vec<Span> =
        errors.iter().filter(|error| error.is_error()).map(Diagnostic::span).collect();
    let sound: Vec<Span> = statements(tree)
        .into_iter()
        .map(|statement| tree[statement].span)
        .filter(|span| !damaged.iter().any(|error| touches(*span, *error)))
        .collect();
    let is_sound = |place: Span| sound.iter().any(|span| touches(*span, place));
    found.extend(validate(tree, rules).into_iter().filter(|found| is_sound(found.span())));
}

/// The outermost statements.
fn statements(tree: &Tree) -> Vec<ExprId> {
    match *tree.kind(tree.root()) {
        ExprKind::Block { statements, .. } => tree[statements].to_vec(),
        _ => vec![tree.root()],
    }
}

fn touches(span: Span, place: Span) -> bool {
    span.start <= place.start && place.start <= span.end
}

/// The offset of the quote that is probably unclosed, if the text ends inside of a string.
fn open_quote(source: &Arc<Source>, options: &ParseOptions) -> Option<usize> {
    let ParseOptions { edition, dialect, tasks, .. } = *options;
    let tokens = lex(source, LexOptions { edition, dialect, tasks });
    let (_, error) = tokens.errors.iter().find(|(_, error)| error.is(&unclosed_quote))?;
    let open = error.labels.first()?.location.span.start as usize;
    // The previous string may have started where it should have ended: then it spans several lines,
    // and no operator follows it.
    let text = source.text();
    let bytes = text.as_bytes();
    let flipped = tokens.tokens.iter().find(|token| {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        token.kind == TokenKind::String
            && end <= open
            && bytes.get(start) == bytes.get(open)
            && text.get(start..end).is_some_and(|text| text.contains('\n'))
            && bytes
                .get(end)
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"/_-.$".contains(byte))
    });
    Some(flipped.map_or(open, |token| token.span.start as usize))
}

/// Replaces the rest of the line by an empty string, keeping the length of the text. Characters
/// that end a line of code are kept.
fn closed(text: &str, quote: usize) -> String {
    let (before, rest) = text.split_at(quote);
    let (line, after) = rest.split_at(rest.find('\n').unwrap_or(rest.len()));
    let kept =
        line[1..].trim_end_matches(|c: char| c.is_ascii_whitespace() || ",;{}()[]:".contains(c));
    let (blank, marks) = line.split_at(1 + kept.len());
    let empty =
        if blank.len() < 2 { "0".to_owned() } else { format!("''{}", " ".repeat(blank.len() - 2)) };
    format!("{before}{empty}{marks}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_text_is_as_long_as_before() {
        assert_eq!(closed("a => 'b c,\nd", 5), "a => ''  ,\nd");
        assert_eq!(closed("a => '\nd", 5), "a => 0\nd");
        assert_eq!(closed("a => 'ä", 5), "a => '' ");
    }
}
