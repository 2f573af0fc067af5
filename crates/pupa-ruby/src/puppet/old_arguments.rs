//! Converts arguments and results of functions of the Puppet 3 API.

use num_bigint::{BigInt, Sign};
use pupa_value::Value as PuppetValue;
use pupa_value::text::ruby::{inspect, to_s};
use pupa_value::types::Type;

use crate::core::class;
use crate::machine::{Flow, Jump, Machine};
use crate::symbol::{Symbol, names};
use crate::value::Value;

impl Machine<'_> {
    /// Converts an argument for a function of the Puppet 3 API: `undef` becomes an empty string,
    /// values that Puppet 3 did not have become strings, and collections are copied.
    pub(super) fn old_argument(&mut self, value: &PuppetValue) -> Flow {
        match value {
            PuppetValue::Undef => Ok(self.new_str("")),
            value => self.old_inner(value),
        }
    }

    fn old_inner(&mut self, value: &PuppetValue) -> Flow {
        Ok(match value {
            // Compat: a string is copied only if it is frozen.
            PuppetValue::String(text)
                if self.world.puppet().is_none_or(|puppet| puppet.is_literal(text)) =>
            {
                self.new_str(text.shared())
            }
            PuppetValue::Array(elements) => {
                let mut items = Vec::with_capacity(elements.len());
                for element in elements.iter() {
                    items.push(self.old_inner(element)?);
                }
                self.new_array(items)
            }
            PuppetValue::Hash(entries) => {
                let hash = self.new_hash();
                for (key, value) in entries.iter() {
                    let key = self.old_inner(key)?;
                    let value = self.old_inner(value)?;
                    self.hash_set(hash, key, value)?;
                }
                Value::Hash(hash)
            }
            PuppetValue::BigInteger(number) => return Err(self.integer_beyond_range(number)),
            PuppetValue::Regexp(_) => self.new_str(inspect(value).into_owned()),
            PuppetValue::SemVer(_)
            | PuppetValue::SemVerRange(_)
            | PuppetValue::Binary(_)
            | PuppetValue::Timespan(_)
            | PuppetValue::Timestamp(_) => self.new_str(to_s(value).into_owned()),
            PuppetValue::Iterator(_) => {
                let message = "Use of an Iterator is not supported here";
                return Err(self.error(class::PUPPET_ERROR, message));
            }
            PuppetValue::Type(Type::Class(name)) => {
                let title = name.as_ref().map_or("", |name| name.as_str());
                self.reference("Class", title)
            }
            PuppetValue::Type(Type::Resource(Some(resource))) => {
                let title = resource.title.as_ref().map_or("", |title| title.as_str());
                self.reference(&resource.name, title)
            }
            other => return self.from_puppet(other),
        })
    }

    /// The error for an integer outside the range of Puppet's integers.
    pub(crate) fn integer_beyond_range(&mut self, number: &BigInt) -> Jump {
        let end = if number.sign() == Sign::Minus { "min" } else { "max" };
        let (format, number) = (self.new_str("0x%x"), self.new_integer(number.clone()));
        let display = match self.call(format, names::MODULO, &[number]) {
            Ok(display) => self.to_s_text(display),
            Err(jump) => return jump,
        };
        let display = display.unwrap_or_default();
        let message =
            format!("Use of a Ruby Integer outside of Puppet Integer {end} range, got '{display}'");
        self.error(class::PUPPET_ERROR, message)
    }

    fn reference(&mut self, type_name: &str, title: &str) -> Value {
        super::resource::referenced(self, type_name, title)
    }

    /// Converts the result of a function of the Puppet 3 API: `:undef` becomes `nil`, in
    /// collections too, which are copied.
    pub(super) fn old_result(&mut self, value: Value) -> Flow {
        Ok(match value {
            Value::Sym(symbol) if symbol == Symbol::new("undef") => Value::Nil,
            Value::Array(id) => {
                let mut items = self.array(id).to_vec();
                for item in &mut items {
                    *item = self.old_result(*item)?;
                }
                self.new_array(items)
            }
            Value::Hash(id) => {
                let entries: Vec<_> = self.hash(id).iter().collect();
                let hash = self.new_hash();
                for (key, value) in entries {
                    let key = self.old_result(key)?;
                    let value = self.old_result(value)?;
                    self.hash_set(hash, key, value)?;
                }
                Value::Hash(hash)
            }
            other => other,
        })
    }
}
