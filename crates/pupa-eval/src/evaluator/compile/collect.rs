//! Collectors: `File <| … |>`, `File <<| … |>>`, and `realize`.

use indexmap::IndexSet;
use pupa_syntax::tree::ExprId;
use pupa_value::Value;
use pupa_value::compare::equals;
use pupa_value::value::Text;
use rustc_hash::FxBuildHasher;

use super::reference::Reference;
use super::resource::Resource;
use super::{DefinitionId, Origin, ResourceId};
use crate::evaluator::Evaluator;
use crate::evaluator::scope::{Parameters, ScopeId};
use crate::failure::{Outcome, error};
use crate::flatten::flattened;
use crate::issues;
use crate::log::Level;
use crate::program::resource_code::{CollectorNode, QueryNode};

/// The number of a collector.
pub(super) type CollectionId = u32;

/// Resources that are to be found.
pub(super) struct Collection {
    what: Wanted,
    scope: ScopeId,
    source: Option<DefinitionId>,
    overrides: Option<(Parameters, Origin)>,
    /// What was found so far.
    pub(super) collected: IndexSet<ResourceId, FxBuildHasher>,
    /// Compat: what an arrow chain takes on the left when the collector finds nothing.
    pub(super) alternative: Option<Vec<super::relate::Operand>>,
    is_done: bool,
}

enum Wanted {
    /// Resources of a type that fulfil a query.
    Query { type_name: Text, query: Option<Query>, is_exported: bool },
    /// These.
    Fixed(Vec<Value>),
}

/// A query whose values are known.
enum Query {
    And(Box<(Query, Query)>),
    Or(Box<(Query, Query)>),
    /// Any of these tags.
    Tag(Vec<String>),
    Equal(Text, Value),
    NotEqual(Text, Value),
}

impl Evaluator<'_> {
    /// `File <| … |>`; the number of the collector.
    pub(in crate::evaluator) fn collector(
        &mut self,
        node: &CollectorNode,
        at: ExprId,
    ) -> Outcome<CollectionId> {
        if node.is_exported && !self.settings.collects_exported {
            let place = self.place_of(self.program, at);
            let message = issues::no_storeconfigs().message;
            self.push_log(Level::Warning, message, String::new(), Some(place));
        }
        if node.type_name == "class" {
            return Err(error("Classes cannot be collected"));
        }
        if self.resource_kind(&node.type_name)?.is_none() {
            return Err(error(format!("Resource type {} doesn't exist", node.type_name)));
        }
        let mut overrides = None;
        if !node.attributes.is_empty() {
            let mut parameters = Parameters::default();
            for attribute in &node.attributes {
                parameters.extend(self.attribute(attribute)?);
            }
            overrides = Some((parameters, self.origin_of(at)));
        }
        let query = match &node.query {
            Some(query) => Some(self.query(query)?),
            None => None,
        };
        let type_name = Reference::new(&node.type_name, "x").type_name;
        let what = Wanted::Query { type_name, query, is_exported: node.is_exported };
        Ok(self.add_collection(what, overrides))
    }

    fn add_collection(
        &mut self,
        what: Wanted,
        overrides: Option<(Parameters, Origin)>,
    ) -> CollectionId {
        self.compilation.collections.push(Collection {
            what,
            scope: self.scopes.current,
            source: self.scopes.here().source,
            overrides,
            collected: IndexSet::default(),
            alternative: None,
            is_done: false,
        });
        (self.compilation.collections.len() - 1) as CollectionId
    }

    /// `realize(…)`
    pub(crate) fn realize(&mut self, references: Vec<Value>) {
        self.add_collection(Wanted::Fixed(references), None);
    }

    fn query(&mut self, node: &QueryNode) -> Outcome<Query> {
        Ok(match node {
            QueryNode::And(pair) => {
                Query::And(Box::new((self.query(&pair.0)?, self.query(&pair.1)?)))
            }
            QueryNode::Or(pair) => {
                Query::Or(Box::new((self.query(&pair.0)?, self.query(&pair.1)?)))
            }
            QueryNode::Compare { name, value, is_negated } => {
                let (name, value) = (self.eval(name)?, self.eval(value)?);
                let name = pupa_value::text::ruby::to_s(&name).into_owned();
                match (name.as_str(), is_negated) {
                    ("tag", false) => Query::Tag(tags(&value)?),
                    (_, false) => Query::Equal(name.into(), value),
                    (_, true) => Query::NotEqual(name.into(), value),
                }
            }
            QueryNode::Other(at) => {
                let what = format!("{:?}", self.current().tree.kind(*at));
                return Err(error(format!("Cannot transform object of class {what}")));
            }
        })
    }

    /// Collects what there is; whether something is new.
    pub(super) fn evaluate_collections(&mut self) -> Outcome<bool> {
        let mut is_new = false;
        for number in 0..self.compilation.collections.len() {
            if !self.compilation.collections[number].is_done {
                is_new |= self.collect(number)?;
            }
        }
        Ok(is_new)
    }

    fn collect(&mut self, number: usize) -> Outcome<bool> {
        let found = self.find_collected(number)?;
        if found.is_empty() {
            return Ok(false);
        }
        for id in &found {
            self.compilation.resource_mut(*id).is_virtual = false;
        }
        let collection = &self.compilation.collections[number];
        let (scope, source) = (collection.scope, collection.source);
        let new: Vec<ResourceId> =
            found.into_iter().filter(|id| !collection.collected.contains(id)).collect();
        if let Some((parameters, origin)) = collection.overrides.clone() {
            match source {
                Some(source) => self.compilation.definitions.get_mut(source).may_override = true,
                None => self.compilation.main_may_override = true,
            }
            for id in &new {
                let resource = self.compilation.resource(*id);
                let change = Resource {
                    parameters: parameters.clone(),
                    origin: Some(origin),
                    scope,
                    source,
                    ..resource.clone()
                };
                self.add_override(change)?;
            }
        }
        let is_new = !new.is_empty();
        self.compilation.collections[number].collected.extend(new);
        Ok(is_new)
    }

    fn find_collected(&mut self, number: usize) -> Outcome<Vec<ResourceId>> {
        let collection = &self.compilation.collections[number];
        match &collection.what {
            Wanted::Query { is_exported: true, .. } if !self.settings.collects_exported => {
                Ok(Vec::new())
            }
            Wanted::Query { type_name, query, is_exported } => {
                let mut found = Vec::new();
                for id in &self.compilation.declared {
                    let resource = self.compilation.resource(*id);
                    if resource.type_name == *type_name
                        && (!is_exported || resource.is_exported)
                        && query.as_ref().is_none_or(|query| self.fulfils(*id, query))
                    {
                        found.push(*id);
                    }
                }
                Ok(found)
            }
            Wanted::Fixed(references) => {
                let references = references.clone();
                self.find_fixed(number, &references)
            }
        }
    }

    fn find_fixed(&mut self, number: usize, references: &[Value]) -> Outcome<Vec<ResourceId>> {
        let (mut found, mut left) = (Vec::new(), Vec::new());
        for value in references {
            let reference = match value {
                Value::Type(t) => Reference::of_type(t),
                _ => None,
            };
            let reference = match reference {
                Some(reference) => reference,
                None => Reference::parse(&pupa_value::text::ruby::to_s(value))?,
            };
            match self.compilation.find(&reference) {
                Some(id) => found.push(id),
                None => left.push(value.clone()),
            }
        }
        let collection = &mut self.compilation.collections[number];
        collection.is_done = left.is_empty();
        collection.what = Wanted::Fixed(left);
        Ok(found)
    }

    fn fulfils(&self, id: ResourceId, query: &Query) -> bool {
        let resource = self.compilation.resource(id);
        let get = |name: &Text| match name.as_str() {
            "title" => Value::from(resource.title.clone()),
            _ => resource.get(name).cloned().unwrap_or_default(),
        };
        let edition = self.settings.edition;
        match query {
            Query::And(pair) => self.fulfils(id, &pair.0) && self.fulfils(id, &pair.1),
            Query::Or(pair) => self.fulfils(id, &pair.0) || self.fulfils(id, &pair.1),
            Query::Tag(tags) => self.is_tagged(id, tags),
            Query::Equal(name, value) => match get(name) {
                Value::Array(elements) => {
                    elements.iter().any(|element| equals(element, value, edition))
                }
                single => equals(&single, value, edition),
            },
            Query::NotEqual(name, value) => !equals(&get(name), value, edition),
        }
    }

    /// Whether a resource, or what holds it, has one of the tags.
    pub(super) fn is_tagged(&self, id: ResourceId, tags: &[String]) -> bool {
        let mut next = Some(id);
        while let Some(id) = next {
            let resource = self.compilation.resource(id);
            if tags.iter().any(|tag| resource.tags.contains(tag)) {
                return true;
            }
            next = self.scopes.get(resource.scope).resource.filter(|container| *container != id);
        }
        false
    }

    /// What `realize` did not find.
    pub(super) fn unrealized(&self) -> Vec<String> {
        let fixed = self.compilation.collections.iter().filter_map(|one| match &one.what {
            Wanted::Fixed(left) => Some(left),
            Wanted::Query { .. } => None,
        });
        let shown = |value: &Value| {
            super::finish::reference_text(value)
                .unwrap_or_else(|| pupa_value::text::ruby::to_s(value).into_owned())
        };
        fixed.flatten().map(shown).collect()
    }
}

fn tags(value: &Value) -> Outcome<Vec<String>> {
    let tag = |value: &Value| match value {
        Value::Integer(_) | Value::Float(_) => Err(error("Cannot transform a number to a tag")),
        other => Ok(pupa_value::text::ruby::to_s(other).to_lowercase()),
    };
    flattened([value]).iter().map(tag).collect()
}
