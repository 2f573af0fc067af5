//! Records the lookups of programs, with the locations in data files that supplied their values.

use pupa_hiera::Question;
use pupa_hiera::explanation::DataPlace;
use pupa_syntax::tree::ExprId;
use pupa_value::Value;
use pupa_value::value::Text;

use super::View;
use crate::compile::{CatalogView, Compilation};
use crate::explanation::ExplainedLookup;

/// A lookup that a program called.
pub(super) struct TracedLookup {
    key: Text,
    places: Vec<DataPlace>,
}

impl Compilation<'_, '_> {
    /// Records the locations in data that supply the result of a lookup.
    pub(crate) fn trace_lookup(&mut self, question: &Question, answer: &Value) {
        if self.evaluator.catalog_state.trace.is_none() || is_given_by_caller(question) {
            return;
        }
        let Some((key, places)) = self.answering_places(question) else { return };
        let is_secret = answer.holds_sensitive();
        let places = places.iter().map(|place| place.redacted(is_secret)).collect();
        let call = self.view().innermost_call();
        if let (Some(call), Some(trace)) = (call, &mut self.evaluator.catalog_state.trace) {
            trace.lookups.add(call, TracedLookup { key, places });
        }
    }

    /// The key that was found, with its locations in data; the first key if none was found.
    fn answering_places(&mut self, question: &Question) -> Option<(Text, Vec<DataPlace>)> {
        for key in &question.keys {
            let places = self.evaluator.lookup().data_places(key, &question.merge);
            if !places.is_empty() {
                return Some((key.clone(), places));
            }
        }
        Some((question.keys.first()?.clone(), Vec::new()))
    }
}

impl CatalogView<'_, '_> {
    /// The lookups of an expression, in order.
    pub(super) fn explain_lookups(
        &self,
        program: u32,
        at: ExprId,
        view: &View<'_>,
    ) -> Vec<ExplainedLookup> {
        let Some(trace) = &self.catalog.trace else { return Vec::new() };
        let tree = &self.run.program_at(program).tree;
        let lookups = trace.lookups.of_expression(tree, program, at, view).into_iter();
        lookups.map(|lookup| lookup.explained(view.is_hidden)).collect()
    }
}

impl TracedLookup {
    /// The explanation of the lookup, without values if they must be hidden.
    fn explained(&self, is_hidden: bool) -> ExplainedLookup {
        let places = self.places.iter().map(|place| place.redacted(is_hidden)).collect();
        ExplainedLookup { key: self.key.to_string(), places }
    }
}

/// Whether the result may come from the arguments of the call rather than from data.
fn is_given_by_caller(question: &Question) -> bool {
    let is_overridden = question.overrides.as_ref().is_some_and(|overrides| !overrides.is_empty());
    is_overridden || question.legacy.as_ref().is_some_and(|legacy| !legacy.overrides.is_empty())
}
