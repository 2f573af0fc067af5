//! Differences between the catalogs of one node or of many nodes.
//!
//! ```text
//! Catalog, Catalog                ─compare──────▶ CatalogDiff
//! for every node two catalogs     ─compare_nodes─▶ Vec<NodeDiff>, each with a CatalogDiff
//! Vec<NodeDiff>                   ─to_text, to_json, to_html─▶ text · JSON · HTML
//! ```
//!
//! Resources are identified by type and title; the order of resources, tags and edges does not
//! matter. Sensitive values are redacted when the difference is computed ([`ReportValue`]), so that
//! no output format can reveal a value that is sensitive on either side.
//!
//! | module | subject |
//! |---|---|
//! | `resources` | comparison of two catalogs |
//! | `value` | comparison of two values: the paths at which they differ |
//! | `report_value` | values with sensitive parts redacted |
//! | `sequence`, `unified` | comparison of sequences, and of strings line by line |
//! | `ignore` | patterns of resources and parameters to leave out |
//! | `nodes` | the catalogs of many nodes |
//! | `item`, `group` | differences as readable lines, grouped by the nodes that share them |
//! | `text`, `json`, `html` | the output formats of the report |

mod group;
mod html;
mod ignore;
mod item;
mod json;
mod nodes;
mod report_value;
mod resources;
mod sequence;
mod text;
mod unified;
mod value;

#[cfg(test)]
mod tests;

pub use html::to_html;
pub use ignore::{Ignore, IgnoreError};
pub use json::to_json;
pub use nodes::{NodeDiff, NodeOutcome, Summary, compare_node, compare_nodes};
pub use report_value::ReportValue;
pub use resources::compare;
pub use text::{TextStyle, to_text};
pub use unified::Hunk;

/// The tag that excludes a resource from comparisons, the same as in octocatalog-diff.
pub const IGNORE_TAG: &str = "ignored_octocatalog_diff";

/// The scope of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffOptions {
    /// Patterns of resources and parameters to leave out.
    pub ignore: Vec<Ignore>,
    /// Tags that exclude a resource on either side. A tag with the type as suffix, such as
    /// `TAG__file`, excludes resources of that type only.
    pub ignore_tags: Vec<String>,
    /// Whether tags are compared.
    pub tags: bool,
    /// Whether files and lines of declarations are compared.
    pub locations: bool,
}

impl Default for DiffOptions {
    fn default() -> DiffOptions {
        DiffOptions {
            ignore: Vec::new(),
            ignore_tags: vec![IGNORE_TAG.to_owned()],
            tags: false,
            locations: false,
        }
    }
}

/// The differences between two catalogs. Each list is sorted by `Type[title]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CatalogDiff {
    /// Resources that only the new catalog has.
    pub added: Vec<OneSided>,
    /// Resources that only the old catalog has.
    pub removed: Vec<OneSided>,
    /// Resources that differ between the catalogs.
    pub changed: Vec<ChangedResource>,
    /// The containment edges that only one catalog has.
    pub edges: SetChange<(String, String)>,
    /// The names of the classes that only one catalog has.
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
    /// The location of its declaration.
    pub location: Location,
    /// The references of its containers.
    pub containers: Vec<String>,
    /// The parameters, by name.
    pub parameters: Vec<(String, ReportValue)>,
}

/// A resource that differs between the two sides.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChangedResource {
    /// The type.
    pub type_name: String,
    /// The title.
    pub title: String,
    /// The differing parameters, sorted by name and path.
    pub parameters: Vec<ParameterChange>,
    /// Whether the resource is exported on the old and on the new side, if that differs.
    pub exported: Option<(bool, bool)>,
    /// The references of its containers.
    pub containers: SetChange<String>,
    /// The tags, if they are compared.
    pub tags: SetChange<String>,
    /// The locations of both declarations, if they are compared and differ.
    pub location: Option<(Location, Location)>,
}

/// The location of a declaration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}"),
            (Some(file), None) => f.write_str(file),
            (None, _) => f.write_str("nowhere"),
        }
    }
}

/// A difference in a parameter or a part of its value.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterChange {
    /// The name of the parameter.
    pub name: String,
    /// The path to the value, starting with the name: `content.a.b[2]`.
    pub path: String,
    /// The difference.
    pub change: Change,
}

/// The difference between two values.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Only the new side has a value.
    Added(ReportValue),
    /// Only the old side has a value.
    Removed(ReportValue),
    /// Both sides have a value.
    Changed {
        /// The value on the old side.
        old: ReportValue,
        /// The value on the new side.
        new: ReportValue,
    },
    /// Both sides have a string, at least one of which has several lines.
    Lines {
        /// The string on the old side.
        old: ReportValue,
        /// The string on the new side.
        new: ReportValue,
        /// The differing lines.
        hunks: Vec<Hunk>,
    },
    /// Both sides have a list whose order does not matter, such as `require` or `tag`.
    Set(SetChange<String>),
    /// The value is equal, but sensitive on one side only.
    Sensitivity {
        /// Whether the value is sensitive on the new side.
        is_sensitive: bool,
    },
}

/// The difference between two sets, sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetChange<T> {
    /// The elements that only the new side has.
    pub added: Vec<T>,
    /// The elements that only the old side has.
    pub removed: Vec<T>,
}

impl<T> Default for SetChange<T> {
    fn default() -> SetChange<T> {
        SetChange { added: Vec::new(), removed: Vec::new() }
    }
}

impl<T: Ord> SetChange<T> {
    /// Compares two lists, ignoring order and repetitions.
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
