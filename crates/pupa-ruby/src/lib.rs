//! Runs the Ruby code in Puppet modules, without a Ruby installation.
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
//! A *run* is the compilation of one catalog (or one Ruby program on its own); it has one
//! [`Machine`]. An *entry* is one call from Rust into the machine; a run has many. Code is parsed
//! and lowered once per process and shared by threads. Everything that changes while a program runs
//! (objects, classes, inline caches) belongs to the machine. The crate reads no files, no clock and
//! no environment variables: a machine asks its [`World`].
//!
//! The behaviour is that of Ruby 3.1, with the additions of 3.2. *The reference* is Puppet as
//! written in Ruby, whose results and messages are reproduced.

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
