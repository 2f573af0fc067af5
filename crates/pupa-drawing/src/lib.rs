//! Pictures of graphs: where boxes and lines go, and their shapes as SVG.
//!
//! ```text
//! sizes of boxes, lines between them ─layout─▶ places and routes ─shape─▶ SVG
//! ```
//!
//! The crate knows nothing of what a picture shows: types and catalogs are drawn by those who know
//! them. Texts are measured without a font, on the safe side.

mod escape;
pub mod layout;
mod measure;
pub mod shape;

pub use escape::xml;
pub use measure::width;
