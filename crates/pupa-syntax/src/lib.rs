//! Everything that can be known of a Puppet file from its text alone.

pub mod diagnostic;
pub mod edition;
mod issues;
mod lexer;
mod parser;
pub mod regexp;
pub mod source;
mod token;
pub mod tree;

pub use edition::Edition;
pub use issues::all_issues;
pub use parser::{Dialect, ParseOptions, Parsed, parse};
