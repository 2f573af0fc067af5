//! Levels of a hierarchy at work: data out of files and functions.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use pupa_value::infer::infer;
use pupa_value::mismatch::{assert_assignable, assert_instance_with};
use pupa_value::value::{Hash, Text};
use pupa_value::{Type, Value};
use rustc_hash::FxHashMap;

use crate::config::{FunctionKind, Level};
use crate::context::FunctionContext;
use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::explanation::{Event, Subject};
use crate::files::{Content, DataFile, Fit, Format, Unreadable};
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::locations::Location;
use crate::merge::MergeStrategy;
use crate::rich_data;
use crate::world::{Strictness, World};

static RICH_DATA: LazyLock<Type> = LazyLock::new(rich_data::value_type);
static DATA_HASH: LazyLock<Type> = LazyLock::new(rich_data::hash_type);

/// A level of a hierarchy, for one node.
#[derive(Debug)]
pub struct Provider {
    name: Text,
    kind: FunctionKind,
    function: Text,
    /// The module whose layer it is in.
    module: Option<Text>,
    options: Arc<Hash>,
    datadir: Text,
    /// Where data is; one without a place when the function needs none.
    sources: Vec<Rc<Source>>,
    /// Places that `hiera` and its like add.
    extra: RefCell<FxHashMap<Text, Rc<Source>>>,
    /// Whether what the function returns is known to be data; none: not asked yet.
    is_trusted: RefCell<Option<bool>>,
}

/// A place of data.
#[derive(Debug)]
struct Source {
    location: Option<Location>,
    context: Rc<FunctionContext>,
    /// All data by key, once it was read.
    data: RefCell<Option<Rc<Data>>>,
    /// What a function said of keys.
    answers: RefCell<FxHashMap<Text, Value>>,
}

/// All data of a place.
#[derive(Debug)]
enum Data {
    /// Out of a file that holds a hash.
    File(Arc<DataFile>),
    /// Of a function, or a file with nothing in it.
    Hash(Arc<Hash>),
}

impl Provider {
    /// A level whose paths are known.
    pub(crate) fn new(
        level: &Level,
        module: Option<Text>,
        options: Arc<Hash>,
        datadir: Text,
        locations: Option<Vec<Location>>,
    ) -> Provider {
        let source = |location| Rc::new(Source::new(location, &module));
        let sources = match locations {
            None => vec![source(None)],
            Some(locations) => locations.into_iter().map(|place| source(Some(place))).collect(),
        };
        Provider {
            name: level.name.clone(),
            kind: level.kind,
            function: level.function.clone(),
            sources,
            module,
            options,
            datadir,
            extra: RefCell::default(),
            is_trusted: RefCell::default(),
        }
    }

    fn subject(&self) -> Subject {
        let name = match self.kind {
            FunctionKind::V4DataHash => format!("Deprecated API function \"{}\"", self.function),
            _ => format!("Hierarchy entry \"{}\"", self.name),
        };
        Subject::DataProvider { name, configuration: None, module: None }
    }

    /// How messages name the function.
    fn full_name(&self) -> String {
        match self.kind {
            FunctionKind::V4DataHash => format!("deprecated API function '{}'", self.function),
            kind => format!("{} function '{}'", kind.tag(), self.function),
        }
    }

    fn options_for(&self, source: &Source) -> Value {
        let mut options = Hash::clone(&self.options);
        if let Some(location) = &source.location {
            let (key, value) = location.option();
            options.insert(key, value);
        }
        Value::from(options)
    }

    /// The format of a built-in function that reads files.
    fn format(&self) -> Option<Format> {
        let is_data_hash = matches!(self.kind, FunctionKind::DataHash | FunctionKind::V3DataHash);
        match self.function.as_str() {
            _ if !is_data_hash => None,
            "yaml_data" => Some(Format::Yaml),
            "json_data" => Some(Format::Json),
            "hocon_data" => Some(Format::Hocon),
            _ => None,
        }
    }

    /// Whether it is the built-in function that decrypts.
    fn is_eyaml(&self) -> bool {
        matches!(self.kind, FunctionKind::LookupKey | FunctionKind::V3LookupKey)
            && self.function == "eyaml_lookup_key"
    }
}

impl Source {
    fn new(location: Option<Location>, module: &Option<Text>) -> Source {
        Source {
            location,
            context: Rc::new(FunctionContext::new(module.clone())),
            data: RefCell::default(),
            answers: RefCell::default(),
        }
    }

    fn path(&self) -> Option<&Text> {
        self.location.as_ref().filter(|place| place.is_path).map(|place| &place.resolved)
    }

    /// What messages say of the place.
    fn told(&self, message: String) -> String {
        match &self.location {
            Some(place) => format!("{message}, when using location '{}',", place.resolved),
            None => message,
        }
    }
}

impl<W: World> Lookup<'_, W> {
    /// Looks a key up in a level.
    pub(crate) fn look_up_in_level(
        &mut self,
        provider: &Provider,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Value, W::Stop> {
        self.within(
            || provider.subject(),
            |lookup| {
                let extra = lookup.extra_sources(provider)?;
                let sources: &[Rc<Source>] =
                    if extra.is_empty() { &provider.sources } else { &extra };
                lookup.merged(strategy, sources, |lookup, source| {
                    lookup.look_up_in_source(provider, source, key)
                })
            },
        )
    }

    /// All places, when `hiera` or its like adds some to a level of version 3.
    fn extra_sources(&mut self, provider: &Provider) -> Answer<Vec<Rc<Source>>, W::Stop> {
        if !matches!(provider.kind, FunctionKind::V3DataHash | FunctionKind::V3LookupKey) {
            return Ok(Vec::new());
        }
        let invocation = self.invocation();
        if invocation.legacy.location_overrides.is_empty() {
            return Ok(Vec::new());
        }
        let extension = format!(".{}", provider.name);
        let overrides = &invocation.legacy.location_overrides;
        let places = self.paths(&provider.datadir, overrides, Some(&extension))?;
        let mut extra = provider.extra.borrow_mut();
        let mut sources: Vec<Rc<Source>> = places
            .into_iter()
            .map(|place| {
                let known = extra.entry(place.resolved.clone());
                let make = || Rc::new(Source::new(Some(place), &provider.module));
                Rc::clone(known.or_insert_with(make))
            })
            .collect();
        sources.extend(provider.sources.iter().cloned());
        Ok(sources)
    }

    fn look_up_in_source(
        &mut self,
        provider: &Provider,
        source: &Source,
        key: &LookupKey,
    ) -> Answer<Value, W::Stop> {
        let Some(location) = &source.location else {
            return self.value_in_source(provider, source, key);
        };
        let subject = || Subject::Location {
            original: location.original.clone(),
            resolved: location.resolved.clone(),
            is_path: location.is_path,
        };
        self.within(subject, |lookup| {
            if !location.exists {
                lookup.report(|| Event::LocationNotFound);
                return Err(Refused::NoSuchKey);
            }
            lookup.value_in_source(provider, source, key)
        })
    }

    fn value_in_source(
        &mut self,
        provider: &Provider,
        source: &Source,
        key: &LookupKey,
    ) -> Answer<Value, W::Stop> {
        match provider.kind {
            FunctionKind::DataHash | FunctionKind::V3DataHash | FunctionKind::V4DataHash => {
                let value = self.value_in_hash(provider, source, key.root())?;
                self.report_found(key.root(), &value);
                self.report_place(provider, source, key.root());
                Ok(value)
            }
            FunctionKind::LookupKey | FunctionKind::V3LookupKey => {
                let value = self.value_of_key(provider, source, key.root())?;
                self.report_found(key.root(), &value);
                self.report_place(provider, source, key.root());
                Ok(value)
            }
            FunctionKind::DataDig | FunctionKind::V3Backend => {
                let value = self.value_dug(provider, source, key)?;
                self.report_found(key.text(), &value);
                Ok(key.undig(value))
            }
        }
    }

    /// Says where in the file the key stands.
    fn report_place(&mut self, provider: &Provider, source: &Source, key: &str) {
        if !self.is_explained() {
            return;
        }
        let place = match source.data.borrow().as_deref() {
            Some(Data::File(file)) => file.place(key),
            _ if provider.is_eyaml() => {
                let files = self.state().source.clone();
                let path = source.path().cloned().unwrap_or_default();
                let file = files.and_then(|files| files.files().data(&path, Format::Yaml));
                file.and_then(|file| file.place(key))
            }
            _ => None,
        };
        if let Some(explanation) = &mut self.state().explanation {
            explanation.found_at(place);
        }
    }

    // Data by key.

    fn value_in_hash(
        &mut self,
        provider: &Provider,
        source: &Source,
        key: &Text,
    ) -> Answer<Value, W::Stop> {
        let data = self.data_of(provider, source)?;
        let found = match &*data {
            Data::File(file) => match &file.content {
                // Compat: keys of other modules are not seen.
                Content::Hash(hash) if belongs(provider, key) => {
                    hash.get(key).map(|(value, note)| {
                        let fits = match note.fits {
                            Fit::Yes => None,
                            Fit::No => Some(infer(value).shown().to_string()),
                            Fit::Symbol => Some(symbol_type(value)),
                        };
                        (value.clone(), note.interpolates, fits)
                    })
                }
                _ => None,
            },
            Data::Hash(hash) => hash.get_str(key).map(|value| {
                let is_trusted = *provider.is_trusted.borrow() == Some(true);
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
        if interpolates { self.interpolate(&value, true) } else { Ok(value) }
    }

    fn data_of(&mut self, provider: &Provider, source: &Source) -> Answer<Rc<Data>, W::Stop> {
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

    fn data_of_function(&mut self, provider: &Provider, source: &Source) -> Answer<Value, W::Stop> {
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
        source: &Source,
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

    fn warn_of_foreign_keys(&mut self, provider: &Provider, source: &Source, hash: &Hash) {
        let Some(module) = &provider.module else { return };
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
        source: &Source,
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
            // The file was read.
            Content::Unreadable(_) => Ok(Data::Hash(Arc::default())),
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
        let file = file.ok_or_else(missing)?;
        match &file.content {
            Content::Unreadable(Unreadable::Malformed { error, .. }) => Err(error.clone().into()),
            Content::Unreadable(Unreadable::NotRead(message)) => {
                Err(Refused::wrong(message.as_str()))
            }
            Content::Hash(_) | Content::Other(_) => Ok(file),
        }
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
            Content::Unreadable(_) => Ok(Value::Undef),
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

    // Values of keys.

    fn value_of_key(
        &mut self,
        provider: &Provider,
        source: &Source,
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

    fn value_dug(
        &mut self,
        provider: &Provider,
        source: &Source,
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
        source: &Source,
        key: &str,
        value: &Value,
    ) -> Answer<(), W::Stop> {
        if *provider.is_trusted.borrow() == Some(true) || RICH_DATA.is_instance(value) {
            return Ok(());
        }
        let what = format!("Value for key '{key}', returned from {}", provider.full_name());
        Err(wrong_type(&source.told(what), &infer(value).shown().to_string()))
    }

    /// Finds the function of a level, and whether it says that it returns data.
    fn trust(&mut self, provider: &Provider, expected: &Type) -> Answer<(), W::Stop> {
        if provider.is_trusted.borrow().is_some() {
            return Ok(());
        }
        let function = self.world.find_function(&provider.function).map_err(Refused::Stopped)?;
        let tag = provider.kind.tag();
        let Some(function) = function else {
            let message = format!("Unable to find '{tag}' function named '{}'", provider.function);
            return Err(self.config_error(provider, message));
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
        *provider.is_trusted.borrow_mut() = Some(is_trusted);
        Ok(())
    }

    /// An error about the configuration that a level is in.
    fn config_error(&mut self, provider: &Provider, message: String) -> Refused<W::Stop> {
        let state = self.state();
        let layers = state.modules.values().flatten();
        let layers = layers.chain(state.environment.iter().flatten()).chain(&state.global);
        let layer = layers.into_iter().find(|layer| layer.has(provider));
        match layer.and_then(|layer| layer.config()) {
            Some(config) => config.error(message, None).into(),
            None => LookupError::issue(message).into(),
        }
    }
}

/// Whether a layer may have a key: modules have only their own.
fn belongs(provider: &Provider, key: &str) -> bool {
    match &provider.module {
        None => true,
        Some(module) => {
            let rest = key.strip_prefix(module.as_str());
            key == LOOKUP_OPTIONS || rest.is_some_and(|rest| rest.starts_with("::"))
        }
    }
}

fn wrong_type<S>(what: &str, actual: &str) -> Refused<S> {
    Refused::failed(format!("{what} has wrong type, expects Puppet::LookupValue, got {actual}"))
}

/// The type that Ruby infers of a value with symbols, as far as it is certain.
fn symbol_type(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Hash(_) => infer(value).shown().to_string(),
        _ => "Runtime[ruby, 'Symbol']".to_owned(),
    }
}
