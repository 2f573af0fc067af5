//! Key paths: `a.b."c.d"`.

use std::fmt;
use std::rc::Rc;

use pupa_value::Value;

use super::HoconError;
use super::token::{Scalar, Token, TokenKind};

/// The keys from an object down to a value; never empty.
pub(super) type Path = Rc<[Rc<str>]>;

/// A key of a path under construction.
#[derive(Default)]
struct Element {
    text: String,
    /// Whether an empty quoted string is part of it, so that it may be empty.
    can_be_empty: bool,
}

/// Builds a path from tokens.
pub(super) fn path(tokens: &[Token]) -> Result<Path, HoconError> {
    if tokens.is_empty() {
        return Err(HoconError::new("Expecting a field name or path here, but got nothing"));
    }
    let mut elements = vec![Element::default()];
    for token in tokens {
        match &token.kind {
            TokenKind::Whitespace => {}
            TokenKind::Scalar(Scalar::Quoted(text), _) => add_quoted(&mut elements, text),
            TokenKind::Scalar(_, text) | TokenKind::Unquoted(text) => add(&mut elements, text),
            _ => {
                return Err(HoconError::new(format!(
                    "Token not allowed in path expression: {token} (you can double-quote this \
                     token if you really want it here)"
                )));
            }
        }
    }
    if elements.iter().any(|element| element.text.is_empty() && !element.can_be_empty) {
        return Err(HoconError::new(
            "path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty \
             string if you want an empty element)",
        ));
    }
    if elements.len() > Value::MAX_DEPTH {
        return Err(HoconError::too_deep(elements.len()));
    }
    Ok(elements.into_iter().map(|element| Rc::from(element.text)).collect())
}

/// Appends quoted text, in which periods are ordinary characters.
fn add_quoted(elements: &mut [Element], text: &str) {
    if let Some(last) = elements.last_mut() {
        last.text.push_str(text);
        last.can_be_empty |= last.text.is_empty();
    }
}

/// Appends unquoted text, in which periods separate keys.
fn add(elements: &mut Vec<Element>, text: &str) {
    let mut parts = text.split('.');
    if let (Some(last), Some(part)) = (elements.last_mut(), parts.next()) {
        last.text.push_str(part);
    }
    elements.extend(parts.map(|part| Element { text: part.to_owned(), can_be_empty: false }));
}

/// Writes a path in the form of messages.
pub(super) fn write_path(path: &[Rc<str>], f: &mut impl fmt::Write) -> fmt::Result {
    for (index, key) in path.iter().enumerate() {
        if index > 0 {
            f.write_char('.')?;
        }
        let is_plain =
            |character: char| character.is_alphanumeric() || character == '-' || character == '_';
        if key.is_empty() || !key.chars().all(is_plain) {
            write_json_string(key, f)?;
        } else {
            f.write_str(key)?;
        }
    }
    Ok(())
}

/// Writes a string as a JSON string.
pub(super) fn write_json_string(text: &str, f: &mut impl fmt::Write) -> fmt::Result {
    f.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            control if control.is_control() => write!(f, "\\u{:04x}", u32::from(control))?,
            other => f.write_char(other)?,
        }
    }
    f.write_char('"')
}
