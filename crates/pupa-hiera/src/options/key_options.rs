//! The options of one key.

use std::cell::OnceCell;
use std::rc::Rc;

use pupa_value::Value;
use pupa_value::ruby::class_name;
use pupa_value::text::ruby::inspect;

use crate::error::{Answer, Refused};
use crate::merge::MergeStrategy;

/// The options of a key. What is wrong with them is told once they are asked for.
#[derive(Debug)]
pub(crate) struct KeyOptions {
    merge: Result<Value, Box<str>>,
    strategy: OnceCell<Rc<MergeStrategy>>,
    convert_to: Result<Value, Box<str>>,
}

impl KeyOptions {
    /// What data has for a key.
    pub(super) fn new(options: &Value) -> KeyOptions {
        KeyOptions {
            merge: option(options, "merge"),
            strategy: OnceCell::new(),
            convert_to: option(options, "convert_to"),
        }
    }

    /// How values are merged, as data has it.
    pub(crate) fn merge<S>(&self) -> Answer<&Value, S> {
        self.merge.as_ref().map_err(|message| Refused::Wrong(message.clone()))
    }

    /// How values are merged.
    pub(crate) fn strategy<S>(&self) -> Answer<Rc<MergeStrategy>, S> {
        if let Some(strategy) = self.strategy.get() {
            return Ok(Rc::clone(strategy));
        }
        let strategy = Rc::new(MergeStrategy::from_value(self.merge()?)?);
        Ok(Rc::clone(self.strategy.get_or_init(|| strategy)))
    }

    /// What values are converted to: a type, or its name, and arguments.
    pub(crate) fn convert_to<S>(&self) -> Answer<&Value, S> {
        self.convert_to.as_ref().map_err(|message| Refused::Wrong(message.clone()))
    }
}

/// The option of a name.
///
/// Compat: it is what Ruby's `options[name]` gives, which asks a text whether the name is in it,
/// and knows nothing to do with what is neither hash nor text.
fn option(options: &Value, name: &str) -> Result<Value, Box<str>> {
    match options {
        Value::Hash(options) => Ok(options.get_str(name).cloned().unwrap_or_default()),
        Value::Undef | Value::Boolean(false) => Ok(Value::Undef),
        Value::String(text) if text.contains(name) => Ok(name.into()),
        Value::String(_) => Ok(Value::Undef),
        Value::Integer(_) | Value::BigInteger(_) | Value::Array(_) => {
            Err("no implicit conversion of String into Integer".into())
        }
        other => Err(undefined_method("[]", other).into()),
    }
}

/// Ruby's complaint about a value that lacks a method.
pub(super) fn undefined_method(method: &str, value: &Value) -> String {
    format!("undefined method `{method}' for {}:{}", inspect(value), class_name(value))
}
