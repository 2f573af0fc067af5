//! Collectors: `File <| … |>`, `File <<| … |>>`, and `realize`.

use indexmap::IndexSet;
use pupa_syntax::Edition;
use pupa_syntax::tree::{BinaryClass, ExprId, ExprKind, UnaryOp};
use pupa_value::Value;
use pupa_value::compare::equals;
use pupa_value::value::Text;
use rustc_hash::FxBuildHasher;

use super::collector_index::{Criterion, Key};
use super::overrides::Change;
use super::reference::Reference;
use super::resource::Resource;
use super::{CatalogState, CatalogView, Compilation, DefinitionId, Origin, ResourceId};
use crate::evaluator::scope::{Parameters, ScopeId};
use crate::explanation::ParameterSource;
use crate::flatten::flattened;
use crate::issues;
use crate::log::Level;
use crate::program::resource_code::{CollectorNode, QueryNode};
use crate::stop::{Outcome, Stop, error};

/// The number of a collector.
pub(super) type CollectionId = u32;

/// A collector with its state.
pub(super) struct Collection {
    what: Selection,
    scope: ScopeId,
    source: Option<DefinitionId>,
    overrides: Option<(Parameters, Origin)>,
    /// Resources that were offered to the collector and that it has not checked yet.
    display: Vec<ResourceId>,
    /// The matches so far.
    pub(super) collected: IndexSet<ResourceId, FxBuildHasher>,
    /// Compat: the left operand that a chain of arrows uses if the collector finds nothing.
    pub(super) alternative: Option<Vec<super::relationship::Operand>>,
    is_done: bool,
}

enum Selection {
    /// Resources of a type that match a query.
    Query { type_name: Text, query: Option<Query>, is_exported: bool },
    /// These.
    Fixed(Vec<Value>),
}

/// A query with evaluated values.
enum Query {
    And(Box<(Query, Query)>),
    Or(Box<(Query, Query)>),
    /// Any of these tags.
    Tag(Vec<String>),
    Equal(Text, Value),
    NotEqual(Text, Value),
}

impl Query {
    /// Returns a set of properties of which each matching resource has at least one; `None` if such
    /// a set can't be determined.
    fn clues(&self, edition: Edition) -> Option<Vec<Criterion>> {
        match self {
            Query::And(pair) => pair.0.clues(edition).or_else(|| pair.1.clues(edition)),
            Query::Or(pair) => {
                let mut clues = pair.0.clues(edition)?;
                clues.extend(pair.1.clues(edition)?);
                Some(clues)
            }
            Query::Tag(tags) => Some(tags.iter().cloned().map(Criterion::Tag).collect()),
            Query::Equal(name, value) => {
                Some(vec![Criterion::Attribute(name.clone(), Key::of(value, edition)?)])
            }
            Query::NotEqual(..) => None,
        }
    }
}

impl Collection {
    /// The type that the collector looks for, with the properties of which a matching resource has
    /// at least one, if they can be determined.
    pub(super) fn clues(&self, edition: Edition) -> Option<(&Text, Option<Vec<Criterion>>)> {
        match &self.what {
            Selection::Query { type_name, query, .. } => {
                Some((type_name, query.as_ref().and_then(|query| query.clues(edition))))
            }
            Selection::Fixed(_) => None,
        }
    }

    /// Whether it wants every resource of the type, however it changes.
    pub(super) fn wants_all(&self) -> bool {
        matches!(self.what, Selection::Query { query: None, is_exported: false, .. })
    }

    /// Shows it a resource that it may want.
    pub(super) fn show(&mut self, id: ResourceId) {
        if !self.collected.contains(&id) {
            self.display.push(id);
        }
    }
}

impl Compilation<'_, '_> {
    /// `File <| … |>`; returns the number of the collector.
    pub(crate) fn collector(&mut self, node: &CollectorNode, at: ExprId) -> Outcome<CollectionId> {
        if node.is_exported && !self.evaluator.run.settings.collects_exported {
            let place = self.evaluator.run.place_of(self.evaluator.run.program_number(), at);
            let message = issues::no_storeconfigs().message;
            self.evaluator.run.push_log(Level::Warning, message, String::new(), Some(place));
        }
        if node.type_name == "class" {
            return Err(error("Classes cannot be collected"));
        }
        let Some(kind) = self.resource_kind(&node.type_name)? else {
            let message = format!("Resource type {} doesn't exist", node.type_name);
            return Err(self.evaluator.run.helped(message, at, self.near_type(&node.type_name)));
        };
        let mut overrides = None;
        if !node.attributes.is_empty() {
            let mut parameters = Parameters::default();
            for attribute in &node.attributes {
                let given = self.attribute(attribute)?.into_iter();
                parameters.extend(
                    given.map(|(name, one)| (name, one.given_by(ParameterSource::Collector))),
                );
            }
            overrides = Some((parameters, self.view().origin_of(at)));
        }
        let query = match &node.query {
            Some(query) => Some(self.query(query)?),
            None => None,
        };
        let type_name = Self::reference_name(&node.type_name, &kind);
        let what = Selection::Query { type_name, query, is_exported: node.is_exported };
        Ok(self.add_collection(what, overrides))
    }

    fn add_collection(
        &mut self,
        what: Selection,
        overrides: Option<(Parameters, Origin)>,
    ) -> CollectionId {
        self.evaluator.catalog_state.collections.push(Collection {
            what,
            scope: self.evaluator.run.scopes.current,
            source: self.evaluator.run.scopes.here().source,
            overrides,
            display: Vec::new(),
            collected: IndexSet::default(),
            alternative: None,
            is_done: false,
        });
        (self.evaluator.catalog_state.collections.len() - 1) as CollectionId
    }

    /// `realize(…)`
    pub(crate) fn realize(&mut self, references: Vec<Value>) {
        self.add_collection(Selection::Fixed(references), None);
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
                let (name, value) = (self.evaluator.eval(name)?, self.evaluator.eval(value)?);
                let value = self.view().held_value(value)?;
                let name = pupa_value::text::ruby::to_s(&name).into_owned();
                match (name.as_str(), is_negated) {
                    ("tag", false) => Query::Tag(tags(&value)?),
                    (_, false) => Query::Equal(name.into(), value),
                    (_, true) => Query::NotEqual(name.into(), value),
                }
            }
            QueryNode::Other(at) => {
                let what = model_class(self.evaluator.run.current().tree.kind(*at));
                let message =
                    format!("Cannot transform object of class Puppet::Pops::Model::{what}");
                return Err(error(message));
            }
        })
    }

    /// Evaluates all collectors; returns whether they have found or changed anything.
    pub(super) fn evaluate_collections(&mut self) -> Outcome<bool> {
        let mut is_new = false;
        self.show_to_collectors();
        for number in 0..self.evaluator.catalog_state.collections.len() {
            // An override by one collector may make a resource match another collector.
            self.show_changed();
            if !self.evaluator.catalog_state.collections[number].is_done {
                is_new |= self.collect(number)?;
            }
        }
        Ok(is_new)
    }

    fn collect(&mut self, number: usize) -> Outcome<bool> {
        let mut found = self.find_collected(number)?;
        found.extend(self.import_exported(number as CollectionId)?);
        if found.is_empty() {
            return Ok(false);
        }
        for id in &found {
            self.evaluator.catalog_state.resource_mut(*id).is_virtual = false;
        }
        let collection = &self.evaluator.catalog_state.collections[number];
        let (scope, source) = (collection.scope, collection.source);
        let new: Vec<ResourceId> =
            found.into_iter().filter(|id| !collection.collected.contains(id)).collect();
        if let Some((mut parameters, origin)) = collection.overrides.clone() {
            // Compat: the resource defaults in the scope of the collector are part of the override.
            if let Some(first) = new.first() {
                let type_name = &self.evaluator.catalog_state.resource(*first).type_name;
                for (name, default) in self.view().defaults_of(scope, type_name) {
                    if !parameters.contains_key(&name) {
                        parameters.insert(name, default);
                    }
                }
            }
            match source {
                Some(source) => {
                    self.evaluator.catalog_state.definitions.get_mut(source).may_override = true
                }
                None => self.evaluator.catalog_state.main_may_override = true,
            }
            for id in &new {
                let resource = self.evaluator.catalog_state.resource(*id);
                let reference = Reference {
                    type_name: resource.type_name.clone(),
                    title: resource.title.clone(),
                };
                if self.evaluator.catalog_state.find(&reference) == Some(*id) {
                    let change = Change { parameters: &parameters, origin: Some(origin), source };
                    self.merge(*id, change)?;
                    continue;
                }
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
        self.evaluator.catalog_state.collections[number].collected.extend(new);
        Ok(is_new)
    }

    /// Returns the matches among the resources offered to the collector, in the order of
    /// declaration.
    fn find_collected(&mut self, number: usize) -> Outcome<Vec<ResourceId>> {
        let collection = &self.evaluator.catalog_state.collections[number];
        match &collection.what {
            Selection::Query { is_exported: true, .. }
                if !self.evaluator.run.settings.collects_exported =>
            {
                Ok(Vec::new())
            }
            Selection::Query { query, is_exported, .. } => {
                let is_wanted = |id: &ResourceId| {
                    !collection.collected.contains(id)
                        && (!is_exported || self.evaluator.catalog_state.resource(*id).is_exported)
                        && query.as_ref().is_none_or(|query| self.view().fulfils(*id, query))
                };
                let mut found = collection.display.clone();
                found.sort_unstable();
                found.dedup();
                found.retain(is_wanted);
                self.evaluator.catalog_state.collections[number].display.clear();
                Ok(found)
            }
            Selection::Fixed(references) => {
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
                None => Reference::parse(&pupa_value::text::ruby::to_s(value))
                    .map_err(|stop| self.view().failed_to_collect(*stop))?,
            };
            if reference.title.is_empty() {
                return Err(self.view().failed_to_collect(*reference.incomplete()));
            }
            match self.evaluator.catalog_state.find(&reference) {
                Some(id) => found.push(id),
                None => left.push(value.clone()),
            }
        }
        let collection = &mut self.evaluator.catalog_state.collections[number];
        collection.is_done = left.is_empty();
        collection.what = Selection::Fixed(left);
        Ok(found)
    }
}

impl CatalogView<'_, '_> {
    /// The type and the scope of a collector of exported resources.
    pub(super) fn exported_query(&self, number: CollectionId) -> Option<(Text, ScopeId)> {
        let collection = &self.catalog.collections[number as usize];
        match &collection.what {
            Selection::Query { type_name, is_exported: true, .. }
                if self.run.settings.collects_exported =>
            {
                Some((type_name.clone(), collection.scope))
            }
            _ => None,
        }
    }

    /// Whether a resource outside of the catalog matches a collector.
    pub(super) fn is_wanted(&self, number: CollectionId, resource: &Resource) -> bool {
        match &self.catalog.collections[number as usize].what {
            Selection::Query { query, .. } => {
                query.as_ref().is_none_or(|query| self.matches_query(resource, query))
            }
            Selection::Fixed(_) => false,
        }
    }

    /// Gives an error of a collector its location; the check itself has none.
    fn failed_to_collect(&self, stop: Stop) -> Box<Stop> {
        match stop {
            Stop::Error(error) => self.bare_failure(format!(
                "Puppet::Parser::Compiler failed with error ArgumentError: {}",
                error.text()
            )),
            other => Box::new(other),
        }
    }

    fn fulfils(&self, id: ResourceId, query: &Query) -> bool {
        self.matches_query(self.catalog.resource(id), query)
    }

    fn matches_query(&self, resource: &Resource, query: &Query) -> bool {
        let get = |name: &Text| match name.as_str() {
            "title" => Value::from(resource.title.clone()),
            name => resource.queried(name),
        };
        let edition = self.run.settings.edition;
        match query {
            Query::And(pair) => {
                self.matches_query(resource, &pair.0) && self.matches_query(resource, &pair.1)
            }
            Query::Or(pair) => {
                self.matches_query(resource, &pair.0) || self.matches_query(resource, &pair.1)
            }
            Query::Tag(tags) => self.is_resource_tagged(resource, tags),
            Query::Equal(name, value) => match get(name) {
                Value::Array(elements) => {
                    elements.iter().any(|element| equals(element, value, edition))
                }
                single => equals(&single, value, edition),
            },
            Query::NotEqual(name, value) => !equals(&get(name), value, edition),
        }
    }

    /// Whether a resource, or a container of it, has one of the tags.
    pub(super) fn is_tagged(&self, id: ResourceId, tags: &[String]) -> bool {
        self.is_resource_tagged(self.catalog.resource(id), tags)
    }

    fn is_resource_tagged(&self, resource: &Resource, tags: &[String]) -> bool {
        let mut resource = resource;
        loop {
            if tags.iter().any(|tag| resource.tags.contains(tag)) {
                return true;
            }
            let container = self.run.scopes.get(resource.scope).resource;
            match container.map(|container| self.catalog.resource(container)) {
                Some(container) if !std::ptr::eq(container, resource) => resource = container,
                _ => return false,
            }
        }
    }
}

impl CatalogState {
    /// Returns the references that `realize` did not find.
    pub(super) fn unrealized(&self) -> Vec<String> {
        let fixed = self.collections.iter().filter_map(|one| match &one.what {
            Selection::Fixed(left) => Some(left),
            Selection::Query { .. } => None,
        });
        let display = |value: &Value| match value.as_type().and_then(Reference::of_type) {
            Some(reference) => reference.to_string(),
            None => pupa_value::text::ruby::to_s(value).into_owned(),
        };
        fixed.flatten().map(display).collect()
    }
}

fn tags(value: &Value) -> Outcome<Vec<String>> {
    let tag = |value: &Value| match value {
        Value::Integer(_) | Value::Float(_) => Err(error("Cannot transform a number to a tag")),
        other => Ok(pupa_value::text::ruby::to_s(other).to_lowercase()),
    };
    flattened([value]).iter().map(tag).collect()
}

/// Returns the reference implementation's name for an expression that is not allowed in a query.
fn model_class(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Array(_) => "LiteralList",
        ExprKind::Hash(_) | ExprKind::BareHash(_) => "LiteralHash",
        ExprKind::Regexp(_) => "LiteralRegularExpression",
        ExprKind::Reference(_) => "QualifiedReference",
        ExprKind::Default => "LiteralDefault",
        ExprKind::Heredoc(_) => "HeredocExpression",
        ExprKind::Call(_) => "CallNamedFunctionExpression",
        ExprKind::MethodCall(_) => "CallMethodExpression",
        ExprKind::NamedAccess { .. } => "NamedAccessExpression",
        ExprKind::Selector { .. } => "SelectorExpression",
        ExprKind::Unary { op: UnaryOp::Not, .. } => "NotExpression",
        ExprKind::Unary { op: UnaryOp::Minus, .. } => "UnaryMinusExpression",
        ExprKind::Unary { .. } => "UnfoldExpression",
        ExprKind::Binary { op, .. } => match op.class() {
            BinaryClass::Match => "MatchExpression",
            BinaryClass::In => "InExpression",
            _ => "ArithmeticExpression",
        },
        _ => "Expression",
    }
}
