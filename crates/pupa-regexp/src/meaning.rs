//! The meaning of a pattern: characters, sets of characters, groups and repetitions, with case
//! folded and names resolved.

pub(crate) mod build;
mod class;
pub(crate) mod fold;
pub(crate) mod length;
pub(crate) mod node;
pub(crate) mod property;
mod property_tables;
mod quantifier;
