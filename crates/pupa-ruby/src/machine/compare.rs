//! Equality, order and hash codes of values: `==`, `eql?`, `===`, `<=>` and `hash`.

use std::cmp::Ordering;

use super::call::STACK_RESERVE;
use super::{Flow, Machine};
use crate::symbol::{Symbol, names};
use crate::value::Value;

impl Machine<'_> {
    /// `a == b`
    #[inline]
    pub fn equals(&mut self, a: Value, b: Value) -> Flow<bool> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => return Ok(a == b),
            (Value::Sym(a), Value::Sym(b)) => return Ok(a == b),
            (Value::Nil, Value::Nil) => return Ok(true),
            (Value::Float(a), Value::Float(b)) => return Ok(a == b),
            (Value::Str(a), Value::Str(b)) => {
                if a == b {
                    return Ok(true);
                }
                let (a, b) = (&self.heap.strings[a], &self.heap.strings[b]);
                return Ok(a.bytes() == b.bytes() && a.is_comparable(b));
            }
            (Value::Nil | Value::Bool(_), _) => return Ok(a.is_same(b)),
            _ => {}
        }
        let result = self.call(a, names::EQUALS, &[b])?;
        Ok(result.is_truthy())
    }

    /// `a.eql?(b)`, the equality of hash keys.
    pub fn eql(&mut self, a: Value, b: Value) -> Flow<bool> {
        match self.plain_eql(a, b) {
            Some(is_eql) => Ok(is_eql),
            None => Ok(self.call(a, names::EQL, &[b])?.is_truthy()),
        }
    }

    /// The result of `eql?`, if it can be determined without running code.
    #[inline]
    pub(crate) fn plain_eql(&self, a: Value, b: Value) -> Option<bool> {
        if a.is_same(b) {
            return Some(true);
        }
        match (a, b) {
            (Value::Str(a), Value::Str(b)) => {
                let (a, b) = (&self.heap.strings[a], &self.heap.strings[b]);
                Some(a.bytes() == b.bytes() && a.is_comparable(b))
            }
            (Value::Big(a), Value::Big(b)) => Some(self.heap.bigs[a] == self.heap.bigs[b]),
            (Value::Float(a), Value::Float(b)) => Some(a == b),
            (
                Value::Str(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Sym(_)
                | Value::Nil
                | Value::Bool(_)
                | Value::Big(_)
                | Value::Class(_),
                _,
            ) => Some(false),
            _ => None,
        }
    }

    /// The hash code of a value. Values that are `eql?` have the same one.
    #[inline]
    pub fn hash_code(&mut self, value: Value) -> Flow<u64> {
        if let Some(code) = self.plain_hash_code(value) {
            return Ok(code);
        }
        match self.call(value, names::HASH, &[])? {
            Value::Int(code) => Ok(mix(code as u64)),
            Value::Big(id) => Ok(mix(self.heap.bigs[id].iter_u64_digits().next().unwrap_or(0))),
            other => {
                let number = self.to_int(other)?;
                Ok(mix(number as u64))
            }
        }
    }

    /// The hash code of a value, if its class cannot define its own.
    #[inline]
    pub(crate) fn plain_hash_code(&self, value: Value) -> Option<u64> {
        use std::hash::{Hash, Hasher};
        Some(match value {
            Value::Str(id) => text_code(self.heap.strings[id].bytes()),
            Value::Sym(symbol) => mix(u64::from(symbol.number()) | 1 << 40),
            Value::Int(number) => mix(number as u64),
            Value::Nil | Value::Undef => mix(1 << 41),
            Value::Bool(flag) => mix(1 << 42 | u64::from(flag)),
            Value::Float(number) => {
                // -0.0 and 0.0 are `eql?`, so they need the same hash code.
                mix(if number == 0.0 { 3 << 43 } else { number.to_bits() })
            }
            Value::Big(id) => {
                let mut hasher = rustc_hash::FxHasher::default();
                self.heap.bigs[id].hash(&mut hasher);
                hasher.finish()
            }
            Value::Class(id) => mix(u64::from(id.0) | 1 << 44),
            _ => return None,
        })
    }

    /// `a <=> b`; `None` if they cannot be compared.
    pub fn compare(&mut self, a: Value, b: Value) -> Flow<Option<Ordering>> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => return Ok(Some(a.cmp(&b))),
            (Value::Float(a), Value::Float(b)) => return Ok(a.partial_cmp(&b)),
            (Value::Str(a), Value::Str(b)) => {
                let (a, b) = (&self.heap.strings[a], &self.heap.strings[b]);
                return Ok(Some(a.bytes().cmp(b.bytes())));
            }
            _ => {}
        }
        let result = self.call(a, names::COMPARE, &[b])?;
        if result.is_nil() {
            return Ok(None);
        }
        Ok(Some(self.ordering(result, a, b)?))
    }

    /// `a <=> b`; raises `comparison of A with B failed` if they cannot be compared.
    pub fn compare_strict(&mut self, a: Value, b: Value) -> Flow<Ordering> {
        match self.compare(a, b)? {
            Some(ordering) => Ok(ordering),
            None => Err(self.comparison_failed(a, b)),
        }
    }

    /// Converts the result of `<=>` or of a sort block to an order.
    pub fn ordering(&mut self, result: Value, a: Value, b: Value) -> Flow<Ordering> {
        match result {
            Value::Int(number) => Ok(number.cmp(&0)),
            Value::Float(number) => Ok(number.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
            Value::Big(id) => Ok(self.heap.bigs[id].cmp(&num_bigint::BigInt::default())),
            Value::Nil => Err(self.comparison_failed(a, b)),
            _ => {
                if self.call(result, names::GREATER, &[Value::Int(0)])?.is_truthy() {
                    return Ok(Ordering::Greater);
                }
                if self.call(result, names::LESS, &[Value::Int(0)])?.is_truthy() {
                    return Ok(Ordering::Less);
                }
                Ok(Ordering::Equal)
            }
        }
    }

    /// The exception `ArgumentError: comparison of Integer with nil failed`.
    #[cold]
    pub fn comparison_failed(&mut self, a: Value, b: Value) -> super::Jump {
        let left = self.class_name_of(a);
        let right = match b {
            // Compat: larger integers are heap objects in Ruby, and the message shows only their
            // class.
            Value::Int(number) if !(-1 << 62..1 << 62).contains(&number) => self.class_name_of(b),
            Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Sym(_) => {
                match self.inspect(b) {
                    Ok(text) => text,
                    Err(jump) => return jump,
                }
            }
            _ => self.class_name_of(b),
        };
        self.argument_error(format!("comparison of {left} with {right} failed"))
    }

    /// `pattern === value`
    pub fn case_equals(&mut self, pattern: Value, value: Value) -> Flow<bool> {
        if let Value::Class(id) = pattern
            && !self.core.operators_redefined
            && self.class(id).meta.is_none_or(|meta| self.class(meta).methods.is_empty())
        {
            return Ok(self.is_a(value, id));
        }
        Ok(self.call(pattern, names::CASE_EQUALS, &[value])?.is_truthy())
    }

    /// The hash code of a collection. A collection that contains itself equals many others, so all
    /// of them have the same code, at every level.
    pub fn hash_collection(
        &mut self,
        collection: Value,
        run: impl FnOnce(&mut Self) -> Flow<u64>,
    ) -> Flow<u64> {
        let mark = (names::HASH, Value::Undef, Value::Undef);
        let is_inner = self.core.visiting.iter().any(|(operation, ..)| *operation == names::HASH);
        let guarded =
            self.guard_recursion(names::HASH, collection, Value::Nil, None, |m| run(m).map(Some));
        if matches!(guarded, Ok(None)) {
            // Makes the outermost collection return the same code.
            self.core.visiting.insert(0, mark);
            return Ok(RECURSIVE_CODE);
        }
        if is_inner {
            return guarded.map(|code| code.unwrap_or(RECURSIVE_CODE));
        }
        let before = self.core.visiting.len();
        self.core.visiting.retain(|(operation, ..)| *operation != names::HASH);
        if self.core.visiting.len() < before {
            return guarded.map(|_| RECURSIVE_CODE);
        }
        guarded.map(|code| code.unwrap_or(RECURSIVE_CODE))
    }

    /// Runs an operation on a pair of objects, or returns `recursive` if the same operation is
    /// already running for this pair. Used by `inspect`, `==` and `hash` of collections that
    /// contain themselves.
    pub fn guard_recursion<T>(
        &mut self,
        operation: Symbol,
        a: Value,
        b: Value,
        recursive: T,
        run: impl FnOnce(&mut Self) -> Flow<T>,
    ) -> Flow<T> {
        let is_under_way = self
            .core
            .visiting
            .iter()
            .any(|(other, x, y)| *other == operation && x.is_same(a) && y.is_same(b));
        if is_under_way {
            return Ok(recursive);
        }
        self.with_stack(STACK_RESERVE, |m| {
            m.enter_native()?;
            m.core.visiting.push((operation, a, b));
            let result = run(m);
            m.core.visiting.pop();
            m.core.depth -= 1;
            result
        })
    }
}

/// The hash code of all collections that contain themselves.
const RECURSIVE_CODE: u64 = 0x5eed_0000;

/// The hash code of a string.
pub(crate) fn text_code(bytes: &[u8]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
