//! What types of resources and of the host's own things are made of.

use std::sync::Arc;

use crate::regexp::Regexp;
use crate::value::Text;

/// `File`, `File['/tmp']`
#[derive(Clone, Debug)]
pub struct ResourceType {
    /// The name as written, segments capitalised: `My::File`.
    pub name: Text,
    /// The name in lower case, by which types are compared.
    pub key: Text,
    /// The title, when it means one resource.
    pub title: Option<Text>,
    /// Whether it stands for the resource itself, as parameters of resources hold it: its text
    /// has no quotes then.
    pub is_entry: bool,
}

impl ResourceType {
    /// The type of resources of that name, or of one of them.
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

/// The name of something in the host's own language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RuntimeName {
    /// That name.
    Name(Text),
    /// Names made from others by replacing what a pattern matches.
    Pattern(Arc<Regexp>, Text),
}

/// `Runtime['ruby', 'Symbol']`
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct RuntimeType {
    /// The language.
    pub runtime: Option<Text>,
    /// The name in it.
    pub name: Option<RuntimeName>,
}
