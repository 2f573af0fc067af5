//! Data in text, as Ruby reads it: YAML, JSON and HOCON, with the place of every value.
//!
//! Texts in, values out: nothing here touches files.

mod cursor;
pub mod document;
pub mod hocon;
mod integer;
pub mod json;
pub mod yaml;

pub use document::{Document, Duplicate, Place, Places, Step, Unreadable};
