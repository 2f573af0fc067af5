//! Records of a run for explanations, beyond the origins that parameters carry.

use pupa_hiera::explanation::DataPlace;
use pupa_syntax::tree::ExprId;
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::call_trace::CallTrace;
use super::lookups::TracedLookup;
use super::ruby_calls::TracedRubyCall;
use crate::compile::resource::Parameter;
use crate::compile::{CatalogState, Compilation, DefinitionId, ResourceId};
use crate::evaluator::scope::ScopeId;
use crate::evaluator::{CallRecord, Evaluator};

/// The most calls that are kept for a resource.
const MOST_CALLS: usize = 100;

/// The records of a run.
#[derive(Default)]
pub(crate) struct Trace {
    /// The earlier values of parameters, in order.
    pub(super) replaced: FxHashMap<(ResourceId, Text), Vec<Parameter>>,
    /// The calls that were under way when resources were declared, the outermost first.
    pub(super) calls: FxHashMap<ResourceId, Vec<CallRecord>>,
    /// The variables of lambdas and functions that were running then.
    pub(super) locals: FxHashMap<ResourceId, Vec<(Text, Value)>>,
    /// The places at which variables were assigned.
    pub(super) assigned: FxHashMap<(ScopeId, Text), (u32, ExprId)>,
    /// The places in data that values of parameters come from.
    pub(super) data: FxHashMap<(ResourceId, Text), Vec<DataPlace>>,
    /// The lookups that programs called.
    pub(super) lookups: CallTrace<TracedLookup>,
    /// The functions and templates in Ruby that programs called.
    pub(super) ruby_calls: CallTrace<TracedRubyCall>,
    /// Those of them that are running, the innermost last.
    pub(super) running_ruby: Vec<TracedRubyCall>,
    /// The functions and templates in Ruby that declared resources.
    pub(super) creators: FxHashMap<ResourceId, TracedRubyCall>,
    /// Classes that were declared because another inherits from them.
    pub(super) inherited: FxHashMap<ResourceId, DefinitionId>,
}

impl Evaluator<'_> {
    /// Keeps what is needed to explain resources in full.
    pub fn keep_provenance(&mut self) {
        self.catalog_state.trace = Some(Box::default());
    }
}

impl Compilation<'_, '_> {
    /// Notes where in data the value of a parameter stands.
    pub(crate) fn trace_data(&mut self, id: ResourceId, name: &Text, key: &str) {
        if self.evaluator.catalog_state.trace.is_some() {
            let places = self.evaluator.lookup().data_places(key, &Value::Undef);
            if let Some(trace) = &mut self.evaluator.catalog_state.trace {
                trace.data.insert((id, name.clone()), places);
            }
        }
    }

    /// Notes the calls that declare a resource, and the variables that they see.
    pub(crate) fn trace_declared(&mut self, id: ResourceId) {
        if self.evaluator.catalog_state.trace.is_none() || self.evaluator.run.calls().is_empty() {
            return;
        }
        let locals = self.evaluator.run.frame_variables();
        let Some(trace) = &mut self.evaluator.catalog_state.trace else { return };
        if let Some(creator) = trace.running_ruby.last() {
            trace.creators.insert(id, creator.clone());
        }
        trace
            .calls
            .insert(id, self.evaluator.run.calls().iter().take(MOST_CALLS).copied().collect());
        if !locals.is_empty() {
            trace.locals.insert(id, locals);
        }
    }

    /// Notes where a variable of the running scope is assigned.
    pub(crate) fn trace_assigned(&mut self, name: &Text, at: ExprId) {
        let key = (self.evaluator.run.scopes.current, name.clone());
        if let Some(trace) = &mut self.evaluator.catalog_state.trace {
            trace.assigned.insert(key, (self.evaluator.run.program_number(), at));
        }
    }
}

impl CatalogState {
    /// Returns the place in data of the value of a parameter; the values there only if they are not
    /// secret.
    pub(super) fn traced_data(
        &self,
        id: ResourceId,
        name: &str,
        is_hidden: bool,
    ) -> Vec<DataPlace> {
        let trace = self.trace.as_ref();
        let places = trace.and_then(|trace| trace.data.get(&(id, name.into())));
        places.into_iter().flatten().map(|place| place.redacted(is_hidden)).collect()
    }

    /// Notes what is about to be replaced.
    pub(crate) fn trace_replaced(&mut self, id: ResourceId, name: &Text) {
        let Some(trace) = &mut self.trace else { return };
        let resource = &self.resources[id as usize];
        if let Some(old) = resource.parameters.get(name) {
            trace.replaced.entry((id, name.clone())).or_default().push(old.clone());
        }
    }

    /// Notes the class that inherits from one that is declared for that reason.
    pub(crate) fn trace_inherited(&mut self, id: ResourceId, by: DefinitionId) {
        if let Some(trace) = &mut self.trace {
            trace.inherited.entry(id).or_insert(by);
        }
    }
}
