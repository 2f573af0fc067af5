//! The tables that contain the nodes of a tree, and the indexes that refer to nodes.

use std::marker::PhantomData;
use std::num::NonZeroU32;

use super::{
    Apply, AttributeOperation, Call, CaseOption, ClassDefinition, Collector, Condition,
    DefinedType, Entry, Epp, Expr, ExprId, ExprKind, FeatureSetting, FunctionDefinition, Heredoc,
    Lambda, MethodCall, NodeDefinition, Parameter, PlainTypeDefinition, Resource, ResourceBody,
    ResourceDefaults, ResourceForm, ResourceOverride, SelectorEntry, TypeAlias, TypeDefinition,
    TypeMapping, TypeStatement,
};

/// The index of a node in its table.
pub struct Id<T> {
    number: NonZeroU32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    fn from_index(index: usize) -> Id<T> {
        // A table can't reach 2^32 nodes: the source text is shorter than 2^31 bytes and no
        // byte gives rise to more than one node of a table.
        let number = NonZeroU32::new(index as u32 + 1).unwrap_or(NonZeroU32::MAX);
        Id { number, kind: PhantomData }
    }

    fn index(self) -> usize {
        self.number.get() as usize - 1
    }
}

/// A range of adjacent nodes in their table.
pub struct List<T> {
    start: u32,
    len: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The list without nodes.
    pub const EMPTY: List<T> = List { start: 0, len: 0, kind: PhantomData };

    /// Returns the number of nodes.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

macro_rules! tables {
    ($($field:ident: $node:ty),+ $(,)?) => {
        /// The tables of all kinds of nodes.
        #[derive(Debug, Default)]
        #[doc(hidden)]
        pub struct Tables { $($field: Vec<$node>),+ }

        $(
            impl Node for $node {
                fn table(tables: &Tables) -> &[$node] {
                    &tables.$field
                }
                fn table_mut(tables: &mut Tables) -> &mut Vec<$node> {
                    &mut tables.$field
                }
            }
        )+
    };
}

tables! {
    exprs: Expr,
    children: ExprId,
    entries: Entry,
    selector_entries: SelectorEntry,
    conditions: Condition,
    case_options: CaseOption,
    calls: Call,
    method_calls: MethodCall,
    lambdas: Lambda,
    parameters: Parameter,
    heredocs: Heredoc,
    epps: Epp,
    resources: Resource,
    resource_bodies: ResourceBody,
    operations: AttributeOperation,
    defaults: ResourceDefaults,
    overrides: ResourceOverride,
    collectors: Collector,
    classes: ClassDefinition,
    defines: DefinedType,
    functions: FunctionDefinition,
    nodes: NodeDefinition,
    aliases: TypeAlias,
    mappings: TypeMapping,
    type_definitions: TypeDefinition,
    plain_type_definitions: PlainTypeDefinition,
    type_statements: TypeStatement,
    feature_settings: FeatureSetting,
    applies: Apply,
}

/// A node that has a table in the tree.
pub trait Node: Sized + Copy {
    #[doc(hidden)]
    fn table(tables: &Tables) -> &[Self];
    #[doc(hidden)]
    fn table_mut(tables: &mut Tables) -> &mut Vec<Self>;
}

impl Tables {
    /// Empty tables with capacity for a tree of `tokens` tokens, estimated from real manifests.
    pub(crate) fn for_tokens(tokens: usize) -> Tables {
        Tables {
            exprs: Vec::with_capacity(tokens / 2 + 4),
            children: Vec::with_capacity(tokens / 4 + 4),
            operations: Vec::with_capacity(tokens / 16 + 2),
            ..Tables::default()
        }
    }

    /// Stores one node.
    pub(crate) fn add<T: Node>(&mut self, node: T) -> Id<T> {
        let table = T::table_mut(self);
        table.push(node);
        Id::from_index(table.len() - 1)
    }

    /// Moves the nodes of `scratch` from `mark` on into the tree as a list.
    pub(crate) fn add_list<T: Node>(&mut self, scratch: &mut Vec<T>, mark: usize) -> List<T> {
        let table = T::table_mut(self);
        let start = table.len() as u32;
        table.extend(scratch.drain(mark..));
        List { start, len: table.len() as u32 - start, kind: PhantomData }
    }

    /// Copies a few nodes into the tree as a list.
    pub(crate) fn add_slice<T: Node>(&mut self, nodes: &[T]) -> List<T> {
        let table = T::table_mut(self);
        let start = table.len() as u32;
        table.extend_from_slice(nodes);
        List { start, len: nodes.len() as u32, kind: PhantomData }
    }

    /// A node.
    pub(crate) fn get<T: Node>(&self, id: Id<T>) -> &T {
        &T::table(self)[id.index()]
    }

    /// A node, for changes while the tree is built.
    pub(crate) fn get_mut<T: Node>(&mut self, id: Id<T>) -> &mut T {
        &mut T::table_mut(self)[id.index()]
    }

    /// Returns the number of expressions.
    pub(crate) fn expressions(&self) -> usize {
        self.exprs.len()
    }

    /// An expression whose height, including its parts, is above `limit`.
    ///
    /// Expressions are added after their parts, so one pass in this order suffices.
    pub(crate) fn higher_than(&self, limit: u32) -> Option<ExprId> {
        let mut heights: Vec<u32> = vec![0; self.exprs.len()];
        (0..self.exprs.len()).map(Id::from_index).find(|&expr| {
            let mut below = 0;
            self.each_child(expr, &mut |child| below = below.max(heights[child.index()]));
            heights[expr.index()] = below + 1;
            below >= limit
        })
    }

    /// A run of nodes.
    pub(crate) fn slice<T: Node>(&self, list: List<T>) -> &[T] {
        &T::table(self)[list.start as usize..(list.start + list.len) as usize]
    }

    /// Returns the offset at which the reference reports an expression; see [`Tree::place`].
    pub(crate) fn place(&self, expr: ExprId) -> u32 {
        let mut expr = expr;
        loop {
            let node = self.get(expr);
            expr = match node.kind {
                ExprKind::Binary { op_at, .. } => return op_at,
                ExprKind::NamedAccess { dot_at, .. } => return dot_at,
                ExprKind::MethodCall(call) => return self.get(call).at,
                ExprKind::Block { at, .. } => return at,
                ExprKind::TypeAlias(alias) => return self.get(alias).name_span.start,
                ExprKind::TypeMapping(mapping) => self.get(mapping).type_expr,
                ExprKind::Access { left, .. } | ExprKind::Selector { left, .. } => left,
                ExprKind::Call(call) => self.get(call).functor,
                ExprKind::Collector(collector) => self.get(collector).type_expr,
                ExprKind::Resource(resource)
                    if self.get(resource).form == ResourceForm::Regular =>
                {
                    self.get(resource).type_name
                }
                ExprKind::ResourceDefaults(defaults)
                    if self.get(defaults).form == ResourceForm::Regular =>
                {
                    self.get(defaults).type_ref
                }
                ExprKind::ResourceOverride(overrides)
                    if self.get(overrides).form == ResourceForm::Regular =>
                {
                    self.get(overrides).resources
                }
                _ => return node.span.start,
            };
        }
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}
impl<T> Eq for Id<T> {}
impl<T> std::fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.number)
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}..{}", self.start, self.start + self.len)
    }
}
