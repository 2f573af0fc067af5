//! Syntax-tree nodes of resources, resource defaults, resource overrides and collectors.

use super::{ExprId, List, Text};
use crate::source::Span;

/// The form of a resource expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResourceForm {
    /// `file { … }`
    Regular,
    /// `@file { … }`
    Virtual,
    /// `@@file { … }`
    Exported,
}

impl ResourceForm {
    /// The name of the form, as messages and dumps show it.
    pub const fn word(self) -> &'static str {
        match self {
            ResourceForm::Regular => "regular",
            ResourceForm::Virtual => "virtual",
            ResourceForm::Exported => "exported",
        }
    }
}

/// `file { 'a': … ; 'b': … }`
#[derive(Debug, Clone, Copy)]
pub struct Resource {
    /// The type; usually a `Name` (`class` for classes), a `Reference` or an `Access`.
    pub type_name: ExprId,
    /// The bodies, which are separated by semicolons.
    pub bodies: List<ResourceBody>,
    /// Regular, virtual or exported.
    pub form: ResourceForm,
}

/// `'a': mode => …`
#[derive(Debug, Clone, Copy)]
pub struct ResourceBody {
    /// From the title to the end of the attributes, including a comma after the last one.
    pub span: Span,
    /// The title or titles.
    pub title: ExprId,
    /// The attribute operations.
    pub operations: List<AttributeOperation>,
}

/// `File { … }`
#[derive(Debug, Clone, Copy)]
pub struct ResourceDefaults {
    /// The type, `File`.
    pub type_ref: ExprId,
    /// The attribute operations.
    pub operations: List<AttributeOperation>,
    /// Always regular in valid programs; the validator reports `@File { … }`.
    pub form: ResourceForm,
}

/// `File['a'] { … }`
#[derive(Debug, Clone, Copy)]
pub struct ResourceOverride {
    /// The reference to the resources, `File['a']`.
    pub resources: ExprId,
    /// The attribute operations.
    pub operations: List<AttributeOperation>,
    /// Always regular in valid programs; the validator reports `@File['a'] { … }`.
    pub form: ResourceForm,
}

/// `File <| … |> { … }`, `File <<| … |>>`
#[derive(Debug, Clone, Copy)]
pub struct Collector {
    /// The type; a `Reference` in valid programs.
    pub type_expr: ExprId,
    /// Whether exported resources are collected.
    pub is_exported: bool,
    /// From `<|` to `|>`.
    pub query_span: Span,
    /// The query, absent when it is empty.
    pub query: Option<ExprId>,
    /// The attribute operations in braces.
    pub operations: List<AttributeOperation>,
}

/// `mode => '0644'`, `require +> …`, `* => $hash`
#[derive(Debug, Clone, Copy)]
pub struct AttributeOperation {
    /// From the name to the end of the value.
    pub span: Span,
    /// The name; empty for `*`.
    pub name: Text,
    /// The operator.
    pub op: AttributeOp,
    /// The value.
    pub value: ExprId,
}

/// The operators of attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeOp {
    /// `=>`
    Set,
    /// `+>`
    Append,
    /// `* =>`
    Splat,
}
