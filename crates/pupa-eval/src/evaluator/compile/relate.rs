//! Relationships: `a -> b`, `a ~> b`.

use pupa_syntax::tree::{BinaryOp, ExprId};
use pupa_value::Value;
use pupa_value::type_parser::parse_type;
use pupa_value::types::Type;
use pupa_value::value::Text;

use super::collect::CollectionId;
use super::reference::Reference;
use super::resource::Parameter;
use crate::evaluator::Evaluator;
use crate::failure::{Outcome, error};
use crate::issues;
use crate::program::node::{Node, Op};
use crate::program::resource_code::RelationshipNode;

/// What a relationship joins.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Operand {
    /// A resource or class.
    Entry(Type),
    /// What a collector finds.
    Collector(CollectionId),
}

/// A relationship that is made when all resources are there.
pub(super) struct Relationship {
    source: Operand,
    target: Operand,
    is_subscription: bool,
}

impl Evaluator<'_> {
    /// `a -> b`
    pub(in crate::evaluator) fn relationship(
        &mut self,
        node: &RelationshipNode,
        at: ExprId,
    ) -> Outcome {
        let operands = self.relate(node, at)?;
        let value = |operand: &Operand| match operand {
            Operand::Entry(t) => Value::Type(t.clone()),
            Operand::Collector(_) => Value::Undef,
        };
        Ok(Value::array(operands.iter().map(value)))
    }

    /// Makes relationships; the operands that a chain goes on with.
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
                self.compilation.relationships.push(relationship);
            }
        }
        if right.is_empty() {
            return Ok(left);
        }
        if let [Operand::Collector(number)] = right.as_slice() {
            self.compilation.collections[*number as usize].alternative = Some(left);
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
        let found = match &node.op {
            Op::Relationship(inner) => self.relate(inner, node.at)?,
            Op::Collector(collector) => {
                let number = self.collector(collector, node.at);
                let number = number.map_err(|stop| self.placed(*stop, node.at))?;
                vec![Operand::Collector(number)]
            }
            _ => {
                let value = self.eval(node)?;
                let mut operands = Vec::new();
                self.push_operands(&mut operands, &value, at)?;
                operands
            }
        };
        let mut unique: Vec<Operand> = Vec::with_capacity(found.len());
        for operand in found {
            if !unique.contains(&operand) {
                unique.push(operand);
            }
        }
        Ok(unique)
    }

    fn push_operands(
        &mut self,
        operands: &mut Vec<Operand>,
        value: &Value,
        at: ExprId,
    ) -> Outcome<()> {
        match value {
            Value::Array(elements) => {
                elements.iter().try_for_each(|element| self.push_operands(operands, element, at))
            }
            Value::String(text) => {
                let t = parse_type(text, self.types())?;
                self.push_operands(operands, &Value::Type(t), at)
            }
            Value::Type(t) if is_catalog_entry(t) => {
                operands.push(Operand::Entry(t.clone()));
                Ok(())
            }
            Value::Type(t) => Err(self.complain(at, issues::not_catalog_type(&t.to_string()))),
            other => {
                let label = issues::a_an(&issues::label(other));
                Err(self.complain(at, issues::illegal_relationship_operand(&label)))
            }
        }
    }

    /// Makes the relationships that programs asked for.
    pub(super) fn evaluate_relationships(&mut self) -> Outcome<()> {
        for relationship in std::mem::take(&mut self.compilation.relationships) {
            let name = if relationship.is_subscription { "notify" } else { "before" };
            let sources = self.related(&relationship.source, true);
            let targets = self.related(&relationship.target, false);
            for source in &sources {
                for target in &targets {
                    self.make_relationship(source, target, name)?;
                }
            }
        }
        Ok(())
    }

    fn related(&self, operand: &Operand, is_left: bool) -> Vec<Reference> {
        match operand {
            Operand::Entry(t) => Reference::of_type(t).into_iter().collect(),
            Operand::Collector(number) => {
                let collection = &self.compilation.collections[*number as usize];
                if collection.collected.is_empty() && is_left {
                    let alternative = collection.alternative.iter().flatten();
                    return alternative.flat_map(|operand| self.related(operand, true)).collect();
                }
                let reference = |id: &u32| {
                    let resource = self.compilation.resource(*id);
                    Reference {
                        type_name: resource.type_name.clone(),
                        title: resource.title.clone(),
                    }
                };
                collection.collected.iter().map(reference).collect()
            }
        }
    }

    fn make_relationship(
        &mut self,
        source: &Reference,
        target: &Reference,
        name: &str,
    ) -> Outcome<()> {
        let Some(id) = self.compilation.find(source) else {
            return Err(error(format!(
                "Could not find resource '{source}' for relationship on '{target}'"
            )));
        };
        if self.compilation.find(target).is_none() {
            return Err(error(format!(
                "Could not find resource '{target}' for relationship from '{source}'"
            )));
        }
        let resource = self.compilation.resource(id);
        let mut related = match resource.given(name) {
            Some(Value::Array(elements)) => elements.to_vec(),
            Some(single) => vec![single.clone()],
            None => Vec::new(),
        };
        related.push(target.to_string().into());
        let (source, origin) = match resource.parameters.get(name) {
            Some(known) => (known.source, known.origin),
            None => (resource.source, None),
        };
        let parameter = Parameter { value: related.into(), source, origin, adds: false };
        self.set_resource_parameter(id, &Text::from(name), parameter)
    }
}

fn is_catalog_entry(t: &Type) -> bool {
    match t.resolved() {
        Type::Resource(_) | Type::Class(_) | Type::CatalogEntry => true,
        Type::Type(Some(inner)) => is_catalog_entry(inner),
        _ => false,
    }
}
