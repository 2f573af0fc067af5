//! Resources of an unfinished catalog.

use std::rc::Rc;

use pupa_catalog::resource_type::SharedType;
use pupa_catalog::tags::Tags;
use pupa_syntax::tree::ExprId;
use pupa_value::Value;
use pupa_value::value::Text;

use super::{DefinitionId, Origin};
use crate::evaluator::scope::{Parameters, ScopeId};
use crate::explanation::ParameterSource;
use crate::object::DefinedType;

/// A parameter of a resource.
#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    pub(super) value: Value,
    /// The class, defined type or node whose code set it.
    pub(super) source: Option<DefinitionId>,
    /// The position of the assignment.
    pub(super) origin: Option<Origin>,
    /// Whether the value is added to an existing one: `+>`.
    pub(super) adds: bool,
    /// Whether the value is an array without arrays in it, since values were added to it.
    pub(super) is_flat: bool,
    /// The way of the assignment.
    pub(super) how: ParameterSource,
    /// The expression of the value, in the program of the origin.
    pub(super) at: Option<ExprId>,
}

impl Parameter {
    /// A value that does not come from an expression.
    pub(super) fn made(
        value: Value,
        source: Option<DefinitionId>,
        how: ParameterSource,
    ) -> Parameter {
        Parameter { value, source, origin: None, adds: false, is_flat: false, how, at: None }
    }

    /// The same parameter with another kind of assignment.
    pub(super) fn given_by(self, how: ParameterSource) -> Parameter {
        Parameter { how, ..self }
    }
}

/// The type of a resource.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// A class.
    Class(DefinitionId),
    /// A defined type.
    Define(DefinitionId),
    /// A node.
    Node(DefinitionId),
    /// A resource type that agents implement.
    BuiltIn(SharedType),
    /// A resource type that is defined with `type Name inherits ManagedResource { … }`.
    Managed(Rc<DefinedType>),
    /// The class `settings`, or an unknown type.
    Other,
}

/// A resource.
#[derive(Debug, Clone)]
pub(crate) struct Resource {
    /// The type with capitalised segments: `File`, `Class`.
    pub(super) type_name: Text,
    pub(super) title: Text,
    pub(super) kind: Kind,
    pub(super) parameters: Parameters,
    pub(super) tags: Tags,
    /// The place of the declaration.
    pub(super) origin: Option<Origin>,
    pub(super) is_virtual: bool,
    pub(super) is_exported: bool,
    /// The scope in which it was declared.
    pub(super) scope: ScopeId,
    /// The definition whose code declared it.
    pub(super) source: Option<DefinitionId>,
    pub(super) is_evaluated: bool,
    pub(super) has_scope_tags: bool,
    /// Whether the title was a number in the declaration.
    pub(super) has_number_title: bool,
    pub(super) is_finished: bool,
    /// The names of parameters with sensitive values.
    pub(super) sensitive: Vec<Text>,
}

impl Resource {
    /// `File[/tmp]`
    pub(super) fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    pub(super) fn is_class(&self) -> bool {
        self.type_name == "Class"
    }

    pub(super) fn is_stage(&self) -> bool {
        self.type_name == "Stage"
    }

    /// Whether agents implement its type.
    pub(super) fn is_built_in(&self) -> bool {
        matches!(self.kind, Kind::BuiltIn(_) | Kind::Managed(_))
    }

    /// The value of a parameter, if it is set.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.parameters.get(name).map(|parameter| &parameter.value)
    }

    /// The value of a parameter, if it is set and not undef.
    pub(super) fn given(&self, name: &str) -> Option<&Value> {
        self.get(name).filter(|value| !value.is_undef())
    }
}
