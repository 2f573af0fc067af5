//! Data that users hand over in files: JSON or YAML, by its ending or by what it can be read as.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use pupa_data::yaml::{self, Options, SymbolHandling};
use pupa_value::Value;
use pupa_value::data::from_json;
use pupa_value::value::Hash;

use crate::limited;

/// The first line of a file of facts that the reference has written: an object with times.
const KEPT_FACTS: &str = "--- !ruby/object:Puppet::Node::Facts";

/// Why a file gives no data.
#[derive(Debug)]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub why: Why,
}

/// The errors of a file of data.
#[derive(Debug)]
pub enum Why {
    /// It can't be read, or is too large.
    File(io::Error),
    /// It is not text.
    NoText {
        /// The line with the first byte that is wrong.
        line: usize,
    },
    /// It is not valid JSON, with Ruby's message.
    Json(String),
    /// It is not valid YAML, with Ruby's message, which names the file for syntax errors.
    Yaml(String),
    /// It is data, but no hash.
    NoHash,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.why {
            Why::File(error) => write!(f, "cannot read {path}: {error}"),
            Why::NoText { line } => {
                write!(f, "{path}, line {line}: invalid byte sequence in UTF-8")
            }
            Why::Yaml(message) if message.starts_with(&format!("({path})")) => f.write_str(message),
            Why::Json(message) | Why::Yaml(message) => write!(f, "{path}: {message}"),
            Why::NoHash => write!(f, "{path} holds no hash"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl Unreadable {
    /// Ruby's words for it, where it has some.
    pub fn as_ruby_says(&self) -> String {
        match &self.why {
            Why::File(error) => {
                format!("{} - {}", limited::as_ruby_says(error), self.path.display())
            }
            Why::Json(message) | Why::Yaml(message) => message.clone(),
            Why::NoText { .. } | Why::NoHash => self.to_string(),
        }
    }
}

/// Reads a file of at most `limit` bytes; `-` is standard input. What does not say by its ending
/// what it is, is read as JSON if it can be, else as YAML. YAML is read as the reference reads
/// facts: without symbols.
///
/// # Errors
/// When the file can't be read, or holds what can't be understood.
pub fn read(path: &Path, limit: u64) -> Result<Value, Unreadable> {
    read_as(path, limit, SymbolHandling::Reject)
}

/// Reads a file as [`read`] does, but allows symbols in YAML, which become strings.
///
/// # Errors
/// When the file can't be read, or holds what can't be understood.
pub fn read_with_symbols(path: &Path, limit: u64) -> Result<Value, Unreadable> {
    read_as(path, limit, SymbolHandling::AsStrings)
}

/// Reads a hash as [`read`] does.
///
/// # Errors
/// When the file can't be read or holds no hash.
pub fn read_hash(path: &Path, limit: u64) -> Result<Hash, Unreadable> {
    match read(path, limit)? {
        Value::Hash(hash) => Ok(hash.as_ref().clone()),
        _ => Err(Unreadable { path: path.to_owned(), why: Why::NoHash }),
    }
}

fn read_as(path: &Path, limit: u64, symbols: SymbolHandling) -> Result<Value, Unreadable> {
    let file = path.display().to_string();
    let options = Options { symbols, classes: &[], file: Some(&file) };
    let data = read_text(path, limit).and_then(|text| understand(path, &text, options));
    data.map_err(|why| Unreadable { path: path.to_owned(), why })
}

fn understand(path: &Path, text: &str, options: Options<'_>) -> Result<Value, Why> {
    let as_yaml = || from_yaml(text, options).map_err(Why::Yaml);
    let as_json = || from_json(text).map_err(|error| Why::Json(error.message));
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("yaml" | "yml") => as_yaml(),
        Some("json") => as_json(),
        _ => match as_json() {
            Ok(value) => Ok(value),
            // The beginning of an invalid file shows which format was probably meant.
            Err(why) if text.trim_start().starts_with(['{', '[']) => as_yaml().map_err(|_| why),
            Err(_) => as_yaml(),
        },
    }
}

fn read_text(path: &Path, limit: u64) -> Result<String, Why> {
    let bytes = limited::read_named(path, limit).map_err(Why::File)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..at).unwrap_or_default();
        Why::NoText { line: before.iter().filter(|&&byte| byte == b'\n').count() + 1 }
    })
}

fn from_yaml(text: &str, mut options: Options<'_>) -> Result<Value, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.starts_with(KEPT_FACTS) {
        options.classes = &["Puppet::Node::Facts", "Time"];
    }
    let document = yaml::read(text, options).map_err(|unreadable| unreadable.message)?;
    Ok(document.value)
}
