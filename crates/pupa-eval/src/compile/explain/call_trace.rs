//! Records of calls, to which explanations refer.

use pupa_syntax::tree::{ExprId, Tree};
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::View;
use crate::compile::CatalogView;
use crate::evaluator::CallRecord;
use crate::evaluator::scope::ScopeId;

/// The maximum number of records for the code of a file in one scope.
const MOST_RECORDS: usize = 10_000;

/// The maximum number of records that the explanation of an expression shows.
const MOST_EXPLAINED: usize = 20;

/// The code of a file in one scope.
type Site = (ScopeId, u32);

/// The records of one kind of call, such as lookups.
pub(super) struct CallTrace<T> {
    records: FxHashMap<Site, Vec<Record<T>>>,
}

struct Record<T> {
    /// The call.
    at: ExprId,
    /// The variables of lambdas and functions that are visible at the call. In a loop they identify
    /// the iteration.
    locals: Vec<(Text, Value)>,
    subject: T,
}

/// The location and the context of the innermost running call.
pub(super) struct CallContext {
    site: Site,
    at: ExprId,
    locals: Vec<(Text, Value)>,
}

impl<T> Default for CallTrace<T> {
    fn default() -> CallTrace<T> {
        CallTrace { records: FxHashMap::default() }
    }
}

impl CatalogView<'_, '_> {
    /// The innermost running call.
    pub(super) fn innermost_call(&self) -> Option<CallContext> {
        let &CallRecord { program, at } = self.run.innermost_call()?;
        let site = (self.run.scopes.current, program);
        Some(CallContext { site, at, locals: self.run.frame_variables() })
    }
}

impl<T> CallTrace<T> {
    pub(super) fn add(&mut self, call: CallContext, subject: T) {
        let records = self.records.entry(call.site).or_default();
        if records.len() < MOST_RECORDS {
            records.push(Record { at: call.at, locals: call.locals, subject });
        }
    }

    /// The records of the calls in an expression, in the order of the text.
    pub(super) fn of_expression(
        &self,
        tree: &Tree,
        program: u32,
        at: ExprId,
        view: &View<'_>,
    ) -> Vec<&T> {
        let mut found = Vec::new();
        let Some(scope) = view.scope else { return found };
        let Some(records) = self.records.get(&(scope, program)) else { return found };
        let mut waiting = vec![at];
        while let Some(expr) = waiting.pop().filter(|_| found.len() < MOST_EXPLAINED) {
            found.extend(of_call(records, expr, view));
            let from = waiting.len();
            tree.each_child(expr, &mut |child| waiting.push(child));
            waiting[from..].reverse();
        }
        found
    }
}

/// The records of a call in one iteration: all of them if there was only one iteration, otherwise
/// those with the same visible variables.
fn of_call<'t, T>(records: &'t [Record<T>], call: ExprId, view: &View<'_>) -> Vec<&'t T> {
    let of_call: Vec<_> = records.iter().filter(|record| record.at == call).collect();
    let is_single = of_call.windows(2).all(|pair| pair[0].locals == pair[1].locals);
    let here = of_call.into_iter().filter(|record| is_single || record.locals == view.locals);
    here.map(|record| &record.subject).collect()
}
