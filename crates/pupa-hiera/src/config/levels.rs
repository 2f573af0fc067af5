//! The levels of a hierarchy: where their data is, and which function gives it.

use std::sync::Arc;

use pupa_data::{Place, Step};
use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use super::{Owner, Reading, Unusable};
use crate::error::LookupError;
use crate::files::Format;

/// How a function gives data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// All data at once, by key.
    DataHash,
    /// The value of a key.
    LookupKey,
    /// The value that a key and its segments lead to.
    DataDig,
    /// As `DataHash`, of version 3.
    V3DataHash,
    /// As `LookupKey`, of version 3.
    V3LookupKey,
    /// A backend of Hiera 3.
    V3Backend,
    /// All data at once, from a function without parameters.
    V4DataHash,
}

impl FunctionKind {
    /// The key of configurations.
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

    /// The format of the files that a built-in function of this kind reads.
    pub fn format(self, function: &str) -> Option<Format> {
        match self {
            FunctionKind::DataHash | FunctionKind::V3DataHash => Format::read_by(function),
            _ => None,
        }
    }

    /// Whether a function of this kind is the built-in one that decrypts.
    pub fn is_eyaml(self, function: &str) -> bool {
        matches!(self, FunctionKind::LookupKey | FunctionKind::V3LookupKey)
            && function == "eyaml_lookup_key"
    }
}

/// The kinds that a configuration may name, in the order in which they are looked for.
const KINDS: [FunctionKind; 5] = [
    FunctionKind::DataHash,
    FunctionKind::LookupKey,
    FunctionKind::DataDig,
    FunctionKind::V3Backend,
    FunctionKind::V4DataHash,
];

/// Those of them that defaults may have, and messages name.
const NAMED_KINDS: &[FunctionKind] = KINDS.split_at(4).0;

/// Where the data of a level is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Locations {
    /// Nowhere: the function needs no place.
    None,
    /// In files.
    Paths(Vec<Text>),
    /// In files that patterns match.
    Globs(Vec<Text>),
    /// At URIs.
    Uris(Vec<Text>),
    /// In one file for every element of a variable: the variable, the name that an element has in
    /// the path, the path.
    Mapped([Text; 3]),
}

/// The directory of the files of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Datadir {
    /// Relative to the configuration; with interpolation.
    Interpolated(Text),
    /// Relative to the configuration; as it is.
    Plain(Text),
    /// That of a backend of version 3; without one, the `hieradata` of the environment.
    Backend(Option<Text>),
}

/// A level of a hierarchy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: Text,
    /// Where in the configuration that stands.
    pub place: Option<Place>,
    /// How its function gives data.
    pub kind: FunctionKind,
    /// The function.
    pub function: Text,
    /// What the function is told; with interpolation.
    pub options: Arc<Hash>,
    /// The directory of its files.
    pub datadir: Datadir,
    /// Where its data is; with interpolation.
    pub locations: Locations,
    /// What paths end with, when they don't say it.
    pub extension: Option<Text>,
    /// Why it can't be used, which is said when its layer is first asked.
    pub unusable: Option<Box<LookupError>>,
}

impl Level {
    /// The only level when there is no configuration.
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
            unusable: None,
        }
    }

    /// The only level when a function stands for the configuration.
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

/// A string, or strings.
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

/// The keys that say where data is, in the order in which they are looked for.
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

/// `One of a, b, or c`
fn listed(words: &[&str]) -> String {
    match words {
        [all @ .., last] if all.len() > 1 => format!("{}, or {last}", all.join(", ")),
        [first, last] => format!("{first} or {last}"),
        _ => words.join(""),
    }
}

fn kinds_listed() -> String {
    listed(&NAMED_KINDS.iter().map(|kind| kind.tag()).collect::<Vec<_>>())
}

/// The levels of a configuration.
#[derive(Default)]
pub(super) struct Hierarchies {
    pub(super) hierarchy: Vec<Level>,
    /// Those that plans have.
    pub(super) plans: Vec<Level>,
    /// Those that are asked last.
    pub(super) last: Option<Vec<Level>>,
}

impl Reading {
    /// The levels of a configuration of version 5.
    pub(super) fn version_5(&self, config: &Hash) -> Result<Hierarchies, Unusable> {
        let empty = Hash::new();
        let defaults = config.get_str("defaults").and_then(Value::as_hash).unwrap_or(&empty);
        let checked = self.check_defaults(defaults);
        checked.map_err(|error| self.misplaced(error, &[Step::Key("defaults")]))?;
        let hierarchy = self.hierarchy_5(config, "hierarchy", defaults)?;
        let plans = self.hierarchy_5(config, "plan_hierarchy", defaults)?;
        if !config.contains_str("default_hierarchy") {
            return Ok(Hierarchies { hierarchy, plans, last: None });
        }
        if self.owner != Owner::Module {
            let line = self.lines.matching("(?:^|\\s+)default_hierarchy:", 1);
            let message = "'default_hierarchy' is only allowed in the module layer";
            return Err(self.issue(message, line).into());
        }
        let last = self.hierarchy_5(config, "default_hierarchy", defaults)?;
        Ok(Hierarchies { hierarchy, plans, last: Some(last) })
    }

    fn hierarchy_5(
        &self,
        config: &Hash,
        key: &str,
        defaults: &Hash,
    ) -> Result<Vec<Level>, Unusable> {
        let entries = config.get_str(key).and_then(Value::as_array).unwrap_or_default();
        let entries = entries.iter().filter_map(Value::as_hash).enumerate();
        let level = |(index, entry)| {
            let steps = [Step::Key(key), Step::Index(index), Step::Key("name")];
            match self.level_5(entry, defaults) {
                Ok(level) => Ok(Level { place: self.document.place_of(&steps), ..level }),
                Err(error) => Err(self.misplaced(error, &steps)),
            }
        };
        entries.map(level).collect()
    }

    fn level_5(&self, entry: &Hash, defaults: &Hash) -> Result<Level, LookupError> {
        let name = text(entry, "name").unwrap_or_default();
        self.check_level(entry, defaults, &name)?;
        let own = KINDS.into_iter().find(|kind| entry.contains_str(kind.tag()));
        let default = || NAMED_KINDS.iter().copied().find(|kind| defaults.contains_str(kind.tag()));
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
        let count = NAMED_KINDS.iter().filter(|kind| defaults.contains_str(kind.tag())).count();
        if count > 1 {
            let keys = kinds_listed();
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
            0 if !NAMED_KINDS.iter().any(|kind| defaults.contains_str(kind.tag())) => {
                let keys = kinds_listed();
                return fail(format!("One of {keys} must be defined in hierarchy '{name}'"));
            }
            0 | 1 => {}
            _ => {
                let keys = kinds_listed();
                return fail(format!("Only one of {keys} can be defined in hierarchy '{name}'"));
            }
        }
        if let Some(backend) = text(entry, "hiera3_backend") {
            self.check_backend(&backend)?;
        }
        if LOCATION_KEYS.iter().filter(|key| entry.contains_str(key)).count() > 1 {
            let keys = listed(&LOCATION_KEYS);
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
        if self.owner != Owner::Global {
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

    /// The levels of a configuration of version 4.
    pub(super) fn version_4(&self, config: &Hash) -> Vec<Level> {
        let entries = config.get_str("hierarchy").and_then(Value::as_array).unwrap_or_default();
        let default = text(config, "datadir").unwrap_or_else(|| "data".into());
        let entries = entries.iter().filter_map(Value::as_hash);
        entries.map(|entry| self.level_4(entry, &default)).collect()
    }

    fn level_4(&self, entry: &Hash, default_datadir: &Text) -> Level {
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
            unusable: extension.is_none().then(unknown),
            ..Level::common()
        }
    }
}

/// An option that only Puppet itself sets.
fn reserved_option(entry: &Hash) -> Option<&'static str> {
    let options = entry.get_str("options").and_then(Value::as_hash)?;
    ["path", "uri"].into_iter().find(|key| options.contains_str(key))
}

/// The levels of a configuration of version 3: one for every backend.
pub(super) fn version_3(config: &Hash) -> Vec<Level> {
    let paths = strings(config.get_str("hierarchy"));
    let backends = strings(config.get_str("backends"));
    backends.iter().map(|backend| level_3(config, backend, &paths)).collect()
}

fn level_3(config: &Hash, backend: &Text, paths: &[Text]) -> Level {
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
        unusable: None,
    }
}

/// What `merge_behavior` of version 3 means for `hiera_hash`.
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
    fn words_are_listed() {
        assert_eq!(kinds_listed(), "data_hash, lookup_key, data_dig, or hiera3_backend");
        assert_eq!(listed(&["a", "b"]), "a or b");
    }
}
