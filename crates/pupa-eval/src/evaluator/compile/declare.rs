//! Resource expressions and defaults.

use pupa_catalog::tags::Tags;
use pupa_syntax::source::Span;
use pupa_syntax::tree::{AttributeOp, ExprId, ResourceForm};
use pupa_value::Value;
use pupa_value::infer::infer;
use pupa_value::text::capitalize_segments;
use pupa_value::types::Type;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashMap;

use super::convert::{function_value, parameter_value};
use super::reference::{Reference, alias_of};
use super::resource::{Kind, Parameter, Resource};
use super::table::{Alias, is_known_by_title, uniqueness_key};
use super::{DefinitionId, Origin, ResourceId};
use crate::evaluator::Evaluator;
use crate::evaluator::scope::{Parameters, ScopeId};
use crate::explanation::How;
use crate::failure::{Outcome, Stop, error};
use crate::flatten::flattened;
use crate::issues;
use crate::log::Level;
use crate::program::resource_code::{
    AttributeNode, DefaultsNode, ResourceBodyNode, ResourceNode, TypeNameNode,
};

/// What is to be declared.
pub(super) struct Declaration {
    pub(super) type_name: Text,
    pub(super) form: ResourceForm,
    pub(super) origin: Option<Origin>,
    /// The expression; none for what a function declares.
    pub(super) at: Option<ExprId>,
}

impl Evaluator<'_> {
    /// The place of an expression of the running program.
    pub(super) fn origin_of(&self, at: ExprId) -> Origin {
        Origin { program: self.program, offset: self.current().tree.place(at) }
    }

    /// `file { 'a': … }`
    pub(in crate::evaluator) fn resource_expression(
        &mut self,
        resource: &ResourceNode,
        at: ExprId,
    ) -> Outcome {
        let type_name = self.resource_type_name(&resource.type_name)?;
        if resource.form == ResourceForm::Exported && !self.settings.collects_exported {
            self.warn_at(at, &issues::no_storeconfigs_export().message);
        }
        let mut used: FxHashMap<Value, usize> = FxHashMap::default();
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        for (number, body) in resource.bodies.iter().enumerate() {
            let titles = self.titles(body, number, &mut used, at)?;
            let parameters = self.body_parameters(body, at)?;
            bodies.push((titles, parameters));
        }
        let defaults = used.get(&Value::Default).map(|body| bodies[*body].1.clone());
        let form = resource.form;
        let origin = Some(self.origin_of(at));
        let declaration = Declaration { type_name, form, origin, at: Some(at) };
        let mut declared = Vec::new();
        for (titles, own) in bodies {
            let parameters = match &defaults {
                Some(defaults) => {
                    let mut merged: Parameters = defaults
                        .iter()
                        .map(|(name, one)| (name.clone(), one.clone().given_by(How::BodyDefault)))
                        .collect();
                    merged.extend(own);
                    merged
                }
                None => own,
            };
            declared.extend(self.create_resources(&declaration, &titles, &parameters)?);
        }
        if self.settings.edition.one_resource_is_one_reference()
            && let [single] = declared.as_slice()
        {
            return Ok(single.clone());
        }
        Ok(declared.into())
    }

    fn resource_type_name(&mut self, name: &TypeNameNode) -> Outcome<Text> {
        let (node, is_acceptable) = match name {
            TypeNameNode::Name(name) => return Ok(name.clone()),
            TypeNameNode::Expr { node, is_acceptable } => (node, *is_acceptable),
        };
        let value = self.eval(node)?;
        let actual = match &value {
            Value::Type(Type::Class(None)) if is_acceptable => return Ok("class".into()),
            Value::Type(Type::Resource(Some(resource)))
                if is_acceptable && resource.title.is_none() =>
            {
                return Ok(resource.name.clone());
            }
            Value::Type(t @ (Type::Class(_) | Type::Resource(Some(_)))) if is_acceptable => {
                t.to_string()
            }
            other => infer(other).generalize().expanded_text(),
        };
        Err(self.complain(node.at, issues::illegal_resource_type(&actual)))
    }

    /// The titles of a body; `default` is noted in `used` and left out.
    fn titles(
        &mut self,
        body: &ResourceBodyNode,
        number: usize,
        used: &mut FxHashMap<Value, usize>,
        at: ExprId,
    ) -> Outcome<Vec<Text>> {
        let title_at = body.title.at;
        let title = self.eval(&body.title)?;
        if title.is_undef() {
            return Err(self.complain(title_at, issues::missing_title()));
        }
        let all = flattened([&title]);
        let mut titles = Vec::with_capacity(all.len());
        for (index, title) in all.into_iter().enumerate() {
            match &title {
                Value::Undef => {
                    return Err(self.complain(title_at, issues::missing_title_at(index)));
                }
                Value::String(text) if text.is_empty() => {
                    return Err(self.complain(title_at, issues::empty_title_at(index)));
                }
                Value::String(_) | Value::Default => {}
                other => {
                    let actual = infer(other).generalize().expanded_text();
                    let complaint = issues::illegal_title_type_at(index, &actual);
                    return Err(self.complain(title_at, complaint));
                }
            }
            if used.insert(title.clone(), number).is_some() {
                let shown = match &title {
                    Value::String(text) => text.to_string(),
                    _ => "default".to_owned(),
                };
                return Err(self.complain(at, issues::duplicate_title(&shown)));
            }
            if let Value::String(text) = title {
                titles.push(text);
            }
        }
        Ok(titles)
    }

    fn body_parameters(&mut self, body: &ResourceBodyNode, at: ExprId) -> Outcome<Parameters> {
        let mut parameters = Parameters::default();
        for attribute in &body.attributes {
            if let Some(name) = self.add_attribute(attribute, &mut parameters)? {
                return Err(self.complain(at, issues::duplicate_attribute(&name)));
            }
        }
        Ok(parameters)
    }

    /// The parameters that an attribute gives: one, or those of a hash.
    pub(super) fn attribute(
        &mut self,
        attribute: &AttributeNode,
    ) -> Outcome<Vec<(Text, Parameter)>> {
        let value = self.eval(&attribute.value)?;
        match attribute.op {
            AttributeOp::Set | AttributeOp::Append => {
                Ok(vec![(attribute.name.clone(), self.given_attribute(attribute, value)?)])
            }
            AttributeOp::Splat => self.splat_attributes(attribute, &value),
        }
    }

    /// Adds the parameters that an attribute gives; the name of one that is there already.
    fn add_attribute(
        &mut self,
        attribute: &AttributeNode,
        parameters: &mut Parameters,
    ) -> Outcome<Option<Text>> {
        if attribute.op != AttributeOp::Splat {
            let value = self.eval(&attribute.value)?;
            let parameter = self.given_attribute(attribute, value)?;
            let is_new = parameters.add(attribute.name.clone(), parameter);
            return Ok((!is_new).then(|| attribute.name.clone()));
        }
        for (name, parameter) in self.attribute(attribute)? {
            if !parameters.add(name.clone(), parameter) {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    fn given_attribute(&self, attribute: &AttributeNode, value: Value) -> Outcome<Parameter> {
        let adds = attribute.op == AttributeOp::Append;
        let value = parameter_value(value).map_err(|stop| match *stop {
            Stop::Error(error) => {
                let what = if adds { "a '+>' expression" } else { "a '=>' expression" };
                let complaint = issues::runtime_error(what, &error.message);
                self.complain_at(Span::at(attribute.offset), complaint)
            }
            other => Box::new(other),
        })?;
        Ok(Parameter {
            value,
            source: self.scopes.here().source,
            origin: Some(Origin { program: self.program, offset: attribute.offset }),
            adds,
            how: How::Given,
            at: Some(attribute.value.at),
        })
    }

    fn splat_attributes(
        &mut self,
        attribute: &AttributeNode,
        value: &Value,
    ) -> Outcome<Vec<(Text, Parameter)>> {
        let Value::Hash(hash) = value else {
            let actual = infer(value).generalize().expanded_text();
            let complaint = issues::type_mismatch("Hash", &actual);
            return Err(self.complain(attribute.value.at, complaint));
        };
        let entry = |(name, value): (&Value, &Value)| {
            let given = self.given_attribute(attribute, value.clone())?;
            let name = pupa_value::text::ruby::to_s(name);
            Ok((Text::from(&*name), Parameter { how: How::Splat, ..given }))
        };
        hash.iter().map(entry).collect()
    }

    /// Declares resources of the given titles; their references.
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
            let reference = self.compilation.reference_value(&resource)?;
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
        let (form, bare) = match type_name.strip_prefix('@') {
            None => (ResourceForm::Regular, type_name),
            Some(rest) => match rest.strip_prefix('@') {
                None => (ResourceForm::Virtual, rest),
                Some(rest) => (ResourceForm::Exported, rest),
            },
        };
        let origin = self.calls.last().map(|call| Origin {
            program: call.program,
            offset: self.programs[call.program as usize].tree.place(call.at),
        });
        let type_name = Text::from(bare.to_lowercase());
        if type_name == "class" && form != ResourceForm::Regular {
            let message = "Evaluation Error: Classes are not virtualizable".to_owned();
            return Err(self.parse_error(message, origin));
        }
        let declaration = Declaration { type_name, form, origin, at: None };
        let source = self.scopes.here().source;
        for (title, given) in instances {
            let titles: Vec<Text> = flattened([title]).iter().filter_map(text).collect();
            let mut parameters = Parameters::default();
            let Value::Hash(own) = given else {
                let class = crate::evaluator::matching::conversion(given);
                return Err(error(format!("no implicit conversion of {class} into Hash")));
            };
            for (name, value) in defaults.iter().chain(own.iter()) {
                let name = Text::from(&*pupa_value::text::ruby::to_s(name));
                let value = function_value(value)?;
                let parameter = Parameter::made(value, source, How::CreateResources);
                parameters.insert(name, parameter);
            }
            self.create_resources(&declaration, &titles, &parameters)?;
        }
        Ok(())
    }

    /// A resource of the running scope, with the defaults of its type.
    pub(super) fn new_resource(
        &mut self,
        declaration: &Declaration,
        kind: Kind,
        title: &Text,
        parameters: &Parameters,
    ) -> Outcome<Resource> {
        let scope = self.scopes.current;
        let resource = self.bare_resource(&declaration.type_name, title, kind, parameters);
        let mut resource = resource.map_err(|stop| self.at_resource(*stop, declaration.origin))?;
        resource.origin = declaration.origin;
        resource.is_exported = declaration.form == ResourceForm::Exported;
        resource.is_virtual = declaration.form != ResourceForm::Regular;
        for (name, parameter) in self.defaults_of(scope, &resource.type_name) {
            if !resource.parameters.contains_key(&name) {
                if name == "tag" {
                    tag_all(&mut resource.tags, &parameter.value)
                        .map_err(|stop| self.at_resource(*stop, declaration.origin))?;
                }
                resource.parameters.insert(name, parameter);
            }
        }
        Ok(resource)
    }

    /// A resource of the running scope, without defaults.
    pub(super) fn bare_resource(
        &mut self,
        type_name: &str,
        title: &Text,
        kind: Kind,
        parameters: &Parameters,
    ) -> Outcome<Resource> {
        let known = match &kind {
            // Its name may have capitals within.
            Kind::Managed(defined) => self.compilation.type_name(defined.object_type().label())?,
            _ => self.compilation.type_name(type_name)?,
        };
        let type_name = known.name.clone();
        let title = match type_name.as_str() {
            "Class" => Reference::new("class", title).title,
            _ => title.clone(),
        };
        let mut tags = Tags::default();
        if let Some(tag) = parameters.get("tag") {
            tag_all(&mut tags, &tag.value)?;
        }
        tags.merge(&known.tags);
        tags.add_text_if_valid(&title);
        Ok(Resource {
            type_name,
            title,
            kind,
            parameters: parameters.clone(),
            tags,
            origin: None,
            is_virtual: false,
            is_exported: false,
            scope: self.scopes.current,
            source: self.scopes.here().source,
            is_evaluated: false,
            has_scope_tags: false,
            is_finished: false,
            sensitive: Vec::new(),
        })
    }

    /// Enters a resource into the catalog.
    pub(super) fn add_resource(&mut self, resource: Resource) -> Outcome<ResourceId> {
        let id = self.enter_resource(resource)?;
        self.compilation.declared.push(id);
        self.trace_declared(id);
        self.compilation.interests.note(id);
        let resource = self.compilation.resource(id);
        if !resource.is_class() && resource.given("stage").is_some() {
            return Err(error(format!(
                "Only classes can set 'stage'; normal resources like {} cannot change run stage",
                resource.reference()
            )));
        }
        if resource.is_class() || resource.is_stage() {
            return Ok(id);
        }
        if let Some(container) = self.scopes.here().resource {
            self.compilation.edges.insert((container, id));
        }
        Ok(id)
    }

    /// Enters a resource into the table, unless there is one of its name.
    pub(super) fn enter_resource(&mut self, resource: Resource) -> Outcome<ResourceId> {
        if let Some(first) = self.compilation.table.find(&resource.type_name, &resource.title) {
            let first = self.compilation.resource(first).origin;
            let place = first.map(|origin| format!(" at {}", self.origin_text(origin)));
            let message = format!(
                "Duplicate declaration: {} is already declared{}; cannot redeclare",
                resource.reference(),
                place.unwrap_or_default()
            );
            return Err(error(self.located(&message, resource.origin)));
        }
        let id = self.compilation.resources.len() as ResourceId;
        self.check_resources(self.compilation.resources.len() + 1)?;
        self.compilation.table.add(&resource, id);
        self.compilation.resources.push(resource);
        self.add_aliases(id)?;
        Ok(id)
    }

    fn add_aliases(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.compilation.resource(id);
        let explicit: Vec<Text> =
            flattened(resource.given("alias")).iter().filter_map(text).collect();
        for alias in explicit {
            if alias != self.compilation.resource(id).title {
                self.add_alias(id, &Alias::Title(alias), true)?;
            }
        }
        let resource = self.compilation.resource(id);
        if matches!(&resource.kind, Kind::BuiltIn(built_in) if !built_in.is_isomorphic()) {
            return Ok(());
        }
        if is_known_by_title(resource) {
            return Ok(());
        }
        if let Kind::BuiltIn(built_in) = &resource.kind {
            built_in.parse_title(&resource.title).map_err(|none| error(none.to_string()))?;
        }
        let keys = uniqueness_key(resource);
        let is_title = matches!(keys.as_slice(), [Value::String(only)] if *only == resource.title);
        if is_title || keys.iter().all(Value::is_undef) {
            return Ok(());
        }
        self.add_alias(id, &alias_of(keys), false)
    }

    fn add_alias(&mut self, id: ResourceId, alias: &Alias, is_explicit: bool) -> Outcome<()> {
        let type_name = self.compilation.resource(id).type_name.clone();
        let Some(known) = self.compilation.table.add_alias(&type_name, alias, id) else {
            return Ok(());
        };
        let (resource, known) = (self.compilation.resource(id), self.compilation.resource(known));
        let place = resource.origin.map(|origin| format!(" at {}", self.origin_text(origin)));
        let shown = alias.shown();
        let inner = shown.trim_start_matches('[').trim_end_matches(']');
        let key = if is_explicit { shown.clone() } else { format!("[{inner}]") };
        let new_reference = format!("[{:?}, {inner}]", type_name.as_str());
        let message = format!(
            "Cannot alias {} to {key}{}; resource {new_reference} already declared",
            resource.reference(),
            place.unwrap_or_default()
        );
        Err(error(self.located(&message, known.origin)))
    }

    /// The defaults of a type of resources, as a scope sees them.
    pub(super) fn defaults_of(&self, scope: ScopeId, type_name: &str) -> Parameters {
        let mut chain = Vec::new();
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = self.scopes.get(scope);
            if let Some(defaults) = scope.defaults.get(type_name) {
                chain.push(defaults);
            }
            next = scope.parent;
        }
        let Some(outermost) = chain.pop() else { return Parameters::default() };
        let mut all = outermost.clone();
        for defaults in chain.into_iter().rev() {
            all.extend(defaults.iter().map(|(name, one)| (name.clone(), one.clone())));
        }
        all
    }

    /// `File { … }`
    pub(in crate::evaluator) fn resource_defaults(&mut self, node: &DefaultsNode) -> Outcome {
        let value = self.eval(&node.type_ref)?;
        let type_name = match &value {
            Value::Type(Type::Resource(Some(resource))) if resource.title.is_none() => {
                Text::from(capitalize_segments(&resource.name))
            }
            other => {
                let actual = infer(other).generalize().expanded_text();
                let complaint = issues::illegal_resource_type(&actual);
                return Err(self.complain(node.type_ref.at, complaint));
            }
        };
        let mut given = Vec::new();
        for attribute in &node.attributes {
            given.extend(self.attribute(attribute)?);
        }
        for (name, parameter) in given {
            let current = self.scopes.current;
            let defaults = self.scopes.get_mut(current).defaults.entry(type_name.clone());
            let defaults = defaults.or_default();
            if defaults.contains_key(&name) {
                let message = format!(
                    "Default already defined for {type_name} {{ {name} }}; cannot redefine"
                );
                return Err(self.parse_error(message, parameter.origin));
            }
            defaults.insert(name, parameter.given_by(How::ResourceDefault));
        }
        Ok(value)
    }

    fn warn_at(&mut self, at: ExprId, message: &str) {
        let place = self.place_of(self.program, at);
        self.push_log(Level::Warning, message.to_owned(), String::new(), Some(place));
    }

    /// Whether a definition is another or inherits from it.
    pub(super) fn is_child_of(
        &mut self,
        child: Option<DefinitionId>,
        ancestor: Option<DefinitionId>,
    ) -> Outcome<bool> {
        if child.is_none() {
            return Ok(self.compilation.main_may_override);
        }
        let mut next = child;
        while let Some(id) = next {
            let definition = self.compilation.definitions.get(id);
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

/// Adds the tags that a parameter `tag` gives.
pub(super) fn tag_all(tags: &mut Tags, value: &Value) -> Outcome<()> {
    match value {
        Value::Undef => Ok(()),
        Value::Array(all) => all.iter().try_for_each(|one| tag_all(tags, one)),
        single => {
            let text = pupa_value::text::ruby::to_s(single);
            tags.add(&text).map_err(|invalid| error(invalid.to_string()))
        }
    }
}

fn text(value: &Value) -> Option<Text> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Undef => None,
        other => Some(pupa_value::text::ruby::to_s(other).as_ref().into()),
    }
}
