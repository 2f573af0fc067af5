//! The compiled form of classes, defined types and node definitions.

use std::sync::Arc;

use pupa_syntax::tree::ExprId;
use pupa_value::regexp::Regexp;
use pupa_value::value::Text;

use super::ParameterCode;
use super::node::Node;

/// `class`, `define` or `node`.
pub(crate) struct DefinitionCode {
    pub(crate) kind: DefinitionForm,
    /// The name in lower case, without a leading `::`; empty for nodes.
    pub(crate) name: Text,
    /// The matchers of a node definition.
    pub(crate) matchers: Box<[HostMatcher]>,
    /// The name of the class that it inherits from.
    pub(crate) parent: Option<Text>,
    pub(crate) parameters: Box<[ParameterCode]>,
    pub(crate) body: Option<Node>,
    /// The definition in the tree.
    pub(crate) at: ExprId,
}

/// The kinds of definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DefinitionForm {
    /// `class name { … }`
    Class,
    /// `define name { … }`
    Define,
    /// `node name { … }`
    Node,
}

/// The matchers of a node definition.
#[derive(Debug, Clone)]
pub(crate) enum HostMatcher {
    /// A name in lower case.
    Name(Text),
    /// Names that a regular expression matches.
    Pattern(Arc<Regexp>),
    /// All names that no other definition matches.
    Default,
}
