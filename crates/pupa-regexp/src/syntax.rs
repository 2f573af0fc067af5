//! The front end: from the text of a pattern to its tree, or to Ruby's message.
//!
//! A pattern is read as Ruby's `Regexp.new` does it, in three steps that are the modules:
//!
//! ```text
//! pattern ─escapes─▶ text ─parser (class, name, property_names)─▶ tree ─check, recursion─▶ verdict
//! ```
//!
//! Messages equal Ruby's exactly. The front end takes time linear in the length of the pattern, and
//! its stack does not grow with it. It does not match anything.

mod check;
mod class;
mod cursor;
mod escapes;
mod name;
mod parser;
mod property_names;
mod recursion;
pub(crate) mod tree;

use std::borrow::Cow;

use crate::RegexpOptions;
use crate::notation::letters;
use tree::Tree;

/// The reason why a text is not a regular expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexpError {
    /// Ruby's message, which quotes the pattern.
    pub message: String,
    /// The byte of the pattern that the message is about.
    pub offset: usize,
}

impl RegexpError {
    fn new(fault: PatternError, pattern: &str, options: RegexpOptions) -> RegexpError {
        let message = format!("{}: /{}/{}", fault.text, quoted(pattern), letters(options));
        RegexpError { message, offset: fault.at }
    }
}

/// A pattern with valid syntax.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    /// Whether Ruby fixes the encoding of the pattern to UTF-8.
    pub(crate) is_tied_to_unicode: bool,
}

/// The error message, without the quoted pattern at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PatternError {
    text: Cow<'static, str>,
    at: usize,
}

impl PatternError {
    pub(crate) fn new(text: &'static str, at: usize) -> PatternError {
        PatternError { text: Cow::Borrowed(text), at }
    }

    /// An error that quotes a part of the pattern, which is cut if it is long.
    pub(crate) fn naming(before: &str, name: &str, after: &str, at: usize) -> PatternError {
        const LIMIT: usize = 47;
        let name = if name.len() > LIMIT {
            let cut = String::from_utf8_lossy(&name.as_bytes()[..LIMIT]);
            Cow::Owned(format!("{cut}..."))
        } else {
            Cow::Borrowed(name)
        };
        PatternError { text: Cow::Owned(format!("{before}{name}{after}")), at }
    }
}

/// Checks the syntax of a pattern.
///
/// ```
/// use pupa_regexp::check;
/// assert!(check(r"\A(\d+)-(?<name>x)*").is_ok());
/// assert_eq!(check("a(b").unwrap_err().message, "end pattern with unmatched parenthesis: /a(b/");
/// ```
pub fn check(pattern: &str) -> Result<(), RegexpError> {
    if is_plain(pattern) {
        return Ok(());
    }
    parse(pattern, RegexpOptions::default()).map(drop)
}

/// Parses and checks a pattern.
pub(crate) fn parse(pattern: &str, options: RegexpOptions) -> Result<Parsed, RegexpError> {
    parse_text(pattern, options).map_err(|fault| RegexpError::new(fault, pattern, options))
}

/// Whether Ruby fixes the encoding of the pattern to UTF-8. Ruby then prints the pattern with its
/// options: `(?-imx:é)`.
pub fn is_tied_to_unicode(pattern: &str) -> bool {
    let is_candidate = |byte: u8| byte == b'\\' || !byte.is_ascii();
    pattern.bytes().any(is_candidate)
        && escapes::resolve(pattern).is_ok_and(|resolved| resolved.is_tied_to_unicode)
}

/// Whether the pattern is so simple that it is certainly valid.
pub(crate) fn is_plain(pattern: &str) -> bool {
    !pattern
        .bytes()
        .any(|byte| matches!(byte, b'\\' | b'(' | b')' | b'[' | b'{' | b'*' | b'+' | b'?'))
}

fn parse_text(pattern: &str, options: RegexpOptions) -> Result<Parsed, PatternError> {
    let resolved = escapes::resolve(pattern)?;
    let checked = parser::parse(&resolved.text, options.into())
        .and_then(|tree| check::check(&tree, &resolved.text).map(|()| tree));
    let tree =
        checked.map_err(|fault| PatternError { at: resolved.source_offset(fault.at), ..fault })?;
    Ok(Parsed { tree, is_tied_to_unicode: resolved.is_tied_to_unicode })
}

/// The pattern as Ruby shows it between slashes.
fn quoted(pattern: &str) -> Cow<'_, str> {
    if !pattern.bytes().any(|byte| byte == b'/' || byte.is_ascii_control()) {
        return Cow::Borrowed(pattern);
    }
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '/' => out.push_str("\\/"),
            '\t'..='\r' => out.push(c),
            _ if c.is_ascii_control() => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            _ if c.is_ascii() => out.push(c),
            '\u{80}'..='\u{ffff}' => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            _ => out.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests;
