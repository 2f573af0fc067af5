//! The classes of characters in the reference's patterns.
//!
//! In Ruby, `\w` matches ASCII characters only, while `[[:blank:]]` and `\b` support Unicode.

const WORD: u8 = 1;
const LOWER_OR_UNDERSCORE: u8 = 2;
const UPPER: u8 = 4;
const DIGIT: u8 = 8;
const BLANK: u8 = 16;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        table[byte] = match c {
            b'a'..=b'z' | b'_' => WORD | LOWER_OR_UNDERSCORE,
            b'A'..=b'Z' => WORD | UPPER,
            b'0'..=b'9' => WORD | DIGIT,
            b' ' | b'\t' | b'\r' => BLANK,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// `\w`
pub(super) fn is_word(byte: u8) -> bool {
    CLASSES[byte as usize] & WORD != 0
}

/// `[a-z_]`
pub(super) fn starts_word(byte: u8) -> bool {
    CLASSES[byte as usize] & LOWER_OR_UNDERSCORE != 0
}

/// `[A-Z]`
pub(super) fn is_upper(byte: u8) -> bool {
    CLASSES[byte as usize] & UPPER != 0
}

/// `\d`
pub(super) fn is_digit(byte: u8) -> bool {
    CLASSES[byte as usize] & DIGIT != 0
}

/// A blank or carriage return within ASCII.
pub(super) fn is_ascii_blank(byte: u8) -> bool {
    CLASSES[byte as usize] & BLANK != 0
}

/// `[[:blank:]]`: a tab or a space separator of Unicode.
pub(super) fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Whether a character is a word character in Unicode, as `\b` uses it.
pub(super) fn is_unicode_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || is_mark_or_connector(c)
}

/// The most common combining marks and connectors, which are word characters for `\b`, too.
fn is_mark_or_connector(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{203f}' | '\u{2040}' | '\u{2054}' | '\u{fe33}'
        | '\u{fe34}' | '\u{fe4d}'..='\u{fe4f}' | '\u{ff3f}' | '\u{20d0}'..='\u{20ff}')
}
