//! Colours values in Puppet syntax.

use crate::report::Colors;

const STRING: &str = "\x1b[32m";
const NUMBER: &str = "\x1b[36m";
const WORD: &str = "\x1b[35m";
const TYPE: &str = "\x1b[33m";
const RESET: &str = "\x1b[0m";

/// The source with colours.
pub(super) fn highlighted(source: &str, colors: Colors) -> String {
    if colors == Colors::Off {
        return source.to_owned();
    }
    let mut text = String::with_capacity(source.len() * 2);
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (length, color) = match first {
            '\'' | '"' => (quoted(rest, first), Some(STRING)),
            '0'..='9' => (word(rest), Some(NUMBER)),
            'A'..='Z' => (word(rest), Some(TYPE)),
            'a'..='z' => (word(rest), Some(WORD)),
            other => (other.len_utf8(), None),
        };
        let (piece, after) = rest.split_at(length);
        match color {
            Some(color) => text.extend([color, piece, RESET]),
            None => text.push_str(piece),
        }
        rest = after;
    }
    text
}

/// The length of a quoted string including its quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && !"_:.".contains(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_are_added() {
        let source = "{'a\\'b' => [1, -2.5, undef], Integer[1, 2] => \"ü\\n\", x => /re/}";
        let colored = highlighted(source, Colors::On);
        let mut plain = colored.clone();
        for code in [STRING, NUMBER, WORD, TYPE, RESET] {
            plain = plain.replace(code, "");
        }
        assert_eq!(plain, source);
        assert!(colored.contains("\x1b[32m'a\\'b'\x1b[0m"), "{colored}");
        assert_eq!(highlighted(source, Colors::Off), source);
    }
}
