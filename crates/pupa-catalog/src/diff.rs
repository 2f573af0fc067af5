//! What differs between two catalogs of a node, and between those of many nodes.
//!
//! ```text
//! Catalog, Catalog ─compare─▶ CatalogDiff ─┐
//!        for every node ─compare_nodes─▶ Vec<NodeDiff> ─▶ text · JSON · HTML
//! ```
//!
//! Resources are the same when type and title are; the order of resources, tags and edges does not
//! matter. Secrets end here: what a difference holds is made to be shown, so no form of output can
//! give away a value that is sensitive on either side ([`Shown`]).
//!
//! | module | subject |
//! |---|---|
//! | `resources` | two catalogs |
//! | `value` | two values: the places at which they differ |
//! | `shown` | values that may be shown |
//! | `sequence`, `lines` | two sequences; two texts, line by line |
//! | `ignore` | what is not to be compared |
//! | `nodes` | the catalogs of many nodes |
//! | `item`, `group` | differences as lines for people, and those that many nodes have in common |
//! | `text`, `json`, `html` | the forms of the report |

mod group;
mod html;
mod ignore;
mod item;
mod json;
mod lines;
mod nodes;
mod resources;
mod sequence;
mod shown;
mod text;
mod value;

#[cfg(test)]
mod tests;

pub use html::to_html;
pub use ignore::{Ignore, InvalidIgnore};
pub use json::to_json;
pub use lines::Hunk;
pub use nodes::{NodeDiff, NodeOutcome, Summary, compare_node, compare_nodes};
pub use resources::compare;
pub use shown::Shown;
pub use text::{TextStyle, to_text};

/// The tag that keeps a resource out of comparisons: the one that octocatalog-diff knows.
pub const IGNORE_TAG: &str = "ignored_octocatalog_diff";

/// What is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffOptions {
    /// What to leave out.
    pub ignore: Vec<Ignore>,
    /// Resources that have one of these tags on either side are left out, and those that have such
    /// a tag for their type: `TAG__file`.
    pub ignore_tags: Vec<String>,
    /// Whether tags are compared.
    pub tags: bool,
    /// Whether files and lines of declarations are compared.
    pub places: bool,
}

impl Default for DiffOptions {
    fn default() -> DiffOptions {
        DiffOptions {
            ignore: Vec::new(),
            ignore_tags: vec![IGNORE_TAG.to_owned()],
            tags: false,
            places: false,
        }
    }
}

/// What differs between two catalogs, each list in order of references.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CatalogDiff {
    /// Resources that only the new one has.
    pub added: Vec<OneSided>,
    /// Resources that only the old one has.
    pub removed: Vec<OneSided>,
    /// Resources that both have, but not alike.
    pub changed: Vec<ChangedResource>,
    /// Which resource holds which: in the new one only, and in the old one only.
    pub edges: SetChange<(String, String)>,
    /// The names of classes.
    pub classes: SetChange<String>,
}

impl CatalogDiff {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == CatalogDiff::default()
    }
}

/// A resource that only one side has.
#[derive(Debug, Clone, PartialEq)]
pub struct OneSided {
    /// The type.
    pub type_name: String,
    /// The title.
    pub title: String,
    /// Whether it is exported.
    pub is_exported: bool,
    /// Where it is declared.
    pub place: Place,
    /// The references of what holds it.
    pub containers: Vec<String>,
    /// The parameters, by name.
    pub parameters: Vec<(String, Shown)>,
}

/// A resource that both sides have, but not alike.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChangedResource {
    /// The type.
    pub type_name: String,
    /// The title.
    pub title: String,
    /// How parameters differ, by name and place.
    pub parameters: Vec<ParameterChange>,
    /// Whether it is exported: on the old side, and on the new one.
    pub exported: Option<(bool, bool)>,
    /// The references of what holds it.
    pub containers: SetChange<String>,
    /// The tags, if they are compared.
    pub tags: SetChange<String>,
    /// Where it is declared, if that is compared.
    pub place: Option<(Place, Place)>,
}

/// Where a resource is declared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}"),
            (Some(file), None) => f.write_str(file),
            (None, _) => f.write_str("nowhere"),
        }
    }
}

/// How one parameter, or a part of its value, differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterChange {
    /// The name of the parameter.
    pub name: String,
    /// The place in its value, from the name: `content.a.b[2]`.
    pub path: String,
    /// How it differs.
    pub change: Change,
}

/// How a value differs.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Only the new side has it.
    Added(Shown),
    /// Only the old side has it.
    Removed(Shown),
    /// Both sides have it.
    Changed {
        /// On the old side.
        old: Shown,
        /// On the new side.
        new: Shown,
    },
    /// Both sides have a text, and one at least has several lines.
    Lines {
        /// On the old side.
        old: Shown,
        /// On the new side.
        new: Shown,
        /// What differs.
        hunks: Vec<Hunk>,
    },
    /// Both sides have references or words whose order does not matter.
    Set(SetChange<String>),
    /// The value is the same, but must be kept secret on one side only.
    Secrecy {
        /// Whether that is the new side.
        is_secret: bool,
    },
}

/// What came to a set and what left it, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetChange<T> {
    /// What only the new side has.
    pub added: Vec<T>,
    /// What only the old side has.
    pub removed: Vec<T>,
}

impl<T> Default for SetChange<T> {
    fn default() -> SetChange<T> {
        SetChange { added: Vec::new(), removed: Vec::new() }
    }
}

impl<T: Ord> SetChange<T> {
    /// What differs between two lists whose order and repetitions do not matter.
    fn between(old: impl IntoIterator<Item = T>, new: impl IntoIterator<Item = T>) -> SetChange<T> {
        use std::collections::BTreeSet;
        let mut old: BTreeSet<T> = old.into_iter().collect();
        let new: BTreeSet<T> = new.into_iter().collect();
        let added = new.into_iter().filter(|item| !old.remove(item)).collect();
        SetChange { added, removed: old.into_iter().collect() }
    }
}

impl<T> SetChange<T> {
    /// Whether the sets are the same.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}
