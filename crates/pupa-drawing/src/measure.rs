//! An upper bound on the width of text, without font metrics.

/// The estimated width of a text at a font size, an upper bound for common sans-serif fonts.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|one| advance(one) * size).sum()
}

/// The width of a character relative to the font size.
fn advance(one: char) -> f64 {
    match one {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '`' => 0.36,
        'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '/' | '\\' | '-' => 0.45,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.05,
        'A'..='Z' | '&' | '=' | '+' | '<' | '>' | '~' | '#' => 0.8,
        ' '..='~' => 0.66,
        // Latin, Greek, Cyrillic and similar scripts; other characters may be as wide as they are
        // high.
        '\u{80}'..='\u{52F}' => 0.85,
        _ => 1.1,
    }
}
