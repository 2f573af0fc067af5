//! Which characters are of words, for `\b`.

use std::sync::OnceLock;

use super::charset::CharSet;
use super::property;

/// Whether a character is of a word.
pub(super) fn is_word(c: char, is_ascii_only: bool) -> bool {
    static WORD: OnceLock<CharSet> = OnceLock::new();
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    !is_ascii_only && WORD.get_or_init(|| CharSet::new(&property::bracket("word", false))).has(c)
}
