//! Places in data: `$['a'][0]`.

use std::fmt::Write;

use crate::error::{Error, Result};
use crate::text;
use crate::value::Value;

/// A step from a container to what it holds.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// To an element of an array.
    Index(usize),
    /// To what a key leads to. The key is data.
    Key(Value),
}

/// A place that was noted, to be asked for its text later.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place(usize);

/// The way to the value that is being looked at, and the places noted on the way.
///
/// Noting a place costs a step for each container that was entered since the last, not the whole
/// way.
#[derive(Debug, Default)]
pub(super) struct Trail {
    way: Vec<Step>,
    /// The noted places along the way, from its start.
    noted: Vec<Place>,
    /// All steps ever noted, each with the place it starts from; `None` is the root.
    steps: Vec<(Option<Place>, Step)>,
}

impl Trail {
    /// Takes a step.
    pub(super) fn enter(&mut self, step: Step) {
        self.way.push(step);
    }

    /// Takes the last step back.
    pub(super) fn leave(&mut self) {
        self.way.pop();
        self.noted.truncate(self.way.len());
    }

    /// Notes where we are. `None` is the root.
    pub(super) fn note(&mut self) -> Option<Place> {
        while let Some(step) = self.way.get(self.noted.len()) {
            self.steps.push((self.noted.last().copied(), step.clone()));
            self.noted.push(Place(self.steps.len() - 1));
        }
        self.noted.last().copied()
    }

    /// Where we are, as text without the `$` of the root. `None` when a key on the way can't be
    /// written.
    pub(super) fn text(&self) -> Option<String> {
        let mut text = String::new();
        self.way.iter().try_for_each(|step| step.write(&mut text))?;
        Some(text)
    }

    /// A place that was noted, as text. `None` when a key on the way can't be written.
    pub(super) fn text_of(&self, place: Option<Place>) -> Option<String> {
        let mut way = Vec::new();
        let mut next = place;
        while let Some((from, step)) = next.and_then(|place| self.steps.get(place.0)) {
            way.push(step);
            next = *from;
        }
        let mut text = String::from("$");
        way.into_iter().rev().try_for_each(|step| step.write(&mut text))?;
        Some(text)
    }
}

impl Step {
    fn write(&self, text: &mut String) -> Option<()> {
        match self {
            Step::Index(index) => write!(text, "[{index}]").ok(),
            Step::Key(Value::String(key)) => write!(text, "[{}]", text::quote(key)).ok(),
            Step::Key(Value::Undef) => write!(text, "[null]").ok(),
            Step::Key(
                key @ (Value::Boolean(_)
                | Value::Integer(_)
                | Value::BigInteger(_)
                | Value::Float(_)),
            ) => write!(text, "[{}]", text::convert(key, &Value::from("%p")).ok()?).ok(),
            Step::Key(_) => None,
        }
    }
}

/// The keys of a place that is given as text.
///
/// # Errors
/// When the text is no place.
pub(super) fn parse(path: &str) -> Result<Vec<Value>> {
    let bad = || Error::other(format!("Unable to parse jsonpath \"{path}\""));
    let mut rest = path.trim().strip_prefix('$').ok_or_else(bad)?;
    let mut keys = Vec::new();
    while !rest.is_empty() {
        let (key, after) = parse_key(rest).ok_or_else(bad)?;
        keys.push(key);
        rest = after;
    }
    Ok(keys)
}

/// A key in brackets or behind a dot, and what follows.
fn parse_key(text: &str) -> Option<(Value, &str)> {
    if let Some(text) = text.strip_prefix('.') {
        let end = text.find(['.', '[']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        return Some((bare_key(name)?, rest));
    }
    let text = text.strip_prefix('[')?.trim_start();
    let (key, rest) = match text.chars().next()? {
        '\'' => single_quoted(&text[1..])?,
        '"' => double_quoted(&text[1..])?,
        _ => {
            let (word, rest) = text.split_at(text.find(']')?);
            let word = word.trim_end();
            (number(word).or_else(|| bare_key(word))?, rest)
        }
    };
    Some((key, rest.trim_start().strip_prefix(']')?))
}

fn number(word: &str) -> Option<Value> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().ok().map(Value::from_big);
    }
    word.parse().ok().map(Value::Float)
}

fn bare_key(word: &str) -> Option<Value> {
    let is_word =
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
    match word {
        "true" => Some(Value::Boolean(true)),
        "false" => Some(Value::Boolean(false)),
        _ if word.eq_ignore_ascii_case("null") => Some(Value::Undef),
        _ => is_word.then(|| Value::from(word)),
    }
}

/// A string up to its single quote, and what follows.
fn single_quoted(text: &str) -> Option<(Value, &str)> {
    let mut key = String::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\'' => return Some((key.into(), &text[at + 1..])),
            '\\' => match characters.next_if(|(_, next)| matches!(next, '\'' | '\\')) {
                Some((_, escaped)) => key.push(escaped),
                None => key.push('\\'),
            },
            _ => key.push(character),
        }
    }
    None
}

/// A string up to its double quote, and what follows.
fn double_quoted(text: &str) -> Option<(Value, &str)> {
    let mut key = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((key.into(), &text[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => key.push('\n'),
                't' => key.push('\t'),
                'r' => key.push('\r'),
                's' => key.push(' '),
                'u' => {
                    let code = characters.as_str().strip_prefix('{')?.split('}').next()?;
                    key.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    characters.nth(code.len() + 1)?;
                }
                other @ ('"' | '$' | '\\' | '\'') => key.push(other),
                other => key.extend(['\\', other]),
            },
            _ => key.push(character),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        let keys = ["a", "it's", "a\\b", "\u{1}\n$x\"\\", "ü", "\u{1F600}", "", "a]b", "$"];
        let mut trail = Trail::default();
        trail.enter(Step::Index(7));
        let mut expected = vec![Value::Integer(7)];
        for key in keys.map(Value::from).into_iter().chain([
            Value::Undef,
            Value::Boolean(true),
            Value::Float(-1.5),
            Value::Integer(-3),
        ]) {
            trail.enter(Step::Key(key.clone()));
            expected.push(key);
        }
        let place = trail.note();
        let text = trail.text_of(place).expect("all keys are scalars");
        assert_eq!(parse(&text).expect(&text), expected);
    }

    #[test]
    fn wrong_paths() {
        for path in
            ["", "a", "$[", "$['a", "$[]", "$['a'", "$.", "$[1]x", "$[a b]", "$[\"\\u{110000}\"]"]
        {
            let error = parse(path).expect_err(path);
            assert_eq!(error.message, format!("Unable to parse jsonpath \"{path}\""));
        }
    }

    #[test]
    fn places_outlive_the_way() {
        let mut trail = Trail::default();
        trail.enter(Step::Index(0));
        trail.enter(Step::Key("a".into()));
        let first = trail.note();
        trail.leave();
        trail.enter(Step::Key(Value::array([])));
        let second = trail.note();
        trail.leave();
        trail.leave();
        assert_eq!(trail.text_of(first).as_deref(), Some("$[0]['a']"));
        assert_eq!(trail.text_of(second), None);
        let root = trail.note();
        assert_eq!(trail.text_of(root).as_deref(), Some("$"));
    }
}
