//! Relationships: `a -> b`, `a ~> b`.

use std::sync::Arc;

use pupa_syntax::tree::{BinaryOp, ExprId};
use pupa_value::Value;
use pupa_value::type_parser::parse_type;
use pupa_value::types::Type;
use pupa_value::value::Text;
use rustc_hash::FxHashSet;

use super::collect::CollectionId;
use super::reference::Reference;
use super::resource::Parameter;
use super::{CatalogState, Compilation, ResourceId};
use crate::explanation::ParameterSource;
use crate::issues;
use crate::program::node::{Node, Op};
use crate::program::resource_code::RelationshipNode;
use crate::stop::{Outcome, error};

/// The operand of a relationship.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Operand {
    /// A resource or class.
    Entry(Type),
    /// The matches of a collector.
    Collector(CollectionId),
}

/// A relationship, added when all resources exist.
pub(super) struct Relationship {
    source: Operand,
    target: Operand,
    is_subscription: bool,
}

impl Compilation<'_, '_> {
    /// `a -> b`
    pub(crate) fn relationship(&mut self, node: &RelationshipNode, at: ExprId) -> Outcome {
        let operands = self.relate(node, at)?;
        let value = |operand: &Operand| match operand {
            Operand::Entry(t) => Value::Type(t.clone()),
            Operand::Collector(_) => Value::Undef,
        };
        Ok(Value::array(operands.iter().map(value)))
    }

    /// Records the relationships of an arrow; returns the operands with which a chain continues.
    fn relate(&mut self, node: &RelationshipNode, at: ExprId) -> Outcome<Vec<Operand>> {
        let left = self.relationship_operands(&node.pair.0, at)?;
        let right = self.relationship_operands(&node.pair.1, at)?;
        let is_reverse = matches!(node.op, BinaryOp::Require | BinaryOp::Subscribe);
        let is_subscription = matches!(node.op, BinaryOp::Notify | BinaryOp::Subscribe);
        let (sources, targets) = if is_reverse { (&right, &left) } else { (&left, &right) };
        for source in sources {
            for target in targets {
                self.check_operand_types(source, target)?;
                let (source, target) = (source.clone(), target.clone());
                let relationship = Relationship { source, target, is_subscription };
                self.evaluator.catalog_state.relationships.push(relationship);
            }
        }
        if right.is_empty() {
            return Ok(left);
        }
        if let [Operand::Collector(number)] = right.as_slice() {
            self.evaluator.catalog_state.collections[*number as usize].alternative = Some(left);
        }
        Ok(right)
    }

    fn check_operand_types(&mut self, source: &Operand, target: &Operand) -> Outcome<()> {
        for operand in [source, target] {
            if let Operand::Entry(t) = operand
                && let Some(reference) = Reference::of_type(t)
                && reference.type_name != "Class"
                && reference.type_name != "Node"
            {
                self.resource_kind(&reference.type_name)?;
            }
        }
        Ok(())
    }

    fn relationship_operands(&mut self, node: &Node, at: ExprId) -> Outcome<Vec<Operand>> {
        let mut found = match &node.op {
            Op::Relationship(inner) => self.relate(inner, node.at)?,
            Op::Collector(collector) => {
                let number = self.collector(collector, node.at);
                let number = number.map_err(|stop| self.evaluator.run.placed(*stop, node.at))?;
                vec![Operand::Collector(number)]
            }
            _ => {
                let value = self.evaluator.eval(node)?;
                let mut operands = Vec::new();
                self.push_operands(&mut operands, &value, at)?;
                operands
            }
        };
        if found.len() > 1 {
            let mut known = FxHashSet::default();
            found.retain(|operand| {
                known.insert(match operand {
                    Operand::Entry(t) => Value::Type(t.clone()),
                    Operand::Collector(number) => i64::from(*number).into(),
                })
            });
        }
        Ok(found)
    }

    fn push_operands(
        &mut self,
        operands: &mut Vec<Operand>,
        value: &Value,
        at: ExprId,
    ) -> Outcome<()> {
        self.evaluator.run.step()?;
        match value {
            Value::Array(elements) => {
                elements.iter().try_for_each(|element| self.push_operands(operands, element, at))
            }
            Value::String(text) => {
                let t = parse_type(text, self.evaluator.types())?;
                self.push_operands(operands, &Value::Type(t), at)
            }
            Value::Type(t) if is_catalog_entry(t) => {
                operands.push(Operand::Entry(t.clone()));
                Ok(())
            }
            Value::Type(t) => {
                Err(self.evaluator.run.complain(at, issues::not_catalog_type(&t.to_string())))
            }
            other => {
                let label = issues::a_an(&issues::label(other));
                Err(self.evaluator.run.complain(at, issues::illegal_relationship_operand(&label)))
            }
        }
    }

    /// Adds the recorded relationships to the resources.
    pub(super) fn evaluate_relationships(&mut self) -> Outcome<()> {
        for relationship in std::mem::take(&mut self.evaluator.catalog_state.relationships) {
            let name = if relationship.is_subscription { "notify" } else { "before" };
            let sources = self.evaluator.catalog_state.related(&relationship.source, true);
            let targets = self.evaluator.catalog_state.related(&relationship.target, false);
            self.make_relationships(&sources, &targets, name)?;
        }
        Ok(())
    }

    /// Relates each of the sources to all targets.
    fn make_relationships(
        &mut self,
        sources: &[Reference],
        targets: &[Reference],
        name: &str,
    ) -> Outcome<()> {
        let Some(first) = targets.first() else { return Ok(()) };
        let mut all = sources.iter().chain(targets);
        if let Some(incomplete) = all.find(|reference| reference.title.is_empty()) {
            return Err(incomplete.incomplete());
        }
        let mut texts: Vec<Value> = Vec::new();
        for source in sources {
            let Some(id) = self.evaluator.catalog_state.find(source) else {
                return Err(error(format!(
                    "Could not find resource '{source}' for relationship on '{first}'"
                )));
            };
            for target in targets.iter().skip(texts.len()) {
                if self.evaluator.catalog_state.find(target).is_none() {
                    return Err(error(format!(
                        "Could not find resource '{target}' for relationship from '{source}'"
                    )));
                }
                texts.push(target.to_string().into());
            }
            self.relate_to(id, &texts, name)?;
        }
        Ok(())
    }

    fn relate_to(&mut self, id: ResourceId, targets: &[Value], name: &str) -> Outcome<()> {
        let resource = self.evaluator.catalog_state.resource_mut(id);
        let known = resource.parameters.get_mut(name);
        let known =
            known.map(|known| (known.source, known.origin, std::mem::take(&mut known.value)));
        let (source, origin, value) = known.unwrap_or((resource.source, None, Value::Undef));
        let mut related = match value {
            Value::Undef => Vec::new(),
            // Moves the list instead of copying it, since there may be many relationships.
            Value::Array(elements) => Arc::unwrap_or_clone(elements),
            single => vec![single],
        };
        self.evaluator.run.charge(targets.len())?;
        related.extend_from_slice(targets);
        let mut parameter = Parameter::made(related.into(), source, ParameterSource::Arrow);
        parameter.origin = origin;
        self.set_resource_parameter(id, &Text::from(name), parameter)
    }
}

impl CatalogState {
    fn related(&self, operand: &Operand, is_left: bool) -> Vec<Reference> {
        match operand {
            Operand::Entry(t) => Reference::of_type(t).into_iter().collect(),
            Operand::Collector(number) => {
                let collection = &self.collections[*number as usize];
                if collection.collected.is_empty() && is_left {
                    let alternative = collection.alternative.iter().flatten();
                    return alternative.flat_map(|operand| self.related(operand, true)).collect();
                }
                let reference = |id: &u32| {
                    let resource = self.resource(*id);
                    Reference {
                        type_name: resource.type_name.clone(),
                        title: resource.title.clone(),
                    }
                };
                collection.collected.iter().map(reference).collect()
            }
        }
    }
}

fn is_catalog_entry(t: &Type) -> bool {
    match t.resolved() {
        Type::Resource(_) | Type::Class(_) | Type::CatalogEntry => true,
        Type::Type(Some(inner)) => is_catalog_entry(inner),
        _ => false,
    }
}
