//! Checks heredocs with a syntax, such as `@(END:json)`.

use pupa_syntax::syntax_checker::check_text;
use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_syntax::validate::Rules;
use pupa_value::Value;

use super::Evaluator;
use crate::program::node::Heredoc;
use crate::stop::Outcome;

impl Evaluator<'_> {
    pub(super) fn heredoc(&mut self, heredoc: &Heredoc, at: ExprId) -> Outcome {
        let value = self.eval(&heredoc.text)?;
        let Value::String(text) = &value else { return Ok(value) };
        let text_at = match *self.run.current().tree.kind(at) {
            ExprKind::Heredoc(id) => self.run.current().tree[id].text,
            _ => at,
        };
        self.check_syntax(text, &heredoc.syntax, text_at)?;
        Ok(value)
    }

    /// Fails if a text does not have the given syntax.
    fn check_syntax(&mut self, text: &str, syntax: &str, at: ExprId) -> Outcome<()> {
        if self.run.settings.edition.heredocs_are_checked_by_functions()
            && self.check_syntax_by_function(text, syntax)?
        {
            return Ok(());
        }
        // Heredocs inside of the text are not checked by functions.
        let rules = Rules { defers_syntax_checks: false, ..self.run.settings.rules() };
        match check_text(text, syntax, &rules) {
            Err(error) if error.diagnostic.is_error() => {
                // Compat: this message has no prefix `Evaluation Error`.
                let span = self.run.current().tree.report_span(at);
                Err(self.run.raised(span, error.diagnostic).into())
            }
            _ => Ok(()),
        }
    }

    /// Calls the function `check_SYNTAX_syntax`, if it exists; returns whether it does.
    fn check_syntax_by_function(&mut self, text: &str, syntax: &str) -> Outcome<bool> {
        let mut name = syntax;
        while !name.is_empty() {
            let function = checker_name(name);
            if self.has_function(&function)? {
                let args = vec![Value::from(text), Value::from(syntax)];
                self.call_by_name(&function, args, None)?;
                return Ok(true);
            }
            name = name.split_once('+').map_or("", |(_, rest)| rest);
        }
        Ok(false)
    }
}

/// The name of the function that checks a syntax.
pub(crate) fn checker_name(syntax: &str) -> String {
    format!("check_{}_syntax", syntax.replace('+', "__").replace('.', "_"))
}
