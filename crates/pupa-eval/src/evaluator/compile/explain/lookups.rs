//! What programs looked up in data by themselves, and where that stands.

use pupa_hiera::Question;
use pupa_hiera::explanation::DataPlace;
use pupa_syntax::tree::ExprId;
use pupa_value::Value;
use pupa_value::value::Text;

use super::View;
use crate::evaluator::scope::ScopeId;
use crate::evaluator::{CallRecord, Evaluator};
use crate::explanation::ExplainedLookup;

/// The most lookups that are kept for the code of a file in a scope.
const MOST_LOOKUPS: usize = 10_000;

/// The most lookups of an expression that are told of.
const MOST_TOLD: usize = 20;

/// The code of a file as it runs in a scope.
pub(super) type Site = (ScopeId, u32);

/// A lookup that a program called.
pub(super) struct TracedLookup {
    /// The call.
    at: ExprId,
    key: Text,
    places: Vec<DataPlace>,
    /// Variables of lambdas and functions that the call saw: in a loop they tell one round from
    /// another.
    locals: Vec<(Text, Value)>,
}

impl Evaluator<'_> {
    /// Notes where in data the answer of a question stands that a program asks.
    pub(crate) fn trace_lookup(&mut self, question: &Question, answer: &Value) {
        let Some(&CallRecord { program, at }) = self.calls.last() else { return };
        if self.compilation.trace.is_none() || is_given_by_caller(question) {
            return;
        }
        let Some((key, places)) = self.answering_places(question) else { return };
        let is_secret = answer.holds_sensitive();
        let places = places.iter().map(|place| place.shown(is_secret)).collect();
        let lookup = TracedLookup { at, key, places, locals: self.frame_variables() };
        let site = (self.scopes.current, program);
        let Some(trace) = &mut self.compilation.trace else { return };
        let known = trace.lookups.entry(site).or_default();
        if known.len() < MOST_LOOKUPS {
            known.push(lookup);
        }
    }

    /// The key that data has, with its places; the first key when data has none.
    fn answering_places(&mut self, question: &Question) -> Option<(Text, Vec<DataPlace>)> {
        for key in &question.keys {
            let places = self.data_places(key, &question.merge);
            if !places.is_empty() {
                return Some((key.clone(), places));
            }
        }
        Some((question.keys.first()?.clone(), Vec::new()))
    }

    /// What an expression looked up, in order.
    pub(super) fn explain_lookups(
        &self,
        program: u32,
        at: ExprId,
        view: &View<'_>,
    ) -> Vec<ExplainedLookup> {
        let mut told = Vec::new();
        let (Some(trace), Some(scope)) = (&self.compilation.trace, view.scope) else { return told };
        let Some(known) = trace.lookups.get(&(scope, program)) else { return told };
        let tree = &self.programs[program as usize].tree;
        let mut waiting = vec![at];
        while let Some(expr) = waiting.pop().filter(|_| told.len() < MOST_TOLD) {
            told.extend(seen_from(known, expr, view).map(|lookup| lookup.told(view.is_hidden)));
            let from = waiting.len();
            tree.each_child(expr, &mut |child| waiting.push(child));
            waiting[from..].reverse();
        }
        told
    }
}

impl TracedLookup {
    /// The values in data are told only when they may be shown.
    fn told(&self, is_hidden: bool) -> ExplainedLookup {
        let places = self.places.iter().map(|place| place.shown(is_hidden)).collect();
        ExplainedLookup { key: self.key.to_string(), places }
    }
}

/// Whether the answer may be of the caller: then places in data would tell something wrong.
fn is_given_by_caller(question: &Question) -> bool {
    let is_overridden = question.overrides.as_ref().is_some_and(|overrides| !overrides.is_empty());
    is_overridden || question.legacy.as_ref().is_some_and(|legacy| !legacy.overrides.is_empty())
}

/// The lookup of a call that code saw: the only one, or the one with the same variables around it.
fn seen_from<'t>(
    known: &'t [TracedLookup],
    call: ExprId,
    view: &View<'_>,
) -> Option<&'t TracedLookup> {
    let mut of_call = known.iter().filter(|lookup| lookup.at == call);
    let (last, before) = (of_call.next_back()?, of_call.next_back());
    if before.is_none() {
        return Some(last);
    }
    known.iter().rev().find(|lookup| lookup.at == call && lookup.locals == view.locals)
}
