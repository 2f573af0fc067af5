//! The `lookup_options` of one key: `merge` and `convert_to`.

use std::cell::OnceCell;
use std::rc::Rc;

use pupa_value::Value;
use pupa_value::ruby::class_name;
use pupa_value::text::ruby::inspect;

use crate::error::{LookupResult, LookupStop};
use crate::merge::MergeStrategy;

/// The options of a key. Errors in them are kept and reported when the option is used.
#[derive(Debug)]
pub(crate) struct KeyOptions {
    merge: Result<Value, Box<str>>,
    strategy: OnceCell<Rc<MergeStrategy>>,
    convert_to: Result<Value, Box<str>>,
}

impl KeyOptions {
    /// The options in an entry of `lookup_options`.
    pub(super) fn new(options: &Value) -> KeyOptions {
        KeyOptions {
            merge: option(options, "merge"),
            strategy: OnceCell::new(),
            convert_to: option(options, "convert_to"),
        }
    }

    /// The option `merge` as a value; undef if it is absent.
    pub(crate) fn merge<S>(&self) -> LookupResult<&Value, S> {
        self.merge.as_ref().map_err(|message| LookupStop::Other(message.clone()))
    }

    /// The merge strategy that `merge` specifies. It is parsed once.
    pub(crate) fn strategy<S>(&self) -> LookupResult<Rc<MergeStrategy>, S> {
        if let Some(strategy) = self.strategy.get() {
            return Ok(Rc::clone(strategy));
        }
        let strategy = Rc::new(MergeStrategy::from_value(self.merge()?)?);
        Ok(Rc::clone(self.strategy.get_or_init(|| strategy)))
    }

    /// The option `convert_to`: a type or its name, perhaps in an array with further arguments;
    /// undef if it is absent.
    pub(crate) fn convert_to<S>(&self) -> LookupResult<&Value, S> {
        self.convert_to.as_ref().map_err(|message| LookupStop::Other(message.clone()))
    }
}

/// Reads one option.
///
/// Compat: this is Ruby's `options[name]`. A string returns the name if it contains it, and values
/// other than hashes and strings raise an error.
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

/// Ruby's error for a call of a method that the value lacks.
pub(super) fn undefined_method(method: &str, value: &Value) -> String {
    format!("undefined method `{method}' for {}:{}", inspect(value), class_name(value))
}
