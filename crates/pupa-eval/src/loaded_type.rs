//! The result of loading a resource type that is written in Ruby.

use std::sync::Arc;

use pupa_catalog::resource_type::ResourceType;

use crate::log::Level;

/// The changes that the file of a type makes to other types.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TypeExtensions {
    /// The names of types with those of the attributes they get.
    pub attributes: Vec<(String, Vec<String>)>,
    /// Types that no file is named after.
    pub types: Vec<Arc<ResourceType>>,
    /// The names of metaparameters.
    pub metaparameters: Vec<String>,
}

/// A resource type of a file in Ruby, shared by all runs of an environment.
#[derive(Debug, Clone)]
pub struct LoadedType {
    /// The type; none if the file defines none.
    pub outcome: Result<Option<Arc<ResourceType>>, TypeLoadError>,
    /// The changes that the file makes to other types.
    pub extensions: Option<Arc<TypeExtensions>>,
    /// Messages of the code of the file, for every run that uses the type.
    pub messages: Arc<[(Level, String)]>,
}

/// The reason why a type could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeLoadError {
    /// An error of the file.
    Failed(String),
    /// The file uses something of Ruby or Puppet that does not exist here.
    Unsupported(String),
}
