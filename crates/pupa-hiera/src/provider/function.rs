//! Levels with a `lookup_key` or `data_dig` function, which returns the value of one key per call.

use pupa_value::infer::infer;
use pupa_value::mismatch::assert_assignable;
use pupa_value::value::Text;
use pupa_value::{Type, Value};

use super::{LevelOrigin, LocationData, Provider, wrong_type};
use crate::error::{LookupError, LookupResult, LookupStop};
use crate::key::LookupKey;
use crate::lookup::Lookup;
use crate::rich_data::RICH_DATA;
use crate::world::World;

impl<W: World> Lookup<'_, W> {
    /// The value that a `lookup_key` function returns for a key.
    pub(super) fn value_of_key(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &Text,
    ) -> LookupResult<Value, W::Stop> {
        if let Some(known) = source.values.borrow().get(key) {
            return Ok(known.clone());
        }
        let result = match provider.is_eyaml() {
            true => self.eyaml_lookup_key(&source.context, key, &provider.options_for(source)),
            false => {
                self.check_function(provider, &RICH_DATA)?;
                let arguments = vec![Value::String(key.clone()), provider.options_for(source)];
                self.world.call_function(&provider.function, arguments, Some(&source.context))
            }
        };
        let value = self.report_if_missing(result, key)?;
        self.check_value(provider, source, key, &value)?;
        source.values.borrow_mut().insert(key.clone(), value.clone());
        Ok(value)
    }

    /// The value that a `data_dig` function returns for a dotted key.
    pub(super) fn value_of_dotted_key(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &LookupKey,
    ) -> LookupResult<Value, W::Stop> {
        let known = source.values.borrow().get(key.text()).cloned();
        let value = match known {
            Some(known) => known,
            None => {
                self.check_function(provider, &RICH_DATA)?;
                let arguments = vec![key.to_array(), provider.options_for(source)];
                let context = Some(&source.context);
                let result = self.world.call_function(&provider.function, arguments, context);
                let value = self.report_if_missing(result, key.text())?;
                source.values.borrow_mut().insert(key.text().clone(), value.clone());
                value
            }
        };
        self.check_value(provider, source, key.text(), &value)?;
        Ok(value)
    }

    fn report_if_missing(
        &mut self,
        result: LookupResult<Value, W::Stop>,
        key: &str,
    ) -> LookupResult<Value, W::Stop> {
        if matches!(result, Err(LookupStop::NoSuchKey)) {
            self.report_not_found(key);
        }
        result
    }

    fn check_value(
        &self,
        provider: &Provider,
        source: &LocationData,
        key: &str,
        value: &Value,
    ) -> LookupResult<(), W::Stop> {
        if provider.is_trusted.get() == Some(true) || RICH_DATA.is_instance(value) {
            return Ok(());
        }
        let what = format!("Value for key '{key}', returned from {}", provider.full_name());
        Err(wrong_type(&source.with_location(what), &infer(value).display().to_string()))
    }

    /// Checks that the function of a level exists and that its declared return types match.
    pub(super) fn check_function(
        &mut self,
        provider: &Provider,
        expected: &Type,
    ) -> LookupResult<(), W::Stop> {
        if provider.is_trusted.get().is_some() {
            return Ok(());
        }
        let function = self.world.find_function(&provider.function).map_err(LookupStop::Stopped)?;
        let tag = provider.kind.tag();
        let Some(function) = function else {
            let message = format!("Unable to find '{tag}' function named '{}'", provider.function);
            let LevelOrigin { config, place, .. } = &provider.origin;
            self.record_config_origin(config.clone().unwrap_or_default(), *place, None);
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
