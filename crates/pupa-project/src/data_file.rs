//! Reads data files that the user names, such as files of facts. The format, JSON or YAML, follows
//! from the extension, or else from the content.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use pupa_data::json;
use pupa_data::yaml::{self, Options, SymbolHandling};
use pupa_value::Value;
use pupa_value::value::Hash;

use crate::named_file;

/// The first line of a file of facts that the reference implementation has stored: the facts are
/// inside an object with timestamps.
const KEPT_FACTS: &str = "--- !ruby/object:Puppet::Node::Facts";

/// The error for a file without usable data.
#[derive(Debug)]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub why: DataErrorKind,
}

/// The reasons why a file has no usable data.
#[derive(Debug)]
pub enum DataErrorKind {
    /// It can't be read, or is too large.
    File(io::Error),
    /// It is not UTF-8.
    NoText {
        /// The line of the first invalid byte.
        line: usize,
    },
    /// It is not valid JSON, with Ruby's message.
    Json(String),
    /// It is not valid YAML, with Ruby's message. For syntax errors, the message includes the name
    /// of the file.
    Yaml(String),
    /// It has data, but not a hash.
    NoHash,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.why {
            DataErrorKind::File(error) => write!(f, "cannot read {path}: {error}"),
            DataErrorKind::NoText { line } => {
                write!(f, "{path}, line {line}: invalid byte sequence in UTF-8")
            }
            DataErrorKind::Yaml(message) if message.starts_with(&format!("({path})")) => {
                f.write_str(message)
            }
            DataErrorKind::Json(message) | DataErrorKind::Yaml(message) => {
                write!(f, "{path}: {message}")
            }
            DataErrorKind::NoHash => write!(f, "{path} holds no hash"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl Unreadable {
    /// The message in Ruby's words, if Ruby has a message for it.
    pub fn as_ruby_says(&self) -> String {
        match &self.why {
            DataErrorKind::File(error) => {
                format!("{} - {}", named_file::as_ruby_says(error), self.path.display())
            }
            DataErrorKind::Json(message) | DataErrorKind::Yaml(message) => message.clone(),
            DataErrorKind::NoText { .. } | DataErrorKind::NoHash => self.to_string(),
        }
    }
}

/// Reads a file of at most `limit` bytes; `-` is standard input. A file with another extension than
/// JSON's and YAML's is read as JSON if it is valid JSON, otherwise as YAML. In YAML, symbols are
/// errors, as when the reference implementation reads facts.
///
/// # Errors
/// When the file can't be read, or is not valid.
pub fn read(path: &Path, limit: u64) -> Result<Value, Unreadable> {
    read_as(path, limit, SymbolHandling::Reject)
}

/// Reads a file like [`read`], but converts symbols in YAML to strings.
///
/// # Errors
/// When the file can't be read, or is not valid.
pub fn read_with_symbols(path: &Path, limit: u64) -> Result<Value, Unreadable> {
    read_as(path, limit, SymbolHandling::AsStrings)
}

/// Reads a file like [`read`]; the data must be a hash.
///
/// # Errors
/// When the file can't be read or does not contain a hash.
pub fn read_hash(path: &Path, limit: u64) -> Result<Hash, Unreadable> {
    match read(path, limit)? {
        Value::Hash(hash) => Ok(hash.as_ref().clone()),
        _ => Err(Unreadable { path: path.to_owned(), why: DataErrorKind::NoHash }),
    }
}

fn read_as(path: &Path, limit: u64, symbols: SymbolHandling) -> Result<Value, Unreadable> {
    let file = path.display().to_string();
    let options = Options { symbols, classes: &[], file: Some(&file) };
    let data = read_text(path, limit).and_then(|text| understand(path, &text, options));
    data.map_err(|why| Unreadable { path: path.to_owned(), why })
}

fn understand(path: &Path, text: &str, options: Options<'_>) -> Result<Value, DataErrorKind> {
    let as_yaml = || from_yaml(text, options).map_err(DataErrorKind::Yaml);
    let as_json = || json::value(text).map_err(|error| DataErrorKind::Json(error.message));
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("yaml" | "yml") => as_yaml(),
        Some("json") => as_json(),
        _ => match as_json() {
            Ok(value) => Ok(value),
            // The first character shows that the file was probably meant to be JSON.
            Err(why) if text.trim_start().starts_with(['{', '[']) => as_yaml().map_err(|_| why),
            Err(_) => as_yaml(),
        },
    }
}

fn read_text(path: &Path, limit: u64) -> Result<String, DataErrorKind> {
    let bytes = named_file::read_named(path, limit).map_err(DataErrorKind::File)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..at).unwrap_or_default();
        DataErrorKind::NoText { line: before.iter().filter(|&&byte| byte == b'\n').count() + 1 }
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
