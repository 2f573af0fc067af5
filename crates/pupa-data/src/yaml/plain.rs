//! Determines the value of a plain scalar: a string, a number, a Boolean … The rules are those of
//! YAML 1.1 with Psych's deviations.

use pupa_value::Value;

use super::number;
use super::time;

/// The value of a plain scalar.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain<'a> {
    /// A string, which is the text itself.
    String,
    /// Undef, a Boolean or a number.
    Value(Value),
    /// A symbol, by its name.
    Symbol(&'a str),
    /// A text in the form of a date, whether or not the date exists.
    Date,
    /// A text in the form of a date and time.
    Time,
    /// A text in the form of a number that Ruby fails to convert, with Ruby's message.
    Malformed(String),
}

/// Determines the value of a plain scalar.
pub fn resolve(text: &str) -> Plain<'_> {
    let Some(first) = text.as_bytes().first() else { return Plain::Value(Value::Undef) };
    if first.is_ascii_alphabetic() || is_wordlike(text) {
        return word(text);
    }
    if let Some(number) = number::small(text) {
        return Plain::Value(number);
    }
    if time::looks_like_time(text) {
        return Plain::Time;
    }
    if time::looks_like_date(text) {
        return Plain::Date;
    }
    if let Some(float) = special_float(text) {
        return Plain::Value(Value::Float(float));
    }
    if *first == b':' {
        return symbol(text);
    }
    match number::read(text) {
        Some(Ok(number)) => Plain::Value(number),
        Some(Err(malformed)) => Plain::Malformed(malformed),
        None => Plain::String,
    }
}

/// Whether Psych treats a text as a word without trying other types. A text of several lines is a
/// word.
fn is_wordlike(text: &str) -> bool {
    let mut characters = text.chars();
    let (first, second) = (characters.next(), characters.next());
    first.is_some_and(is_word_character)
        || !matches!(first, Some('0'..='9' | '.' | ':' | '-'))
            && second.is_some_and(is_word_character)
        || text.contains('\n')
}

fn is_word_character(character: char) -> bool {
    match character {
        '\t'..='\r' | ' ' => true,
        '_' | '!' | '@' | '#' | '$' | '%' | '^' | '&' | '*' | '(' | ')' | '{' | '}' | '<' | '>'
        | '|' | '/' | '\\' | '~' | ';' | '=' => true,
        _ => character.is_alphabetic(),
    }
}

/// The first characters of Booleans and nulls.
const STARTS: &[u8] = b"ytonfYTONF~";

/// Determines the value of a word: a Boolean, undef or a string.
///
/// Compat: Ruby's patterns match single lines of a text, so the lines `y` and `no` are false.
/// Pinned by `words`.
fn word(text: &str) -> Plain<'_> {
    // A quick check that excludes most words.
    let begins_like_one = text.bytes().next().is_some_and(|start| STARTS.contains(&start));
    if !begins_like_one || text.chars().nth(5).is_some() {
        return Plain::String;
    }
    let is_any = |words: &[&str]| {
        text.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)))
    };
    // The first characters of the lines; the empty line after a final line break has none.
    let mut starts = std::iter::once(text)
        .chain(text.match_indices('\n').map(|(at, _)| &text[at + 1..]))
        .filter_map(|line| line.bytes().next());
    if starts.any(|start| !STARTS.contains(&start)) {
        Plain::String
    } else if text == "~" || is_any(&["null"]) {
        Plain::Value(Value::Undef)
    } else if is_any(&["yes", "true", "on"]) {
        Plain::Value(Value::Boolean(true))
    } else if is_any(&["no", "false", "off"]) {
        Plain::Value(Value::Boolean(false))
    } else {
        Plain::String
    }
}

fn special_float(text: &str) -> Option<f64> {
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if is(".inf") || is("+.inf") {
        Some(f64::INFINITY)
    } else if is("-.inf") {
        Some(f64::NEG_INFINITY)
    } else if is(".nan") {
        Some(f64::NAN)
    } else {
        None
    }
}

/// Parses a symbol: `:name`, `:"a name"`. A lone `:` is a string.
fn symbol(text: &str) -> Plain<'_> {
    let name = text.get(1..).unwrap_or_default();
    let Some(quote) = name.chars().next() else { return Plain::String };
    // Compat: text after the closing quote is dropped, and so is a colon after the opening quote.
    // Pinned by `symbols`.
    let quoted = matches!(quote, '"' | '\'').then(|| &name[1..]);
    let quoted = quoted.and_then(|rest| rest.rfind(quote).map(|end| &rest[..end]));
    match quoted {
        Some(inner) => Plain::Symbol(inner.strip_prefix(':').unwrap_or(inner)),
        None => Plain::Symbol(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let truth = |truth| Plain::Value(Value::Boolean(truth));
        for (text, expected) in [
            ("yes", truth(true)),
            ("On", truth(true)),
            ("y", Plain::String),
            ("no", truth(false)),
            ("OFF", truth(false)),
            ("nope", Plain::String),
            ("nULL", Plain::Value(Value::Undef)),
            ("~", Plain::Value(Value::Undef)),
            ("~a", Plain::String),
            ("", Plain::Value(Value::Undef)),
            ("truely", Plain::String),
            ("y\nno", truth(false)),
            ("1\n2", Plain::String),
        ] {
            assert_eq!(resolve(text), expected, "{text}");
        }
    }

    #[test]
    fn symbols() {
        for (text, name) in [
            (":a", "a"),
            ("::a", ":a"),
            (":\"a b\"", "a b"),
            (":\"a\"b\"c", "a\"b"),
            (":'", "'"),
            (":':x'", "x"),
        ] {
            assert_eq!(resolve(text), Plain::Symbol(name), "{text}");
        }
        assert_eq!(resolve(":"), Plain::String);
    }
}
