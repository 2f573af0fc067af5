//! Records the Ruby functions and templates that expressions called, with the variables that they
//! read.

use pupa_syntax::tree::ExprId;
use pupa_value::Value;

use super::code::Use;
use super::{ExplainedVariables, View};
use crate::compile::{CatalogState, CatalogView, Compilation, ResourceId};
use crate::explanation::{ExplainedRubyCall, SourceLine};

/// The maximum number of recorded variables for one call.
const MOST_VARIABLES: usize = 20;

/// A run of Ruby code.
#[derive(Clone)]
pub(super) struct TracedRubyCall {
    subject: RubySubject,
    arguments: Vec<Value>,
    /// The names of the variables that the code read, each once.
    variables: Vec<String>,
}

/// The Ruby code that runs.
#[derive(Clone)]
pub(crate) enum RubySubject {
    /// A template; `None` for `inline_template`.
    Template { path: Option<String> },
    /// A function, with the location of its definition.
    Function { name: String, file: String, line: u32 },
}

impl CatalogState {
    /// Begins the record of a call of Ruby code.
    pub(crate) fn trace_ruby_begin(
        &mut self,
        subject: impl FnOnce() -> RubySubject,
        arguments: &[Value],
    ) {
        if let Some(trace) = &mut self.trace {
            let arguments = arguments.to_vec();
            let call = TracedRubyCall { subject: subject(), arguments, variables: Vec::new() };
            trace.running_ruby.push(call);
        }
    }

    /// Records that the running Ruby code reads a variable.
    pub(crate) fn trace_ruby_variable(&mut self, name: &str) {
        let Some(trace) = &mut self.trace else { return };
        let Some(call) = trace.running_ruby.last_mut() else { return };
        let is_known = call.variables.iter().any(|known| known == name);
        if !is_known && call.variables.len() < MOST_VARIABLES {
            call.variables.push(name.to_owned());
        }
    }
}

impl Compilation<'_, '_> {
    /// Ends the record of a call of Ruby code.
    pub(crate) fn trace_ruby_end(&mut self) {
        let context = self.view().innermost_call();
        let Some(trace) = &mut self.evaluator.catalog_state.trace else { return };
        let call = trace.running_ruby.pop();
        if let (Some(call), Some(context)) = (call, context) {
            trace.ruby_calls.add(context, call);
        }
    }
}

impl CatalogView<'_, '_> {
    /// The calls of Ruby code in an expression, in the order of the text.
    pub(super) fn explain_ruby_calls(
        &self,
        program: u32,
        at: ExprId,
        view: &View<'_>,
        visited: &mut ExplainedVariables,
    ) -> Vec<ExplainedRubyCall> {
        let Some(trace) = &self.catalog.trace else { return Vec::new() };
        let tree = &self.run.program_at(program).tree;
        let calls = trace.ruby_calls.of_expression(tree, program, at, view);
        calls.into_iter().map(|call| self.explain_ruby_call(call, view, visited)).collect()
    }

    /// The Ruby function or template that declared a resource.
    pub(super) fn explain_creator(
        &self,
        id: ResourceId,
        view: &View<'_>,
        visited: &mut ExplainedVariables,
    ) -> Option<ExplainedRubyCall> {
        let call = self.catalog.trace.as_ref()?.creators.get(&id)?;
        Some(self.explain_ruby_call(call, view, visited))
    }

    fn explain_ruby_call(
        &self,
        call: &TracedRubyCall,
        view: &View<'_>,
        visited: &mut ExplainedVariables,
    ) -> ExplainedRubyCall {
        let (function, place) = match &call.subject {
            RubySubject::Template { path } => {
                let place = path.clone().map(|file| SourceLine { file, line: 1 });
                (None, place)
            }
            RubySubject::Function { name, file, line } => {
                (Some(name.clone()), Some(SourceLine { file: file.clone(), line: *line }))
            }
        };
        let is_shown = |value: &Value| !view.is_hidden && !value.holds_sensitive();
        let arguments = call.arguments.iter();
        let uses = call.variables.iter().map(|name| Use { name: name.clone(), keys: Vec::new() });
        ExplainedRubyCall {
            function,
            place,
            arguments: arguments.map(|value| is_shown(value).then(|| value.clone())).collect(),
            variables: uses.map(|used| self.explain_variable(&used, view, visited)).collect(),
        }
    }
}
