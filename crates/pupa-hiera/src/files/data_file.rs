//! A data file: what it holds, and what is known of its entries beforehand.

use std::string::FromUtf8Error;
use std::sync::Arc;

use pupa_data::{Document, Duplicate, Place, Places, hocon, json, yaml};
use pupa_value::Value;
use pupa_value::value::{Hash, Text};

use crate::error::LookupError;
use crate::interpolate::expression_start;
use crate::rich_data::{self, RICH_DATA};

/// How data is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// YAML, as Ruby reads it.
    Yaml,
    /// JSON, as Ruby reads it.
    Json,
    /// HOCON, as Ruby's library reads it.
    Hocon,
}

impl Format {
    /// The format of the files that a built-in function reads.
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
    /// What it holds.
    pub content: Content,
    /// Keys that come twice in one hash.
    pub duplicates: Vec<Duplicate>,
    /// Where values stand that aliases repeat.
    pub repeated: Vec<Place>,
}

/// What a data file holds.
#[derive(Debug)]
pub enum Content {
    /// Data by key.
    Hash(DataHash),
    /// Nothing, or something that is no hash.
    Other(Value),
}

/// Why a data file can't be read.
#[derive(Debug, Clone)]
pub enum Unreadable {
    /// The system does not let us.
    NotRead(String),
    /// It is no text of its format.
    Malformed {
        /// The error as the reference tells it.
        error: LookupError,
        /// Where in the file it is.
        place: Option<Place>,
    },
}

/// Data by key, and what is known of the entries.
#[derive(Debug)]
pub struct DataHash {
    /// The data.
    pub hash: Arc<Hash>,
    notes: Box<[Note]>,
    places: Places,
}

/// What is known of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// Whether interpolation may change the value.
    pub interpolates: bool,
    /// Whether the value is one that data may have.
    pub fits: Fit,
}

/// Whether a value is one that data may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// It holds a symbol of Ruby.
    Symbol,
}

impl DataHash {
    /// The value of a key, and what is known of it.
    pub fn get(&self, key: &str) -> Option<(&Value, Note)> {
        let index = self.hash.index_of_str(key)?;
        let (_, value) = self.hash.at(index)?;
        let unknown = Note { interpolates: true, fits: Fit::Yes };
        Some((value, self.notes.get(index).copied().unwrap_or(unknown)))
    }

    /// Where the entry of a key stands.
    pub fn place(&self, key: &str) -> Option<Place> {
        let index = self.hash.index_of_str(key)?;
        Some(self.places.part(index)?.place)
    }

    /// Where all entries and what they hold stand.
    pub fn places(&self) -> &Places {
        &self.places
    }
}

impl DataFile {
    /// Where the entry of a key stands.
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

    /// Reads the bytes of a file; HOCON may use the variables of an environment.
    ///
    /// # Errors
    /// When there are none, or they are no text of that format.
    pub fn read(
        path: &str,
        format: Format,
        bytes: Result<Vec<u8>, String>,
        environment: impl FnOnce() -> Vec<(String, String)>,
    ) -> Result<DataFile, Unreadable> {
        let bytes = bytes.map_err(|detail| Unreadable::NotRead(format!("{detail} - {path}")))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let (message, place) = no_text(&error);
            let error = LookupError::new(format!("Unable to parse ({path}): {message}"));
            Unreadable::Malformed { error, place: Some(place) }
        })?;
        DataFile::parse(path, format, &text, environment)
    }

    /// Reads the text of a file; HOCON may use the variables of an environment.
    ///
    /// # Errors
    /// When it is no text of that format.
    pub fn parse(
        path: &str,
        format: Format,
        text: &str,
        environment: impl FnOnce() -> Vec<(String, String)>,
    ) -> Result<DataFile, Unreadable> {
        let document = match format {
            Format::Yaml => yaml::read(text, yaml::Options::data(path)),
            Format::Json => json::read(text),
            Format::Hocon => hocon::read_with_environment(text, &environment()),
        };
        document.map(DataFile::of).map_err(|wrong| {
            let message = match format {
                // The message of a YAML text names the file.
                Format::Yaml => format!("Unable to parse {}", wrong.message),
                Format::Json | Format::Hocon => {
                    format!("Unable to parse ({path}): {}", wrong.message)
                }
            };
            Unreadable::Malformed { error: LookupError::new(message), place: wrong.place }
        })
    }

    fn of(document: Document) -> DataFile {
        let Document { duplicates, repeated, .. } = document;
        let content = match document.value {
            Value::Hash(hash) => {
                let mut notes: Box<[Note]> = hash.values().map(note).collect();
                for index in document.symbols {
                    if let Some(note) = notes.get_mut(index) {
                        note.fits = Fit::Symbol;
                    }
                }
                Content::Hash(DataHash { hash, notes, places: document.places })
            }
            other => Content::Other(other),
        };
        DataFile { content, duplicates, repeated }
    }
}

/// Why bytes are no text, in the reference's words, and where.
pub(crate) fn no_text(error: &FromUtf8Error) -> (String, Place) {
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

/// Where the first byte is that belongs to no character.
fn invalid_byte(error: &FromUtf8Error) -> Place {
    let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    Place { line: line as u32, column: column as u32 }
}

fn note(value: &Value) -> Note {
    let fits = match value {
        // Nearly all data is plain, which is quicker to see than that it is of the type.
        value if rich_data::is_plain(value) => Fit::Yes,
        Value::Hash(_) | Value::Array(_) if !RICH_DATA.is_instance(value) => Fit::No,
        // Texts of data have no other scalars than those of the type.
        _ => Fit::Yes,
    };
    Note { interpolates: interpolates(value), fits }
}

/// Whether a value holds a text with interpolation.
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
    fn hocon_sees_the_variables_of_the_process() {
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
