//! Levels whose data is a hash: files, and functions that return all they have.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::infer::infer;
use pupa_value::mismatch::assert_instance_with;
use pupa_value::value::{Hash, Text};
use pupa_value::{Type, Value};

use super::{Data, LocationData, Provider, belongs, wrong_type};
use crate::config::FunctionKind;
use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::files::{Content, DataFile, Fit, Format, Unreadable};
use crate::merge::Found;
use crate::rich_data::{DATA_HASH, RICH_DATA};
use crate::world::{Strictness, World};

impl<W: World> Lookup<'_, W> {
    /// The value of a key in the data of a place.
    pub(super) fn value_in_hash(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &Text,
    ) -> Answer<Found, W::Stop> {
        let data = self.data_of(provider, source)?;
        let found = match &*data {
            Data::File(file) => match &file.content {
                // Compat: keys of other modules are not seen.
                Content::Hash(hash) if belongs(provider, key) => {
                    hash.get(key).map(|(value, note)| {
                        let misfit = match note.fits {
                            Fit::Yes => None,
                            Fit::No => Some(infer(value).shown().to_string()),
                            Fit::Symbol => Some(symbol_type(value)),
                        };
                        (value.clone(), note.interpolates, misfit)
                    })
                }
                _ => None,
            },
            Data::Hash(hash) => hash.get_str(key).map(|value| {
                let is_trusted = provider.is_trusted.get() == Some(true);
                let is_data = is_trusted || RICH_DATA.is_instance(value);
                (value.clone(), true, (!is_data).then(|| infer(value).shown().to_string()))
            }),
        };
        let Some((value, interpolates, misfit)) = found else {
            self.report_not_found(key);
            return Err(Refused::NoSuchKey);
        };
        if let Some(actual) = misfit {
            let what =
                format!("Value for key '{key}', in hash returned from {}", provider.full_name());
            return Err(wrong_type(&source.told(what), &actual));
        }
        if interpolates {
            return Ok(self.interpolate(&value, true)?.into());
        }
        Ok(Found { value, is_kept: matches!(*data, Data::File(_)) })
    }

    fn data_of(&mut self, provider: &Provider, source: &LocationData) -> Answer<Rc<Data>, W::Stop> {
        if let Some(data) = &*source.data.borrow() {
            return Ok(Rc::clone(data));
        }
        let data = match (provider.format(), source.path()) {
            (Some(format), Some(path)) if provider.options.is_empty() => {
                self.data_in_file(provider, source, path, format)?
            }
            _ => {
                let hash = self.data_of_function(provider, source)?;
                Data::Hash(self.own_keys(provider, source, hash)?)
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
    ) -> Answer<Value, W::Stop> {
        self.trust(provider, &DATA_HASH)?;
        if provider.kind == FunctionKind::V4DataHash {
            return self.world.call_function(&provider.function, Vec::new(), None);
        }
        let arguments = vec![provider.options_for(source)];
        self.world.call_function(&provider.function, arguments, Some(&source.context))
    }

    /// Complains unless it is a hash; keys of a module must be its own.
    fn own_keys(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        value: Value,
    ) -> Answer<Arc<Hash>, W::Stop> {
        let told = || source.told(format!("Value returned from {}", provider.full_name()));
        assert_instance_with(&Type::any_hash(), &value, told)?;
        let Value::Hash(hash) = value else { return Ok(Arc::default()) };
        if hash.keys().all(|key| key.as_str().is_some_and(|key| belongs(provider, key))) {
            return Ok(hash);
        }
        self.warn_of_foreign_keys(provider, source, &hash);
        let own = |key: &Value| key.as_str().is_some_and(|key| belongs(provider, key));
        let kept = hash.iter().filter(|(key, _)| own(key));
        Ok(Arc::new(kept.map(|(key, value)| (key.clone(), value.clone())).collect()))
    }

    fn warn_of_foreign_keys(&mut self, provider: &Provider, source: &LocationData, hash: &Hash) {
        let Some(module) = &provider.place.module else { return };
        let what = source.told(format!("Value returned from {}", provider.full_name()));
        for key in hash.keys() {
            if !key.as_str().is_some_and(|key| belongs(provider, key)) {
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
    ) -> Answer<Data, W::Stop> {
        let file = self.file(path, format)?;
        match &file.content {
            Content::Hash(data) => {
                self.warn_of_foreign_keys(provider, source, &data.hash);
                Ok(Data::File(file))
            }
            Content::Other(value) if format == Format::Yaml => {
                self.no_hash(path, value)?;
                Ok(Data::Hash(Arc::default()))
            }
            Content::Other(value) => {
                let value = value.clone();
                Ok(Data::Hash(self.own_keys(provider, source, value)?))
            }
        }
    }

    /// A file that can be read.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn file(&mut self, path: &str, format: Format) -> Answer<Arc<DataFile>, W::Stop> {
        let source = self.state().source.clone();
        let file = source.and_then(|source| source.files().data(path, format));
        let missing =
            || Refused::wrong(format!("No such file or directory @ rb_file_s_stat - {path}"));
        file.ok_or_else(missing)?.map_err(|unreadable| match unreadable {
            Unreadable::Malformed { error, .. } => error.into(),
            Unreadable::NotRead(message) => Refused::wrong(message),
        })
    }

    /// The data of a file, as functions give it.
    ///
    /// # Errors
    /// As [`Lookup::file`].
    pub fn file_data(&mut self, path: &Text, format: Format) -> Answer<Value, W::Stop> {
        let file = self.file(path, format)?;
        match &file.content {
            Content::Hash(data) => Ok(Value::Hash(Arc::clone(&data.hash))),
            Content::Other(value) if format == Format::Yaml => {
                self.no_hash(path, value)?;
                Ok(Value::from(Hash::new()))
            }
            Content::Other(value) => Ok(value.clone()),
        }
    }

    /// Says that a file of YAML holds no hash.
    pub(crate) fn no_hash(&mut self, path: &Text, value: &Value) -> Answer<(), W::Stop> {
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

/// The type that Ruby infers of a value with symbols, as far as it is certain.
fn symbol_type(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Hash(_) => infer(value).shown().to_string(),
        _ => "Runtime[ruby, 'Symbol']".to_owned(),
    }
}
