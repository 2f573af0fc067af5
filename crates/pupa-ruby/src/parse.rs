//! Text to code: the one module that knows the parser.

use std::sync::Arc;

use crate::code::Code;
use crate::symbol::Symbol;

/// A syntax error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message of the parser.
    pub message: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The bytes of the text that the error is about.
    pub span: std::ops::Range<usize>,
}

/// The circumstances in which text is parsed.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The name of the file, for `__FILE__` and backtraces.
    pub file: String,
    /// The number of the first line, if it is not 1.
    pub first_line: Option<i32>,
    /// Local variables that exist around the text: the first slots of the code.
    pub locals: Vec<Symbol>,
}

/// Parses a program and lowers it to code.
pub fn parse(text: &[u8], options: &Options) -> Result<Arc<Code>, Vec<SyntaxError>> {
    let _ = (text, options);
    Err(Vec::new())
}
