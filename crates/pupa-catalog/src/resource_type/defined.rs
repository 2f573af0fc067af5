//! Resource types that code defines when the program runs.

use std::sync::Arc;

use super::{AttributeKind, Documentation, Name, ResourceType, TitlePattern, Titles};

/// A resource type as `Puppet::Type.newtype` in a file of a module defines it.
#[derive(Debug)]
pub struct Defined {
    /// The name, in lower case.
    pub name: Name,
    /// Properties, then parameters, both in order; then metaparameters of its own.
    pub attributes: Vec<(Name, AttributeKind)>,
    /// The attributes that identify a resource.
    pub key_attributes: Vec<Name>,
    /// The patterns of titles, or the error that every declaration meets.
    pub title_patterns: Result<Vec<TitlePattern>, String>,
    /// Whether the key attributes say what a resource manages.
    pub is_isomorphic: bool,
    /// Its documentation.
    pub documentation: Documentation,
}

impl From<Defined> for ResourceType {
    fn from(defined: Defined) -> ResourceType {
        ResourceType {
            name: defined.name,
            attributes: defined.attributes.into_iter().collect(),
            key_attributes: defined.key_attributes,
            titles: match defined.title_patterns {
                Ok(patterns) => Titles::Patterns(patterns),
                Err(message) => Titles::Refused(message),
            },
            is_isomorphic: defined.is_isomorphic,
            is_name_accepted: true,
            is_unchecked: false,
            documentation: Some(Arc::new(defined.documentation)),
        }
    }
}
