//! Creates values from events.
//!
//! Ruby parses the whole document before it creates values, so a syntax error anywhere takes
//! precedence over a value that cannot be loaded.

use std::borrow::Cow;

use pupa_value::Value;
use rustc_hash::FxHashMap;

use super::builder::CollectionBuilder;
use super::cursor::Mark;
use super::entries::Entries;
use super::events::{Event, Parser, Properties, Scalar};
use super::node::{Node, Symbols};
use super::tag::{self, LoadError, LoadedScalar, MappingKind, SequenceKind};
use super::token::SyntaxError;
use super::{Options, SymbolHandling};
use crate::document::{Document, ParseError, Place, Places};

/// The maximum number of values that aliases may add to those in the text.
const MAX_EXPANSION: u64 = 50_000_000;

/// The maximum number of values that may be copied by merges or compared as keys, in addition to
/// the number of values in the text.
const MAX_COPIES: u64 = 4_000_000;

/// Reads the first document of a text.
pub(super) fn read(text: &str, options: &Options<'_>) -> Result<Document, ParseError> {
    let mut reader = Reader {
        parser: Parser::new(text),
        options,
        anchors: FxHashMap::default(),
        aliased: Vec::new(),
        collections: 0,
        copied: 0,
        text,
        builder: CollectionBuilder::default(),
    };
    let document = reader.document();
    document.map_err(|stop| reader.parse_error(stop))
}

struct Reader<'a, 'o> {
    parser: Parser<'a>,
    options: &'o Options<'o>,
    anchors: FxHashMap<&'a str, AnchorTarget>,
    /// The places of the values that aliases refer to.
    aliased: Vec<Place>,
    /// The number of collections begun so far.
    collections: usize,
    /// The number of values copied by merges or compared as keys so far.
    copied: u64,
    text: &'a str,
    builder: CollectionBuilder<'a>,
}

/// The target of an anchor.
enum AnchorTarget {
    /// A value.
    Node(Node),
    /// An unfinished collection, by its number.
    Open(usize),
}

/// The reason why reading stopped.
enum Stop {
    /// The text is not YAML.
    Syntax(Box<SyntaxError>),
    /// A value cannot be loaded. A syntax error in the rest of the text takes precedence.
    Load(LoadError, Mark),
    /// A limit was exceeded.
    Limit(String, Mark),
}

impl From<Box<SyntaxError>> for Stop {
    fn from(error: Box<SyntaxError>) -> Stop {
        Stop::Syntax(error)
    }
}

type ReadResult<T> = Result<T, Stop>;

impl<'a> Reader<'a, '_> {
    fn document(&mut self) -> ReadResult<Document> {
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
        // Reads the end of the document, which may be a syntax error.
        self.parser.next()?;
        let symbols = match &root.symbols {
            Symbols::Entries(entries) => entries.to_vec(),
            Symbols::None | Symbols::Itself | Symbols::Elements(_) => Vec::new(),
        };
        let duplicates = std::mem::take(&mut self.builder.duplicates);
        let aliased = std::mem::take(&mut self.aliased);
        Ok(Document { value: root.value, places: root.places, symbols, duplicates, aliased })
    }

    /// Reads the node that begins with an event. `depth` is the number of enclosing collections.
    fn node(&mut self, event: Event<'a>, mark: Mark, depth: usize) -> ReadResult<Node> {
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

    fn scalar(&mut self, scalar: Scalar<'a>, mark: Mark) -> ReadResult<Node> {
        let Scalar { properties, value, is_string } = scalar;
        let classes = self.options.classes;
        let loaded = match properties.tag() {
            _ if is_string => Ok(LoadedScalar::Value(Value::from(&*value))),
            None => tag::untagged(value, classes),
            Some(tag) => tag::scalar(tag, value, classes),
        };
        let loaded = loaded.map_err(|error| Stop::Load(error, mark))?;
        let mut node = Node::leaf(Value::Undef, place(mark));
        node.value = match loaded {
            LoadedScalar::Value(value) => value,
            LoadedScalar::Symbol(name) => {
                if self.options.symbols == SymbolHandling::Reject {
                    return Err(Stop::Load(LoadError::Class("Symbol".to_owned()), mark));
                }
                node.symbols = Symbols::Itself;
                Value::from(name)
            }
        };
        if let Some(anchor) = properties.anchor() {
            self.anchors.insert(anchor, AnchorTarget::Node(node.clone()));
        }
        Ok(node)
    }

    fn alias(&mut self, name: &'a str, mark: Mark, depth: usize) -> ReadResult<Node> {
        match self.anchors.get(name) {
            None => {
                let message = format!("Unknown alias: {name}");
                Err(Stop::Load(LoadError::Other(message), mark))
            }
            // In Ruby the value would contain itself, and Puppet would fail on it later.
            Some(AnchorTarget::Open(_)) => Err(Stop::Limit(
                format!("the alias {name} refers to a collection that contains it"),
                mark,
            )),
            Some(AnchorTarget::Node(node)) if depth + node.height > Value::MAX_DEPTH => {
                Err(too_deep(mark))
            }
            Some(AnchorTarget::Node(node)) => {
                self.aliased.push(node.places.place);
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
    ) -> ReadResult<Node> {
        if depth >= Value::MAX_DEPTH {
            return Err(too_deep(mark));
        }
        self.collections += 1;
        let number = self.collections;
        if let Some(anchor) = properties.anchor() {
            self.anchors.insert(anchor, AnchorTarget::Open(number));
        }
        let tag = properties.tag();
        let node = if is_sequence {
            self.sequence(tag, mark, depth + 1)?
        } else {
            self.mapping(tag, mark, depth + 1)?
        };
        self.check_size(node.size, mark)?;
        if let Some(anchor) = properties.anchor() {
            // The anchor may have been redefined inside of the collection.
            if matches!(self.anchors.get(anchor), Some(AnchorTarget::Open(open)) if *open == number)
            {
                self.anchors.insert(anchor, AnchorTarget::Node(node.clone()));
            }
        }
        Ok(node)
    }

    fn check_size(&self, size: u64, mark: Mark) -> ReadResult<()> {
        if size > MAX_EXPANSION.saturating_add(self.max_values()) {
            let message = format!("aliases expand to more than {MAX_EXPANSION} values");
            return Err(Stop::Limit(message, mark));
        }
        Ok(())
    }

    /// Counts values that are copied or compared, so that a small text cannot take much time.
    fn count_copies(&mut self, size: u64, mark: Mark) -> ReadResult<()> {
        self.copied = self.copied.saturating_add(size);
        if self.copied > MAX_COPIES.saturating_add(self.max_values()) {
            let message = format!("merges and keys copy more than {MAX_COPIES} values");
            return Err(Stop::Limit(message, mark));
        }
        Ok(())
    }

    fn sequence(&mut self, tag: Option<&str>, mark: Mark, depth: usize) -> ReadResult<Node> {
        let kind = tag.map_or(Ok(SequenceKind::Array), tag::sequence);
        match kind.map_err(|error| Stop::Load(error, mark))? {
            SequenceKind::Array => self.array(mark, depth),
            SequenceKind::OrderedHash => self.ordered_hash(mark, depth),
        }
    }

    fn array(&mut self, mark: Mark, depth: usize) -> ReadResult<Node> {
        let mut elements = self.builder.elements();
        loop {
            let (event, at) = self.parser.next()?;
            if let Event::SequenceEnd = event {
                return Ok(self.builder.array(elements, place(mark)));
            }
            elements.push(self.node(event, at, depth)?);
        }
    }

    /// `!!omap`: each element is a mapping, whose first key and last value form an entry.
    fn ordered_hash(&mut self, mark: Mark, depth: usize) -> ReadResult<Node> {
        let mut entries = self.builder.entries();
        loop {
            let (event, at) = self.parser.next()?;
            match event {
                Event::SequenceEnd => return Ok(self.builder.hash(entries, place(mark))),
                Event::SequenceStart(_) | Event::MappingStart(_) if depth < Value::MAX_DEPTH => {
                    let Some((first, last)) = self.first_and_last(depth + 1)? else {
                        let message = "undefined method `visit_NilClass'".to_owned();
                        return Err(Stop::Load(LoadError::Other(message), at));
                    };
                    self.set(&mut entries, first, last, at)?;
                }
                Event::SequenceStart(_) | Event::MappingStart(_) => return Err(too_deep(at)),
                _ => {
                    let message = "undefined method `first' for nil:NilClass".to_owned();
                    return Err(Stop::Load(LoadError::Other(message), at));
                }
            }
        }
    }

    fn first_and_last(&mut self, depth: usize) -> ReadResult<Option<(Node, Node)>> {
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

    fn mapping(&mut self, tag: Option<&str>, mark: Mark, depth: usize) -> ReadResult<Node> {
        let classes = self.options.classes;
        let kind = tag.map_or(Ok(MappingKind::Hash), |tag| tag::mapping(tag, classes));
        match kind.map_err(|error| Stop::Load(error, mark))? {
            MappingKind::Hash => self.hash(mark, depth),
            MappingKind::String => self.string_with_variables(mark, depth),
            MappingKind::Elements => self.hash_with_variables(mark, depth),
            MappingKind::Exception(class) => {
                self.hash(mark, depth)?;
                Err(Stop::Load(LoadError::Class(class), mark))
            }
        }
    }

    fn key(&mut self, event: Event<'a>, mark: Mark, depth: usize) -> ReadResult<Node> {
        let Event::Scalar(Scalar { properties, value: Cow::Borrowed(text), is_string: false }) =
            &event
        else {
            return self.node(event, mark, depth);
        };
        let text = *text;
        if depth <= 1 || !properties.is_none() {
            return self.node(event, mark, depth);
        }
        if let Some(known) = self.builder.interned_key(text) {
            return Ok(Node::leaf(known, place(mark)));
        }
        let node = self.node(event, mark, depth)?;
        self.builder.intern_key(text, &node);
        Ok(node)
    }

    fn hash(&mut self, mark: Mark, depth: usize) -> ReadResult<Node> {
        let mut entries = self.builder.entries();
        loop {
            let (event, key_mark) = self.parser.next()?;
            if let Event::MappingEnd = event {
                return Ok(self.builder.hash(entries, place(mark)));
            }
            let is_string = has_string_tag(&event);
            let key = self.key(event, key_mark, depth)?;
            let (event, value_mark) = self.parser.next()?;
            let merge = if is_string { MergeKind::None } else { MergeKind::of(&key, &event) };
            let value = self.node(event, value_mark, depth)?;
            if !self.merge(merge, &mut entries, &value, value_mark)? {
                self.set(&mut entries, key, value, key_mark)?;
            }
            self.check_size(entries.size(), mark)?;
        }
    }

    fn set(&mut self, entries: &mut Entries, key: Node, value: Node, mark: Mark) -> ReadResult<()> {
        if key.height > 0 {
            self.count_copies(key.size, mark)?;
        }
        self.builder.set(entries, key, value);
        Ok(())
    }

    /// Merges the value of a `<<` entry into a hash. Returns whether it was merged.
    fn merge(
        &mut self,
        merge: MergeKind,
        entries: &mut Entries,
        value: &Node,
        mark: Mark,
    ) -> ReadResult<bool> {
        match (merge, &value.value) {
            (MergeKind::Hash, Value::Hash(hash)) => {
                self.count_copies(hash.len() as u64, mark)?;
                entries.merge(value);
                Ok(true)
            }
            (MergeKind::Each, Value::Array(hashes)) => {
                if !hashes.iter().all(|element| matches!(element, Value::Hash(_))) {
                    return Ok(false);
                }
                let merged = self.merge_each(value, mark)?;
                self.count_copies(merged.len() as u64, mark)?;
                entries.merge(&self.builder.hash(merged, place(mark)));
                Ok(true)
            }
            // An empty `!!omap` counts as a sequence without elements.
            (MergeKind::Each, Value::Hash(hash)) => Ok(hash.is_empty()),
            _ => Ok(false),
        }
    }

    /// Merges the hashes in an array; earlier ones take precedence.
    fn merge_each(&mut self, array: &Node, mark: Mark) -> ReadResult<Entries> {
        let mut merged = self.builder.entries();
        merged.add_size(array.size, array.height.saturating_sub(2));
        let hashes = array.value.as_array().unwrap_or_default();
        for (index, (hash, places)) in hashes.iter().zip(array.places.parts()).enumerate().rev() {
            let Value::Hash(entries) = hash else { continue };
            self.count_copies(entries.len() as u64, mark)?;
            // Size and height are zero because they were counted with the array.
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

    /// Reads `!str {str: text, "@variable": value}`.
    fn string_with_variables(&mut self, mark: Mark, depth: usize) -> ReadResult<Node> {
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
                Err(Stop::Load(LoadError::Other(message), mark))
            }
            found => Ok(found.unwrap_or_else(|| Node::leaf(Value::Undef, place(mark)))),
        }
    }

    /// Reads `!ruby/hash-with-ivars {elements: {…}, ivars: {…}}`.
    fn hash_with_variables(&mut self, mark: Mark, depth: usize) -> ReadResult<Node> {
        let mut entries = self.builder.entries();
        while let Some((key, value)) = self.pair(depth)? {
            if key.value.as_str() == Some("elements") {
                self.count_copies(value.size, mark)?;
                entries.merge(&value);
            }
        }
        Ok(self.builder.hash(entries, place(mark)))
    }

    fn pair(&mut self, depth: usize) -> ReadResult<Option<(Node, Node)>> {
        let (event, mark) = self.parser.next()?;
        if let Event::MappingEnd = event {
            return Ok(None);
        }
        let key = self.node(event, mark, depth)?;
        let (event, mark) = self.parser.next()?;
        let value = self.node(event, mark, depth)?;
        Ok(Some((key, value)))
    }

    /// Converts the reason for stopping into an error. Checks the syntax of the rest of the text
    /// first if a value could not be loaded.
    fn parse_error(&mut self, stop: Stop) -> ParseError {
        match stop {
            Stop::Syntax(error) => self.syntax_error(&error),
            Stop::Limit(message, mark) => {
                let Place { line, column } = place(mark);
                let file = self.options.file_name();
                let message = format!("({file}): {message} at line {line} column {column}");
                ParseError { message, place: Some(place(mark)) }
            }
            Stop::Load(error, mark) => match self.check_rest() {
                Err(error) => self.syntax_error(&error),
                Ok(()) => {
                    let message = match error {
                        LoadError::Other(message) => message,
                        LoadError::Class(class) => format!(
                            "({}): Tried to load unspecified class: {class}",
                            self.options.file_name()
                        ),
                    };
                    ParseError { message, place: Some(place(mark)) }
                }
            },
        }
    }

    /// Checks the syntax of the rest of the document.
    fn check_rest(&mut self) -> Result<(), Box<SyntaxError>> {
        let mut depth = 0_usize;
        // Deeper nesting would be rejected anyway, and would take long to check.
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

    /// The maximum number of values in the text: its number of bytes.
    fn max_values(&self) -> u64 {
        u64::try_from(self.text.len()).unwrap_or(u64::MAX)
    }

    fn syntax_error(&self, error: &SyntaxError) -> ParseError {
        let SyntaxError { problem, context, context_mark, problem_mark } = error;
        // For a problem at the end of the text, the start of the construct is more helpful.
        let is_at_end = problem_mark.index >= self.text.trim_end().chars().count();
        let at = if is_at_end && !context.is_empty() { context_mark } else { problem_mark };
        let Place { line, column } = place(*context_mark);
        let gap = if context.is_empty() { "" } else { " " };
        let file = self.options.file_name();
        let message = format!("({file}): {problem}{gap}{context} at line {line} column {column}");
        ParseError { message, place: Some(place(*at)) }
    }
}

/// The treatment of an entry that may be a merge (`<<`).
#[derive(Clone, Copy)]
enum MergeKind {
    /// An ordinary entry.
    None,
    /// The value is merged if it is a hash.
    Hash,
    /// The elements of the value are merged if all of them are hashes.
    Each,
}

impl MergeKind {
    fn of(key: &Node, value: &Event<'_>) -> MergeKind {
        if key.value.as_str() != Some("<<") || key.symbols.any() {
            return MergeKind::None;
        }
        match value {
            Event::Alias(_) | Event::MappingStart(_) => MergeKind::Hash,
            Event::SequenceStart(_) => MergeKind::Each,
            _ => MergeKind::None,
        }
    }
}

/// Whether a node has the tag of strings, so that `<<` is not a merge.
fn has_string_tag(event: &Event<'_>) -> bool {
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
