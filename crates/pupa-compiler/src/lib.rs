//! Compiles the catalogs of nodes, and looks up data for nodes.
//!
//! ```text
//! environment, modules ─────────────────────────────┐
//! facts, trusted data, external node data ─▶ node ──┼─compiler─▶ catalog, logs
//!                        exported resources ────────┘
//! ```
//!
//! The files of an environment are read by `pupa_project`, once for all nodes, which are compiled
//! in parallel.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8). A *run* is one compilation of a catalog, or one evaluation of a program.

pub mod builtin_facts;
pub mod compiler;
pub mod compilers;
pub mod fleet;
pub mod impact;
pub mod node;
pub mod node_data;
