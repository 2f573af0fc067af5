//! The explanation of a lookup: what was searched, in order, and with which result.
//!
//! An [`Explanation`] is a tree. [`Explanation::text`] and [`Explanation::data`] are the outputs of
//! `puppet lookup --explain`. [`Explanation::sources`] adds the places in data files that the value
//! comes from, which the reference does not report.

mod data;
mod sources;
mod text;

pub use sources::{DataPlace, describe_sources};

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::text::ruby::to_s;
use pupa_value::value::Text;

use crate::merge::MergeStrategy;

/// The subject of a node of an explanation.
#[derive(Debug, Clone)]
pub enum Subject {
    /// The whole lookup.
    Root,
    /// The search for a key. The search for `lookup_options` comes first.
    Top(Text),
    /// A key that cannot be looked up: `lookup_options`.
    InvalidKey(Text),
    /// The source of a merge strategy.
    MergeSource(Text),
    /// A module without data.
    Module {
        /// The name of the module.
        name: Text,
        /// Whether the module is installed.
        exists: bool,
    },
    /// The interpolation of a string.
    Interpolate(Text),
    /// A merge of several values.
    Merge(MergeStrategy),
    /// A layer or a hierarchy level.
    DataProvider {
        /// The name of the layer or level.
        name: String,
        /// The path of the layer's configuration.
        configuration: Option<Text>,
        /// The module that the layer belongs to.
        module: Option<Text>,
    },
    /// A file or URI that holds data.
    Location {
        /// The path or URI in the configuration.
        original: Text,
        /// The path or URI after interpolation.
        resolved: Text,
        /// Whether it is a file.
        is_path: bool,
    },
    /// The part of a dotted key after its root.
    SubLookup(String),
    /// One segment of that part.
    Segment,
    /// Another place that is searched, by its title.
    Scope(String),
}

/// The outcome of a node of an explanation.
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
    /// The file does not exist.
    LocationNotFound,
}

/// A node of an explanation.
#[derive(Debug, Clone)]
pub struct Node {
    /// The subject of the node.
    pub subject: Subject,
    /// The outcome, if one was reported.
    pub event: Option<Event>,
    /// Further lines of text.
    pub texts: Vec<String>,
    /// The indexes of the child nodes.
    pub branches: Vec<usize>,
    /// The place of the key in the data file.
    pub place: Option<Place>,
    /// Whether the value that it led to is sensitive.
    pub is_secret: bool,
}

impl Node {
    /// Whether it is the search for lookup options.
    fn is_of_options(&self) -> bool {
        match &self.subject {
            Subject::Top(key) | Subject::InvalidKey(key) => key == "lookup_options",
            _ => false,
        }
    }

    fn redact(&mut self) {
        let hidden = |value: &Value| Value::sensitive(value.clone());
        match &mut self.event {
            Some(
                Event::Found(_, value)
                | Event::FoundInOverrides(_, value)
                | Event::FoundInDefaults(_, value)
                | Event::Result(value),
            ) => *value = hidden(value),
            Some(Event::NotFound(_) | Event::LocationNotFound) | None => {}
        }
        if let Subject::Interpolate(text) = &mut self.subject {
            *text = to_s(&hidden(&text.clone().into())).into_owned().into();
        }
    }

    fn new(subject: Subject) -> Node {
        let (texts, branches) = (Vec::new(), Vec::new());
        Node { subject, event: None, texts, branches, place: None, is_secret: false }
    }
}

/// The explanation of a lookup: a tree of nodes.
#[derive(Debug, Clone)]
pub struct Explanation {
    nodes: Vec<Node>,
    /// The indexes of the nodes under construction, the innermost last.
    open: Vec<usize>,
    /// Whether only the lookup of `lookup_options` is explained.
    pub only_options: bool,
}

impl Default for Explanation {
    fn default() -> Explanation {
        Explanation { nodes: vec![Node::new(Subject::Root)], open: vec![0], only_options: false }
    }
}

impl Explanation {
    /// An empty explanation of the lookup of `lookup_options` alone.
    pub fn of_options() -> Explanation {
        Explanation { only_options: true, ..Explanation::default() }
    }

    /// The root of the tree.
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

    /// Adds a child to the current node and makes it the current one.
    pub(crate) fn push(&mut self, subject: Subject) {
        let number = self.add(subject);
        self.open.push(number);
    }

    /// Ends the current node; its parent becomes the current one.
    pub(crate) fn pop(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// Adds a leaf to the current node.
    pub(crate) fn leaf(&mut self, subject: Subject) {
        self.add(subject);
    }

    /// Sets the outcome of the current node.
    pub(crate) fn report(&mut self, event: Event) {
        self.current().event = Some(event);
    }

    /// Changes the values of all descendants of the current node.
    pub(crate) fn revise(&mut self, change: impl Fn(&Value) -> Value) {
        let open = self.open.last().copied().unwrap_or_default();
        // All nodes added after the current one are its descendants.
        for node in &mut self.nodes[open + 1..] {
            if let Some(Event::Found(_, value) | Event::Result(value)) = &mut node.event {
                *value = change(value);
            }
        }
    }

    /// Notes that the value of the last child of the current node becomes sensitive.
    pub(crate) fn note_secret(&mut self) {
        if let Some(&last) = self.current().branches.last() {
            self.nodes[last].is_secret = true;
        }
    }

    /// The explanation without values that become sensitive, and without the strings in which they
    /// are interpolated. Lookup options stay: they show why values are hidden.
    #[must_use]
    pub fn redacted(mut self, is_answer_secret: bool) -> Explanation {
        if let Some(root) = self.nodes.first_mut() {
            root.is_secret |= is_answer_secret;
        }
        // Children follow their parents.
        for number in 0..self.nodes.len() {
            if !self.nodes[number].is_secret {
                continue;
            }
            for branch in std::mem::take(&mut self.nodes[number].branches) {
                self.nodes[branch].is_secret |= !self.nodes[branch].is_of_options();
                self.nodes[number].branches.push(branch);
            }
            self.nodes[number].redact();
        }
        self
    }

    /// Sets the place in the data file at which the key of the current node was found.
    pub(crate) fn found_at(&mut self, place: Option<Place>) {
        self.current().place = place;
    }

    /// Adds a line of text to the current node, which is the root after the lookup.
    pub fn report_text(&mut self, text: impl Into<String>) {
        self.current().texts.push(text.into());
    }
}
