//! Documentation of resource types, where their definition has some.

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
    /// The types of resources that it is related to by itself, with the kind of relation:
    /// `autorequire`.
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
    /// The accepted values with their other names.
    pub values: Vec<(String, Vec<String>)>,
    /// The patterns of accepted values, as Ruby writes them.
    pub patterns: Vec<String>,
    /// The default value.
    pub default: Option<String>,
    /// The features that a provider must have.
    pub required_features: Vec<String>,
    /// Whether it must be given.
    pub is_required: bool,
    /// The Puppet type of its values, where the definition says it.
    pub data_type: Option<String>,
}
