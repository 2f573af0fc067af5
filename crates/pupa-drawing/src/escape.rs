//! Escaping of text for markup languages.

use std::borrow::Cow;

/// Escapes a text for XML and HTML, inside elements and attributes. Characters that are illegal in
/// XML documents (most control characters) are replaced.
pub fn xml(text: &str) -> Cow<'_, str> {
    let is_special = |one: char| {
        matches!(one, '&' | '<' | '>' | '"' | '\'' | '\u{FFFE}' | '\u{FFFF}')
            || (one.is_control() && !matches!(one, '\n' | '\t'))
    };
    if !text.contains(is_special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for one in text.chars() {
        match one {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\r' => {}
            _ if is_special(one) => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(one),
        }
    }
    Cow::Owned(escaped)
}
