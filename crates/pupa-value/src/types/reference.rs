//! The parameters of resource types and of `Runtime`.

use std::sync::Arc;

use crate::regexp::Regexp;
use crate::value::Text;

/// `File`, `File['/tmp']`
#[derive(Clone, Debug)]
pub struct ResourceType {
    /// The name with capitalised segments: `My::File`.
    pub name: Text,
    /// The name in lower case, by which types are compared.
    pub key: Text,
    /// The title of a single resource; `None` for all resources of the type.
    pub title: Option<Text>,
    /// Whether this is a catalog resource as the value of a parameter; its title is then written
    /// without quotes.
    pub is_entry: bool,
}

impl ResourceType {
    /// The type of resources with this name, or of one of them.
    pub fn new(name: Text, title: Option<Text>) -> ResourceType {
        let key = name.to_lowercase().into();
        ResourceType { name, key, title, is_entry: false }
    }
}

impl PartialEq for ResourceType {
    fn eq(&self, other: &ResourceType) -> bool {
        self.key == other.key && self.title == other.title
    }
}

impl Eq for ResourceType {}

impl std::hash::Hash for ResourceType {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key.hash(state);
        self.title.hash(state);
    }
}

/// The name of a type of the runtime.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RuntimeName {
    /// A fixed name.
    Name(Text),
    /// The names that result from replacing the matches of a pattern.
    Pattern(Arc<Regexp>, Text),
}

/// `Runtime['ruby', 'Symbol']`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct RuntimeType {
    /// The name of the runtime: `ruby`.
    pub runtime: Option<Text>,
    /// The name of the type in the runtime.
    pub name: Option<RuntimeName>,
}
