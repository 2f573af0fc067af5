//! Environments of Puppet code, and the catalogs of their nodes.
//!
//! ```text
//! directory ─environment─▶ modules, main manifests ─┐
//! facts, trusted data, external node data ─▶ node ──┼─compiler─▶ catalog, logs
//!                        exported resources ────────┘
//! ```
//!
//! A file is read once and its program is shared by all nodes, which are compiled side by side.
//! This is the first room that touches files, the clock and other processes: the language below
//! asks the [`host`].

pub mod compiler;
pub mod compilers;
pub mod data;
pub mod data_file;
pub mod environment;
pub mod exported;
mod file_metadata;
pub mod fleet;
mod glob;
pub mod host;
pub mod issues;
pub mod limited;
pub mod lint;
pub mod main_manifest;
pub mod modules;
pub mod node;
pub mod node_data;
pub mod paths;
pub mod pool;
pub mod puppet_settings;
pub mod reading;
pub mod regular_file;
pub mod ruby_sources;
pub mod ruby_support;
pub mod sandbox;
mod shared_host;
pub mod sources;
pub mod templates;
pub mod trouble;
