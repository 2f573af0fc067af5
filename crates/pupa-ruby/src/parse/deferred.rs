//! Decides which methods are lowered only at their first use.
//!
//! The source of such a method is kept and parsed again. That must produce the same code, and no
//! error that lowering reports may come late. So a method is deferred only if its source certainly
//! has no such error: it has no regular expressions, no parameters with default values, and no
//! `yield` in a class.

use std::sync::OnceLock;

use memchr::memmem;
use ruby_prism as p;

use super::lower::Lowering;
use crate::code::{Child, Deferred};

/// Lowering a shorter method takes less time than deferring it.
const MIN_LENGTH: usize = 100;
/// A longer method might exceed the maximum nesting.
const MAX_LENGTH: usize = 8_000;

/// The magic comments that change the meaning of the source after them, or `None` if methods cannot
/// be parsed separately from the file.
pub(super) fn magic_comments(text: &[u8], result: &p::ParseResult<'_>) -> Option<Vec<u8>> {
    let mut kept = Vec::new();
    for comment in result.magic_comments() {
        let key = comment.key().to_ascii_lowercase();
        match key.as_slice() {
            b"encoding" | b"coding" | b"frozen_string_literal" | b"frozen-string-literal" => {}
            b"shareable_constant_value" => return None,
            _ => continue,
        }
        kept.push((key, comment.value().to_vec()));
    }
    if kept.is_empty() {
        return Some(Vec::new());
    }
    // Only comments before the first token count; the others do not affect methods.
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let head = lines.by_ref().take_while(|line| line.is_empty() || line.starts_with(b"#"));
    let in_head = head.filter(|line| line.contains(&b':') || line.contains(&b'=')).count();
    if in_head < kept.len() {
        return None;
    }
    let mut comments = Vec::new();
    for (key, value) in kept {
        for part in [b"# ".as_slice(), &key, b": ", &value, b"\n"] {
            comments.extend_from_slice(part);
        }
    }
    Some(comments)
}

impl Lowering<'_> {
    /// A deferred form of a definition, if the method may be deferred.
    pub(super) fn deferred(&self, node: &p::DefNode<'_>) -> Option<Child> {
        let comments = self.magic_comments.as_ref()?;
        let location = node.location();
        let text = location.as_slice();
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&text.len())
            || node.receiver().is_some_and(|receiver| receiver.as_self_node().is_none())
            || node.parameters().is_some_and(|parameters| has_defaults(&parameters))
            || !ends_on_own_line(text)
            || may_have_late_errors(text)
        {
            return None;
        }
        let lines = memchr::memchr_iter(b'\n', comments).count();
        let first_line =
            i32::try_from(self.line_of(&location)).ok()? - i32::try_from(lines).ok()?;
        Some(Child::Deferred(Box::new(Deferred {
            text: [comments.as_slice(), text].concat().into(),
            first_line,
            file: self.file.clone(),
            code: OnceLock::new(),
        })))
    }
}

/// Whether a parameter has a default value, which may refer to itself, an error.
fn has_defaults(parameters: &p::ParametersNode<'_>) -> bool {
    !parameters.optionals().is_empty() || !parameters.keywords().is_empty()
}

/// Whether the last line contains only `end`: then no heredoc that begins in the definition can end
/// after it.
fn ends_on_own_line(text: &[u8]) -> bool {
    let last = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    last.len() < text.len() && last.trim_ascii() == b"end"
}

/// Whether the source may have an error that only lowering finds.
fn may_have_late_errors(text: &[u8]) -> bool {
    let has = |word: &[u8]| memmem::find(text, word).is_some();
    let has_regexps = text.contains(&b'/') || has(b"%r");
    let has_defaults = has(b"->") || has_block_defaults(text);
    has_regexps || has_defaults || (has(b"class") && has(b"yield"))
}

/// Whether the parameters of a block may have default values.
fn has_block_defaults(text: &[u8]) -> bool {
    for bar in memchr::memchr_iter(b'|', text) {
        let before = text[..bar].trim_ascii_end();
        if !before.ends_with(b"{") && !before.ends_with(b"do") {
            continue;
        }
        let behind = &text[bar + 1..];
        let end = memchr::memchr(b'|', behind).unwrap_or(behind.len());
        if behind[..end].iter().any(|byte| matches!(byte, b'=' | b':')) {
            return true;
        }
    }
    false
}
