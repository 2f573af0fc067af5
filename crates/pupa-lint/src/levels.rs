//! The levels of hierarchies, and the files that they can reach.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_data::{Place, Step};
use pupa_hiera::config::{Config, Datadir, FunctionKind, Level, Locations};
use pupa_hiera::files::Format;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;
use pupa_syntax::suggest;
use pupa_system::System;
use pupa_value::regexp::Regexp;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::file_names::FileNames;
use crate::issues::{MISSING_DATA_FILE, UNREACHABLE_DATA_FILE};
use crate::layers::Layer;
use crate::path_pattern::PathPattern;
use crate::place::diagnostic_at;
use pupa_project::reading;
use pupa_project::walk::{self, Listing, ending};

/// The data directory of old configurations without their own setting.
const HIERADATA: &str = "/etc/puppetlabs/code/environments/%{::environment}/hieradata";

/// The key of the levels for plans.
const PLAN_HIERARCHY: &str = "plan_hierarchy";

/// The reader of the files of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Backend {
    /// A built-in function.
    Built(Format),
    /// The built-in function that decrypts values.
    Encrypted,
    /// An unknown function.
    Other,
}

impl Backend {
    /// Returns the reader of the files of this level.
    pub(super) fn of(level: &Level) -> Backend {
        match level.kind.format(&level.function) {
            Some(format) => Backend::Built(format),
            None if level.kind.is_eyaml(&level.function) => Backend::Encrypted,
            None => Backend::Other,
        }
    }

    /// The format of the files, if known.
    pub(super) fn format(self) -> Option<Format> {
        match self {
            Backend::Built(format) => Some(format),
            Backend::Encrypted => Some(Format::Yaml),
            Backend::Other => None,
        }
    }

    /// Returns the extensions of data files.
    fn endings(self) -> &'static [&'static str] {
        match self {
            Backend::Built(Format::Yaml) | Backend::Encrypted => &["yaml", "yml", "eyaml"],
            Backend::Built(Format::Json) => &["json"],
            Backend::Built(Format::Hocon) => &["conf"],
            Backend::Other => &[],
        }
    }
}

/// A level with its position in the configuration.
#[derive(Debug, Clone, Copy)]
pub(super) struct LevelAt<'l> {
    /// The level.
    pub(super) level: &'l Level,
    /// The list that contains it, and its index.
    pub(super) at: [Step<'static>; 2],
    /// Whether it is used by plans only.
    pub(super) is_of_plans: bool,
}

/// All levels of a configuration.
pub(super) fn levels_of(config: &Config) -> impl Iterator<Item = LevelAt<'_>> {
    let last = config.default_hierarchy.as_deref().unwrap_or_default();
    let lists = [
        ("hierarchy", config.hierarchy.as_slice()),
        (PLAN_HIERARCHY, config.plan_hierarchy.as_slice()),
        ("default_hierarchy", last),
    ];
    lists.into_iter().flat_map(|(key, levels)| {
        levels.iter().enumerate().map(move |(index, level)| LevelAt {
            level,
            at: [Step::Key(key), Step::Index(index)],
            is_of_plans: key == PLAN_HIERARCHY,
        })
    })
}

impl LevelAt<'_> {
    /// Returns the position of a key of the level, or of an element of its value.
    pub(super) fn place(&self, layer: &Layer, key: &str, index: usize) -> Option<Place> {
        let text = layer.text.as_ref()?;
        let [list, level] = self.at;
        let one = [list, level, Step::Key(key)];
        let element = [list, level, Step::Key(key), Step::Index(index)];
        text.place(&element).or_else(|| text.place(&one)).or_else(|| text.place(&self.at))
    }
}

/// The data directory of a level, which may contain interpolations.
fn datadir(config: &Config, level: &Level) -> PathPattern {
    let root = PathPattern::plain(&config.root);
    match &level.datadir {
        Datadir::Plain(directory) => root.join(&PathPattern::plain(directory)),
        Datadir::Interpolated(directory) => root.join(&PathPattern::interpolated(directory)),
        Datadir::Backend(Some(directory)) => PathPattern::interpolated(directory),
        Datadir::Backend(None) => PathPattern::interpolated(HIERADATA),
    }
}

/// A path of a level.
struct LevelPath {
    layer: usize,
    backend: Backend,
    path: PathPattern,
    is_glob: bool,
    matcher: Regexp,
    place: Option<Place>,
    /// Whether it is used by plans only.
    is_of_plans: bool,
    /// The path as written in the configuration.
    original: String,
}

impl LevelPath {
    fn reaches(&self, path: &str) -> bool {
        // A path that cannot be matched in time counts as a match.
        self.matcher.is_match(path).unwrap_or(true)
    }
}

/// A data file that a level reaches.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ReachedFile {
    /// The file.
    pub(super) path: PathBuf,
    /// The layer.
    pub(super) layer: usize,
    /// The reader of the file.
    pub(super) backend: Backend,
    /// Whether it is reached for all nodes.
    pub(super) is_certain: bool,
    /// Whether it is reached by plans only, so that no catalog contains its values.
    pub(super) is_of_plans: bool,
}

/// The levels of all layers, and the files that they reach.
pub(super) struct Levels<'a> {
    system: &'a dyn System,
    layers: &'a [Layer],
    names: &'a FileNames,
    skips: &'a [PathBuf],
    reaches: Vec<LevelPath>,
    /// The listings of directories, cached.
    listings: RefCell<FxHashMap<String, Arc<Listing>>>,
}

impl<'a> Levels<'a> {
    /// The levels of these layers. Directories of modules are not searched for data of other
    /// layers.
    pub(super) fn new(
        system: &'a dyn System,
        layers: &'a [Layer],
        names: &'a FileNames,
        skips: &'a [PathBuf],
    ) -> Levels<'a> {
        let reaches = layers.iter().enumerate().flat_map(|(index, layer)| {
            let levels = levels_of(&layer.config);
            levels.flat_map(move |level| reaches(index, layer, level)).collect::<Vec<_>>()
        });
        let reaches = reaches.collect();
        Levels { system, layers, names, skips, reaches, listings: RefCell::default() }
    }

    /// The readable data files, in the order of layers and levels. Adds a finding for each missing
    /// file that every node needs.
    pub(super) fn reached(&self, findings: &mut Vec<Diagnostic>) -> Vec<ReachedFile> {
        let mut all: Vec<ReachedFile> = Vec::new();
        let mut known: FxHashMap<(PathBuf, usize, Backend), usize> = FxHashMap::default();
        for index in 0..self.reaches.len() {
            let paths = self.files_of(index, findings);
            let reach = &self.reaches[index];
            let is_of_plans = reach.is_of_plans;
            let is_certain = reach.path.constant().is_some() && !is_of_plans;
            if reach.backend.format().is_none() {
                continue;
            }
            for path in paths {
                let (layer, backend) = (reach.layer, reach.backend);
                match known.get(&(path.clone(), layer, backend)) {
                    Some(&at) => {
                        all[at].is_certain |= is_certain;
                        all[at].is_of_plans &= is_of_plans;
                    }
                    None => {
                        known.insert((path.clone(), layer, backend), all.len());
                        all.push(ReachedFile { path, layer, backend, is_certain, is_of_plans });
                    }
                }
            }
        }
        all
    }

    fn files_of(&self, index: usize, findings: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
        let reach = &self.reaches[index];
        if let Some(path) = reach.path.constant().filter(|_| !reach.is_glob) {
            let path = path.to_owned();
            match self.system.stat(Path::new(&path)) {
                Ok(_) => return vec![PathBuf::from(path)],
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    findings.extend(self.missing(index, &path));
                }
                Err(error) => findings.extend(self.unreadable(index, Path::new(&path), &error)),
            }
            return Vec::new();
        }
        let directory = reach.path.directory(reach.is_glob).to_owned();
        findings.extend(self.elsewhere(index, &directory));
        let listing = self.listing(&directory);
        let unreadable = listing.unreadable.as_ref();
        findings.extend(unreadable.and_then(|(path, error)| self.unreadable(index, path, error)));
        let reach = &self.reaches[index];
        // A pipe or device can't be read; lookups fail, too.
        let all = listing.files.iter().chain(&listing.endless);
        let reached = all.filter(|path| reach.reaches(&path.to_string_lossy()));
        reached.cloned().collect()
    }

    /// A finding, once per directory, about data outside of the environment that does not exist on
    /// this machine.
    fn elsewhere(&self, index: usize, directory: &str) -> Option<Diagnostic> {
        let reach = &self.reaches[index];
        let layer = &self.layers[reach.layer];
        let path = Path::new(directory);
        let is_inside = path.starts_with(layer.config.root.as_str());
        if is_inside || self.system.exists(path) || self.listings.borrow().contains_key(directory) {
            return None;
        }
        let text = layer.text.as_ref()?;
        let message =
            format!("there is no directory {directory} here, so its data was not checked");
        let finding = diagnostic_at(&MISSING_DATA_FILE, &text.source, reach.place, message);
        Some(finding.severity(Severity::Note))
    }

    /// Returns the files below a directory. The root of the file system is never searched for data.
    fn listing(&self, directory: &str) -> Arc<Listing> {
        if directory.trim_end_matches('/').is_empty() {
            return Arc::default();
        }
        if let Some(known) = self.listings.borrow().get(directory) {
            return Arc::clone(known);
        }
        let listing = Arc::new(walk::list(self.system, Path::new(directory), self.skips));
        self.listings.borrow_mut().insert(directory.to_owned(), Arc::clone(&listing));
        listing
    }

    fn missing(&self, index: usize, path: &str) -> Option<Diagnostic> {
        let directory = pupa_hiera::path::parent(path).to_owned();
        let listing = self.listing(&directory);
        let reach = &self.reaches[index];
        let text = self.layers[reach.layer].text.as_ref()?;
        let files = listing.files.iter();
        let names = files.filter_map(|path| path.strip_prefix(&directory).ok()?.to_str());
        let name = path.strip_prefix(&directory).unwrap_or(path).trim_start_matches('/');
        let near = suggest::nearest(name, names);
        let message = format!("there is no file {}", self.names.name(Path::new(path)));
        let finding = diagnostic_at(&MISSING_DATA_FILE, &text.source, reach.place, message);
        Some(finding.help_if(near.map(|near| format!("there is `{near}` beside it"))))
    }

    /// A path that could not be inspected: a file whose existence is unknown, or a directory with
    /// unknown content.
    fn unreadable(&self, index: usize, path: &Path, error: &io::Error) -> Option<Diagnostic> {
        let reach = &self.reaches[index];
        let text = self.layers[reach.layer].text.as_ref()?;
        let name = self.names.name(path);
        let why = reading::reading_error(error).message;
        let message = format!("{name} {why}");
        Some(diagnostic_at(&MISSING_DATA_FILE, &text.source, reach.place, message))
    }

    /// Whether the level that reads a file decrypts its values, or may do so.
    pub(super) fn may_decrypt(&self, path: &Path) -> bool {
        let path = path.to_string_lossy();
        let decrypts = |reach: &&LevelPath| !matches!(reach.backend, Backend::Built(_));
        self.reaches.iter().filter(decrypts).any(|reach| reach.reaches(&path))
    }

    /// Whether all data of a layer is known: its levels read existing files in known formats.
    pub(super) fn sees_all(&self, layer: usize) -> bool {
        let config = &self.layers[layer].config;
        let levels = levels_of(config).filter(|at| !at.is_of_plans);
        let paths = levels.map(|at| paths_of(at.level).map(<[_]>::len));
        let Some(count) = paths.sum::<Option<usize>>() else { return false };
        let is_own = |reach: &&LevelPath| reach.layer == layer && !reach.is_of_plans;
        let own: Vec<&LevelPath> = self.reaches.iter().filter(is_own).collect();
        own.len() == count
            && own.iter().all(|reach| self.sees(reach, Path::new(config.root.as_str())))
    }

    /// Whether all `lookup_options` of a layer are known. A function that returns all data at once
    /// may return options, too; a function that is called for each key is unlikely to, and missing
    /// files have none.
    pub(super) fn sees_options(&self, layer: usize) -> bool {
        let mut levels = levels_of(&self.layers[layer].config).filter(|at| !at.is_of_plans);
        levels.all(|LevelAt { level, .. }| {
            let is_asked_by_key =
                matches!(level.kind, FunctionKind::LookupKey | FunctionKind::DataDig);
            is_asked_by_key || Backend::of(level) != Backend::Other
        })
    }

    /// Whether the content of a path is completely known. A file that is missing here may exist
    /// where the data is used, unless it would be next to the configuration and is only for some
    /// nodes.
    fn sees(&self, reach: &LevelPath, root: &Path) -> bool {
        if let Some(path) = reach.path.constant().filter(|_| !reach.is_glob) {
            return self.system.exists(Path::new(path));
        }
        let directory = reach.path.directory(reach.is_glob);
        let is_cut = self.listings.borrow().get(directory).is_some_and(|listing| listing.is_cut);
        let directory = Path::new(directory);
        !is_cut
            && directory != Path::new("")
            && directory.parent().is_some()
            && (directory.starts_with(root) || self.system.is_directory(directory))
            && !self.skips.iter().any(|skip| skip.starts_with(directory))
    }

    /// The files in data directories that no level reaches.
    pub(super) fn unreachable(&self) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        let mut seen = FxHashSet::default();
        for (layer, directory, endings) in self.datadirs() {
            for path in &self.listing(&directory).files {
                let text = path.to_string_lossy();
                let is_data = ending(&text).is_some_and(|ending| endings.contains(&ending));
                if is_data
                    && !self.reaches.iter().any(|reach| reach.reaches(&text))
                    && seen.insert(path.clone())
                {
                    findings.push(self.unreached(layer, path));
                }
            }
        }
        findings
    }

    fn unreached(&self, layer: usize, path: &Path) -> Diagnostic {
        let source = Arc::new(Source::new(self.names.name(path), ""));
        let config = self.layers[layer].text.as_ref().map_or("", |text| text.source.name());
        let message = format!("no level of {config} can reach this file");
        let own = self.reaches.iter().filter(|reach| reach.layer == layer);
        let mut paths: Vec<String> = own.map(|reach| format!("`{}`", reach.original)).collect();
        paths.dedup();
        let more = if paths.len() > 6 { ", …" } else { "" };
        paths.truncate(6);
        let help = format!("the levels read {}{more}", paths.join(", "));
        diagnostic_at(&UNREACHABLE_DATA_FILE, &source, None, message).help(help)
    }

    /// The directories that contain only data, with the extensions of data files in them. A
    /// directory with a configuration contains other files, too.
    fn datadirs(&self) -> Vec<(usize, String, FxHashSet<String>)> {
        let mut found: Vec<(usize, String, FxHashSet<String>)> = Vec::new();
        for (index, layer) in self.layers.iter().enumerate() {
            for LevelAt { level, .. } in levels_of(&layer.config) {
                if matches!(level.locations, Locations::None | Locations::Uris(_)) {
                    continue;
                }
                let directory = datadir(&layer.config, level).fixed_directory().to_owned();
                let holds = |path: &str| Path::new(path).starts_with(&directory);
                if directory.is_empty() || self.layers.iter().any(|one| holds(&one.config.root)) {
                    continue;
                }
                let known = found.iter().position(|(of, dir, _)| *of == index && *dir == directory);
                let at = known.unwrap_or(found.len());
                if known.is_none() {
                    found.push((index, directory, FxHashSet::default()));
                }
                let backend = Backend::of(level).endings().iter().map(|&ending| ending.to_owned());
                found[at].2.extend(backend);
            }
        }
        for (of, directory, endings) in &mut found {
            let is_here = |reach: &&LevelPath| {
                let place = reach.path.directory(reach.is_glob);
                reach.layer == *of && Path::new(place).starts_with(&*directory)
            };
            let here = self.reaches.iter().filter(is_here);
            endings.extend(here.filter_map(|reach| ending(reach.path.tail())));
        }
        found
    }
}

/// The paths of a level that reads files in a known format.
fn paths_of(level: &Level) -> Option<&[pupa_value::value::Text]> {
    if level.error.is_some() || Backend::of(level).format().is_none() {
        return None;
    }
    match &level.locations {
        Locations::None | Locations::Uris(_) => None,
        Locations::Paths(paths) | Locations::Globs(paths) => Some(paths),
        Locations::Mapped([_, _, template]) => Some(std::slice::from_ref(template)),
    }
}

/// The paths of a level.
fn reaches(index: usize, layer: &Layer, at: LevelAt<'_>) -> Vec<LevelPath> {
    let level = at.level;
    let datadir = datadir(&layer.config, level);
    let (keys, texts, is_glob): ([&str; 2], &[_], bool) = match &level.locations {
        Locations::None | Locations::Uris(_) => return Vec::new(),
        Locations::Paths(paths) => (["paths", "path"], paths, false),
        Locations::Globs(globs) => (["globs", "glob"], globs, true),
        Locations::Mapped([_, _, template]) => {
            (["mapped_paths", "mapped_paths"], std::slice::from_ref(template), false)
        }
    };
    let has = |key: &&str| {
        let [list, entry] = at.at;
        layer.text.as_ref().is_some_and(|text| text.has(&[list, entry, Step::Key(key)]))
    };
    let key = keys.into_iter().find(has).unwrap_or(keys[1]);
    let make = |(number, text): (usize, &pupa_value::value::Text)| {
        let path = PathPattern::interpolated(text).with_ending(level.extension.as_deref());
        let path = datadir.join(&path);
        let matcher = if is_glob { path.glob_matcher() } else { path.matcher() }?;
        let number = if key == "mapped_paths" { 2 } else { number };
        let place = at.place(layer, key, number);
        let original = text.to_string();
        let backend = Backend::of(level);
        let is_of_plans = at.is_of_plans;
        Some(LevelPath {
            layer: index,
            backend,
            path,
            is_glob,
            matcher,
            place,
            is_of_plans,
            original,
        })
    };
    texts.iter().enumerate().filter_map(make).collect()
}
