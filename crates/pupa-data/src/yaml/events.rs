//! From tokens to events: where documents and collections begin and end, and the scalars between.
//!
//! As in libyaml, this is a machine with a stack of states, so nesting needs no stack of calls.

use std::borrow::Cow;

use super::cursor::Mark;
use super::scanner::Scanner;
use super::token::{Problem, TokenData};

/// What happens in a text.
#[derive(Debug)]
pub(super) enum Event<'a> {
    StreamStart,
    StreamEnd,
    DocumentStart,
    DocumentEnd,
    Alias(&'a str),
    Scalar(Scalar<'a>),
    SequenceStart(Properties<'a>),
    SequenceEnd,
    MappingStart(Properties<'a>),
    MappingEnd,
}

/// A scalar.
#[derive(Debug, Default)]
pub(super) struct Scalar<'a> {
    pub(super) properties: Properties<'a>,
    pub(super) value: Cow<'a, str>,
    /// Whether it is a string whatever it looks like: it is quoted or a block, and has no tag.
    pub(super) is_string: bool,
}

/// What may be said of a node, which is nothing of most.
#[derive(Debug, Default)]
pub(super) struct Properties<'a>(Option<Box<Said<'a>>>);

#[derive(Debug, Default)]
struct Said<'a> {
    anchor: Option<&'a str>,
    tag: Option<Cow<'a, str>>,
}

impl<'a> Properties<'a> {
    /// Whether nothing is said.
    pub(super) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// The name that aliases call it by.
    pub(super) fn anchor(&self) -> Option<&'a str> {
        self.0.as_ref()?.anchor
    }

    /// What it is said to be.
    pub(super) fn tag(&self) -> Option<&str> {
        self.0.as_ref()?.tag.as_deref()
    }
}

/// What the parser does next.
#[derive(Debug, Clone, Copy)]
enum State {
    StreamStart,
    FirstDocumentStart,
    DocumentStart,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequenceEntry,
    IndentlessSequenceEntry,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirstEntry,
    FlowSequenceEntry,
    FlowPairKey,
    FlowPairValue,
    FlowPairEnd,
    FlowMappingFirstKey,
    FlowMappingKey,
    FlowMappingValue,
    FlowMappingEmptyValue,
    End,
}

/// Reads events from a text.
pub(super) struct Parser<'a> {
    scanner: Scanner<'a>,
    state: State,
    /// What to do once what is being read has ended.
    states: Vec<State>,
    /// Where the collections begin that are being read.
    starts: Vec<Mark>,
    /// Handles of tags and what they stand for.
    tag_directives: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

type Result<T> = std::result::Result<T, Box<Problem>>;
type Found<'a> = (Event<'a>, Mark);

impl<'a> Parser<'a> {
    /// Begins to read a text.
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser {
            scanner: Scanner::new(text),
            state: State::StreamStart,
            states: Vec::new(),
            starts: Vec::new(),
            tag_directives: Vec::new(),
        }
    }

    /// The next event, and where it begins.
    pub(super) fn next(&mut self) -> Result<Found<'a>> {
        match self.state {
            State::StreamStart => self.stream_start(),
            State::FirstDocumentStart => self.document_start(true),
            State::DocumentStart => self.document_start(false),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(true, false),
            State::BlockSequenceEntry => self.block_sequence_entry(),
            State::IndentlessSequenceEntry => self.indentless_sequence_entry(),
            State::BlockMappingKey => self.block_mapping_key(),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequenceFirstEntry => self.flow_sequence_entry(true),
            State::FlowSequenceEntry => self.flow_sequence_entry(false),
            State::FlowPairKey => self.flow_pair_key(),
            State::FlowPairValue => self.flow_pair_value(),
            State::FlowPairEnd => self.flow_pair_end(),
            State::FlowMappingFirstKey => self.flow_mapping_key(true),
            State::FlowMappingKey => self.flow_mapping_key(false),
            State::FlowMappingValue => self.flow_mapping_value(),
            State::FlowMappingEmptyValue => self.flow_mapping_empty_value(),
            State::End => Ok((Event::StreamEnd, Mark::default())),
        }
    }

    /// Goes on with what was being read before.
    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    fn stream_start(&mut self) -> Result<Found<'a>> {
        let mark = self.scanner.peek()?.start;
        self.scanner.take();
        self.state = State::FirstDocumentStart;
        Ok((Event::StreamStart, mark))
    }

    fn document_start(&mut self, is_first: bool) -> Result<Found<'a>> {
        if !is_first {
            while matches!(self.scanner.peek()?.data, TokenData::DocumentEnd) {
                self.scanner.take();
            }
        }
        let token = self.scanner.peek()?;
        let mark = token.start;
        match token.data {
            TokenData::StreamEnd => {
                self.state = State::End;
                self.scanner.take();
                Ok((Event::StreamEnd, mark))
            }
            TokenData::Version(..) | TokenData::TagDirective { .. } | TokenData::DocumentStart => {
                self.explicit_document_start(mark)
            }
            _ if !is_first => self.explicit_document_start(mark),
            _ => {
                self.directives()?;
                self.states.push(State::DocumentEnd);
                self.state = State::BlockNode;
                Ok((Event::DocumentStart, mark))
            }
        }
    }

    fn explicit_document_start(&mut self, mark: Mark) -> Result<Found<'a>> {
        self.directives()?;
        let token = self.scanner.peek()?;
        if !matches!(token.data, TokenData::DocumentStart) {
            let at = token.start;
            return fail("", Mark::default(), "did not find expected <document start>", at);
        }
        self.states.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        self.scanner.take();
        Ok((Event::DocumentStart, mark))
    }

    fn document_content(&mut self) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        match token.data {
            TokenData::Version(..)
            | TokenData::TagDirective { .. }
            | TokenData::DocumentStart
            | TokenData::DocumentEnd
            | TokenData::StreamEnd => {
                let mark = token.start;
                self.pop_state();
                Ok(empty(mark))
            }
            _ => self.node(true, false),
        }
    }

    fn document_end(&mut self) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let mark = token.start;
        if matches!(token.data, TokenData::DocumentEnd) {
            self.scanner.take();
        }
        self.tag_directives.clear();
        self.state = State::DocumentStart;
        Ok((Event::DocumentEnd, mark))
    }

    fn directives(&mut self) -> Result<()> {
        let mut has_version = false;
        loop {
            let token = self.scanner.peek()?;
            let at = token.start;
            match &mut token.data {
                TokenData::Version(..) if has_version => {
                    return fail("", Mark::default(), "found duplicate %YAML directive", at);
                }
                TokenData::Version(1, 1 | 2) => has_version = true,
                TokenData::Version(..) => {
                    return fail("", Mark::default(), "found incompatible YAML document", at);
                }
                TokenData::TagDirective { handle, prefix } => {
                    let directive = (Cow::Borrowed(*handle), std::mem::take(prefix));
                    if self.tag_directives.iter().any(|(known, _)| *known == directive.0) {
                        return fail("", Mark::default(), "found duplicate %TAG directive", at);
                    }
                    self.tag_directives.push(directive);
                }
                _ => break,
            }
            self.scanner.take();
        }
        for (handle, prefix) in [("!", "!"), ("!!", "tag:yaml.org,2002:")] {
            if !self.tag_directives.iter().any(|(known, _)| known == handle) {
                self.tag_directives.push((handle.into(), prefix.into()));
            }
        }
        Ok(())
    }

    /// A node. In a block mapping a sequence need not be indented.
    fn node(&mut self, in_block: bool, may_be_indentless: bool) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let start = token.start;
        if let TokenData::Alias(name) = token.data {
            self.pop_state();
            self.scanner.take();
            return Ok((Event::Alias(name), start));
        }
        let properties = match token.data {
            TokenData::Anchor(_) | TokenData::Tag { .. } => self.properties(start)?,
            _ => Properties::default(),
        };
        let token = self.scanner.peek()?;
        let token_start = token.start;
        match &mut token.data {
            TokenData::BlockEntry if may_be_indentless => {
                self.state = State::IndentlessSequenceEntry;
                Ok((Event::SequenceStart(properties), start))
            }
            TokenData::Scalar { value, is_plain } => {
                let is_string = !*is_plain && properties.tag().is_none();
                let scalar = Scalar { properties, value: std::mem::take(value), is_string };
                self.pop_state();
                self.scanner.take();
                Ok((Event::Scalar(scalar), start))
            }
            TokenData::FlowSequenceStart => {
                self.begin(State::FlowSequenceFirstEntry, token_start);
                Ok((Event::SequenceStart(properties), start))
            }
            TokenData::FlowMappingStart => {
                self.begin(State::FlowMappingFirstKey, token_start);
                Ok((Event::MappingStart(properties), start))
            }
            TokenData::BlockSequenceStart if in_block => {
                self.begin(State::BlockSequenceEntry, token_start);
                Ok((Event::SequenceStart(properties), start))
            }
            TokenData::BlockMappingStart if in_block => {
                self.begin(State::BlockMappingKey, token_start);
                Ok((Event::MappingStart(properties), start))
            }
            _ if !properties.is_none() => {
                self.pop_state();
                let value = Cow::Borrowed("");
                Ok((Event::Scalar(Scalar { properties, value, is_string: false }), start))
            }
            _ => {
                let context = if in_block {
                    "while parsing a block node"
                } else {
                    "while parsing a flow node"
                };
                fail(context, start, "did not find expected node content", token_start)
            }
        }
    }

    /// Begins a collection whose first token was looked at.
    fn begin(&mut self, state: State, start: Mark) {
        self.state = state;
        self.starts.push(start);
        self.scanner.take();
    }

    /// Ends a collection whose last token was looked at.
    fn end(&mut self, event: Event<'a>, mark: Mark) -> Found<'a> {
        self.pop_state();
        self.starts.pop();
        self.scanner.take();
        (event, mark)
    }

    /// An anchor and a tag, in any order.
    fn properties(&mut self, start: Mark) -> Result<Properties<'a>> {
        let mut said = Said::default();
        let mut tag = None;
        for _ in 0..2 {
            let token = self.scanner.peek()?;
            match &mut token.data {
                TokenData::Anchor(name) if said.anchor.is_none() => {
                    said.anchor = Some(*name);
                }
                TokenData::Tag { handle, suffix } if tag.is_none() => {
                    tag = Some((*handle, std::mem::take(suffix), token.start));
                }
                _ => break,
            }
            self.scanner.take();
        }
        if let Some((handle, suffix, at)) = tag {
            said.tag = Some(self.whole_tag(handle, suffix, start, at)?);
        }
        Ok(Properties(Some(Box::new(said))))
    }

    fn whole_tag(
        &self,
        handle: &str,
        suffix: Cow<'a, str>,
        start: Mark,
        at: Mark,
    ) -> Result<Cow<'a, str>> {
        if handle.is_empty() {
            return Ok(suffix);
        }
        match self.tag_directives.iter().find(|(known, _)| known == handle) {
            Some((_, prefix)) => Ok(Cow::Owned(format!("{prefix}{suffix}"))),
            None => fail("while parsing a node", start, "found undefined tag handle", at),
        }
    }

    /// Reads a node and then goes on in a state.
    fn node_then(&mut self, state: State, in_block: bool, indentless: bool) -> Result<Found<'a>> {
        self.states.push(state);
        self.node(in_block, indentless)
    }

    /// Has nothing where a node could be.
    fn empty_then(&mut self, state: State, mark: Mark) -> Result<Found<'a>> {
        self.state = state;
        Ok(empty(mark))
    }

    fn block_sequence_entry(&mut self) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let (start, end) = (token.start, token.end);
        match token.data {
            TokenData::BlockEntry => {
                self.scanner.take();
                match self.scanner.peek()?.data {
                    TokenData::BlockEntry | TokenData::BlockEnd => {
                        self.empty_then(State::BlockSequenceEntry, end)
                    }
                    _ => self.node_then(State::BlockSequenceEntry, true, false),
                }
            }
            TokenData::BlockEnd => Ok(self.end(Event::SequenceEnd, start)),
            _ => {
                let context = "while parsing a block collection";
                fail(context, self.start(), "did not find expected '-' indicator", start)
            }
        }
    }

    fn indentless_sequence_entry(&mut self) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let (start, end) = (token.start, token.end);
        if !matches!(token.data, TokenData::BlockEntry) {
            self.pop_state();
            return Ok((Event::SequenceEnd, start));
        }
        self.scanner.take();
        match self.scanner.peek()?.data {
            TokenData::BlockEntry | TokenData::Key | TokenData::Value | TokenData::BlockEnd => {
                self.empty_then(State::IndentlessSequenceEntry, end)
            }
            _ => self.node_then(State::IndentlessSequenceEntry, true, false),
        }
    }

    fn block_mapping_key(&mut self) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let (start, end) = (token.start, token.end);
        match token.data {
            TokenData::Key => {
                self.scanner.take();
                match self.scanner.peek()?.data {
                    TokenData::Key | TokenData::Value | TokenData::BlockEnd => {
                        self.empty_then(State::BlockMappingValue, end)
                    }
                    _ => self.node_then(State::BlockMappingValue, true, true),
                }
            }
            TokenData::BlockEnd => Ok(self.end(Event::MappingEnd, start)),
            _ => {
                let context = "while parsing a block mapping";
                fail(context, self.start(), "did not find expected key", start)
            }
        }
    }

    fn block_mapping_value(&mut self) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let (start, end) = (token.start, token.end);
        if !matches!(token.data, TokenData::Value) {
            return self.empty_then(State::BlockMappingKey, start);
        }
        self.scanner.take();
        match self.scanner.peek()?.data {
            TokenData::Key | TokenData::Value | TokenData::BlockEnd => {
                self.empty_then(State::BlockMappingKey, end)
            }
            _ => self.node_then(State::BlockMappingKey, true, true),
        }
    }

    fn flow_sequence_entry(&mut self, is_first: bool) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let start = token.start;
        if !matches!(token.data, TokenData::FlowSequenceEnd) && !is_first {
            if !matches!(token.data, TokenData::FlowEntry) {
                let context = "while parsing a flow sequence";
                return fail(context, self.start(), "did not find expected ',' or ']'", start);
            }
            self.scanner.take();
        }
        let token = self.scanner.peek()?;
        let start = token.start;
        match token.data {
            TokenData::FlowSequenceEnd => Ok(self.end(Event::SequenceEnd, start)),
            TokenData::Key => {
                self.state = State::FlowPairKey;
                self.scanner.take();
                Ok((Event::MappingStart(Properties::default()), start))
            }
            _ => self.node_then(State::FlowSequenceEntry, false, false),
        }
    }

    /// The key of a single pair in a sequence, `[a: b]`.
    fn flow_pair_key(&mut self) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let end = token.end;
        match token.data {
            TokenData::Value | TokenData::FlowEntry | TokenData::FlowSequenceEnd => {
                // Compat: libyaml drops the token, so `[? , a]` and its like are errors.
                self.scanner.take();
                self.empty_then(State::FlowPairValue, end)
            }
            _ => self.node_then(State::FlowPairValue, false, false),
        }
    }

    fn flow_pair_value(&mut self) -> Result<Found<'a>> {
        if matches!(self.scanner.peek()?.data, TokenData::Value) {
            self.scanner.take();
            let next = &self.scanner.peek()?.data;
            if !matches!(next, TokenData::FlowEntry | TokenData::FlowSequenceEnd) {
                return self.node_then(State::FlowPairEnd, false, false);
            }
        }
        let mark = self.scanner.peek()?.start;
        self.empty_then(State::FlowPairEnd, mark)
    }

    fn flow_pair_end(&mut self) -> Result<Found<'a>> {
        let mark = self.scanner.peek()?.start;
        self.state = State::FlowSequenceEntry;
        Ok((Event::MappingEnd, mark))
    }

    fn flow_mapping_key(&mut self, is_first: bool) -> Result<Found<'a>> {
        let token = self.scanner.peek()?;
        let start = token.start;
        if !matches!(token.data, TokenData::FlowMappingEnd) && !is_first {
            if !matches!(token.data, TokenData::FlowEntry) {
                let context = "while parsing a flow mapping";
                return fail(context, self.start(), "did not find expected ',' or '}'", start);
            }
            self.scanner.take();
        }
        let token = self.scanner.peek()?;
        let start = token.start;
        match token.data {
            TokenData::FlowMappingEnd => Ok(self.end(Event::MappingEnd, start)),
            TokenData::Key => self.flow_mapping_key_content(),
            _ => self.node_then(State::FlowMappingEmptyValue, false, false),
        }
    }

    fn flow_mapping_key_content(&mut self) -> Result<Found<'a>> {
        self.scanner.take();
        let token = self.scanner.peek()?;
        let mark = token.start;
        match token.data {
            TokenData::Value | TokenData::FlowEntry | TokenData::FlowMappingEnd => {
                self.empty_then(State::FlowMappingValue, mark)
            }
            _ => self.node_then(State::FlowMappingValue, false, false),
        }
    }

    fn flow_mapping_value(&mut self) -> Result<Found<'a>> {
        if matches!(self.scanner.peek()?.data, TokenData::Value) {
            self.scanner.take();
            let next = &self.scanner.peek()?.data;
            if !matches!(next, TokenData::FlowEntry | TokenData::FlowMappingEnd) {
                return self.node_then(State::FlowMappingKey, false, false);
            }
        }
        self.flow_mapping_empty_value()
    }

    fn flow_mapping_empty_value(&mut self) -> Result<Found<'a>> {
        let mark = self.scanner.peek()?.start;
        self.empty_then(State::FlowMappingKey, mark)
    }

    /// Where the collection begins that is being read.
    fn start(&self) -> Mark {
        self.starts.last().copied().unwrap_or_default()
    }
}

fn empty<'a>(mark: Mark) -> Found<'a> {
    (Event::Scalar(Scalar::default()), mark)
}

fn fail<T>(context: &'static str, from: Mark, text: &'static str, at: Mark) -> Result<T> {
    Err(Box::new(Problem { text, context, from, at }))
}
