//! Catalogs: resources, their containment and relationships, and the formats of catalogs.
//!
//! ```text
//! compiler, JSON of the agent ─▶ Catalog ─▶ JSON of the agent · listing · graphs · differences
//! ```
//!
//! The crate reads no files, no clock and no environment.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8).

pub mod catalog;
pub mod cycles;
pub mod diff;
pub mod graph;
mod identity;
mod json;
mod listing;
mod plain;
pub mod read;
pub mod relationships;
pub mod resource_type;
pub mod tags;
mod wildcard;
