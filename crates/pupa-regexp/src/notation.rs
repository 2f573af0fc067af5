//! The textual forms of regular expressions, and escaping.

use crate::{Regexp, RegexpOptions};

/// The pattern between slashes, followed by the letters of its options.
pub(crate) fn inspect(source: &str, options: RegexpOptions) -> String {
    let mut out = String::with_capacity(source.len() + 2);
    out.push('/');
    // Compat: Ruby escapes all non-ASCII characters as soon as it must escape any character.
    // Pinned by `texts_are_rubys`.
    let must_escape = source.bytes().any(|byte| byte == b'/' || byte.is_ascii_control());
    let foreign = if must_escape { NonAscii::Escaped } else { NonAscii::Verbatim };
    write_escaped(source, foreign, &mut out);
    out.push('/');
    out.push_str(&letters(options));
    out
}

/// The pattern with its options inside: `(?-mix:a.b)`.
pub(crate) fn to_s(source: &str, options: RegexpOptions) -> String {
    let (source, options) = unwrap_options(source, options);
    let mut out = String::with_capacity(source.len() + 8);
    out.push_str("(?");
    out.push_str(&letters(options));
    let others = RegexpOptions {
        ignore_case: !options.ignore_case,
        extended: !options.extended,
        multi_line: !options.multi_line,
    };
    if others != RegexpOptions::default() {
        out.push('-');
        out.push_str(&letters(others));
    }
    out.push(':');
    write_escaped(source, NonAscii::Verbatim, &mut out);
    out.push(')');
    out
}

/// The pattern without delimiters, with its options, if any, inside.
pub(crate) fn pattern(source: &str, options: RegexpOptions, bits: u32) -> String {
    if bits == 0 {
        return source.to_owned();
    }
    let letters = [('i', options.ignore_case), ('m', options.multi_line), ('x', options.extended)];
    let on: String = letters.iter().filter(|(_, is_on)| *is_on).map(|(letter, _)| letter).collect();
    let off: String =
        letters.iter().filter(|(_, is_on)| !is_on).map(|(letter, _)| letter).collect();
    // Compat: the dash is kept when all options are set and the pattern has a fixed encoding.
    // Pinned by `texts_are_rubys`.
    let all = Regexp::IGNORECASE | Regexp::MULTILINE | Regexp::EXTENDED;
    let dash = if bits == all { "" } else { "-" };
    format!("(?{on}{dash}{off}:{source})")
}

/// The pattern that matches exactly this string, like Ruby's `Regexp.escape`.
///
/// ```
/// assert_eq!(pupa_regexp::escape("a.b c"), r"a\.b\ c");
/// ```
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        let letter = match c {
            '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^'
            | '$' | '#' | ' ' => c,
            '\t' => 't',
            '\u{c}' => 'f',
            '\u{b}' => 'v',
            '\n' => 'n',
            '\r' => 'r',
            other => {
                out.push(other);
                continue;
            }
        };
        out.push('\\');
        out.push(letter);
    }
    out
}

/// Unwraps a pattern that consists of a group with options, such as `(?i:a)`.
fn unwrap_options(source: &str, options: RegexpOptions) -> (&str, RegexpOptions) {
    let mut rest = source;
    let mut found = options;
    while rest.len() >= 4
        && let Some(mut inner) = rest.strip_prefix("(?")
    {
        inner = read_letters(inner, true, &mut found);
        if inner.len() > 1
            && let Some(off) = inner.strip_prefix('-')
        {
            inner = read_letters(off, false, &mut found);
        }
        if let Some(behind) = inner.strip_prefix(')') {
            rest = behind;
            continue;
        }
        let group = inner.strip_prefix(':').and_then(|group| group.strip_suffix(')'));
        return match group {
            Some(group) if crate::syntax::parse(group, found).is_ok() => (group, found),
            _ => (source, options),
        };
    }
    (rest, found)
}

fn read_letters<'s>(text: &'s str, is_on: bool, options: &mut RegexpOptions) -> &'s str {
    let mut rest = text;
    loop {
        let option = match rest.bytes().next() {
            Some(b'i') => &mut options.ignore_case,
            Some(b'x') => &mut options.extended,
            Some(b'm') => &mut options.multi_line,
            _ => return rest,
        };
        *option = is_on;
        rest = &rest[1..];
    }
}

/// The letters of the options.
pub(crate) fn letters(options: RegexpOptions) -> String {
    let letters = [('m', options.multi_line), ('i', options.ignore_case), ('x', options.extended)];
    letters.iter().filter(|(_, is_on)| *is_on).map(|(letter, _)| letter).collect()
}

/// The form of non-ASCII characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NonAscii {
    Verbatim,
    /// As `\uHHHH`.
    Escaped,
}

/// Writes a pattern for use between slashes.
fn write_escaped(source: &str, foreign: NonAscii, out: &mut String) {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '/' => out.push_str("\\/"),
            ' '..='~' | '\t'..='\r' => out.push(c),
            _ if c.is_ascii() => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            _ if foreign == NonAscii::Verbatim => out.push(c),
            ..='\u{ffff}' => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            _ => out.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
        }
    }
}
