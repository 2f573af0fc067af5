//! The Ruby that Puppet modules contain, run without Ruby.
//!
//! ```text
//! text ─erb─▶ Ruby text ─parse─▶ code (shared by all runs)
//!                                  │
//!                                  ▼
//!                 machine: frames, heap, classes ─▶ values, log, errors
//!                                  │
//!                                  ▼
//!                    World: files, clock, random numbers, Puppet
//! ```
//!
//! Code is parsed and lowered once per process and shared by threads. Everything that changes while
//! a program runs (objects, classes, inline caches) belongs to one [`Machine`]. The crate reads no
//! files, no clock and no environment variables: a machine asks its [`World`].
//!
//! The behaviour is that of Ruby 3.1, with the additions of 3.2.

mod binary_text;
pub mod bridge;
pub mod code;
pub mod core;
pub mod erb;
pub mod heap;
pub mod library;
pub mod machine;
pub mod native;
pub mod parse;
pub mod puppet;
pub mod reference;
pub mod source;
pub mod support;
pub mod symbol;
pub mod value;
pub mod world;

pub use machine::{Core, Flow, Jump, Machine};
pub use source::RubySource;
pub use symbol::Symbol;
pub use value::Value;
pub use world::World;
