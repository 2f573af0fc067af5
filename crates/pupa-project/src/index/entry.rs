//! The entries of the index: definitions and uses of names.

use std::fmt;

use pupa_syntax::source::Span;

/// A definition or use of a name in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The kind of thing that the name refers to.
    pub kind: Kind,
    /// Whether it is a definition or a use.
    pub role: Role,
    /// The name, in the form described at [`Kind`].
    pub name: Box<str>,
    /// The range of the name in the file. If the path of the file is the name, it is empty and at
    /// the start.
    pub span: Span,
    /// The range in which a local variable is visible; `None` for names of the whole project.
    pub scope: Option<Span>,
}

/// The role of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The thing is defined here.
    Definition,
    /// The thing is used.
    Use,
}

/// The kinds of things with names. Names have no leading `::`, and names of the language are in
/// lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A class: `apache::mod`.
    Class,
    /// A defined type or a resource type in Ruby: `apache::vhost`, `file`.
    ResourceType,
    /// A function or plan: `stdlib::ensure`.
    Function,
    /// A data type: `stdlib::port`. `Apache::Vhost` in code may be a data type or a resource type,
    /// so it is listed as a use of both.
    Type,
    /// A variable: `apache::port` of a class, `::role` of the top scope, `x` of a local one.
    Variable,
    /// A parameter of a class, defined type or function: `apache::vhost::docroot`.
    Parameter,
    /// A fact with the path into it: `os.family`. Definitions have no path.
    Fact,
    /// A key that is looked up, without the path into its value: `apache::port`.
    LookupKey,
    /// A key in a data file.
    DataKey,
    /// A template of a module: `apache/vhost.epp`.
    Template,
    /// A resource: `file[/etc/motd]`.
    Resource,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 11] = [
        Kind::Class,
        Kind::ResourceType,
        Kind::Function,
        Kind::Type,
        Kind::Variable,
        Kind::Parameter,
        Kind::Fact,
        Kind::LookupKey,
        Kind::DataKey,
        Kind::Template,
        Kind::Resource,
    ];

    /// The name of the kind, for messages.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Class => "class",
            Kind::ResourceType => "resource type",
            Kind::Function => "function",
            Kind::Type => "type",
            Kind::Variable => "variable",
            Kind::Parameter => "parameter",
            Kind::Fact => "fact",
            Kind::LookupKey => "lookup key",
            Kind::DataKey => "data key",
            Kind::Template => "template",
            Kind::Resource => "resource",
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = match self.role {
            Role::Definition => "definition",
            Role::Use => "use",
        };
        write!(f, "{role} of {} {}", self.kind.words(), self.name)
    }
}

/// Converts a name of the language to its form in the index.
pub(super) fn normal(name: &str) -> String {
    name.trim_start_matches("::").to_lowercase()
}
