//! Turns what programs declare into a catalog.
//!
//! ```text
//! main ─▶ node ─▶ node's classes ─▶ collectors and defined resources, until nothing is new
//!                                      └─▶ relationships, overrides, metaparameters ─▶ catalog
//! ```
//!
//! A [`Compilation`] is a run with the catalog that it builds; a [`CatalogView`] reads both. The catalog
//! itself is a [`CatalogState`], whose fields are visible in this room alone. The language reaches all
//! this with `Evaluator::compilation` and `Evaluator::catalog_view`.
//!
//! [`build`] leads from the main programs to the finished catalog. [`definitions`] knows classes, defined
//! types and nodes by name, [`kind`] the kind of a resource by its type. [`resource`] is a resource that
//! is being made, [`table`] finds it. [`expression`] and [`declare`] make resources, with the
//! [`defaults`] of their types, [`enter`] enters them; [`extended`] has the changes of Ruby code to
//! resource types, [`managed`] completes resources of type definitions, [`class`] declares and evaluates
//! classes, [`run_definition`] evaluates the code of classes, defined resources and nodes, [`overrides`]
//! overrides, [`collect`] collects, [`relate`] relates; [`outside`] adds resources and classes from
//! outside, [`view`] is the catalog for Ruby code, [`inherit`] hands down properties of containers,
//! [`result`] hands the catalog over and [`explain`] explains its origin.

mod add_resource;
mod build;
mod class;
mod collect;
mod collector_index;
mod convert;
mod declare;
mod defaults;
mod deferred;
mod definitions;
mod explain;
mod expression;
mod external_content;
mod inherit;
mod kind;
mod managed_resource;
mod overrides;
mod parameters;
mod reference;
mod relationship;
mod resource;
mod result;
mod ruby_objects;
mod run_definition;
mod table;
mod type_extensions;
mod type_name;
mod view;

use std::rc::Rc;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use pupa_catalog::catalog::Resource as CatalogResource;
use pupa_catalog::resource_type::SharedType;
use pupa_catalog::tags::Tags;
use pupa_value::types::StructType;
use pupa_value::value::{Hash, Text};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::evaluator::scope::ScopeId;
use crate::evaluator::{Evaluator, Run};
use collect::Collection;
use collector_index::Interests;
use definitions::Definitions;
pub(super) use explain::{RubySubject, variable_use};
pub(super) use parameters::Parameters;
use relationship::Relationship;
use resource::Kind;
pub(super) use resource::Resource;
use table::Table;
use type_name::TypeName;

/// The number of a resource.
pub(super) type ResourceId = u32;

/// The number of a class, defined type or node definition.
pub(super) type DefinitionId = u32;

/// A position in the text of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) program: u32,
    pub(super) offset: u32,
    /// Whether the position was determined by a function, from the call stack. There, a file
    /// without a name is called `unknown`.
    pub(super) by_call: bool,
}

/// A compilation: an evaluator together with the catalog that it builds.
pub(crate) struct Compilation<'e, 'h> {
    pub(crate) evaluator: &'e mut Evaluator<'h>,
}

/// Read-only access to the unfinished catalog and its evaluator.
#[derive(Clone, Copy)]
pub(crate) struct CatalogView<'a, 'h> {
    pub(crate) run: &'a Run<'h>,
    pub(crate) catalog: &'a CatalogState,
}

impl<'h> Compilation<'_, 'h> {
    /// Read-only access to the unfinished catalog.
    fn view(&self) -> CatalogView<'_, 'h> {
        self.evaluator.catalog_view()
    }
}

/// An unfinished catalog.
#[derive(Default)]
pub(crate) struct CatalogState {
    definitions: Definitions,
    /// The forms of the names of resource types, by the name as written.
    type_names: FxHashMap<Text, Rc<TypeName>>,
    /// The types of the parameters of definitions.
    parameter_structs: FxHashMap<DefinitionId, Rc<StructType>>,
    resources: Vec<Resource>,
    /// The resources of the catalog in their order, with indexes to find them.
    table: Table,
    /// The resources to evaluate and finish, in the order of their declaration.
    declared: Vec<ResourceId>,
    /// The containment edges: container and resource.
    edges: IndexSet<(ResourceId, ResourceId), FxBuildHasher>,
    /// The names of the classes, in the order of their evaluation.
    classes: IndexSet<Text, FxBuildHasher>,
    tags: Tags,
    class_scopes: FxHashMap<Text, ScopeId>,
    /// The overrides of resources that do not exist yet.
    overrides: IndexMap<String, Vec<ResourceId>, FxBuildHasher>,
    collections: Vec<Collection>,
    interests: Interests,
    /// Those of the inspected resources whose code has not been evaluated yet.
    waiting: Vec<ResourceId>,
    /// The number of declared resources that were inspected for code to evaluate.
    looked_at: usize,
    relationships: Vec<Relationship>,
    /// Compat: once a collector outside of all classes overrides an attribute, code there may
    /// override every attribute.
    main_may_override: bool,
    /// The resource of the class `main`, which contains everything else.
    main: Option<ResourceId>,
    /// The scope of the node's definition.
    node_scope: Option<ScopeId>,
    /// The kinds of resources, by the name of their type in lower case.
    kinds: FxHashMap<Text, Kind>,
    /// The names of managed resource types with capitals within, by name in lower case.
    managed_names: FxHashMap<Text, Text>,
    /// The resource types that were read, by their capitalised name.
    read_types: FxHashMap<Text, SharedType>,
    /// The changes that Ruby code has made to resource types.
    extended: type_extensions::Extended,
    /// The name of the node.
    node: String,
    /// The classes that a classifier gives the node, with their parameters.
    node_classes: Vec<(String, Hash)>,
    /// The data for explanations, if they are requested.
    trace: Option<Box<explain::Trace>>,
    /// Whether a collector looks for exported resources.
    collects_exported: bool,
    /// The resources of other nodes that are collected here.
    imported: FxHashMap<ResourceId, Arc<CatalogResource>>,
}
