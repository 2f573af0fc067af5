//! Levels with a `data_hash` function, which returns all its data at once. Files of a built-in
//! function are read here without calling it.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::infer::infer;
use pupa_value::mismatch::assert_instance_with;
use pupa_value::value::{Hash, Text};
use pupa_value::{Type, Value};

use super::{Data, LocationData, Provider, may_contain_key, wrong_type};
use crate::config::FunctionKind;
use crate::error::{LookupError, LookupResult, LookupStop};
use crate::files::{Conformance, Content, DataFile, DataFileError, Format};
use crate::lookup::Lookup;
use crate::merge::FoundValue;
use crate::rich_data::{DATA_HASH, RICH_DATA};
use crate::world::{Strictness, World};

impl<W: World> Lookup<'_, W> {
    /// The value of a key in the data of a location.
    pub(super) fn value_in_hash(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &Text,
    ) -> LookupResult<FoundValue, W::Stop> {
        let data = self.data_of(provider, source)?;
        let found = match &*data {
            Data::File(file) => match &file.content {
                // Compat: keys outside of the module's namespace are ignored.
                Content::Hash(hash) if may_contain_key(provider, key) => {
                    hash.get(key).map(|(value, info)| {
                        let wrong_type_name = match info.conformance {
                            Conformance::RichData => None,
                            Conformance::Other => Some(infer(value).display().to_string()),
                            Conformance::Symbol => Some(symbol_type(value)),
                        };
                        (value.clone(), info.interpolates, wrong_type_name)
                    })
                }
                _ => None,
            },
            Data::Hash(hash) => hash.get_str(key).map(|value| {
                let is_trusted = provider.is_trusted.get() == Some(true);
                let is_data = is_trusted || RICH_DATA.is_instance(value);
                (value.clone(), true, (!is_data).then(|| infer(value).display().to_string()))
            }),
        };
        let Some((value, interpolates, wrong_type_name)) = found else {
            self.report_not_found(key);
            return Err(LookupStop::NoSuchKey);
        };
        if let Some(actual) = wrong_type_name {
            let what =
                format!("Value for key '{key}', in hash returned from {}", provider.full_name());
            return Err(wrong_type(&source.with_location(what), &actual));
        }
        if interpolates {
            return Ok(self.interpolate(&value, true)?.into());
        }
        Ok(FoundValue { value, is_shared: matches!(*data, Data::File(_)) })
    }

    fn data_of(
        &mut self,
        provider: &Provider,
        source: &LocationData,
    ) -> LookupResult<Rc<Data>, W::Stop> {
        if let Some(data) = &*source.data.borrow() {
            return Ok(Rc::clone(data));
        }
        let data = match (provider.format(), source.path()) {
            (Some(format), Some(path)) if provider.options.is_empty() => {
                self.data_in_file(provider, source, path, format)?
            }
            _ => {
                let hash = self.data_of_function(provider, source)?;
                Data::Hash(self.checked_hash(provider, source, hash)?)
            }
        };
        let data = Rc::new(data);
        *source.data.borrow_mut() = Some(Rc::clone(&data));
        Ok(data)
    }

    fn data_of_function(
        &mut self,
        provider: &Provider,
        source: &LocationData,
    ) -> LookupResult<Value, W::Stop> {
        self.check_function(provider, &DATA_HASH)?;
        if provider.kind == FunctionKind::V4DataHash {
            return self.world.call_function(&provider.function, Vec::new(), None);
        }
        let arguments = vec![provider.options_for(source)];
        self.world.call_function(&provider.function, arguments, Some(&source.context))
    }

    /// Checks that the result of a function is a hash, and drops the keys outside of the module's
    /// namespace with a warning.
    fn checked_hash(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        value: Value,
    ) -> LookupResult<Arc<Hash>, W::Stop> {
        let subject =
            || source.with_location(format!("Value returned from {}", provider.full_name()));
        assert_instance_with(&Type::any_hash(), &value, subject)?;
        let Value::Hash(hash) = value else { return Ok(Arc::default()) };
        if hash.keys().all(|key| key.as_str().is_some_and(|key| may_contain_key(provider, key))) {
            return Ok(hash);
        }
        self.warn_of_foreign_keys(provider, source, &hash);
        let own = |key: &Value| key.as_str().is_some_and(|key| may_contain_key(provider, key));
        let kept = hash.iter().filter(|(key, _)| own(key));
        Ok(Arc::new(kept.map(|(key, value)| (key.clone(), value.clone())).collect()))
    }

    fn warn_of_foreign_keys(&mut self, provider: &Provider, source: &LocationData, hash: &Hash) {
        let Some(module) = &provider.origin.module else { return };
        let what = source.with_location(format!("Value returned from {}", provider.full_name()));
        for key in hash.keys() {
            if !key.as_str().is_some_and(|key| may_contain_key(provider, key)) {
                let key = pupa_value::text::ruby::to_s(key);
                self.world.warn(format!(
                    "Module '{module}': {what} must use keys qualified with the name of the \
                     module; got {key}"
                ));
            }
        }
    }

    fn data_in_file(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        path: &Text,
        format: Format,
    ) -> LookupResult<Data, W::Stop> {
        let file = self.file(path, format)?;
        match &file.content {
            Content::Hash(data) => {
                self.warn_of_foreign_keys(provider, source, &data.hash);
                Ok(Data::File(file))
            }
            Content::Other(value) if format == Format::Yaml => {
                self.report_not_a_hash(path, value)?;
                Ok(Data::Hash(Arc::default()))
            }
            Content::Other(value) => {
                let value = value.clone();
                Ok(Data::Hash(self.checked_hash(provider, source, value)?))
            }
        }
    }

    /// Reads a data file.
    ///
    /// # Errors
    /// When the file does not exist, cannot be read, or is malformed.
    pub fn file(&mut self, path: &str, format: Format) -> LookupResult<Arc<DataFile>, W::Stop> {
        let source = self.state().source.clone();
        let file = source.and_then(|source| source.files().data(path, format));
        let missing =
            || LookupStop::other(format!("No such file or directory @ rb_file_s_stat - {path}"));
        file.ok_or_else(missing)?.map_err(|error| match error {
            DataFileError::Malformed { error, .. } => error.into(),
            DataFileError::Io(message) => LookupStop::other(message),
        })
    }

    /// The data of a file, as the built-in functions `yaml_data`, `json_data` and `hocon_data`
    /// return it.
    ///
    /// # Errors
    /// As [`Lookup::file`].
    pub fn file_data(&mut self, path: &Text, format: Format) -> LookupResult<Value, W::Stop> {
        let file = self.file(path, format)?;
        match &file.content {
            Content::Hash(data) => Ok(Value::Hash(Arc::clone(&data.hash))),
            Content::Other(value) if format == Format::Yaml => {
                self.report_not_a_hash(path, value)?;
                Ok(Value::from(Hash::new()))
            }
            Content::Other(value) => Ok(value.clone()),
        }
    }

    /// Reports that a YAML file does not hold a hash: an error if the run is strict and the file is
    /// not empty, otherwise a warning, once per file.
    pub(crate) fn report_not_a_hash(
        &mut self,
        path: &Text,
        value: &Value,
    ) -> LookupResult<(), W::Stop> {
        let message = format!("{path}: file does not contain a valid yaml hash");
        let is_empty = matches!(value, Value::Undef | Value::Boolean(false));
        if self.world.strictness() == Strictness::Error && !is_empty {
            return Err(LookupError::new(message).into());
        }
        if self.state().warned_files.insert(path.clone()) {
            self.world.warn(message);
        }
        Ok(())
    }
}

/// The type that the reference infers for a value that contains Ruby symbols. Within collections
/// it is an approximation.
fn symbol_type(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Hash(_) => infer(value).display().to_string(),
        _ => "Runtime[ruby, 'Symbol']".to_owned(),
    }
}
