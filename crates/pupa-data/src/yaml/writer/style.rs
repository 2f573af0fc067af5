//! Chooses the style of a scalar: the one that Psych prefers, as far as libyaml allows it.

use std::sync::LazyLock;

use pupa_value::regexp::Regexp;

use crate::yaml::plain::{Plain, resolve};
use crate::yaml::time;

/// The styles of scalars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::yaml) enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    /// Lines after `|`.
    Literal,
    /// Lines after `>`.
    Folded,
}

/// The style that Psych prefers for a string.
pub(in crate::yaml) fn preferred(text: &str) -> Style {
    if has_inner_break(text) {
        Style::Literal
    } else if text == "<<" {
        Style::SingleQuoted
    } else if matches!(text, "y" | "n") || has_line_of_signs(text) {
        Style::DoubleQuoted
    } else if !is_string(text) || has_odd_octal(text) {
        Style::SingleQuoted
    } else {
        Style::Plain
    }
}

/// Whether a text contains a line break other than one or two at its end.
fn has_inner_break(text: &str) -> bool {
    let end = text.strip_suffix('\n').map_or(text.len(), str::len);
    text.match_indices('\n').any(|(at, _)| at + 1 < end)
}

/// Whether a line begins with a character other than a letter, digit or `_` and contains no `"`
/// after it.
fn has_line_of_signs(text: &str) -> bool {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts.filter_map(|start| text.get(start..)).any(|line| {
        let mut characters = line.chars();
        characters.next().is_some_and(|first| !is_word_character(first))
            && characters.find(|character| matches!(character, '"' | '\n')) != Some('"')
    })
}

/// Whether a character matches Ruby's `[[:word:]]`.
fn is_word_character(character: char) -> bool {
    static WORD: LazyLock<Option<Regexp>> = LazyLock::new(|| Regexp::new("[[:word:]]").ok());
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    let text = character.encode_utf8(&mut [0; 4]).to_owned();
    WORD.as_ref().is_some_and(|word| word.is_match(&text).unwrap_or(false))
}

/// Whether a plain text is read as a string.
fn is_string(text: &str) -> bool {
    match resolve(text) {
        Plain::String => true,
        Plain::Date => !time::is_date(text),
        Plain::Time => !time::is_time(text),
        Plain::Value(_) | Plain::Symbol(_) | Plain::Malformed(_) => false,
    }
}

/// Whether a text is a malformed octal number that contains 8 or 9, which other YAML parsers read
/// as a number.
fn has_odd_octal(text: &str) -> bool {
    text.strip_prefix('0')
        .map(|rest| rest.trim_start_matches(|digit| matches!(digit, '0'..='7')))
        .is_some_and(|rest| rest.starts_with(['8', '9']))
}

/// The properties of a text that determine its possible styles.
pub(in crate::yaml) struct Analysis {
    is_empty: bool,
    is_multiline: bool,
    allows_plain: bool,
    allows_single_quotes: bool,
    allows_block: bool,
}

impl Analysis {
    pub(in crate::yaml) fn of(text: &str) -> Analysis {
        let mut analysis = Analysis {
            is_empty: text.is_empty(),
            is_multiline: text.contains(is_break),
            allows_plain: !begins_like_structure(text) && !holds_structure(text),
            allows_single_quotes: true,
            allows_block: !text.is_empty(),
        };
        let is_space = |character: char| character == ' ' || is_break(character);
        if text.starts_with(is_space) || text.ends_with(is_space) || analysis.is_multiline {
            analysis.allows_plain = false;
        }
        if text.ends_with(' ') {
            analysis.allows_block = false;
        }
        let pairs = || text.chars().zip(text.chars().skip(1));
        if pairs().any(|(one, next)| is_break(one) && next == ' ') {
            analysis.allows_single_quotes = false;
        }
        if pairs().any(|(one, next)| one == ' ' && is_break(next))
            || !text.chars().all(is_printable)
        {
            analysis.allows_plain = false;
            analysis.allows_single_quotes = false;
            analysis.allows_block = false;
        }
        analysis
    }

    /// The style that is used if `wanted` is preferred.
    pub(in crate::yaml) fn choose(&self, wanted: Style, is_key: bool) -> Style {
        let mut style = wanted;
        if is_key && self.is_multiline {
            style = Style::DoubleQuoted;
        }
        if style == Style::Plain && (!self.allows_plain || self.is_empty && is_key) {
            style = Style::SingleQuoted;
        }
        if style == Style::SingleQuoted && !self.allows_single_quotes
            || matches!(style, Style::Literal | Style::Folded) && (!self.allows_block || is_key)
        {
            style = Style::DoubleQuoted;
        }
        style
    }
}

/// Whether the start of a text would be read as YAML syntax.
fn begins_like_structure(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next();
    let before_space = characters.next().is_none_or(is_space_or_break);
    text.starts_with("---")
        || text.starts_with("...")
        || match first {
            Some(
                '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%'
                | '@' | '`',
            ) => true,
            Some('?' | ':' | '-') => before_space,
            _ => false,
        }
}

/// Whether a text contains the end of a key or the start of a comment.
fn holds_structure(text: &str) -> bool {
    let mut characters = text.chars().skip(1).peekable();
    let mut before = text.chars().next().unwrap_or('x');
    while let Some(character) = characters.next() {
        let before_space = characters.peek().is_none_or(|next| is_space_or_break(*next));
        if character == ':' && before_space || character == '#' && is_space_or_break(before) {
            return true;
        }
        before = character;
    }
    false
}

fn is_space_or_break(character: char) -> bool {
    matches!(character, ' ' | '\t') || is_break(character)
}

/// Whether a character is a line break.
pub(in crate::yaml) fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether libyaml writes a character unescaped.
///
/// Compat: libyaml escapes all characters outside of the Basic Multilingual Plane.
pub(super) fn is_printable(character: char) -> bool {
    matches!(character,
        '\n' | ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FEFE}' | '\u{FF00}'..='\u{FFFD}')
}
