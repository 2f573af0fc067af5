//! What a YAML text is made of, before it has a structure.

use std::borrow::Cow;

use super::cursor::Mark;

/// A piece of a text.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    /// What it is.
    pub(super) data: TokenData<'a>,
    /// Where it begins.
    pub(super) start: Mark,
    /// Where it ends.
    pub(super) end: Mark,
}

/// What pieces there are.
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
    /// `?`, or what a key follows
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

/// What is wrong with a text, and where: where it was noticed, and where the construct began that
/// it is part of.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    /// What is wrong.
    pub(super) text: &'static str,
    /// What was being read.
    pub(super) context: &'static str,
    /// Where that began. It is what messages name.
    pub(super) from: Mark,
    /// Where it was noticed.
    pub(super) at: Mark,
}
