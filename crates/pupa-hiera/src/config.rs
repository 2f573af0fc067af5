//! Configurations: `hiera.yaml`, of versions 3, 4 and 5.

mod levels;
mod lines;
mod shape;

pub use levels::{Datadir, FunctionKind, Level, Locations};

use std::sync::Arc;

use pupa_data::{Document, Place, Step, yaml};
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
    /// What may be the reason when it can't be used here.
    pub advice: Option<&'static str>,
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
pub struct Unusable {
    /// What is wrong.
    pub problem: Problem,
    /// Where, as far as that is known; messages may say less.
    pub place: Option<Place>,
    /// What may be the reason.
    pub advice: Option<&'static str>,
}

/// What is said of configurations that look like those of version 5, but do not say so.
const MISSING_VERSION: &str = "is `version: 5` missing?";

/// What is wrong with a configuration.
#[derive(Debug, Clone)]
pub enum Problem {
    /// It is malformed, which is told as it is.
    Lookup(LookupError),
    /// It has the wrong shape.
    Shape(String),
    /// It is no YAML.
    NotYaml(String),
    /// The system does not let us read it.
    NotRead(String),
}

impl From<Problem> for Unusable {
    fn from(problem: Problem) -> Unusable {
        Unusable { problem, place: None, advice: None }
    }
}

impl From<LookupError> for Unusable {
    fn from(error: LookupError) -> Unusable {
        Problem::Lookup(error).into()
    }
}

impl Unusable {
    /// What is wrong, in the reference's words.
    pub fn message(&self) -> &str {
        match &self.problem {
            Problem::Lookup(error) => &error.message,
            Problem::Shape(message) | Problem::NotYaml(message) | Problem::NotRead(message) => {
                message
            }
        }
    }
}

impl Config {
    /// Reads the bytes of a configuration.
    pub fn read(path: &str, owner: Owner, bytes: Result<Vec<u8>, String>) -> Read {
        let mut warnings = Vec::new();
        let (text, document) = match parsed(path, bytes) {
            Ok(parsed) => parsed,
            Err(unusable) => return Read { config: Err(unusable), warnings },
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
        let advice = shape::lacks_version(&hash).then_some(MISSING_VERSION);
        let reading = Reading { path: path.into(), owner, lines: Lines::new(&text), document };
        let config = match reading.config(hash, &mut warnings) {
            Ok(config) => Ok(Arc::new(Config { advice, ..config })),
            Err(unusable) => Err(Unusable { advice, ..unusable }),
        };
        Read { config, warnings }
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
            advice: None,
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
    pub fn check_names(&self, levels: &[Level]) -> Result<(), Unusable> {
        let mut names = FxHashSet::default();
        match levels.iter().find(|level| !names.insert(&level.name)) {
            Some(Level { name, place, .. }) => {
                Err(Unusable { place: *place, ..self.repeated(name).into() })
            }
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

fn parsed(path: &str, bytes: Result<Vec<u8>, String>) -> Result<(String, Document), Unusable> {
    let bytes = bytes.map_err(|detail| Problem::NotRead(format!("{detail} - {path}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| Problem::NotYaml(format!("({path}): {}", no_text(&error).0)))?;
    match yaml::read(&text, yaml::Options::data(path)) {
        Ok(document) => Ok((text, document)),
        Err(wrong) => {
            Err(Unusable { place: wrong.place, ..Problem::NotYaml(wrong.message).into() })
        }
    }
}

/// A configuration that is being read.
struct Reading {
    path: Text,
    owner: Owner,
    lines: Lines,
    document: Document,
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
        self.check_shape(version, &hash)?;
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
            advice: None,
            lines: self.lines,
        })
    }

    fn check_shape(&self, version: i64, config: &Hash) -> Result<(), Unusable> {
        shape::check(version, &self.path, config).map_err(|shape::Wrong { message, way }| {
            let steps: Vec<Step<'_>> = way.iter().map(shape::step).collect();
            Unusable { place: self.document.place_of(&steps), ..Problem::Shape(message).into() }
        })
    }

    /// An error about that which steps lead to.
    fn misplaced(&self, error: LookupError, steps: &[Step<'_>]) -> Unusable {
        Unusable { place: self.document.place_of(steps), ..error.into() }
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
