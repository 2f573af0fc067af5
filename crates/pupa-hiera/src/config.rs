//! Configurations: `hiera.yaml`, of versions 3, 4 and 5.

mod levels;
mod lines;
mod shape;

pub use levels::{Datadir, FunctionKind, Level, Locations};

use std::sync::Arc;

use pupa_data::yaml;
use pupa_value::Value;
use pupa_value::value::{Hash, Text};
use rustc_hash::FxHashSet;

use crate::error::LookupError;
use crate::files::no_text;
use crate::path;
use levels::Hierarchies;
use lines::Lines;

/// The layer that a configuration is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// All environments.
    Global,
    /// An environment.
    Environment,
    /// A module.
    Module,
}

/// A configuration that can be used.
#[derive(Debug)]
pub struct Config {
    /// 3, 4 or 5.
    pub version: i64,
    /// Where it was read from; none when there is no such file, and defaults are used.
    pub path: Option<Text>,
    /// The directory that paths are relative to.
    pub root: Text,
    /// The levels, the one of highest priority first.
    pub hierarchy: Vec<Level>,
    /// The levels that plans of Bolt look up in, outside of catalogs.
    pub plan_hierarchy: Vec<Level>,
    /// The levels of a module that are asked when no layer has an answer.
    pub default_hierarchy: Option<Vec<Level>>,
    /// What values of `hiera_hash` are merged with, of version 3.
    pub merge_behavior: Option<Value>,
    lines: Lines,
}

/// What became of reading a configuration.
#[derive(Debug)]
pub struct Read {
    /// The configuration, or why it can't be used.
    pub config: Result<Arc<Config>, Unusable>,
    /// What is to be said of it, once in every run: the warning.
    pub warnings: Vec<Warning>,
}

/// Something to be said of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Whenever the file is read.
    Always(String),
    /// Of something deprecated; with the file behind it, unless nothing is strict.
    Deprecated(String),
}

/// Why a configuration can't be used.
#[derive(Debug, Clone)]
pub enum Unusable {
    /// It is malformed, which is told as it is.
    Lookup(LookupError),
    /// It has the wrong shape.
    Shape(String),
    /// It is no YAML.
    NotYaml(String),
    /// The system does not let us read it.
    NotRead(String),
}

impl From<LookupError> for Unusable {
    fn from(error: LookupError) -> Unusable {
        Unusable::Lookup(error)
    }
}

impl Config {
    /// Reads the bytes of a configuration.
    pub fn read(path: &str, owner: Owner, bytes: Result<Vec<u8>, String>) -> Read {
        let mut warnings = Vec::new();
        let config = Config::from_bytes(path, owner, bytes, &mut warnings);
        Read { config: config.map(Arc::new), warnings }
    }

    fn from_bytes(
        path: &str,
        owner: Owner,
        bytes: Result<Vec<u8>, String>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Config, Unusable> {
        let bytes = bytes.map_err(|detail| Unusable::NotRead(format!("{detail} - {path}")))?;
        let text = String::from_utf8(bytes)
            .map_err(|error| Unusable::NotYaml(format!("({path}): {}", no_text(&error).0)))?;
        let document = yaml::read(&text, yaml::Options::data(path));
        let document = document.map_err(|wrong| Unusable::NotYaml(wrong.message))?;
        let hash = match document.value {
            Value::Hash(hash) => Arc::unwrap_or_clone(hash),
            _ => {
                warnings.push(Warning::Always(format!(
                    "{path}: File exists but does not contain a valid YAML hash. Falling back to \
                     Hiera version 3 default config"
                )));
                Hash::new()
            }
        };
        let reading = Reading { path: path.into(), owner, lines: Lines::new(&text) };
        reading.config(hash, warnings)
    }

    /// The configuration of a layer without data.
    pub fn without_levels() -> Config {
        Config { hierarchy: Vec::new(), ..Config::default_for("") }
    }

    /// What is used when there is no such file.
    pub fn default_for(path: &str) -> Config {
        Config {
            version: 5,
            path: None,
            root: path::parent(path).into(),
            hierarchy: vec![Level::common()],
            plan_hierarchy: Vec::new(),
            default_hierarchy: None,
            merge_behavior: None,
            lines: Lines::default(),
        }
    }

    /// The configuration that a function in place of one makes: the deprecated providers of
    /// version 4.
    pub fn of_function(root: &str, function: &str) -> Config {
        Config {
            root: root.into(),
            hierarchy: vec![Level::of_function(function)],
            ..Config::default_for("")
        }
    }

    /// How explanations call it.
    pub fn name(&self) -> String {
        format!("hiera configuration version {}", self.version)
    }

    /// An error about this configuration.
    pub fn error(&self, message: impl Into<String>, line: Option<u32>) -> LookupError {
        LookupError { file: self.path.clone(), line, ..LookupError::issue(message) }
    }

    /// The error that says that a variable has no value.
    pub fn undefined_variable(&self, name: &str) -> LookupError {
        let line = self.lines.interpolating(name);
        self.error(format!("Undefined variable '{name}'"), line)
    }

    /// Complains about levels of the same name.
    ///
    /// # Errors
    /// When there are such.
    pub fn check_names(&self, levels: &[Level]) -> Result<(), LookupError> {
        let mut names = FxHashSet::default();
        match levels.iter().find(|level| !names.insert(&level.name)) {
            Some(repeated) => Err(self.repeated(&repeated.name)),
            None => Ok(()),
        }
    }

    fn repeated(&self, name: &str) -> LookupError {
        let (what, first, second) = if self.version == 3 {
            let (first, second) = self.lines.twice_a_word(name);
            (format!("Backend '{name}' is defined more than once."), first, second)
        } else {
            let (first, second) = self.lines.twice_named(name);
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

/// A configuration that is being read.
struct Reading {
    path: Text,
    owner: Owner,
    lines: Lines,
}

impl Reading {
    fn config(self, mut hash: Hash, warnings: &mut Vec<Warning>) -> Result<Config, Unusable> {
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
        shape::fill_in(version, &mut hash);
        shape::check(version, &self.path, &hash).map_err(Unusable::Shape)?;
        self.check_owner(version)?;
        let old = |hierarchy| Hierarchies { hierarchy, ..Hierarchies::default() };
        let Hierarchies { hierarchy, plans, last } = match version {
            5 => self.version_5(&hash)?,
            4 => old(self.version_4(&hash)),
            _ => old(levels::version_3(&hash)),
        };
        Ok(Config {
            version,
            root: path::parent(&self.path).into(),
            path: Some(self.path),
            hierarchy,
            plan_hierarchy: plans,
            default_hierarchy: last,
            merge_behavior: if version == 3 { levels::merge_behavior(&hash) } else { None },
            lines: self.lines,
        })
    }

    fn issue(&self, message: impl Into<String>, line: Option<u32>) -> LookupError {
        LookupError { file: Some(self.path.clone()), line, ..LookupError::issue(message) }
    }

    fn check_owner(&self, version: i64) -> Result<(), LookupError> {
        match (version, self.owner) {
            (4, Owner::Global) => {
                Err(self.issue("hiera.yaml version 4 cannot be used in the global layer", None))
            }
            _ => Ok(()),
        }
    }
}

/// As Ruby's `to_i` has it.
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
