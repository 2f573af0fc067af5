//! Ruby's implicit conversions: `to_int`, `to_str`, `to_ary`, `to_hash`, and `to_s`.

use num_bigint::BigInt;

use super::{Flow, Machine};
use crate::core::class;
use crate::symbol::{Symbol, names};
use crate::value::{ArrayId, HashId, StrId, Value};

impl Machine<'_> {
    /// Converts a value with `to_int` to an integer of 64 bits. Larger ones raise `RangeError`.
    pub fn to_int(&mut self, value: Value) -> Flow<i64> {
        match value {
            Value::Int(number) => Ok(number),
            Value::Float(number) => self.float_to_int(number),
            _ => match self.to_integer(value)? {
                Value::Int(number) => Ok(number),
                _ => Err(self.range_error("bignum too big to convert into `long'")),
            },
        }
    }

    /// Converts a value with `to_int` to an integer of any size ([`Value::Int`] or [`Value::Big`]).
    pub fn to_integer(&mut self, value: Value) -> Flow {
        match value {
            Value::Int(_) | Value::Big(_) => Ok(value),
            Value::Float(number) => self.float_to_integer(number),
            Value::Nil => Err(self.type_error("no implicit conversion from nil to integer")),
            Value::Bool(flag) => {
                Err(self.type_error(format!("no implicit conversion of {flag} into Integer")))
            }
            _ => {
                let result = self.implicit(value, names::TO_INT, "Integer")?;
                match result {
                    Value::Int(_) | Value::Big(_) => Ok(result),
                    _ => Err(self.conversion_mismatch(value, names::TO_INT, "Integer", result)),
                }
            }
        }
    }

    /// The integer part of a float that is used as an index or a size.
    fn float_to_int(&mut self, number: f64) -> Flow<i64> {
        if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number) {
            return Ok(number as i64);
        }
        let text = match number {
            _ if number.is_nan() => "NaN".to_owned(),
            _ if number.is_infinite() => if number > 0.0 { "Inf" } else { "-Inf" }.to_owned(),
            _ => {
                let text = format!("{number:.9e}");
                let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
                let digits = digits.trim_end_matches('0').trim_end_matches('.');
                format!("{digits}e+{power:0>2}")
            }
        };
        Err(self.range_error(format!("float {text} out of range of integer")))
    }

    /// The integer part of a float; raises `FloatDomainError` for infinity and NaN.
    pub fn float_to_integer(&mut self, number: f64) -> Flow {
        use num_traits::FromPrimitive;
        if number.is_nan() {
            return Err(self.error(class::FLOAT_DOMAIN_ERROR, "NaN"));
        }
        if number.is_infinite() {
            let text = if number > 0.0 { "Infinity" } else { "-Infinity" };
            return Err(self.error(class::FLOAT_DOMAIN_ERROR, text));
        }
        let whole = number.trunc();
        if whole.abs() < 9.2e18 {
            return Ok(Value::Int(whole as i64));
        }
        let big = BigInt::from_f64(whole).unwrap_or_default();
        Ok(self.new_integer(big))
    }

    /// An integer value as a `BigInt`.
    pub fn big(&self, value: Value) -> BigInt {
        match value {
            Value::Int(number) => BigInt::from(number),
            Value::Big(id) => self.heap.bigs[id].clone(),
            _ => BigInt::default(),
        }
    }

    /// Converts a value with `to_str` to a string.
    pub fn to_str(&mut self, value: Value) -> Flow<StrId> {
        if let Value::Str(id) = value {
            return Ok(id);
        }
        match self.implicit(value, names::TO_STR, "String")? {
            Value::Str(id) => Ok(id),
            result => Err(self.conversion_mismatch(value, names::TO_STR, "String", result)),
        }
    }

    /// Converts a value with `to_str`, and copies the content.
    pub fn to_text(&mut self, value: Value) -> Flow<String> {
        let id = self.to_str(value)?;
        Ok(self.text_of(id))
    }

    /// The result of `to_s`, as interpolation uses it.
    pub fn to_s(&mut self, value: Value) -> Flow<StrId> {
        if let Value::Str(id) = value {
            return Ok(id);
        }
        match self.call(value, names::TO_S, &[])? {
            Value::Str(id) => Ok(id),
            _ => {
                let text = self.plain_inspect(value);
                let Value::Str(id) = self.new_str(text) else { unreachable!("it is a string") };
                Ok(id)
            }
        }
    }

    /// A copy of the content of the result of `to_s`.
    pub fn to_s_text(&mut self, value: Value) -> Flow<String> {
        let id = self.to_s(value)?;
        Ok(self.text_of(id))
    }

    /// The content of the result of `inspect`.
    pub fn inspect(&mut self, value: Value) -> Flow<String> {
        match self.call(value, names::INSPECT, &[])? {
            Value::Str(id) => Ok(self.text_of(id)),
            other => {
                let text = self.to_s(other)?;
                Ok(self.text_of(text))
            }
        }
    }

    /// Converts a value with `to_ary` to an array.
    pub fn to_ary(&mut self, value: Value) -> Flow<ArrayId> {
        if let Value::Array(id) = value {
            return Ok(id);
        }
        match self.implicit(value, names::TO_ARY, "Array")? {
            Value::Array(id) => Ok(id),
            result => Err(self.conversion_mismatch(value, names::TO_ARY, "Array", result)),
        }
    }

    /// Converts a value with `to_ary`; `None` if it has no such method or the result is `nil`.
    pub fn try_ary(&mut self, value: Value) -> Flow<Option<ArrayId>> {
        match value {
            Value::Array(id) => Ok(Some(id)),
            Value::Object(_) => match self.try_call(value, names::TO_ARY, &[])? {
                Some(Value::Array(id)) => Ok(Some(id)),
                None | Some(Value::Nil) => Ok(None),
                Some(result) => {
                    Err(self.conversion_mismatch(value, names::TO_ARY, "Array", result))
                }
            },
            _ => Ok(None),
        }
    }

    /// Converts a value with `to_str`; `None` if it has no such method.
    pub fn try_str(&mut self, value: Value) -> Flow<Option<StrId>> {
        match value {
            Value::Str(id) => Ok(Some(id)),
            Value::Object(_) => match self.try_call(value, names::TO_STR, &[])? {
                Some(Value::Str(id)) => Ok(Some(id)),
                None | Some(Value::Nil) => Ok(None),
                Some(result) => {
                    Err(self.conversion_mismatch(value, names::TO_STR, "String", result))
                }
            },
            _ => Ok(None),
        }
    }

    /// Converts a value with `to_hash` to a hash.
    pub fn to_hash(&mut self, value: Value) -> Flow<HashId> {
        if let Value::Hash(id) = value {
            return Ok(id);
        }
        match self.implicit(value, names::TO_HASH, "Hash")? {
            Value::Hash(id) => Ok(id),
            result => Err(self.conversion_mismatch(value, names::TO_HASH, "Hash", result)),
        }
    }

    /// Converts a number to a float; strings are not converted.
    pub fn to_float(&mut self, value: Value) -> Flow<f64> {
        use num_traits::ToPrimitive;
        match value {
            Value::Float(number) => Ok(number),
            Value::Int(number) => Ok(number as f64),
            Value::Big(id) => Ok(self.heap.bigs[id].to_f64().unwrap_or(f64::INFINITY)),
            Value::Nil => Err(self.type_error("can't convert nil into Float")),
            Value::Bool(flag) => Err(self.type_error(format!("can't convert {flag} into Float"))),
            _ if self.is_a(value, class::NUMERIC) => {
                match self.try_call(value, names::TO_F, &[])? {
                    Some(Value::Float(number)) => Ok(number),
                    Some(other) => {
                        Err(self.conversion_mismatch(value, names::TO_F, "Float", other))
                    }
                    None => {
                        let name = self.class_name_of(value);
                        Err(self.type_error(format!("can't convert {name} into Float")))
                    }
                }
            }
            _ => {
                let name = self.class_name_of(value);
                Err(self.type_error(format!("can't convert {name} into Float")))
            }
        }
    }

    /// Converts a symbol or string to a symbol: the name of a method or variable.
    pub fn to_symbol(&mut self, value: Value) -> Flow<Symbol> {
        match value {
            Value::Sym(symbol) => Ok(symbol),
            _ => match self.try_str(value)? {
                Some(id) => Ok(Symbol::new(&self.text_of(id))),
                None => {
                    let text = self.inspect(value)?;
                    Err(self.type_error(format!("{text} is not a symbol nor a string")))
                }
            },
        }
    }

    /// The class or module that a value is; other values raise `TypeError`.
    pub fn to_module(&mut self, value: Value) -> Flow<crate::value::ClassId> {
        match value {
            Value::Class(id) => Ok(id),
            _ => {
                let text = self.inspect(value)?;
                Err(self.type_error(format!("{text} is not a class/module")))
            }
        }
    }

    fn implicit(&mut self, value: Value, method: Symbol, target: &str) -> Flow {
        if let Value::Object(_)
        | Value::Class(_)
        | Value::Str(_)
        | Value::Array(_)
        | Value::Hash(_)
        | Value::Range(_)
        | Value::Proc(_)
        | Value::Regexp(_)
        | Value::Sym(_) = value
            && let Some(result) = self.try_call(value, method, &[])?
        {
            return Ok(result);
        }
        let name = self.name_for_conversion(value);
        Err(self.type_error(format!("no implicit conversion of {name} into {target}")))
    }

    /// The description of a value in messages about conversions: `nil`, `true`, or its class.
    pub fn name_for_conversion(&mut self, value: Value) -> String {
        match value {
            Value::Nil => "nil".to_owned(),
            Value::Bool(flag) => flag.to_string(),
            _ => self.class_name_of(value),
        }
    }

    #[cold]
    fn conversion_mismatch(
        &mut self,
        value: Value,
        method: Symbol,
        target: &str,
        result: Value,
    ) -> super::Jump {
        let from = self.class_name_of(value);
        let got = self.class_name_of(result);
        self.type_error(format!("can't convert {from} to {target} ({from}#{method} gives {got})"))
    }
}
