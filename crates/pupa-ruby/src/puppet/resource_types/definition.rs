//! `Definition`: a resource type as data, independent of the machine that loaded it.

use pupa_value::regexp::Regexp;

/// A resource type as its file defines it.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The name, in lower case.
    pub name: String,
    /// The documentation.
    pub doc: String,
    /// The properties, `ensure` first.
    pub properties: Vec<AttributeDefinition>,
    /// The parameters, in order.
    pub parameters: Vec<AttributeDefinition>,
    /// The metaparameters that the file adds to Puppet's.
    pub metaparameters: Vec<AttributeDefinition>,
    /// The names of the parameters that identify a resource.
    pub key_attributes: Vec<String>,
    /// The title patterns, or the message of the error that `title_patterns` raised.
    pub title_rules: Result<Vec<TitleRule>, String>,
    /// Whether two resources with the same key attributes manage the same thing.
    pub is_isomorphic: bool,
    /// The features of providers, with their documentation.
    pub features: Vec<(String, String)>,
    /// The resource types that `autorequire`, `autobefore` and so on relate to, with the kind of
    /// relation.
    pub relations: Vec<(&'static str, String)>,
    /// The names of the providers.
    pub providers: Vec<String>,
}

/// An attribute of a resource type.
#[derive(Debug, Clone, Default)]
pub struct AttributeDefinition {
    /// The name.
    pub name: String,
    /// The documentation.
    pub doc: String,
    /// The accepted values; without values and patterns any value is accepted.
    pub values: Vec<ValueDefinition>,
    /// The patterns for accepted values, in Ruby's notation.
    pub patterns: Vec<String>,
    /// The default value as a string, if it is constant.
    pub default: Option<String>,
    /// The features that the provider must have.
    pub required_features: Vec<String>,
    /// Whether it was declared to be a key attribute.
    pub is_namevar: bool,
    /// Whether it is required.
    pub is_required: bool,
    /// The Puppet type of the values, if the file specifies it.
    pub data_type: Option<String>,
}

/// A value that an attribute accepts.
#[derive(Debug, Clone)]
pub struct ValueDefinition {
    /// The value.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
}

/// A title pattern: a regular expression with the attributes that its groups set.
#[derive(Debug, Clone)]
pub struct TitleRule {
    /// The expression.
    pub regexp: Regexp,
    /// The attributes, each with whether code converts the content of its group.
    pub attributes: Vec<(String, bool)>,
}
