//! The catalogs of nodes.
//!
//! ```text
//! environment, modules ─────────────────────────────┐
//! facts, trusted data, external node data ─▶ node ──┼─compiler─▶ catalog, logs
//!                        exported resources ────────┘
//! ```
//!
//! The files of an environment are read by `pupa_project`, once for all nodes, which are compiled
//! side by side.

pub mod builtin_facts;
pub mod compiler;
pub mod compilers;
pub mod fleet;
pub mod impact;
pub mod node;
pub mod node_data;
