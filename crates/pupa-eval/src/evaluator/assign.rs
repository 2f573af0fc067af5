//! Assignments: `=`, and `+=` and `-=` in editions that have them.

use std::sync::Arc;

use pupa_syntax::tree::{BinaryOp, ExprId, ExprKind};
use pupa_value::Value;
use pupa_value::text::ruby::to_s;
use pupa_value::types::Type;

use super::run::{Frame, NO_PROGRAM};
use super::scope::Bound;
use super::{Evaluator, Run};
use crate::issues;
use crate::program::names::SET_BY_PUPPET;
use crate::program::node::{Assign, Node, SlotPlace, Target};
use crate::stop::{Outcome, error};

/// Variables that Puppet itself sets in every scope.
const BUILT_IN: [&str; 2] = ["name", "title"];

impl Evaluator<'_> {
    pub(super) fn assign(&mut self, assign: &Assign, at: ExprId) -> Outcome {
        let value = self.eval(&assign.value)?;
        if let Target::Feature(pair) = &assign.target {
            self.assign_to_object(pair, assign.op, value.clone(), at)?;
            return Ok(value);
        }
        if let Some(feature) = self.assigned_feature(&assign.target) {
            self.objects().assign_in_setter(feature, assign.op, value.clone())?;
            return Ok(value);
        }
        let assigned = match assign.op {
            BinaryOp::Assign => value.clone(),
            op => self.run.extended(op, &assign.target, value.clone(), at)?,
        };
        self.assign_to(&assign.target, assigned, at)?;
        Ok(value)
    }

    /// The feature that a variable in a setter refers to, unless it is a variable of the setter
    /// itself.
    fn assigned_feature(&mut self, target: &Target) -> Option<(usize, usize)> {
        match target {
            Target::Slot { slot, name, .. } if self.run.is_in_logic() => {
                let is_bound = self.run.stack[self.run.base + *slot as usize].is_some();
                if is_bound { None } else { self.objects().setter_target(name) }
            }
            _ => None,
        }
    }

    /// `$object[feature] = value`
    fn assign_to_object(
        &mut self,
        pair: &(Node, Node),
        op: BinaryOp,
        value: Value,
        at: ExprId,
    ) -> Outcome<()> {
        match self.eval(&pair.0)? {
            Value::Instance(object) => {
                let key = self.eval(&pair.1)?;
                self.objects().assign_feature(&object, &key, op, value)
            }
            other => {
                let label = issues::a_an(&issues::label(&other));
                Err(self.run.complain(at, issues::operator_not_applicable("[]=", &label)))
            }
        }
    }

    fn assign_to(&mut self, target: &Target, value: Value, at: ExprId) -> Outcome<()> {
        match target {
            Target::Slot { slot, name, .. } => {
                let index = self.run.base + *slot as usize;
                let is_bound = self.run.stack[index].is_some() || self.run.is_given(name);
                self.run.check_assignable(name, is_bound, at)?;
                self.run.stack[index] = Some(value);
                Ok(())
            }
            Target::Scope(name) => {
                let can_be_set_again =
                    self.run.reassigns && !SET_BY_PUPPET.contains(&name.as_str());
                let is_bound = self.run.scopes.here().is_bound(name) && !can_be_set_again;
                self.run.check_assignable(name, is_bound, at)?;
                let current = self.run.scopes.current;
                self.compilation().trace_assigned(name, at);
                self.run.scopes.get_mut(current).set(name, value);
                Ok(())
            }
            Target::Several(targets) => self.assign_several(targets, &value, at),
            Target::Feature(pair) => self.assign_to_object(pair, BinaryOp::Assign, value, at),
        }
    }

    fn assign_several(&mut self, targets: &[Target], value: &Value, at: ExprId) -> Outcome<()> {
        if let Value::Hash(hash) = value {
            let hash = Arc::clone(hash);
            return targets.iter().try_for_each(|target| {
                let key = target_key(target);
                match hash.get(&key) {
                    Some(value) => self.assign_to(target, value.clone(), at),
                    None => {
                        let key = to_s(&key);
                        Err(self.run.complain(at, issues::missing_multi_assignment_key(&key)))
                    }
                }
            });
        }
        if let Value::Type(Type::Class(Some(class))) = value {
            return self.assign_from_class(targets, class, at);
        }
        let values: &[Value] = match value {
            Value::Array(elements) => elements,
            other => std::slice::from_ref(other),
        };
        if values.len() != targets.len() {
            let diagnostic = issues::illegal_multi_assignment_size(targets.len(), values.len());
            return Err(self.run.complain(at, diagnostic));
        }
        targets
            .iter()
            .zip(values)
            .try_for_each(|(target, value)| self.assign_to(target, value.clone(), at))
    }

    /// `[$a, $b] = Class['c']`
    fn assign_from_class(&mut self, targets: &[Target], class: &str, at: ExprId) -> Outcome<()> {
        let (left, right) = self.run.operands(at);
        if !self.catalog_state.has_resource("class", class) {
            return Err(self.run.complain(right, issues::unknown_resource("Class", class)));
        }
        for (index, target) in targets.iter().enumerate() {
            let name = to_s(&target_key(target)).into_owned();
            let Some(value) = self.catalog_view().class_variable(&class.to_lowercase(), &name)
            else {
                let tree = &self.run.current().tree;
                let blamed = match *tree.kind(left) {
                    ExprKind::Array(all) => tree[all].get(index).copied().unwrap_or(left),
                    _ => left,
                };
                let name = format!("{}::{name}", class.to_lowercase());
                let diagnostic = issues::missing_multi_assignment_variable(&name);
                return Err(self.run.complain(blamed, diagnostic));
            };
            self.assign_to(target, value, at)?;
        }
        Ok(())
    }
}

impl Run<'_> {
    /// Whether the running code is a template that was called with an argument of this name.
    fn is_given(&self, name: &str) -> bool {
        if !self.is_in_template() {
            return false;
        }
        let parent = self.frames.get(self.frame as usize).map(|frame| frame.parent);
        parent.is_some_and(|parent| {
            let is_given = |frame: &Frame| frame.program == NO_PROGRAM;
            self.frames.get(parent as usize).is_some_and(is_given)
                && self.frame_variable(parent, name).is_some()
        })
    }

    fn check_assignable(&self, name: &str, is_bound: bool, at: ExprId) -> Outcome<()> {
        if name == "server_facts" {
            return Err(self.complain(at, issues::illegal_reserved_assignment(name)));
        }
        if !is_bound {
            if SET_BY_PUPPET.contains(&name) {
                let message = format!("Attempt to assign to a reserved variable name: '{name}'");
                return Err(error(message));
            }
            return Ok(());
        }
        let diagnostic = if SET_BY_PUPPET.contains(&name) {
            issues::illegal_reserved_assignment(name)
        } else if BUILT_IN.contains(&name) {
            issues::illegal_builtin_reassignment(name)
        } else {
            issues::illegal_reassignment(name)
        };
        Err(self.complain(at, diagnostic))
    }

    /// The new value for `+=` and `-=`: that of the outer variable with the given value added or
    /// removed.
    fn extended(&mut self, op: BinaryOp, target: &Target, value: Value, at: ExprId) -> Outcome {
        let outer = match target {
            Target::Slot { name, outer, .. } => self.outer_variable(name, outer),
            Target::Scope(_) | Target::Several(_) | Target::Feature(_) => None,
        };
        match outer {
            Some(left @ (Value::Array(_) | Value::Hash(_))) => self.extend(op, left, value),
            Some(left) => {
                let name = match op {
                    BinaryOp::AppendAssign => "+=",
                    _ => "-=",
                };
                let label = issues::a_an(&issues::label(&left));
                Err(self.complain(at, issues::operator_not_applicable(name, &label)))
            }
            None if op == BinaryOp::AppendAssign => Ok(value),
            None => Ok(Value::Undef),
        }
    }

    fn outer_variable(&self, name: &str, outer: &[SlotPlace]) -> Option<Value> {
        let local = outer.iter().find_map(|place| self.slot(*place).cloned());
        local.or_else(|| match self.scopes.find(name) {
            Bound::Value(value) => Some(value.clone()),
            Bound::NotYet | Bound::Missing => None,
        })
    }
}

/// The key in a hash from which a variable is set.
fn target_key(target: &Target) -> Value {
    match target {
        Target::Slot { name, .. } | Target::Scope(name) => Value::String(name.clone()),
        Target::Several(targets) => Value::array(targets.iter().map(target_key)),
        Target::Feature(_) => Value::Undef,
    }
}
