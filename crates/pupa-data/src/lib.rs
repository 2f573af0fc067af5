//! Parsers for YAML, JSON and HOCON that read the same values as Ruby's libraries, and record the
//! place of every value; also a YAML writer.
//!
//! This crate does no I/O: it converts text to values and back.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8).

mod cursor;
pub mod document;
pub mod heredoc;
#[cfg(feature = "hocon")]
pub mod hocon;
#[cfg(not(feature = "hocon"))]
#[path = "without_hocon.rs"]
pub mod hocon;
mod integer;
pub mod json;
pub mod yaml;

pub use document::{Document, Duplicate, ParseError, Place, Places, Step};
