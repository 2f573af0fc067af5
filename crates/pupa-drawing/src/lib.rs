//! Drawings of graphs: the layout of boxes and lines, and shapes in SVG.
//!
//! ```text
//! sizes of boxes, lines between them ─layout─▶ rectangles and routes ─shape─▶ SVG
//! ```
//!
//! The crate is independent of the content of a drawing; other crates draw types and catalogs with
//! it. Text is measured without a font by conservative estimates.

mod escape;
pub mod layout;
mod measure;
pub mod shape;

pub use escape::xml;
pub use measure::width;
