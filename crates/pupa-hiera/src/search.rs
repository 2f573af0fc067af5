//! Questions and their answers: the way of a key through the layers.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::mismatch::{assert_instance, assert_instance_with};
use pupa_value::value::{Hash, Text};
use pupa_value::{Type, Value};

use crate::config::Owner;
use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::explanation::Subject;
use crate::key::{BadKey, LOOKUP_OPTIONS, LookupKey};
use crate::layer::Layer;
use crate::merge::{Found, MergeStrategy};
use crate::options::KeyOptions;
use crate::state::Invocation;
use crate::world::World;

/// What is looked up, and how.
#[derive(Debug, Clone)]
pub struct Question {
    /// The keys; the first that is found gives the value.
    pub keys: Vec<Text>,
    /// What the value must be.
    pub value_type: Option<Type>,
    /// The value when no key is found.
    pub default: Option<Value>,
    /// How values are merged; undef when options of the key decide it.
    pub merge: Value,
    /// Values that are found before all others.
    pub overrides: Option<Arc<Hash>>,
    /// Values that are found after all others, but before the default.
    pub default_values: Option<Arc<Hash>>,
    /// What `hiera` and its like do differently; none for `lookup`.
    pub legacy: Option<HieraCall>,
}

/// What `hiera`, `hiera_array` and `hiera_hash` do differently.
#[derive(Debug, Clone, Default)]
pub struct HieraCall {
    /// Levels that are asked first.
    pub overrides: Vec<Text>,
}

/// What became of a question.
#[derive(Debug)]
pub enum Reply {
    /// The value.
    Found(Value),
    /// No key was found, and there is no default.
    NotFound,
}

impl Question {
    /// Looks up one key.
    pub fn new(key: impl Into<Text>) -> Question {
        Question::of(vec![key.into()])
    }

    /// Looks up several keys.
    pub fn of(keys: Vec<Text>) -> Question {
        Question {
            keys,
            value_type: None,
            default: None,
            merge: Value::Undef,
            overrides: None,
            default_values: None,
            legacy: None,
        }
    }

    fn asserted<S>(&self, value: Value, subject: impl FnOnce() -> String) -> Answer<Value, S> {
        if let Some(expected) = &self.value_type {
            assert_instance_with(expected, &value, subject)?;
        }
        Ok(value)
    }

    /// The error that says that nothing was found.
    pub fn not_found(&self) -> LookupError {
        LookupError::new(match self.keys.as_slice() {
            [key] => format!("Function lookup() did not find a value for the name '{key}'"),
            keys => {
                let keys: Vec<String> = keys.iter().map(|key| format!("'{key}'")).collect();
                let keys = keys.join(", ");
                format!("Function lookup() did not find a value for any of the names [{keys}]")
            }
        })
    }
}

impl<W: World> Lookup<'_, W> {
    /// Answers a question.
    ///
    /// # Errors
    /// When data or configurations are malformed, or the value is not what it must be.
    pub fn ask(&mut self, question: &Question) -> Answer<Reply, W::Stop> {
        let outer = self.invocation();
        let mut legacy = outer.legacy;
        if let Some(own) = &question.legacy {
            legacy.is_hiera_call = true;
            legacy.global_only |= !self.has_environment_data()?;
            if !own.overrides.is_empty() {
                legacy.location_overrides.clone_from(&own.overrides);
            }
        }
        let invocation = Invocation {
            overrides: question.overrides.clone(),
            defaults: question.default_values.clone(),
            legacy,
            ..Invocation::default()
        };
        self.during(invocation, |lookup| lookup.search_all(question))
    }

    /// Looks up a key for an expression in data, as part of the lookup that is under way; an empty
    /// string when there is none.
    pub(crate) fn look_up_for_expression(&mut self, key: &str) -> Answer<Value, W::Stop> {
        let mut invocation = self.invocation();
        if !invocation.legacy.global_only {
            invocation.legacy.hiera_scope = false;
        }
        match self.during(invocation, |lookup| lookup.search_all(&Question::new(key)))? {
            Reply::Found(value) => Ok(value),
            Reply::NotFound => Ok(Value::from("")),
        }
    }

    /// The value of a parameter of a class, if there is one.
    ///
    /// # Errors
    /// As [`Lookup::ask`].
    pub fn parameter(&mut self, key: &str) -> Answer<Option<Value>, W::Stop> {
        let legacy = self.invocation().legacy;
        let invocation = Invocation { legacy, ..Invocation::default() };
        let value = self.during(invocation, |lookup| lookup.search(key, &Value::Undef));
        match value {
            Ok(value) => Ok(Some(value)),
            Err(Refused::NoSuchKey) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Does something as part of a lookup.
    pub(crate) fn during<T>(
        &mut self,
        invocation: Invocation,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.state().invocations.push(invocation);
        let result = act(self);
        self.state().invocations.pop();
        result
    }

    fn has_environment_data(&mut self) -> Answer<bool, W::Stop> {
        let layer = self.environment_layer()?;
        let config = layer.as_ref().and_then(|layer| layer.config());
        Ok(config.is_some_and(|config| config.version >= 5))
    }

    /// Looks for the keys of a question. Overrides and defaults are those of the lookup that is under
    /// way, since expressions in data see them too.
    fn search_all(&mut self, question: &Question) -> Answer<Reply, W::Stop> {
        let Invocation { overrides, defaults, .. } = self.invocation();
        for key in &question.keys {
            let override_value = overrides.as_ref().and_then(|hash| hash.get_str(key));
            if let Some(value) = override_value {
                let subject = || format!("Value found for key '{key}' in override hash");
                let value = question.asserted(value.clone(), subject)?;
                return Ok(Reply::Found(question.asserted(value, || "Found value".to_owned())?));
            }
            match self.search(key, &question.merge) {
                Ok(value) => {
                    let value = question.asserted(value, || "Found value".to_owned())?;
                    return Ok(Reply::Found(value));
                }
                Err(Refused::NoSuchKey) => {}
                Err(other) => return Err(other),
            }
        }
        for key in &question.keys {
            let value = defaults.as_ref().and_then(|hash| hash.get_str(key));
            if let Some(value) = value {
                let subject = || format!("Value found for key '{key}' in default values hash");
                return Ok(Reply::Found(question.asserted(value.clone(), subject)?));
            }
        }
        let Some(default) = &question.default else { return Ok(Reply::NotFound) };
        if let Some(expected) = &question.value_type {
            assert_instance("Default value", expected, default)?;
        }
        Ok(Reply::Found(default.clone()))
    }

    /// Looks up a key in all layers.
    fn search(&mut self, key: &str, merge: &Value) -> Answer<Value, W::Stop> {
        let prefix = key.strip_prefix(LOOKUP_OPTIONS);
        if prefix.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
            self.report_invalid_key();
            return Err(Refused::NoSuchKey);
        }
        let key = parse_key(key)?;
        if let Some(invocation) = self.state().invocations.last_mut() {
            invocation.top_key = key.text().clone();
            invocation.module = key.module().cloned();
        }
        if self.state().explanation.as_ref().is_some_and(|known| known.only_options) {
            return self.explain_options();
        }
        let options = self.options_of(&key);
        let options = self.blaming_options(&key, options)?;
        let strategy = match self.own_strategy(&key, options.as_deref(), merge)? {
            Some(strategy) => strategy,
            None => Rc::new(MergeStrategy::from_value(merge)?),
        };
        let value = self.within(
            || Subject::Top(key.text().clone()),
            |lookup| match lookup.in_layers(&key, &strategy) {
                Err(Refused::NoSuchKey) if !lookup.is_global_only() => {
                    let found = lookup.in_default_hierarchy(&key)?;
                    lookup.dig(key.text(), &key.segments, found.value)
                }
                other => other,
            },
        )?;
        match options {
            Some(options) => self.converted(&key, &options, value),
            None => Ok(value),
        }
    }

    /// The strategy that the options of a key want, unless the question says how to merge.
    fn own_strategy(
        &mut self,
        key: &LookupKey,
        options: Option<&KeyOptions>,
        merge: &Value,
    ) -> Answer<Option<Rc<MergeStrategy>>, W::Stop> {
        let Some(options) = options.filter(|_| merge.is_undef()) else { return Ok(None) };
        let merge = self.blaming_options(key, options.merge())?;
        if merge.is_undef() {
            return Ok(None);
        }
        self.report_merge_source();
        self.blaming_options(key, options.strategy()).map(Some)
    }

    /// Looks up the options alone, which is what is to be explained.
    pub(crate) fn explain_options(&mut self) -> Answer<Value, W::Stop> {
        match self.in_layers(&LookupKey::options(), &MergeStrategy::hash()) {
            Ok(_) | Err(Refused::NoSuchKey) => Ok(Value::Undef),
            Err(other) => Err(other),
        }
    }

    pub(crate) fn in_layers(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Value, W::Stop> {
        let found = if self.is_global_only() {
            self.look_up_globally(key, strategy)?
        } else {
            let layers = [Owner::Global, Owner::Environment, Owner::Module];
            self.merged(strategy, &layers, |lookup, owner| match owner {
                Owner::Global => lookup.look_up_globally(key, strategy),
                Owner::Environment => lookup.look_up_in_environment(key, strategy),
                Owner::Module => lookup.look_up_in_module(key, strategy),
            })?
        };
        self.dig(key.text(), &key.segments, found.value)
    }

    /// Looks a key up in the global layer.
    pub(crate) fn look_up_globally(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        let Some(layer) = self.global_layer() else { return Err(Refused::NoSuchKey) };
        // Few have data there, and it is asked for every key. It is where keys are found to need
        // themselves, all the same.
        let has_no_levels = layer.config().is_some_and(|config| config.hierarchy.is_empty());
        if has_no_levels && !self.is_explained() && !self.state().names.contains(key.text()) {
            return Err(Refused::NoSuchKey);
        }
        let found =
            self.checked(key.text(), |lookup| lookup.in_global_layer(&layer, key, strategy));
        found.map_err(|refused| match refused {
            Refused::Lookup(error) if !error.is_issue => {
                let top_key = self.invocation().top_key;
                Refused::failed(format!("Lookup of key '{top_key}' failed: {error}"))
            }
            other => other,
        })
    }

    fn in_global_layer(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        let config = self.config_of(layer)?;
        if config.version != 3 {
            return self.look_up_unchecked(layer, key, strategy);
        }
        let mut invocation = self.invocation();
        invocation.legacy.hiera_scope = true;
        invocation.legacy.global_only |= !self.has_environment_data()?;
        self.during(invocation, |lookup| lookup.in_version_3(layer, &config, key, strategy))
    }

    fn in_version_3(
        &mut self,
        layer: &Rc<Layer>,
        config: &crate::config::Config,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        let is_hiera_call = self.invocation().legacy.is_hiera_call;
        let mut strategy = strategy.clone();
        // What the configuration says is for `hiera_hash` alone.
        if let Some(behavior) = &config.merge_behavior
            && is_hiera_call
            && strategy.is_hash()
        {
            strategy = MergeStrategy::from_value(behavior)?;
        }
        let found = self.look_up_unchecked(layer, key, &strategy)?;
        if is_hiera_call {
            check_version_3(&strategy, key, &found.value)?;
        }
        Ok(found)
    }

    /// Looks a key up in the layer of the environment.
    pub(crate) fn look_up_in_environment(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        match self.environment_layer()? {
            Some(layer) => self.look_up_in_layer(&layer, key, strategy),
            None => Err(Refused::NoSuchKey),
        }
    }

    /// Looks a key up in the layer of the module of the lookup.
    pub(crate) fn look_up_in_module(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        let Some(module) = self.module() else { return Err(Refused::NoSuchKey) };
        match self.module_layer(&module)? {
            Some(layer) => self.look_up_in_layer(&layer, key, strategy),
            None => {
                let source = self.state().source.clone();
                let exists = source.is_some_and(|source| source.module(&module).is_some());
                self.report_module(&module, exists);
                Err(Refused::NoSuchKey)
            }
        }
    }

    fn in_default_hierarchy(&mut self, key: &LookupKey) -> Answer<Found, W::Stop> {
        let Some(module) = self.module() else { return Err(Refused::NoSuchKey) };
        let layer = self.module_layer(&module)?;
        let has_default = |layer: &Rc<Layer>| {
            layer.config().is_some_and(|config| config.default_hierarchy.is_some())
        };
        let Some(layer) = layer.filter(has_default) else { return Err(Refused::NoSuchKey) };
        self.within(
            || Subject::Scope(format!("Searching default_hierarchy of module \"{module}\"")),
            |lookup| {
                let options = lookup.default_options_of(key, &module, &layer)?;
                let strategy = match options {
                    Some(options) => options.strategy()?,
                    None => Rc::default(),
                };
                lookup.within(
                    || Subject::Scope(format!("Searching for \"{}\"", key.text())),
                    |lookup| lookup.look_up_in_default_hierarchy(&layer, key, &strategy),
                )
            },
        )
    }
}

/// What `hiera_array` and `hiera_hash` refuse in version 3.
fn check_version_3<S>(strategy: &MergeStrategy, key: &LookupKey, value: &Value) -> Answer<(), S> {
    if strategy.is_hash() || strategy.is_deep() {
        assert_instance("value", &Type::any_hash(), value)?;
    }
    if !key.segments.is_empty() && (strategy.is_hash() || strategy.is_unique()) {
        let kind = if strategy.is_hash() { "hash" } else { "array" };
        return Err(LookupError::new(format!(
            "Resolution type :{kind} is illegal when accessing values using dotted keys. Offending \
             key was '{}'",
            key.text()
        ))
        .into());
    }
    Ok(())
}

fn parse_key<S>(key: &str) -> Answer<LookupKey, S> {
    LookupKey::parse(key).map_err(|bad| match bad {
        BadKey::Syntax => LookupError::new(format!("Syntax error in key: '{key}'")).into(),
        BadKey::Number(number) => {
            Refused::wrong(format!("undefined method `index' for {number}:Integer"))
        }
    })
}
