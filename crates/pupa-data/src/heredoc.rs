//! Checks heredocs with JSON and YAML, using the parsers of this crate.

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::syntax_checker::{
    Checkers, Request, SyntaxChecker, SyntaxError, illegal_json, illegal_yaml, one_line,
};

use crate::{json, yaml};

/// The checkers for `json` and `yaml`.
pub const CHECKERS: Checkers = Checkers(&[&Json, &Yaml]);

/// Checks JSON. The message is that of Ruby's library; the label is at the position of the error.
struct Json;

impl SyntaxChecker for Json {
    fn syntax(&self) -> &'static str {
        "json"
    }

    fn issue(&self) -> fn(&str, &str) -> Diagnostic {
        illegal_json
    }

    fn check(&self, text: &str, _: &Request<'_>) -> Result<(), SyntaxError> {
        json::check(text).map_err(|(message, mistake)| {
            let message = format!(
                "JSON syntax checker: Cannot parse invalid JSON string. \"{}\"",
                one_line(&message, 100)
            );
            SyntaxError::at(mistake.offset, message, mistake.description)
        })
    }
}

/// Checks YAML. A text that can be parsed is valid, regardless of the meaning of its tags, anchors
/// and repeated keys.
struct Yaml;

impl SyntaxChecker for Yaml {
    fn syntax(&self) -> &'static str {
        "yaml"
    }

    fn issue(&self) -> fn(&str, &str) -> Diagnostic {
        illegal_yaml
    }

    fn check(&self, text: &str, _: &Request<'_>) -> Result<(), SyntaxError> {
        yaml::check(text).map_err(|mistake| {
            let message = format!("{} {}", mistake.problem, mistake.context);
            SyntaxError::at(mistake.offset, message.trim_end(), mistake.problem)
        })
    }
}

#[cfg(test)]
mod tests;
