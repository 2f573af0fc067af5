//! Options of patterns and inside patterns: `(?i-m)`, and the character ranges of Ruby's options `a`, `u` and `d`.

/// The options of a regular expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RegexpOptions {
    /// `i`: upper and lower case are the same.
    pub ignore_case: bool,
    /// `x`: whitespace and comments in the pattern are ignored.
    pub extended: bool,
    /// `m`: `.` also matches a newline.
    pub multi_line: bool,
}

/// The options in effect at one position of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InlineOptions {
    pub(crate) ignores_case: bool,
    /// Whether `.` matches a newline.
    pub(crate) dot_matches_newline: bool,
    /// Whether whitespace and comments are ignored.
    pub(crate) is_extended: bool,
    pub(crate) range: Range,
}

/// The range of characters that `\w`, `[[:alpha:]]` and `\b` recognise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// `(?d)`: ASCII for `\w`, Unicode for brackets and `\b`. Ruby's default.
    Default,
    /// `(?a)`: ASCII for all.
    Ascii,
    /// `(?u)`: Unicode for all.
    Unicode,
}

impl InlineOptions {
    /// Whether `\w`, `\d` and `\s` recognise ASCII only.
    pub(crate) fn types_are_ascii(self) -> bool {
        self.range != Range::Unicode
    }

    /// Whether `[[:alpha:]]` and `\b` recognise ASCII only.
    pub(crate) fn brackets_are_ascii(self) -> bool {
        self.range == Range::Ascii
    }
}

impl From<RegexpOptions> for InlineOptions {
    fn from(options: RegexpOptions) -> InlineOptions {
        InlineOptions {
            ignores_case: options.ignore_case,
            dot_matches_newline: options.multi_line,
            is_extended: options.extended,
            range: Range::Default,
        }
    }
}
