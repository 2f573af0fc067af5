//! Options inside patterns: `(?i-m)`, and what Ruby's `a`, `u` and `d` say of character types.

/// The options at one place of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Inline {
    pub(super) ignores_case: bool,
    /// Whether `.` matches a newline.
    pub(super) dot_matches_newline: bool,
    /// Whether blanks and comments are skipped.
    pub(super) is_extended: bool,
    pub(super) range: Range,
}

/// Which characters the types `\w`, `[[:alpha:]]` and `\b` know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Range {
    /// `(?d)`: `\w` is ASCII, brackets and `\b` are Unicode. Ruby's default.
    Default,
    /// `(?a)`: all ASCII.
    Ascii,
    /// `(?u)`: all Unicode.
    Unicode,
}

impl Inline {
    /// Whether `\w`, `\d` and `\s` know ASCII only.
    pub(super) fn types_are_ascii(self) -> bool {
        self.range != Range::Unicode
    }

    /// Whether `[[:alpha:]]` and `\b` know ASCII only.
    pub(super) fn brackets_are_ascii(self) -> bool {
        self.range == Range::Ascii
    }
}
