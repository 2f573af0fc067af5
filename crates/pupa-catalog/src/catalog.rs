//! A finished catalog.

use pupa_value::Value;
use pupa_value::value::Text;

use crate::tags::Tags;

/// What a node is to be: resources, what holds what, and which classes they come from.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The name of the node.
    pub name: String,
    /// The name of the environment.
    pub environment: String,
    /// The version of the configuration.
    pub version: Value,
    /// The identity of the code.
    pub code_id: Option<String>,
    /// The identity of the catalog.
    pub uuid: String,
    /// The resources, in the order of their declaration.
    pub resources: Vec<Resource>,
    /// Which resource holds which, as references.
    pub edges: Vec<(Text, Text)>,
    /// The names of the classes, in the order of their evaluation.
    pub classes: Vec<Text>,
    /// The tags of the whole.
    pub tags: Tags,
}

/// A resource of a finished catalog.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The type: `File`, `Class`.
    pub type_name: Text,
    /// The title.
    pub title: Text,
    /// The tags.
    pub tags: Tags,
    /// The file that declares it.
    pub file: Option<Text>,
    /// The line that declares it.
    pub line: Option<u32>,
    /// Whether it is exported.
    pub is_exported: bool,
    /// What its type is.
    pub kind: ResourceKind,
    /// The parameters, in order. References to resources are texts.
    pub parameters: Vec<(Text, Value)>,
    /// The names of parameters whose values must not be shown.
    pub sensitive: Vec<Text>,
}

/// What the type of a resource is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    /// A class.
    Class,
    /// A type defined in Puppet.
    DefinedType,
    /// A type that agents know.
    CompilableType,
    /// Something else.
    Unknown,
}

impl ResourceKind {
    /// The word for it in the JSON of a catalog.
    pub fn word(self) -> &'static str {
        match self {
            ResourceKind::Class => "class",
            ResourceKind::DefinedType => "defined_type",
            ResourceKind::CompilableType => "compilable_type",
            ResourceKind::Unknown => "unknown",
        }
    }
}

impl Resource {
    /// `File[/tmp]`
    pub fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(known, _)| known.as_str() == name).map(|(_, value)| value)
    }

    /// `/etc/site.pp:3`, the place of its declaration.
    pub fn place(&self) -> Option<String> {
        let file = self.file.as_deref()?;
        Some(self.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}")))
    }
}
