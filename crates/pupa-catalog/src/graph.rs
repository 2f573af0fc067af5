//! Graphs of catalogs: containment and relationships.
//!
//! ```text
//! Catalog ─▶ Relationships ─reduce─▶ Scene ─┬─▶ DOT
//!                                           └─nested layout─▶ SVG
//! ```
//!
//! Classes and resources of defined types are boxes around their contents. Resources that are
//! related to the same others share a frame and a line, and redundant lines are left out, so that
//! graphs of hundreds of resources stay readable.

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

/// The content of a graph.
///
/// ```
/// use pupa_catalog::catalog::Catalog;
/// use pupa_catalog::graph::{GraphOptions, to_dot};
/// let options = GraphOptions { only: Some("apache*".to_owned()), ..GraphOptions::default() };
/// assert!(to_dot(&Catalog::default(), &options).starts_with("digraph"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GraphOptions {
    /// The parts of the catalog to draw.
    pub contents: GraphContents,
    /// Whether automatic relationships are drawn, such as from a directory to its files.
    pub automatic: Automatic,
    /// Draws only the matching classes and resources of defined types with all their contents. The
    /// pattern is compared with title and reference regardless of case; `*` matches any characters.
    pub only: Option<String>,
}

/// The parts of a catalog that a graph contains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GraphContents {
    /// All resources and their relationships.
    #[default]
    All,
    /// All resources, without relationships.
    Containment,
    /// Relationships, and the resources that take part in any.
    Relationships,
}

/// Whether automatic relationships are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Automatic {
    /// They are left out.
    #[default]
    Hidden,
    /// They are drawn.
    Shown,
}

/// Writes a catalog as a DOT graph for Graphviz.
pub fn to_dot(catalog: &Catalog, options: &GraphOptions) -> String {
    dot::write(&Scene::of(catalog, options))
}

/// Draws a catalog as a self-contained SVG picture, for light and dark backgrounds.
pub fn to_svg(catalog: &Catalog, options: &GraphOptions) -> String {
    svg::write(&Scene::of(catalog, options))
}
