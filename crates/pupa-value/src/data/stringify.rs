//! Lossy conversion to data for human readers: rich values become strings.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::to_data::plain_text;
use super::{TYPE_KEY, VALUE_KEY, too_deep};
use crate::error::Result;
use crate::types::Type;
use crate::value::{Hash, Value};

/// Converts a value to data, with rich values converted to strings.
///
/// ```
/// use pupa_value::data::stringify;
/// use pupa_value::{Type, Value};
/// let value = Value::array([Value::Default, Type::INTEGER.into(), Value::Integer(1)]);
/// let data = Value::array(["default".into(), "Integer".into(), Value::Integer(1)]);
/// assert_eq!(stringify(&value)?, data);
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// # Errors
/// If the value is nested too deeply.
pub fn stringify(value: &Value) -> Result<Value> {
    Stringifier::default().data(value)
}

#[derive(Default)]
struct Stringifier {
    /// Numbers that distinguish sensitive values, so that they remain different keys.
    sensitive: FxHashMap<usize, usize>,
    depth: usize,
}

impl Stringifier {
    fn data(&mut self, value: &Value) -> Result<Value> {
        if !pupa_meter::charge(4) {
            return Err(too_deep());
        }
        match value {
            Value::Undef
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::BigInteger(_)
            | Value::Float(_)
            | Value::String(_) => Ok(value.clone()),
            Value::Array(elements) => self.deeper(|this| {
                elements.iter().map(|element| this.data(element)).collect::<Result<Vec<_>>>()
            }),
            Value::Hash(hash) => self.deeper(|this| this.hash(hash)),
            _ => Ok(self.text(value)),
        }
    }

    fn deeper<T: Into<Value>>(
        &mut self,
        make: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<Value> {
        if self.depth >= Value::MAX_OUTPUT_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let data = make(self);
        self.depth -= 1;
        data.map(Into::into)
    }

    fn hash(&mut self, hash: &Hash) -> Result<Hash> {
        let mut data = Hash::with_capacity(hash.len());
        for (key, value) in hash {
            let key = match key {
                Value::String(key) if key == TYPE_KEY || key == VALUE_KEY => {
                    format!("reserved key: {key}").into()
                }
                Value::String(_) => key.clone(),
                _ => self.text(key),
            };
            let value = self.data(value)?;
            data.insert(key, value);
        }
        Ok(data)
    }

    fn text(&mut self, value: &Value) -> Value {
        match value {
            Value::Sensitive(inner) => {
                let next = 8 * (self.sensitive.len() + 1);
                let number = *self.sensitive.entry(Arc::as_ptr(inner).addr()).or_insert(next);
                format!("#<Sensitive [value redacted]:{number}>").into()
            }
            // The string form of an object type would be its whole definition.
            Value::Type(Type::Object(object)) => {
                object.name.as_ref().map_or(Value::Undef, |name| name.clone().into())
            }
            _ => plain_text(value).into(),
        }
    }
}
