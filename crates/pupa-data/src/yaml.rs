//! YAML as Ruby reads and writes it.
//!
//! The walk is that of libyaml and Psych: [`cursor`] and [`scanner`] make tokens of text,
//! [`events`] finds the structure, [`reader`] makes values, [`plain`] says what a scalar without
//! quotes is, [`maker`] makes collections. A text that is written simply, as most are, needs no
//! tokens and events: [`simple`] reads it in half the time. Everything that Puppet's own reader of
//! data refuses is refused, in Ruby's words.
//!
//! ```
//! use pupa_data::yaml::{self, Options};
//! let document = yaml::read("port: 0x50\nenabled: yes\n", Options::data("common.yaml"))?;
//! assert_eq!(pupa_value::text::literal(&document.value), "{'port' => 80, 'enabled' => true}");
//!
//! let refused = yaml::read("since: 2001-01-01", Options::data("common.yaml")).unwrap_err();
//! assert_eq!(refused.message, "(common.yaml): Tried to load unspecified class: Date");
//! # Ok::<(), pupa_data::Unreadable>(())
//! ```

mod cursor;
pub mod emit;
mod entries;
mod events;
mod maker;
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

pub use plain::{Plain, resolve};
pub use time::{is_date, is_time};

use pupa_value::Value;

use crate::document::{Document, Unreadable};

/// What becomes of Ruby's symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolsAre {
    /// They are not loaded: `Tried to load unspecified class: Symbol`.
    Refused,
    /// Keys become strings; entries whose values hold symbols are named in
    /// [`Document::symbols`](crate::Document::symbols).
    Strings,
}

/// How a text is read.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// What becomes of symbols.
    pub symbols: SymbolsAre,
    /// Ruby classes that may be loaded. Objects become hashes, dates and times (`Date`, `Time`)
    /// the strings that stand in the text.
    pub classes: &'o [&'o str],
    /// The name of the file, for messages.
    pub file: Option<&'o str>,
}

impl<'o> Options<'o> {
    /// For data that is looked up: symbols are allowed.
    pub fn data(file: &'o str) -> Options<'o> {
        Options { symbols: SymbolsAre::Strings, classes: &[], file: Some(file) }
    }

    /// For facts and their like: symbols are refused.
    pub fn facts(file: &'o str) -> Options<'o> {
        Options { symbols: SymbolsAre::Refused, classes: &[], file: Some(file) }
    }

    fn shown_file(&self) -> &'o str {
        self.file.unwrap_or("<unknown>")
    }
}

/// Reads the first document of a text, as `Puppet::Util::Yaml.safe_load` does.
///
/// A text without a document is `undef` (for which Puppet has `false`). What can't be told of
/// data is left out: the second document and what follows, comments, styles.
///
/// # Errors
/// Text that is no YAML, or that holds what Puppet does not load: dates and times, objects, bytes
/// of other classes, symbols where they are refused, unknown aliases. Also text whose aliases stand
/// for themselves or for tens of millions of values, and collections that are nested deeper than
/// [`Value::MAX_DEPTH`].
pub fn read(text: &str, options: Options<'_>) -> Result<Document, Unreadable> {
    match simple::read(text, &options) {
        Some(document) => Ok(document),
        None => reader::read(text, &options),
    }
}

/// Writes a value as Ruby's `to_yaml` does.
///
/// What Puppet has beyond plain data is written as its text; `Sensitive` hides what it holds.
/// Values that are shared are written as often as they occur.
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
