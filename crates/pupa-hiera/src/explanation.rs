//! How an answer was found: what was searched, in order, and what became of it.
//!
//! An [`Explanation`] is a tree. Its text ([`Explanation::text`]) and its data
//! ([`Explanation::data`]) are those of `puppet lookup --explain`; [`Explanation::sources`] tells
//! the places in data files that the value comes from, which those leave out.

mod data;
mod sources;
mod text;

pub use sources::{DataPlace, places_in_words};

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::value::Text;

use crate::merge::MergeStrategy;

/// What a node of an explanation is about.
#[derive(Debug, Clone)]
pub enum Subject {
    /// The whole.
    Root,
    /// A key that is searched for; `lookup_options` before all others.
    Top(Text),
    /// A key that nobody may look up.
    InvalidKey(Text),
    /// Where a merge strategy comes from.
    MergeSource(Text),
    /// A module that has no data, and why.
    Module {
        /// The module.
        name: Text,
        /// Whether there is such a module.
        exists: bool,
    },
    /// A text with interpolation.
    Interpolate(Text),
    /// Values that are merged.
    Merge(MergeStrategy),
    /// A layer, or a level of a hierarchy.
    DataProvider {
        /// How it is called.
        name: String,
        /// The configuration of a layer.
        configuration: Option<Text>,
        /// The module of a layer.
        module: Option<Text>,
    },
    /// A file or URI that data is in.
    Location {
        /// As the configuration has it.
        original: Text,
        /// After interpolation.
        resolved: Text,
        /// Whether it is a file.
        is_path: bool,
    },
    /// The part of a key that leads into a value.
    SubLookup(String),
    /// A segment of that.
    Segment,
    /// A place that is searched, by name.
    Scope(String),
}

/// What became of what a node is about.
#[derive(Debug, Clone)]
pub enum Event {
    /// The key was found.
    Found(String, Value),
    /// The key was found among the overrides that the caller gave.
    FoundInOverrides(String, Value),
    /// The key was found among the default values that the caller gave.
    FoundInDefaults(String, Value),
    /// The key was not found.
    NotFound(String),
    /// The merge has this result.
    Result(Value),
    /// There is no such file.
    LocationNotFound,
}

/// A node of an explanation.
#[derive(Debug, Clone)]
pub struct Node {
    /// What it is about.
    pub subject: Subject,
    /// What became of it.
    pub event: Option<Event>,
    /// What else was said.
    pub texts: Vec<String>,
    /// What belongs to it, by number.
    pub branches: Vec<usize>,
    /// Where in the data file the key was found.
    pub place: Option<Place>,
}

impl Node {
    fn new(subject: Subject) -> Node {
        Node { subject, event: None, texts: Vec::new(), branches: Vec::new(), place: None }
    }
}

/// How an answer was found.
#[derive(Debug, Clone)]
pub struct Explanation {
    nodes: Vec<Node>,
    /// The nodes that are open, the innermost last.
    open: Vec<usize>,
    /// Whether options of lookups are explained, and nothing else.
    pub only_options: bool,
}

impl Default for Explanation {
    fn default() -> Explanation {
        Explanation { nodes: vec![Node::new(Subject::Root)], open: vec![0], only_options: false }
    }
}

impl Explanation {
    /// An explanation of how options of lookups are found.
    pub fn of_options() -> Explanation {
        Explanation { only_options: true, ..Explanation::default() }
    }

    /// The node that all others belong to.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    fn branches<'e>(&'e self, node: &'e Node) -> impl DoubleEndedIterator<Item = &'e Node> {
        node.branches.iter().map(|&branch| &self.nodes[branch])
    }

    fn current(&mut self) -> &mut Node {
        let number = self.open.last().copied().unwrap_or_default();
        &mut self.nodes[number]
    }

    fn add(&mut self, subject: Subject) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node::new(subject));
        self.current().branches.push(number);
        number
    }

    /// Begins a node within the one that is open.
    pub(crate) fn push(&mut self, subject: Subject) {
        let number = self.add(subject);
        self.open.push(number);
    }

    /// Ends the node that is open.
    pub(crate) fn pop(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// Adds a node that nothing belongs to.
    pub(crate) fn leaf(&mut self, subject: Subject) {
        self.add(subject);
    }

    /// Says what became of the node that is open.
    pub(crate) fn report(&mut self, event: Event) {
        self.current().event = Some(event);
    }

    /// Changes the values of all nodes that belong to the one that is open.
    pub(crate) fn revise(&mut self, change: impl Fn(&Value) -> Value) {
        let open = self.open.last().copied().unwrap_or_default();
        // What was added since belongs to it.
        for node in &mut self.nodes[open + 1..] {
            if let Some(Event::Found(_, value) | Event::Result(value)) = &mut node.event {
                *value = change(value);
            }
        }
    }

    /// Says where the key of the node that is open was found.
    pub(crate) fn found_at(&mut self, place: Option<Place>) {
        self.current().place = place;
    }

    /// Says more of the node that is open. After the lookup, that is the whole.
    pub fn say(&mut self, text: impl Into<String>) {
        self.current().texts.push(text.into());
    }
}
