//! Levels of a hierarchy at work: the places of their data, one after the other.

mod function;
mod hash;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashMap;

use crate::blame::Blamed;
use crate::config::{FunctionKind, Level};
use crate::context::FunctionContext;
use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::explanation::{Event, Subject};
use crate::files::{Content, DataFile, Format, Unreadable};
use crate::key::{LookupKey, is_of_module};
use crate::locations::Location;
use crate::merge::{Found, MergeStrategy};
use crate::world::World;

/// A level of a hierarchy, for one node.
#[derive(Debug)]
pub(crate) struct Provider {
    name: Text,
    kind: FunctionKind,
    function: Text,
    place: LevelPlace,
    options: Arc<Hash>,
    datadir: Text,
    /// Where data is; one without a place when the function needs none.
    sources: Vec<Rc<LocationData>>,
    /// Places that `hiera` and its like add.
    extra: RefCell<FxHashMap<Text, Rc<LocationData>>>,
    /// Whether what the function returns is known to be data; none: not asked yet.
    is_trusted: Cell<Option<bool>>,
}

/// Where a level is configured.
#[derive(Debug)]
pub(crate) struct LevelPlace {
    /// The module whose layer it is in.
    pub(crate) module: Option<Text>,
    /// The configuration, unless it is the one that is built in.
    pub(crate) config: Option<Text>,
    /// Where it stands there.
    pub(crate) place: Option<Place>,
}

/// A place of data.
#[derive(Debug)]
struct LocationData {
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
        place: LevelPlace,
        options: Arc<Hash>,
        datadir: Text,
        locations: Option<Vec<Location>>,
    ) -> Provider {
        let source = |location| Rc::new(LocationData::new(location, &place.module));
        let sources = match locations {
            None => vec![source(None)],
            Some(locations) => locations.into_iter().map(|at| source(Some(at))).collect(),
        };
        Provider {
            name: level.name.clone(),
            kind: level.kind,
            function: level.function.clone(),
            sources,
            place,
            options,
            datadir,
            extra: RefCell::default(),
            is_trusted: Cell::default(),
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

    fn options_for(&self, source: &LocationData) -> Value {
        let mut options = Hash::clone(&self.options);
        if let Some(location) = &source.location {
            let (key, value) = location.option();
            options.insert(key, value);
        }
        Value::from(options)
    }

    /// The format of a built-in function that reads files.
    fn format(&self) -> Option<Format> {
        self.kind.format(&self.function)
    }

    /// The files that it reads, of those that exist.
    pub(crate) fn files(&self) -> impl Iterator<Item = (Text, Format)> {
        let existing =
            |source: &Rc<LocationData>| source.location.as_ref().is_some_and(|it| it.exists);
        let sources = self.sources.iter().filter(move |source| existing(source));
        let format = self.format();
        sources.filter_map(move |source| Some((source.path()?.clone(), format?)))
    }

    /// Whether it is the built-in function that decrypts.
    fn is_eyaml(&self) -> bool {
        self.kind.is_eyaml(&self.function)
    }
}

impl LocationData {
    fn new(location: Option<Location>, module: &Option<Text>) -> LocationData {
        LocationData {
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
    ) -> Answer<Found, W::Stop> {
        self.within(
            || provider.subject(),
            |lookup| {
                let extra = lookup.extra_sources(provider)?;
                let sources: &[Rc<LocationData>] =
                    if extra.is_empty() { &provider.sources } else { &extra };
                lookup.merged(strategy, sources, |lookup, source| {
                    lookup.look_up_in_source(provider, source, key)
                })
            },
        )
    }

    /// All places, when `hiera` or its like adds some to a level of version 3.
    fn extra_sources(&mut self, provider: &Provider) -> Answer<Vec<Rc<LocationData>>, W::Stop> {
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
        let mut sources: Vec<Rc<LocationData>> = places
            .into_iter()
            .map(|place| {
                let known = extra.entry(place.resolved.clone());
                let make = || Rc::new(LocationData::new(Some(place), &provider.place.module));
                Rc::clone(known.or_insert_with(make))
            })
            .collect();
        sources.extend(provider.sources.iter().cloned());
        Ok(sources)
    }

    fn look_up_in_source(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &LookupKey,
    ) -> Answer<Found, W::Stop> {
        let Some(location) = &source.location else {
            return self.value_in_source(provider, source, key);
        };
        let subject = || Subject::Location {
            original: location.original.clone(),
            resolved: location.resolved.clone(),
            is_path: location.is_path,
        };
        let value = self.within(subject, |lookup| {
            if !location.exists {
                lookup.report(|| Event::LocationNotFound);
                return Err(Refused::NoSuchKey);
            }
            lookup.value_in_source(provider, source, key)
        });
        if let Err(refused) = &value
            && !matches!(refused, Refused::NoSuchKey)
        {
            self.blame(provider, source, key.root());
        }
        value
    }

    /// Remembers where a lookup failed: the innermost place that has one.
    #[cold]
    fn blame(&mut self, provider: &Provider, source: &LocationData, key: &Text) {
        let Some(path) = source.path() else { return };
        if self.state().blamed.is_some() {
            return;
        }
        let file = self.file_of(provider, source);
        let (path, key) = (path.clone(), key.clone());
        self.state().blamed = Some(match file.as_ref().map(|file| file.as_deref()) {
            Some(Err(Unreadable::Malformed { place, .. })) => Blamed::file(path, *place),
            Some(Err(Unreadable::NotRead(_))) => Blamed::file(path, None),
            Some(Ok(DataFile { content: Content::Other(_), .. })) => Blamed::file(path, None),
            Some(Ok(file)) => {
                let place = file.place(&key);
                Blamed::value(key, path, place)
            }
            None => Blamed::value(key, path, None),
        });
    }

    /// The file that a built-in function reads.
    fn file_of(
        &mut self,
        provider: &Provider,
        source: &LocationData,
    ) -> Option<Result<Arc<DataFile>, Unreadable>> {
        let format = if provider.is_eyaml() { Some(Format::Yaml) } else { provider.format() };
        let files = self.state().source.clone()?;
        files.files().data(source.path()?, format?)
    }

    fn value_in_source(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &LookupKey,
    ) -> Answer<Found, W::Stop> {
        match provider.kind {
            FunctionKind::DataHash | FunctionKind::V3DataHash | FunctionKind::V4DataHash => {
                let found = self.value_in_hash(provider, source, key.root())?;
                self.report_found(key.root(), &found.value);
                self.report_place(provider, source, key.root());
                Ok(found)
            }
            FunctionKind::LookupKey | FunctionKind::V3LookupKey => {
                let value = self.value_of_key(provider, source, key.root())?;
                self.report_found(key.root(), &value);
                self.report_place(provider, source, key.root());
                Ok(value.into())
            }
            FunctionKind::DataDig | FunctionKind::V3Backend => {
                let value = self.value_dug(provider, source, key)?;
                self.report_found(key.text(), &value);
                let value = key.undig(value).ok_or_else(|| {
                    LookupError::new(format!(
                        "The numbers in the key '{}' are too large",
                        key.text()
                    ))
                })?;
                Ok(value.into())
            }
        }
    }

    /// Says where in the file the key stands.
    fn report_place(&mut self, provider: &Provider, source: &LocationData, key: &str) {
        if !self.is_explained() {
            return;
        }
        let place = match source.data.borrow().as_deref() {
            Some(Data::File(file)) => file.place(key),
            _ if provider.is_eyaml() => {
                self.file_of(provider, source).and_then(|file| file.ok()?.place(key))
            }
            _ => None,
        };
        if let Some(explanation) = &mut self.state().explanation {
            explanation.found_at(place);
        }
    }
}

/// Whether a layer may have a key: modules have only their own.
fn belongs(provider: &Provider, key: &str) -> bool {
    provider.place.module.as_ref().is_none_or(|module| is_of_module(key, module))
}

fn wrong_type<S>(what: &str, actual: &str) -> Refused<S> {
    Refused::failed(format!("{what} has wrong type, expects Puppet::LookupValue, got {actual}"))
}
