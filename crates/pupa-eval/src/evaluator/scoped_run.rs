//! Runs code in another scope, while the current code waits: the code of classes, defined resources
//! and nodes.

use std::rc::Rc;

use super::matching::Match;
use super::scope::ScopeId;
use super::{Evaluator, NO_FRAME, NO_LOGIC, Run};
use crate::stop::Outcome;

/// The state of the waiting code.
struct Paused {
    program: u32,
    frame: u32,
    base: usize,
    scope: ScopeId,
    logic: u32,
    matches: usize,
}

impl Evaluator<'_> {
    /// Runs code in a scope, with no lambda around it.
    pub(crate) fn in_scope<T>(
        &mut self,
        program: u32,
        scope: ScopeId,
        act: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let paused = Paused {
            program: self.run.program_number(),
            frame: self.run.frame,
            base: self.run.base,
            scope: self.run.scopes.current,
            logic: self.run.logic,
            matches: self.run.matches.len(),
        };
        self.run.program = program;
        self.run.frame = NO_FRAME;
        self.run.base = self.run.stack.len();
        self.run.scopes.current = scope;
        self.run.logic = NO_LOGIC;
        let suspended = self.run.matches.last().cloned().flatten();
        self.run.suspended.push((paused.scope, suspended));
        let matched = self.run.surrounding_match(scope);
        self.run.matches.push(matched);
        let result = self.deeper(act);
        self.run.suspended.pop();
        self.run.program = paused.program;
        self.run.frame = paused.frame;
        self.run.base = paused.base;
        self.run.scopes.current = paused.scope;
        self.run.logic = paused.logic;
        self.run.matches.truncate(paused.matches);
        result
    }
}

impl Run<'_> {
    /// The match variables (`$0` and so on) at the start of a scope: those of the surrounding
    /// scopes whose code is still running.
    fn surrounding_match(&self, scope: ScopeId) -> Option<Rc<Match>> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let suspended = self.suspended.iter().rev().find(|(of, _)| *of == id);
            if let Some((_, Some(matched))) = suspended {
                return Some(Rc::clone(matched));
            }
            next = self.scopes.get(id).next;
        }
        None
    }
}
