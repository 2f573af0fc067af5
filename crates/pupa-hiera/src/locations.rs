//! The locations of the data of a hierarchy level for one node: `path`, `glob`, `uri` and
//! `mapped_paths` after interpolation.

use pupa_value::Value;
use pupa_value::value::Text;
use pupa_value::value::uri::Uri;

use crate::config::{Config, Datadir, Level, Locations};
use crate::error::{LookupResult, LookupStop};
use crate::lookup::Lookup;
use crate::path;
use crate::world::World;

/// A file or URI that holds data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Location {
    /// The path or URI in the configuration.
    pub(crate) original: Text,
    /// The path or URI after interpolation.
    pub(crate) resolved: Text,
    pub(crate) is_path: bool,
    pub(crate) exists: bool,
}

impl<W: World> Lookup<'_, W> {
    /// The data directory of a level.
    pub(crate) fn datadir(
        &mut self,
        config: &Config,
        level: &Level,
    ) -> LookupResult<Text, W::Stop> {
        match &level.datadir {
            Datadir::Plain(directory) => Ok(path::join(&config.root, directory).into()),
            Datadir::Interpolated(directory) => {
                let directory = path::join(&config.root, directory).into();
                self.interpolate_path(&directory)
            }
            Datadir::Backend(Some(directory)) => self.interpolate_path(directory),
            Datadir::Backend(None) => {
                let code = self.state().source.as_ref().map(|source| source.code_directory());
                let code = code.unwrap_or_default().trim_end_matches('/');
                let directory = format!("{code}/environments/%{{::environment}}/hieradata");
                self.interpolate_path(&directory.into())
            }
        }
    }

    /// The locations of a level; `None` if its function needs none.
    pub(crate) fn locations(
        &mut self,
        config: &Config,
        level: &Level,
        datadir: &str,
    ) -> LookupResult<Option<Vec<Location>>, W::Stop> {
        let was_lenient = std::mem::replace(&mut self.state().is_lenient, config.version == 5);
        let locations = self.resolve(config, level, datadir);
        self.state().is_lenient = was_lenient;
        locations
    }

    fn resolve(
        &mut self,
        config: &Config,
        level: &Level,
        datadir: &str,
    ) -> LookupResult<Option<Vec<Location>>, W::Stop> {
        let locations = match &level.locations {
            Locations::None => return Ok(None),
            Locations::Paths(paths) => {
                let mut all = self.paths(datadir, paths, level.extension.as_deref())?;
                if config.path.is_none() {
                    all.retain(|location| location.exists);
                }
                all
            }
            Locations::Globs(globs) => self.globs(datadir, globs)?,
            Locations::Uris(uris) => self.uris(uris)?,
            Locations::Mapped(mapped) => self.mapped(datadir, mapped)?,
        };
        Ok(Some(locations))
    }

    /// The locations of `paths`; `extension` is appended to those that lack it.
    pub(crate) fn paths(
        &mut self,
        datadir: &str,
        paths: &[Text],
        extension: Option<&str>,
    ) -> LookupResult<Vec<Location>, W::Stop> {
        let mut locations = Vec::with_capacity(paths.len());
        for original in paths {
            let mut path = self.interpolate_path(original)?.into_string();
            if let Some(extension) = extension.filter(|extension| !path.ends_with(extension)) {
                path.push_str(extension);
            }
            locations.push(self.location(original, path::join(datadir, &path)));
        }
        Ok(locations)
    }

    fn location(&mut self, original: &Text, path: String) -> Location {
        let source = self.state().source.as_ref();
        let exists = source.is_some_and(|source| source.files().exists(&path));
        Location { original: original.clone(), resolved: path.into(), is_path: true, exists }
    }

    fn globs(&mut self, datadir: &str, globs: &[Text]) -> LookupResult<Vec<Location>, W::Stop> {
        let mut locations = Vec::new();
        for glob in globs {
            let pattern: Text = path::join(datadir, &self.interpolate_path(glob)?).into();
            let source = self.state().source.as_ref();
            let files = source.map(|source| source.files().disk().glob(&pattern));
            locations.extend(files.into_iter().flatten().map(|path| Location {
                original: pattern.clone(),
                resolved: path.into(),
                is_path: true,
                exists: true,
            }));
        }
        Ok(locations)
    }

    fn uris(&mut self, uris: &[Text]) -> LookupResult<Vec<Location>, W::Stop> {
        let mut locations = Vec::with_capacity(uris.len());
        for original in uris {
            let uri = Uri::parse(&self.interpolate_path(original)?);
            let resolved =
                uri.map_err(|error| LookupStop::other(error.to_string()))?.to_string().into();
            let original = original.clone();
            locations.push(Location { original, resolved, is_path: false, exists: true });
        }
        Ok(locations)
    }

    fn mapped(
        &mut self,
        datadir: &str,
        [variable, name, template]: &[Text; 3],
    ) -> LookupResult<Vec<Location>, W::Stop> {
        let elements = match self.scope_value(variable, "mapped_path[0]")? {
            Value::Undef => return Ok(Vec::new()),
            Value::String(text) if text.is_empty() => return Ok(Vec::new()),
            Value::Array(elements) => elements.to_vec(),
            Value::Hash(hash) => {
                let pair =
                    |(key, value): (&Value, &Value)| Value::array([key.clone(), value.clone()]);
                hash.iter().map(pair).collect()
            }
            text @ Value::String(_) => vec![text],
            other => {
                let inspected = pupa_value::text::ruby::inspect(&other);
                let class = pupa_value::ruby::class_name(&other);
                let message = format!("undefined method `empty?' for {inspected}:{class}");
                return Err(LookupStop::other(message));
            }
        };
        let before = self.state().variable_uses.as_ref().map_or(0, Vec::len);
        let mut locations = Vec::with_capacity(elements.len());
        for element in elements {
            let outer = self.state().local_variable.replace((name.clone(), element));
            let path = self.interpolate_path(template);
            self.state().local_variable = outer;
            let path = path::join(datadir, &path?);
            locations.push(self.location(template, path));
        }
        // The uses of the element variable itself must not be recorded: it exists only here, and
        // the variable that holds the elements is recorded already.
        if let Some(variable_uses) = &mut self.state().variable_uses {
            let mut index = 0;
            variable_uses.retain(|used| {
                index += 1;
                index <= before || used.root != *name
            });
        }
        Ok(locations)
    }
}

impl Location {
    /// The entry that a location adds to the options of the level's function.
    pub(crate) fn option(&self) -> (&'static str, Value) {
        let key = if self.is_path { "path" } else { "uri" };
        (key, Value::String(self.resolved.clone()))
    }
}
