//! Type definitions as models that other tools can read, and back.
//!
//! ```text
//! trees ─Model::link─▶ Model ─┬─▶ Ecore packages (and the logic beside them)
//!                             ├─▶ documentation
//!                             └─▶ class diagrams
//! Ecore ──────import─────────▶ Puppet type definitions
//! ```
//!
//! The crate reads and writes texts, not files.

mod model;

pub use model::{Model, Package, Problem};
