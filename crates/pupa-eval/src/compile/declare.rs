//! Declares resources for expressions and functions.

use pupa_catalog::tags::Tags;
use pupa_syntax::tree::{ExprId, ResourceForm};
use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use super::convert::function_value;
use super::reference::Reference;
use super::resource::{Kind, Parameter, Resource};
use super::{CatalogState, CatalogView, Compilation, DefinitionId, Origin};
use crate::evaluator::exhausted;
use crate::evaluator::scope::Parameters;
use crate::explanation::ParameterSource;
use crate::flatten::flattened;
use crate::log::Level;
use crate::stop::{Outcome, error};

/// A resource to be declared.
pub(super) struct Declaration {
    pub(super) type_name: Text,
    pub(super) form: ResourceForm,
    pub(super) origin: Option<Origin>,
    /// The expression; `None` for a function.
    pub(super) at: Option<ExprId>,
    /// The numeric titles, which only `create_resources` allows.
    pub(super) number_titles: Vec<Text>,
}

impl CatalogView<'_, '_> {
    /// The position of an expression of the running program.
    pub(super) fn origin_of(&self, at: ExprId) -> Origin {
        Origin {
            program: self.run.program_number(),
            offset: self.run.current().tree.place(at),
            by_call: false,
        }
    }
}

impl Compilation<'_, '_> {
    /// Declares resources with these titles; returns references to them.
    pub(super) fn create_resources(
        &mut self,
        declaration: &Declaration,
        titles: &[Text],
        parameters: &Parameters,
    ) -> Outcome<Vec<Value>> {
        let type_name = &declaration.type_name;
        if type_name.eq_ignore_ascii_case("class") {
            return self.create_classes(declaration, titles, parameters);
        }
        let kind = self.declared_kind(declaration)?;
        let mut references = Vec::with_capacity(titles.len());
        for title in titles {
            let resource = self.new_resource(declaration, kind.clone(), title, parameters)?;
            let reference = self.evaluator.catalog_state.reference_value(&resource)?;
            self.add_resource(resource)?;
            references.push(reference);
        }
        Ok(references)
    }

    /// `create_resources('type', {title => {…}}, {…})`
    pub(crate) fn create_from_hash(
        &mut self,
        type_name: &str,
        instances: &Hash,
        defaults: &Hash,
    ) -> Outcome<()> {
        let origin = self.evaluator.run.innermost_call().map(|call| Origin {
            program: call.program,
            offset: self.evaluator.run.program_at(call.program).tree.place(call.at),
            by_call: true,
        });
        self.create_from_hash_at(type_name, instances, defaults, origin)
    }

    /// Declares resources of a hash at a place, which those that Ruby code makes itself do not have.
    pub(crate) fn create_from_hash_at(
        &mut self,
        type_name: &str,
        instances: &Hash,
        defaults: &Hash,
        origin: Option<Origin>,
    ) -> Outcome<()> {
        let (form, bare) = match type_name.strip_prefix('@') {
            None => (ResourceForm::Regular, type_name),
            Some(rest) => match rest.strip_prefix('@') {
                None => (ResourceForm::Virtual, rest),
                Some(rest) => (ResourceForm::Exported, rest),
            },
        };
        let type_name = Text::from(bare.to_lowercase());
        if type_name == "class" && form != ResourceForm::Regular {
            let message = "Evaluation Error: Classes are not virtualizable".to_owned();
            return Err(self.view().parse_error(message, origin));
        }
        let mut declaration =
            Declaration { type_name, form, origin, at: None, number_titles: Vec::new() };
        let source = self.evaluator.run.scopes.here().source;
        for (title, given) in instances {
            let titles = flattened([title]);
            let is_number = |title: &&Value| matches!(title, Value::Integer(_) | Value::Float(_));
            declaration.number_titles = titles.iter().filter(is_number).filter_map(text).collect();
            let titles: Vec<Text> = titles.iter().filter_map(text).collect();
            let mut parameters = Parameters::default();
            let Value::Hash(own) = given else {
                let class = crate::evaluator::matching::conversion(given);
                return Err(error(format!("no implicit conversion of {class} into Hash")));
            };
            for (name, value) in defaults.iter().chain(own.iter()) {
                let name = Text::from(&*pupa_value::text::ruby::to_s(name));
                self.view().check_integers(value)?;
                let value = function_value(value)?;
                let parameter = Parameter::made(value, source, ParameterSource::CreateResources);
                parameters.insert(name, parameter);
            }
            self.create_resources(&declaration, &titles, &parameters)?;
        }
        Ok(())
    }

    /// A new resource in the current scope, with the defaults of its type.
    pub(super) fn new_resource(
        &mut self,
        declaration: &Declaration,
        kind: Kind,
        title: &Text,
        parameters: &Parameters,
    ) -> Outcome<Resource> {
        let scope = self.evaluator.run.scopes.current;
        let resource = self.bare_resource(&declaration.type_name, title, kind, parameters);
        let mut resource =
            resource.map_err(|stop| self.view().at_resource(*stop, declaration.origin))?;
        resource.origin = declaration.origin;
        if declaration.number_titles.contains(title) {
            resource.has_number_title = true;
            // Compat: a title is a tag only if it is a string.
            resource.tags =
                self.evaluator.catalog_state.own_tags(&declaration.type_name, None, parameters)?;
        }
        resource.is_exported = declaration.form == ResourceForm::Exported;
        resource.is_virtual = declaration.form != ResourceForm::Regular;
        for (name, parameter) in self.view().defaults_of(scope, &resource.type_name) {
            if !resource.parameters.contains_key(&name) {
                if name == "tag" {
                    tag_all(&mut resource.tags, &parameter.value)
                        .map_err(|stop| self.view().at_resource(*stop, declaration.origin))?;
                }
                resource.parameters.insert(name, parameter);
            }
        }
        Ok(resource)
    }

    /// A new resource in the current scope, without defaults.
    pub(super) fn bare_resource(
        &mut self,
        type_name: &str,
        title: &Text,
        kind: Kind,
        parameters: &Parameters,
    ) -> Outcome<Resource> {
        let known = match &kind {
            // The name of a managed type may contain capitals, as in `DbUser`.
            Kind::Managed(defined) => {
                self.evaluator.catalog_state.type_name(defined.object_type().label())?
            }
            _ => self.evaluator.catalog_state.type_name(type_name)?,
        };
        let type_name = known.name.clone();
        let title = match type_name.as_str() {
            "Class" => Reference::new("class", title).title,
            _ => title.clone(),
        };
        let tags = self.evaluator.catalog_state.own_tags(&type_name, Some(&title), parameters)?;
        Ok(Resource {
            type_name,
            title,
            kind,
            parameters: parameters.clone(),
            tags,
            origin: None,
            is_virtual: false,
            is_exported: false,
            scope: self.evaluator.run.scopes.current,
            source: self.evaluator.run.scopes.here().source,
            is_evaluated: false,
            has_scope_tags: false,
            has_number_title: false,
            is_finished: false,
            sensitive: Vec::new(),
        })
    }

    /// Logs a warning about an expression of the running program.
    pub(super) fn warn_at(&mut self, at: ExprId, message: &str) {
        let place = self.evaluator.run.place_of(self.evaluator.run.program_number(), at);
        self.evaluator.run.push_log(Level::Warning, message.to_owned(), String::new(), Some(place));
    }

    /// Whether a definition is the same as another or inherits from it.
    pub(super) fn is_child_of(
        &mut self,
        child: Option<DefinitionId>,
        ancestor: Option<DefinitionId>,
    ) -> Outcome<bool> {
        if child.is_none() {
            return Ok(self.evaluator.catalog_state.main_may_override);
        }
        let mut next = child;
        while let Some(id) = next {
            let definition = self.evaluator.catalog_state.definitions.get(id);
            if definition.may_override {
                return Ok(true);
            }
            let Some(parent) = definition.code.parent.clone() else { return Ok(false) };
            next = self.find_class(&parent)?;
            if next.is_some() && next == ancestor {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl CatalogState {
    /// The tags of a resource from its parameters, its type and its title.
    fn own_tags(
        &mut self,
        type_name: &str,
        title: Option<&Text>,
        parameters: &Parameters,
    ) -> Outcome<Tags> {
        let mut tags = Tags::default();
        if let Some(tag) = parameters.get("tag") {
            tag_all(&mut tags, &tag.value)?;
        }
        tags.merge(&self.type_name(type_name)?.tags);
        if let Some(title) = title {
            tags.add_text_if_valid(title);
        }
        Ok(tags)
    }
}

/// Adds the tags in the value of a parameter `tag`.
pub(super) fn tag_all(tags: &mut Tags, value: &Value) -> Outcome<()> {
    if !pupa_meter::charge(8) {
        return Err(exhausted());
    }
    match value {
        Value::Undef => Ok(()),
        Value::Array(all) => all.iter().try_for_each(|one| tag_all(tags, one)),
        single => {
            let text = pupa_value::text::ruby::to_s(single);
            tags.add(&text).map_err(|invalid| error(invalid.to_string()))
        }
    }
}

/// The text of a value that is a name.
pub(super) fn text(value: &Value) -> Option<Text> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Undef => None,
        other => Some(pupa_value::text::ruby::to_s(other).as_ref().into()),
    }
}
