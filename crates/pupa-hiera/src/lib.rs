//! Hiera 5: where data of environments and modules comes from, and how it becomes one value.
//!
//! A run that looks something up is a [`World`]: it has variables, functions and settings, and
//! keeps what is known of data in its [`Lookups`]. A [`Lookup`] does the work: it asks the layers
//! (`layer`), whose configurations ([`config`]) say which levels there are, whose providers
//! (`provider`) give data out of files ([`files`]) or functions; the values are interpolated
//! ([`interpolate`]), merged ([`merge`]) and converted as options of lookups say ([`options`]).
//! [`explanation`] tells how it went.
//!
//! Nothing here touches files by itself: a [`DataSource`] knows where they are, and a
//! [`files::Disk`] reads them.

pub mod blame;
pub mod config;
pub mod context;
mod encrypted;
mod engine;
pub mod error;
pub mod explanation;
pub mod eyaml;
pub mod files;
pub mod interpolate;
pub mod key;
mod layer;
mod locations;
pub mod merge;
pub mod options;
pub mod path;
mod provider;
mod rich_data;
pub mod search;
mod state;
mod world;

pub use engine::Lookup;
pub use search::{HieraCall, Question};
pub use state::Lookups;
pub use world::{
    DataFunction, DataSource, EnvironmentData, ModuleData, SharedSource, Strictness, World,
};
