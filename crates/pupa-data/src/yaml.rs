//! YAML as Ruby's Psych reads and writes it.
//!
//! The stages are those of libyaml and Psych: [`cursor`] and [`scanner`] split the text into
//! tokens, [`events`] finds the structure, [`reader`] creates values, [`plain`] determines the
//! value of a scalar without quotes, [`builder`] creates collections. Most texts use a simple
//! subset of YAML, which [`simple`] reads in half the time without tokens and events. Everything
//! that Puppet's own data loader rejects is rejected with the same message.
//!
//! ```
//! use pupa_data::yaml::{self, Options};
//! let document = yaml::read("port: 0x50\nenabled: yes\n", Options::data("common.yaml"))?;
//! assert_eq!(pupa_value::text::literal(&document.value), "{'port' => 80, 'enabled' => true}");
//!
//! let error = yaml::read("since: 2001-01-01", Options::data("common.yaml")).unwrap_err();
//! assert_eq!(error.message, "(common.yaml): Tried to load unspecified class: Date");
//! # Ok::<(), pupa_data::ParseError>(())
//! ```

mod builder;
mod check;
mod cursor;
pub mod emit;
mod entries;
mod events;
mod node;
mod number;
mod plain;
mod reader;
mod scanner;
mod simple;
mod tag;
mod time;
mod token;
pub mod tree;
mod writer;

pub use check::{YamlSyntaxError, check};
pub use plain::{Plain, resolve};
pub use time::{is_date, is_time};

use pupa_value::Value;

use crate::document::{Document, ParseError};

/// The treatment of Ruby symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolHandling {
    /// Symbols are errors: `Tried to load unspecified class: Symbol`.
    Reject,
    /// Symbols become strings. The entries whose values contain symbols are listed in
    /// [`Document::symbols`](crate::Document::symbols).
    AsStrings,
}

/// The options for reading a text.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// The treatment of symbols.
    pub symbols: SymbolHandling,
    /// The Ruby classes that may be loaded. Objects become hashes; dates and times (`Date`, `Time`)
    /// become strings with their source text.
    pub classes: &'o [&'o str],
    /// The name of the file, for messages.
    pub file: Option<&'o str>,
}

impl<'o> Options<'o> {
    /// The options for Hiera data: symbols are allowed.
    pub fn data(file: &'o str) -> Options<'o> {
        Options { symbols: SymbolHandling::AsStrings, classes: &[], file: Some(file) }
    }

    /// The options for facts and similar files: symbols are rejected.
    pub fn facts(file: &'o str) -> Options<'o> {
        Options { symbols: SymbolHandling::Reject, classes: &[], file: Some(file) }
    }

    fn file_name(&self) -> &'o str {
        self.file.unwrap_or("<unknown>")
    }
}

/// Reads the first document of a text, as `Puppet::Util::Yaml.safe_load` does. Further documents
/// are ignored. A text without a document is `undef`, where Puppet returns `false`.
///
/// # Errors
/// When the text is not YAML, or contains values that Puppet does not load: dates, times, objects,
/// rejected symbols, unknown aliases. Also when an alias refers to a collection that contains it,
/// when aliases expand to tens of millions of values, and when collections are nested deeper than
/// [`Value::MAX_DEPTH`].
pub fn read(text: &str, options: Options<'_>) -> Result<Document, ParseError> {
    match simple::read(text, &options) {
        Some(document) => Ok(document),
        None => reader::read(text, &options),
    }
}

/// Writes a value as Ruby's `to_yaml` does.
///
/// Values of types other than those of YAML are written as strings; the content of a `Sensitive` is
/// hidden. Shared values are written in full each time.
///
/// ```
/// use pupa_data::yaml;
/// use pupa_value::Value;
/// let value = Value::hash([("on".into(), Value::array(["1.0".into(), 1.0.into()]))]);
/// assert_eq!(yaml::write(&value), "---\n'on':\n- '1.0'\n- 1.0\n");
/// ```
pub fn write(value: &Value) -> String {
    writer::write(value)
}
