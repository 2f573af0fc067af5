//! Matches regular expressions, and keeps the match variables: `=~`, `!~`, `$0`, `$1`.

use std::rc::Rc;

use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_value::compare::matches;
use pupa_value::regexp::Regexp;
use pupa_value::value::Text;
use pupa_value::{Value, text};

use super::{Evaluator, Run};
use crate::issues::{self, a_an, label};
use crate::program::node::Pair;
use crate::stop::Outcome;

/// The match of a regular expression.
#[derive(Debug)]
pub(crate) struct Match {
    text: Text,
    /// The ranges of the whole match and of each group; `None` for a group that did not take part.
    spans: Vec<Option<(usize, usize)>>,
}

impl Match {
    fn group(&self, number: u32) -> Value {
        let span = self.spans.get(number as usize).copied().flatten();
        span.and_then(|(start, end)| self.text.get(start..end)).map_or(Value::Undef, Value::from)
    }
}

/// Returns Ruby's name for a value that it cannot convert.
pub(crate) fn conversion(value: &Value) -> &'static str {
    match value {
        Value::Undef => "nil",
        Value::Boolean(true) => "true",
        Value::Boolean(false) => "false",
        other => text::ruby::class_name(other),
    }
}

impl Run<'_> {
    /// The value of `$0`, `$1` and so on; `undef` without a match.
    pub(super) fn match_variable(&self, number: u32) -> Value {
        match self.matches.last() {
            Some(Some(matched)) => matched.group(number),
            _ => Value::Undef,
        }
    }

    /// Matches a string, and sets the match variables.
    pub(crate) fn match_regexp(&mut self, regexp: &Regexp, text: &Text) -> Outcome<bool> {
        let Some(captures) = regexp.captures(text)? else { return Ok(false) };
        let spans = (0..captures.group_count())
            .map(|group| captures.span(group).map(|span| (span.start, span.end)))
            .collect();
        self.matches.push(Some(Rc::new(Match { text: text.clone(), spans })));
        Ok(true)
    }

    fn match_text(&mut self, regexp: &Regexp, left: &Value, at: ExprId) -> Outcome<bool> {
        match left {
            Value::String(text) => self.match_regexp(regexp, text),
            other => {
                let diagnostic = issues::match_not_string(&a_an(&label(other)));
                Err(self.complain(self.operands(at).0, diagnostic))
            }
        }
    }

    fn bad_pattern(&self, at: ExprId, detail: &str) -> Box<crate::stop::Stop> {
        self.complain(self.operands(at).1, issues::match_not_regexp(detail))
    }

    /// The expressions of the operands of a binary operator, for messages about them.
    pub(super) fn operands(&self, at: ExprId) -> (ExprId, ExprId) {
        match *self.current().tree.kind(at) {
            ExprKind::Binary { left, right, .. } => (left, right),
            _ => (at, at),
        }
    }

    /// Whether an option of a `case` or selector matches; a regular expression sets the match
    /// variables.
    pub(super) fn fits(&mut self, value: &Value, option: &Value) -> Outcome<bool> {
        // Parts of a value may be shared, so that matching could take almost endless time.
        self.step()?;
        match (value, option) {
            (Value::String(text), Value::Regexp(regexp)) => self.match_regexp(regexp, text),
            (_, Value::Regexp(_)) => Ok(false),
            (Value::Array(values), Value::Array(options)) => {
                if values.len() != options.len() {
                    return Ok(false);
                }
                for (value, option) in values.iter().zip(options.iter()) {
                    if !self.fits(value, option)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Hash(values), Value::Hash(options)) => {
                for (key, option) in options.iter() {
                    if !self.fits(values.get(key).unwrap_or(&Value::Undef), option)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(matches(value, option, self.settings.edition)?),
        }
    }
}

impl Evaluator<'_> {
    pub(super) fn match_operator(&mut self, negated: bool, pair: &Pair, at: ExprId) -> Outcome {
        let left = self.eval(&pair.0)?;
        let pattern = self.eval(&pair.1)?;
        let matched = match &pattern {
            Value::Type(t) => t.is_instance(&left),
            Value::SemVerRange(_) => matches(&left, &pattern, self.run.settings.edition)?,
            Value::Regexp(regexp) => self.run.match_text(regexp, &left, at)?,
            Value::String(source) => {
                let regexp = Regexp::new(source);
                let regexp = regexp.map_err(|error| self.run.bad_pattern(at, &error.message))?;
                self.run.match_text(&regexp, &left, at)?
            }
            other => {
                let detail = format!("no implicit conversion of {} into String", conversion(other));
                return Err(self.run.bad_pattern(at, &detail));
            }
        };
        Ok(Value::Boolean(matched != negated))
    }
}
