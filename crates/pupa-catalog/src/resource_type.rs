//! Resource types: the metadata of `file`, `package` and others that the compiler needs.
//!
//! ```text
//! tables of Puppet's types ─┐
//! descriptions in files ────┼─▶ ResourceType ─▶ is this attribute valid? what does this title mean?
//! ```
//!
//! The metadata covers what a catalog depends on: the names of attributes, the key attributes, and
//! how titles set those. Agents validate the values of attributes.

mod agent_types;
mod core_types;
mod definition;
mod description;
mod documentation;
pub mod metaparameter;
mod read;
mod registry;
mod ruby_type;
mod shared;
#[cfg(test)]
mod tests;
mod title;

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

pub use description::{Description, MissingTitlePatterns, Param};
pub use documentation::{AttributeDocumentation, Documentation};
pub use metaparameter::{METAPARAMETERS, Metaparameter, is_relationship_metaparameter};
pub use read::{ReadError, read};
pub use registry::{find, is_core, names};
pub use ruby_type::RubyResourceType;
pub use shared::SharedType;
pub use title::{TitleCode, TitleError, TitlePattern, TitleValues};

/// A name from the built-in tables or from a file.
pub type Name = Cow<'static, str>;

/// A resource type.
///
/// ```
/// use pupa_catalog::resource_type;
/// let file = resource_type::find("File").expect("Puppet has files");
/// assert!(file.has_attribute("owner") && file.has_attribute("require"));
/// assert!(!file.has_attribute("ower"));
/// assert_eq!(file.parse_title("/etc/"), Ok(vec![("path", Some("/etc".into()))]));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceType {
    name: Name,
    attributes: IndexMap<Name, AttributeKind, FxBuildHasher>,
    key_attributes: Vec<Name>,
    titles: Titles,
    is_isomorphic: bool,
    is_name_accepted: bool,
    /// Whether the attributes are unknown, so that every name is accepted.
    is_unchecked: bool,
    documentation: Option<Arc<Documentation>>,
}

/// The interpretation of titles.
#[derive(Debug, Clone, PartialEq)]
enum Titles {
    /// The title is the value of the attribute `name`.
    Names,
    /// The first matching pattern sets attributes.
    Patterns(Vec<TitlePattern>),
    /// Every title is an error with this message.
    Invalid(String),
}

/// The role of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// A part of the state that the resource manages.
    Property,
    /// An option that controls how the state is managed.
    Parameter,
    /// A parameter of all resource types.
    Metaparameter,
}

impl ResourceType {
    /// A type of which only the name is known: it accepts every attribute, and the title is the
    /// `name`.
    pub fn unchecked(name: impl Into<Name>) -> ResourceType {
        ResourceType {
            name: name.into(),
            attributes: IndexMap::default(),
            key_attributes: vec![Name::Borrowed("name")],
            titles: Titles::Names,
            is_isomorphic: true,
            is_name_accepted: true,
            is_unchecked: true,
            documentation: None,
        }
    }

    /// Whether the attributes of the type are unknown.
    pub fn is_unchecked(&self) -> bool {
        self.is_unchecked
    }

    /// The name in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The properties, then the parameters, both in the order of the type's definition.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = (&str, AttributeKind)> {
        self.attributes.iter().map(|(name, &kind)| (name.as_ref(), kind))
    }

    /// The role of an attribute, given in lower case; `None` if the type does not have it.
    pub fn attribute(&self, name: &str) -> Option<AttributeKind> {
        if let Some(&kind) = self.attributes.get(name) {
            return Some(kind);
        }
        metaparameter::find(name).map(|_| AttributeKind::Metaparameter)
    }

    /// Whether resources of this type accept an attribute, like the reference's `valid_parameter?`.
    ///
    /// Compat: Puppet's own types accept `name` in addition, even with several key attributes or
    /// none; types described in files do not.
    /// Pinned by `name_is_an_attribute_of_all_types_in_tables`.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.is_unchecked
            || self.attribute(name).is_some()
            || self.is_name_accepted && name == "name"
    }

    /// The names of all attributes and metaparameters, for suggestions.
    pub fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.attributes
            .keys()
            .map(Name::as_ref)
            .chain(METAPARAMETERS.iter().map(|metaparameter| metaparameter.name))
    }

    /// The attributes that identify a resource, in the order of the type's definition.
    pub fn key_attributes(&self) -> &[Name] {
        &self.key_attributes
    }

    /// The attribute that `name` is an alias of: the key attribute if there is exactly one.
    pub fn namevar(&self) -> &str {
        match self.key_attributes.as_slice() {
            [only] => only,
            _ => "name",
        }
    }

    /// The patterns by which titles set key attributes; `None` if the title is simply the name.
    pub fn title_patterns(&self) -> Option<&[TitlePattern]> {
        match &self.titles {
            Titles::Patterns(patterns) => Some(patterns),
            Titles::Names | Titles::Invalid(_) => None,
        }
    }

    /// The documentation, if the definition has any.
    pub fn documentation(&self) -> Option<&Documentation> {
        self.documentation.as_deref()
    }

    /// Whether the key attributes identify the managed object, so that no two resources may share
    /// them.
    pub fn is_isomorphic(&self) -> bool {
        self.is_isomorphic
    }

    /// Whether the type has a property `ensure`.
    pub fn is_ensurable(&self) -> bool {
        self.attributes.get("ensure") == Some(&AttributeKind::Property)
    }

    /// The attributes that a title sets, in the order of the first matching pattern. An attribute
    /// whose group did not take part in the match is set to `None`.
    ///
    /// # Errors
    /// If no pattern matches.
    pub fn parse_title<'a>(&'a self, title: &'a str) -> Result<TitleValues<'a>, TitleError> {
        let patterns = match &self.titles {
            Titles::Names => return Ok(vec![("name", Some(Cow::Borrowed(title)))]),
            Titles::Patterns(patterns) => patterns,
            Titles::Invalid(message) => return Err(TitleError::Invalid(message.clone())),
        };
        for pattern in patterns {
            if let Some(values) = pattern.values(title)? {
                return Ok(values);
            }
        }
        Err(TitleError::NoMatch(title.to_owned()))
    }
}
