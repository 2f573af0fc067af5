//! Hiera 5: finds the values of keys in the data of the global, environment and module layers.
//!
//! A run that looks up keys implements [`World`]: it provides variables, functions and settings,
//! and stores the state of its lookups in a [`Lookups`]. A [`Lookup`] does the work. It searches
//! the layers (`layer`) in turn; the configuration of a layer ([`config`]) lists its hierarchy
//! levels, and the provider of a level (`provider`) reads data from files ([`files`]) or
//! functions. Values are interpolated ([`interpolate`]), merged ([`merge`]), and converted
//! according to their `lookup_options` ([`options`]). An [`explanation`] records each step.
//!
//! This crate does no I/O: a [`DataSource`] supplies the paths, and a [`files::Disk`] reads the
//! files.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8). A *run* is one compilation of a catalog, or one evaluation of a program.

pub mod config;
pub mod context;
pub mod error;
pub mod error_origin;
pub mod explanation;
pub mod eyaml;
mod eyaml_lookup_key;
pub mod files;
pub mod interpolate;
pub mod key;
mod layer;
mod locations;
mod lookup;
pub mod merge;
pub mod options;
pub mod path;
mod provider;
mod rich_data;
pub mod search;
mod state;
mod world;

pub use lookup::Lookup;
pub use search::{HieraCall, Question};
pub use state::Lookups;
pub use world::{
    DataFunction, DataSource, EnvironmentData, ModuleData, SharedSource, Strictness, World,
};
