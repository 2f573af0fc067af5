//! The records of the built-in tables of Puppet's types.

use pupa_value::regexp::{Regexp, RegexpError, RegexpOptions};

use super::{AttributeKind, Name, ResourceType, TitlePattern, Titles};

/// A resource type in a table. Lists of attribute names are separated by spaces.
pub(super) struct Definition {
    pub(super) name: &'static str,
    pub(super) properties: &'static str,
    pub(super) parameters: &'static str,
    pub(super) key_attributes: &'static str,
    pub(super) title_patterns: &'static [Pattern],
    pub(super) is_isomorphic: bool,
}

/// A title pattern in a table.
pub(super) enum Pattern {
    Whole(&'static str),
    Groups { regexp: &'static str, options: RegexpOptions, attributes: &'static str },
}

pub(super) const NO_OPTIONS: RegexpOptions =
    RegexpOptions { ignore_case: false, extended: false, multi_line: false };
pub(super) const MULTI_LINE: RegexpOptions = RegexpOptions { multi_line: true, ..NO_OPTIONS };

/// A pattern by which the whole title sets one attribute.
pub(super) const fn whole_title(attribute: &'static str) -> Pattern {
    Pattern::Whole(attribute)
}

/// A pattern by which the groups of a regular expression set attributes.
pub(super) const fn pattern(
    regexp: &'static str,
    options: RegexpOptions,
    attributes: &'static str,
) -> Pattern {
    Pattern::Groups { regexp, options, attributes }
}

impl TryFrom<&'static Definition> for ResourceType {
    type Error = RegexpError;

    fn try_from(definition: &'static Definition) -> Result<ResourceType, RegexpError> {
        let of_kind = |kind| move |name| (name, kind);
        let properties = names(definition.properties).map(of_kind(AttributeKind::Property));
        let parameters = names(definition.parameters).map(of_kind(AttributeKind::Parameter));
        let title_patterns = definition.title_patterns.iter().map(TitlePattern::try_from);
        Ok(ResourceType {
            name: Name::Borrowed(definition.name),
            attributes: properties.chain(parameters).collect(),
            key_attributes: names(definition.key_attributes).collect(),
            titles: Titles::Patterns(title_patterns.collect::<Result<_, _>>()?),
            is_isomorphic: definition.is_isomorphic,
            is_name_accepted: true,
            is_unchecked: false,
            documentation: None,
        })
    }
}

impl TryFrom<&'static Pattern> for TitlePattern {
    type Error = RegexpError;

    fn try_from(pattern: &'static Pattern) -> Result<TitlePattern, RegexpError> {
        match *pattern {
            Pattern::Whole(attribute) => Ok(TitlePattern::whole(attribute)),
            Pattern::Groups { regexp, options, attributes } => {
                let regexp = Regexp::with_options(regexp, options)?;
                Ok(TitlePattern::new(regexp, names(attributes).collect()))
            }
        }
    }
}

fn names(words: &'static str) -> impl Iterator<Item = Name> {
    words.split_ascii_whitespace().map(Name::Borrowed)
}
