//! The description of a resource type, free of the machine it was made in.

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
    /// The parameters in order.
    pub parameters: Vec<AttributeDefinition>,
    /// Metaparameters that the file adds to those of Puppet.
    pub metaparameters: Vec<AttributeDefinition>,
    /// The names of the parameters that identify a resource.
    pub key_attributes: Vec<String>,
    /// The rules for titles, or the error of asking for them.
    pub title_rules: Result<Vec<TitleRule>, String>,
    /// Whether the key attributes say what a resource manages.
    pub is_isomorphic: bool,
    /// The features of providers, with their documentation.
    pub features: Vec<(String, String)>,
    /// The types of resources that `autorequire` and its like relate, with the kind of relation.
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
    /// The accepted values; any if there are none and no patterns either.
    pub values: Vec<ValueDefinition>,
    /// The patterns that accepted values may match, as Ruby writes them.
    pub patterns: Vec<String>,
    /// The text of the default value, if it is a constant.
    pub default: Option<String>,
    /// The features that a provider must have.
    pub required_features: Vec<String>,
    /// Whether it was declared to be a key attribute.
    pub is_namevar: bool,
    /// Whether it must be given.
    pub is_required: bool,
    /// The Puppet type of the values, where the file says it.
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

/// A regular expression for titles with the attributes that its groups set.
#[derive(Debug, Clone)]
pub struct TitleRule {
    /// The expression.
    pub regexp: Regexp,
    /// The attributes, each with whether code changes the text of its group.
    pub attributes: Vec<(String, bool)>,
}
