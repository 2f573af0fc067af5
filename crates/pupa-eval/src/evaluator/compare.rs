//! `== != < <= > >=` and `in`.

use std::cmp::Ordering;
use std::sync::Arc;

use pupa_syntax::tree::{BinaryOp, ExprId};
use pupa_value::compare::{compare, equals, types_are_equal};
use pupa_value::types::Type;
use pupa_value::value::Text;
use pupa_value::{ErrorKind, Value};

use super::{Evaluator, Run};
use crate::issues::{self, label};
use crate::program::node::Pair;
use crate::stop::Outcome;

impl Evaluator<'_> {
    pub(super) fn comparison(&mut self, op: BinaryOp, pair: &Pair, at: ExprId) -> Outcome {
        let left = self.eval(&pair.0)?;
        let right = self.eval(&pair.1)?;
        if let (Value::Integer(a), Value::Integer(b)) = (&left, &right) {
            return Ok(Value::Boolean(holds(op, a.cmp(b))));
        }
        let truth = match (op, &left) {
            (BinaryOp::Equal, _) => Ok(self.run.is_equal(&left, &right)),
            (BinaryOp::NotEqual, _) => Ok(!self.run.is_equal(&left, &right)),
            (_, Value::Type(t)) if !self.run.settings.edition.orders_only_texts_and_numbers() => {
                compare_types(op, t, &right)
            }
            _ => compare(&left, &right, self.run.settings.edition).map(|order| holds(op, order)),
        };
        truth.map(Value::Boolean).map_err(|error| {
            if error.kind == ErrorKind::Conversion {
                return error.into();
            }
            let diagnostic = issues::comparison_not_possible(
                &label(&left),
                op.symbol(),
                &label(&right),
                &error.message,
            );
            self.run.complain(at, diagnostic)
        })
    }

    pub(super) fn in_operator(&mut self, pair: &Pair) -> Outcome {
        let left = self.eval(&pair.0)?;
        let right = self.eval(&pair.1)?;
        self.run.includes(&right, &left).map(Value::Boolean)
    }
}

impl Run<'_> {
    /// `==`; two types are equal if each accepts the other.
    fn is_equal(&self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Type(a), Value::Type(b)) => types_are_equal(a, b),
            (Value::Type(_), _) => false,
            _ => equals(left, right, self.settings.edition),
        }
    }

    fn includes(&mut self, container: &Value, value: &Value) -> Outcome<bool> {
        let edition = self.settings.edition;
        match container {
            Value::String(text) => self.text_includes(text, value),
            Value::Array(elements) => self.array_includes(elements, value),
            Value::Hash(hash) => {
                self.charge(hash.len())?;
                let keys: Vec<Value> = hash.keys().cloned().collect();
                self.array_includes(&keys, value)
            }
            Value::Binary(binary) if self.charge(binary.bytes().len() / 4).is_err() => Ok(false),
            Value::Binary(binary) => Ok(match value {
                Value::Binary(other) => contains(binary.bytes(), other.bytes()),
                Value::String(text) => contains(binary.bytes(), text.as_bytes()),
                Value::Integer(byte) => binary.bytes().iter().any(|b| i64::from(*b) == *byte),
                _ => false,
            }),
            Value::SemVerRange(_) => Ok(pupa_value::compare::matches(value, container, edition)?),
            _ => Ok(false),
        }
    }

    fn text_includes(&mut self, text: &Text, value: &Value) -> Outcome<bool> {
        match value {
            Value::String(part) => {
                self.charge(text.len() / 4)?;
                Ok(contains_ignoring_case(text, part))
            }
            Value::Regexp(regexp) => self.match_regexp(&Arc::clone(regexp), text),
            Value::Integer(_) | Value::Float(_) | Value::BigInteger(_) => {
                Ok(equals(&Value::String(text.clone()), value, self.settings.edition))
            }
            _ => Ok(false),
        }
    }

    fn array_includes(&mut self, elements: &[Value], value: &Value) -> Outcome<bool> {
        self.charge(elements.len())?;
        match value {
            Value::Regexp(regexp) => {
                for element in elements {
                    if let Value::String(text) = element
                        && self.match_regexp(regexp, text)?
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::String(_) | Value::SemVer(_) => {
                for element in elements {
                    if self.fits(value, element)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Type(t) => Ok(elements.iter().any(|element| t.is_instance(element))),
            _ => {
                let edition = self.settings.edition;
                Ok(elements.iter().any(|element| equals(element, value, edition)))
            }
        }
    }
}

fn holds(op: BinaryOp, order: Ordering) -> bool {
    match op {
        BinaryOp::Equal => order.is_eq(),
        BinaryOp::NotEqual => order.is_ne(),
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEqual => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// Compares types: a type is less than another one that accepts it.
fn compare_types(op: BinaryOp, left: &Type, right: &Value) -> pupa_value::Result<bool> {
    let Value::Type(right) = right else { return Ok(false) };
    let (lower, upper) = match op {
        BinaryOp::Less | BinaryOp::LessEqual => (left, right),
        _ => (right, left),
    };
    let is_strict = matches!(op, BinaryOp::Less | BinaryOp::Greater);
    Ok(upper.accepts(lower) && !(is_strict && types_are_equal(lower, upper)))
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}
