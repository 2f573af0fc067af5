//! Turns what programs declare into a catalog.
//!
//! ```text
//! main ─▶ node ─▶ node's classes ─▶ collectors and defined resources, until nothing is new
//!                                      └─▶ relationships, overrides, metaparameters ─▶ catalog
//! ```
//!
//! [`definitions`] knows classes, defined types and nodes by name; [`resource`] is a resource while
//! the catalog is made, [`table`] finds it; [`declare`] makes resources, [`class`] declares and
//! evaluates classes, [`define`] evaluates defined resources; [`change`] overrides, [`collect`]
//! collects, [`relate`] relates; [`finish`] ends it all and [`result`] hands the catalog over.

mod change;
mod class;
mod collect;
mod declare;
mod define;
mod definitions;
mod finish;
mod reference;
mod relate;
mod resource;
mod result;
mod table;

use indexmap::{IndexMap, IndexSet};
use pupa_catalog::tags::Tags;
use pupa_value::value::Text;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::scope::ScopeId;
use collect::Collection;
use definitions::Definitions;
use relate::Relationship;
pub(super) use resource::{Parameter, Resource};
use table::Table;

/// The number of a resource.
pub(super) type ResourceId = u32;

/// The number of a class, defined type or node.
pub(super) type DefinitionId = u32;

/// A place in the text of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) program: u32,
    pub(super) offset: u32,
}

/// A catalog that is being made.
#[derive(Default)]
pub(super) struct Compilation {
    definitions: Definitions,
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
    relationships: Vec<Relationship>,
    /// Compat: once a collector outside of all classes overrides something, code there may
    /// override everything.
    main_may_override: bool,
    /// The resource of the class around everything.
    main: Option<ResourceId>,
    /// The scope of the node's definition.
    node_scope: Option<ScopeId>,
    /// The name of the node.
    node: String,
}
