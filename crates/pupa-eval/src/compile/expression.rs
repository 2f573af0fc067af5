//! Evaluates resource expressions: their titles and attributes.

use pupa_syntax::source::Span;
use pupa_syntax::tree::{AttributeOp, ExprId, ResourceForm};
use pupa_value::Value;
use pupa_value::infer::infer;
use pupa_value::types::Type;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use super::declare::Declaration;
use super::resource::Parameter;
use super::{Compilation, Origin};
use crate::evaluator::scope::Parameters;
use crate::explanation::ParameterSource;
use crate::flatten::flattened;
use crate::issues;
use crate::program::resource_code::{AttributeNode, ResourceBodyNode, ResourceNode, TypeNameNode};
use crate::stop::{Outcome, Stop};

impl Compilation<'_, '_> {
    /// `file { 'a': … }`
    pub(crate) fn resource_expression(&mut self, resource: &ResourceNode, at: ExprId) -> Outcome {
        let type_name = self.resource_type_name(&resource.type_name)?;
        if resource.form == ResourceForm::Exported && !self.evaluator.run.settings.collects_exported
        {
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
        let origin = Some(self.view().origin_of(at));
        let declaration =
            Declaration { type_name, form, origin, at: Some(at), number_titles: Vec::new() };
        let mut declared = Vec::new();
        for (titles, own) in bodies {
            let parameters = match &defaults {
                Some(defaults) => {
                    let mut merged: Parameters = defaults
                        .iter()
                        .map(|(name, one)| {
                            (name.clone(), one.clone().given_by(ParameterSource::BodyDefault))
                        })
                        .collect();
                    merged.extend(own);
                    merged
                }
                None => own,
            };
            declared.extend(self.create_resources(&declaration, &titles, &parameters)?);
        }
        if self.evaluator.run.settings.edition.one_resource_is_one_reference()
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
        let value = self.evaluator.eval(node)?;
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
        Err(self.evaluator.run.complain(node.at, issues::illegal_resource_type(&actual)))
    }

    /// The titles of a resource body. `default` is recorded in `used` and not returned.
    fn titles(
        &mut self,
        body: &ResourceBodyNode,
        number: usize,
        used: &mut FxHashMap<Value, usize>,
        at: ExprId,
    ) -> Outcome<Vec<Text>> {
        let title_at = body.title.at;
        let title = self.evaluator.eval(&body.title)?;
        if title.is_undef() {
            return Err(self.evaluator.run.complain(title_at, issues::missing_title()));
        }
        let all = flattened([&title]);
        let mut titles = Vec::with_capacity(all.len());
        for (index, title) in all.into_iter().enumerate() {
            match &title {
                Value::Undef => {
                    return Err(self
                        .evaluator
                        .run
                        .complain(title_at, issues::missing_title_at(index)));
                }
                Value::String(text) if text.is_empty() => {
                    return Err(self
                        .evaluator
                        .run
                        .complain(title_at, issues::empty_title_at(index)));
                }
                Value::String(_) | Value::Default => {}
                other => {
                    let actual = infer(other).generalize().expanded_text();
                    let diagnostic = issues::illegal_title_type_at(index, &actual);
                    return Err(self.evaluator.run.complain(title_at, diagnostic));
                }
            }
            if used.insert(title.clone(), number).is_some() {
                let display = match &title {
                    Value::String(text) => text.to_string(),
                    _ => "default".to_owned(),
                };
                return Err(self.evaluator.run.complain(at, issues::duplicate_title(&display)));
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
                return Err(self.evaluator.run.complain(at, issues::duplicate_attribute(&name)));
            }
        }
        Ok(parameters)
    }

    /// The parameters that an attribute sets: a single one, or those in the hash of `*`.
    pub(super) fn attribute(
        &mut self,
        attribute: &AttributeNode,
    ) -> Outcome<Vec<(Text, Parameter)>> {
        let value = self.evaluator.eval(&attribute.value)?;
        match attribute.op {
            AttributeOp::Set | AttributeOp::Append => {
                Ok(vec![(attribute.name.clone(), self.given_attribute(attribute, value)?)])
            }
            AttributeOp::Splat => self.splat_attributes(attribute, &value),
        }
    }

    /// Adds the parameters that an attribute sets. Returns the name of one that is set twice.
    fn add_attribute(
        &mut self,
        attribute: &AttributeNode,
        parameters: &mut Parameters,
    ) -> Outcome<Option<Text>> {
        if attribute.op != AttributeOp::Splat {
            let value = self.evaluator.eval(&attribute.value)?;
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
        let value = self.view().held_value(value).map_err(|stop| match *stop {
            Stop::Error(error) => {
                let what = match attribute.op {
                    AttributeOp::Set => "a '=>' expression",
                    AttributeOp::Append => "a '+>' expression",
                    // Compat: the reference calls the operand of `*` an Object.
                    AttributeOp::Splat => "an Object",
                };
                let diagnostic = issues::runtime_error(what, &error.message);
                let error = diagnostic.quoting(error.quoted_places);
                self.evaluator.run.complain_at(Span::at(attribute.offset), error)
            }
            other => Box::new(other),
        })?;
        Ok(Parameter {
            value: self.evaluator.ruby_state.own_value(value),
            source: self.evaluator.run.scopes.here().source,
            origin: Some(Origin {
                program: self.evaluator.run.program_number(),
                offset: attribute.offset,
                by_call: false,
            }),
            adds,
            is_flat: false,
            how: ParameterSource::Given,
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
            let diagnostic = issues::type_mismatch("Hash", &actual);
            return Err(self.evaluator.run.complain(attribute.value.at, diagnostic));
        };
        let entry = |(name, value): (&Value, &Value)| {
            let given = self.given_attribute(attribute, value.clone())?;
            let name = pupa_value::text::ruby::to_s(name);
            Ok((Text::from(&*name), Parameter { how: ParameterSource::Splat, ..given }))
        };
        hash.iter().map(entry).collect()
    }
}
