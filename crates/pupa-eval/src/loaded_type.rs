//! The result of loading a resource type that is written in Ruby.

use std::sync::Arc;

use pupa_catalog::resource_type::ResourceType;

use crate::log::Level;

/// A resource type of a file in Ruby, shared by all runs of an environment.
#[derive(Debug, Clone)]
pub struct LoadedType {
    /// The type; none if the file defines none.
    pub outcome: Result<Option<Arc<ResourceType>>, TypeTrouble>,
    /// Messages of the code of the file, for every run that uses the type.
    pub messages: Arc<[(Level, String)]>,
}

/// The reason why a type could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeTrouble {
    /// An error of the file.
    Failed(String),
    /// The file uses something of Ruby or Puppet that does not exist here.
    Unsupported(String),
}
