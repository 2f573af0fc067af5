//! The built-in function `eyaml_lookup_key`: values of a YAML file, with the encrypted strings
//! decrypted.

use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use crate::context::FunctionContext;
use crate::error::{LookupError, LookupResult, LookupStop};
use crate::error_origin::ErrorOrigin;
use crate::eyaml::{self, KeySource};
use crate::files::{Content, Format};
use crate::lookup::Lookup;
use crate::world::World;

impl<W: World> Lookup<'_, W> {
    /// The value of a key in the file that the option `path` names, decrypted and interpolated.
    ///
    /// # Errors
    /// When the key is not found, or a string cannot be decrypted.
    pub fn eyaml_lookup_key(
        &mut self,
        context: &FunctionContext,
        key: &Text,
        options: &Value,
    ) -> LookupResult<Value, W::Stop> {
        let cached = Value::String(key.clone());
        if let Some(value) = context.cached_value(&cached) {
            return Ok(value);
        }
        let path = options.as_hash().and_then(|options| options.get_str("path"));
        let Some(Value::String(path)) = path else {
            return Err(LookupStop::other(
                "'eyaml_lookup_key': one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must \
                 be declared in hiera.yaml when using this lookup_key function",
            ));
        };
        let file = self.file(path, Format::Yaml)?;
        let raw = match &file.content {
            Content::Hash(hash) => hash.get(key).map(|(value, _)| value.clone()),
            Content::Other(value) => {
                self.report_not_a_hash(path, value)?;
                None
            }
        };
        let raw = raw.ok_or(LookupStop::NoSuchKey)?;
        let value = self.decrypt_value(&raw, path, key, options)?;
        context.cache(cached, value.clone());
        Ok(value)
    }

    fn decrypt_value(
        &mut self,
        value: &Value,
        path: &Text,
        key: &Text,
        options: &Value,
    ) -> LookupResult<Value, W::Stop> {
        match value {
            Value::String(text) => {
                let text = self.decrypt_string(text, path, key, options)?;
                self.interpolate(&Value::String(text), true)
            }
            Value::Array(elements) => {
                let mut decrypted = Vec::with_capacity(elements.len());
                for element in elements.iter() {
                    decrypted.push(self.decrypt_value(element, path, key, options)?);
                }
                Ok(decrypted.into())
            }
            Value::Hash(hash) => {
                let mut decrypted = Vec::with_capacity(hash.len());
                for (name, value) in hash.iter() {
                    let name = self.interpolate(name, true)?;
                    decrypted.push((name, self.decrypt_value(value, path, key, options)?));
                }
                Ok(Value::hash(decrypted))
            }
            other => Ok(other.clone()),
        }
    }

    fn decrypt_string(
        &mut self,
        text: &Text,
        path: &Text,
        key: &Text,
        options: &Value,
    ) -> LookupResult<Text, W::Stop> {
        if !eyaml::is_encrypted(text) {
            return Ok(text.clone());
        }
        let source = self.state().source.clone();
        let (Some(source), Some(options)) = (source, options.as_hash()) else {
            return Ok(text.clone());
        };
        let decrypted = eyaml::decrypt(text, options, source.files());
        let decrypted = decrypted.map_err(|message| {
            self.record_private_key_origin(path, key, options);
            LookupError::new(format!(
                "hiera-eyaml backend error decrypting {text} when looking up {key} in {path}. \
                 Error was {message}"
            ))
        })?;
        Ok(decrypted.into())
    }

    /// Records which value could not be decrypted, and with which private key.
    #[cold]
    fn record_private_key_origin(&mut self, path: &Text, key: &Text, options: &Hash) {
        let place = match self.file(path, Format::Yaml).ok().as_deref().map(|file| &file.content) {
            Some(Content::Hash(hash)) => hash.place(key),
            _ => None,
        };
        let source = KeySource::of(options).ok();
        let note = source.map(|source| format!("the private key is that of {source}"));
        let error_origin =
            ErrorOrigin { note, ..ErrorOrigin::value(key.clone(), path.clone(), place) };
        self.state().error_origin.get_or_insert(error_origin);
    }
}
