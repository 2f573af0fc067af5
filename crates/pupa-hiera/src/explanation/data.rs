//! Explanations as data: the hash that is printed as JSON or YAML for other programs.

use pupa_value::Value;
use pupa_value::value::Hash;

use super::{Event, Explanation, Node, Subject};

impl Explanation {
    /// The hash that `puppet lookup --explain --render-as json` prints.
    pub fn data(&self) -> Value {
        let root = self.root();
        match root.branches.as_slice() {
            [only] => self.node_data(&self.nodes[*only], false),
            _ => Value::from(self.branch_data(root, false)),
        }
    }

    /// As [`Explanation::data`], with the `line` and `column` of values in data files.
    pub fn data_with_places(&self) -> Value {
        let root = self.root();
        let mut hash = self.branch_data(root, true);
        if !root.texts.is_empty() {
            hash.insert("texts", texts(root));
        }
        Value::from(hash)
    }

    fn branch_data(&self, node: &Node, places: bool) -> Hash {
        let mut hash = Hash::new();
        if !node.branches.is_empty() {
            let branches = self.branches(node).map(|branch| self.node_data(branch, places));
            hash.insert("branches", Value::array(branches));
        }
        hash
    }

    fn node_data(&self, node: &Node, places: bool) -> Value {
        if let Subject::MergeSource(source) = &node.subject {
            let mut hash = Hash::new();
            hash.insert("type", "merge_source");
            hash.insert("merge_source", source.clone());
            return Value::from(hash);
        }
        if let (Subject::Merge(_), [only]) = (&node.subject, node.branches.as_slice()) {
            return self.node_data(&self.nodes[*only], places);
        }
        let mut hash = self.branch_data(node, places);
        add_event(&mut hash, node);
        if !node.texts.is_empty() {
            hash.insert("texts", texts(node));
        }
        hash.insert("type", kind(&node.subject));
        add_details(&mut hash, node);
        if places && let Some(place) = node.place {
            hash.insert("line", i64::from(place.line));
            hash.insert("column", i64::from(place.column));
        }
        Value::from(hash)
    }
}

fn texts(node: &Node) -> Value {
    Value::array(node.texts.iter().map(|text| Value::from(text.as_str())))
}

fn add_event(hash: &mut Hash, node: &Node) {
    let (key, value, event) = match &node.event {
        None => (None, None, None),
        Some(Event::Found(key, value)) => (Some(key), Some(value), Some("found")),
        Some(Event::FoundInOverrides(key, value)) => {
            (Some(key), Some(value), Some("found_in_overrides"))
        }
        Some(Event::FoundInDefaults(key, value)) => {
            (Some(key), Some(value), Some("found_in_defaults"))
        }
        Some(Event::NotFound(key)) => (Some(key), None, Some("not_found")),
        Some(Event::Result(value)) => (None, Some(value), Some("result")),
        Some(Event::LocationNotFound) => (None, None, Some("location_not_found")),
    };
    let own = match &node.subject {
        Subject::Top(key) | Subject::InvalidKey(key) => Some(key.as_str()),
        _ => None,
    };
    if let Some(key) = key.map(String::as_str).or(own) {
        hash.insert("key", key);
    }
    if let Some(value) = value {
        hash.insert("value", value.clone());
    }
    let module_event = match &node.subject {
        Subject::Module { exists: false, .. } => Some("module_not_found"),
        Subject::Module { exists: true, .. } => Some("module_provider_not_found"),
        _ => None,
    };
    if let Some(event) = event.or(module_event) {
        hash.insert("event", event);
    }
}

fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Root | Subject::Top(_) => "root",
        Subject::InvalidKey(_) => "invalid_key",
        Subject::MergeSource(_) => "merge_source",
        Subject::Module { .. } => "module",
        Subject::Interpolate(_) => "interpolate",
        Subject::Merge(_) => "merge",
        Subject::DataProvider { .. } => "data_provider",
        Subject::Location { is_path: true, .. } => "path",
        Subject::Location { is_path: false, .. } => "uri",
        Subject::SubLookup(_) => "sub_key",
        Subject::Segment => "segment",
        Subject::Scope(_) => "scope",
    }
}

fn add_details(hash: &mut Hash, node: &Node) {
    match &node.subject {
        Subject::Interpolate(expression) => {
            hash.insert("expression", expression.clone());
        }
        Subject::Merge(strategy) => {
            hash.insert("merge", strategy.name());
            if let Some(options) = strategy.options() {
                hash.insert("options", options);
            }
        }
        Subject::DataProvider { name, configuration, module } => {
            hash.insert("name", name.as_str());
            if let Some(path) = configuration {
                hash.insert("configuration_path", path.clone());
            }
            if let Some(module) = module {
                hash.insert("module", module.clone());
            }
        }
        Subject::Location { original, resolved, is_path } => {
            let word = if *is_path { "path" } else { "uri" };
            hash.insert(format!("original_{word}"), original.clone());
            hash.insert(word, resolved.clone());
        }
        Subject::Scope(name) => {
            hash.insert("name", name.as_str());
        }
        _ => {}
    }
}
