//! The levels of a hierarchy as the configuration defines them: the locations of their data, and
//! the backend function that reads it.

use std::sync::Arc;

use pupa_data::{Place, Step};
use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use super::{ConfigError, ConfigReader, LayerKind};
use crate::error::LookupError;
use crate::files::Format;

/// The protocol of a backend function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// Returns a hash of all data.
    DataHash,
    /// Returns the value of a key.
    LookupKey,
    /// Returns the value of a dotted key, given as an array of segments.
    DataDig,
    /// As `DataHash`, of version 3.
    V3DataHash,
    /// As `LookupKey`, of version 3.
    V3LookupKey,
    /// A backend of Hiera 3.
    V3Backend,
    /// Returns a hash of all data; the function has no parameters.
    V4DataHash,
}

impl FunctionKind {
    /// The key that selects the kind in a configuration.
    pub fn tag(self) -> &'static str {
        match self {
            FunctionKind::DataHash => "data_hash",
            FunctionKind::LookupKey => "lookup_key",
            FunctionKind::DataDig => "data_dig",
            FunctionKind::V3DataHash => "v3_data_hash",
            FunctionKind::V3LookupKey => "v3_lookup_key",
            FunctionKind::V3Backend => "hiera3_backend",
            FunctionKind::V4DataHash => "v4_data_hash",
        }
    }

    /// The format of the files, if `function` is a built-in function that reads files as a whole.
    pub fn format(self, function: &str) -> Option<Format> {
        match self {
            FunctionKind::DataHash | FunctionKind::V3DataHash => Format::read_by(function),
            _ => None,
        }
    }

    /// Whether `function` is the built-in `eyaml_lookup_key`.
    pub fn is_eyaml(self, function: &str) -> bool {
        matches!(self, FunctionKind::LookupKey | FunctionKind::V3LookupKey)
            && function == "eyaml_lookup_key"
    }
}

/// The kinds that a level may select, in the order in which their keys are checked.
const KINDS: [FunctionKind; 5] = [
    FunctionKind::DataHash,
    FunctionKind::LookupKey,
    FunctionKind::DataDig,
    FunctionKind::V3Backend,
    FunctionKind::V4DataHash,
];

/// The kinds that `defaults` may select, and that messages list.
const DOCUMENTED_KINDS: &[FunctionKind] = KINDS.split_at(4).0;

/// The locations of the data of a level, before interpolation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Locations {
    /// None: the function needs no location.
    None,
    /// Files.
    Paths(Vec<Text>),
    /// Files that match glob patterns.
    Globs(Vec<Text>),
    /// URIs.
    Uris(Vec<Text>),
    /// One file for each element of a variable: the variable, the name of the element in the path,
    /// and the path.
    Mapped([Text; 3]),
}

/// The data directory of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Datadir {
    /// A directory relative to the configuration, with interpolation.
    Interpolated(Text),
    /// A directory relative to the configuration, without interpolation.
    Plain(Text),
    /// The `:datadir:` of a backend of version 3; `None` for the default, the directory `hieradata`
    /// of the environment.
    Backend(Option<Text>),
}

/// A level of a hierarchy, before interpolation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: Text,
    /// The place of the name in the configuration.
    pub place: Option<Place>,
    /// The protocol of its function.
    pub kind: FunctionKind,
    /// The name of its function.
    pub function: Text,
    /// The options for the function, before interpolation.
    pub options: Arc<Hash>,
    /// The data directory.
    pub datadir: Datadir,
    /// The locations of its data.
    pub locations: Locations,
    /// The extension that is appended to paths that lack it.
    pub extension: Option<Text>,
    /// An error in the level, which is reported when its layer is first used.
    pub error: Option<Box<LookupError>>,
}

impl Level {
    /// The only level of the default configuration.
    pub(super) fn common() -> Level {
        Level {
            name: "Common".into(),
            place: None,
            kind: FunctionKind::DataHash,
            function: "yaml_data".into(),
            options: Arc::default(),
            datadir: Datadir::Interpolated("data".into()),
            locations: Locations::Paths(vec!["common.yaml".into()]),
            extension: None,
            error: None,
        }
    }

    /// The only level of the deprecated data provider `function`.
    pub(super) fn of_function(function: &str) -> Level {
        Level {
            name: format!("Legacy function '{function}'").into(),
            kind: FunctionKind::V4DataHash,
            function: function.into(),
            datadir: Datadir::Interpolated("data".into()),
            locations: Locations::None,
            ..Level::common()
        }
    }
}

fn text(hash: &Hash, key: &str) -> Option<Text> {
    hash.get_str(key)?.as_str().map(Text::from)
}

/// The strings in a string or array.
pub(super) fn strings(value: Option<&Value>) -> Vec<Text> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(elements)) => elements.iter().flat_map(|e| strings(Some(e))).collect(),
        _ => Vec::new(),
    }
}

fn options(hash: &Hash) -> Option<Arc<Hash>> {
    match hash.get_str("options") {
        Some(Value::Hash(options)) => Some(Arc::clone(options)),
        _ => None,
    }
}

/// The keys that set the locations of a level, in the order in which they are checked.
const LOCATION_KEYS: [&str; 7] = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];

fn locations(entry: &Hash) -> Locations {
    let Some(key) = LOCATION_KEYS.into_iter().find(|key| entry.contains_str(key)) else {
        return Locations::None;
    };
    let texts = strings(entry.get_str(key));
    match (key, texts) {
        ("path" | "paths", paths) => Locations::Paths(paths),
        ("glob" | "globs", globs) => Locations::Globs(globs),
        ("uri" | "uris", uris) => Locations::Uris(uris),
        (_, texts) => match <[Text; 3]>::try_from(texts) {
            Ok(mapped) => Locations::Mapped(mapped),
            Err(_) => Locations::None,
        },
    }
}

/// Lists words for a message: `a, b, or c`.
fn join_with_or(words: &[&str]) -> String {
    match words {
        [all @ .., last] if all.len() > 1 => format!("{}, or {last}", all.join(", ")),
        [first, last] => format!("{first} or {last}"),
        _ => words.join(""),
    }
}

fn kind_list() -> String {
    join_with_or(&DOCUMENTED_KINDS.iter().map(|kind| kind.tag()).collect::<Vec<_>>())
}

/// All hierarchies of a configuration.
#[derive(Default)]
pub(super) struct Hierarchies {
    /// The levels that lookups search first.
    pub(super) hierarchy: Vec<Level>,
    /// The levels that Bolt plans search.
    pub(super) plan_hierarchy: Vec<Level>,
    /// The levels that are searched after all layers.
    pub(super) default_hierarchy: Option<Vec<Level>>,
}

impl ConfigReader {
    /// Reads the hierarchies of a configuration of version 5.
    pub(super) fn version_5(&self, config: &Hash) -> Result<Hierarchies, ConfigError> {
        let empty = Hash::new();
        let defaults = config.get_str("defaults").and_then(Value::as_hash).unwrap_or(&empty);
        let checked = self.check_defaults(defaults);
        checked.map_err(|error| self.at_steps(error, &[Step::Key("defaults")]))?;
        let hierarchy = self.hierarchy_of_version_5(config, "hierarchy", defaults)?;
        let plan_hierarchy = self.hierarchy_of_version_5(config, "plan_hierarchy", defaults)?;
        if !config.contains_str("default_hierarchy") {
            return Ok(Hierarchies { hierarchy, plan_hierarchy, default_hierarchy: None });
        }
        if self.layer_kind != LayerKind::Module {
            let line = self.lines.matching("(?:^|\\s+)default_hierarchy:", 1);
            let message = "'default_hierarchy' is only allowed in the module layer";
            return Err(self.issue(message, line).into());
        }
        let default_hierarchy =
            self.hierarchy_of_version_5(config, "default_hierarchy", defaults)?;
        Ok(Hierarchies { hierarchy, plan_hierarchy, default_hierarchy: Some(default_hierarchy) })
    }

    fn hierarchy_of_version_5(
        &self,
        config: &Hash,
        key: &str,
        defaults: &Hash,
    ) -> Result<Vec<Level>, ConfigError> {
        let entries = config.get_str(key).and_then(Value::as_array).unwrap_or_default();
        let entries = entries.iter().filter_map(Value::as_hash).enumerate();
        let level = |(index, entry)| {
            let steps = [Step::Key(key), Step::Index(index), Step::Key("name")];
            match self.level_of_version_5(entry, defaults) {
                Ok(level) => Ok(Level { place: self.document.place_of(&steps), ..level }),
                Err(error) => Err(self.at_steps(error, &steps)),
            }
        };
        entries.map(level).collect()
    }

    fn level_of_version_5(&self, entry: &Hash, defaults: &Hash) -> Result<Level, LookupError> {
        let name = text(entry, "name").unwrap_or_default();
        self.check_level(entry, defaults, &name)?;
        let own = KINDS.into_iter().find(|kind| entry.contains_str(kind.tag()));
        let default =
            || DOCUMENTED_KINDS.iter().copied().find(|kind| defaults.contains_str(kind.tag()));
        let from = if own.is_some() { entry } else { defaults };
        let kind = own.or_else(default).unwrap_or(FunctionKind::DataHash);
        let datadir = text(entry, "datadir").or_else(|| text(defaults, "datadir"));
        Ok(Level {
            name,
            kind,
            function: text(from, kind.tag()).unwrap_or_default(),
            options: options(entry).or_else(|| options(defaults)).unwrap_or_default(),
            datadir: Datadir::Interpolated(datadir.unwrap_or_else(|| "data".into())),
            locations: locations(entry),
            ..Level::common()
        })
    }

    fn check_defaults(&self, defaults: &Hash) -> Result<(), LookupError> {
        let count =
            DOCUMENTED_KINDS.iter().filter(|kind| defaults.contains_str(kind.tag())).count();
        if count > 1 {
            let keys = kind_list();
            return Err(self.issue(format!("Only one of {keys} can be defined in defaults"), None));
        }
        match reserved_option(defaults) {
            Some(key) => {
                let message = format!("Option key '{key}' used in defaults is reserved by Puppet");
                Err(self.issue(message, None))
            }
            None => Ok(()),
        }
    }

    fn check_level(&self, entry: &Hash, defaults: &Hash, name: &str) -> Result<(), LookupError> {
        let fail = |message: String| Err(self.issue(message, None));
        match KINDS.iter().filter(|kind| entry.contains_str(kind.tag())).count() {
            0 if !DOCUMENTED_KINDS.iter().any(|kind| defaults.contains_str(kind.tag())) => {
                let keys = kind_list();
                return fail(format!("One of {keys} must be defined in hierarchy '{name}'"));
            }
            0 | 1 => {}
            _ => {
                let keys = kind_list();
                return fail(format!("Only one of {keys} can be defined in hierarchy '{name}'"));
            }
        }
        if let Some(backend) = text(entry, "hiera3_backend") {
            self.check_backend(&backend)?;
        }
        if LOCATION_KEYS.iter().filter(|key| entry.contains_str(key)).count() > 1 {
            let keys = join_with_or(&LOCATION_KEYS);
            return fail(format!("Only one of {keys} can be defined in hierarchy '{name}'"));
        }
        match reserved_option(entry) {
            Some(key) => {
                fail(format!("Option key '{key}' used in hierarchy '{name}' is reserved by Puppet"))
            }
            None => Ok(()),
        }
    }

    fn check_backend(&self, backend: &str) -> Result<(), LookupError> {
        if self.layer_kind != LayerKind::Global {
            let line = self.lines.matching("\\s+hiera3_backend:", 1);
            let message = "'hiera3_backend' is only allowed in the global layer";
            return Err(self.issue(message, line));
        }
        if matches!(backend, "json" | "yaml" | "hocon") {
            let pattern = format!("\\s+hiera3_backend:\\s*['\"]?{backend}(?:[^\\w]|$)");
            let line = self.lines.matching(&pattern, 1);
            let message = format!(
                "Use \"data_hash: {backend}_data\" instead of \"hiera3_backend: {backend}\""
            );
            return Err(self.issue(message, line));
        }
        Ok(())
    }

    /// Reads the levels of a configuration of version 4.
    pub(super) fn version_4(&self, config: &Hash) -> Vec<Level> {
        let entries = config.get_str("hierarchy").and_then(Value::as_array).unwrap_or_default();
        let default = text(config, "datadir").unwrap_or_else(|| "data".into());
        let entries = entries.iter().filter_map(Value::as_hash);
        entries.map(|entry| self.level_of_version_4(entry, &default)).collect()
    }

    fn level_of_version_4(&self, entry: &Hash, default_datadir: &Text) -> Level {
        let name = text(entry, "name").unwrap_or_default();
        let backend = text(entry, "backend").unwrap_or_default();
        let extension = match backend.as_str() {
            "yaml" => Some(".yaml"),
            "json" => Some(".json"),
            "hocon" => Some(".conf"),
            _ => None,
        };
        let unknown = || {
            let message = format!("No data provider is registered for backend '{backend}'");
            Box::new(self.issue(message, self.lines.with_word(&backend)))
        };
        let paths = match entry.get_str("paths") {
            paths @ Some(Value::Array(_)) => strings(paths),
            _ => vec![text(entry, "path").unwrap_or_else(|| name.clone())],
        };
        Level {
            name,
            function: format!("{backend}_data").into(),
            datadir: Datadir::Plain(
                text(entry, "datadir").unwrap_or_else(|| default_datadir.clone()),
            ),
            locations: Locations::Paths(paths),
            extension: extension.map(Text::from),
            error: extension.is_none().then(unknown),
            ..Level::common()
        }
    }
}

/// An option that is reserved because Puppet sets it to the location.
fn reserved_option(entry: &Hash) -> Option<&'static str> {
    let options = entry.get_str("options").and_then(Value::as_hash)?;
    ["path", "uri"].into_iter().find(|key| options.contains_str(key))
}

/// Reads the levels of a configuration of version 3: one per backend.
pub(super) fn version_3(config: &Hash) -> Vec<Level> {
    let paths = strings(config.get_str("hierarchy"));
    let backends = strings(config.get_str("backends"));
    backends.iter().map(|backend| level_of_version_3(config, backend, &paths)).collect()
}

fn level_of_version_3(config: &Hash, backend: &Text, paths: &[Text]) -> Level {
    let own = match config.get_str(backend) {
        Some(Value::Hash(own)) => Arc::clone(own),
        _ => Arc::default(),
    };
    let extension = match (text(&own, "extension"), backend.as_str()) {
        (Some(extension), _) => format!(".{extension}"),
        (None, "hocon") => ".conf".to_owned(),
        (None, backend) => format!(".{backend}"),
    };
    let (kind, function) = match backend.as_str() {
        "yaml" | "json" | "hocon" => (FunctionKind::V3DataHash, format!("{backend}_data").into()),
        "eyaml" => (FunctionKind::V3LookupKey, "eyaml_lookup_key".into()),
        _ => (FunctionKind::V3Backend, backend.clone()),
    };
    Level {
        name: backend.clone(),
        place: None,
        kind,
        function,
        datadir: Datadir::Backend(text(&own, "datadir")),
        options: if kind == FunctionKind::V3LookupKey { own } else { Arc::default() },
        locations: Locations::Paths(paths.to_vec()),
        extension: Some(extension.into()),
        error: None,
    }
}

/// The merge strategy of `hiera_hash` for the `merge_behavior` of version 3.
pub(super) fn merge_behavior(config: &Hash) -> Option<Value> {
    let strategy = match config.get_str("merge_behavior")?.as_str()? {
        "deep" => "reverse_deep",
        "deeper" => "unconstrained_deep",
        _ => return None,
    };
    let mut merge = Hash::new();
    merge.insert("strategy", strategy);
    if let Some(Value::Hash(options)) = config.get_str("deep_merge_options") {
        for (key, value) in options.iter() {
            merge.insert(key.clone(), value.clone());
        }
    }
    Some(Value::from(merge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined() {
        assert_eq!(kind_list(), "data_hash, lookup_key, data_dig, or hiera3_backend");
        assert_eq!(join_with_or(&["a", "b"]), "a or b");
    }
}
