//! Evaluation of the Puppet language.
//!
//! ```text
//! tree ─program─▶ code ─evaluator─▶ values, logs, failures
//! ```
//!
//! A validated tree is compiled once to code, in which local variables have slots, literals are
//! values and regular expressions are compiled. An [`evaluator::Evaluator`] runs the code any number
//! of times. It reaches its surroundings only through a [`host::Host`]: the crate itself reads no
//! files, no clock and no environment variables, and starts no threads.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8). A *run* is one compilation of a catalog, or one evaluation of a program. The
//! *logic* of a type definition is the code in it; its *features* are its attributes and
//! references: `attr port, Integer { check => $it < 65536 }` has a feature `port` whose check is
//! logic.

pub mod call;
mod compile;
pub mod evaluator;
pub mod explanation;
mod flatten;
pub mod functions;
pub mod host;
mod issues;
pub mod limits;
pub mod loaded_type;
pub mod log;
pub mod lookup;
pub mod natives;
mod object;
pub mod program;
mod ruby;
pub mod settings;
pub mod stop;
pub mod template_file;

pub use call::Call;
pub use evaluator::Evaluator;
pub use host::{Host, NoHost};
pub use issues::{ISSUES, is_lookup_error, is_unsupported_ruby, is_verbatim, ruby_syntax_error};
pub use settings::Settings;
pub use stop::{Outcome, Stop, UnlocatedError};
