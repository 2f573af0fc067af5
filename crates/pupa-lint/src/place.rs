//! Creates diagnostics about positions in data files.

use std::sync::Arc;

use pupa_data::Place;
use pupa_syntax::diagnostic::{Diagnostic, Issue, Location};
use pupa_syntax::source::{Position, Source, Span};

/// Creates a diagnostic at a position in a file; without a position, about the whole file.
pub(super) fn diagnostic_at(
    issue: &'static Issue,
    source: &Arc<Source>,
    place: Option<Place>,
    message: impl Into<String>,
) -> Diagnostic {
    match place {
        Some(place) => issue.diagnostic(message).at(source, word_at(source, place)),
        None => issue.diagnostic(message).located(Location::of_file(source)),
    }
}

/// Returns the range of the word or quoted string at a position, such as a key.
pub(super) fn word_at(source: &Source, place: Place) -> Span {
    let Place { line, column } = place;
    let start = source.offset(Position { line, column });
    let rest = source.text().get(start as usize..).unwrap_or_default();
    Span::new(start, start + word_length(rest) as u32)
}

fn word_length(text: &str) -> usize {
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let end = text[1..].find([quote, '\n']).map_or(text.len(), |end| end + 1);
        return if text[end..].starts_with(quote) { end + 1 } else { end };
    }
    let ends = |(at, c): (usize, char)| match c {
        ':' => text[at + 1..].chars().next().is_none_or(char::is_whitespace),
        '=' | ',' | '}' | ']' => true,
        c => c.is_whitespace(),
    };
    text.char_indices().find(|one| ends(*one)).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_a_length() {
        let source = Source::new("", "a::b: 1\n  \"ü c\": 2\n'a b\nc'\n");
        let word = |line, column| source.slice(word_at(&source, Place { line, column }));
        assert_eq!(word(1, 1), "a::b");
        assert_eq!(word(2, 3), "\"ü c\"");
        assert_eq!(word(3, 1), "'a b");
        assert_eq!(word(2, 99), "");
        assert_eq!(word(9, 1), "");
    }
}
