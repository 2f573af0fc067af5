//! Overrides: `File['a'] { … }`.

use std::sync::Arc;

use crate::evaluator::error_location::with_help;
use pupa_syntax::tree::ExprId;
use pupa_syntax::validate::Strict;
use pupa_value::Value;
use pupa_value::compare::ruby_equals;
use pupa_value::types::Type;
use pupa_value::value::Text;

use super::declare::tag_all;
use super::reference::{Reference, invalid_reference};
use super::resource::{Parameter, Resource};
use super::{CatalogState, CatalogView, Compilation, DefinitionId, Origin, ResourceId};
use crate::evaluator::scope::Parameters;
use crate::explanation::ParameterSource;
use crate::flatten::flattened;
use crate::issues;
use crate::log::Level;
use crate::program::resource_code::OverrideNode;
use crate::stop::{Outcome, Stop};

/// The time to override a parameter, in units of the meter.
const WORK_PER_OVERRIDE: usize = 16;

/// Parameters that override those of a resource.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    pub(super) parameters: &'a Parameters,
    /// The place of the override.
    pub(super) origin: Option<Origin>,
    /// Whose code overrides.
    pub(super) source: Option<DefinitionId>,
}

impl<'a> Change<'a> {
    /// The change that waits as a resource.
    pub(super) fn of(change: &'a Resource) -> Change<'a> {
        Change { parameters: &change.parameters, origin: change.origin, source: change.source }
    }
}

impl Compilation<'_, '_> {
    /// `File['a'] { … }`
    pub(crate) fn override_expression(&mut self, node: &OverrideNode, at: ExprId) -> Outcome {
        let value = self.evaluator.eval(&node.resources)?;
        let mut parameters = Parameters::default();
        for attribute in &node.attributes {
            let given = self.attribute(attribute)?.into_iter();
            parameters
                .extend(given.map(|(name, one)| (name, one.given_by(ParameterSource::Override))));
        }
        for reference in flattened([&value]) {
            let resource = match &reference {
                Value::Type(Type::Resource(Some(resource))) if resource.key != "class" => resource,
                other => {
                    let actual = issues::label(other);
                    return Err(self
                        .evaluator
                        .run
                        .complain(at, issues::illegal_overridden_type(&actual)));
                }
            };
            let Some(kind) = self.resource_kind(&resource.name)? else { continue };
            let Some(title) = resource.title.clone() else {
                return Err(invalid_reference(&format!(":{}", resource.key)));
            };
            let name = resource.name.clone();
            let origin = Some(self.view().origin_of(at));
            let change = self.bare_resource(&name, &title, kind, &parameters);
            let mut change = change.map_err(|stop| self.view().at_resource(*stop, origin))?;
            change.origin = origin;
            self.add_override(change)?;
        }
        Ok(value)
    }

    /// Overrides a resource, now if it exists, or else when it is declared.
    pub(super) fn add_override(&mut self, change: Resource) -> Outcome<()> {
        let reference =
            Reference { type_name: change.type_name.clone(), title: change.title.clone() };
        match self.evaluator.catalog_state.find(&reference) {
            Some(id) => self.merge(id, Change::of(&change)),
            None => {
                let key = reference.to_string();
                let id = self.evaluator.catalog_state.resources.len() as ResourceId;
                self.evaluator.catalog_state.resources.push(change);
                self.evaluator.catalog_state.overrides.entry(key).or_default().push(id);
                Ok(())
            }
        }
    }

    /// Merges an override into a resource.
    pub(super) fn merge(&mut self, id: ResourceId, change: Change<'_>) -> Outcome<()> {
        self.evaluator.run.charge(WORK_PER_OVERRIDE * change.parameters.len())?;
        let source = self.evaluator.catalog_state.resource(id).source;
        if change.source != source && !self.is_child_of(change.source, source)? {
            let message = "Only subclasses can override parameters".to_owned();
            return Err(self.view().parse_error(message, change.origin));
        }
        if self.evaluator.catalog_state.resource(id).is_evaluated {
            self.overrides_evaluated(id, change)?;
        }
        for (name, parameter) in change.parameters {
            self.override_parameter(id, name, parameter)?;
        }
        Ok(())
    }

    fn overrides_evaluated(&mut self, id: ResourceId, change: Change<'_>) -> Outcome<()> {
        let place = self
            .evaluator
            .catalog_state
            .resource(id)
            .origin
            .map(|origin| self.view().origin_text(origin));
        let message = match place {
            Some(place) => format!(
                "Attempt to override an already evaluated resource, defined at {place}, with new \
                 values"
            ),
            None => "Attempt to override an already evaluated resource with new values".to_owned(),
        };
        match self.evaluator.run.settings.strict {
            Strict::Error => Err(self.view().parse_error(message, change.origin)),
            Strict::Warning => {
                let message = self.view().located(&message, change.origin);
                self.evaluator.run.push_log(Level::Warning, message, String::new(), None);
                Ok(())
            }
            Strict::Off => Ok(()),
        }
    }

    fn override_parameter(
        &mut self,
        id: ResourceId,
        name: &Text,
        parameter: &Parameter,
    ) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource(id);
        let Some(current) = resource.parameters.get(name) else {
            return self.set_resource_parameter(id, name, parameter.clone());
        };
        if self.view().is_default(resource, name, &parameter.value) {
            return Ok(());
        }
        let source = current.source;
        let was_default = self.view().is_default(resource, name, &current.value);
        let is_allowed = self.is_child_of(parameter.source, source)?
            || parameter.source == source && was_default;
        if !is_allowed {
            return Err(self.view().cannot_redefine(id, name, parameter));
        }
        if parameter.adds {
            return self.add_to_parameter(id, name, parameter);
        }
        self.set_resource_parameter(id, name, parameter.clone())
    }

    /// Adds values to a parameter. A list that was added to before grows in place.
    fn add_to_parameter(
        &mut self,
        id: ResourceId,
        name: &Text,
        parameter: &Parameter,
    ) -> Outcome<()> {
        self.evaluator.catalog_state.trace_replaced(id, name);
        let resource = self.evaluator.catalog_state.resource_mut(id);
        let added = flattened([&parameter.value]);
        let tagged = match name.as_str() {
            "tag" => added.iter().try_for_each(|tag| tag_all(&mut resource.tags, tag)),
            _ => Ok(()),
        };
        if let Some(current) = resource.parameters.get_mut(name) {
            let value = match std::mem::take(&mut current.value) {
                Value::Array(mut elements) if current.is_flat => {
                    if Arc::strong_count(&elements) > 1 {
                        pupa_meter::charge(elements.len());
                    }
                    Arc::make_mut(&mut elements).extend(added);
                    Value::Array(elements)
                }
                value => flattened([&value].into_iter().chain(&added)).into(),
            };
            *current = Parameter { value, is_flat: true, ..parameter.clone() };
        }
        let origin = resource.origin;
        tagged.map_err(|stop| self.view().at_resource(*stop, origin))
    }

    /// Sets a parameter, and adds the tags that it implies.
    pub(super) fn set_resource_parameter(
        &mut self,
        id: ResourceId,
        name: &Text,
        parameter: Parameter,
    ) -> Outcome<()> {
        self.evaluator.catalog_state.trace_replaced(id, name);
        let resource = self.evaluator.catalog_state.resource_mut(id);
        let tagged = match name.as_str() {
            "tag" => tag_all(&mut resource.tags, &parameter.value),
            _ => Ok(()),
        };
        resource.parameters.insert(name.clone(), parameter);
        let origin = resource.origin;
        tagged.map_err(|stop| self.view().at_resource(*stop, origin))
    }
}

impl CatalogView<'_, '_> {
    fn cannot_redefine(
        &self,
        id: ResourceId,
        name: &str,
        parameter: &Parameter,
    ) -> Box<crate::stop::Stop> {
        let current = self.catalog.resource(id).parameters.get(name);
        let reference = self.catalog.resource(id).reference();
        let source = current
            .and_then(|current| current.source)
            .map(|id| self.catalog.source_text(id))
            .unwrap_or_default();
        let by = if source.is_empty() { String::new() } else { format!(" by {source}") };
        let at = current
            .and_then(|current| current.origin)
            .map(|origin| format!(" at {}", self.origin_text(origin)));
        let at = at.unwrap_or_default();
        let message =
            format!("Parameter '{name}' is already set on {reference}{by}{at}; cannot redefine");
        self.parse_error(message, parameter.origin)
    }

    /// Gives an error about a resource the location of the resource, if it has one.
    pub(super) fn at_resource(&self, stop: Stop, origin: Option<Origin>) -> Box<Stop> {
        match stop {
            Stop::Error(error) => with_help(self.parse_error(error.text(), origin), error.help),
            other => Box::new(other),
        }
    }

    /// Whether a value is the default of its type in the scope of a resource.
    fn is_default(&self, resource: &Resource, name: &str, value: &Value) -> bool {
        let mut next = Some(resource.scope);
        while let Some(scope) = next {
            let scope = self.run.scopes.get(scope);
            let default = scope.defaults.get(&resource.type_name).and_then(|all| all.get(name));
            if default.is_some_and(|default| ruby_equals(&default.value, value)) {
                return true;
            }
            next = scope.parent;
        }
        false
    }
}

impl CatalogState {
    /// Returns the name of a class, defined type or node for messages.
    fn source_text(&self, id: super::DefinitionId) -> String {
        let name = &self.definitions.get(id).name;
        if name.is_empty() {
            String::new()
        } else {
            format!("Class[{}]", Reference::new("class", name).title)
        }
    }
}

impl CatalogState {
    /// Removes and returns the overrides that wait for a resource.
    pub(super) fn take_overrides(&mut self, id: ResourceId) -> Vec<ResourceId> {
        if self.overrides.is_empty() {
            return Vec::new();
        }
        let reference = self.resource(id).reference();
        self.overrides.get_mut(&reference).map(std::mem::take).unwrap_or_default()
    }
}
