//! Catalogs: resources, their containment and relationships, and the forms they are written in.
//!
//! ```text
//! compiler ─▶ Catalog ─▶ JSON of the agent · listing · graphs
//! ```
//!
//! The crate reads no files, no clock and no environment.

pub mod catalog;
mod identity;
mod json;
mod listing;
pub mod resource_type;
pub mod tags;
