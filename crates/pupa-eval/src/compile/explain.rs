//! Explains the origin of resources and parameters in the finished catalog, for `pupa explain`.
//!
//! Every parameter carries how and where it was set. Everything else (replaced values, the calls
//! that declared a resource, the locations of assignments) is recorded only if the run is asked to.

mod call_trace;
mod code;
mod enclosing;
mod lookups;
mod ruby_calls;
mod secret;
mod trace;

use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashSet;

use super::reference::Reference;
use super::resource::{Kind, Parameter, Resource};
use super::{CatalogState, CatalogView, Origin as Place, ResourceId};
use crate::evaluator::scope::{Bound, ScopeId, TOP};
use crate::evaluator::{CallRecord, Evaluator};
use crate::explanation::{
    Called, Declaration, ExplainedParameter, ExplainedVariable, Explanation, Origin,
    ParameterSource, SourceLine, VariableSource,
};
pub(crate) use code::variable_use;
use code::{Use, code_of, is_constant, variables_of};
use enclosing::{iteration_around, title_at};
use secret::speaks_of_secrets;

pub(crate) use ruby_calls::RubySubject;
pub(super) use trace::Trace;

/// The maximum number of variables to follow from one to the next.
const MAX_DEPTH: usize = 8;

/// The maximum number of containers in an explanation.
const MOST_CONTAINERS: usize = 200;

/// The context of the explained code, with the explanations so far.
struct View<'t> {
    /// The scope; `None` if it no longer exists.
    scope: Option<ScopeId>,
    /// The variables of lambdas and functions that are visible in the code.
    locals: &'t [(Text, Value)],
    /// Whether the code and its values must be hidden.
    is_hidden: bool,
    /// The expression that is being explained, and the number of its program.
    code: Option<(u32, ExprId)>,
    /// The number of variables followed so far.
    depth: usize,
}

/// The variables that have been explained; each is explained once.
type ExplainedVariables = FxHashSet<(ScopeId, String)>;

impl Evaluator<'_> {
    /// Explains a resource of the catalog, such as `File[/etc/motd]`; `None` if there is no such
    /// resource.
    pub fn explain(&self, reference: &str) -> Option<Explanation> {
        let reference = Reference::parse(reference).ok()?;
        let id = self.catalog_state.find(&reference).or_else(|| {
            // The reference may be quoted as in Puppet code: `File['/etc/motd']`.
            let title = reference.title.as_str();
            let inner = |quote| title.strip_prefix(quote)?.strip_suffix(quote);
            let title = inner('\'').or_else(|| inner('"'))?;
            self.catalog_state.find(&Reference::new(&reference.type_name, title))
        })?;
        let resource = self.catalog_state.resource(id);
        let explained = |(name, parameter): (&Text, &Parameter)| {
            let is_hidden = resource.sensitive.contains(name);
            let origin = |parameter| {
                self.catalog_view().origin(
                    id,
                    name,
                    parameter,
                    is_hidden,
                    0,
                    &mut ExplainedVariables::default(),
                )
            };
            let trace = self.catalog_state.trace.as_ref();
            let replaced = trace.and_then(|trace| trace.replaced.get(&(id, name.clone())));
            let is_shown = !is_hidden && !parameter.value.holds_sensitive();
            ExplainedParameter {
                name: name.to_string(),
                value: is_shown.then(|| parameter.value.clone()),
                origin: origin(parameter),
                replaced: replaced.into_iter().flatten().rev().map(origin).collect(),
            }
        };
        Some(Explanation {
            resource: resource.reference(),
            declared: self.catalog_view().declarations(id),
            title: self.catalog_view().title_origin(id),
            parameters: resource.parameters.iter().map(explained).collect(),
        })
    }

    /// The references of all resources of the catalog, in order.
    pub fn resource_names(&self) -> Vec<String> {
        let order = self.catalog_state.table.order.iter();
        order.map(|id| self.catalog_state.resource(*id).reference()).collect()
    }
}

impl CatalogView<'_, '_> {
    fn declarations(&self, id: ResourceId) -> Vec<Declaration> {
        let mut all: Vec<Declaration> = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next.filter(|_| all.len() < MOST_CONTAINERS) {
            let resource = self.catalog.resource(id);
            next =
                self.run.scopes.get(resource.scope).resource.filter(|container| *container != id);
            all.push(self.declaration(id, resource, next));
        }
        all
    }

    fn declaration(
        &self,
        id: ResourceId,
        resource: &Resource,
        container: Option<ResourceId>,
    ) -> Declaration {
        let mut calls = self.catalog.own_calls(id, container);
        let inherited = self.catalog.trace.as_ref().and_then(|trace| trace.inherited.get(&id));
        let (by, place) = if let Some(origin) = resource.origin {
            let last = calls.last().filter(|call| self.call_place(call) == origin);
            let by = last.map(|call| self.run.called_name(call.program, call.at));
            (by.unwrap_or_else(|| "declared".to_owned()), Some(origin))
        } else if let Kind::Node(definition) = resource.kind {
            let definition = self.catalog.definitions.get(definition);
            let origin = self.definition_origin(definition.program, &definition.code);
            ("definition of the node".to_owned(), Some(origin))
        } else if let Some(heir) = inherited {
            let heir = self.catalog.definitions.get(*heir);
            let origin = self.definition_origin(heir.program, &heir.code);
            let heir = Reference::new("class", &heir.name);
            (format!("inherited by {heir}"), Some(origin))
        } else if let Some(call) = calls.pop() {
            (self.run.called_name(call.program, call.at), Some(self.call_place(&call)))
        } else if self.catalog.imported.contains_key(&id) {
            ("exported by another node".to_owned(), None)
        } else if self.catalog.main == Some(id) {
            ("everything that is declared outside of classes".to_owned(), None)
        } else {
            ("given to the node".to_owned(), None)
        };
        Declaration {
            resource: resource.reference(),
            by,
            place: place.map(|place| self.spot(place)).or_else(|| self.catalog.exported_at(id)),
            through: self.called(&calls, place),
        }
    }

    /// The calls that led to a location, the innermost first. Calls that the code shows anyway,
    /// such as an enclosing `each`, are left out.
    fn called(&self, calls: &[CallRecord], place: Option<Place>) -> Vec<Called> {
        let mut called = Vec::new();
        let mut inner = place;
        for call in calls.iter().rev() {
            let span = self.run.program_at(call.program).tree[call.at].span;
            let is_around = inner.is_some_and(|place| {
                place.program == call.program && (span.start..=span.end).contains(&place.offset)
            });
            let place = self.call_place(call);
            if !is_around {
                let function = self.run.called_name(call.program, call.at);
                called.push(Called { function, place: self.spot(place) });
            }
            inner = Some(place);
        }
        called
    }

    fn call_place(&self, call: &CallRecord) -> Place {
        let offset = self.run.program_at(call.program).tree.place(call.at);
        Place { program: call.program, offset, by_call: true }
    }

    fn spot(&self, place: Place) -> SourceLine {
        let source = self.run.program_at(place.program).source();
        SourceLine { file: source.name().to_owned(), line: source.line_of(place.offset) }
    }

    /// Returns the origin of a parameter of a resource.
    fn origin(
        &self,
        id: ResourceId,
        name: &str,
        parameter: &Parameter,
        is_hidden: bool,
        depth: usize,
        visited: &mut ExplainedVariables,
    ) -> Origin {
        let resource = self.catalog.resource(id);
        let mut place = parameter.origin.map(|origin| self.spot(origin));
        let mut code = parameter.origin.zip(parameter.at).map(|(origin, at)| (origin.program, at));
        let mut scope = self.given_in(resource, parameter);
        let mut locals = self.catalog.locals_of(id, parameter);
        match parameter.how {
            ParameterSource::ParameterDefault => {
                code = self.catalog.default_of(resource, name);
                let spot = |(program, at): (u32, ExprId)| {
                    let offset = self.run.program_at(program).tree.place(at);
                    self.spot(Place { program, offset, by_call: false })
                };
                place = code.map(spot);
                scope = self.run.scopes.of_resource(id).or(scope);
                locals = &[];
            }
            ParameterSource::CreateResources => {
                place = resource.origin.map(|origin| self.spot(origin))
            }
            _ => {}
        }
        let is_hidden = is_hidden
            || resource.sensitive.iter().any(|hidden| hidden.as_str() == name)
            || parameter.value.holds_sensitive();
        let mut origin = Origin {
            how: parameter.how,
            value: (!is_hidden).then(|| parameter.value.clone()),
            place,
            code: None,
            is_literal: false,
            variables: Vec::new(),
            lookups: Vec::new(),
            ruby_calls: Vec::new(),
            data: self.catalog.traced_data(id, name, is_hidden),
        };
        if let Some((program, at)) = code {
            let view = View { scope, locals, is_hidden, code: None, depth };
            self.describe(&mut origin, program, at, view, visited);
        } else if parameter.how == ParameterSource::CreateResources {
            let view = View { scope, locals, is_hidden, code: None, depth };
            origin.ruby_calls.extend(self.explain_creator(id, &view, visited));
        }
        origin
    }

    /// Adds the explanation of an expression to the origin of a value.
    fn describe(
        &self,
        origin: &mut Origin,
        program: u32,
        at: ExprId,
        view: View<'_>,
        visited: &mut ExplainedVariables,
    ) {
        let tree = &self.run.program_at(program).tree;
        let uses = variables_of(tree, at);
        // The code that hides a value may contain the value: `Sensitive('secret')`.
        let is_hidden = view.is_hidden || speaks_of_secrets(tree, at);
        origin.code = (!is_hidden).then(|| code_of(tree, at));
        origin.is_literal = uses.is_empty() && is_constant(tree, at);
        if view.depth < MAX_DEPTH {
            let code = Some((program, at));
            let view = View { is_hidden, code, depth: view.depth + 1, ..view };
            let explain = |used: &Use| self.explain_variable(used, &view, visited);
            origin.variables = uses.iter().map(explain).collect();
            origin.lookups = self.explain_lookups(program, at, &view);
            origin.ruby_calls = self.explain_ruby_calls(program, at, &view, visited);
        }
    }

    /// The scope of the code that set a parameter.
    fn given_in(&self, resource: &Resource, parameter: &Parameter) -> Option<ScopeId> {
        let elsewhere = matches!(
            parameter.how,
            ParameterSource::Override
                | ParameterSource::Collector
                | ParameterSource::ResourceDefault
        );
        if !elsewhere {
            return Some(resource.scope);
        }
        let mut next = Some(resource.scope);
        while let Some(scope) = next {
            if self.run.scopes.get(scope).source == parameter.source {
                return Some(scope);
            }
            next = self.run.scopes.get(scope).parent;
        }
        let name = &self.catalog.definitions.get(parameter.source?).name;
        self.catalog.class_scopes.get(name).copied()
    }

    fn explain_variable(
        &self,
        used: &Use,
        view: &View<'_>,
        visited: &mut ExplainedVariables,
    ) -> ExplainedVariable {
        let explained = |whole: Option<Value>, source| {
            let part = whole.map(|whole| used.part(whole));
            ExplainedVariable {
                name: used.name.clone(),
                keys: used.keys.clone(),
                value: part.filter(|part| !view.is_hidden && !part.holds_sensitive()),
                source,
            }
        };
        let local = view.locals.iter().find(|(name, _)| name.as_str() == used.name);
        if let Some((_, value)) = local {
            let source = match self.iterated(&used.name, view, visited) {
                Some((function, origin)) => VariableSource::Iterated { function, origin },
                None => VariableSource::Local,
            };
            return explained(Some(value.clone()), source);
        }
        let (found, name) = self.find_variable(&used.name, view.scope);
        let Some(found) = found else {
            let setting = used.name.trim_start_matches("::").strip_prefix("settings::");
            let value = setting.and_then(|name| self.class_variable("settings", name));
            let source = match (&value, used.name.contains("::")) {
                (Some(_), _) => VariableSource::Compiler,
                (None, true) => VariableSource::Unset,
                (None, false) => VariableSource::Local,
            };
            return explained(value, source);
        };
        let value = match self.run.scopes.get(found).local(name) {
            Bound::Value(value) => Some(value.clone()),
            Bound::NotYet | Bound::Missing => None,
        };
        let is_hidden = view.is_hidden || value.as_ref().is_some_and(Value::holds_sensitive);
        let depth = match visited.insert((found, name.to_owned())) {
            true => view.depth,
            false => MAX_DEPTH,
        };
        let source = self.variable_source(found, name, is_hidden, depth, visited);
        explained(value, source)
    }

    /// The origin of the collection whose elements a parameter of a lambda has, with the function that
    /// calls the lambda.
    fn iterated(
        &self,
        name: &str,
        view: &View<'_>,
        visited: &mut ExplainedVariables,
    ) -> Option<(String, Box<Origin>)> {
        let (program, at) = view.code?;
        let tree = &self.run.program_at(program).tree;
        let around = iteration_around(tree, at, name)?;
        let offset = tree.place(around.collection);
        let mut origin = Origin::at(self.spot(Place { program, offset, by_call: false }));
        let inner = View { code: None, ..*view };
        self.describe(&mut origin, program, around.collection, inner, visited);
        Some((self.run.called_name(program, around.call), Box::new(origin)))
    }

    /// The origin of the title of a resource, unless it is written in the declaration.
    fn title_origin(&self, id: ResourceId) -> Option<Origin> {
        let resource = self.catalog.resource(id);
        let place = resource.origin.filter(|place| !place.by_call)?;
        let tree = &self.run.program_at(place.program).tree;
        let title = title_at(tree, place.offset)?;
        let offset = tree.place(title);
        let mut origin = Origin::at(self.spot(Place { offset, ..place }));
        let trace = self.catalog.trace.as_ref();
        let locals = trace.and_then(|trace| trace.locals.get(&id)).map_or(&[][..], Vec::as_slice);
        let scope = Some(resource.scope);
        let view = View { scope, locals, is_hidden: false, code: None, depth: 0 };
        self.describe(&mut origin, place.program, title, view, &mut ExplainedVariables::default());
        let is_computed = !origin.variables.is_empty() || !origin.lookups.is_empty();
        (is_computed || !origin.ruby_calls.is_empty()).then_some(origin)
    }

    /// The scope that has a variable, and its name there.
    fn find_variable<'n>(
        &self,
        name: &'n str,
        scope: Option<ScopeId>,
    ) -> (Option<ScopeId>, &'n str) {
        let absolute = name.strip_prefix("::");
        let name = absolute.unwrap_or(name);
        let (mut next, local) = match name.rsplit_once("::") {
            Some((class, local)) => (self.catalog.class_scopes.get(class).copied(), local),
            None if absolute.is_some() => (Some(TOP), name),
            None => (scope, name),
        };
        while let Some(scope) = next {
            let known = self.run.scopes.get(scope);
            if !matches!(known.local(local), Bound::Missing) {
                return (Some(scope), local);
            }
            next = if name.contains("::") { known.inherited } else { known.next };
        }
        (None, local)
    }

    fn variable_source(
        &self,
        scope: ScopeId,
        name: &str,
        is_hidden: bool,
        depth: usize,
        visited: &mut ExplainedVariables,
    ) -> VariableSource {
        let trace = self.catalog.trace.as_ref();
        let assigned = trace.and_then(|trace| trace.assigned.get(&(scope, name.into())));
        if let Some((program, at)) = assigned.copied() {
            let offset = self.run.program_at(program).tree.place(at);
            let mut origin = Origin::at(self.spot(Place { program, offset, by_call: false }));
            let right = self.assigned_expression(program, at);
            let view = View { scope: Some(scope), locals: &[], is_hidden, code: None, depth };
            self.describe(&mut origin, program, right, view, visited);
            return VariableSource::Assigned(Box::new(origin));
        }
        let Some(id) = self.run.scopes.get(scope).resource.filter(|_| scope != TOP) else {
            return match name {
                "module_name" | "caller_module_name" | "title" | "name" => VariableSource::Compiler,
                _ => VariableSource::Node,
            };
        };
        let resource = self.catalog.resource(id);
        match (resource.parameters.get(name), name) {
            (Some(parameter), _) => VariableSource::Parameter {
                resource: resource.reference(),
                origin: Box::new(self.origin(id, name, parameter, is_hidden, depth, visited)),
            },
            (None, "title" | "name") => VariableSource::Title { resource: resource.reference() },
            (None, _) => VariableSource::Compiler,
        }
    }

    /// The right side of an assignment.
    fn assigned_expression(&self, program: u32, at: ExprId) -> ExprId {
        match *self.run.program_at(program).tree.kind(at) {
            ExprKind::Binary { right, .. } => right,
            _ => at,
        }
    }
}

impl CatalogState {
    /// Returns the location at which another node declares an exported resource.
    fn exported_at(&self, id: ResourceId) -> Option<SourceLine> {
        let foreign = self.imported.get(&id)?;
        Some(SourceLine { file: foreign.file.as_ref()?.to_string(), line: foreign.line? })
    }

    /// The calls between the container of a resource and its declaration.
    fn own_calls(&self, id: ResourceId, container: Option<ResourceId>) -> Vec<CallRecord> {
        let Some(trace) = &self.trace else { return Vec::new() };
        let Some(all) = trace.calls.get(&id) else { return Vec::new() };
        // The code of a class runs while it is declared, that of a defined resource later.
        let is_class = |id: &ResourceId| self.resource(*id).is_class();
        let around = container.filter(is_class).and_then(|container| trace.calls.get(&container));
        all.get(around.map_or(0, Vec::len)..).unwrap_or_default().to_vec()
    }

    /// The variables of lambdas and functions that were visible where a parameter was set.
    fn locals_of(&self, id: ResourceId, parameter: &Parameter) -> &[(Text, Value)] {
        let here = matches!(
            parameter.how,
            ParameterSource::Given | ParameterSource::Splat | ParameterSource::BodyDefault
        );
        let trace = self.trace.as_ref().filter(|_| here);
        trace.and_then(|trace| trace.locals.get(&id)).map_or(&[], Vec::as_slice)
    }

    /// The expression of the default of a parameter.
    fn default_of(&self, resource: &Resource, name: &str) -> Option<(u32, ExprId)> {
        let (Kind::Class(id) | Kind::Define(id)) = &resource.kind else { return None };
        let definition = self.definitions.get(*id);
        let mut parameters = definition.code.parameters.iter();
        let parameter = parameters.find(|parameter| parameter.name.as_str() == name)?;
        Some((definition.program, parameter.default.as_ref()?.at))
    }
}
