//! Type definitions as models for other tools, and the import of such models.
//!
//! ```text
//! trees ─Model::link─▶ Model ─┬─▶ Ecore packages (and their logic)
//!                             ├─▶ documentation
//!                             └─▶ class diagrams
//! Ecore ──────import─────────▶ Puppet type definitions
//! ```
//!
//! The crate works on texts and accesses no files.
//!
//! The *features* of a type are its attributes and references; *logic* is the code in a type
//! definition: checks, getters, setters, derived values and invariants. In comments, *the
//! reference* is the reference implementation of Puppet, written in Ruby (Puppet 8 and OpenVox 8).

mod ast;
mod describe;
mod diagram;
mod doc;
mod ecore;
mod export;
mod import;
mod issues;
mod logic;
mod model;
mod write;
mod xml;

pub use diagram::{to_dot, to_mermaid, to_svg};
pub use doc::{Documentation, document, to_html, to_json, to_markdown};
pub use export::{Export, LogicForm, ModelFile, export};
pub use import::{ImportError, ImportWarning, Imported, import};
pub use issues::ISSUES;
pub use model::{Model, Package};
pub use write::{FeatureText, InvariantText, TypeText, write_type, write_types};
