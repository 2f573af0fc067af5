//! Classes: their declaration by `include` and similar functions, by resource expressions and for
//! nodes.

use pupa_value::Value;
use pupa_value::types::Type;
use pupa_value::value::{Hash, Text};

use super::declare::{Declaration, tag_all};
use super::reference::Reference;
use super::resource::{Kind, Parameter, Resource};
use super::{CatalogState, CatalogView, Compilation, DefinitionId, ResourceId};
use crate::evaluator::scope::{Bound, Parameters, ScopeId};
use crate::explanation::ParameterSource;
use crate::flatten::flattened;
use crate::program::definition_code::DefinitionForm;
use crate::stop::{Outcome, Stop, error};

/// The maximum length of a chain of inheritance.
const MAX_PARENTS: usize = 256;

impl Compilation<'_, '_> {
    /// Returns the names of the classes that arguments refer to, each with a leading `::`.
    pub(crate) fn class_names(args: &[Value]) -> Outcome<Vec<String>> {
        flattened(args).iter().map(class_name).collect()
    }

    /// Declares and evaluates classes; returns their resources.
    pub(crate) fn include_classes(&mut self, names: &[String]) -> Outcome<Vec<u32>> {
        self.view().expect_catalog()?;
        let mut found = Vec::with_capacity(names.len());
        let (mut known, mut new) = (Vec::new(), Vec::new());
        for name in names {
            let Some(id) = self.find_class(name)? else {
                if let Some(settings) = self.evaluator.catalog_state.settings_class(name) {
                    known.push(settings);
                    continue;
                }
                let message = format!(
                    "Could not find class {name} for {}",
                    self.evaluator.catalog_state.node
                );
                return Err(self.evaluator.run.call_error(message, self.view().near_class(name)));
            };
            found.push(id);
        }
        for id in found {
            let name = self.evaluator.catalog_state.definitions.get(id).name.clone();
            match self.evaluator.catalog_state.class_scopes.get(&name) {
                Some(scope) => known.extend(self.evaluator.run.scopes.get(*scope).resource),
                None => new.push(self.ensure_class(id)?),
            }
        }
        for resource in &new {
            self.evaluate_resource(*resource)?;
        }
        known.extend(new);
        Ok(known)
    }

    /// Returns the resource of a class, which is declared if it does not exist yet.
    fn ensure_class(&mut self, id: DefinitionId) -> Outcome<ResourceId> {
        let name = self.evaluator.catalog_state.definitions.get(id).name.clone();
        if let Some(known) = self.evaluator.catalog_state.find(&Reference::new("class", &name)) {
            return Ok(known);
        }
        let mut resource =
            self.bare_resource("class", &name, Kind::Class(id), &Parameters::default())?;
        resource.source = Some(id);
        self.add_class_resource(resource, id)
    }

    /// Declares a class for a classifier. Without parameters, a class that is already declared is
    /// left alone.
    pub(super) fn declare_given_class(
        &mut self,
        id: DefinitionId,
        parameters: &Parameters,
    ) -> Outcome<ResourceId> {
        if parameters.len() == 0 {
            return self.ensure_class(id);
        }
        let name = self.evaluator.catalog_state.definitions.get(id).name.clone();
        let mut resource = self.bare_resource("class", &name, Kind::Class(id), parameters)?;
        resource.source = Some(id);
        self.add_class_resource(resource, id)
    }

    fn add_class_resource(&mut self, resource: Resource, id: DefinitionId) -> Outcome<ResourceId> {
        self.check_inheritance(id)?;
        self.ensure_parent(id)?;
        self.evaluator.catalog_state.tags.merge(&resource.tags);
        self.add_resource(resource)
    }

    /// Fails for a class that inherits from itself; the reference would not terminate.
    fn check_inheritance(&mut self, id: DefinitionId) -> Outcome<()> {
        let mut seen = vec![id];
        let mut current = id;
        while let Some(parent) =
            self.evaluator.catalog_state.definitions.get(current).code.parent.clone()
        {
            current = self.parent_class(current, &parent)?;
            if seen.contains(&current) || seen.len() > MAX_PARENTS {
                let definition = self.evaluator.catalog_state.definitions.get(id);
                let origin = self.view().definition_origin(definition.program, &definition.code);
                let message = match seen.len() > MAX_PARENTS {
                    true => format!("Class '{}' inherits from too many classes", definition.name),
                    false => format!("Class '{}' inherits from itself", definition.name),
                };
                return Err(self.view().parse_error(message, Some(origin)));
            }
            seen.push(current);
        }
        Ok(())
    }

    /// Declares the class that a class inherits from.
    fn ensure_parent(&mut self, id: DefinitionId) -> Outcome<()> {
        let Some(parent) = self.evaluator.catalog_state.definitions.get(id).code.parent.clone()
        else {
            return Ok(());
        };
        if self.evaluator.catalog_state.find(&Reference::new("class", &parent)).is_none() {
            let parent = self.parent_class(id, &parent)?;
            let resource = self.ensure_class(parent)?;
            self.evaluator.catalog_state.trace_inherited(resource, id);
        }
        Ok(())
    }

    pub(super) fn parent_class(&mut self, id: DefinitionId, parent: &str) -> Outcome<DefinitionId> {
        if let Some(found) = self.find_class(parent)? {
            return Ok(found);
        }
        let definition = self.evaluator.catalog_state.definitions.get(id);
        let origin = self.view().definition_origin(definition.program, &definition.code);
        let environment = &self.evaluator.run.settings.environment;
        let message = format!(
            "Could not find parent resource type '::{parent}' of type hostclass in {environment}"
        );
        Err(self.view().parse_error(message, Some(origin)))
    }

    /// `class { 'name': … }`
    pub(super) fn create_classes(
        &mut self,
        declaration: &Declaration,
        titles: &[Text],
        parameters: &Parameters,
    ) -> Outcome<Vec<Value>> {
        let mut found = Vec::with_capacity(titles.len());
        for title in titles {
            found.push((title, self.find_class(title)?));
        }
        let mut references = Vec::with_capacity(titles.len());
        for (title, id) in found {
            let Some(id) = id else {
                if self.evaluator.catalog_state.settings_class(title).is_some() {
                    let again = self.new_resource(declaration, Kind::Other, title, parameters)?;
                    self.add_resource(again)?;
                }
                let message = format!("Could not find declared class {title}");
                return Err(self.view().declaration_error(
                    declaration,
                    message,
                    self.view().near_class(title),
                ));
            };
            let name = self.evaluator.catalog_state.definitions.get(id).name.clone();
            let resource = self.new_resource(declaration, Kind::Class(id), &name, parameters)?;
            let reference = self.evaluator.catalog_state.reference_value(&resource)?;
            let resource = self.add_class_resource(resource, id)?;
            self.include_classes(&[name.to_string()]).map_err(|stop| match *stop {
                Stop::Error(error) => {
                    let near = || self.evaluator.catalog_state.near_parameter(resource);
                    let help = error.help.clone().or_else(near);
                    self.view().declaration_error(declaration, error.text(), help)
                }
                other => Box::new(other),
            })?;
            references.push(reference);
        }
        Ok(references)
    }
}

impl CatalogView<'_, '_> {
    /// Fails if no catalog is compiled, for example when a template is rendered on its own.
    pub(super) fn expect_catalog(&self) -> Outcome<()> {
        if self.catalog.main.is_some() {
            return Ok(());
        }
        let message = "No source for scope passed to evaluate_classes".to_owned();
        let help = "classes can only be declared while a catalog is compiled".to_owned();
        Err(self.run.call_error(message, Some(help)))
    }
}

impl CatalogState {
    /// The class `settings`, which has no definition.
    fn settings_class(&self, name: &str) -> Option<ResourceId> {
        let name = name.trim_start_matches("::");
        let is_it = name.eq_ignore_ascii_case("settings");
        is_it.then(|| self.find(&Reference::new("class", "settings"))).flatten()
    }
}

impl CatalogView<'_, '_> {
    /// The names of the variables of a class that was evaluated.
    pub(crate) fn class_variable_names(&self, class: &str) -> Vec<String> {
        let scope = self.catalog.class_scopes.get(class);
        scope.map(|scope| self.run.scopes.names_of_class(*scope)).unwrap_or_default()
    }

    /// A variable of a class that was evaluated, or of one that it inherits from.
    pub(crate) fn class_variable(&self, class: &str, name: &str) -> Option<Value> {
        if class == "settings" {
            return self.puppet_setting(name);
        }
        let mut next = self.catalog.class_scopes.get(class).copied();
        while let Some(scope) = next {
            let scope = self.run.scopes.get(scope);
            match scope.local(name) {
                Bound::Value(value) => return Some(value.clone()),
                Bound::NotYet => return None,
                Bound::Missing => next = scope.inherited,
            }
        }
        None
    }

    /// The class that contains the code of a scope, or the nearest one around it.
    pub(crate) fn class_around(&self, scope: ScopeId) -> Option<&Text> {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = self.run.scopes.get(scope);
            let definition = scope.source.map(|source| self.catalog.definitions.get(source));
            if let Some(class) = definition.filter(|known| known.code.kind == DefinitionForm::Class)
            {
                return Some(&class.name);
            }
            next = scope.parent;
        }
        None
    }

    /// `$settings::name`
    fn puppet_setting(&self, name: &str) -> Option<Value> {
        let all = &self.run.settings.puppet_settings;
        match name {
            "all_local" => Some(Value::Hash(Hash::clone(all).into())),
            _ => all.get_str(name).cloned(),
        }
    }

    /// Returns the name of the current scope for logs.
    pub(crate) fn scope_text(&self) -> String {
        match self.run.scopes.here().resource {
            Some(id) => format!("Scope({})", self.catalog.resource(id).reference()),
            None => "Scope(Class[main])".to_owned(),
        }
    }

    /// `tagged`: whether the catalog, or the current class or resource, has a tag.
    pub(crate) fn is_scope_tagged(&self, tag: &str) -> bool {
        let tag = tag.to_lowercase();
        let own = self.run.scopes.here().resource;
        self.catalog.tags.contains(&tag)
            || own.is_some_and(|id| self.is_tagged(id, std::slice::from_ref(&tag)))
    }
}

impl CatalogState {
    /// Whether a class has been evaluated, so that its variables exist.
    pub(crate) fn is_evaluated_class(&self, class: &str) -> bool {
        self.class_scopes.contains_key(class)
    }
}

impl Compilation<'_, '_> {
    /// `contain`: makes the current class or resource the container of the classes.
    pub(crate) fn contain(&mut self, classes: &[ResourceId]) {
        if let Some(container) = self.evaluator.run.scopes.here().resource {
            self.evaluator
                .catalog_state
                .edges
                .extend(classes.iter().map(|class| (container, *class)));
        }
    }

    /// `require`: makes the current class or resource require the classes.
    pub(crate) fn require_classes(&mut self, names: &[String]) -> Outcome<()> {
        let Some(id) = self.evaluator.run.scopes.here().resource else { return Ok(()) };
        for name in names {
            let Some(class) = self.find_class(name)? else { continue };
            let class = self.evaluator.catalog_state.definitions.get(class).name.clone();
            let resource = self.evaluator.catalog_state.resource(id);
            let mut required = flattened(resource.given("require"));
            let reference = Reference::new("class", &class);
            required.push(Type::entry(reference.type_name, reference.title).into());
            let source = resource.source;
            let parameter = Parameter::made(required.into(), source, ParameterSource::Require);
            self.set_resource_parameter(id, &"require".into(), parameter)?;
        }
        Ok(())
    }

    /// `tag`: adds tags to the current class or resource.
    pub(crate) fn tag_scope(&mut self, values: &[Value]) -> Outcome<()> {
        let Some(id) = self.evaluator.run.scopes.here().resource else { return Ok(()) };
        let resource = self.evaluator.catalog_state.resource_mut(id);
        let origin = resource.origin;
        let tagged = values.iter().try_for_each(|value| tag_all(&mut resource.tags, value));
        tagged.map_err(|stop| self.view().at_resource(*stop, origin))
    }
}

impl CatalogState {
    /// Adds the name of an evaluated class to the classes and tags of the catalog.
    pub(super) fn enter_class(&mut self, name: Text) {
        self.tags.add_if_valid(&name);
        self.classes.insert(name);
    }
}

fn class_name(value: &Value) -> Outcome<String> {
    let name = match value {
        Value::Undef => return Err(error("Cannot use undef as a class name")),
        Value::String(name) if name.is_empty() => {
            return Err(error("Cannot use empty string as a class name"));
        }
        Value::String(name) => name.to_string(),
        Value::Type(t) => match t.resolved() {
            Type::Class(None) => return Err(error("Cannot use an unspecific Class[] Type")),
            Type::Class(Some(name)) => name.to_string(),
            Type::Resource(None) => {
                return Err(error(
                    "Cannot use an unspecific Resource[] where a Resource['class', name] is expected",
                ));
            }
            Type::Resource(Some(resource)) if resource.key == "class" => match &resource.title {
                Some(title) => title.to_string(),
                None => {
                    return Err(error(
                        "Cannot use an unspecific Resource['class'] where a Resource['class', \
                         name] is expected",
                    ));
                }
            },
            Type::Resource(Some(resource)) => {
                return Err(error(format!(
                    "Cannot use a Resource[{}] where a Resource['class', name] is expected",
                    resource.name
                )));
            }
            _ => return Err(error("undefined method `downcase' for nil:NilClass")),
        },
        _ => return Err(error("undefined method `downcase' for nil:NilClass")),
    };
    let qualified = if name.starts_with(':') { name } else { format!("::{name}") };
    Ok(qualified.to_lowercase())
}
