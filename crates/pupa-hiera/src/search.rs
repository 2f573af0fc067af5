//! Questions and replies: how a key is searched in the layers, in the overrides and in the
//! defaults of a lookup.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::mismatch::{assert_instance, assert_instance_with};
use pupa_value::value::{Hash, Text};
use pupa_value::{Type, Value};

use crate::config::LayerKind;
use crate::error::{LookupError, LookupResult, LookupStop};
use crate::explanation::Subject;
use crate::key::{KeyError, LOOKUP_OPTIONS, LookupKey};
use crate::layer::Layer;
use crate::lookup::Lookup;
use crate::merge::{FoundValue, MergeStrategy};
use crate::options::KeyOptions;
use crate::state::Invocation;
use crate::world::World;

/// The arguments of a lookup.
#[derive(Debug, Clone)]
pub struct Question {
    /// The keys, tried in order until one is found.
    pub keys: Vec<Text>,
    /// The type that the value must be an instance of.
    pub value_type: Option<Type>,
    /// The value to use if no key is found.
    pub default: Option<Value>,
    /// The merge strategy; undef if the `lookup_options` of the key decide.
    pub merge: Value,
    /// Values by key that take precedence over all data.
    pub overrides: Option<Arc<Hash>>,
    /// Values by key that are used if the data has none; they take precedence over the default.
    pub default_values: Option<Arc<Hash>>,
    /// The arguments specific to the `hiera` functions; `None` for `lookup`.
    pub legacy: Option<HieraCall>,
}

/// The arguments specific to `hiera`, `hiera_array` and `hiera_hash`.
#[derive(Debug, Clone, Default)]
pub struct HieraCall {
    /// Paths that are searched before those of a level.
    pub overrides: Vec<Text>,
}

/// The result of a question.
#[derive(Debug)]
pub enum Reply {
    /// The value that was found, or the default.
    Found(Value),
    /// No key was found and there is no default.
    NotFound,
}

impl Question {
    /// A question for one key.
    pub fn new(key: impl Into<Text>) -> Question {
        Question::of(vec![key.into()])
    }

    /// A question for the first of several keys that is found.
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

    fn assert_type<S>(
        &self,
        value: Value,
        subject: impl FnOnce() -> String,
    ) -> LookupResult<Value, S> {
        if let Some(expected) = &self.value_type {
            assert_instance_with(expected, &value, subject)?;
        }
        Ok(value)
    }

    /// The error for a lookup that found none of its keys.
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
    /// When data or a configuration is malformed, or the value has the wrong type.
    pub fn ask(&mut self, question: &Question) -> LookupResult<Reply, W::Stop> {
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
        self.with_invocation(invocation, |lookup| lookup.search_all(question))
    }

    /// Looks up a key for `%{lookup('key')}` or `%{alias('key')}` in data, as part of the lookup in
    /// progress. Returns an empty string if the key is not found.
    pub(crate) fn look_up_for_expression(&mut self, key: &str) -> LookupResult<Value, W::Stop> {
        let mut invocation = self.invocation();
        if !invocation.legacy.global_only {
            invocation.legacy.hiera_scope = false;
        }
        match self.with_invocation(invocation, |lookup| lookup.search_all(&Question::new(key)))? {
            Reply::Found(value) => Ok(value),
            Reply::NotFound => Ok(Value::from("")),
        }
    }

    /// Looks up the value of a class parameter; `None` if no data has it.
    ///
    /// # Errors
    /// As [`Lookup::ask`].
    pub fn parameter(&mut self, key: &str) -> LookupResult<Option<Value>, W::Stop> {
        let legacy = self.invocation().legacy;
        let invocation = Invocation { legacy, ..Invocation::default() };
        let value = self.with_invocation(invocation, |lookup| lookup.search(key, &Value::Undef));
        match value {
            Ok(value) => Ok(Some(value)),
            Err(LookupStop::NoSuchKey) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Runs `act` as part of a new innermost lookup.
    pub(crate) fn with_invocation<T>(
        &mut self,
        invocation: Invocation,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.state().invocations.push(invocation);
        let result = act(self);
        self.state().invocations.pop();
        result
    }

    fn has_environment_data(&mut self) -> LookupResult<bool, W::Stop> {
        let layer = self.environment_layer()?;
        let config = layer.as_ref().and_then(|layer| layer.config());
        Ok(config.is_some_and(|config| config.version >= 5))
    }

    /// Searches the keys of a question. Overrides and defaults come from the lookup in progress
    /// rather than from the question, because expressions in data use them too.
    fn search_all(&mut self, question: &Question) -> LookupResult<Reply, W::Stop> {
        let Invocation { overrides, defaults, .. } = self.invocation();
        for key in &question.keys {
            let override_value = overrides.as_ref().and_then(|hash| hash.get_str(key));
            if let Some(value) = override_value {
                let subject = || format!("Value found for key '{key}' in override hash");
                let value = question.assert_type(value.clone(), subject)?;
                return Ok(Reply::Found(question.assert_type(value, || "Found value".to_owned())?));
            }
            match self.search(key, &question.merge) {
                Ok(value) => {
                    let value = question.assert_type(value, || "Found value".to_owned())?;
                    return Ok(Reply::Found(value));
                }
                Err(LookupStop::NoSuchKey) => {}
                Err(other) => return Err(other),
            }
        }
        for key in &question.keys {
            let value = defaults.as_ref().and_then(|hash| hash.get_str(key));
            if let Some(value) = value {
                let subject = || format!("Value found for key '{key}' in default values hash");
                return Ok(Reply::Found(question.assert_type(value.clone(), subject)?));
            }
        }
        let Some(default) = &question.default else { return Ok(Reply::NotFound) };
        if let Some(expected) = &question.value_type {
            assert_instance("Default value", expected, default)?;
        }
        Ok(Reply::Found(default.clone()))
    }

    /// Looks up a key in all layers, then in the default hierarchy of its module.
    fn search(&mut self, key: &str, merge: &Value) -> LookupResult<Value, W::Stop> {
        let prefix = key.strip_prefix(LOOKUP_OPTIONS);
        if prefix.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
            self.report_invalid_key();
            return Err(LookupStop::NoSuchKey);
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
        let options = self.trace_options_error(&key, options)?;
        let strategy = match self.strategy_of_options(&key, options.as_deref(), merge)? {
            Some(strategy) => strategy,
            None => Rc::new(MergeStrategy::from_value(merge)?),
        };
        let value = self.within(
            || Subject::Top(key.text().clone()),
            |lookup| match lookup.look_up_in_layers(&key, &strategy) {
                Err(LookupStop::NoSuchKey) if !lookup.is_global_only() => {
                    let found = lookup.search_default_hierarchy(&key)?;
                    lookup.dig(key.text(), &key.segments, found.value)
                }
                other => other,
            },
        )?;
        match options {
            Some(options) => self.convert(&key, &options, value),
            None => Ok(value),
        }
    }

    /// The merge strategy in the `lookup_options` of a key, unless the question sets one.
    fn strategy_of_options(
        &mut self,
        key: &LookupKey,
        options: Option<&KeyOptions>,
        merge: &Value,
    ) -> LookupResult<Option<Rc<MergeStrategy>>, W::Stop> {
        let Some(options) = options.filter(|_| merge.is_undef()) else { return Ok(None) };
        let merge = self.trace_options_error(key, options.merge())?;
        if merge.is_undef() {
            return Ok(None);
        }
        self.report_merge_source();
        self.trace_options_error(key, options.strategy()).map(Some)
    }

    /// Looks up `lookup_options` alone, for an explanation of the options of a key.
    pub(crate) fn explain_options(&mut self) -> LookupResult<Value, W::Stop> {
        match self.look_up_in_layers(&LookupKey::options(), &MergeStrategy::hash()) {
            Ok(_) | Err(LookupStop::NoSuchKey) => Ok(Value::Undef),
            Err(other) => Err(other),
        }
    }

    pub(crate) fn look_up_in_layers(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<Value, W::Stop> {
        let found = if self.is_global_only() {
            self.look_up_globally(key, strategy)?
        } else {
            let layers = [LayerKind::Global, LayerKind::Environment, LayerKind::Module];
            self.look_up_and_merge(strategy, &layers, |lookup, layer_kind| match layer_kind {
                LayerKind::Global => lookup.look_up_globally(key, strategy),
                LayerKind::Environment => lookup.look_up_in_environment(key, strategy),
                LayerKind::Module => lookup.look_up_in_module(key, strategy),
            })?
        };
        self.dig(key.text(), &key.segments, found.value)
    }

    /// Looks up a key in the global layer.
    pub(crate) fn look_up_globally(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        let Some(layer) = self.global_layer() else { return Err(LookupStop::NoSuchKey) };
        // Most installations have no global hierarchy, and this runs for every key. A recursive
        // lookup must still go on, because it is reported below.
        let has_no_levels = layer.config().is_some_and(|config| config.hierarchy.is_empty());
        if has_no_levels && !self.is_explaining() && !self.state().name_stack.contains(key.text()) {
            return Err(LookupStop::NoSuchKey);
        }
        let found = self.with_recursion_check(key.text(), |lookup| {
            lookup.look_up_in_global_layer(&layer, key, strategy)
        });
        found.map_err(|failure| match failure {
            LookupStop::Lookup(error) if !error.is_issue => {
                let top_key = self.invocation().top_key;
                LookupStop::puppet(format!("Lookup of key '{top_key}' failed: {error}"))
            }
            other => other,
        })
    }

    fn look_up_in_global_layer(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        let config = self.config_of(layer)?;
        if config.version != 3 {
            return self.look_up_unchecked(layer, key, strategy);
        }
        let mut invocation = self.invocation();
        invocation.legacy.hiera_scope = true;
        invocation.legacy.global_only |= !self.has_environment_data()?;
        self.with_invocation(invocation, |lookup| {
            lookup.look_up_in_version_3(layer, &config, key, strategy)
        })
    }

    fn look_up_in_version_3(
        &mut self,
        layer: &Rc<Layer>,
        config: &crate::config::Config,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        let is_hiera_call = self.invocation().legacy.is_hiera_call;
        let mut strategy = strategy.clone();
        // The merge behavior of the configuration applies to `hiera_hash` alone.
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

    /// Looks up a key in the layer of the environment.
    pub(crate) fn look_up_in_environment(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        match self.environment_layer()? {
            Some(layer) => self.look_up_in_layer(&layer, key, strategy),
            None => Err(LookupStop::NoSuchKey),
        }
    }

    /// Looks up a key in the layer of the module of the lookup.
    pub(crate) fn look_up_in_module(
        &mut self,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        let Some(module) = self.module() else { return Err(LookupStop::NoSuchKey) };
        match self.module_layer(&module)? {
            Some(layer) => self.look_up_in_layer(&layer, key, strategy),
            None => {
                let source = self.state().source.clone();
                let exists = source.is_some_and(|source| source.module(&module).is_some());
                self.report_module(&module, exists);
                Err(LookupStop::NoSuchKey)
            }
        }
    }

    fn search_default_hierarchy(&mut self, key: &LookupKey) -> LookupResult<FoundValue, W::Stop> {
        let Some(module) = self.module() else { return Err(LookupStop::NoSuchKey) };
        let layer = self.module_layer(&module)?;
        let has_default = |layer: &Rc<Layer>| {
            layer.config().is_some_and(|config| config.default_hierarchy.is_some())
        };
        let Some(layer) = layer.filter(has_default) else { return Err(LookupStop::NoSuchKey) };
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

/// The checks that version 3 makes on the results of `hiera_array` and `hiera_hash`.
fn check_version_3<S>(
    strategy: &MergeStrategy,
    key: &LookupKey,
    value: &Value,
) -> LookupResult<(), S> {
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

fn parse_key<S>(key: &str) -> LookupResult<LookupKey, S> {
    LookupKey::parse(key).map_err(|error| match error {
        KeyError::Syntax => LookupError::new(format!("Syntax error in key: '{key}'")).into(),
        KeyError::Number(number) => {
            LookupStop::other(format!("undefined method `index' for {number}:Integer"))
        }
    })
}
