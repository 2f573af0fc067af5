//! Paths in data: `$['a'][0]`.

use std::fmt::Write;

use crate::error::{Error, Result};
use crate::text;
use crate::value::Value;

/// A step from a container to one of its parts.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// The array element with this index.
    Index(usize),
    /// The value under this key, which is data.
    Key(Value),
}

/// A saved path, whose text can be requested later.
#[derive(Debug, Clone, Copy)]
pub(super) struct SavedPath(usize);

/// The path to the current value, and the saved paths.
///
/// Saving a path costs a step for each container entered since the last saved path, not for the
/// whole path.
#[derive(Debug, Default)]
pub(super) struct PathTracker {
    path: Vec<Step>,
    /// The saved prefixes of the current path, from its start.
    saved: Vec<SavedPath>,
    /// The last step of each saved path, with the path of its container; `None` is the root.
    steps: Vec<(Option<SavedPath>, Step)>,
}

impl PathTracker {
    /// Enters a part.
    pub(super) fn enter(&mut self, step: Step) {
        self.path.push(step);
    }

    /// Leaves the current part.
    pub(super) fn leave(&mut self) {
        self.path.pop();
        self.saved.truncate(self.path.len());
    }

    /// Saves the current path. `None` is the root.
    pub(super) fn save(&mut self) -> Option<SavedPath> {
        while let Some(step) = self.path.get(self.saved.len()) {
            self.steps.push((self.saved.last().copied(), step.clone()));
            self.saved.push(SavedPath(self.steps.len() - 1));
        }
        self.saved.last().copied()
    }

    /// The current path without the `$` of the root; `None` if it has a key without text form.
    pub(super) fn text(&self) -> Option<String> {
        let mut text = String::new();
        self.path.iter().try_for_each(|step| step.write(&mut text))?;
        Some(text)
    }

    /// The text of a saved path; `None` if it has a key without text form.
    pub(super) fn text_of(&self, place: Option<SavedPath>) -> Option<String> {
        let mut path = Vec::new();
        let mut next = place;
        while let Some((from, step)) = next.and_then(|place| self.steps.get(place.0)) {
            path.push(step);
            next = *from;
        }
        let mut text = String::from("$");
        path.into_iter().rev().try_for_each(|step| step.write(&mut text))?;
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

/// Parses a path.
///
/// # Errors
/// If the string is not a path.
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

/// Parses a key in brackets or after a dot, and returns the rest.
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

/// Parses a string up to its single quote, and returns the rest.
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

/// Parses a string up to its double quote, and returns the rest.
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
        let mut path_tracker = PathTracker::default();
        path_tracker.enter(Step::Index(7));
        let mut expected = vec![Value::Integer(7)];
        for key in keys.map(Value::from).into_iter().chain([
            Value::Undef,
            Value::Boolean(true),
            Value::Float(-1.5),
            Value::Integer(-3),
        ]) {
            path_tracker.enter(Step::Key(key.clone()));
            expected.push(key);
        }
        let place = path_tracker.save();
        let text = path_tracker.text_of(place).expect("all keys are scalars");
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
    fn saved_paths_remain_valid() {
        let mut path_tracker = PathTracker::default();
        path_tracker.enter(Step::Index(0));
        path_tracker.enter(Step::Key("a".into()));
        let first = path_tracker.save();
        path_tracker.leave();
        path_tracker.enter(Step::Key(Value::array([])));
        let second = path_tracker.save();
        path_tracker.leave();
        path_tracker.leave();
        assert_eq!(path_tracker.text_of(first).as_deref(), Some("$[0]['a']"));
        assert_eq!(path_tracker.text_of(second), None);
        let root = path_tracker.save();
        assert_eq!(path_tracker.text_of(root).as_deref(), Some("$"));
    }
}
