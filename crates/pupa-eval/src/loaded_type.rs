//! The result of loading a resource type that is written in Ruby.

use std::sync::Arc;

use pupa_catalog::resource_type::ResourceType;

use crate::log::Level;

/// The changes that the file of a type makes to other types.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TypeExtensions {
    /// The added attributes, by the name of their type.
    pub attributes: Vec<(String, Vec<String>)>,
    /// Types defined by other means than a type file of their name.
    pub types: Vec<Arc<ResourceType>>,
    /// The names of the added metaparameters.
    pub metaparameters: Vec<String>,
}

/// A resource type from a Ruby file, shared by all runs in an environment.
#[derive(Debug, Clone)]
pub struct LoadedType {
    /// The type; `None` if the file does not define it.
    pub outcome: Result<Option<Arc<ResourceType>>, TypeLoadError>,
    /// The changes that the file makes to other types.
    pub extensions: Option<Arc<TypeExtensions>>,
    /// The messages that the code of the file logs, repeated in every run that uses the type.
    pub messages: Arc<[(Level, String)]>,
}

/// The reason why a type could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeLoadError {
    /// An error of the file.
    Failed(String),
    /// The file uses a feature of Ruby or Puppet that Pupa does not support.
    Unsupported(String),
}
