//! Resources of types that are defined with `type Name inherits ManagedResource { … }`.
//!
//! They keep their given attributes until they are complete, after all overrides and collectors.
//! Then the features are set, with setters and checks, and invariants are checked.

use std::rc::Rc;

use crate::evaluator::error_location::with_prefix;
use pupa_catalog::resource_type::metaparameter;
use pupa_syntax::diagnostic::{Location, Named};
use pupa_syntax::source::Span;
use pupa_syntax::tree::ExprKind;
use pupa_value::Value;
use pupa_value::value::Text;

use super::resource::{Kind, Parameter, Resource};
use super::{CatalogState, CatalogView, Compilation, Origin, ResourceId};
use crate::evaluator::scope::Parameters;
use crate::explanation::ParameterSource;
use crate::flatten::flattened;
use crate::issues;
use crate::object::{DefinedType, Given, ResourceError};
use crate::stop::{Outcome, Stop};

/// The replacement for secrets in messages.
const REDACTED: &str = "[value redacted]";

impl Compilation<'_, '_> {
    /// Replaces the given attributes of a complete resource by the values of its features. A
    /// virtual resource is not complete, since overrides at its realisation may still add
    /// attributes.
    pub(super) fn finish_managed(
        &mut self,
        id: ResourceId,
        defined: &Rc<DefinedType>,
    ) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource(id);
        let given = given_features(resource);
        if resource.is_virtual {
            let unknown = given.iter().find(|one| !defined.has_feature(&one.name));
            return match unknown {
                Some(unknown) => {
                    let stop = self.evaluator.objects().unknown_feature(defined, &unknown.name);
                    let refused = ResourceError { feature: Some(unknown.name.clone()), stop };
                    Err(self.view().refused_resource(id, &given, refused))
                }
                None => Ok(()),
            };
        }
        let title = resource.title.clone();
        match self.evaluator.objects().complete_resource(defined, &title, &given) {
            Ok(stored) => {
                self.evaluator.catalog_state.store(id, stored);
                Ok(())
            }
            Err(refused) => Err(self.view().refused_resource(id, &given, refused)),
        }
    }

    /// `Db_user['bob']['quota']`; `None` for an unknown feature.
    pub(super) fn managed_attribute(
        &mut self,
        id: ResourceId,
        defined: &Rc<DefinedType>,
        name: &str,
    ) -> Outcome<Option<Value>> {
        let resource = self.evaluator.catalog_state.resource(id);
        if is_metaparameter(name) {
            return Ok(Some(resource.get(name).cloned().unwrap_or_default()));
        }
        if !defined.has_feature(name) {
            return Ok(None);
        }
        let (title, given) = (resource.title.clone(), given_features(resource));
        let read = self.evaluator.objects().read_resource(defined, &title, &given, name);
        read.map_err(|refused| self.view().refused_resource(id, &given, refused))
    }
}

impl CatalogState {
    /// Stores the features in the order of their declaration, then the metaparameters.
    fn store(&mut self, id: ResourceId, stored: Vec<Given>) {
        let resource = self.resource_mut(id);
        let before = std::mem::take(&mut resource.parameters);
        let title = Value::from(resource.title.clone());
        let mut parameters = Parameters::default();
        let mut sensitive: Vec<Text> =
            resource.sensitive.drain(..).filter(|name| is_metaparameter(name)).collect();
        for one in stored {
            let given = before.get(&one.name);
            if one.name == "name" && given.is_none() && one.value == title {
                continue;
            }
            if one.is_sensitive {
                sensitive.push(one.name.clone());
            }
            // A value that a setter has changed keeps the origin of the given value.
            let parameter = match given {
                Some(given) => Parameter { value: one.value, ..given.clone() },
                None => {
                    Parameter::made(one.value, resource.source, ParameterSource::FeatureDefault)
                }
            };
            parameters.insert(one.name, parameter);
        }
        parameters.extend(before.into_iter().filter(|(name, _)| is_metaparameter(name)));
        resource.sensitive = sensitive;
        resource.parameters = parameters;
    }
}

impl CatalogView<'_, '_> {
    /// The error about a resource that its type rejects. Its location is that of the rejected
    /// value, or else that of the declaration.
    fn refused_resource(
        &self,
        id: ResourceId,
        given: &[Given],
        refused: ResourceError,
    ) -> Box<Stop> {
        let detail = match *refused.stop {
            Stop::Diagnostic(error) => error.to_string(),
            Stop::Error(error) => error.text(),
            other => return Box::new(other),
        };
        let resource = self.catalog.resource(id);
        let is_feature = |name: &&Text| match &resource.kind {
            Kind::Managed(defined) => defined.has_feature(name),
            _ => false,
        };
        let detail = redacted(detail, given, refused.feature.as_ref().filter(is_feature));
        let parameter = refused.feature.and_then(|name| resource.parameters.get(&name));
        let declared = resource.origin;
        let elsewhere = parameter
            .and_then(|parameter| parameter.origin)
            .filter(|origin| declared.is_none_or(|declared| !self.holds(declared, *origin)));
        let error = with_prefix(issues::rejected_resource(&resource.reference(), &detail));
        let Some(origin) = elsewhere.or(declared) else {
            return crate::stop::error(error.message);
        };
        let source = self.run.program_at(origin.program).source();
        let location = Location::new(source, Span::at(origin.offset)).naming(Named::Line);
        let mut error = error.located(location).traced(self.run.call_trace());
        if let (Some(_), Some(declared)) = (elsewhere, declared) {
            let place = self.origin_text(declared);
            error.help = Some(format!("{} is declared {place}", resource.reference()));
        }
        error.into()
    }

    /// Whether an origin is inside the resource expression of a declaration.
    fn holds(&self, declared: Origin, origin: Origin) -> bool {
        if declared.program != origin.program {
            return false;
        }
        let tree = &self.run.program_at(declared.program).tree;
        let mut waiting = vec![tree.root()];
        while let Some(expr) = waiting.pop() {
            let span = tree[expr].span;
            if matches!(tree.kind(expr), ExprKind::Resource(_))
                && tree.place(expr) == declared.offset
                && (span.start..span.end).contains(&origin.offset)
            {
                return true;
            }
            tree.each_child(expr, &mut |child| waiting.push(child));
        }
        false
    }
}

impl Resource {
    /// The value that a query compares: the given one, or the default of the type.
    pub(super) fn queried(&self, name: &str) -> Value {
        match (self.get(name), &self.kind) {
            (Some(given), _) => given.clone(),
            (None, Kind::Managed(_)) if name == "name" => self.title.clone().into(),
            (None, Kind::Managed(defined)) => defined.default_of(name).cloned().unwrap_or_default(),
            (None, _) => Value::Undef,
        }
    }
}

fn is_metaparameter(name: &str) -> bool {
    metaparameter::find(name).is_some()
}

/// Returns the given values of the features of a resource, in order.
fn given_features(resource: &Resource) -> Vec<Given> {
    let features = resource.parameters.iter().filter(|(name, _)| !is_metaparameter(name));
    let given = features.map(|(name, parameter)| {
        let (value, is_hidden) = match &parameter.value {
            Value::Sensitive(hidden) => (Value::clone(hidden), true),
            value => (value.clone(), false),
        };
        let is_sensitive = is_hidden || resource.sensitive.contains(name);
        Given { name: name.clone(), value, is_sensitive }
    });
    given.collect()
}

/// Returns a message about a feature or the whole resource, with secrets replaced.
fn redacted(message: String, given: &[Given], feature: Option<&Text>) -> String {
    let hidden: Vec<&Given> = given.iter().filter(|one| one.is_sensitive).collect();
    if let Some(feature) = feature
        && hidden.iter().any(|one| one.name == *feature)
    {
        return format!("{REDACTED} is not an acceptable value for {feature}");
    }
    let values = flattened(hidden.iter().map(|one| &one.value));
    let mut texts: Vec<String> =
        values.iter().map(|value| pupa_value::text::ruby::to_s(value).into_owned()).collect();
    texts.retain(|text| !text.is_empty());
    // Longest first, since one text may be part of another.
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts.iter().fold(message, |message, text| message.replace(text, REDACTED))
}
