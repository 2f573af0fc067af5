//! Pictures of catalogs: what holds what, and what comes before what.
//!
//! ```text
//! Catalog ─▶ Relationships ─reduce─▶ Scene ─┬─▶ DOT
//!                                           └─nested layout─▶ SVG
//! ```
//!
//! Classes and resources of defined types are boxes around what they hold. Resources that are
//! related to the same others share a frame and a line, and lines that follow from others are left
//! out: so the picture of hundreds of resources can still be read.

mod colours;
mod dot;
mod nested;
mod reduce;
mod rows;
mod scene;
mod svg;
#[cfg(test)]
mod tests;

use crate::catalog::Catalog;
use scene::Scene;

/// What a picture shows.
///
/// ```
/// use pupa_catalog::catalog::Catalog;
/// use pupa_catalog::graph::{GraphOptions, to_dot};
/// let options = GraphOptions { only: Some("apache*".to_owned()), ..GraphOptions::default() };
/// assert!(to_dot(&Catalog::default(), &options).starts_with("digraph"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GraphOptions {
    /// Which parts of the catalog.
    pub contents: GraphContents,
    /// Whether relationships that follow from types are shown: a file and the directory it is in.
    pub automatic: Automatic,
    /// Only classes and resources of defined types with such names, and all that they hold: a name
    /// or a title in any case, or a reference, where `*` stands for anything.
    pub only: Option<String>,
}

/// Which parts of a catalog a picture shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GraphContents {
    /// All resources and their relationships.
    #[default]
    All,
    /// All resources, without relationships.
    Containment,
    /// Relationships, and the resources that have any.
    Relationships,
}

/// Whether relationships that follow from types are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Automatic {
    /// They are not.
    #[default]
    Hidden,
    /// They are.
    Shown,
}

/// A catalog in the language of Graphviz.
pub fn to_dot(catalog: &Catalog, options: &GraphOptions) -> String {
    dot::write(&Scene::of(catalog, options))
}

/// A catalog as an SVG picture that needs nothing else, in light and dark.
pub fn to_svg(catalog: &Catalog, options: &GraphOptions) -> String {
    svg::write(&Scene::of(catalog, options))
}
