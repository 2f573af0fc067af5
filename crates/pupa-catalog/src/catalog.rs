//! The data of a compiled catalog.

use pupa_value::Value;
use pupa_value::value::Text;

use crate::tags::Tags;

/// The desired state of a node: its resources, their containment and its classes.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The certname of the node.
    pub name: String,
    /// The name of the environment.
    pub environment: String,
    /// The catalog version, a number or the output of `config_version`.
    pub version: Value,
    /// The identifier of the code revision.
    pub code_id: Option<String>,
    /// The UUID of the catalog.
    pub uuid: String,
    /// The resources, in the order of their declaration.
    pub resources: Vec<Resource>,
    /// The containment edges, from container to content, as references.
    pub edges: Vec<(Text, Text)>,
    /// The names of the classes, in the order of their evaluation.
    pub classes: Vec<Text>,
    /// The tags of the catalog itself.
    pub tags: Tags,
}

/// A resource of a finished catalog.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The capitalised type name: `File`, `Class`.
    pub type_name: Text,
    /// The title.
    pub title: Text,
    /// The tags.
    pub tags: Tags,
    /// The file that declares it.
    pub file: Option<Text>,
    /// The line that declares it.
    pub line: Option<u32>,
    /// Whether the resource is exported.
    pub is_exported: bool,
    /// The way its type is defined.
    pub kind: ResourceKind,
    /// The parameters, in order. References to resources are strings.
    pub parameters: Vec<(Text, Value)>,
    /// The names of the parameters whose values are sensitive.
    pub sensitive: Vec<Text>,
}

/// The way the type of a resource is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    /// The resource is a class.
    Class,
    /// A type defined in Puppet with `define`.
    DefinedType,
    /// A native type, which agents implement.
    CompilableType,
    /// An unknown type.
    Unknown,
}

impl ResourceKind {
    /// The value of `kind` in the JSON of a catalog.
    pub fn word(self) -> &'static str {
        match self {
            ResourceKind::Class => "class",
            ResourceKind::DefinedType => "defined_type",
            ResourceKind::CompilableType => "compilable_type",
            ResourceKind::Unknown => "unknown",
        }
    }
}

impl Catalog {
    /// Whether there is a class or resource besides those that every catalog has: the stage `main`,
    /// the classes `Settings` and `main`, and the node definition.
    ///
    /// ```
    /// assert!(!pupa_catalog::catalog::Catalog::default().has_own_resources());
    /// ```
    pub fn has_own_resources(&self) -> bool {
        self.resources.iter().any(|resource| match &*resource.type_name {
            "Stage" => resource.title != "main",
            "Class" => resource.title != "main" && resource.title != "Settings",
            "Node" => false,
            _ => true,
        })
    }
}

impl Resource {
    /// The reference of the resource: `File[/tmp]`.
    pub fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(known, _)| known.as_str() == name).map(|(_, value)| value)
    }

    /// The location of the declaration: `/etc/site.pp:3`.
    pub fn location(&self) -> Option<String> {
        let file = self.file.as_deref()?;
        Some(self.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}")))
    }
}
