//! `case` and selectors.

use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_value::{Value, text};

use super::Evaluator;
use crate::issues;
use crate::program::node::{Case, CaseOption, Node, Op};
use crate::stop::Outcome;

impl Evaluator<'_> {
    /// Evaluates a `case` expression. The match variables are reset afterwards.
    pub(super) fn case(&mut self, case: &Case) -> Outcome {
        let matches = self.run.matches.len();
        let result = self.chosen(case).and_then(|(chosen, _)| match chosen.or(case.default) {
            Some(option) => self.eval_optional(case.options[option].body.as_ref()),
            None => Ok(Value::Undef),
        });
        self.run.matches.truncate(matches);
        result
    }

    pub(super) fn selector(&mut self, case: &Case, at: ExprId) -> Outcome {
        let matches = self.run.matches.len();
        let result = self.chosen(case).and_then(|(chosen, test)| match chosen.or(case.default) {
            Some(option) => self.eval_optional(case.options[option].body.as_ref()),
            None => {
                let left = match *self.run.current().tree.kind(at) {
                    ExprKind::Selector { left, .. } => left,
                    _ => at,
                };
                let value = text::ruby::to_s(&test);
                Err(self.run.complain(left, issues::unmatched_selector(&value)))
            }
        });
        self.run.matches.truncate(matches);
        result
    }

    /// The index of the matching option, with the tested value.
    fn chosen(&mut self, case: &Case) -> Outcome<(Option<usize>, Value)> {
        let test = self.eval(&case.test)?;
        for (number, option) in case.options.iter().enumerate() {
            if self.option_fits(&test, option)? {
                return Ok((Some(number), test));
            }
        }
        Ok((None, test))
    }

    fn option_fits(&mut self, test: &Value, option: &CaseOption) -> Outcome<bool> {
        for node in &option.values {
            if self.node_fits(test, node)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn node_fits(&mut self, test: &Value, node: &Node) -> Outcome<bool> {
        let Op::Unfold(inner) = &node.op else {
            let option = self.eval(node)?;
            return self.run.fits(test, &option);
        };
        for option in self.unfolded(inner)? {
            if self.run.fits(test, &option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
