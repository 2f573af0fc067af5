//! `lookup_options`: how the values of keys are merged and converted. They are looked up in the
//! layers like any other key, and each module may define them for its own keys only.

mod key_options;

use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::regexp::Regexp;
use pupa_value::text::convert;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashMap;

use crate::error::{LookupError, LookupResult, LookupStop};
use crate::explanation::Subject;
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::lookup::Lookup;
use crate::merge::{FoundValue, MergeStrategy};
use crate::state::Invocation;
use crate::world::World;
pub(crate) use key_options::KeyOptions;
use key_options::undefined_method;

/// The hash under the key `lookup_options`; `None` if the data has no such key.
pub(crate) type OptionsHash = Option<Arc<Hash>>;

/// The options by key, and by pattern for the keys that match it.
#[derive(Debug, Default)]
pub(crate) struct LookupOptions {
    keys: FxHashMap<Text, Rc<KeyOptions>>,
    patterns: Vec<(Regexp, Rc<KeyOptions>)>,
}

impl LookupOptions {
    fn new<S>(options: &Hash) -> LookupResult<LookupOptions, S> {
        let mut made = LookupOptions::default();
        for (key, value) in options.iter() {
            let key = key_or_pattern(key)?;
            let options = Rc::new(KeyOptions::new(value));
            if key.starts_with('^') {
                let regexp = Regexp::new(key).map_err(|error| LookupStop::other(error.message))?;
                made.patterns.push((regexp, options));
            } else if !value.is_undef() {
                made.keys.insert(key.into(), options);
            }
        }
        Ok(made)
    }

    fn of_key<S>(&self, key: &LookupKey) -> LookupResult<Option<Rc<KeyOptions>>, S> {
        if let Some(options) = self.keys.get(key.root()) {
            return Ok(Some(Rc::clone(options)));
        }
        for (pattern, options) in &self.patterns {
            let matched = pattern.is_match(key.root());
            if matched.map_err(|error| LookupStop::other(error.to_string()))? {
                return Ok(Some(Rc::clone(options)));
            }
        }
        Ok(None)
    }
}

fn parse_options<S>(options: &OptionsHash) -> LookupResult<Option<Rc<LookupOptions>>, S> {
    options.as_ref().map(|options| LookupOptions::new(options).map(Rc::new)).transpose()
}

/// The key or pattern of an entry of `lookup_options`.
fn key_or_pattern<S>(key: &Value) -> LookupResult<&str, S> {
    key.as_str().ok_or_else(|| LookupStop::other(undefined_method("start_with?", key)))
}

/// Checks that `lookup_options` are a hash and that its keys belong to the module.
fn validate<S>(options: Value, module: Option<&Text>) -> LookupResult<OptionsHash, S> {
    let hash = match options {
        Value::Undef => return Ok(None),
        Value::Hash(hash) => hash,
        _ => return Err(LookupError::new("value of lookup_options must be a hash").into()),
    };
    let Some(module) = module else { return Ok(Some(hash)) };
    for key in hash.keys() {
        if let Some(message) = foreign_key_message(key_or_pattern(key)?, module) {
            return Err(LookupError::new(message).into());
        }
    }
    Ok(Some(hash))
}

/// The error message for options in the data of a module whose key or pattern is outside of its
/// namespace; `None` if they are inside.
pub fn foreign_key_message(key: &str, module: &str) -> Option<String> {
    let prefix = format!("{module}::");
    match key.strip_prefix('^') {
        Some(pattern) if !pattern.starts_with(&prefix) => Some(format!(
            "all lookup_options patterns must match a key starting with module name '{module}'"
        )),
        None if !key.starts_with(&prefix) => {
            Some(format!("all lookup_options keys must start with module name '{module}'"))
        }
        _ => None,
    }
}

/// Converts the failure `NoSuchKey` into `None`.
fn optional<S>(answer: LookupResult<FoundValue, S>) -> LookupResult<Option<Value>, S> {
    match answer {
        Ok(found) => Ok(Some(found.value)),
        Err(LookupStop::NoSuchKey) => Ok(None),
        Err(other) => Err(other),
    }
}

impl<W: World> Lookup<'_, W> {
    /// The options of a key, from all layers.
    pub(crate) fn options_of(
        &mut self,
        key: &LookupKey,
    ) -> LookupResult<Option<Rc<KeyOptions>>, W::Stop> {
        let module = key.module().cloned();
        let known = self.state().options.by_module.get(&module).cloned();
        let options = match known {
            Some(known) => known,
            None => {
                let options = self.retrieve_options(module.as_ref())?;
                self.state().options.by_module.insert(module, options.clone());
                options
            }
        };
        options.map_or(Ok(None), |options| options.of_key(key))
    }

    fn retrieve_options(
        &mut self,
        module: Option<&Text>,
    ) -> LookupResult<Option<Rc<LookupOptions>>, W::Stop> {
        let outer = self.invocation();
        let invocation = Invocation {
            top_key: LOOKUP_OPTIONS.into(),
            module: outer.module,
            legacy: outer.legacy,
            ..Invocation::default()
        };
        self.with_invocation(invocation, |lookup| {
            lookup.within(
                || Subject::Top(LOOKUP_OPTIONS.into()),
                |lookup| lookup.merge_options(module),
            )
        })
    }

    fn merge_options(
        &mut self,
        module: Option<&Text>,
    ) -> LookupResult<Option<Rc<LookupOptions>>, W::Stop> {
        let strategy = MergeStrategy::hash();
        if self.is_global_only() {
            let options = self.global_options(&strategy)?;
            return parse_options(&options);
        }
        let options = self.environment_options(&strategy)?;
        let Some(module) = module else { return parse_options(&options) };
        // These are also the options of keys without a module.
        if let Entry::Vacant(place) = self.state().options.by_module.entry(None) {
            place.insert(parse_options(&options)?);
        }
        let own = optional(self.look_up_in_module(&LookupKey::options(), &strategy))?;
        let own = match own {
            Some(own) => validate(own, Some(module))?,
            None => None,
        };
        let all = match (options, own) {
            (Some(options), Some(own)) => {
                Some(self.merge_with_module_options(&strategy, options, own)?)
            }
            (options, own) => options.or(own),
        };
        parse_options(&all)
    }

    fn merge_with_module_options(
        &mut self,
        strategy: &MergeStrategy,
        options: Arc<Hash>,
        own: Arc<Hash>,
    ) -> LookupResult<Arc<Hash>, W::Stop> {
        let module = self.module().unwrap_or_default();
        let places =
            [("Global and Environment".to_owned(), options), (format!("Module {module}"), own)];
        let merged = self.look_up_and_merge(strategy, &places, |lookup, (name, options)| {
            lookup.within(
                || Subject::Scope(name.clone()),
                |lookup| {
                    let options = Value::Hash(Arc::clone(options));
                    lookup.report_found(LOOKUP_OPTIONS, &options);
                    Ok(options.into())
                },
            )
        })?;
        match merged.value {
            Value::Hash(merged) => Ok(merged),
            _ => Ok(Arc::default()),
        }
    }

    fn global_options(&mut self, strategy: &MergeStrategy) -> LookupResult<OptionsHash, W::Stop> {
        if let Some(known) = &self.state().options.global {
            return Ok(known.clone());
        }
        // Set first, so that a recursive lookup finds no options. As in the reference, there are
        // none after an error either.
        self.state().options.global = Some(None);
        let options = optional(self.look_up_globally(&LookupKey::options(), strategy))?;
        let options = options.map_or(Ok(None), |options| validate(options, None))?;
        self.state().options.global = Some(options.clone());
        Ok(options)
    }

    fn environment_options(
        &mut self,
        strategy: &MergeStrategy,
    ) -> LookupResult<OptionsHash, W::Stop> {
        if let Some(known) = &self.state().options.environment {
            return Ok(known.clone());
        }
        let global = self.global_options(strategy)?;
        let own = optional(self.look_up_in_environment(&LookupKey::options(), strategy))?;
        let own = own.map_or(Ok(None), |options| validate(options, None))?;
        let all = match (global, own) {
            (Some(global), Some(own)) => {
                match strategy.merge(Value::Hash(global), &Value::Hash(own))? {
                    Value::Hash(merged) => Some(merged),
                    _ => None,
                }
            }
            (global, own) => global.or(own),
        };
        self.state().options.environment = Some(all.clone());
        Ok(all)
    }

    /// The options of a key in the default hierarchy of a module.
    pub(crate) fn default_options_of(
        &mut self,
        key: &LookupKey,
        module: &Text,
        layer: &Rc<crate::layer::Layer>,
    ) -> LookupResult<Option<Rc<KeyOptions>>, W::Stop> {
        let known = self.state().options.module_defaults.get(module).cloned();
        let options = match known {
            Some(known) => known,
            None => {
                let options = self.retrieve_default_options(module, layer)?;
                self.state().options.module_defaults.insert(module.clone(), options.clone());
                options
            }
        };
        options.map_or(Ok(None), |options| options.of_key(key))
    }

    fn retrieve_default_options(
        &mut self,
        module: &Text,
        layer: &Rc<crate::layer::Layer>,
    ) -> LookupResult<Option<Rc<LookupOptions>>, W::Stop> {
        let outer = self.invocation();
        let invocation = Invocation {
            top_key: LOOKUP_OPTIONS.into(),
            module: Some(module.clone()),
            legacy: outer.legacy,
            ..Invocation::default()
        };
        self.with_invocation(invocation, |lookup| {
            lookup.within(
                || Subject::Scope(format!("Searching for \"{LOOKUP_OPTIONS}\"")),
                |lookup| {
                    let strategy = MergeStrategy::hash();
                    let options = lookup.look_up_in_default_hierarchy(
                        layer,
                        &LookupKey::options(),
                        &strategy,
                    );
                    let options = match optional(options)? {
                        Some(options) => validate(options, Some(module))?,
                        None => None,
                    };
                    parse_options(&options)
                },
            )
        })
    }

    /// Applies the option `convert_to` of a key to its value.
    pub(crate) fn convert(
        &mut self,
        key: &LookupKey,
        options: &KeyOptions,
        value: Value,
    ) -> LookupResult<Value, W::Stop> {
        let mut convert_to = match self.trace_options_error(key, options.convert_to())? {
            Value::Undef => return Ok(value),
            // Compat: without a type, `undef` is passed to `new` as the type.
            Value::Array(arguments) if arguments.is_empty() => vec![Value::Undef],
            Value::Array(arguments) => arguments.to_vec(),
            other => vec![other.clone()],
        };
        if let Some(Value::String(text)) = convert_to.first().cloned() {
            let parsed = self.world.parse_type(&text).map_err(|message| {
                LookupError::new(format!(
                    "Invalid data type in lookup_options for key '{}' could not parse '{text}', \
                     error: '{message}",
                    key.text()
                ))
                .into()
            });
            convert_to[0] = Value::Type(self.trace_options_error(key, parsed)?);
        }
        let mut arguments = convert_to.clone();
        arguments.insert(1, value);
        match self.world.convert(arguments) {
            Ok(value) => {
                if value.holds_sensitive() {
                    self.note_secret();
                }
                self.report_text(|| {
                    let arguments = convert(&Value::from(convert_to), &Value::Default);
                    let arguments = arguments.unwrap_or_default();
                    format!("Applying convert_to lookup_option with arguments {arguments}")
                });
                Ok(value)
            }
            Err(stop) => match self.world.error_text(&stop) {
                Some(message) => {
                    self.record_value_origin(key);
                    Err(LookupError::new(format!(
                        "The convert_to lookup_option for key '{}' raised error: {message}",
                        key.text()
                    ))
                    .into())
                }
                None => Err(LookupStop::Stopped(stop)),
            },
        }
    }
}
