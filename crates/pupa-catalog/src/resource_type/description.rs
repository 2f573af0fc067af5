//! Resource types described in generated files of an environment.

use std::fmt;

use super::{AttributeKind, Name, ResourceType, TitlePattern, Titles};

/// A resource type described with `Puppet::Resource::ResourceType3.new` in a file of
/// `.resource_types`.
#[derive(Debug, Clone)]
pub struct Description {
    /// The name in lower case.
    pub name: Name,
    /// The properties in order.
    pub properties: Vec<Param>,
    /// The parameters in order.
    pub parameters: Vec<Param>,
    /// The patterns of titles, optional if there is at most one key attribute.
    pub title_patterns: Option<Vec<TitlePattern>>,
    /// Whether the key attributes identify the managed object.
    pub is_isomorphic: bool,
}

/// An attribute of a described type: a `Puppet::Resource::Param`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// The name in lower case.
    pub name: Name,
    /// Whether it is a key attribute.
    pub is_namevar: bool,
}

/// The error for a described type with several key attributes but no title patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingTitlePatterns;

impl fmt::Display for MissingTitlePatterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("you must specify title patterns when there are two or more key attributes")
    }
}

impl std::error::Error for MissingTitlePatterns {}

impl TryFrom<Description> for ResourceType {
    type Error = MissingTitlePatterns;

    fn try_from(description: Description) -> Result<ResourceType, MissingTitlePatterns> {
        let Description { name, properties, parameters, title_patterns, is_isomorphic } =
            description;
        let of_kind = |kind| move |param: Param| (param, kind);
        let params = properties
            .into_iter()
            .map(of_kind(AttributeKind::Property))
            .chain(parameters.into_iter().map(of_kind(AttributeKind::Parameter)));
        let mut resource_type = ResourceType {
            name,
            attributes: Default::default(),
            key_attributes: Vec::new(),
            titles: Titles::Names,
            is_isomorphic,
            is_name_accepted: false,
            is_unchecked: false,
            documentation: None,
        };
        for (param, kind) in params {
            if param.is_namevar {
                resource_type.key_attributes.push(param.name.clone());
            }
            resource_type.attributes.insert(param.name, kind);
        }
        resource_type.titles = patterns(&resource_type.key_attributes, title_patterns)?;
        Ok(resource_type)
    }
}

/// The title patterns of a type with these key attributes.
fn patterns(
    key_attributes: &[Name],
    described: Option<Vec<TitlePattern>>,
) -> Result<Titles, MissingTitlePatterns> {
    match key_attributes {
        // Compat: without key attributes, the patterns are ignored.
        [] => Ok(Titles::Names),
        [only] => {
            let whole = || vec![TitlePattern::whole(only.clone())];
            Ok(Titles::Patterns(described.unwrap_or_else(whole)))
        }
        _ => match described {
            Some(patterns) if !patterns.is_empty() => Ok(Titles::Patterns(patterns)),
            _ => Err(MissingTitlePatterns),
        },
    }
}
