//! Class diagrams of types.
//!
//! ```text
//! Model ─▶ Graph ─┬─▶ Mermaid
//!                 ├─▶ DOT
//!                 └─layout─▶ SVG
//! ```
//!
//! A box lists the attributes of a type; references are lines between boxes.

mod dot;
mod graph;
mod layout;
mod mermaid;
mod svg;

use crate::model::Model;
use graph::Graph;

/// Writes the class diagram of a model as DOT for Graphviz.
pub fn to_dot(model: &Model) -> String {
    dot::write(&Graph::of(model))
}

/// Writes the class diagram of a model in the syntax of Mermaid.
pub fn to_mermaid(model: &Model) -> String {
    mermaid::write(&Graph::of(model))
}

/// Draws the class diagram of a model as an SVG picture.
pub fn to_svg(model: &Model) -> String {
    svg::write(&Graph::of(model))
}
