//! The places in data files that the value of a key comes from, collected from an explanation.

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::value::Text;

use super::{Event, Explanation, Node, Subject};

/// A place in data that a value, or a part of a merged value, comes from.
#[derive(Debug, Clone)]
pub struct DataPlace {
    /// The layer: `Environment Data Provider (hiera configuration version 5)`.
    pub layer: String,
    /// The level of the hierarchy: `common`.
    pub level: String,
    /// The file or URI; `None` if the function of the level needs none.
    pub file: Option<Text>,
    /// The place in the file.
    pub place: Option<Place>,
    /// The value that was found there, after interpolation.
    pub value: Value,
}

impl DataPlace {
    /// A copy without the value if that is sensitive or `is_hidden` is set.
    #[must_use]
    pub fn redacted(&self, is_hidden: bool) -> DataPlace {
        let is_hidden = is_hidden || self.value.holds_sensitive();
        let value = if is_hidden { Value::Undef } else { self.value.clone() };
        DataPlace { value, ..self.clone() }
    }
}

/// Describes the places that the value of a key comes from:
/// `the value of 'port' is from a.yaml, line 3; b.yaml`.
pub fn describe_sources(key: &str, places: &[DataPlace]) -> String {
    let describe = |place: &DataPlace| match (&place.file, place.place) {
        (Some(file), Some(at)) => format!("{file}, line {}", at.line),
        (Some(file), None) => file.to_string(),
        (None, _) => format!("hierarchy level '{}'", place.level),
    };
    let places: Vec<String> = places.iter().map(describe).collect();
    format!("the value of '{key}' is from {}", places.join("; "))
}

impl Explanation {
    /// The places that the value of a key comes from, the highest priority first. There are several
    /// if values were merged. Lookups made by interpolation are left out.
    pub fn sources(&self, key: &str) -> Vec<DataPlace> {
        let mut found = Vec::new();
        let root = self.root();
        for branch in self.branches(root) {
            if matches!(&branch.subject, Subject::Top(top) if top == key) {
                self.collect(branch, &mut NodePath::default(), &mut found);
            }
        }
        found
    }

    fn collect(&self, node: &Node, path: &mut NodePath, found: &mut Vec<DataPlace>) {
        let depth = path.providers.len();
        match &node.subject {
            Subject::Interpolate(_) | Subject::SubLookup(_) => return,
            Subject::DataProvider { name, .. } => path.providers.push(name.clone()),
            Subject::Location { resolved, .. } => path.file = Some(resolved.clone()),
            _ => {}
        }
        if let (Some(Event::Found(_, value)), [layer, level, ..]) =
            (&node.event, path.providers.as_slice())
        {
            found.push(DataPlace {
                layer: layer.clone(),
                level: level_name(level),
                file: path.file.clone(),
                place: node.place,
                value: value.clone(),
            });
        }
        for branch in self.branches(node) {
            self.collect(branch, path, found);
        }
        path.providers.truncate(depth);
        if matches!(node.subject, Subject::Location { .. }) {
            path.file = None;
        }
    }
}

/// The layer, level and file on the path from the root of the explanation to a node.
#[derive(Debug, Default)]
struct NodePath {
    providers: Vec<String>,
    file: Option<Text>,
}

/// Extracts the name of a level from its title: `common` from `Hierarchy entry "common"`.
fn level_name(level: &str) -> String {
    let quoted = level.strip_prefix("Hierarchy entry \"").and_then(|rest| rest.strip_suffix('"'));
    quoted.unwrap_or(level).to_owned()
}
