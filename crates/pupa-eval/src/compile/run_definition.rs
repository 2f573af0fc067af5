//! Evaluates the code of classes, defined resources and nodes.

use std::rc::Rc;
use std::sync::Arc;

use crate::issues;
use pupa_catalog::resource_type::metaparameter::METAPARAMETERS;
use pupa_value::Value;
use pupa_value::types::{StructMember, StructType, Type};
use pupa_value::value::Text;

use super::reference::Reference;
use super::resource::{Kind, Parameter};
use super::{CatalogView, Compilation, DefinitionId, ResourceId};
use crate::evaluator::error_location::with_help;
use crate::evaluator::scope::ScopeId;
use crate::explanation::ParameterSource;
use crate::program::ParameterCode;
use crate::program::definition_code::{DefinitionCode, DefinitionForm, HostMatcher};
use crate::program::node::Node;
use crate::stop::{Outcome, Stop, UnlocatedError, error};

impl Compilation<'_, '_> {
    /// Evaluates the code of a resource, once.
    pub(super) fn evaluate_resource(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource_mut(id);
        if std::mem::replace(&mut resource.is_evaluated, true) {
            return Ok(());
        }
        let definition = match resource.kind {
            Kind::Class(definition) | Kind::Define(definition) | Kind::Node(definition) => {
                definition
            }
            Kind::BuiltIn(_) | Kind::Managed(_) | Kind::Other => return Ok(()),
        };
        self.add_scope_tags(id);
        self.evaluate_code(id, definition)
    }

    /// Adds the tags of the container to a resource.
    pub(super) fn add_scope_tags(&mut self, id: ResourceId) {
        let resource = self.evaluator.catalog_state.resource_mut(id);
        if std::mem::replace(&mut resource.has_scope_tags, true) {
            return;
        }
        let container = self.evaluator.run.scopes.get(resource.scope).resource;
        if let Some(container) = container.filter(|container| *container != id) {
            let tags = self.evaluator.catalog_state.resource(container).tags.clone();
            self.evaluator.catalog_state.resource_mut(id).tags.merge(&tags);
        }
    }

    fn evaluate_code(&mut self, id: ResourceId, definition_id: DefinitionId) -> Outcome<()> {
        let inherited = self.evaluate_parent(definition_id)?;
        let declared_in = self.evaluator.catalog_state.resource(id).scope;
        let scope = self.evaluator.run.scopes.add(inherited.unwrap_or(declared_in), inherited);
        let definition = self.evaluator.catalog_state.definitions.get(definition_id);
        let (code, program) = (Arc::clone(&definition.code), definition.program);
        let name = definition.name.clone();
        let new = self.evaluator.run.scopes.get_mut(scope);
        new.source = Some(definition_id);
        new.resource = Some(id);
        new.is_node = code.kind == DefinitionForm::Node;
        if code.kind != DefinitionForm::Define {
            self.evaluator.catalog_state.enter_class(name);
        }
        self.set_parameters(id, definition_id, scope)?;
        self.add_to_stage(id)?;
        let Some(body) = &code.body else { return Ok(()) };
        let matcher = self.evaluator.catalog_state.definitions.get(definition_id).matcher.clone();
        self.run_definition(program, scope, body, &code, matcher.as_ref())
    }

    fn run_definition(
        &mut self,
        program: u32,
        scope: ScopeId,
        body: &Node,
        code: &DefinitionCode,
        matcher: Option<&HostMatcher>,
    ) -> Outcome<()> {
        let result = self.evaluator.in_scope(program, scope, |evaluator| {
            // The code of the node can use the groups of the match with its name.
            if let Some(HostMatcher::Pattern(regexp)) = matcher {
                let node = Text::from(evaluator.catalog_state.node.to_lowercase());
                evaluator.run.match_regexp(regexp, &node)?;
            }
            evaluator.eval(body)
        });
        match result {
            // Compat: the value is not used, but it must be valid for a parameter.
            Ok(value) => self.view().held_value(value).map(drop),
            Err(stop) => match *stop {
                Stop::Return(..) | Stop::Next(..) if code.kind != DefinitionForm::Node => Ok(()),
                other => Err(Box::new(other)),
            },
        }
    }

    /// Evaluates the class that a class inherits from; returns its scope.
    fn evaluate_parent(&mut self, id: DefinitionId) -> Outcome<Option<ScopeId>> {
        let Some(parent) = self.evaluator.catalog_state.definitions.get(id).code.parent.clone()
        else {
            return Ok(None);
        };
        let parent = self.parent_class(id, &parent)?;
        let name = self.evaluator.catalog_state.definitions.get(parent).name.clone();
        let Some(resource) = self.evaluator.catalog_state.find(&Reference::new("class", &name))
        else {
            return Ok(None);
        };
        self.evaluate_resource(resource)?;
        Ok(self.evaluator.catalog_state.class_scopes.get(&name).copied())
    }

    /// Sets the variables for the parameters of a resource.
    fn set_parameters(
        &mut self,
        id: ResourceId,
        definition_id: DefinitionId,
        scope: ScopeId,
    ) -> Outcome<()> {
        let definition = self.evaluator.catalog_state.definitions.get(definition_id);
        let code = Arc::clone(&definition.code);
        let (program, name) = (definition.program, definition.name.clone());
        let module = definition.module.clone();
        self.evaluator
            .run
            .scopes
            .get_mut(scope)
            .set("module_name", module.unwrap_or_default().into());
        let parent = self.evaluator.run.scopes.get(scope).parent;
        let caller = parent.and_then(|parent| self.evaluator.run.scopes.get(parent).source);
        let caller =
            caller.and_then(|id| self.evaluator.catalog_state.definitions.get(id).module.clone());
        // Compat: the variable is empty if the caller is not in a module.
        self.evaluator
            .run
            .scopes
            .get_mut(scope)
            .set("caller_module_name", caller.unwrap_or_default().into());
        if code.kind == DefinitionForm::Class {
            self.bind_data(id, &code, &name, program, scope)?;
        }
        let resource = self.evaluator.catalog_state.resource(id);
        let reference = resource.reference();
        let title: Value = resource.title.clone().into();
        let named = resource.given("name").cloned().unwrap_or_else(|| title.clone());
        let is_class = code.kind == DefinitionForm::Class;
        let lowered = |value: Value| match &value {
            Value::String(text) if is_class => Value::from(text.to_lowercase()),
            _ => value,
        };
        let scope_data = self.evaluator.run.scopes.get_mut(scope);
        scope_data.set("title", lowered(title));
        scope_data.set("name", lowered(named));
        if code.kind != DefinitionForm::Define {
            self.evaluator.catalog_state.class_scopes.insert(name, scope);
        }
        self.bind_given(id, &code, scope);
        let assigned = self.assign_defaults(id, &code, program, scope, &reference);
        let pending = self.evaluator.run.scopes.get_mut(scope).pending.take().unwrap_or_default();
        assigned?;
        let values: Vec<(Text, Value)> =
            pending.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let expected = self.parameter_struct(definition_id)?;
        let checked = self.check_parameters(&reference, &expected, &values);
        checked.map_err(|stop| match *stop {
            Stop::Error(error) if is_class => self.blame_data(error, id, program, scope, &expected),
            other => Box::new(other),
        })?;
        self.evaluator.run.scopes.get_mut(scope).extend(values);
        Ok(())
    }

    /// Sets parameters of a class that were not given to the values in data.
    fn bind_data(
        &mut self,
        id: ResourceId,
        code: &DefinitionCode,
        class: &str,
        program: u32,
        scope: ScopeId,
    ) -> Outcome<()> {
        if code.parameters.is_empty() || !self.evaluator.lookup().has_data() {
            return Ok(());
        }
        self.evaluator.in_scope(program, scope, |evaluator| {
            for parameter in &code.parameters {
                if evaluator.catalog_state.resource(id).given(&parameter.name).is_some() {
                    continue;
                }
                let key = format!("{class}::{}", parameter.name);
                let Some(value) = evaluator.lookup().bound_value(&key)? else { continue };
                // A default takes precedence over undef in data.
                if !value.is_undef() || parameter.default.is_none() {
                    let source = evaluator.catalog_state.resource(id).source;
                    let value = evaluator.ruby_state.own_value(value);
                    let bound = Parameter::made(value, source, ParameterSource::Data);
                    let resource = evaluator.catalog_state.resource_mut(id);
                    resource.parameters.insert(parameter.name.clone(), bound);
                    evaluator.compilation().trace_data(id, &parameter.name, &key);
                }
            }
            Ok(())
        })
    }

    /// Adds to an error the locations in data of the values that don't match their parameters.
    #[cold]
    fn blame_data(
        &mut self,
        error: UnlocatedError,
        id: ResourceId,
        program: u32,
        scope: ScopeId,
        expected: &StructType,
    ) -> Box<Stop> {
        let resource = self.evaluator.catalog_state.resource(id);
        let Kind::Class(definition) = resource.kind else { return error.into() };
        let class = &self.evaluator.catalog_state.definitions.get(definition).name;
        let unfit = |(name, parameter): &(&Text, &Parameter)| {
            let member = expected.member(name);
            parameter.how == ParameterSource::Data
                && !member.is_some_and(|member| member.value.is_instance(&parameter.value))
        };
        let unfit = resource.parameters.iter().filter(unfit);
        let keys: Vec<String> = unfit.map(|(name, _)| format!("{class}::{name}")).collect();
        // The lookup must see the variables as they were when the value was found.
        self.evaluator.run.scopes.get_mut(scope).pending = None;
        let places = self.evaluator.in_scope(program, scope, |evaluator| {
            Ok(keys
                .iter()
                .map(|key| evaluator.lookup().places_told(key, &Value::Undef))
                .collect::<Vec<_>>())
        });
        let help: Vec<String> = places.into_iter().flatten().flatten().collect();
        match help.is_empty() {
            true => error.into(),
            false => UnlocatedError { help: Some(help.join("\n")), ..error }.into(),
        }
    }

    /// Sets all given values before the defaults are evaluated.
    fn bind_given(&mut self, id: ResourceId, code: &DefinitionCode, scope: ScopeId) {
        let mut pending: Vec<(Text, Option<Value>)> =
            code.parameters.iter().map(|parameter| (parameter.name.clone(), None)).collect();
        for (name, parameter) in &self.evaluator.catalog_state.resource(id).parameters {
            if name == "name" || name == "title" {
                continue;
            }
            let value = Some(parameter.value.clone());
            match pending.iter_mut().find(|(known, _)| known == name) {
                Some(known) => known.1 = value,
                None => pending.push((name.clone(), value)),
            }
        }
        self.evaluator.run.scopes.get_mut(scope).pending = Some(pending);
    }

    fn assign_defaults(
        &mut self,
        id: ResourceId,
        code: &DefinitionCode,
        program: u32,
        scope: ScopeId,
        reference: &str,
    ) -> Outcome<()> {
        for (index, parameter) in code.parameters.iter().enumerate() {
            let Some(default) = &parameter.default else { continue };
            if self.evaluator.catalog_state.resource(id).given(&parameter.name).is_some() {
                continue;
            }
            let value =
                self.evaluator.in_scope(program, scope, |evaluator| evaluator.eval(default));
            let value = value.map_err(|stop| match *stop {
                Stop::NotYetEvaluated(to) => {
                    let position = code.parameters.iter().position(|p| p.name.as_str() == to);
                    error(if position.is_some_and(|position| position < index) {
                        format!("{reference}: expects a value for parameter ${to}")
                    } else {
                        format!(
                            "{reference}: default expression for ${} tries to illegally access \
                             not yet evaluated ${to}",
                            parameter.name
                        )
                    })
                }
                other => self.view().within_definition(other, program, code),
            })?;
            let converted = self.view().held_value(value);
            let value =
                converted.map_err(|stop| self.view().within_definition(*stop, program, code))?;
            let source = self.evaluator.catalog_state.resource(id).source;
            let given = Parameter::made(value.clone(), source, ParameterSource::ParameterDefault);
            let resource = self.evaluator.catalog_state.resource_mut(id);
            resource.parameters.insert(parameter.name.clone(), given);
            if let Some(pending) = &mut self.evaluator.run.scopes.get_mut(scope).pending
                && let Some(slot) = pending.get_mut(index)
            {
                slot.1 = Some(value);
            }
        }
        Ok(())
    }

    /// The `Struct` type of the parameters, the same for all resources of a definition.
    pub(super) fn parameter_struct(&mut self, id: DefinitionId) -> Outcome<Rc<StructType>> {
        if let Some(known) = self.evaluator.catalog_state.parameter_structs.get(&id) {
            return Ok(Rc::clone(known));
        }
        let definition = self.evaluator.catalog_state.definitions.get(id);
        let (code, program) = (Arc::clone(&definition.code), definition.program);
        let mut members = vec![StructMember::new("name", true, Type::Any)];
        members.extend(METAPARAMETERS.iter().map(|m| StructMember::new(m.name, true, Type::Any)));
        let added = self.evaluator.catalog_state.extended.metaparameters().iter();
        members.extend(added.map(|name| StructMember::new(name.clone(), true, Type::Any)));
        for parameter in &code.parameters {
            let t = self.parameter_value_type(parameter, program)?;
            let is_optional = parameter.default.is_some();
            let name = parameter.name.clone();
            members.retain(|member| member.name != name);
            members.push(StructMember::new(name, is_optional, t));
        }
        let made = Rc::new(StructType::new(members));
        self.evaluator.catalog_state.parameter_structs.insert(id, Rc::clone(&made));
        Ok(made)
    }

    fn parameter_value_type(&mut self, parameter: &ParameterCode, program: u32) -> Outcome<Type> {
        let Some(node) = &parameter.t else { return Ok(Type::Any) };
        let value =
            self.evaluator.in_scope(program, crate::evaluator::scope::TOP, |e| e.eval(node))?;
        match value {
            Value::Type(t) => Ok(t),
            _ => Ok(Type::Any),
        }
    }

    /// Adds a class to its stage.
    fn add_to_stage(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource(id);
        if !resource.is_class() {
            return Ok(());
        }
        let own = resource.given("stage").cloned();
        let around = || {
            let container = self.evaluator.run.scopes.get(resource.scope).resource?;
            self.evaluator.catalog_state.resource(container).given("stage").cloned()
        };
        let wanted = own.clone().or_else(around);
        let name = wanted.as_ref().map_or("main".into(), pupa_value::text::ruby::to_s);
        let Some(stage) = self.evaluator.catalog_state.find(&Reference::new("stage", &name)) else {
            self.view().expect_catalog()?;
            let display = own.map_or_else(
                || "main".to_owned(),
                |own| pupa_value::text::ruby::to_s(&own).into_owned(),
            );
            let reference = resource.reference();
            return Err(error(format!("Could not find stage {display} specified by {reference}")));
        };
        let title = self.evaluator.catalog_state.resource(stage).title.clone();
        let source = resource.source;
        if own.is_none() && title != "main" {
            let given = Parameter::made(title.into(), source, ParameterSource::Stage);
            self.evaluator.catalog_state.resource_mut(id).parameters.insert("stage".into(), given);
        }
        self.evaluator.catalog_state.edges.insert((stage, id));
        Ok(())
    }
}

impl CatalogView<'_, '_> {
    /// Gives an error of a default the location of the class or defined type, unless it has one.
    fn within_definition(&self, stop: Stop, program: u32, code: &DefinitionCode) -> Box<Stop> {
        let (message, help) = match stop {
            Stop::Diagnostic(error)
                if error.location.is_none() && !error.is(&issues::records::puppet_error) =>
            {
                (error.message, error.help)
            }
            Stop::Error(error) => (error.text(), error.help),
            other => return Box::new(other),
        };
        let origin = self.definition_origin(program, code);
        with_help(self.parse_error(message, Some(origin)), help)
    }
}
