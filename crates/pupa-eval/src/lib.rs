//! Evaluation of the Puppet language.
//!
//! ```text
//! tree ─program─▶ code ─evaluator─▶ values, logs, failures
//! ```
//!
//! A checked tree is turned once into code, in which local variables have slots, literals are
//! values and regular expressions are compiled. An [`evaluator::Evaluator`] runs code, as often as
//! asked. What it needs of the world it asks of a [`host::Host`]: the crate itself reads no files,
//! no clock and no environment and starts no threads.

pub mod call;
mod compile;
pub mod evaluator;
pub mod explanation;
pub mod failure;
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
pub mod template_file;

pub use call::Call;
pub use evaluator::Evaluator;
pub use failure::{Outcome, Stop, UnlocatedError};
pub use host::{Host, NoHost};
pub use issues::{ISSUES, is_lookup_error, is_unsupported_ruby, is_verbatim, ruby_syntax_error};
pub use settings::Settings;
