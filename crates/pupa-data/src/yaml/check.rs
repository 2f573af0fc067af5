//! Checks the syntax of YAML without creating values.

use super::events::{Event, Parser};
use super::token::SyntaxError;

/// A mistake in a text that is not YAML, in the words of libyaml.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlSyntaxError {
    /// The problem.
    pub problem: &'static str,
    /// The construct that was being read; may be empty.
    pub context: &'static str,
    /// The offset of the problem.
    pub offset: usize,
}

impl YamlSyntaxError {
    fn new(error: &SyntaxError, text: &str) -> YamlSyntaxError {
        let at = text.char_indices().nth(error.problem_mark.index);
        YamlSyntaxError {
            problem: error.problem,
            context: error.context,
            offset: at.map_or(text.len(), |(offset, _)| offset),
        }
    }
}

/// Checks the syntax of all documents of a text.
///
/// ```
/// let mistake = pupa_data::yaml::check("a: [1\nb: 2\n").unwrap_err();
/// assert_eq!(mistake.problem, "did not find expected ',' or ']'");
/// assert_eq!(mistake.context, "while parsing a flow sequence");
/// ```
///
/// # Errors
/// The first mistake.
pub fn check(text: &str) -> Result<(), YamlSyntaxError> {
    let mut parser = Parser::new(text);
    loop {
        match parser.next() {
            Ok((Event::StreamEnd, _)) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(YamlSyntaxError::new(&error, text)),
        }
    }
}
