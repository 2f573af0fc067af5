//! Explains resources of the finished catalog.
//!
//! Every parameter carries how and where it was given. What that does not tell (what was
//! replaced, which call declared a class, where variables were assigned) is kept only by runs that
//! are asked to.

use pupa_syntax::tree::{ExprId, ExprKind, Tree};
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::reference::Reference;
use super::resource::{Kind, Parameter, Resource};
use super::{Origin as Place, ResourceId};
use crate::evaluator::scope::{Bound, ScopeId, TOP};
use crate::evaluator::{CallRecord, Evaluator};
use crate::explanation::{
    Declaration, ExplainedParameter, ExplainedVariable, Explanation, How, Origin, Spot,
    VariableSource,
};

/// How far variables are followed.
const MAX_DEPTH: usize = 8;

/// The most variables of an expression that are told of.
const MOST_VARIABLES: usize = 20;

/// How many containers are told of.
const MOST_CONTAINERS: usize = 200;

/// What a run keeps to explain more.
#[derive(Default)]
pub(in crate::evaluator) struct Trace {
    /// What parameters were before, in order.
    replaced: FxHashMap<(ResourceId, Text), Vec<Parameter>>,
    /// The calls that declared resources.
    calls: FxHashMap<ResourceId, CallRecord>,
    /// Where variables were assigned.
    assigned: FxHashMap<(ScopeId, Text), (u32, ExprId)>,
}

impl Evaluator<'_> {
    /// Keeps what is needed to explain resources in full.
    pub fn keep_provenance(&mut self) {
        self.compilation.trace = Some(Box::default());
    }

    /// Notes what is about to be replaced.
    pub(super) fn trace_replaced(&mut self, id: ResourceId, name: &Text) {
        let Some(trace) = &mut self.compilation.trace else { return };
        let resource = &self.compilation.resources[id as usize];
        if let Some(old) = resource.parameters.get(name) {
            trace.replaced.entry((id, name.clone())).or_default().push(old.clone());
        }
    }

    /// Notes the call that declares a resource.
    pub(super) fn trace_declared(&mut self, id: ResourceId) {
        if let Some(trace) = &mut self.compilation.trace
            && let Some(call) = self.calls.last()
        {
            trace.calls.insert(id, *call);
        }
    }

    /// Notes where a variable of the running scope is assigned.
    pub(in crate::evaluator) fn trace_assigned(&mut self, name: &Text, at: ExprId) {
        let key = (self.scopes.current, name.clone());
        if let Some(trace) = &mut self.compilation.trace {
            trace.assigned.insert(key, (self.program, at));
        }
    }

    /// Explains a resource of the catalog: `File[/etc/motd]`. None when there is none.
    pub fn explain(&self, reference: &str) -> Option<Explanation> {
        let reference = Reference::parse(reference).ok()?;
        let id = self.compilation.find(&reference)?;
        let resource = self.compilation.resource(id);
        let explained = |(name, parameter): (&Text, &Parameter)| {
            let is_hidden = resource.sensitive.contains(name);
            let origin = |parameter| self.origin(id, name, parameter, is_hidden, 0);
            let trace = self.compilation.trace.as_ref();
            let replaced = trace.and_then(|trace| trace.replaced.get(&(id, name.clone())));
            ExplainedParameter {
                name: name.to_string(),
                value: (!is_hidden).then(|| parameter.value.clone()),
                origin: origin(parameter),
                replaced: replaced.into_iter().flatten().rev().map(origin).collect(),
            }
        };
        Some(Explanation {
            resource: resource.reference(),
            declared: self.declarations(id),
            parameters: resource.parameters.iter().map(explained).collect(),
        })
    }

    /// The references of all resources of the catalog, in order.
    pub fn resource_names(&self) -> Vec<String> {
        let order = self.compilation.table.order.iter();
        order.map(|id| self.compilation.resource(*id).reference()).collect()
    }

    fn declarations(&self, id: ResourceId) -> Vec<Declaration> {
        let mut all: Vec<Declaration> = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next.filter(|_| all.len() < MOST_CONTAINERS) {
            let resource = self.compilation.resource(id);
            all.push(self.declaration(id, resource));
            next = self.scopes.get(resource.scope).resource.filter(|container| *container != id);
        }
        all
    }

    fn declaration(&self, id: ResourceId, resource: &Resource) -> Declaration {
        let call = self.compilation.trace.as_ref().and_then(|trace| trace.calls.get(&id));
        let (by, place) = match (resource.origin, call) {
            (Some(origin), _) => ("declared".to_owned(), Some(self.spot(origin))),
            _ if let Kind::Node(definition) = resource.kind => {
                let definition = self.compilation.definitions.get(definition);
                let origin = self.definition_origin(definition.program, &definition.code);
                ("definition of the node".to_owned(), Some(self.spot(origin)))
            }
            (None, Some(call)) => {
                let offset = self.programs[call.program as usize].tree.place(call.at);
                let place = self.spot(Place { program: call.program, offset });
                (self.called_name(call.program, call.at), Some(place))
            }
            (None, None) if self.compilation.imported.contains(&id) => {
                ("exported by another node".to_owned(), None)
            }
            (None, None) if self.compilation.main == Some(id) => {
                ("everything that is declared outside of classes".to_owned(), None)
            }
            (None, None) => ("given to the node".to_owned(), None),
        };
        Declaration { resource: resource.reference(), by, place }
    }

    fn spot(&self, place: Place) -> Spot {
        let source = self.programs[place.program as usize].source();
        Spot { file: source.name().to_owned(), line: source.line_of(place.offset) }
    }

    /// Where a parameter of a resource comes from.
    fn origin(
        &self,
        id: ResourceId,
        name: &str,
        parameter: &Parameter,
        is_hidden: bool,
        depth: usize,
    ) -> Origin {
        let resource = self.compilation.resource(id);
        let mut place = parameter.origin.map(|origin| self.spot(origin));
        let mut code = parameter.origin.zip(parameter.at).map(|(origin, at)| (origin.program, at));
        let mut scope = self.given_in(resource, parameter);
        if parameter.how == How::ParameterDefault {
            code = self.default_of(resource, name);
            let spot = |(program, at): (u32, ExprId)| {
                let offset = self.programs[program as usize].tree.place(at);
                self.spot(Place { program, offset })
            };
            place = code.map(spot);
            scope = self.scopes.of_resource(id).unwrap_or(scope);
        }
        let is_hidden = is_hidden || matches!(parameter.value, Value::Sensitive(_));
        let mut origin = Origin {
            how: parameter.how,
            value: (!is_hidden).then(|| parameter.value.clone()),
            place,
            code: None,
            is_literal: false,
            variables: Vec::new(),
        };
        if let Some((program, at)) = code {
            self.describe(&mut origin, program, at, scope, is_hidden, depth);
        }
        origin
    }

    /// Adds what an expression says to where a value comes from.
    fn describe(
        &self,
        origin: &mut Origin,
        program: u32,
        at: ExprId,
        scope: ScopeId,
        is_hidden: bool,
        depth: usize,
    ) {
        let tree = &self.programs[program as usize].tree;
        let mut names = Vec::new();
        variables_of(tree, at, &mut names);
        // What hides a value may be written where it is hidden: `Sensitive('secret')`.
        origin.code = (!is_hidden).then(|| code_of(tree, at));
        origin.is_literal = names.is_empty() && is_literal(tree, at);
        if depth < MAX_DEPTH {
            let explain = |name: &String| self.explain_variable(name, scope, is_hidden, depth + 1);
            origin.variables = names.iter().map(explain).collect();
        }
    }

    /// The scope of the code that gave a parameter.
    fn given_in(&self, resource: &Resource, parameter: &Parameter) -> ScopeId {
        let elsewhere = matches!(
            parameter.how,
            How::Override | How::Collector | How::ResourceDefault
        );
        let by = parameter.source.filter(|_| elsewhere);
        let name = by.map(|id| &self.compilation.definitions.get(id).name);
        let scope = name.and_then(|name| self.compilation.class_scopes.get(name));
        scope.copied().unwrap_or(resource.scope)
    }

    /// The expression of the default of a parameter.
    fn default_of(&self, resource: &Resource, name: &str) -> Option<(u32, ExprId)> {
        let (Kind::Class(id) | Kind::Define(id)) = &resource.kind else { return None };
        let definition = self.compilation.definitions.get(*id);
        let mut parameters = definition.code.parameters.iter();
        let parameter = parameters.find(|parameter| parameter.name.as_str() == name)?;
        Some((definition.program, parameter.default.as_ref()?.at))
    }

    fn explain_variable(
        &self,
        name: &str,
        scope: ScopeId,
        is_hidden: bool,
        depth: usize,
    ) -> ExplainedVariable {
        let (found, local) = self.find_variable(name, scope);
        let value = found.and_then(|scope| match self.scopes.get(scope).local(local) {
            Bound::Value(value) => Some(value.clone()),
            Bound::NotYet | Bound::Missing => None,
        });
        let is_hidden = is_hidden || matches!(value, Some(Value::Sensitive(_)));
        let source = match found {
            None => self.outside_of_scopes(name),
            Some(scope) => self.variable_source(scope, local, is_hidden, depth),
        };
        let value = value.filter(|_| !is_hidden);
        ExplainedVariable { name: name.to_owned(), value, source }
    }

    /// The scope that has a variable, and its name there.
    fn find_variable<'n>(&self, name: &'n str, scope: ScopeId) -> (Option<ScopeId>, &'n str) {
        let name = name.strip_prefix("::").map_or(name, |rest| rest);
        let (mut next, local) = match name.rsplit_once("::") {
            Some((class, local)) => (self.compilation.class_scopes.get(class).copied(), local),
            None => (Some(scope), name),
        };
        while let Some(scope) = next {
            let known = self.scopes.get(scope);
            if !matches!(known.local(local), Bound::Missing) {
                return (Some(scope), local);
            }
            next = if name.contains("::") { known.inherited } else { known.next };
        }
        (None, local)
    }

    fn outside_of_scopes(&self, name: &str) -> VariableSource {
        match name.contains("::") {
            true => VariableSource::Unset,
            false => VariableSource::Local,
        }
    }

    fn variable_source(
        &self,
        scope: ScopeId,
        name: &str,
        is_hidden: bool,
        depth: usize,
    ) -> VariableSource {
        let trace = self.compilation.trace.as_ref();
        let assigned = trace.and_then(|trace| trace.assigned.get(&(scope, name.into())));
        if let Some((program, at)) = assigned.copied() {
            let offset = self.programs[program as usize].tree.place(at);
            let mut origin = Origin {
                how: How::Given,
                value: None,
                place: Some(self.spot(Place { program, offset })),
                code: None,
                is_literal: false,
                variables: Vec::new(),
            };
            let right = self.assigned_expression(program, at);
            self.describe(&mut origin, program, right, scope, is_hidden, depth);
            return VariableSource::Assigned(Box::new(origin));
        }
        let Some(id) = self.scopes.get(scope).resource.filter(|_| scope != TOP) else {
            return VariableSource::Node;
        };
        let resource = self.compilation.resource(id);
        match resource.parameters.get(name) {
            Some(parameter) => VariableSource::Parameter {
                resource: resource.reference(),
                origin: Box::new(self.origin(id, name, parameter, is_hidden, depth)),
            },
            None => VariableSource::Node,
        }
    }

    /// The right side of an assignment.
    fn assigned_expression(&self, program: u32, at: ExprId) -> ExprId {
        match *self.programs[program as usize].tree.kind(at) {
            ExprKind::Binary { right, .. } => right,
            _ => at,
        }
    }
}

/// The text of an expression.
fn code_of(tree: &Tree, at: ExprId) -> String {
    let span = tree[at].span;
    let text = tree.source().text();
    text.get(span.start as usize..span.end as usize).unwrap_or_default().trim().to_owned()
}

/// The names of the variables of an expression, each once.
fn variables_of(tree: &Tree, at: ExprId, names: &mut Vec<String>) {
    let mut waiting = vec![at];
    while let Some(expr) = waiting.pop() {
        if let ExprKind::Variable(name) = *tree.kind(expr) {
            let name = tree.text(name).to_owned();
            if !names.contains(&name) && names.len() < MOST_VARIABLES {
                names.push(name);
            }
        }
        let from = waiting.len();
        tree.each_child(expr, &mut |child| waiting.push(child));
        waiting[from..].reverse();
    }
}

/// Whether an expression says its value itself.
fn is_literal(tree: &Tree, at: ExprId) -> bool {
    let mut waiting = vec![at];
    while let Some(expr) = waiting.pop() {
        match tree.kind(expr) {
            ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Integer { .. }
            | ExprKind::BigInteger { .. }
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Regexp(_)
            | ExprKind::Name(_)
            | ExprKind::Reference(_)
            | ExprKind::Array(_)
            | ExprKind::Hash(_)
            | ExprKind::Access { .. } => tree.each_child(expr, &mut |child| waiting.push(child)),
            _ => return false,
        }
    }
    true
}
