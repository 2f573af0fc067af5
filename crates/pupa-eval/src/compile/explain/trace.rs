//! Records data for explanations during the run, in addition to the origins that parameters carry.

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

/// The maximum number of recorded calls for a resource.
const MOST_CALLS: usize = 100;

/// The records of a run.
#[derive(Default)]
pub(crate) struct Trace {
    /// The earlier values of parameters, in order.
    pub(super) replaced: FxHashMap<(ResourceId, Text), Vec<Parameter>>,
    /// The running calls at the declaration of each resource, the outermost first.
    pub(super) calls: FxHashMap<ResourceId, Vec<CallRecord>>,
    /// The variables of lambdas and functions that were visible then.
    pub(super) locals: FxHashMap<ResourceId, Vec<(Text, Value)>>,
    /// The locations of the assignments of variables.
    pub(super) assigned: FxHashMap<(ScopeId, Text), (u32, ExprId)>,
    /// The locations in data from which values of parameters come.
    pub(super) data: FxHashMap<(ResourceId, Text), Vec<DataPlace>>,
    /// The lookups that programs called.
    pub(super) lookups: CallTrace<TracedLookup>,
    /// The Ruby functions and templates that programs called.
    pub(super) ruby_calls: CallTrace<TracedRubyCall>,
    /// Those that are still running, the innermost last.
    pub(super) running_ruby: Vec<TracedRubyCall>,
    /// The Ruby functions and templates that declared resources.
    pub(super) creators: FxHashMap<ResourceId, TracedRubyCall>,
    /// The classes that were declared as parents of other classes.
    pub(super) inherited: FxHashMap<ResourceId, DefinitionId>,
}

impl Evaluator<'_> {
    /// Makes this run record everything that explanations need.
    pub fn keep_provenance(&mut self) {
        self.catalog_state.trace = Some(Box::default());
    }
}

impl Compilation<'_, '_> {
    /// Records the location in data of the value of a parameter.
    pub(crate) fn trace_data(&mut self, id: ResourceId, name: &Text, key: &str) {
        if self.evaluator.catalog_state.trace.is_some() {
            let places = self.evaluator.lookup().data_places(key, &Value::Undef);
            if let Some(trace) = &mut self.evaluator.catalog_state.trace {
                trace.data.insert((id, name.clone()), places);
            }
        }
    }

    /// Records the calls that declare a resource, and the variables visible in them.
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

    /// Records the location of an assignment to a variable of the current scope.
    pub(crate) fn trace_assigned(&mut self, name: &Text, at: ExprId) {
        let key = (self.evaluator.run.scopes.current, name.clone());
        if let Some(trace) = &mut self.evaluator.catalog_state.trace {
            trace.assigned.insert(key, (self.evaluator.run.program_number(), at));
        }
    }
}

impl CatalogState {
    /// Returns the location in data of the value of a parameter. The values there are included
    /// unless they are secret.
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

    /// Records a value that is about to be replaced.
    pub(crate) fn trace_replaced(&mut self, id: ResourceId, name: &Text) {
        let Some(trace) = &mut self.trace else { return };
        let resource = &self.resources[id as usize];
        if let Some(old) = resource.parameters.get(name) {
            trace.replaced.entry((id, name.clone())).or_default().push(old.clone());
        }
    }

    /// Records the class whose inheritance declares another class.
    pub(crate) fn trace_inherited(&mut self, id: ResourceId, by: DefinitionId) {
        if let Some(trace) = &mut self.trace {
            trace.inherited.entry(id).or_insert(by);
        }
    }
}
