//! Builds a catalog: the sequence of steps from the main program to the finished catalog.

use std::rc::Rc;
use std::sync::Arc;

use crate::issues::is_verbatim;
use pupa_catalog::resource_type;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::suggest::nearest;
use pupa_value::Value;
use pupa_value::types::Type;
use pupa_value::value::Text;

use super::collector_index::Interests;
use super::overrides::Change;
use super::reference::Reference;
use super::resource::{Kind, Parameter, Resource};
use super::{CatalogView, Compilation, ResourceId};
use crate::evaluator::Evaluator;
use crate::evaluator::error_location::{illegal_jump, with_help, with_prefix};
use crate::evaluator::scope::{Parameters, TOP};
use crate::flatten::flattened;
use crate::issues;
use crate::program::Program;
use crate::program::definition_code::HostMatcher;
use crate::stop::{Outcome, Stop};

/// The limit for rounds over collectors and defined resources.
const MOST_ROUNDS: usize = 1000;

impl Evaluator<'_> {
    /// Compiles a catalog: evaluates the main programs, the definition of the node, and everything
    /// that they declare. Returns the value of the last program.
    ///
    /// # Errors
    /// When any of this fails.
    pub fn compile(&mut self, programs: &[Arc<Program>], node: &str) -> Result<Value, Diagnostic> {
        let _metering = self.run.meter();
        self.run.begin();
        node.clone_into(&mut self.catalog_state.node);
        let value = self.compilation().compile_all(programs);
        self.run.forget_matches();
        let value = value.map_err(|stop| self.catalog_view().catalog_failure(*stop));
        self.ended(value)
    }
}

impl Compilation<'_, '_> {
    fn compile_all(&mut self, programs: &[Arc<Program>]) -> Outcome {
        self.begin_catalog()?;
        // Main manifests belong to no module.
        self.evaluator.run.scopes.set_top("module_name", "".into());
        let mut value = Value::Undef;
        for program in programs {
            let number = self.evaluator.run.add_program(program);
            value =
                self.evaluator.in_scope(number, TOP, |evaluator| evaluator.eval(&program.root))?;
        }
        self.evaluate_node()?;
        self.declare_node_classes()?;
        self.evaluate_generators()?;
        self.finish_catalog()?;
        self.view().check_leftovers()?;
        self.check_relationships()?;
        self.convert_binary_texts();
        self.check_foreign_values()?;
        self.view().check_held_references()?;
        Ok(value)
    }

    /// Creates the stage `main`, the class `settings` and the class `main`.
    pub(crate) fn begin_catalog(&mut self) -> Outcome<()> {
        if self.evaluator.catalog_state.main.is_some() {
            return Ok(());
        }
        let none = Parameters::default();
        let stage_type = resource_type::find("stage");
        let mut stage = self.bare_resource("stage", &"main".into(), Kind::Other, &none)?;
        stage.kind = stage_type.map_or(Kind::Other, |found| Kind::BuiltIn(found.into()));
        stage.tags = Default::default();
        stage.tags.add_if_valid("stage");
        let stage = self.enter_resource(stage)?;
        let settings = self.bare_resource("class", &"settings".into(), Kind::Other, &none)?;
        let settings = self.enter_resource(settings)?;
        self.evaluator.catalog_state.resource_mut(settings).is_evaluated = true;
        self.evaluator.catalog_state.enter_class("settings".into());
        self.evaluator.catalog_state.edges.insert((stage, settings));
        let mut main = self.bare_resource("class", &"main".into(), Kind::Other, &none)?;
        main.tags = Default::default();
        main.tags.add_if_valid("class");
        main.is_evaluated = true;
        let main = self.enter_resource(main)?;
        self.evaluator.catalog_state.declared.push(main);
        self.evaluator.catalog_state.edges.insert((stage, main));
        self.evaluator.catalog_state.main = Some(main);
        self.evaluator.run.scopes.get_mut(TOP).resource = Some(main);
        self.add_scope_tags(main);
        Ok(())
    }

    /// Evaluates the definition of the node.
    fn evaluate_node(&mut self) -> Outcome<()> {
        let name = self.evaluator.catalog_state.node.to_lowercase();
        let all: Vec<_> = self.evaluator.catalog_state.definitions.nodes().collect();
        if all.is_empty() {
            return Ok(());
        }
        let find = |own: &Self, name: &str| {
            let matcher = |id: &&u32| &own.evaluator.catalog_state.definitions.get(**id).matcher;
            let exact = all.iter().find(|id| {
                matches!(matcher(id), Some(HostMatcher::Name(known)) if known.as_str() == name)
            });
            exact.or_else(|| {
                all.iter().find(|id| match matcher(id) {
                    Some(HostMatcher::Pattern(regexp)) => regexp.is_match(name).unwrap_or(false),
                    _ => false,
                })
            })
        };
        let found = find(self, &name).copied().or_else(|| {
            let is_default = |id: &&u32| {
                let matcher = &self.evaluator.catalog_state.definitions.get(**id).matcher;
                matches!(matcher, Some(HostMatcher::Default))
                    || matches!(matcher, Some(HostMatcher::Name(name)) if name == "default")
            };
            all.iter().find(is_default).copied()
        });
        let Some(id) = found else {
            return Err(self.view().bare_failure(format!(
                "Could not find node statement with name 'default' or '{name}'"
            )));
        };
        let name = self.evaluator.catalog_state.definitions.get(id).name.clone();
        let kind = Kind::Node(id);
        let mut resource = self.bare_resource("node", &name, kind, &Parameters::default())?;
        resource.source = Some(id);
        self.evaluator.catalog_state.tags.merge(&resource.tags.clone());
        let resource = self.add_resource(resource)?;
        self.evaluate_resource(resource).map_err(|stop| match *stop {
            // The error is about the node as a whole, so it has no location.
            Stop::Error(error) => self.view().bare_failure(error.text()),
            other => Box::new(other),
        })?;
        self.evaluator.catalog_state.node_scope =
            self.evaluator.catalog_state.class_scopes.get(&name).copied();
        Ok(())
    }

    /// Evaluates collectors and defined resources until they add nothing new.
    fn evaluate_generators(&mut self) -> Outcome<()> {
        for _ in 0..MOST_ROUNDS {
            let found = self.evaluate_collections()?;
            let evaluated = self.evaluate_definitions()?;
            if !found && !evaluated {
                self.evaluator.catalog_state.interests = Interests::default();
                return Ok(());
            }
        }
        let message = "Somehow looped more than 1000 times while evaluating host catalog";
        Err(self.view().bare_failure(message.to_owned()))
    }

    fn evaluate_definitions(&mut self) -> Outcome<bool> {
        let compilation = &mut self.evaluator.catalog_state;
        let mut left = std::mem::take(&mut compilation.waiting);
        left.extend(compilation.declared.iter().skip(compilation.looked_at));
        compilation.looked_at = compilation.declared.len();
        let has_code = |id: &ResourceId| {
            let resource = compilation.resource(*id);
            !resource.is_evaluated && !resource.is_built_in()
        };
        left.retain(has_code);
        let is_virtual = |id: &ResourceId| compilation.resource(*id).is_virtual;
        let (left, waiting): (Vec<_>, Vec<_>) = left.into_iter().partition(is_virtual);
        compilation.waiting = left;
        for id in &waiting {
            if let Err(stop) = self.evaluate_resource(*id) {
                return Err(self.view().about_resource(*id, *stop));
            }
        }
        Ok(!waiting.is_empty())
    }

    /// Checks that every resource that a relationship parameter refers to exists.
    fn check_relationships(&mut self) -> Outcome<()> {
        for id in &self.evaluator.catalog_state.table.order {
            let resource = self.evaluator.catalog_state.resource(*id);
            if resource.is_virtual {
                continue;
            }
            for (name, parameter) in &resource.parameters {
                if matches!(name.as_str(), "require" | "subscribe" | "before" | "notify") {
                    let is_hidden = resource.sensitive.contains(name);
                    self.view().check_references(name, parameter, is_hidden)?;
                }
            }
        }
        Ok(())
    }

    fn finish_catalog(&mut self) -> Outcome<()> {
        self.evaluate_relationships().map_err(|stop| self.view().bare(*stop))?;
        self.extend_types_by_functions();
        let mut index = 0;
        while let Some(id) = self.evaluator.catalog_state.declared.get(index).copied() {
            index += 1;
            for change in self.evaluator.catalog_state.take_overrides(id) {
                let change = self.evaluator.catalog_state.resource(change).clone();
                self.merge(id, Change::of(&change))?;
            }
            self.finish_resource(id).map_err(|stop| self.view().bare(*stop))?;
        }
        self.evaluator.catalog_state.inherit_metaparameters();
        Ok(())
    }

    fn finish_resource(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource_mut(id);
        if std::mem::replace(&mut resource.is_finished, true) {
            return Ok(());
        }
        self.add_scope_tags(id);
        let resource = self.evaluator.catalog_state.resource_mut(id);
        let given = resource.parameters.iter();
        let is_hidden = |parameter: &Parameter| matches!(parameter.value, Value::Sensitive(_));
        let hidden = given.filter(|(_, parameter)| is_hidden(parameter));
        let hidden: Vec<Text> = hidden.map(|(name, _)| name.clone()).collect();
        for name in &hidden {
            if let Some(parameter) = resource.parameters.get_mut(name)
                && let Value::Sensitive(value) = &parameter.value
            {
                parameter.value = Value::clone(value);
            }
        }
        resource.sensitive.extend(hidden);
        self.validate_resource(id)
    }

    fn validate_resource(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource(id);
        match &resource.kind {
            Kind::BuiltIn(built_in) => {
                let extended = &self.evaluator.catalog_state.extended;
                let unknown = resource.parameters.keys().find(|name| {
                    !built_in.has_attribute(name) && !extended.has_attribute(built_in.name(), name)
                });
                let Some(unknown) = unknown else { return Ok(()) };
                let detail = self
                    .view()
                    .located(&format!("no parameter named '{unknown}'"), resource.origin);
                let message = format!("{detail} on {}", resource.reference());
                let near = nearest(unknown, built_in.attribute_names());
                let help = near.map(|near| format!("did you mean `{near}`?"));
                Err(with_help(self.view().parse_error(message, resource.origin), help))
            }
            Kind::Managed(defined) => {
                let defined = Rc::clone(defined);
                self.finish_managed(id, &defined)
            }
            Kind::Class(definition) | Kind::Define(definition) => {
                let definition = *definition;
                let expected = self.parameter_struct(definition)?;
                let resource = self.evaluator.catalog_state.resource(id);
                let values = self.view().validated_values(resource);
                let reference = resource.reference();
                self.check_parameters(&reference, &expected, &values)
            }
            Kind::Node(_) | Kind::Other => Ok(()),
        }
    }
}

impl CatalogView<'_, '_> {
    /// Reports references with an empty title among the values of parameters, if the type can't
    /// parse such a title.
    /// place of `File['/x']`.
    fn check_held_references(&self) -> Outcome<()> {
        for id in &self.catalog.table.order {
            for (_, parameter) in &self.catalog.resource(*id).parameters {
                self.check_held(&parameter.value)?;
            }
        }
        Ok(())
    }

    fn check_held(&self, value: &Value) -> Outcome<()> {
        self.run.charge(1)?;
        match value {
            Value::Array(all) => all.iter().try_for_each(|one| self.check_held(one)),
            Value::Type(Type::Resource(Some(resource)))
                if resource.is_entry && resource.title.as_deref() == Some("") =>
            {
                match resource_type::find(&resource.name).map(|built_in| built_in.parse_title("")) {
                    Some(Err(wrong)) => Err(self.bare_failure(wrong.to_string())),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Moves an error in the code of a resource to the location of its declaration.
    fn about_resource(&self, id: ResourceId, stop: Stop) -> Box<Stop> {
        let (detail, places, help) = match stop {
            // Compat: exceptions outside of `StandardError` are passed on unchanged. Pinned by
            // `nodes_with_hostile_code_fail_alone`.
            Stop::Diagnostic(error) if is_verbatim(&error) => return error.into(),
            Stop::Diagnostic(error) => (error.message.clone(), error.places(), error.help),
            Stop::Error(error) => (error.message, error.quoted_places, error.help),
            Stop::Next(_, place) => jump_parts(illegal_jump("next", &place)),
            Stop::Return(_, place) => jump_parts(illegal_jump("return", &place)),
            // Compat: the reference reports `break` at the location of the call, without a message
            // of its own.
            Stop::Break(place) => {
                let mut error = illegal_jump("break", &place);
                error.message = issues::runtime_error("an Object", &error.message).message;
                return with_prefix(error).into();
            }
            other => return Box::new(other),
        };
        let message =
            format!("Evaluation Error: Error while evaluating a Resource Statement, {detail}");
        let stop = match self.catalog.resource(id).origin {
            origin @ Some(_) => self.parse_error(message, origin),
            None => self.bare_failure(message),
        };
        let mut stop = with_help(stop, help.or_else(|| self.catalog.near_parameter(id)));
        if let Stop::Diagnostic(error) = &mut *stop {
            error.quoted_places = places;
        }
        stop
    }

    fn check_references(&self, name: &str, parameter: &Parameter, is_hidden: bool) -> Outcome<()> {
        for value in flattened([&parameter.value]).iter().filter(|value| !value.is_undef()) {
            let reference = match reference_text(value) {
                Some(text) => Reference::parse(&text),
                None => Reference::parse(&pupa_value::text::ruby::to_s(value)),
            };
            // A reference is not a secret, and the message of the reference implementation names it.
            let is_secret = is_hidden && value.as_type().is_none();
            if is_secret && !reference.as_ref().is_ok_and(|it| self.catalog.find(it).is_some()) {
                let message = format!("The sensitive value of '{name}' names an unknown resource");
                return Err(self.bare(*self.parse_error(message, parameter.origin)));
            }
            let reference = reference.map_err(|stop| match *stop {
                Stop::Error(error) => self.bare(*self.parse_error(error.text(), parameter.origin)),
                other => Box::new(other),
            })?;
            if self.catalog.find(&reference).is_none() {
                let display = reference_text(value)
                    .unwrap_or_else(|| pupa_value::text::ruby::to_s(value).into_owned());
                let message = format!("Could not find resource '{display}' in parameter '{name}'");
                return Err(self.bare(*self.parse_error(message, parameter.origin)));
            }
        }
        Ok(())
    }

    fn validated_values(&self, resource: &Resource) -> Vec<(Text, Value)> {
        let value = |(name, parameter): (&Text, &Parameter)| {
            let value = match resource.sensitive.contains(name) {
                true => Value::Sensitive(Arc::new(parameter.value.clone())),
                false => parameter.value.clone(),
            };
            (name.clone(), value)
        };
        resource.parameters.iter().map(value).collect()
    }

    fn check_leftovers(&self) -> Outcome<()> {
        let changes = self.catalog.overrides.values().flatten();
        let left: Vec<String> = changes.map(|id| self.catalog.resource(*id).reference()).collect();
        if !left.is_empty() {
            let left = left.join(", ");
            return Err(
                self.bare_failure(format!("Could not find resource(s) {left} for overriding"))
            );
        }
        let left = self.catalog.unrealized();
        if !left.is_empty() {
            let left = left.join(", ");
            return Err(self.bare_failure(format!("Failed to realize virtual resources {left}")));
        }
        Ok(())
    }

    /// Leaves an error without a location as it is.
    fn bare(&self, stop: Stop) -> Box<Stop> {
        match stop {
            Stop::Error(error) => with_help(self.bare_failure(error.text()), error.help),
            other => Box::new(other),
        }
    }

    /// An error without a location.
    pub(crate) fn bare_failure(&self, message: String) -> Box<Stop> {
        issues::catalog_error(&message).into()
    }

    fn catalog_failure(&self, stop: Stop) -> Diagnostic {
        match stop {
            Stop::Diagnostic(diagnostic) => diagnostic,
            other => {
                let root = self.run.current().tree.root();
                self.run.failure(other, root)
            }
        }
    }
}

/// The message, locations and help of the error about an illegal jump.
fn jump_parts(error: Diagnostic) -> (String, String, Option<String>) {
    let places = error.places();
    (error.message, places, error.help)
}

/// The reference in a parameter, as text.
///
/// Compat: values that were not converted to references are types like any others: data from
/// functions, and sensitive values.
pub(super) fn reference_text(value: &Value) -> Option<String> {
    match value {
        Value::Type(t @ Type::Resource(Some(resource))) if resource.is_entry => {
            Reference::of_type(t).map(|reference| reference.to_string())
        }
        _ => None,
    }
}
