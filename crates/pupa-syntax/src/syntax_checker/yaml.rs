//! YAML, by the grammar of libyaml, which is what Ruby reads it with.
//!
//! Only the syntax is checked: a text that parses is valid, regardless of the meaning of its tags,
//! anchors and repeated keys.

use libyaml_safer::{EventData, Parser};

use super::{Finding, Request, SyntaxChecker};
use crate::diagnostic::Diagnostic;
use crate::issues::syntax_checker as issues;
use crate::source::Span;

/// Checks YAML.
pub(super) struct Yaml;

/// Deeper flow collections are not checked: the scanner's time grows with length times depth.
const MAX_FLOW_DEPTH: usize = 200;

impl SyntaxChecker for Yaml {
    fn syntax(&self) -> &'static str {
        "yaml"
    }

    fn issue(&self) -> fn(Span, &str, &str) -> Diagnostic {
        issues::illegal_yaml
    }

    fn check(&self, text: &str, _: &Request<'_>) -> Result<(), Finding> {
        if is_beyond_parser(text) {
            return Ok(());
        }
        // The scanner does not expect a text to end in the middle of an escape.
        let text = format!("{text}\n");
        let mut bytes = text.as_bytes();
        let mut parser = Parser::new();
        parser.set_input_string(&mut bytes);
        loop {
            match parser.parse() {
                Ok(event) if matches!(event.data, EventData::StreamEnd) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(finding(&error, &text)),
            }
        }
    }
}

fn finding(error: &libyaml_safer::Error, text: &str) -> Finding {
    let problem = error.problem();
    let message = match error.context() {
        Some(context) => format!("{problem} {context}"),
        None => problem.to_owned(),
    };
    match error.problem_mark() {
        Some(mark) => {
            let at = usize::try_from(mark.index).unwrap_or(usize::MAX).min(text.len() - 1);
            Finding::at(at, message, problem)
        }
        None => Finding { message, place: None, is_refusal: false },
    }
}

/// Whether the text has something in it that the parser fails on: a tag directly followed by a
/// comma, for which it has no code, or flow collections that are nested very deeply.
fn is_beyond_parser(text: &str) -> bool {
    let mut depth = 0usize;
    let mut in_tag = false;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'!' => in_tag = true,
            b' ' | b'\t' | b'\r' | b'\n' => in_tag = false,
            b',' if in_tag => return true,
            _ => {}
        }
        if depth > MAX_FLOW_DEPTH {
            return true;
        }
    }
    false
}
