//! Removal of white space like Ruby's `strip`: ASCII white space and NUL.

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r' | '\0')
}

/// The string without trailing white space.
pub fn rstrip(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

/// The string without leading white space.
pub fn lstrip(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// The string without leading and trailing white space.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Removes trailing white space.
pub(crate) fn rstrip_in_place(text: &mut String) {
    text.truncate(rstrip(text).len());
}
