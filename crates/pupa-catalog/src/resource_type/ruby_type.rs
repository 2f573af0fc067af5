//! Resource types that Ruby code of modules defines at run time.

use std::sync::Arc;

use super::{AttributeKind, Documentation, Name, ResourceType, TitlePattern, Titles};

/// A resource type defined with `Puppet::Type.newtype` in a file of a module.
#[derive(Debug)]
pub struct RubyResourceType {
    /// The name in lower case.
    pub name: Name,
    /// The properties, then the parameters, both in order, then metaparameters of the type itself.
    pub attributes: Vec<(Name, AttributeKind)>,
    /// The attributes that identify a resource.
    pub key_attributes: Vec<Name>,
    /// The patterns of titles, or the error for every title.
    pub title_patterns: Result<Vec<TitlePattern>, String>,
    /// Whether the key attributes identify the managed object.
    pub is_isomorphic: bool,
    /// The documentation of the type.
    pub documentation: Documentation,
}

impl From<RubyResourceType> for ResourceType {
    fn from(definition: RubyResourceType) -> ResourceType {
        ResourceType {
            name: definition.name,
            attributes: definition.attributes.into_iter().collect(),
            key_attributes: definition.key_attributes,
            titles: match definition.title_patterns {
                Ok(patterns) => Titles::Patterns(patterns),
                Err(message) => Titles::Invalid(message),
            },
            is_isomorphic: definition.is_isomorphic,
            is_name_accepted: true,
            is_unchecked: false,
            documentation: Some(Arc::new(definition.documentation)),
        }
    }
}
