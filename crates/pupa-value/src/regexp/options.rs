//! Options inside patterns: `(?i-m)`, and the character ranges of Ruby's options `a`, `u` and `d`.

/// The options in effect at one position of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InlineOptions {
    pub(super) ignores_case: bool,
    /// Whether `.` matches a newline.
    pub(super) dot_matches_newline: bool,
    /// Whether whitespace and comments are ignored.
    pub(super) is_extended: bool,
    pub(super) range: Range,
}

/// The range of characters that `\w`, `[[:alpha:]]` and `\b` recognise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Range {
    /// `(?d)`: ASCII for `\w`, Unicode for brackets and `\b`. Ruby's default.
    Default,
    /// `(?a)`: ASCII for all.
    Ascii,
    /// `(?u)`: Unicode for all.
    Unicode,
}

impl InlineOptions {
    /// Whether `\w`, `\d` and `\s` recognise ASCII only.
    pub(super) fn types_are_ascii(self) -> bool {
        self.range != Range::Unicode
    }

    /// Whether `[[:alpha:]]` and `\b` recognise ASCII only.
    pub(super) fn brackets_are_ascii(self) -> bool {
        self.range == Range::Ascii
    }
}
