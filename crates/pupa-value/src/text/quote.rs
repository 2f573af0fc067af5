//! Quoted strings in Puppet syntax.

use std::fmt::Write;

/// A string in single quotes, or in double quotes if it contains control characters.
///
/// ```
/// use pupa_value::text::quote;
/// assert_eq!(quote("it's"), r"'it\'s'");
/// assert_eq!(quote("a\n$b"), r#""a\n\$b""#);
/// ```
pub fn quote(text: &str) -> String {
    if text.chars().any(|character| character < ' ') {
        return double_quote(text);
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    let mut escaped = false;
    for character in text.chars() {
        match character {
            // Compat: a backslash and the next character are written as a pair, so that a quote
            // after a backslash is not escaped. Pinned by `quirk-quote-behind-backslash`.
            _ if escaped => {
                out.push('\\');
                out.push(character);
                escaped = false;
            }
            '\'' => out.push_str("\\'"),
            '\\' => escaped = true,
            _ => out.push(character),
        }
    }
    if escaped {
        out.push('\\');
    }
    out.push('\'');
    out
}

/// A string in double quotes.
pub fn double_quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '$' => out.push_str("\\$"),
            '\\' => out.push_str("\\\\"),
            control if control < ' ' => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{{{:X}}}", u32::from(control));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
