//! What a scalar without quotes is: a string, a number, a truth value … as Ruby decides it, by
//! YAML 1.1 and a few rules of its own.

use pupa_value::Value;

use super::number;
use super::time;

/// What a scalar is.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain<'a> {
    /// A string, as it stands there.
    String,
    /// Nothing, a truth value or a number.
    Value(Value),
    /// A symbol, by its name.
    Symbol(&'a str),
    /// What looks like a date, whether or not there is such a day.
    Date,
    /// What looks like a date and time.
    Time,
    /// What looks like a number but is none, which Ruby notices when it makes one.
    Malformed(String),
}

/// What a scalar is.
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

/// Whether Ruby takes a text for a word without further ado. A text of several lines is one.
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

/// What truth values and nothing begin with.
const STARTS: &[u8] = b"ytonfYTONF~";

/// A word may be a truth value or nothing. Ruby looks at the lines of a text one by one, so that
/// `y`, an empty line and `no` are false.
fn word(text: &str) -> Plain<'_> {
    // Most words are none of these, which is quickly seen.
    let begins_like_one = text.bytes().next().is_some_and(|start| STARTS.contains(&start));
    if !begins_like_one || text.chars().nth(5).is_some() {
        return Plain::String;
    }
    let is_any = |words: &[&str]| {
        text.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)))
    };
    // Where lines begin; a line break at the end begins none.
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

/// `:name`, `:"a name"`; a lone `:` is a string.
fn symbol(text: &str) -> Plain<'_> {
    let name = text.get(1..).unwrap_or_default();
    let Some(quote) = name.chars().next() else { return Plain::String };
    // Compat: what follows the closing quote is dropped, and so is a colon after the opening one.
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
