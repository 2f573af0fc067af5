//! Binary operators with fast paths for core classes.

use super::eval::Local;
use super::{Flow, Machine};
use crate::code::{Node, Op, OpNode};
use crate::heap::RString;
use crate::native::Args;
use crate::value::{HashId, StrId, Value};

impl Machine<'_> {
    /// Evaluates a binary operator. This function calls no other one for numbers in variables, so
    /// that these operations are fast.
    #[inline(never)]
    pub(crate) fn eval_op(&mut self, l: &Local<'_>, node: &OpNode) -> Flow {
        match self.plain_operation(l, node) {
            Some(value) => Ok(value),
            None => self.eval_other_op(l, node),
        }
    }

    /// The result of an operator whose left side is a variable and whose right side is a variable
    /// or a literal, if both are integers or floats.
    #[inline(always)]
    pub(crate) fn plain_operation(&self, l: &Local<'_>, node: &OpNode) -> Option<Value> {
        let left = self.near_variable(l, &node.left)?;
        if self.core.operators_redefined {
            return None;
        }
        match (left, &node.right) {
            (Value::Int(a), Node::Int(b)) => integer_op(node.op, *a, *b),
            (Value::Int(a), right) => match self.near_variable(l, right)? {
                Value::Int(b) => integer_op(node.op, *a, *b),
                _ => None,
            },
            (Value::Float(a), right) => match self.near_variable(l, right)? {
                Value::Float(b) => float_op(node.op, *a, *b),
                _ => None,
            },
            _ => None,
        }
    }

    #[inline(never)]
    fn eval_other_op(&mut self, l: &Local<'_>, node: &OpNode) -> Flow {
        let left = self.operand(l, &node.left)?;
        if let (Value::Int(a), Node::Int(b)) = (left, &node.right)
            && !self.core.operators_redefined
            && let Some(value) = integer_op(node.op, a, *b)
        {
            return Ok(value);
        }
        if let Node::Str(literal) = &node.right
            && let Some(value) = self.literal_op(node.op, left, literal)?
        {
            return Ok(value);
        }
        let right = self.operand(l, &node.right)?;
        if !self.core.operators_redefined {
            let number = match (left, right) {
                (Value::Int(a), Value::Int(b)) => integer_op(node.op, a, b),
                (Value::Float(a), Value::Float(b)) => float_op(node.op, a, b),
                _ => None,
            };
            if let Some(number) = number {
                return Ok(number);
            }
        }
        match self.core_operation(node.op, left, right) {
            Some(value) => Ok(value),
            None => self.slow_op(l, node, left, right),
        }
    }

    /// The result of an operator for operands of core classes, unless an operator was redefined.
    #[inline]
    pub(crate) fn core_operation(&mut self, op: Op, left: Value, right: Value) -> Option<Value> {
        if self.core.operators_redefined {
            return None;
        }
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => integer_op(op, a, b),
            (Value::Float(a), Value::Float(b)) => float_op(op, a, b),
            (Value::Hash(id), Value::Sym(key)) if op == Op::Index => self.symbol_entry(id, key),
            (Value::Hash(id), key) if op == Op::Index => self.fast_hash_get(id, key),
            _ => self.other_operation(op, left, right),
        }
    }

    /// The result of an operator with a string literal on the right, if it can be computed without
    /// a new string object.
    #[inline(never)]
    fn literal_op(&mut self, op: Op, left: Value, literal: &RString) -> Flow<Option<Value>> {
        match (op, left) {
            (Op::ShiftLeft, Value::Str(id)) if self.can_append(id, literal) => {
                self.append_literal(id, literal).map(Some)
            }
            (Op::Index, Value::Hash(id)) => Ok(self.hash_get_literal(id, literal)),
            (Op::Equals | Op::NotEquals, Value::Str(id)) if !self.core.operators_redefined => {
                let left = &self.core.heap.strings[id];
                if left.class != crate::core::class::STRING {
                    return Ok(None);
                }
                let is_equal = left.bytes() == literal.bytes() && left.is_comparable(literal);
                Ok(Some(Value::Bool(is_equal != (op == Op::NotEquals))))
            }
            _ => Ok(None),
        }
    }

    /// `hash['literal']`
    fn hash_get_literal(&self, id: HashId, key: &RString) -> Option<Value> {
        let hash = &self.core.heap.hashes[id];
        if hash.by_identity
            || hash.class != crate::core::class::HASH
            || self.core.operators_redefined
        {
            return None;
        }
        let code = super::compare::text_code(key.bytes());
        let position = hash.find(code, |known| match known {
            Value::Str(id) => {
                let known = &self.core.heap.strings[id];
                known.bytes() == key.bytes() && known.is_comparable(key)
            }
            _ => false,
        });
        match position.and_then(|at| hash.at(at)) {
            Some((_, value)) => Some(value),
            None if hash.default_proc.is_none() => Some(hash.default),
            None => None,
        }
    }

    /// Appends a literal without making a string object for it.
    #[inline(never)]
    fn append_literal(&mut self, id: StrId, more: &RString) -> Flow {
        let target = self.core.string_mut(id);
        match more.utf8() {
            Some(text) => target.push_str(text),
            None => target.push_bytes(more.bytes()),
        }
        self.charge(more.len())?;
        Ok(Value::Str(id))
    }

    /// Whether bytes can simply be appended to a string: it is not frozen, and class and encoding
    /// need no conversion.
    fn can_append(&self, id: StrId, more: &RString) -> bool {
        let target = &self.core.heap.strings[id];
        !self.core.operators_redefined
            && !target.frozen
            && target.class == crate::core::class::STRING
            && target.encoding == more.encoding
    }

    #[inline(never)]
    fn other_operation(&mut self, op: Op, left: Value, right: Value) -> Option<Value> {
        match (left, right) {
            (Value::Float(a), Value::Int(b)) if is_exact(b) => float_op(op, a, b as f64),
            (Value::Int(a), Value::Float(b)) if is_exact(a) => float_op(op, a as f64, b),
            (Value::Array(id), Value::Int(index)) if op == Op::Index => {
                if self.core.heap.arrays[id].class != crate::core::class::ARRAY {
                    return None;
                }
                let items = self.core.heap.arrays[id].slice();
                let index = if index < 0 { index + items.len() as i64 } else { index };
                let item = usize::try_from(index).ok().and_then(|index| items.get(index));
                Some(item.copied().unwrap_or(Value::Nil))
            }
            (Value::Sym(a), Value::Sym(b)) => match op {
                Op::Equals | Op::CaseEquals => Some(Value::Bool(a == b)),
                Op::NotEquals => Some(Value::Bool(a != b)),
                _ => None,
            },
            (Value::Nil, _) => match op {
                Op::Equals => Some(Value::Bool(right.is_nil())),
                Op::NotEquals => Some(Value::Bool(!right.is_nil())),
                _ => None,
            },
            (Value::Str(a), Value::Str(b)) => self.string_op(op, a, b),
            (Value::Array(id), item) if op == Op::ShiftLeft => {
                let array = &mut self.core.heap.arrays[id];
                if array.frozen
                    || array.watched
                    || array.class != crate::core::class::ARRAY
                    || self.core.heap.allocated > self.core.limits.memory
                {
                    return None;
                }
                array.push(item);
                self.core.heap.allocated += 16;
                Some(left)
            }
            _ => None,
        }
    }

    /// `hash[key]` for keys that can be compared without running code.
    #[inline(never)]
    fn fast_hash_get(&mut self, id: HashId, key: Value) -> Option<Value> {
        let hash = &self.core.heap.hashes[id];
        if hash.by_identity || hash.class != crate::core::class::HASH {
            return None;
        }
        if !matches!(key, Value::Str(_) | Value::Sym(_) | Value::Int(_)) {
            return None;
        }
        let code = self.plain_hash_code(key)?;
        let hash = &self.core.heap.hashes[id];
        let position = hash.find(code, |known| self.plain_eql(key, known).unwrap_or(false));
        match position.and_then(|at| hash.at(at)) {
            Some((_, value)) => Some(value),
            None if hash.default_proc.is_none() => Some(hash.default),
            None => None,
        }
    }

    #[inline]
    fn string_op(&mut self, op: Op, a: StrId, b: StrId) -> Option<Value> {
        let (left, right) = (&self.core.heap.strings[a], &self.core.heap.strings[b]);
        // At the memory limit the methods of `String` raise the error.
        if left.class != crate::core::class::STRING
            || self.core.heap.allocated > self.core.limits.memory
        {
            return None;
        }
        match op {
            Op::Equals | Op::CaseEquals | Op::NotEquals => {
                let is_equal = left.bytes() == right.bytes() && left.is_comparable(right);
                Some(Value::Bool(is_equal != (op == Op::NotEquals)))
            }
            Op::Plus if left.encoding == right.encoding => {
                let mut sum = left.clone();
                sum.frozen = false;
                match right.utf8() {
                    Some(text) => sum.push_str(text),
                    None => sum.push_bytes(right.bytes()),
                }
                Some(Value::Str(self.add_string(sum)))
            }
            Op::ShiftLeft if left.encoding == right.encoding && !left.frozen => {
                let more = right.clone();
                self.core.heap.allocated += more.len();
                let target = self.core.string_mut(a);
                match more.utf8() {
                    Some(text) => target.push_str(text),
                    None => target.push_bytes(more.bytes()),
                }
                Some(Value::Str(a))
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn slow_op(&mut self, l: &Local<'_>, node: &OpNode, left: Value, right: Value) -> Flow {
        self.core.frames[l.frame].line = node.line;
        if node.op == Op::NotEquals && !matches!(left, Value::Object(_)) {
            return Ok(Value::Bool(!self.equals(left, right)?));
        }
        let args = [right];
        self.dispatch(l, node.site, node.line, left, Args::new(node.name, &args))
    }
}

#[inline(always)]
pub(super) fn integer_op(op: Op, a: i64, b: i64) -> Option<Value> {
    Some(match op {
        Op::Plus => Value::Int(a.checked_add(b)?),
        Op::Minus => Value::Int(a.checked_sub(b)?),
        Op::Times => Value::Int(a.checked_mul(b)?),
        Op::Less => Value::Bool(a < b),
        Op::LessEqual => Value::Bool(a <= b),
        Op::Greater => Value::Bool(a > b),
        Op::GreaterEqual => Value::Bool(a >= b),
        Op::Equals | Op::CaseEquals => Value::Bool(a == b),
        Op::NotEquals => Value::Bool(a != b),
        Op::And => Value::Int(a & b),
        Op::Or => Value::Int(a | b),
        Op::Divide if b != 0 => Value::Int(floor_div(a, b)?),
        Op::Modulo if b != 0 => Value::Int(floor_mod(a, b)?),
        _ => return None,
    })
}

/// Division that rounds down, as Ruby's does.
#[inline]
fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// The remainder with the sign of the divisor.
#[inline]
fn floor_mod(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}

/// Whether a float can represent the integer exactly.
#[inline]
fn is_exact(number: i64) -> bool {
    number.unsigned_abs() < 1 << 53
}

#[inline(always)]
pub(super) fn float_op(op: Op, a: f64, b: f64) -> Option<Value> {
    Some(match op {
        Op::Plus => Value::Float(a + b),
        Op::Minus => Value::Float(a - b),
        Op::Times => Value::Float(a * b),
        Op::Divide => Value::Float(a / b),
        Op::Less => Value::Bool(a < b),
        Op::LessEqual => Value::Bool(a <= b),
        Op::Greater => Value::Bool(a > b),
        Op::GreaterEqual => Value::Bool(a >= b),
        Op::Equals => Value::Bool(a == b),
        Op::NotEquals => Value::Bool(a != b),
        _ => return None,
    })
}
