//! The arithmetic operators `+ - * / % << >>` on numbers, times and collections, and unary minus.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::tree::{BinaryOp, ExprId, ExprKind};
use pupa_syntax::validate::labels;
use pupa_value::compare::to_float;
use pupa_value::new::to_number;
use pupa_value::text::ruby::to_s;
use pupa_value::{Error, ErrorKind, Value};

use super::{Evaluator, Run};
use crate::issues::{self, a_an, a_an_upper, label};
use crate::program::node::{Node, Pair};
use crate::stop::{Outcome, error};

mod collection;
mod time;

/// The maximum size of an integer in bits.
const MAX_BITS: u64 = 1 << 22;

/// The result of an operator on numbers.
enum Result {
    Value(Value),
    /// The operator is not defined for the left operand.
    NotApplicable,
    /// The operator is not defined for the right operand.
    NotApplicableWhen,
    DividedByZero,
    ShiftTooFar,
    /// The right operand is a version, which cannot be converted to a number.
    NoFloat,
}

/// The reference implementation's message for a number with a version as the right operand.
const VERSION_IS_NO_FLOAT: &str = "can't convert SemanticPuppet::Version into Float";

impl Evaluator<'_> {
    pub(super) fn arithmetic(&mut self, op: BinaryOp, pair: &Pair, at: ExprId) -> Outcome {
        let left = self.eval(&pair.0)?;
        let right = self.eval(&pair.1)?;
        if let (Value::Integer(a), Value::Integer(b)) = (&left, &right)
            && let Some(result) = small(op, *a, *b)
        {
            return Ok(Value::Integer(result));
        }
        self.run.calculate(op, left, right, at)
    }

    pub(super) fn negated(&mut self, inner: &Node, at: ExprId) -> Outcome {
        let value = self.eval(inner)?;
        match self.run.number(value, at)? {
            Value::Integer(i64::MIN) if !self.run.settings.edition.has_unbounded_integers() => {
                // Compat: the reference allows this integer. Pinned by
                // `quirk-negated-smallest-integer`.
                Ok(Value::from_big(-BigInt::from(i64::MIN)))
            }
            Value::Integer(number) => Ok(Value::from_big(-BigInt::from(number))),
            Value::BigInteger(number) => Ok(Value::from_big(-(*number).clone())),
            Value::Float(number) => Ok(Value::Float(-number)),
            Value::Timespan(span) => Ok(Value::Timespan(Arc::new(-*span))),
            Value::Timestamp(_) => {
                Err(error("can't convert Integer into Puppet::Pops::Time::Timestamp"))
            }
            Value::SemVer(_) => Err(error(VERSION_IS_NO_FLOAT)),
            other => Ok(other),
        }
    }
}

impl Run<'_> {
    fn calculate(&mut self, op: BinaryOp, left: Value, right: Value, at: ExprId) -> Outcome {
        match (&left, op) {
            (Value::Uri(_) | Value::Binary(_), BinaryOp::Add)
            | (Value::Array(_) | Value::Hash(_), BinaryOp::Add) => {
                return self.concatenate(left, right);
            }
            (Value::Array(_) | Value::Hash(_), BinaryOp::Subtract) => {
                return self.delete(left, right);
            }
            (Value::Array(_), BinaryOp::LeftShift) => return self.append(left, right),
            (Value::Hash(_), BinaryOp::LeftShift) => {
                let diagnostic = issues::operator_not_applicable(op.symbol(), &a_an(&label(&left)));
                return Err(self.complain(self.operands(at).0, diagnostic));
            }
            _ => {}
        }
        let (left_at, right_at) = self.operands(at);
        let left = self.number(left, left_at)?;
        let right = self.number(right, right_at)?;
        if time::is_time(&left) || time::is_time(&right) {
            return self.calculate_time(op, left, right, at);
        }
        self.calculate_numbers(op, &left, &right, at)
    }

    /// `$outer + $right` of `+=` and `-=`, whose left side is a variable.
    pub(super) fn extend(&mut self, op: BinaryOp, left: Value, right: Value) -> Outcome {
        match op {
            BinaryOp::AppendAssign => self.concatenate(left, right),
            _ => self.delete(left, right),
        }
    }

    fn calculate_numbers(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        at: ExprId,
    ) -> Outcome {
        let (left_at, right_at) = self.operands(at);
        let diagnostic = match numbers(op, left, right, self.settings.edition) {
            Result::Value(value) => return self.in_range(value, op, at),
            Result::NotApplicable => {
                issues::operator_not_applicable(op.symbol(), &a_an(&label(left)))
            }
            Result::NotApplicableWhen => issues::operator_not_applicable_when(
                op.symbol(),
                &a_an(&label(left)),
                &a_an(&label(right)),
            ),
            Result::DividedByZero => {
                return Err(self.complain(right_at, issues::div_by_zero()));
            }
            Result::ShiftTooFar => return Err(error("shift width too big")),
            Result::NoFloat => return Err(error(VERSION_IS_NO_FLOAT)),
        };
        Err(self.complain(left_at, diagnostic))
    }

    /// Returns the result, unless it is too large.
    fn in_range(&self, value: Value, op: BinaryOp, at: ExprId) -> Outcome {
        match &value {
            Value::Float(number) if number.is_infinite() => {
                let diagnostic = issues::result_is_infinity(op.symbol());
                Err(self.complain(self.operands(at).0, diagnostic))
            }
            Value::BigInteger(number) if !self.settings.edition.has_unbounded_integers() => {
                Err(self.complain(at, self.overflow(number, at)))
            }
            Value::BigInteger(number) if number.bits() > MAX_BITS => Err(Error::new(
                ErrorKind::Limit,
                format!("A whole number would have more than {MAX_BITS} bits"),
            )
            .into()),
            _ => Ok(value),
        }
    }

    fn overflow(&self, number: &BigInt, at: ExprId) -> Diagnostic {
        let what = a_an_upper(&labels::label(&self.current().tree, at));
        let (end, sign) = if number.is_positive() { ("max", '+') } else { ("min", '-') };
        let value = format!("{sign}0x{}", number.magnitude().to_str_radix(16));
        issues::numeric_overflow(&what, end, &value)
    }

    /// Converts a value to a number. Strings with numbers are converted too, with a warning or an
    /// error if the edition forbids it.
    pub(super) fn number(&mut self, value: Value, at: ExprId) -> Outcome {
        match &value {
            Value::Integer(_)
            | Value::Float(_)
            | Value::BigInteger(_)
            | Value::Timespan(_)
            | Value::Timestamp(_)
            // Compat: versions count as numbers, but no operator accepts them. Pinned by
            // `quirk-version-operands`.
            | Value::SemVer(_) => Ok(value),
            Value::String(text) => match to_number(text) {
                Some(number) => {
                    if !self.settings.edition.coerces_numeric_strings() {
                        let diagnostic = issues::numeric_coercion(text, &to_s(&number));
                        self.complain_strictly(at, diagnostic)?;
                    }
                    Ok(number)
                }
                None => Err(self.complain(at, issues::not_numeric(text))),
            },
            other => Err(self.complain(at, issues::not_numeric(&to_s(other)))),
        }
    }

    /// The expressions of the keys of an access, for messages about them.
    pub(super) fn keys_at(&self, at: ExprId) -> &[ExprId] {
        let tree = &self.current().tree;
        match *tree.kind(at) {
            ExprKind::Access { keys, .. } => &tree[keys],
            _ => &[],
        }
    }
}

/// A fast path for small numbers with a small result.
#[inline]
fn small(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        BinaryOp::Divide if b > 0 => Some(a.div_euclid(b)),
        BinaryOp::Modulo if b > 0 => Some(a.rem_euclid(b)),
        _ => None,
    }
}

fn numbers(op: BinaryOp, left: &Value, right: &Value, edition: pupa_syntax::Edition) -> Result {
    if matches!(left, Value::SemVer(_)) || matches!(right, Value::SemVer(_)) {
        return with_version(op, left, right);
    }
    match (big(left), big(right)) {
        (Some(a), Some(b)) => whole_numbers(op, &a, &b, edition),
        _ => match (to_float(left), to_float(right)) {
            (Some(a), Some(b)) => floats(op, left, right, a, b, edition),
            _ => Result::NotApplicable,
        },
    }
}

/// Compat: no operator accepts versions; the error depends on which operand is one. Pinned by
/// `quirk-version-operands`.
fn with_version(op: BinaryOp, left: &Value, right: &Value) -> Result {
    match (op, left, right) {
        (BinaryOp::Modulo, Value::SemVer(_), Value::Float(_)) => Result::NotApplicableWhen,
        (BinaryOp::Modulo, Value::Float(_), _) | (_, Value::SemVer(_), _) => Result::NotApplicable,
        (BinaryOp::LeftShift | BinaryOp::RightShift, _, _) => Result::NotApplicable,
        _ => Result::NoFloat,
    }
}

fn big(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(number) => Some(BigInt::from(*number)),
        Value::BigInteger(number) => Some((**number).clone()),
        _ => None,
    }
}

fn whole_numbers(op: BinaryOp, a: &BigInt, b: &BigInt, edition: pupa_syntax::Edition) -> Result {
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide | BinaryOp::Modulo if b.is_zero() => return Result::DividedByZero,
        BinaryOp::Divide => floor_divide(a, b),
        BinaryOp::Modulo => a - floor_divide(a, b) * b,
        BinaryOp::LeftShift => return shifted(a, b, edition),
        _ => return shifted(a, &-b, edition),
    };
    Result::Value(Value::from_big(value))
}

/// Divides and rounds down, for negative quotients too.
fn floor_divide(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    let is_exact = (&quotient * b) == *a;
    if !is_exact && a.is_negative() != b.is_negative() { quotient - 1 } else { quotient }
}

/// Shifts to the left by `count` bits, to the right if it is negative.
fn shifted(a: &BigInt, count: &BigInt, edition: pupa_syntax::Edition) -> Result {
    if count.is_negative() {
        if a.is_negative() && edition.right_shift_is_never_negative() {
            return Result::Value(Value::Integer(0));
        }
        let value = match (-count).to_u64() {
            Some(count) => a >> count,
            None if a.is_negative() => BigInt::from(-1),
            None => BigInt::zero(),
        };
        return Result::Value(Value::from_big(value));
    }
    match count.to_u64() {
        _ if a.is_zero() => Result::Value(Value::Integer(0)),
        Some(count) if count <= MAX_BITS => Result::Value(Value::from_big(a << count)),
        _ => Result::ShiftTooFar,
    }
}

fn floats(
    op: BinaryOp,
    left: &Value,
    right: &Value,
    a: f64,
    b: f64,
    edition: pupa_syntax::Edition,
) -> Result {
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        BinaryOp::Modulo if matches!(left, Value::Float(_)) => return Result::NotApplicable,
        BinaryOp::Modulo => return Result::NotApplicableWhen,
        _ => return shifted_by_float(op, left, right, edition),
    };
    Result::Value(Value::Float(value))
}

/// Shifts an integer by a float, which is truncated.
fn shifted_by_float(
    op: BinaryOp,
    left: &Value,
    right: &Value,
    edition: pupa_syntax::Edition,
) -> Result {
    let (Some(a), Value::Float(count)) = (big(left), right) else { return Result::NotApplicable };
    match num_traits::FromPrimitive::from_f64(count.trunc()) {
        Some(count) => whole_numbers(op, &a, &count, edition),
        None => Result::ShiftTooFar,
    }
}
