//! Builds documents from parser events: trees of nodes with tags, anchors and aliases. Values are
//! made from them in the next step.

use super::cursor::Mark;
use super::events::{Event, Parser, Properties};
use super::token::SyntaxError;

/// The maximum nesting depth of collections.
const MAX_DEPTH: usize = 10_000;

/// A node of a document.
#[derive(Debug, Clone)]
pub struct Node {
    /// `&name`
    pub anchor: Option<String>,
    /// The tag, with its handle resolved.
    pub tag: Option<String>,
    /// The content.
    pub kind: NodeKind,
}

/// The content of a node.
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// A scalar.
    Scalar {
        /// The text of the scalar.
        text: String,
        /// Whether the scalar is a string even if its text looks like a number or another value: it
        /// is quoted or a block scalar, and has no tag.
        is_string: bool,
    },
    /// A sequence of nodes.
    Sequence(Vec<Node>),
    /// A mapping: keys and values alternate.
    Mapping(Vec<Node>),
    /// `*name`
    Alias(String),
}

/// The reason why a text is not YAML, as libyaml gives it. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentError {
    /// The problem.
    pub problem: String,
    /// The construct that was being read; may be empty.
    pub context: String,
    /// The line to show in messages.
    pub line: u32,
    /// The column to show in messages.
    pub column: u32,
    /// The number of characters before the position; 0 for syntax errors, as in libyaml.
    pub offset: usize,
}

impl DocumentError {
    fn new(error: &SyntaxError) -> DocumentError {
        DocumentError {
            problem: error.problem.to_owned(),
            context: error.context.to_owned(),
            line: error.context_mark.line.saturating_add(1),
            column: error.context_mark.column.saturating_add(1),
            offset: 0,
        }
    }

    fn too_deep(mark: Mark) -> DocumentError {
        DocumentError {
            problem: format!("nesting is deeper than {MAX_DEPTH} levels"),
            context: String::new(),
            line: mark.line.saturating_add(1),
            column: mark.column.saturating_add(1),
            offset: mark.index,
        }
    }
}

/// A reader of the documents of a text, one after the other.
pub struct Documents<'a> {
    parser: Parser<'a>,
}

/// An unfinished collection.
struct OpenCollection {
    anchor: Option<String>,
    tag: Option<String>,
    is_mapping: bool,
    children: Vec<Node>,
}

impl<'a> Documents<'a> {
    /// A reader at the start of a text.
    pub fn new(text: &'a str) -> Documents<'a> {
        Documents { parser: Parser::new(text) }
    }

    /// Reads the next document and returns its root; `None` at the end of the text.
    ///
    /// # Errors
    /// When the text is not YAML.
    pub fn next_document(&mut self) -> Result<Option<Node>, DocumentError> {
        let mut open: Vec<OpenCollection> = Vec::new();
        let mut root = None;
        loop {
            let (event, mark) = self.parser.next().map_err(|error| DocumentError::new(&error))?;
            let node = match event {
                Event::StreamStart | Event::DocumentStart => continue,
                Event::StreamEnd | Event::DocumentEnd => return Ok(root),
                Event::Alias(name) => {
                    Node { anchor: None, tag: None, kind: NodeKind::Alias(name.to_owned()) }
                }
                Event::Scalar(scalar) => {
                    let (anchor, tag) = owned_properties(&scalar.properties);
                    let text = scalar.value.into_owned();
                    let kind = NodeKind::Scalar { text, is_string: scalar.is_string };
                    Node { anchor, tag, kind }
                }
                Event::SequenceStart(properties) => {
                    begin(&mut open, &properties, false, mark)?;
                    continue;
                }
                Event::MappingStart(properties) => {
                    begin(&mut open, &properties, true, mark)?;
                    continue;
                }
                Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                    Some(OpenCollection { anchor, tag, is_mapping, children }) => {
                        let kind = if is_mapping {
                            NodeKind::Mapping(children)
                        } else {
                            NodeKind::Sequence(children)
                        };
                        Node { anchor, tag, kind }
                    }
                    None => continue,
                },
            };
            match open.last_mut() {
                Some(parent) => parent.children.push(node),
                None => root = Some(node),
            }
        }
    }
}

fn owned_properties(properties: &Properties<'_>) -> (Option<String>, Option<String>) {
    (properties.anchor().map(str::to_owned), properties.tag().map(str::to_owned))
}

fn begin(
    open: &mut Vec<OpenCollection>,
    properties: &Properties<'_>,
    is_mapping: bool,
    mark: Mark,
) -> Result<(), DocumentError> {
    if open.len() >= MAX_DEPTH {
        return Err(DocumentError::too_deep(mark));
    }
    let (anchor, tag) = owned_properties(properties);
    open.push(OpenCollection { anchor, tag, is_mapping, children: Vec::new() });
    Ok(())
}
