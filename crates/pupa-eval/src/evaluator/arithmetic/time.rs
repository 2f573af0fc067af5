//! Times under the arithmetic operators.

use std::sync::Arc;

use num_bigint::BigInt;
use pupa_syntax::tree::{BinaryOp, ExprId};
use pupa_value::Value;
use pupa_value::value::scalar_error::{ScalarError, ScalarErrorKind};
use pupa_value::value::timespan::{Timespan, operand_errors};
use pupa_value::value::timestamp::Timestamp;

use crate::evaluator::Run;
use crate::issues::{self, a_an, a_an_upper, label};
use crate::stop::Outcome;

/// The reason why an operator has no result.
enum TimeError {
    /// The operator does not exist for the left operand.
    NotApplicable,
    Error(ScalarError),
}

impl From<ScalarError> for TimeError {
    fn from(error: ScalarError) -> TimeError {
        TimeError::Error(error)
    }
}

/// Whether a value is a timestamp or a timespan.
pub(crate) fn is_time(value: &Value) -> bool {
    matches!(value, Value::Timespan(_) | Value::Timestamp(_))
}

impl Run<'_> {
    pub(super) fn calculate_time(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        at: ExprId,
    ) -> Outcome {
        let (left_at, right_at) = self.operands(at);
        let (left, right) = self.in_order(op, left, right, at)?;
        let result = match &left {
            Value::Timespan(span) => timespan(op, **span, &right),
            Value::Timestamp(time) => timestamp(op, **time, &right),
            _ => Err(TimeError::NotApplicable),
        };
        match result {
            Ok(value) => Ok(value),
            Err(TimeError::NotApplicable) => {
                let diagnostic = issues::operator_not_applicable(op.symbol(), &a_an(&label(&left)));
                Err(self.complain(left_at, diagnostic))
            }
            Err(TimeError::Error(error)) if error.kind == ScalarErrorKind::ZeroDivision => {
                Err(self.complain(right_at, issues::div_by_zero()))
            }
            Err(TimeError::Error(error)) => Err(error.into()),
        }
    }

    /// If a number precedes a time, the operation of the time is used with swapped operands.
    fn in_order(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        at: ExprId,
    ) -> Outcome<(Value, Value)> {
        if is_time(&left) {
            return Ok((left, right));
        }
        let is_span = matches!(right, Value::Timespan(_));
        match op {
            BinaryOp::Modulo if matches!(left, Value::Float(_)) => {
                let diagnostic = issues::operator_not_applicable(op.symbol(), &a_an(&label(&left)));
                Err(self.complain(self.operands(at).0, diagnostic))
            }
            BinaryOp::Subtract if is_span && matches!(left, Value::SemVer(_)) => {
                let diagnostic = issues::operator_not_applicable(op.symbol(), &a_an(&label(&left)));
                Err(self.complain(self.operands(at).0, diagnostic))
            }
            BinaryOp::Add => Ok((right, left)),
            BinaryOp::Multiply if is_span => Ok((right, left)),
            BinaryOp::Subtract if is_span => {
                Ok((Value::Timespan(Arc::new(seconds(&left)?)), right))
            }
            _ => {
                let diagnostic = issues::operator_not_applicable_when(
                    op.symbol(),
                    &a_an(&label(&left)),
                    &a_an(&label(&right)),
                );
                Err(self.complain(self.operands(at).0, diagnostic))
            }
        }
    }
}

/// So many seconds.
fn seconds(value: &Value) -> Result<Timespan, ScalarError> {
    match value {
        Value::Integer(seconds) => Ok(Timespan::from_seconds(*seconds)),
        Value::Float(seconds) => Timespan::from_float_seconds(*seconds),
        other => Err(ScalarError::argument(format!("{} is not a time", label(other)))),
    }
}

/// Returns the name of a number in messages about times.
fn class(value: &Value) -> &'static str {
    match value {
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::Timespan(_) => "Timespan",
        Value::Timestamp(_) => "Timestamp",
        _ => "Version",
    }
}

fn span(value: Timespan) -> Result<Value, TimeError> {
    Ok(Value::Timespan(Arc::new(value)))
}

fn time(value: Timestamp) -> Result<Value, TimeError> {
    Ok(Value::Timestamp(Arc::new(value)))
}

fn timespan(op: BinaryOp, left: Timespan, right: &Value) -> Result<Value, TimeError> {
    match (op, right) {
        (BinaryOp::Add, Value::Timestamp(right)) => time(right.checked_add(left)?),
        (BinaryOp::Add, Value::Timespan(right)) => span(left.checked_add(**right)?),
        (BinaryOp::Add, Value::Integer(_) | Value::Float(_)) => {
            span(left.checked_add(seconds(right)?)?)
        }
        (BinaryOp::Add, _) => {
            Err(operand_errors::add_to_timespan(&a_an_upper(class(right))).into())
        }
        (BinaryOp::Subtract, Value::Timespan(right)) => span(left.checked_sub(**right)?),
        (BinaryOp::Subtract, Value::Integer(_) | Value::Float(_)) => {
            span(left.checked_sub(seconds(right)?)?)
        }
        (BinaryOp::Subtract, _) => {
            Err(operand_errors::subtract_from_timespan(&a_an_upper(class(right))).into())
        }
        (BinaryOp::Multiply, Value::Integer(factor)) => span(left.multiply_integer(*factor)?),
        (BinaryOp::Multiply, Value::Float(factor)) => span(left.multiply_float(*factor)?),
        (BinaryOp::Multiply, _) => {
            Err(operand_errors::multiply_timespan(&a_an(class(right))).into())
        }
        (BinaryOp::Divide, Value::Timespan(right)) => Ok(Value::Float(left.divide(**right))),
        (BinaryOp::Divide, Value::Integer(divisor)) => span(left.divide_integer(*divisor)?),
        (BinaryOp::Divide, Value::Float(divisor)) => span(left.divide_float(*divisor)?),
        (BinaryOp::Divide, _) => Err(operand_errors::divide_timespan(&a_an(class(right))).into()),
        (BinaryOp::Modulo, Value::Integer(divisor)) => {
            let (_, rest) = left.divmod_integer(*divisor)?;
            Ok(Value::from_big(BigInt::from(rest)))
        }
        (BinaryOp::Modulo, Value::Float(divisor)) => {
            Ok(Value::Float(left.divmod_float(*divisor)?.1))
        }
        (BinaryOp::Modulo, _) => {
            Err(operand_errors::modulus_of_timespan(&a_an(class(right))).into())
        }
        _ => Err(TimeError::NotApplicable),
    }
}

fn timestamp(op: BinaryOp, left: Timestamp, right: &Value) -> Result<Value, TimeError> {
    match (op, right) {
        (BinaryOp::Add, Value::Timespan(right)) => time(left.checked_add(**right)?),
        (BinaryOp::Add, Value::Integer(_) | Value::Float(_)) => {
            time(left.checked_add(seconds(right)?)?)
        }
        (BinaryOp::Add, _) => {
            Err(operand_errors::add_to_timestamp(&a_an_upper(class(right))).into())
        }
        (BinaryOp::Subtract, Value::Timestamp(right)) => span(left.since(**right)?),
        (BinaryOp::Subtract, Value::Timespan(right)) => time(left.checked_sub(**right)?),
        (BinaryOp::Subtract, Value::Integer(_) | Value::Float(_)) => {
            time(left.checked_sub(seconds(right)?)?)
        }
        (BinaryOp::Subtract, _) => {
            Err(operand_errors::subtract_from_timestamp(&a_an_upper(class(right))).into())
        }
        _ => Err(TimeError::NotApplicable),
    }
}
