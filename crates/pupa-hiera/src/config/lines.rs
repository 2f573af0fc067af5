//! The lines of a configuration, searched with patterns for the line numbers in messages.
//!
//! Compat: the reference finds these numbers with the same patterns, not with a YAML parser.

use pupa_value::regexp::{Regexp, escape};

/// The lines of a configuration, without comments.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<String>);

impl Lines {
    pub(super) fn new(text: &str) -> Lines {
        Lines(text.lines().map(without_comment).collect())
    }

    /// The number of the first line that matches a pattern, from the line `start` on. Lines are
    /// numbered from 1.
    pub(super) fn matching(&self, pattern: &str, start: u32) -> Option<u32> {
        let regexp = Regexp::new(pattern).ok()?;
        let numbered = (1..).zip(&self.0).skip(start.saturating_sub(1) as usize);
        let mut matching = numbered.filter(|(_, line)| regexp.is_match(line).unwrap_or(false));
        matching.next().map(|(number, _)| number)
    }

    /// The first line that interpolates a variable.
    pub(super) fn interpolating(&self, variable: &str) -> Option<u32> {
        self.matching(&format!("%\\{{['\"]?{}['\"]?\\}}", escape(variable)), 1)
    }

    /// The first two lines that give a level this name.
    pub(super) fn first_two_named(&self, name: &str) -> (Option<u32>, Option<u32>) {
        self.first_two(&format!("\\s+name:\\s+['\"]?{}(?:[^\\w]|$)", escape(name)))
    }

    /// The first two lines with a word.
    pub(super) fn first_two_with_word(&self, word: &str) -> (Option<u32>, Option<u32>) {
        self.first_two(&word_pattern(word))
    }

    /// The first line with a word.
    pub(super) fn with_word(&self, word: &str) -> Option<u32> {
        self.matching(&word_pattern(word), 1)
    }

    fn first_two(&self, pattern: &str) -> (Option<u32>, Option<u32>) {
        let first = self.matching(pattern, 1);
        (first, first.and_then(|first| self.matching(pattern, first + 1)))
    }
}

fn word_pattern(word: &str) -> String {
    format!("[^\\w]{}(?:[^\\w]|$)", escape(word))
}

/// The line without its comment.
///
/// Compat: a `#` in quotes begins a comment too.
fn without_comment(line: &str) -> String {
    format!("{}\n", line.split('#').next().unwrap_or_default())
}
