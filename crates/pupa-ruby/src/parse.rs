//! Parses Ruby and lowers it to code. This is the only module that uses the parser, `ruby-prism`.

#[cfg(has_parser)]
mod assign;
#[cfg(has_parser)]
mod calls;
#[cfg(has_parser)]
mod control;
#[cfg(has_parser)]
mod deferred;
#[cfg(has_parser)]
mod define;
#[cfg(has_parser)]
mod facts;
#[cfg(has_parser)]
mod literals;
#[cfg(has_parser)]
mod lower;
#[cfg(has_parser)]
mod params;
#[cfg(has_parser)]
mod patterns;
#[cfg(has_parser)]
mod scope;
mod survey;
#[cfg(has_parser)]
mod tail;
#[cfg(has_parser)]
mod targets;
pub mod uses;

pub use survey::{Survey, survey};

use std::sync::Arc;

use crate::code::{Code, Deferred};
use crate::symbol::Symbol;

/// Whether this build contains the Ruby parser.
pub const IS_AVAILABLE: bool = cfg!(has_parser);

/// A syntax error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message of the parser.
    pub message: String,
    /// The line that Ruby reports, counted from 1: the one where the program cannot continue.
    pub line: u32,
    /// The bytes that the error is about.
    pub span: std::ops::Range<usize>,
}

/// The file name and context for parsing.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The name of the file, for `__FILE__` and backtraces.
    pub file: String,
    /// The number of the first line, if it is not 1.
    pub first_line: Option<i32>,
    /// Local variables that exist outside the source: the first slots of the code.
    pub locals: Vec<Symbol>,
}

/// The names of the facts that a file adds with `Facter.add`: for each name the strings before,
/// between and after its computed parts. A file with syntax errors is read as far as possible.
#[cfg(has_parser)]
pub fn fact_names(text: &[u8]) -> Vec<Vec<String>> {
    facts::names(text)
}

/// Always empty, because this build has no Ruby parser.
#[cfg(not(has_parser))]
pub fn fact_names(_text: &[u8]) -> Vec<Vec<String>> {
    vec![vec![String::new(); 2]]
}

/// Parses a program and lowers it to code.
#[cfg(has_parser)]
pub fn parse(text: &[u8], options: &Options) -> Result<Arc<Code>, Vec<SyntaxError>> {
    use ruby_prism::Version;

    // Newer versions reject some code that Ruby 3.1 runs.
    parse_version(text, options, Version::Latest)
        .or_else(|errors| parse_version(text, options, Version::CRuby3_3).map_err(|_| errors))
}

/// Lowers a method that was deferred.
pub(crate) fn lower_deferred(method: &Deferred) -> Arc<Code> {
    let options = Options {
        file: method.file.to_string(),
        first_line: Some(method.first_line),
        locals: Vec::new(),
    };
    let program = parse(&method.text, &options);
    match program.as_ref().map(|program| program.children.as_slice()) {
        Ok([method]) => method.code().clone(),
        // Cannot happen: the same source was parsed successfully before.
        _ => Arc::new(Code::unsupported("a method that is read again", &options)),
    }
}

/// Always fails, because this build has no Ruby parser.
#[cfg(not(has_parser))]
pub fn parse(_text: &[u8], _options: &Options) -> Result<Arc<Code>, Vec<SyntaxError>> {
    let message = "this build of Pupa has no Ruby".to_owned();
    Err(vec![SyntaxError { message, line: 1, span: 0..0 }])
}

#[cfg(has_parser)]
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
                span: span(&location),
            }
        })
        .collect();
    if !errors.is_empty() {
        errors.sort_by_key(|error| error.span.start);
        report_lines_of_ruby(&mut errors, last_line(text, options));
        if let Some(line) = line_of_open_output(text, &errors) {
            errors[0].line = options.first_line.unwrap_or(1).unsigned_abs() + line;
        }
        return Err(errors);
    }
    lower::program(text, &result, lines, options)
}

/// Runs the parser with a large enough stack: it recurses up to a limit that exceeds the stack of a
/// thread.
#[cfg(has_parser)]
fn with_stack<T>(text: &[u8], parse: impl FnOnce() -> T) -> T {
    const DEPTH: usize = 10_000;
    const LEVEL: usize = 16 * 1024;
    let stack = text.len().min(DEPTH) * LEVEL + 256 * 1024;
    stacker::maybe_grow(stack, stack, parse)
}

#[cfg(all(test, has_parser))]
mod tests;

/// Gives the first error the line that Ruby reports. The parser locates an unclosed construct at
/// its beginning; Ruby reports the line of the token that came instead of its end.
#[cfg(has_parser)]
fn report_lines_of_ruby(errors: &mut [SyntaxError], last_line: u32) {
    let Some(first) = errors.first() else { return };
    let message = first.message.as_str();
    let is_unclosed = message.contains(" to close ") || message.contains(" to end with ");
    let is_end = message.starts_with("unexpected end-of-input");
    let others = errors.iter().skip(1);
    let line = if is_unclosed {
        let stuck = others.filter(|error| error.message.starts_with("unexpected"));
        stuck
            .map(|error| match error.message.starts_with("unexpected end-of-input") {
                true => last_line,
                false => error.line,
            })
            .min()
    } else if is_end {
        let unmatched = |error: &&SyntaxError| error.message.starts_with("expected a matching");
        others.filter(unmatched).map(|error| error.line).min()
    } else if message.starts_with("unterminated list") || message.starts_with("unterminated reg") {
        Some(last_line)
    } else {
        None
    };
    if let Some(line) = line {
        errors[0].line = line;
    }
}

/// The number of lines before the tag of a template whose expression is not closed. The parser
/// takes the rest of the template into the parentheses of the tag and reports the error at the end;
/// Ruby reports it at the end of the tag.
#[cfg(has_parser)]
fn line_of_open_output(text: &[u8], errors: &[SyntaxError]) -> Option<u32> {
    let is_open = |message: &str| message.starts_with("expected a matching `)`");
    let is_at_end = errors.first()?.message.starts_with("unexpected end-of-input");
    let is_template = memchr::memmem::find(text, b"_erbout << ((").is_some();
    if !is_template || !is_at_end || !errors.iter().any(|error| is_open(&error.message)) {
        return None;
    }
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', text).collect();
    let is_open_before = |end: &usize| {
        let part = &text[..*end];
        let result = with_stack(part, || ruby_prism::parse(part));
        let mut messages =
            result.errors().map(|error| is_open(&String::from_utf8_lossy(error.message())));
        messages.any(|is_open| is_open)
    };
    u32::try_from(ends.partition_point(|end| !is_open_before(end))).ok()
}

/// The number of the last line, ignoring a newline at the end.
#[cfg(has_parser)]
fn last_line(text: &[u8], options: &Options) -> u32 {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let newlines = memchr::memchr_iter(b'\n', text).count();
    let first = i64::from(options.first_line.unwrap_or(1));
    u32::try_from(first + newlines as i64).unwrap_or(0)
}

/// The bytes of a location. The parser sets the end of some errors before their start.
#[cfg(has_parser)]
fn span(location: &ruby_prism::Location<'_>) -> std::ops::Range<usize> {
    let start = location.start() as usize;
    start..(location.end() as usize).max(start)
}
