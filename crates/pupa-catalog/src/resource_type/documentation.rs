//! Documentation of resource types, as far as their definition contains it.

use rustc_hash::FxHashMap;

/// The documentation of a resource type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Documentation {
    /// The description of the type.
    pub text: String,
    /// The documentation of its attributes, by name.
    pub attributes: FxHashMap<String, AttributeDocumentation>,
    /// The features that its providers may have, with their descriptions.
    pub features: Vec<(String, String)>,
    /// The types of resources that it is related to automatically, with the kind of relationship,
    /// such as `autorequire`.
    pub relations: Vec<(String, String)>,
    /// The names of its providers.
    pub providers: Vec<String>,
    /// The file that defines it.
    pub file: String,
}

/// The documentation of an attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttributeDocumentation {
    /// The description.
    pub text: String,
    /// The accepted values with their aliases.
    pub values: Vec<(String, Vec<String>)>,
    /// The patterns of accepted values in Ruby syntax.
    pub patterns: Vec<String>,
    /// The default value.
    pub default: Option<String>,
    /// The features that a provider must have to support the attribute.
    pub required_features: Vec<String>,
    /// Whether the attribute is mandatory.
    pub is_required: bool,
    /// The Puppet data type of its values, if the definition declares it.
    pub data_type: Option<String>,
}
