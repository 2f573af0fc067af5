//! Syntax of regular expressions: those of Ruby 3.1, which the language inherits.
//!
//! A pattern is checked as Ruby's `Regexp.new` does it, in three steps that are the modules:
//!
//! ```text
//! pattern ─unescape─▶ text ─parser (class, name, properties)─▶ tree ─tree─▶ verdict
//! ```
//!
//! Messages equal Ruby's to the letter. The check takes time linear in the length of the
//! pattern, and its stack does not grow with it. This module does not match anything and does
//! not translate patterns for the engine that does.

mod class;
mod name;
mod parser;
mod properties;
mod tree;
mod unescape;

use std::borrow::Cow;

/// The reason why a text is not a regular expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexpError {
    /// Ruby's message, which quotes the pattern.
    pub message: String,
    /// The byte of the pattern at which the trouble is.
    pub offset: usize,
}

/// The message up to the quoted pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    text: Cow<'static, str>,
    at: usize,
}

impl Fault {
    fn new(text: &'static str, at: usize) -> Fault {
        Fault { text: Cow::Borrowed(text), at }
    }

    /// A fault that names something of the pattern, which is cut when it is long.
    fn naming(before: &str, name: &str, after: &str, at: usize) -> Fault {
        const LIMIT: usize = 47;
        let name = if name.len() > LIMIT {
            let cut = String::from_utf8_lossy(&name.as_bytes()[..LIMIT]);
            Cow::Owned(format!("{cut}..."))
        } else {
            Cow::Borrowed(name)
        };
        Fault { text: Cow::Owned(format!("{before}{name}{after}")), at }
    }
}

/// Checks the syntax of a pattern.
///
/// ```
/// use pupa_syntax::regexp::check;
/// assert!(check(r"\A(\d+)-(?<name>x)*").is_ok());
/// assert_eq!(check("a(b").unwrap_err().message, "end pattern with unmatched parenthesis: /a(b/");
/// ```
pub fn check(pattern: &str) -> Result<(), RegexpError> {
    if is_plain(pattern) {
        return Ok(());
    }
    check_all(pattern).map_err(|fault| RegexpError {
        message: format!("{}: /{}/", fault.text, quoted(pattern)),
        offset: fault.at,
    })
}

/// Whether Ruby ties the pattern to UTF-8, which shows when it prints the pattern: it then
/// prints the options too, as in `(?-imx:é)`.
pub fn is_tied_to_unicode(pattern: &str) -> bool {
    let is_candidate = |byte: u8| byte == b'\\' || !byte.is_ascii();
    pattern.bytes().any(is_candidate)
        && unescape::unescape(pattern).is_ok_and(|unescaped| unescaped.is_tied_to_unicode)
}

/// Returns the pattern with resolved escapes for bytes and characters: those of ASCII
/// become `\xHH`, others the character. The grammar of patterns applies to this text.
///
/// ```
/// use pupa_syntax::regexp::resolve_escapes;
/// assert_eq!(resolve_escapes(r"\u00e9\cA\w").as_deref(), Some("é\\x01\\w"));
/// ```
pub fn resolve_escapes(pattern: &str) -> Option<Cow<'_, str>> {
    unescape::unescape(pattern).ok().map(|unescaped| unescaped.text)
}

/// Whether the pattern has nothing in it that could be wrong.
fn is_plain(pattern: &str) -> bool {
    !pattern
        .bytes()
        .any(|byte| matches!(byte, b'\\' | b'(' | b')' | b'[' | b'{' | b'*' | b'+' | b'?'))
}

fn check_all(pattern: &str) -> Result<(), Fault> {
    let unescaped = unescape::unescape(pattern)?;
    parser::parse(&unescaped.text)
        .and_then(|tree| tree.check(&unescaped.text))
        .map_err(|fault| Fault { at: unescaped.source_offset(fault.at), ..fault })
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
