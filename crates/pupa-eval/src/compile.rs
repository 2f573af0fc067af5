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

mod build;
mod class;
mod collect;
mod convert;
mod declare;
mod defaults;
mod deferred;
mod definitions;
mod enter;
mod explain;
mod expression;
mod extended;
mod foreign;
mod inherit;
mod interest;
mod kind;
mod managed;
mod outside;
mod overrides;
mod parameters;
mod reference;
mod relate;
mod resource;
mod result;
mod run_definition;
mod table;
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
use definitions::Definitions;
pub(super) use explain::{RubySubject, variable_use};
use interest::Interests;
pub(super) use parameters::Parameters;
use relate::Relationship;
use resource::Kind;
pub(super) use resource::Resource;
use table::Table;
use type_name::TypeName;

/// The number of a resource.
pub(super) type ResourceId = u32;

/// The number of a class, defined type or node.
pub(super) type DefinitionId = u32;

/// A place in the text of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) program: u32,
    pub(super) offset: u32,
    /// Whether a function has named the place, by the stack of calls. Files without a name are
    /// `unknown` there.
    pub(super) by_call: bool,
}

/// A compilation: a run with the catalog that it builds.
pub(crate) struct Compilation<'e, 'h> {
    pub(crate) evaluator: &'e mut Evaluator<'h>,
}

/// A catalog that is being built, with the run that builds it, for reading.
#[derive(Clone, Copy)]
pub(crate) struct CatalogView<'a, 'h> {
    pub(crate) run: &'a Run<'h>,
    pub(crate) catalog: &'a CatalogState,
}

impl<'h> Compilation<'_, 'h> {
    /// The catalog as far as it is built.
    fn view(&self) -> CatalogView<'_, 'h> {
        self.evaluator.catalog_view()
    }
}

/// A catalog that is being built.
#[derive(Default)]
pub(crate) struct CatalogState {
    definitions: Definitions,
    /// Names of resource types as they are written, with their forms.
    type_names: FxHashMap<Text, Rc<TypeName>>,
    /// The types of the parameters of definitions.
    parameter_structs: FxHashMap<DefinitionId, Rc<StructType>>,
    resources: Vec<Resource>,
    /// The resources of the catalog in their order, and where to find them.
    table: Table,
    /// The resources that are to be evaluated and finished, in the order of their declaration.
    declared: Vec<ResourceId>,
    /// Which resource holds which.
    edges: IndexSet<(ResourceId, ResourceId), FxBuildHasher>,
    /// The names of the classes, in the order of their evaluation.
    classes: IndexSet<Text, FxBuildHasher>,
    tags: Tags,
    class_scopes: FxHashMap<Text, ScopeId>,
    /// Overrides of resources that are not there yet.
    overrides: IndexMap<String, Vec<ResourceId>, FxBuildHasher>,
    collections: Vec<Collection>,
    interests: Interests,
    /// The resources whose code is still to be evaluated, of those that were looked at.
    waiting: Vec<ResourceId>,
    /// The number of declared resources that were checked for code to evaluate.
    looked_at: usize,
    relationships: Vec<Relationship>,
    /// Compat: once a collector outside of all classes overrides something, code there may
    /// override everything.
    main_may_override: bool,
    /// The resource of the class around everything.
    main: Option<ResourceId>,
    /// The scope of the node's definition.
    node_scope: Option<ScopeId>,
    /// The kinds of resources, by the name of their type in lower case.
    kinds: FxHashMap<Text, Kind>,
    /// The names of managed resource types with capitals within, by name in lower case.
    managed_names: FxHashMap<Text, Text>,
    /// The resource types that were read, by the name that references have.
    read_types: FxHashMap<Text, SharedType>,
    /// The changes that Ruby code has made to resource types.
    extended: extended::Extended,
    /// The name of the node.
    node: String,
    /// Classes that the node is given from outside, with their parameters.
    node_classes: Vec<(String, Hash)>,
    /// The records for explanations.
    trace: Option<Box<explain::Trace>>,
    /// Whether something looks for what other nodes export.
    collects_exported: bool,
    /// The resources that other nodes export and that are collected here.
    imported: FxHashMap<ResourceId, Arc<CatalogResource>>,
}
