//! Strings that Ruby code has made as binary strings.
//!
//! For Puppet code they are ordinary strings. The difference shows only in a catalog, and in Ruby
//! code that gets them back; interpolation combines encodings as Ruby does.

use pupa_value::Value;
use pupa_value::value::Text;
use pupa_value::value::binary::Binary;

use super::{RubyCode, RubyState};
use crate::evaluator::interpolated;
use crate::program::node::Node;
use crate::stop::{Outcome, error};

/// The encoding of a string in Ruby.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Text,
    Binary,
}

impl RubyState {
    /// Whether there is any string from a binary string.
    pub(crate) fn has_binary_texts(&self) -> bool {
        let core = self.started.as_ref().and_then(|ruby| ruby.core.as_ref());
        core.is_some_and(|core| core.has_binary_texts())
    }

    fn encoding(&self, value: &Value) -> Encoding {
        let core = self.started.as_ref().and_then(|ruby| ruby.core.as_ref());
        match (value, core) {
            (Value::String(text), Some(core)) if core.is_binary_text(text) => Encoding::Binary,
            _ => Encoding::Text,
        }
    }

    /// The value with `Binary` values in place of such strings; `None` if it has none. Keys remain
    /// strings.
    pub(crate) fn with_binary_data(&self, value: &Value) -> Option<Value> {
        match value {
            Value::String(text) if self.encoding(value) == Encoding::Binary => {
                Some(Value::Binary(Binary::new(text.as_bytes().to_vec()).into()))
            }
            Value::Sensitive(inner) => Some(Value::Sensitive(self.with_binary_data(inner)?.into())),
            Value::Array(all) => {
                let mut changed = None;
                for (index, one) in all.iter().enumerate() {
                    if let Some(value) = self.with_binary_data(one) {
                        changed.get_or_insert_with(|| all.to_vec())[index] = value;
                    }
                }
                changed.map(Value::from)
            }
            Value::Hash(hash) => {
                let is_changed = hash.iter().any(|(_, one)| self.with_binary_data(one).is_some());
                let entries = hash.iter().map(|(key, one)| {
                    (key.clone(), self.with_binary_data(one).unwrap_or_else(|| one.clone()))
                });
                is_changed.then(|| Value::hash(entries))
            }
            _ => None,
        }
    }
}

impl RubyCode<'_, '_> {
    /// An interpolated string, in the encoding that Ruby's `Array#join` determines: that of the
    /// first part until one has non-ASCII characters.
    pub(crate) fn concat_encoded(&mut self, parts: &[Node]) -> Outcome {
        let (edition, most) =
            (self.evaluator.run.settings.edition, self.evaluator.run.settings.limits.text);
        let mut joined = String::new();
        let mut encoding = None;
        for part in parts {
            let value = self.evaluator.eval(part)?;
            let value = self.evaluator.object_state.as_it_is_now(value);
            let own = self.evaluator.ruby_state.encoding(&value);
            let text = interpolated(&value, edition, most);
            encoding = match encoding {
                None => Some(own),
                Some(known) if known == own || text.is_ascii() => Some(known),
                Some(_) if joined.is_ascii() => Some(own),
                Some(Encoding::Text) => return Err(incompatible("UTF-8", "ASCII-8BIT")),
                Some(Encoding::Binary) => return Err(incompatible("ASCII-8BIT", "UTF-8")),
            };
            joined.push_str(&text);
            self.evaluator.run.check_text(joined.len())?;
        }
        let text = Text::from(joined);
        if encoding == Some(Encoding::Binary)
            && let Some(core) =
                self.evaluator.ruby_state.started.as_mut().and_then(|ruby| ruby.core.as_mut())
        {
            core.mark_binary_text(&text);
        }
        Ok(Value::String(text))
    }
}

fn incompatible(first: &str, second: &str) -> Box<crate::stop::Stop> {
    error(format!("incompatible character encodings: {first} and {second}"))
}
