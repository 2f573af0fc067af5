//! Resource types: what the compiler must know of `file`, `package` and their like.
//!
//! ```text
//! tables of Puppet's types ─┐
//! descriptions in files ────┼─▶ ResourceType ─▶ is this attribute known? what does this title mean?
//! ```
//!
//! Only what a catalog depends on is known: names of attributes, which of them identify a resource,
//! and how titles set those. Which values are right is the business of whoever applies the catalog.

mod agent_types;
mod core_types;
mod defined;
mod definition;
mod description;
mod documentation;
pub mod metaparameter;
mod read;
mod registry;
mod shared;
#[cfg(test)]
mod tests;
mod title;

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

pub use defined::Defined;
pub use description::{Description, MissingTitlePatterns, Param};
pub use documentation::{AttributeDocumentation, Documentation};
pub use metaparameter::{METAPARAMETERS, Metaparameter, is_relationship_metaparameter};
pub use read::{ReadError, read};
pub use registry::{find, is_core, names};
pub use shared::SharedType;
pub use title::{TitleCode, TitleError, TitlePattern, TitleValues};

/// A name, of the program's tables or read from a file.
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
    /// Whether nothing is known of its attributes, so that all are taken.
    is_unchecked: bool,
    documentation: Option<Arc<Documentation>>,
}

/// The meaning of titles.
#[derive(Debug, Clone, PartialEq)]
enum Titles {
    /// A title is the attribute `name`.
    Names,
    /// The first pattern that matches sets attributes.
    Patterns(Vec<TitlePattern>),
    /// Every title is refused, with a message.
    Refused(String),
}

/// What an attribute is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// A part of the state that the resource manages.
    Property,
    /// Something that says how.
    Parameter,
    /// A parameter of resources of every type.
    Metaparameter,
}

impl ResourceType {
    /// A type of which nothing but the name is known: it takes every attribute, and titles are
    /// names.
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

    /// Whether nothing is known of its attributes.
    pub fn is_unchecked(&self) -> bool {
        self.is_unchecked
    }

    /// The name, in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Properties, then parameters, both in the order of the type's definition.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = (&str, AttributeKind)> {
        self.attributes.iter().map(|(name, &kind)| (name.as_ref(), kind))
    }

    /// What an attribute is for, if resources of this type have it. The name is in lower case.
    pub fn attribute(&self, name: &str) -> Option<AttributeKind> {
        if let Some(&kind) = self.attributes.get(name) {
            return Some(kind);
        }
        metaparameter::find(name).map(|_| AttributeKind::Metaparameter)
    }

    /// Whether resources of this type may be given an attribute, as the reference's
    /// `valid_parameter?` has it.
    ///
    /// Compat: Types of Puppet's own take `name` in addition, also when they have several key
    /// attributes or none; those that are described in files don't.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.is_unchecked
            || self.attribute(name).is_some()
            || self.is_name_accepted && name == "name"
    }

    /// The names of all attributes with those of metaparameters, for suggestions.
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

    /// The attribute that `name` stands for: the key attribute if there is just one.
    pub fn namevar(&self) -> &str {
        match self.key_attributes.as_slice() {
            [only] => only,
            _ => "name",
        }
    }

    /// How titles set key attributes, if not just the name.
    pub fn title_patterns(&self) -> Option<&[TitlePattern]> {
        match &self.titles {
            Titles::Patterns(patterns) => Some(patterns),
            Titles::Names | Titles::Refused(_) => None,
        }
    }

    /// Its documentation, if the definition has some.
    pub fn documentation(&self) -> Option<&Documentation> {
        self.documentation.as_deref()
    }

    /// Whether a resource's key attributes say what it manages, so that no two may have the same.
    pub fn is_isomorphic(&self) -> bool {
        self.is_isomorphic
    }

    /// Whether it has a property `ensure`.
    pub fn is_ensurable(&self) -> bool {
        self.attributes.get("ensure") == Some(&AttributeKind::Property)
    }

    /// The attributes that a title sets, in the order of the pattern that matches first. An
    /// attribute whose group took no part in the match is set to nothing.
    ///
    /// # Errors
    /// When no pattern matches.
    pub fn parse_title<'a>(&'a self, title: &'a str) -> Result<TitleValues<'a>, TitleError> {
        let patterns = match &self.titles {
            Titles::Names => return Ok(vec![("name", Some(Cow::Borrowed(title)))]),
            Titles::Patterns(patterns) => patterns,
            Titles::Refused(message) => return Err(TitleError::Refused(message.clone())),
        };
        for pattern in patterns {
            if let Some(values) = pattern.values(title)? {
                return Ok(values);
            }
        }
        Err(TitleError::NoMatch(title.to_owned()))
    }
}
