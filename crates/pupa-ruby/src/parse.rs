//! Text to code: the one module that knows the parser.

#[cfg(feature = "parser")]
mod assign;
#[cfg(feature = "parser")]
mod calls;
#[cfg(feature = "parser")]
mod control;
#[cfg(feature = "parser")]
mod define;
#[cfg(feature = "parser")]
mod literals;
#[cfg(feature = "parser")]
mod lower;
#[cfg(feature = "parser")]
mod params;
#[cfg(feature = "parser")]
mod patterns;
#[cfg(feature = "parser")]
mod scope;
#[cfg(feature = "parser")]
mod tail;
#[cfg(feature = "parser")]
mod targets;

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
#[cfg(feature = "parser")]
pub fn parse(text: &[u8], options: &Options) -> Result<Arc<Code>, Vec<SyntaxError>> {
    use ruby_prism::Version;

    // Newer versions refuse some code that Ruby 3.1 runs.
    parse_version(text, options, Version::Latest)
        .or_else(|errors| parse_version(text, options, Version::CRuby3_3).map_err(|_| errors))
}

/// Refuses every program: there is no parser in this build.
#[cfg(not(feature = "parser"))]
pub fn parse(_text: &[u8], _options: &Options) -> Result<Arc<Code>, Vec<SyntaxError>> {
    let message = "Ruby code cannot be read: this build has no Ruby parser".to_owned();
    Err(vec![SyntaxError { message, line: 1, span: 0..0 }])
}

#[cfg(feature = "parser")]
fn parse_version(
    text: &[u8],
    options: &Options,
    version: ruby_prism::Version,
) -> Result<Arc<Code>, Vec<SyntaxError>> {
    let locals = options.locals.iter().map(|name| name.as_str().as_bytes().to_vec()).collect();
    let parser_options = ruby_prism::Options::default()
        .version(version)
        .line(options.first_line.unwrap_or(1))
        .scope(ruby_prism::Scope::default().locals(locals))
        .build();
    let result = with_stack(text, || ruby_prism::parse_with_options(text, &parser_options));
    let lines = lower::Lines::new(result.line_offsets(), options.first_line.unwrap_or(1));
    let mut errors: Vec<SyntaxError> = result
        .errors()
        .map(|error| {
            let location = error.location();
            SyntaxError {
                message: String::from_utf8_lossy(error.message()).into_owned(),
                line: lines.line(location.start()),
                span: location.start() as usize..location.end() as usize,
            }
        })
        .collect();
    if !errors.is_empty() {
        errors.sort_by_key(|error| error.span.start);
        return Err(errors);
    }
    lower::program(&result, lines, options)
}

/// Runs the parser with stack enough: it recurses, up to a limit that the stack of a thread does
/// not hold.
#[cfg(feature = "parser")]
fn with_stack<T>(text: &[u8], parse: impl FnOnce() -> T) -> T {
    const DEPTH: usize = 10_000;
    const LEVEL: usize = 16 * 1024;
    let stack = text.len().min(DEPTH) * LEVEL + 256 * 1024;
    stacker::maybe_grow(stack, stack, parse)
}

#[cfg(all(test, feature = "parser"))]
mod tests;
