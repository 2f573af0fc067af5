//! White space as Ruby's `strip` sees it: ASCII only, and NUL.

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r' | '\0')
}

/// The text without blanks at its end.
pub fn rstrip(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

/// The text without blanks at its beginning.
pub fn lstrip(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// The text without blanks at both ends.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Removes blanks at the end.
pub(crate) fn rstrip_in_place(text: &mut String) {
    text.truncate(rstrip(text).len());
}
