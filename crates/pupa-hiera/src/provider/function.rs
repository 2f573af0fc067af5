//! Levels whose functions are asked for one key at a time.

use pupa_value::infer::infer;
use pupa_value::mismatch::assert_assignable;
use pupa_value::value::Text;
use pupa_value::{Type, Value};

use super::{LevelPlace, LocationData, Provider, wrong_type};
use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::key::LookupKey;
use crate::rich_data::RICH_DATA;
use crate::world::World;

impl<W: World> Lookup<'_, W> {
    /// The value that a function has for a key.
    pub(super) fn value_of_key(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &Text,
    ) -> Answer<Value, W::Stop> {
        if let Some(known) = source.answers.borrow().get(key) {
            return Ok(known.clone());
        }
        let answer = match provider.is_eyaml() {
            true => self.decrypted(&source.context, key, &provider.options_for(source)),
            false => {
                self.trust(provider, &RICH_DATA)?;
                let arguments = vec![Value::String(key.clone()), provider.options_for(source)];
                self.world.call_function(&provider.function, arguments, Some(&source.context))
            }
        };
        let value = self.answered(answer, key)?;
        self.check_value(provider, source, key, &value)?;
        source.answers.borrow_mut().insert(key.clone(), value.clone());
        Ok(value)
    }

    /// The value that a function digs out for a dotted key.
    pub(super) fn value_dug(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &LookupKey,
    ) -> Answer<Value, W::Stop> {
        let known = source.answers.borrow().get(key.text()).cloned();
        let value = match known {
            Some(known) => known,
            None => {
                self.trust(provider, &RICH_DATA)?;
                let arguments = vec![key.to_array(), provider.options_for(source)];
                let context = Some(&source.context);
                let answer = self.world.call_function(&provider.function, arguments, context);
                let value = self.answered(answer, key.text())?;
                source.answers.borrow_mut().insert(key.text().clone(), value.clone());
                value
            }
        };
        self.check_value(provider, source, key.text(), &value)?;
        Ok(value)
    }

    fn answered(&mut self, answer: Answer<Value, W::Stop>, key: &str) -> Answer<Value, W::Stop> {
        if matches!(answer, Err(Refused::NoSuchKey)) {
            self.report_not_found(key);
        }
        answer
    }

    fn check_value(
        &self,
        provider: &Provider,
        source: &LocationData,
        key: &str,
        value: &Value,
    ) -> Answer<(), W::Stop> {
        if provider.is_trusted.get() == Some(true) || RICH_DATA.is_instance(value) {
            return Ok(());
        }
        let what = format!("Value for key '{key}', returned from {}", provider.full_name());
        Err(wrong_type(&source.told(what), &infer(value).shown().to_string()))
    }

    /// Finds the function of a level, and whether it says that it returns data.
    pub(super) fn trust(&mut self, provider: &Provider, expected: &Type) -> Answer<(), W::Stop> {
        if provider.is_trusted.get().is_some() {
            return Ok(());
        }
        let function = self.world.find_function(&provider.function).map_err(Refused::Stopped)?;
        let tag = provider.kind.tag();
        let Some(function) = function else {
            let message = format!("Unable to find '{tag}' function named '{}'", provider.function);
            let LevelPlace { config, place, .. } = &provider.place;
            self.blame_config(config.clone().unwrap_or_default(), *place, None);
            return Err(LookupError { file: config.clone(), ..LookupError::issue(message) }.into());
        };
        let mut is_trusted = true;
        for returned in &function.returns {
            match returned {
                None => {
                    is_trusted = false;
                    break;
                }
                Some(returned) => {
                    let subject =
                        format!("Return type of '{tag}' function named '{}'", provider.function);
                    assert_assignable(&subject, expected, returned)?;
                }
            }
        }
        provider.is_trusted.set(Some(is_trusted));
        Ok(())
    }
}
