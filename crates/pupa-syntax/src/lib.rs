//! The syntax of the Puppet language: everything that the text of a single file determines.
//!
//! The modules follow the flow of data:
//!
//! ```text
//! source ─lexer─▶ tokens ─parser─▶ tree ─validate─▶ diagnostics
//! ```
//!
//! [`parse`] never fails: it returns a tree, with its errors as [`diagnostic::Diagnostic`]s.
//! [`validate::validate`] checks a tree without syntax errors. [`check`] does both. The differences
//! between editions of the language are methods of [`edition::Edition`].
//!
//! The crate reads no files, no clock and no environment.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8). A *run* is one compilation or evaluation.

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
