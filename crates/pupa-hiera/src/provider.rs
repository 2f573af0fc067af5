//! Hierarchy levels at work: a provider searches the locations of its level in turn and gets the
//! value from a file or a function.

mod function;
mod hash;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashMap;

use crate::config::{FunctionKind, Level};
use crate::context::FunctionContext;
use crate::error::{LookupError, LookupResult, LookupStop};
use crate::error_origin::ErrorOrigin;
use crate::explanation::{Event, Subject};
use crate::files::{Content, DataFile, DataFileError, Format};
use crate::key::{LookupKey, is_of_module};
use crate::locations::Location;
use crate::lookup::Lookup;
use crate::merge::{FoundValue, MergeStrategy};
use crate::world::World;

/// A hierarchy level with its paths resolved for one node.
#[derive(Debug)]
pub(crate) struct Provider {
    name: Text,
    kind: FunctionKind,
    function: Text,
    origin: LevelOrigin,
    options: Arc<Hash>,
    datadir: Text,
    /// The locations of the level; a single entry without a location if its function needs none.
    sources: Vec<Rc<LocationData>>,
    /// The locations that calls of `hiera` have put before those of the level, by path.
    override_sources: RefCell<FxHashMap<Text, Rc<LocationData>>>,
    /// Whether the function declares that it returns data, so that values need no check; `None`
    /// before its first use.
    is_trusted: Cell<Option<bool>>,
}

/// The layer and configuration that define a level.
#[derive(Debug)]
pub(crate) struct LevelOrigin {
    /// The module of the layer, if it is a module layer.
    pub(crate) module: Option<Text>,
    /// The path of the configuration; `None` for the built-in default.
    pub(crate) config: Option<Text>,
    /// The place of the level in it.
    pub(crate) place: Option<Place>,
}

/// One location of a level, with the data read from it.
#[derive(Debug)]
struct LocationData {
    location: Option<Location>,
    context: Rc<FunctionContext>,
    /// All data of the location, if it was read already.
    data: RefCell<Option<Rc<Data>>>,
    /// The values that the function has returned, by key.
    values: RefCell<FxHashMap<Text, Value>>,
}

/// All data of a location.
#[derive(Debug)]
enum Data {
    /// A file that holds a hash.
    File(Arc<DataFile>),
    /// The result of a function, or an empty hash for a file that holds none.
    Hash(Arc<Hash>),
}

impl Provider {
    /// A provider for a level whose paths are resolved.
    pub(crate) fn new(
        level: &Level,
        origin: LevelOrigin,
        options: Arc<Hash>,
        datadir: Text,
        locations: Option<Vec<Location>>,
    ) -> Provider {
        let source = |location| Rc::new(LocationData::new(location, &origin.module));
        let sources = match locations {
            None => vec![source(None)],
            Some(locations) => locations.into_iter().map(|at| source(Some(at))).collect(),
        };
        Provider {
            name: level.name.clone(),
            kind: level.kind,
            function: level.function.clone(),
            sources,
            origin,
            options,
            datadir,
            override_sources: RefCell::default(),
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

    /// The function as messages name it.
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

    /// The format of the files, if the function is a built-in one that reads files.
    fn format(&self) -> Option<Format> {
        self.kind.format(&self.function)
    }

    /// The existing files that the built-in function of the level reads.
    pub(crate) fn files(&self) -> impl Iterator<Item = (Text, Format)> {
        let existing =
            |source: &Rc<LocationData>| source.location.as_ref().is_some_and(|it| it.exists);
        let sources = self.sources.iter().filter(move |source| existing(source));
        let format = self.format();
        sources.filter_map(move |source| Some((source.path()?.clone(), format?)))
    }

    /// Whether the function is the built-in `eyaml_lookup_key`.
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
            values: RefCell::default(),
        }
    }

    fn path(&self) -> Option<&Text> {
        self.location.as_ref().filter(|place| place.is_path).map(|place| &place.resolved)
    }

    /// Adds the location to the subject of a message.
    fn with_location(&self, message: String) -> String {
        match &self.location {
            Some(place) => format!("{message}, when using location '{}',", place.resolved),
            None => message,
        }
    }
}

impl<W: World> Lookup<'_, W> {
    /// Looks up a key in a level.
    pub(crate) fn look_up_in_level(
        &mut self,
        provider: &Provider,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        self.within(
            || provider.subject(),
            |lookup| {
                let with_overrides = lookup.sources_with_overrides(provider)?;
                let sources: &[Rc<LocationData>] =
                    if with_overrides.is_empty() { &provider.sources } else { &with_overrides };
                lookup.look_up_and_merge(strategy, sources, |lookup, source| {
                    lookup.look_up_in_source(provider, source, key)
                })
            },
        )
    }

    /// All locations of a level of version 3 if a call of `hiera` puts some before them; otherwise
    /// none.
    fn sources_with_overrides(
        &mut self,
        provider: &Provider,
    ) -> LookupResult<Vec<Rc<LocationData>>, W::Stop> {
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
        let mut known_sources = provider.override_sources.borrow_mut();
        let mut sources: Vec<Rc<LocationData>> = places
            .into_iter()
            .map(|place| {
                let known = known_sources.entry(place.resolved.clone());
                let make = || Rc::new(LocationData::new(Some(place), &provider.origin.module));
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
    ) -> LookupResult<FoundValue, W::Stop> {
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
                return Err(LookupStop::NoSuchKey);
            }
            lookup.value_in_source(provider, source, key)
        });
        if let Err(failure) = &value
            && !matches!(failure, LookupStop::NoSuchKey)
        {
            self.record_source_origin(provider, source, key.root());
        }
        value
    }

    /// Records the value or file of a source as the origin of an error. The innermost one counts.
    #[cold]
    fn record_source_origin(&mut self, provider: &Provider, source: &LocationData, key: &Text) {
        let Some(path) = source.path() else { return };
        if self.state().error_origin.is_some() {
            return;
        }
        let file = self.file_of(provider, source);
        let (path, key) = (path.clone(), key.clone());
        self.state().error_origin = Some(match file.as_ref().map(|file| file.as_deref()) {
            Some(Err(DataFileError::Malformed { place, .. })) => ErrorOrigin::file(path, *place),
            Some(Err(DataFileError::Io(_))) => ErrorOrigin::file(path, None),
            Some(Ok(DataFile { content: Content::Other(_), .. })) => ErrorOrigin::file(path, None),
            Some(Ok(file)) => {
                let place = file.place(&key);
                ErrorOrigin::value(key, path, place)
            }
            None => ErrorOrigin::value(key, path, None),
        });
    }

    /// The file that the built-in function of a level reads.
    fn file_of(
        &mut self,
        provider: &Provider,
        source: &LocationData,
    ) -> Option<Result<Arc<DataFile>, DataFileError>> {
        let format = if provider.is_eyaml() { Some(Format::Yaml) } else { provider.format() };
        let files = self.state().source.clone()?;
        files.files().data(source.path()?, format?)
    }

    fn value_in_source(
        &mut self,
        provider: &Provider,
        source: &LocationData,
        key: &LookupKey,
    ) -> LookupResult<FoundValue, W::Stop> {
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
                let value = self.value_of_dotted_key(provider, source, key)?;
                self.report_found(key.text(), &value);
                let value = key.undig(value).ok_or_else(|| {
                    LookupError::new(format!(
                        "The indexes in the key '{}' are too large",
                        key.text()
                    ))
                })?;
                Ok(value.into())
            }
        }
    }

    /// Adds the place of a key in its file to the explanation.
    fn report_place(&mut self, provider: &Provider, source: &LocationData, key: &str) {
        if !self.is_explaining() {
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

/// Whether the layer of a level may define a key. Module layers may define only their own keys.
fn may_contain_key(provider: &Provider, key: &str) -> bool {
    provider.origin.module.as_ref().is_none_or(|module| is_of_module(key, module))
}

fn wrong_type<S>(what: &str, actual: &str) -> LookupStop<S> {
    LookupStop::puppet(format!("{what} has wrong type, expects Puppet::LookupValue, got {actual}"))
}
