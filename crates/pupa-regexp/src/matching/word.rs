//! The word characters of `\b`.

use std::sync::OnceLock;

use super::charset::CharSet;
use crate::meaning::property;

/// Whether a character is a word character.
pub(crate) fn is_word(c: char, is_ascii_only: bool) -> bool {
    static WORD: OnceLock<CharSet> = OnceLock::new();
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    !is_ascii_only && WORD.get_or_init(|| CharSet::new(&property::of_bracket("word", false))).has(c)
}
