//! Determines which blocks may call `break()`. Only for those a caller must keep the state before
//! the call.

use rustc_hash::FxHashSet;

use super::Evaluator;
use super::lambda::Block;
use super::registry::Callable;
use crate::natives::Native;
use crate::program::LambdaCode;
use crate::program::breaks::may_break;

/// The built-in functions that call other functions, by name or in a template.
const CALLERS: [&str; 4] = ["break", "call", "epp", "inline_epp"];

impl Evaluator<'_> {
    /// Whether a call of the block may end with `break()`.
    pub(crate) fn block_may_break(&mut self, block: Block<'_>) -> bool {
        let Block::Lambda(block) = block else { return true };
        let key = (block.program, block.lambda.frame);
        if let Some(known) = self.known.breaking.get(&key) {
            return *known;
        }
        let mut seen = FxHashSet::default();
        let answer = self.lambda_may_break(block.program, block.lambda, &mut seen);
        self.known.breaking.insert(key, answer);
        answer
    }

    fn lambda_may_break(
        &mut self,
        program: u32,
        lambda: &LambdaCode,
        seen: &mut FxHashSet<(u32, u32)>,
    ) -> bool {
        if !seen.insert((program, lambda.frame)) {
            // It is being looked at.
            return false;
        }
        may_break(lambda, &mut |name| self.function_may_break(program, name, seen))
    }

    /// Whether a function that code calls may call `break()`. Functions in Puppet are inspected;
    /// unknown functions and those of the embedding program may do anything.
    fn function_may_break(
        &mut self,
        program: u32,
        name: &str,
        seen: &mut FxHashSet<(u32, u32)>,
    ) -> bool {
        if CALLERS.contains(&name.strip_prefix("::").unwrap_or(name)) {
            return true;
        }
        let running = std::mem::replace(&mut self.run.program, program);
        let found = self.find_function(name);
        self.run.program = running;
        match found {
            Ok(Some(Callable::Native(Native::Builtin(_)))) => false,
            Ok(Some(Callable::Puppet { program, code })) => {
                self.lambda_may_break(program, &code.lambda, seen)
            }
            _ => true,
        }
    }
}
