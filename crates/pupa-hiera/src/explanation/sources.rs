//! Where in data files the value of a key stands.

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::value::Text;

use super::{Event, Explanation, Node, Subject};

/// A place in data that a value comes from.
#[derive(Debug, Clone)]
pub struct DataPlace {
    /// The layer: `Environment Data Provider (hiera configuration version 5)`.
    pub layer: String,
    /// The level of the hierarchy: `common`.
    pub level: String,
    /// The file or URI; none for a function that needs none.
    pub file: Option<Text>,
    /// Where in the file.
    pub place: Option<Place>,
    /// The value that was found there, after interpolation.
    pub value: Value,
}

impl DataPlace {
    /// The place; the value there only when it may be shown.
    #[must_use]
    pub fn shown(&self, is_hidden: bool) -> DataPlace {
        let is_hidden = is_hidden || self.value.holds_sensitive();
        let value = if is_hidden { Value::Undef } else { self.value.clone() };
        DataPlace { value, ..self.clone() }
    }
}

/// The places that the value of a key comes from: `the value of 'port' is from a.yaml, line 3; b.yaml`.
pub fn places_in_words(key: &str, places: &[DataPlace]) -> String {
    let shown = |place: &DataPlace| match (&place.file, place.place) {
        (Some(file), Some(at)) => format!("{file}, line {}", at.line),
        (Some(file), None) => file.to_string(),
        (None, _) => format!("hierarchy level '{}'", place.level),
    };
    let places: Vec<String> = places.iter().map(shown).collect();
    format!("the value of '{key}' is from {}", places.join("; "))
}

impl Explanation {
    /// The places that the value of a key comes from, the one of highest priority first. There
    /// are several when values were merged. What was looked up by interpolation is not counted.
    pub fn sources(&self, key: &str) -> Vec<DataPlace> {
        let mut found = Vec::new();
        let root = self.root();
        for branch in self.branches(root) {
            if matches!(&branch.subject, Subject::Top(top) if top == key) {
                self.collect(branch, &mut Way::default(), &mut found);
            }
        }
        found
    }

    fn collect(&self, node: &Node, way: &mut Way, found: &mut Vec<DataPlace>) {
        let depth = way.providers.len();
        match &node.subject {
            Subject::Interpolate(_) | Subject::SubLookup(_) => return,
            Subject::DataProvider { name, .. } => way.providers.push(name.clone()),
            Subject::Location { resolved, .. } => way.file = Some(resolved.clone()),
            _ => {}
        }
        if let (Some(Event::Found(_, value)), [layer, level, ..]) =
            (&node.event, way.providers.as_slice())
        {
            found.push(DataPlace {
                layer: layer.clone(),
                level: level_name(level),
                file: way.file.clone(),
                place: node.place,
                value: value.clone(),
            });
        }
        for branch in self.branches(node) {
            self.collect(branch, way, found);
        }
        way.providers.truncate(depth);
        if matches!(node.subject, Subject::Location { .. }) {
            way.file = None;
        }
    }
}

/// What leads to a node.
#[derive(Debug, Default)]
struct Way {
    providers: Vec<String>,
    file: Option<Text>,
}

/// `Hierarchy entry "common"` is called `common`.
fn level_name(level: &str) -> String {
    let quoted = level.strip_prefix("Hierarchy entry \"").and_then(|rest| rest.strip_suffix('"'));
    quoted.unwrap_or(level).to_owned()
}
