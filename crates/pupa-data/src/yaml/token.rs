//! The tokens that the scanner produces, and the syntax error that all stages share.

use std::borrow::Cow;

use super::cursor::Mark;

/// A token.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    /// The kind and content.
    pub(super) data: TokenData<'a>,
    /// The start.
    pub(super) start: Mark,
    /// The end.
    pub(super) end: Mark,
}

/// The kinds of tokens.
#[derive(Debug, Clone)]
pub(super) enum TokenData<'a> {
    StreamStart,
    StreamEnd,
    /// `%YAML 1.1`
    Version(u32, u32),
    /// `%TAG ! tag:example.com,2000:`
    TagDirective {
        handle: &'a str,
        prefix: Cow<'a, str>,
    },
    /// `---`
    DocumentStart,
    /// `...`
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    /// `[`
    FlowSequenceStart,
    /// `]`
    FlowSequenceEnd,
    /// `{`
    FlowMappingStart,
    /// `}`
    FlowMappingEnd,
    /// `-`
    BlockEntry,
    /// `,`
    FlowEntry,
    /// `?`, or inserted before a simple key
    Key,
    /// `:`
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    Tag {
        handle: &'a str,
        suffix: Cow<'a, str>,
    },
    Scalar {
        value: Cow<'a, str>,
        is_plain: bool,
    },
}

/// A syntax error. The names are those of libyaml.
#[derive(Debug, Clone)]
pub(super) struct SyntaxError {
    /// The problem.
    pub(super) problem: &'static str,
    /// The construct that was being read; may be empty.
    pub(super) context: &'static str,
    /// The start of that construct, which messages report.
    pub(super) context_mark: Mark,
    /// The position of the problem.
    pub(super) problem_mark: Mark,
}
