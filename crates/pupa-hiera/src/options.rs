//! Options of lookups: how values of keys are merged and converted, as `lookup_options` in data
//! says.

mod key_options;

use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::regexp::Regexp;
use pupa_value::text::convert;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashMap;

use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::explanation::Subject;
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::merge::{Found, MergeStrategy};
use crate::state::Invocation;
use crate::world::World;
pub(crate) use key_options::KeyOptions;
use key_options::undefined_method;

/// The hash that data has under `lookup_options`; none when it has none.
pub(crate) type OptionsHash = Option<Arc<Hash>>;

/// Options of keys, and of patterns that keys match.
#[derive(Debug, Default)]
pub(crate) struct LookupOptions {
    keys: FxHashMap<Text, Rc<KeyOptions>>,
    patterns: Vec<(Regexp, Rc<KeyOptions>)>,
}

impl LookupOptions {
    fn new<S>(options: &Hash) -> Answer<LookupOptions, S> {
        let mut made = LookupOptions::default();
        for (key, value) in options.iter() {
            let key = name(key)?;
            let options = Rc::new(KeyOptions::new(value));
            if key.starts_with('^') {
                let regexp = Regexp::new(key).map_err(|error| Refused::wrong(error.message))?;
                made.patterns.push((regexp, options));
            } else if !value.is_undef() {
                made.keys.insert(key.into(), options);
            }
        }
        Ok(made)
    }

    fn of_key<S>(&self, key: &LookupKey) -> Answer<Option<Rc<KeyOptions>>, S> {
        if let Some(options) = self.keys.get(key.root()) {
            return Ok(Some(Rc::clone(options)));
        }
        for (pattern, options) in &self.patterns {
            let matched = pattern.is_match(key.root());
            if matched.map_err(|error| Refused::wrong(error.to_string()))? {
                return Ok(Some(Rc::clone(options)));
            }
        }
        Ok(None)
    }
}

fn prepared<S>(options: &OptionsHash) -> Answer<Option<Rc<LookupOptions>>, S> {
    options.as_ref().map(|options| LookupOptions::new(options).map(Rc::new)).transpose()
}

/// The key or pattern that options are for.
fn name<S>(key: &Value) -> Answer<&str, S> {
    key.as_str().ok_or_else(|| Refused::wrong(undefined_method("start_with?", key)))
}

/// Complains unless options are a hash, whose keys belong to the module.
fn validated<S>(options: Value, module: Option<&Text>) -> Answer<OptionsHash, S> {
    let hash = match options {
        Value::Undef => return Ok(None),
        Value::Hash(hash) => hash,
        _ => return Err(LookupError::new("value of lookup_options must be a hash").into()),
    };
    let Some(module) = module else { return Ok(Some(hash)) };
    for key in hash.keys() {
        if let Some(message) = foreign(name(key)?, module) {
            return Err(LookupError::new(message).into());
        }
    }
    Ok(Some(hash))
}

/// Why the data of a module may not have options for a key or pattern, if it may not.
pub fn foreign(key: &str, module: &str) -> Option<String> {
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

/// None instead of the error that says that there is no such key.
fn found<S>(answer: Answer<Found, S>) -> Answer<Option<Value>, S> {
    match answer {
        Ok(found) => Ok(Some(found.value)),
        Err(Refused::NoSuchKey) => Ok(None),
        Err(other) => Err(other),
    }
}

impl<W: World> Lookup<'_, W> {
    /// The options of a key.
    pub(crate) fn options_of(
        &mut self,
        key: &LookupKey,
    ) -> Answer<Option<Rc<KeyOptions>>, W::Stop> {
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
    ) -> Answer<Option<Rc<LookupOptions>>, W::Stop> {
        let outer = self.invocation();
        let invocation = Invocation {
            top_key: LOOKUP_OPTIONS.into(),
            module: outer.module,
            legacy: outer.legacy,
            ..Invocation::default()
        };
        self.during(invocation, |lookup| {
            lookup.within(
                || Subject::Top(LOOKUP_OPTIONS.into()),
                |lookup| lookup.merge_options(module),
            )
        })
    }

    fn merge_options(
        &mut self,
        module: Option<&Text>,
    ) -> Answer<Option<Rc<LookupOptions>>, W::Stop> {
        let strategy = MergeStrategy::hash();
        if self.is_global_only() {
            let options = self.global_options(&strategy)?;
            return prepared(&options);
        }
        let options = self.environment_options(&strategy)?;
        let Some(module) = module else { return prepared(&options) };
        // Keys without a module have these.
        if let Entry::Vacant(place) = self.state().options.by_module.entry(None) {
            place.insert(prepared(&options)?);
        }
        let own = found(self.look_up_in_module(&LookupKey::options(), &strategy))?;
        let own = match own {
            Some(own) => validated(own, Some(module))?,
            None => None,
        };
        let all = match (options, own) {
            (Some(options), Some(own)) => Some(self.merged_options(&strategy, options, own)?),
            (options, own) => options.or(own),
        };
        prepared(&all)
    }

    fn merged_options(
        &mut self,
        strategy: &MergeStrategy,
        options: Arc<Hash>,
        own: Arc<Hash>,
    ) -> Answer<Arc<Hash>, W::Stop> {
        let module = self.module().unwrap_or_default();
        let places =
            [("Global and Environment".to_owned(), options), (format!("Module {module}"), own)];
        let merged = self.merged(strategy, &places, |lookup, (name, options)| {
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

    fn global_options(&mut self, strategy: &MergeStrategy) -> Answer<OptionsHash, W::Stop> {
        if let Some(known) = &self.state().options.global {
            return Ok(known.clone());
        }
        // Options must not need themselves. As in the reference, there are none after an error.
        self.state().options.global = Some(None);
        let options = found(self.look_up_globally(&LookupKey::options(), strategy))?;
        let options = options.map_or(Ok(None), |options| validated(options, None))?;
        self.state().options.global = Some(options.clone());
        Ok(options)
    }

    fn environment_options(&mut self, strategy: &MergeStrategy) -> Answer<OptionsHash, W::Stop> {
        if let Some(known) = &self.state().options.environment {
            return Ok(known.clone());
        }
        let global = self.global_options(strategy)?;
        let own = found(self.look_up_in_environment(&LookupKey::options(), strategy))?;
        let own = own.map_or(Ok(None), |options| validated(options, None))?;
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

    /// The options that the default hierarchy of a module has for a key.
    pub(crate) fn default_options_of(
        &mut self,
        key: &LookupKey,
        module: &Text,
        layer: &Rc<crate::layer::Layer>,
    ) -> Answer<Option<Rc<KeyOptions>>, W::Stop> {
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
    ) -> Answer<Option<Rc<LookupOptions>>, W::Stop> {
        let outer = self.invocation();
        let invocation = Invocation {
            top_key: LOOKUP_OPTIONS.into(),
            module: Some(module.clone()),
            legacy: outer.legacy,
            ..Invocation::default()
        };
        self.during(invocation, |lookup| {
            lookup.within(
                || Subject::Scope(format!("Searching for \"{LOOKUP_OPTIONS}\"")),
                |lookup| {
                    let strategy = MergeStrategy::hash();
                    let options = lookup.look_up_in_default_hierarchy(
                        layer,
                        &LookupKey::options(),
                        &strategy,
                    );
                    let options = match found(options)? {
                        Some(options) => validated(options, Some(module))?,
                        None => None,
                    };
                    prepared(&options)
                },
            )
        })
    }

    /// The value as the options of its key want it.
    pub(crate) fn converted(
        &mut self,
        key: &LookupKey,
        options: &KeyOptions,
        value: Value,
    ) -> Answer<Value, W::Stop> {
        let mut convert_to = match self.blaming_options(key, options.convert_to())? {
            Value::Undef => return Ok(value),
            // Compat: without a type it is `undef` that is to be made.
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
            convert_to[0] = Value::Type(self.blaming_options(key, parsed)?);
        }
        let mut arguments = convert_to.clone();
        arguments.insert(1, value);
        match self.world.convert(arguments) {
            Ok(value) => {
                self.say(|| {
                    let arguments = convert(&Value::from(convert_to), &Value::Default);
                    let arguments = arguments.unwrap_or_default();
                    format!("Applying convert_to lookup_option with arguments {arguments}")
                });
                Ok(value)
            }
            Err(stop) => match self.world.error_text(&stop) {
                Some(message) => {
                    self.blame_needed(key);
                    Err(LookupError::new(format!(
                        "The convert_to lookup_option for key '{}' raised error: {message}",
                        key.text()
                    ))
                    .into())
                }
                None => Err(Refused::Stopped(stop)),
            },
        }
    }
}
