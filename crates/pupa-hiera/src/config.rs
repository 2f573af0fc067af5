//! Configurations: `hiera.yaml` of versions 3, 4 and 5, read into a list of hierarchy levels.

mod levels;
mod lines;
mod schema;

pub use levels::{Datadir, FunctionKind, Level, Locations};

use std::sync::Arc;

use pupa_data::{Document, Place, Step, yaml};
use pupa_value::Value;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashSet;

use crate::error::LookupError;
use crate::files::invalid_utf8;
use crate::path;
use levels::Hierarchies;
use lines::Lines;

/// The kind of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// The layer of all environments.
    Global,
    /// The layer of an environment.
    Environment,
    /// The layer of a module.
    Module,
}

/// A valid configuration.
#[derive(Debug)]
pub struct Config {
    /// The version: 3, 4 or 5.
    pub version: i64,
    /// The path of the file; `None` if there is none and the default is used.
    pub path: Option<Text>,
    /// The directory to which the paths are relative.
    pub root: Text,
    /// The levels, the highest priority first.
    pub hierarchy: Vec<Level>,
    /// The levels that Bolt plans search outside of catalog compilation.
    pub plan_hierarchy: Vec<Level>,
    /// The levels of a module that are searched if no layer has the key.
    pub default_hierarchy: Option<Vec<Level>>,
    /// The merge strategy of `hiera_hash`, of version 3.
    pub merge_behavior: Option<Value>,
    /// A hint for errors about the configuration: a probable mistake in it.
    pub advice: Option<&'static str>,
    lines: Lines,
}

/// The result of reading a configuration file.
#[derive(Debug)]
pub struct ConfigFile {
    /// The configuration, or the error in it.
    pub config: Result<Arc<Config>, ConfigError>,
    /// The warnings about it, which each run logs once.
    pub warnings: Vec<Warning>,
}

/// A warning about a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// A warning regardless of the strictness.
    Always(String),
    /// A deprecation. It is logged with the path appended, and not at all if `strict` is off.
    Deprecated(String),
}

/// An error in a configuration.
#[derive(Debug, Clone)]
pub struct ConfigError {
    /// The kind of the error, with its message.
    pub kind: ConfigErrorKind,
    /// The place in the file, if known. The message may lack it.
    pub place: Option<Place>,
    /// A hint at the probable cause.
    pub advice: Option<&'static str>,
}

/// The hint for a configuration that looks like version 5 but has no `version`.
const MISSING_VERSION: &str = "is `version: 5` missing?";

/// The kinds of errors in a configuration, with their messages.
#[derive(Debug, Clone)]
pub enum ConfigErrorKind {
    /// An error that is reported with its own location.
    Lookup(LookupError),
    /// A value that does not match the schema of the version.
    Schema(String),
    /// A file that is not valid YAML.
    Syntax(String),
    /// A file that cannot be read.
    Io(String),
}

impl From<ConfigErrorKind> for ConfigError {
    fn from(kind: ConfigErrorKind) -> ConfigError {
        ConfigError { kind, place: None, advice: None }
    }
}

impl From<LookupError> for ConfigError {
    fn from(error: LookupError) -> ConfigError {
        ConfigErrorKind::Lookup(error).into()
    }
}

impl ConfigError {
    /// The reference's message, without the location.
    pub fn message(&self) -> &str {
        match &self.kind {
            ConfigErrorKind::Lookup(error) => &error.message,
            ConfigErrorKind::Schema(message)
            | ConfigErrorKind::Syntax(message)
            | ConfigErrorKind::Io(message) => message,
        }
    }
}

impl Config {
    /// Parses the bytes of a configuration file.
    pub fn read(path: &str, layer_kind: LayerKind, bytes: Result<Vec<u8>, String>) -> ConfigFile {
        let mut warnings = Vec::new();
        let (text, document) = match parse(path, bytes) {
            Ok(parsed) => parsed,
            Err(error) => return ConfigFile { config: Err(error), warnings },
        };
        let hash = match &document.value {
            Value::Hash(hash) => Hash::clone(hash),
            _ => {
                warnings.push(Warning::Always(format!(
                    "{path}: File exists but does not contain a valid YAML hash. Falling back to \
                     Hiera version 3 default config"
                )));
                Hash::new()
            }
        };
        let advice = schema::lacks_version(&hash).then_some(MISSING_VERSION);
        let reader =
            ConfigReader { path: path.into(), layer_kind, lines: Lines::new(&text), document };
        let config = match reader.config(hash, &mut warnings) {
            Ok(config) => Ok(Arc::new(Config { advice, ..config })),
            Err(error) => Err(ConfigError { advice, ..error }),
        };
        ConfigFile { config, warnings }
    }

    /// The configuration of a layer without data.
    pub fn without_levels() -> Config {
        Config { hierarchy: Vec::new(), ..Config::default_for("") }
    }

    /// The default configuration, used if the file does not exist.
    pub fn default_for(path: &str) -> Config {
        Config {
            version: 5,
            path: None,
            root: path::parent(path).into(),
            hierarchy: vec![Level::common()],
            plan_hierarchy: Vec::new(),
            default_hierarchy: None,
            merge_behavior: None,
            advice: None,
            lines: Lines::default(),
        }
    }

    /// A configuration whose only level is a function: the deprecated data provider `function`.
    pub fn of_function(root: &str, function: &str) -> Config {
        Config {
            root: root.into(),
            hierarchy: vec![Level::of_function(function)],
            ..Config::default_for("")
        }
    }

    /// The name in explanations.
    pub fn name(&self) -> String {
        format!("hiera configuration version {}", self.version)
    }

    /// An error about this configuration.
    pub fn error(&self, message: impl Into<String>, line: Option<u32>) -> LookupError {
        LookupError { file: self.path.clone(), line, ..LookupError::issue(message) }
    }

    /// The error for an unset variable in this configuration.
    pub fn undefined_variable(&self, name: &str) -> LookupError {
        let line = self.lines.interpolating(name);
        self.error(format!("Undefined variable '{name}'"), line)
    }

    /// Checks that the names of the levels are unique.
    ///
    /// # Errors
    /// When two levels have the same name.
    pub fn check_names(&self, levels: &[Level]) -> Result<(), ConfigError> {
        let mut names = FxHashSet::default();
        match levels.iter().find(|level| !names.insert(&level.name)) {
            Some(Level { name, place, .. }) => {
                Err(ConfigError { place: *place, ..self.duplicate_name(name).into() })
            }
            None => Ok(()),
        }
    }

    fn duplicate_name(&self, name: &str) -> LookupError {
        let (what, first, second) = if self.version == 3 {
            let (first, second) = self.lines.first_two_with_word(name);
            (format!("Backend '{name}' is defined more than once."), first, second)
        } else {
            let (first, second) = self.lines.first_two_named(name);
            (format!("Hierarchy name '{name}' defined more than once."), first, second)
        };
        match (first, second) {
            (Some(first), Some(_)) => {
                self.error(format!("{what} First defined at (line: {first})"), second)
            }
            _ => self.error(what, first),
        }
    }
}

fn parse(path: &str, bytes: Result<Vec<u8>, String>) -> Result<(String, Document), ConfigError> {
    let bytes = bytes.map_err(|detail| ConfigErrorKind::Io(format!("{detail} - {path}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        ConfigErrorKind::Syntax(format!("({path}): {}", invalid_utf8(&error).0))
    })?;
    match yaml::read(&text, yaml::Options::data(path)) {
        Ok(document) => Ok((text, document)),
        Err(error) => {
            Err(ConfigError { place: error.place, ..ConfigErrorKind::Syntax(error.message).into() })
        }
    }
}

/// The state of reading a configuration: the parsed document and its lines.
struct ConfigReader {
    path: Text,
    layer_kind: LayerKind,
    lines: Lines,
    document: Document,
}

impl ConfigReader {
    fn config(self, mut hash: Hash, warnings: &mut Vec<Warning>) -> Result<Config, ConfigError> {
        let version = hash.get_str("version").map_or(3, version_number);
        let deprecated = || {
            Warning::Deprecated(format!(
                "{}: Use of 'hiera.yaml' version {version} is deprecated. It should be converted \
                 to version 5",
                self.path
            ))
        };
        match version {
            5 => {}
            3 | 4 => warnings.push(deprecated()),
            _ => {
                let message = format!("This runtime does not support hiera.yaml version {version}");
                return Err(self.issue(message, None).into());
            }
        }
        schema::add_defaults(version, &mut hash);
        self.check_schema(version, &hash)?;
        self.check_owner(version)?;
        let only = |hierarchy| Hierarchies { hierarchy, ..Hierarchies::default() };
        let Hierarchies { hierarchy, plan_hierarchy, default_hierarchy } = match version {
            5 => self.version_5(&hash)?,
            4 => only(self.version_4(&hash)),
            _ => only(levels::version_3(&hash)),
        };
        Ok(Config {
            version,
            root: path::parent(&self.path).into(),
            path: Some(self.path),
            hierarchy,
            plan_hierarchy,
            default_hierarchy,
            merge_behavior: if version == 3 { levels::merge_behavior(&hash) } else { None },
            advice: None,
            lines: self.lines,
        })
    }

    fn check_schema(&self, version: i64, config: &Hash) -> Result<(), ConfigError> {
        schema::check(version, &self.path, config).map_err(|schema::Mismatch { message, path }| {
            let steps: Vec<Step<'_>> = path.iter().map(schema::step).collect();
            ConfigError {
                place: self.document.place_of(&steps),
                ..ConfigErrorKind::Schema(message).into()
            }
        })
    }

    /// Adds to an error the place in the document that `steps` lead to.
    fn at_steps(&self, error: LookupError, steps: &[Step<'_>]) -> ConfigError {
        ConfigError { place: self.document.place_of(steps), ..error.into() }
    }

    fn issue(&self, message: impl Into<String>, line: Option<u32>) -> LookupError {
        LookupError { file: Some(self.path.clone()), line, ..LookupError::issue(message) }
    }

    fn check_owner(&self, version: i64) -> Result<(), LookupError> {
        match (version, self.layer_kind) {
            (4, LayerKind::Global) => {
                Err(self.issue("hiera.yaml version 4 cannot be used in the global layer", None))
            }
            _ => Ok(()),
        }
    }
}

/// Converts the version to a number as Ruby's `to_i` does.
fn version_number(version: &Value) -> i64 {
    match version {
        Value::Integer(number) => *number,
        Value::Float(number) => *number as i64,
        Value::String(text) => {
            let digits: String =
                text.trim_start().chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(0)
        }
        Value::Undef => 3,
        _ => 0,
    }
}
