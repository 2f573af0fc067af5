//! Everything that can be known of a Puppet file from its text alone.
//!
//! The walk of data is the layout of the crate:
//!
//! ```text
//! source ─lexer─▶ tokens ─parser─▶ tree ─validate─▶ diagnostics
//! ```
//!
//! [`parse`] reads a text and never fails: it returns a tree, and what is wrong with it as
//! [`diagnostic::Diagnostic`]s. [`validate::validate`] checks a tree that parsed without errors.
//! [`check`] does both. What differs between editions of the language is asked of
//! [`edition::Edition`].
//!
//! The crate reads no files, no clock and no environment.

pub mod check;
pub mod diagnostic;
pub mod edition;
pub mod issues;
mod lexer;
pub mod notation;
mod parser;
mod piece;
pub mod source;
pub mod suggest;
pub mod syntax_checker;
mod token;
pub mod tree;
pub mod type_model;
pub mod validate;

pub use check::{Checked, check, check_thoroughly};
pub use edition::Edition;
pub use issues::all_issues;
#[doc(hidden)]
pub use parser::count_tokens;
pub use parser::{Dialect, ParseOptions, Parsed, parse};
pub use piece::{Piece, PieceKind};
pub use token::{Token, TokenKind};
