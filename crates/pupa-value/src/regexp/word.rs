//! The word characters of `\b`.

use std::sync::OnceLock;

use super::charset::CharSet;
use super::property;

/// Whether a character is a word character.
pub(super) fn is_word(c: char, is_ascii_only: bool) -> bool {
    static WORD: OnceLock<CharSet> = OnceLock::new();
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    !is_ascii_only && WORD.get_or_init(|| CharSet::new(&property::bracket("word", false))).has(c)
}
