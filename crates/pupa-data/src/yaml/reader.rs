//! From events to values.
//!
//! Ruby reads the whole document before it makes values of it; so what is wrong with the syntax is
//! said first, wherever it stands.

use std::borrow::Cow;

use pupa_value::Value;
use rustc_hash::FxHashMap;

use super::cursor::Mark;
use super::entries::Entries;
use super::events::{Event, Parser, Properties, Scalar};
use super::maker::Maker;
use super::node::{Node, Symbols};
use super::tag::{self, Loaded, MappingKind, Refusal, SequenceKind};
use super::token::Problem;
use super::{Options, SymbolsAre};
use crate::document::{Document, Place, Places, Unreadable};

/// How many values aliases may stand for, beyond what a text holds itself.
const MAX_EXPANSION: u64 = 50_000_000;

/// How many values may be copied to merge them, or compared because they are keys, beyond what a
/// text holds itself.
const MAX_COPIES: u64 = 4_000_000;

/// Reads the first document.
pub(super) fn read(text: &str, options: &Options<'_>) -> Result<Document, Unreadable> {
    let mut reader = Reader {
        parser: Parser::new(text),
        options,
        anchors: FxHashMap::default(),
        repeated: Vec::new(),
        collections: 0,
        copied: 0,
        text,
        maker: Maker::default(),
    };
    let read = reader.document();
    read.map_err(|stop| reader.unreadable(stop))
}

struct Reader<'a, 'o> {
    parser: Parser<'a>,
    options: &'o Options<'o>,
    anchors: FxHashMap<&'a str, Anchored>,
    /// Where the values stand that aliases repeat.
    repeated: Vec<Place>,
    /// How many collections were begun.
    collections: usize,
    /// How many values were looked at again to merge them or to use them as keys.
    copied: u64,
    text: &'a str,
    maker: Maker<'a>,
}

/// What an anchor names.
enum Anchored {
    /// A value.
    Node(Node),
    /// A collection that is being read, by its number.
    Open(usize),
}

/// Why reading ends.
enum Stop {
    /// The text is no YAML.
    Problem(Box<Problem>),
    /// A value is refused; the syntax of the rest is looked at first.
    Refused(Refusal, Mark),
    /// A limit is reached.
    Limit(String, Mark),
}

impl From<Box<Problem>> for Stop {
    fn from(problem: Box<Problem>) -> Stop {
        Stop::Problem(problem)
    }
}

type Read<T> = Result<T, Stop>;

impl<'a> Reader<'a, '_> {
    fn document(&mut self) -> Read<Document> {
        let (event, mark) = loop {
            match self.parser.next()? {
                (Event::StreamStart | Event::DocumentStart, _) => {}
                found => break found,
            }
        };
        if let Event::StreamEnd = event {
            return Ok(Document::new(Value::Undef, Places::leaf(place(Mark::default()))));
        }
        let root = self.node(event, mark, 0)?;
        // What ends the document is looked at, and may be wrong.
        self.parser.next()?;
        let symbols = match &root.symbols {
            Symbols::Entries(entries) => entries.to_vec(),
            Symbols::None | Symbols::Itself | Symbols::Elements(_) => Vec::new(),
        };
        let duplicates = std::mem::take(&mut self.maker.duplicates);
        let repeated = std::mem::take(&mut self.repeated);
        Ok(Document { value: root.value, places: root.places, symbols, duplicates, repeated })
    }

    /// Reads the node that begins with an event, with so many collections around it.
    fn node(&mut self, event: Event<'a>, mark: Mark, depth: usize) -> Read<Node> {
        match event {
            Event::Scalar(scalar) => self.scalar(scalar, mark),
            Event::Alias(name) => self.alias(name, mark, depth),
            Event::SequenceStart(properties) => self.collection(properties, mark, depth, true),
            Event::MappingStart(properties) => self.collection(properties, mark, depth, false),
            Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => Ok(Node::leaf(Value::Undef, place(mark))),
        }
    }

    fn scalar(&mut self, scalar: Scalar<'a>, mark: Mark) -> Read<Node> {
        let Scalar { properties, value, is_string } = scalar;
        let classes = self.options.classes;
        let loaded = match properties.tag() {
            _ if is_string => Ok(Loaded::Value(Value::from(&*value))),
            None => tag::untagged(value, classes),
            Some(tag) => tag::scalar(tag, value, classes),
        };
        let loaded = loaded.map_err(|refusal| Stop::Refused(refusal, mark))?;
        let mut node = Node::leaf(Value::Undef, place(mark));
        node.value = match loaded {
            Loaded::Value(value) => value,
            Loaded::Symbol(name) => {
                if self.options.symbols == SymbolsAre::Refused {
                    return Err(Stop::Refused(Refusal::Class("Symbol".to_owned()), mark));
                }
                node.symbols = Symbols::Itself;
                Value::from(name)
            }
        };
        if let Some(anchor) = properties.anchor() {
            self.anchors.insert(anchor, Anchored::Node(node.clone()));
        }
        Ok(node)
    }

    fn alias(&mut self, name: &'a str, mark: Mark, depth: usize) -> Read<Node> {
        match self.anchors.get(name) {
            None => {
                let message = format!("Unknown alias: {name}");
                Err(Stop::Refused(Refusal::Other(message), mark))
            }
            // Ruby makes a value that holds itself, on which Puppet then breaks.
            Some(Anchored::Open(_)) => {
                Err(Stop::Limit(format!("the alias {name} is part of what it stands for"), mark))
            }
            Some(Anchored::Node(node)) if depth + node.height > Value::MAX_DEPTH => {
                Err(too_deep(mark))
            }
            Some(Anchored::Node(node)) => {
                self.repeated.push(node.places.place);
                Ok(Node { places: node.places.at(place(mark)), ..node.clone() })
            }
        }
    }

    fn collection(
        &mut self,
        properties: Properties<'a>,
        mark: Mark,
        depth: usize,
        is_sequence: bool,
    ) -> Read<Node> {
        if depth >= Value::MAX_DEPTH {
            return Err(too_deep(mark));
        }
        self.collections += 1;
        let number = self.collections;
        if let Some(anchor) = properties.anchor() {
            self.anchors.insert(anchor, Anchored::Open(number));
        }
        let tag = properties.tag();
        let node = if is_sequence {
            self.sequence(tag, mark, depth + 1)?
        } else {
            self.mapping(tag, mark, depth + 1)?
        };
        self.check_size(node.size, mark)?;
        if let Some(anchor) = properties.anchor() {
            // What it holds may have taken the name.
            if matches!(self.anchors.get(anchor), Some(Anchored::Open(open)) if *open == number) {
                self.anchors.insert(anchor, Anchored::Node(node.clone()));
            }
        }
        Ok(node)
    }

    fn check_size(&self, size: u64, mark: Mark) -> Read<()> {
        if size > MAX_EXPANSION.saturating_add(self.most_values()) {
            let message = format!("aliases stand for more than {MAX_EXPANSION} values");
            return Err(Stop::Limit(message, mark));
        }
        Ok(())
    }

    /// Counts values that are looked at again, so that a small text can't take long.
    fn copy(&mut self, size: u64, mark: Mark) -> Read<()> {
        self.copied = self.copied.saturating_add(size);
        if self.copied > MAX_COPIES.saturating_add(self.most_values()) {
            let message = format!("merges and keys stand for more than {MAX_COPIES} values");
            return Err(Stop::Limit(message, mark));
        }
        Ok(())
    }

    fn sequence(&mut self, tag: Option<&str>, mark: Mark, depth: usize) -> Read<Node> {
        let kind = tag.map_or(Ok(SequenceKind::Array), tag::sequence);
        match kind.map_err(|refusal| Stop::Refused(refusal, mark))? {
            SequenceKind::Array => self.array(mark, depth),
            SequenceKind::OrderedHash => self.ordered_hash(mark, depth),
        }
    }

    fn array(&mut self, mark: Mark, depth: usize) -> Read<Node> {
        let mut elements = self.maker.elements();
        loop {
            let (event, at) = self.parser.next()?;
            if let Event::SequenceEnd = event {
                return Ok(self.maker.array(elements, place(mark)));
            }
            elements.push(self.node(event, at, depth)?);
        }
    }

    /// `!!omap`: each element is a mapping, whose first key and last value make an entry.
    fn ordered_hash(&mut self, mark: Mark, depth: usize) -> Read<Node> {
        let mut entries = self.maker.entries();
        loop {
            let (event, at) = self.parser.next()?;
            match event {
                Event::SequenceEnd => return Ok(self.maker.hash(entries, place(mark))),
                Event::SequenceStart(_) | Event::MappingStart(_) if depth < Value::MAX_DEPTH => {
                    let Some((first, last)) = self.first_and_last(depth + 1)? else {
                        let message = "undefined method `visit_NilClass'".to_owned();
                        return Err(Stop::Refused(Refusal::Other(message), at));
                    };
                    self.set(&mut entries, first, last, at)?;
                }
                Event::SequenceStart(_) | Event::MappingStart(_) => return Err(too_deep(at)),
                _ => {
                    let message = "undefined method `first' for nil:NilClass".to_owned();
                    return Err(Stop::Refused(Refusal::Other(message), at));
                }
            }
        }
    }

    fn first_and_last(&mut self, depth: usize) -> Read<Option<(Node, Node)>> {
        let mut found: Option<(Node, Node)> = None;
        loop {
            let (event, mark) = self.parser.next()?;
            if let Event::SequenceEnd | Event::MappingEnd = event {
                return Ok(found);
            }
            let node = self.node(event, mark, depth)?;
            let first = found.map_or_else(|| node.clone(), |(first, _)| first);
            found = Some((first, node));
        }
    }

    fn mapping(&mut self, tag: Option<&str>, mark: Mark, depth: usize) -> Read<Node> {
        let classes = self.options.classes;
        let kind = tag.map_or(Ok(MappingKind::Hash), |tag| tag::mapping(tag, classes));
        match kind.map_err(|refusal| Stop::Refused(refusal, mark))? {
            MappingKind::Hash => self.hash(mark, depth),
            MappingKind::Text => self.text(mark, depth),
            MappingKind::Elements => self.elements(mark, depth),
            MappingKind::Exception(class) => {
                self.hash(mark, depth)?;
                Err(Stop::Refused(Refusal::Class(class), mark))
            }
        }
    }

    fn key(&mut self, event: Event<'a>, mark: Mark, depth: usize) -> Read<Node> {
        let Event::Scalar(Scalar { properties, value: Cow::Borrowed(text), is_string: false }) =
            &event
        else {
            return self.node(event, mark, depth);
        };
        let text = *text;
        if depth <= 1 || !properties.is_none() {
            return self.node(event, mark, depth);
        }
        if let Some(known) = self.maker.known_key(text) {
            return Ok(Node::leaf(known, place(mark)));
        }
        let node = self.node(event, mark, depth)?;
        self.maker.remember_key(text, &node);
        Ok(node)
    }

    fn hash(&mut self, mark: Mark, depth: usize) -> Read<Node> {
        let mut entries = self.maker.entries();
        loop {
            let (event, key_mark) = self.parser.next()?;
            if let Event::MappingEnd = event {
                return Ok(self.maker.hash(entries, place(mark)));
            }
            let is_text = has_text_tag(&event);
            let key = self.key(event, key_mark, depth)?;
            let (event, value_mark) = self.parser.next()?;
            let merge = if is_text { Merge::None } else { Merge::of(&key, &event) };
            let value = self.node(event, value_mark, depth)?;
            if !self.merge(merge, &mut entries, &value, value_mark)? {
                self.set(&mut entries, key, value, key_mark)?;
            }
            self.check_size(entries.size(), mark)?;
        }
    }

    fn set(&mut self, entries: &mut Entries, key: Node, value: Node, mark: Mark) -> Read<()> {
        if key.height > 0 {
            self.copy(key.size, mark)?;
        }
        self.maker.set(entries, key, value);
        Ok(())
    }

    /// Merges a value into a hash, where that can be done.
    fn merge(
        &mut self,
        merge: Merge,
        entries: &mut Entries,
        value: &Node,
        mark: Mark,
    ) -> Read<bool> {
        match (merge, &value.value) {
            (Merge::Hash, Value::Hash(hash)) => {
                self.copy(hash.len() as u64, mark)?;
                entries.merge(value);
                Ok(true)
            }
            (Merge::Each, Value::Array(hashes)) => {
                if !hashes.iter().all(|element| matches!(element, Value::Hash(_))) {
                    return Ok(false);
                }
                let merged = self.merge_each(value, mark)?;
                self.copy(merged.len() as u64, mark)?;
                entries.merge(&self.maker.hash(merged, place(mark)));
                Ok(true)
            }
            // An empty ordered hash is a sequence without elements.
            (Merge::Each, Value::Hash(hash)) => Ok(hash.is_empty()),
            _ => Ok(false),
        }
    }

    /// What the hashes of an array are together; the first one's entries count.
    fn merge_each(&mut self, array: &Node, mark: Mark) -> Read<Entries> {
        let mut merged = self.maker.entries();
        merged.grow(array.size, array.height.saturating_sub(2));
        let hashes = array.value.as_array().unwrap_or_default();
        for (index, (hash, places)) in hashes.iter().zip(array.places.parts()).enumerate().rev() {
            let Value::Hash(entries) = hash else { continue };
            self.copy(entries.len() as u64, mark)?;
            // Size and height were counted with the array.
            merged.merge(&Node {
                value: hash.clone(),
                places: places.clone(),
                size: 0,
                height: 0,
                symbols: array.symbols.element(index),
            });
        }
        Ok(merged)
    }

    /// `!str {str: text, "@variable": value}`
    fn text(&mut self, mark: Mark, depth: usize) -> Read<Node> {
        let mut found: Option<Node> = None;
        let mut has_variables = false;
        while let Some((key, value)) = self.pair(depth)? {
            if key.value.as_str() == Some("str") && !matches!(key.symbols, Symbols::Itself) {
                found = Some(value);
            } else {
                has_variables = true;
            }
        }
        match found {
            None if has_variables => {
                let message = "can't modify frozen NilClass: nil".to_owned();
                Err(Stop::Refused(Refusal::Other(message), mark))
            }
            found => Ok(found.unwrap_or_else(|| Node::leaf(Value::Undef, place(mark)))),
        }
    }

    /// `!ruby/hash-with-ivars {elements: {…}, ivars: {…}}`
    fn elements(&mut self, mark: Mark, depth: usize) -> Read<Node> {
        let mut entries = self.maker.entries();
        while let Some((key, value)) = self.pair(depth)? {
            if key.value.as_str() == Some("elements") {
                self.copy(value.size, mark)?;
                entries.merge(&value);
            }
        }
        Ok(self.maker.hash(entries, place(mark)))
    }

    fn pair(&mut self, depth: usize) -> Read<Option<(Node, Node)>> {
        let (event, mark) = self.parser.next()?;
        if let Event::MappingEnd = event {
            return Ok(None);
        }
        let key = self.node(event, mark, depth)?;
        let (event, mark) = self.parser.next()?;
        let value = self.node(event, mark, depth)?;
        Ok(Some((key, value)))
    }

    /// What is said of a text, once the syntax of all of it was looked at.
    fn unreadable(&mut self, stop: Stop) -> Unreadable {
        match stop {
            Stop::Problem(problem) => self.problem(&problem),
            Stop::Limit(message, mark) => {
                let Place { line, column } = place(mark);
                let file = self.options.shown_file();
                let message = format!("({file}): {message} at line {line} column {column}");
                Unreadable { message, place: Some(place(mark)) }
            }
            Stop::Refused(refusal, mark) => match self.check_rest() {
                Err(problem) => self.problem(&problem),
                Ok(()) => {
                    let message = match refusal {
                        Refusal::Other(message) => message,
                        Refusal::Class(class) => format!(
                            "({}): Tried to load unspecified class: {class}",
                            self.options.shown_file()
                        ),
                    };
                    Unreadable { message, place: Some(place(mark)) }
                }
            },
        }
    }

    /// Reads what is left of the document, for its syntax.
    fn check_rest(&mut self) -> Result<(), Box<Problem>> {
        let mut depth = 0_usize;
        // Deep nesting takes long to look at, and would be refused anyhow.
        while depth <= Value::MAX_DEPTH {
            match self.parser.next()?.0 {
                Event::DocumentEnd | Event::StreamEnd => break,
                Event::SequenceStart(_) | Event::MappingStart(_) => depth += 1,
                Event::SequenceEnd | Event::MappingEnd => depth = depth.saturating_sub(1),
                Event::StreamStart | Event::DocumentStart | Event::Alias(_) | Event::Scalar(_) => {}
            }
        }
        Ok(())
    }

    /// How many bytes the text has, and so how many values at most.
    fn most_values(&self) -> u64 {
        u64::try_from(self.text.len()).unwrap_or(u64::MAX)
    }

    fn problem(&self, problem: &Problem) -> Unreadable {
        let Problem { text, context, from, at } = problem;
        // What is noticed at the end of the text is better looked for where it began.
        let is_at_end = at.index >= self.text.trim_end().chars().count();
        let at = if is_at_end && !context.is_empty() { from } else { at };
        let Place { line, column } = place(*from);
        let gap = if context.is_empty() { "" } else { " " };
        let file = self.options.shown_file();
        let message = format!("({file}): {text}{gap}{context} at line {line} column {column}");
        Unreadable { message, place: Some(place(*at)) }
    }
}

/// How the value of `<<` is merged.
#[derive(Clone, Copy)]
enum Merge {
    /// It is not.
    None,
    /// As a hash, if it is one.
    Hash,
    /// As hashes, if all its elements are.
    Each,
}

impl Merge {
    fn of(key: &Node, value: &Event<'_>) -> Merge {
        if key.value.as_str() != Some("<<") || key.symbols.any() {
            return Merge::None;
        }
        match value {
            Event::Alias(_) | Event::MappingStart(_) => Merge::Hash,
            Event::SequenceStart(_) => Merge::Each,
            _ => Merge::None,
        }
    }
}

/// Whether a node is tagged as text, so that it is no `<<`.
fn has_text_tag(event: &Event<'_>) -> bool {
    match event {
        Event::Scalar(Scalar { properties, .. })
        | Event::MappingStart(properties)
        | Event::SequenceStart(properties) => properties.tag() == Some("tag:yaml.org,2002:str"),
        _ => false,
    }
}

fn too_deep(mark: Mark) -> Stop {
    Stop::Limit(format!("nesting is deeper than {} levels", Value::MAX_DEPTH), mark)
}

fn place(mark: Mark) -> Place {
    Place { line: mark.line.saturating_add(1), column: mark.column.saturating_add(1) }
}
