//! A parsed data file, with facts about its entries that are computed once for all lookups.

use std::string::FromUtf8Error;
use std::sync::Arc;

use pupa_data::{Document, Duplicate, Place, Places, hocon, json, yaml};
use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use crate::error::LookupError;
use crate::interpolate::expression_start;
use crate::rich_data::{self, RICH_DATA};

/// The format of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// YAML, as Ruby's Psych reads it.
    Yaml,
    /// JSON, as Ruby reads it.
    Json,
    /// HOCON, as the Ruby library reads it.
    Hocon,
}

impl Format {
    /// The format of the files that a built-in `data_hash` function reads.
    pub fn read_by(function: &str) -> Option<Format> {
        match function {
            "yaml_data" => Some(Format::Yaml),
            "json_data" => Some(Format::Json),
            "hocon_data" => Some(Format::Hocon),
            _ => None,
        }
    }
}

/// A data file.
#[derive(Debug)]
pub struct DataFile {
    /// The value in the file.
    pub content: Content,
    /// The keys that occur twice in one hash.
    pub duplicates: Vec<Duplicate>,
    /// The places of values that YAML aliases refer to.
    pub aliased: Vec<Place>,
}

/// The value in a data file.
#[derive(Debug)]
pub enum Content {
    /// A hash: data by key.
    Hash(DataHash),
    /// An empty file, or a value that is not a hash.
    Other(Value),
}

/// The reason why a data file cannot be used.
#[derive(Debug, Clone)]
pub enum DataFileError {
    /// The file cannot be read.
    Io(String),
    /// The content is not valid in its format.
    Malformed {
        /// The error with the reference's message.
        error: LookupError,
        /// The place of the error in the file.
        place: Option<Place>,
    },
}

/// A hash of data with facts about its entries.
#[derive(Debug)]
pub struct DataHash {
    /// The data.
    pub hash: Arc<Hash>,
    entry_info: Box<[EntryInfo]>,
    places: Places,
}

/// Facts about an entry, computed when its file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryInfo {
    /// Whether interpolation may change the value.
    pub interpolates: bool,
    /// Whether the value is valid data.
    pub conformance: Conformance,
}

/// Whether a value is valid data: an instance of `RichData`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conformance {
    /// The value is valid.
    RichData,
    /// The value is of another type.
    Other,
    /// The value contains a Ruby symbol, which is not valid.
    Symbol,
}

impl DataHash {
    /// The value of a key with the facts about it.
    pub fn get(&self, key: &str) -> Option<(&Value, EntryInfo)> {
        let index = self.hash.index_of_str(key)?;
        let (_, value) = self.hash.at(index)?;
        let unknown = EntryInfo { interpolates: true, conformance: Conformance::RichData };
        Some((value, self.entry_info.get(index).copied().unwrap_or(unknown)))
    }

    /// The place of the entry of a key.
    pub fn place(&self, key: &str) -> Option<Place> {
        let index = self.hash.index_of_str(key)?;
        Some(self.places.part(index)?.place)
    }

    /// The places of all entries and their parts.
    pub fn places(&self) -> &Places {
        &self.places
    }
}

impl DataFile {
    /// The place of the entry of a key.
    pub fn place(&self, key: &str) -> Option<Place> {
        match &self.content {
            Content::Hash(hash) => hash.place(key),
            Content::Other(_) => None,
        }
    }

    /// The keys of all entries.
    pub(crate) fn keys(&self) -> Vec<Text> {
        let hash = match &self.content {
            Content::Hash(data) => &data.hash,
            Content::Other(_) => return Vec::new(),
        };
        let texts = hash.keys().filter_map(|key| match key {
            Value::String(text) => Some(text.clone()),
            _ => None,
        });
        texts.collect()
    }

    /// Parses the bytes of a file. HOCON may refer to the environment variables.
    ///
    /// # Errors
    /// When the bytes could not be read, are not UTF-8, or are not valid in the format.
    pub fn read(
        path: &str,
        format: Format,
        bytes: Result<Vec<u8>, String>,
        environment: impl FnOnce() -> Vec<(String, String)>,
    ) -> Result<DataFile, DataFileError> {
        let bytes = bytes.map_err(|detail| DataFileError::Io(format!("{detail} - {path}")))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let (message, place) = invalid_utf8(&error);
            let error = LookupError::new(format!("Unable to parse ({path}): {message}"));
            DataFileError::Malformed { error, place: Some(place) }
        })?;
        DataFile::parse(path, format, &text, environment)
    }

    /// Parses the text of a file. HOCON may refer to the environment variables.
    ///
    /// # Errors
    /// When the text is not valid in the format.
    pub fn parse(
        path: &str,
        format: Format,
        text: &str,
        environment: impl FnOnce() -> Vec<(String, String)>,
    ) -> Result<DataFile, DataFileError> {
        let document = match format {
            Format::Yaml => yaml::read(text, yaml::Options::data(path)),
            Format::Json => json::read(text),
            Format::Hocon => hocon::read_with_environment(text, &environment()),
        };
        document.map(DataFile::of).map_err(|error| {
            let message = match format {
                // YAML messages include the path already.
                Format::Yaml => format!("Unable to parse {}", error.message),
                Format::Json | Format::Hocon => {
                    format!("Unable to parse ({path}): {}", error.message)
                }
            };
            DataFileError::Malformed { error: LookupError::new(message), place: error.place }
        })
    }

    fn of(document: Document) -> DataFile {
        let Document { duplicates, aliased, .. } = document;
        let content = match document.value {
            Value::Hash(hash) => {
                let mut entry_info: Box<[EntryInfo]> = hash.values().map(inspect_entry).collect();
                for index in document.symbols {
                    if let Some(info) = entry_info.get_mut(index) {
                        info.conformance = Conformance::Symbol;
                    }
                }
                Content::Hash(DataHash { hash, entry_info, places: document.places })
            }
            other => Content::Other(other),
        };
        DataFile { content, duplicates, aliased }
    }
}

/// The reference's message for bytes that are not UTF-8, and the place of the first invalid byte.
pub(crate) fn invalid_utf8(error: &FromUtf8Error) -> (String, Place) {
    let bytes = error.as_bytes();
    let detail = match (error.utf8_error().error_len(), bytes.get(error.utf8_error().valid_up_to()))
    {
        (None, _) => "incomplete UTF-8 octet sequence",
        (_, Some(0xC2..=0xF4)) => "invalid trailing UTF-8 octet",
        _ => "invalid leading UTF-8 octet",
    };
    let place = invalid_byte(error);
    (format!("{detail} at line {} column {}", place.line, place.column), place)
}

/// The place of the first byte that is not part of a character.
fn invalid_byte(error: &FromUtf8Error) -> Place {
    let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    Place { line: line as u32, column: column as u32 }
}

fn inspect_entry(value: &Value) -> EntryInfo {
    let conformance = match value {
        // Nearly all data is plain, and that check is faster than the one against the type.
        value if rich_data::is_plain(value) => Conformance::RichData,
        Value::Hash(_) | Value::Array(_) if !RICH_DATA.is_instance(value) => Conformance::Other,
        // All scalars of the data formats are instances of the type.
        _ => Conformance::RichData,
    };
    EntryInfo { interpolates: interpolates(value), conformance }
}

/// Whether a value contains a string with interpolation.
pub(crate) fn interpolates(value: &Value) -> bool {
    match value {
        Value::String(text) => expression_start(text).is_some(),
        Value::Array(elements) => elements.iter().any(interpolates),
        Value::Hash(hash) => {
            hash.iter().any(|(key, value)| interpolates(key) || interpolates(value))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hocon_reads_environment_variables() {
        let environment = || vec![("SITE".to_owned(), "north".to_owned())];
        let text = b"path = ${SITE}/x\nnothing = ${?NOWHERE}".to_vec();
        let file = DataFile::read("site.conf", Format::Hocon, Ok(text), environment);
        let Content::Hash(data) = &file.expect("it can be read").content else {
            unreachable!("the file holds a hash")
        };
        assert_eq!(data.get("path").and_then(|(value, _)| value.as_str()), Some("north/x"));
        assert_eq!(data.get("nothing"), None);
    }
}
