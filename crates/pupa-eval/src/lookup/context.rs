//! `Puppet::LookupContext`: the services of a lookup for data functions.

use std::rc::Rc;
use std::sync::Arc;

use pupa_hiera::Lookup;
use pupa_hiera::context::FunctionContext;
use pupa_value::iterable::iterable_over;
use pupa_value::text::ruby::to_s;
use pupa_value::value::{Hash, Object, Text};
use pupa_value::{Type, Value, pcore};

use super::DataLookup;
use crate::evaluator::lambda::Block;
use crate::stop::{Outcome, Stop, error};

impl DataLookup<'_, '_> {
    /// Returns the object that represents a context.
    pub(super) fn context_object(&self, context: &FunctionContext) -> Arc<Object> {
        let module = context.module.clone().map_or(Value::Undef, Value::String);
        let Some(Type::Object(object_type)) = pcore::lookup("puppet::lookupcontext") else {
            unreachable!("the type is one of the language")
        };
        Arc::new(Object { object_type, values: [module].into() })
    }

    /// Returns the context that an object represents; `None` if the call of its function has ended.
    pub(crate) fn context_of(&self, object: &Arc<Object>) -> Option<Rc<FunctionContext>> {
        let known = self.evaluator.lookup_state.contexts.iter().rev();
        let mut known = known.filter(|(known, _)| Arc::ptr_eq(known, object));
        known.next().map(|(_, context)| Rc::clone(context))
    }

    /// Returns the number of the context of an object, which is assigned when it is first used.
    pub(crate) fn context_number(&mut self, object: &Arc<Object>) -> Option<u32> {
        let context = self.context_of(object)?;
        let number = context.number.get().unwrap_or_else(|| {
            self.evaluator.lookup_state.numbered_contexts += 1;
            self.evaluator.lookup_state.numbered_contexts
        });
        context.number.set(Some(number));
        Some(number)
    }

    /// Whether the running lookup records an explanation.
    pub(crate) fn is_lookup_explained(&mut self) -> bool {
        Lookup::new(self).is_explaining()
    }

    /// Adds a text to the explanation of the lookup.
    pub(crate) fn explain_lookup(&mut self, text: &str) {
        Lookup::new(self).report_text(|| text.to_owned());
    }

    /// Interpolates a value of data.
    pub(crate) fn interpolate_data(&mut self, value: &Value) -> Outcome {
        let answer = Lookup::new(self).interpolate(value, true);
        answer.map_err(|refused| self.refused(refused))
    }

    /// Calls a method of a context; `None` if it has no method with this name.
    pub(crate) fn call_context(
        &mut self,
        object: &Arc<Object>,
        name: &str,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Outcome<Option<Value>> {
        if object.object_type.name.as_deref() != Some("Puppet::LookupContext") {
            return Ok(None);
        }
        if name == "environment_name" {
            return Ok(Some(Value::from(self.evaluator.run.settings.environment.as_str())));
        }
        if name == "module_name" {
            return Ok(None);
        }
        let Some(context) = self.context_of(object) else {
            return Err(error(format!("The context of '{name}' is not that of a running lookup")));
        };
        let result = match (name, args) {
            ("not_found", []) => return Err(Box::new(Stop::NoSuchKey)),
            ("explain", []) => self.explain_in_context(block)?,
            ("interpolate", [value]) => self.interpolate_data(value)?,
            ("cache", [key, value]) => {
                context.cache(key.clone(), value.clone());
                value.clone()
            }
            ("cache_all", [Value::Hash(entries)]) => {
                for (key, value) in entries.iter() {
                    context.cache(key.clone(), value.clone());
                }
                Value::Undef
            }
            ("cache_has_key", [key]) => Value::Boolean(context.cache_has_key(key)),
            ("cached_value", [key]) => context.cached_value(key).unwrap_or_default(),
            ("cached_entries", []) => match block {
                Some(block) => self.each_cached(&context.cached_entries(), block)?,
                None => iterator(context.cached_entries()),
            },
            ("cached_file_data", [Value::String(path)]) => self.cached_file_data(path, block)?,
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    fn explain_in_context(&mut self, block: Option<Block<'_>>) -> Outcome {
        if let Some(block) = block
            && Lookup::new(self).is_explaining()
        {
            let text = self.evaluator.call_block(block, [])?;
            Lookup::new(self).report_text(|| to_s(&text).into_owned());
        }
        Ok(Value::Undef)
    }

    fn each_cached(&mut self, entries: &Hash, block: Block<'_>) -> Outcome {
        for (key, value) in entries.iter() {
            if block.parameter_count() == 2 {
                self.evaluator.call_block(block, [key.clone(), value.clone()])?;
            } else {
                self.evaluator.call_block(block, [Value::array([key.clone(), value.clone()])])?;
            }
        }
        Ok(Value::Undef)
    }

    /// The bytes of a file of data.
    pub(crate) fn read_data_file(&self, path: &str) -> Outcome<Vec<u8>> {
        self.evaluator.run.host.read_file(path).map_err(|problem| {
            // Compat: the reference reads the age of the file before it opens it, which determines
            // the error.
            let missing = "No such file or directory @ rb_";
            error(problem.0.replace(&format!("{missing}sysopen"), &format!("{missing}file_s_stat")))
        })
    }

    /// The content of a file, or the result of a block for it, cached for all functions; the first
    /// call decides.
    fn cached_file_data(&mut self, path: &Text, block: Option<Block<'_>>) -> Outcome {
        if let Some(known) = self.evaluator.lookup_state.file_data.get(path) {
            return Ok(known.clone());
        }
        let bytes = self.read_data_file(path)?;
        let text = Value::from(String::from_utf8_lossy(&bytes).into_owned());
        let value = match block {
            Some(block) => self.evaluator.call_block(block, [text])?,
            None => text,
        };
        self.evaluator.lookup_state.file_data.insert(path.clone(), value.clone());
        Ok(value)
    }
}

/// The entries of a hash, one by one.
fn iterator(entries: Hash) -> Value {
    iterable_over(&Value::Hash(entries.into())).map_or(Value::Undef, Value::Iterator)
}
