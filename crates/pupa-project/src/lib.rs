//! Projects: finds and reads the files of environments and modules, and caches the results.
//!
//! ```text
//! directory ─environment─▶ modules ─┬─sources───▶ manifests, functions, types ─┐
//!                                   ├─templates─▶ EPP, ERB                     ├─host─▶ evaluator
//!                                   ├─ruby──────▶ Ruby code                    │
//!                                   └─data──────▶ hiera.yaml, data files ──────┘
//! ```
//!
//! This is the lowest crate that touches files, the clock, the environment and other processes: the
//! language below asks the [`host`]. It knows neither nodes nor catalogs of nodes.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8). A *run* is one compilation of a catalog, or one evaluation of a program.

pub mod compile_error;
pub mod config;
pub mod data;
pub mod data_file;
pub mod environment;
pub mod exported_resources;
pub mod file_cache;
pub mod files;
pub mod glob;
pub mod host;
pub mod index;
pub mod issues;
pub mod main_manifest;
mod memory;
pub mod metadata;
pub mod module_list;
pub mod module_place;
pub mod modules;
pub mod named_file;
pub mod paths;
pub mod pool;
pub mod project;
pub mod project_root;
pub mod puppet_files;
pub mod puppet_settings;
pub mod puppetfile;
pub mod reading;
pub mod ruby_support;
pub mod sandbox;
pub mod served_files;
mod shared_host;
mod sources;
pub mod walk;
