//! Converts tokens to events: the start and end of documents and collections, and the scalars in
//! between.
//!
//! As in libyaml, this is a state machine with an explicit stack, so nesting needs no recursion.

use std::borrow::Cow;

use super::cursor::Mark;
use super::scanner::Scanner;
use super::token::{SyntaxError, TokenData};

/// An event.
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
    /// Whether the scalar is a string even if its text looks like a number or another value: it is
    /// quoted or a block scalar, and has no tag.
    pub(super) is_string: bool,
}

/// The anchor and tag of a node. Most nodes have neither.
#[derive(Debug, Default)]
pub(super) struct Properties<'a>(Option<Box<NodeProperties<'a>>>);

/// The anchor and tag of a node that has at least one of them.
#[derive(Debug, Default)]
struct NodeProperties<'a> {
    anchor: Option<&'a str>,
    tag: Option<Cow<'a, str>>,
}

impl<'a> Properties<'a> {
    /// Whether there is neither an anchor nor a tag.
    pub(super) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// The name of the anchor.
    pub(super) fn anchor(&self) -> Option<&'a str> {
        self.0.as_ref()?.anchor
    }

    /// The tag, with its handle resolved.
    pub(super) fn tag(&self) -> Option<&str> {
        self.0.as_ref()?.tag.as_deref()
    }
}

/// The states of the parser: the production that comes next.
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

/// Reads the events of a text.
pub(super) struct Parser<'a> {
    scanner: Scanner<'a>,
    state: State,
    /// The states to return to after the current node.
    states: Vec<State>,
    /// The starts of the open collections.
    starts: Vec<Mark>,
    /// The handles of tags with their prefixes.
    tag_directives: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

type Result<T> = std::result::Result<T, Box<SyntaxError>>;
type EventAt<'a> = (Event<'a>, Mark);

impl<'a> Parser<'a> {
    /// A parser at the start of a text.
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser {
            scanner: Scanner::new(text),
            state: State::StreamStart,
            states: Vec::new(),
            starts: Vec::new(),
            tag_directives: Vec::new(),
        }
    }

    /// The next event with its start.
    pub(super) fn next(&mut self) -> Result<EventAt<'a>> {
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

    /// Returns to the state before the current node.
    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    fn stream_start(&mut self) -> Result<EventAt<'a>> {
        let mark = self.scanner.peek()?.start;
        self.scanner.take();
        self.state = State::FirstDocumentStart;
        Ok((Event::StreamStart, mark))
    }

    fn document_start(&mut self, is_first: bool) -> Result<EventAt<'a>> {
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

    fn explicit_document_start(&mut self, mark: Mark) -> Result<EventAt<'a>> {
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

    fn document_content(&mut self) -> Result<EventAt<'a>> {
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

    fn document_end(&mut self) -> Result<EventAt<'a>> {
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

    /// Parses a node. In a block mapping, a sequence need not be indented.
    fn node(&mut self, in_block: bool, may_be_indentless: bool) -> Result<EventAt<'a>> {
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

    /// Begins a collection and consumes its first token.
    fn begin(&mut self, state: State, start: Mark) {
        self.state = state;
        self.starts.push(start);
        self.scanner.take();
    }

    /// Ends a collection and consumes its last token.
    fn end(&mut self, event: Event<'a>, mark: Mark) -> EventAt<'a> {
        self.pop_state();
        self.starts.pop();
        self.scanner.take();
        (event, mark)
    }

    /// Parses an anchor and a tag, in any order.
    fn properties(&mut self, start: Mark) -> Result<Properties<'a>> {
        let mut properties = NodeProperties::default();
        let mut tag = None;
        for _ in 0..2 {
            let token = self.scanner.peek()?;
            match &mut token.data {
                TokenData::Anchor(name) if properties.anchor.is_none() => {
                    properties.anchor = Some(*name);
                }
                TokenData::Tag { handle, suffix } if tag.is_none() => {
                    tag = Some((*handle, std::mem::take(suffix), token.start));
                }
                _ => break,
            }
            self.scanner.take();
        }
        if let Some((handle, suffix, at)) = tag {
            properties.tag = Some(self.whole_tag(handle, suffix, start, at)?);
        }
        Ok(Properties(Some(Box::new(properties))))
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

    /// Parses a node and continues in a state afterwards.
    fn node_then(&mut self, state: State, in_block: bool, indentless: bool) -> Result<EventAt<'a>> {
        self.states.push(state);
        self.node(in_block, indentless)
    }

    /// Returns an empty scalar for a missing node and continues in a state.
    fn empty_then(&mut self, state: State, mark: Mark) -> Result<EventAt<'a>> {
        self.state = state;
        Ok(empty(mark))
    }

    fn block_sequence_entry(&mut self) -> Result<EventAt<'a>> {
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

    fn indentless_sequence_entry(&mut self) -> Result<EventAt<'a>> {
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

    fn block_mapping_key(&mut self) -> Result<EventAt<'a>> {
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

    fn block_mapping_value(&mut self) -> Result<EventAt<'a>> {
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

    fn flow_sequence_entry(&mut self, is_first: bool) -> Result<EventAt<'a>> {
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

    /// Parses the key of a single pair in a sequence: `[a: b]`.
    fn flow_pair_key(&mut self) -> Result<EventAt<'a>> {
        let token = self.scanner.peek()?;
        let end = token.end;
        match token.data {
            TokenData::Value | TokenData::FlowEntry | TokenData::FlowSequenceEnd => {
                // Compat: libyaml drops the token, so `[? , a]` and similar texts are errors.
                self.scanner.take();
                self.empty_then(State::FlowPairValue, end)
            }
            _ => self.node_then(State::FlowPairValue, false, false),
        }
    }

    fn flow_pair_value(&mut self) -> Result<EventAt<'a>> {
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

    fn flow_pair_end(&mut self) -> Result<EventAt<'a>> {
        let mark = self.scanner.peek()?.start;
        self.state = State::FlowSequenceEntry;
        Ok((Event::MappingEnd, mark))
    }

    fn flow_mapping_key(&mut self, is_first: bool) -> Result<EventAt<'a>> {
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

    fn flow_mapping_key_content(&mut self) -> Result<EventAt<'a>> {
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

    fn flow_mapping_value(&mut self) -> Result<EventAt<'a>> {
        if matches!(self.scanner.peek()?.data, TokenData::Value) {
            self.scanner.take();
            let next = &self.scanner.peek()?.data;
            if !matches!(next, TokenData::FlowEntry | TokenData::FlowMappingEnd) {
                return self.node_then(State::FlowMappingKey, false, false);
            }
        }
        self.flow_mapping_empty_value()
    }

    fn flow_mapping_empty_value(&mut self) -> Result<EventAt<'a>> {
        let mark = self.scanner.peek()?.start;
        self.empty_then(State::FlowMappingKey, mark)
    }

    /// The start of the innermost open collection.
    fn start(&self) -> Mark {
        self.starts.last().copied().unwrap_or_default()
    }
}

fn empty<'a>(mark: Mark) -> EventAt<'a> {
    (Event::Scalar(Scalar::default()), mark)
}

fn fail<T>(
    context: &'static str,
    context_mark: Mark,
    problem: &'static str,
    problem_mark: Mark,
) -> Result<T> {
    Err(Box::new(SyntaxError { problem, context, context_mark, problem_mark }))
}
