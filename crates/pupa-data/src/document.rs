//! [`Document`]: the value of a data file with the place of each of its parts.

use std::sync::Arc;

use pupa_value::Value;

/// A parsed YAML, JSON or HOCON text.
#[derive(Debug, Clone)]
pub struct Document {
    /// The value.
    pub value: Value,
    /// The places of the value and its parts.
    pub places: Places,
    /// The indexes of the entries of the outermost hash whose values contain a Ruby symbol. In the
    /// value, a symbol is the string of its name: Puppet has no symbols, and lookups reject them.
    pub symbols: Vec<usize>,
    /// The keys that occur more than once in a hash, in the order of the text.
    pub duplicates: Vec<Duplicate>,
    /// The places of the values that YAML aliases refer to, one place per alias.
    pub aliased: Vec<Place>,
}

impl Document {
    /// A document without symbols, duplicate keys and aliases.
    pub fn new(value: Value, places: Places) -> Document {
        let (symbols, duplicates, aliased) = (Vec::new(), Vec::new(), Vec::new());
        Document { value, places, symbols, duplicates, aliased }
    }
}

/// A step from a value of a document into one of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'k> {
    /// To the value of a key.
    Key(&'k str),
    /// To an element.
    Index(usize),
}

impl Document {
    /// The place of the part that `steps` lead to. The walk ends at a value that the next step does
    /// not apply to; `None` if a key or index does not exist.
    ///
    /// ```
    /// use pupa_data::{Place, Step, yaml};
    /// let document = yaml::read("a:\n- b\n- c: 1\n", yaml::Options::data("x.yaml"))?;
    /// let steps = [Step::Key("a"), Step::Index(1), Step::Key("c"), Step::Index(7)];
    /// assert_eq!(document.place_of(&steps), Some(Place { line: 3, column: 3 }));
    /// assert_eq!(document.place_of(&[Step::Key("b")]), None);
    /// # Ok::<(), pupa_data::ParseError>(())
    /// ```
    pub fn place_of(&self, steps: &[Step<'_>]) -> Option<Place> {
        let (mut value, mut places) = (&self.value, &self.places);
        let mut found = None;
        for step in steps {
            (value, places) = match (value, step) {
                (Value::Hash(hash), Step::Key(key)) => {
                    let index = hash.index_of_str(key)?;
                    (hash.at(index)?.1, places.part(index)?)
                }
                (Value::Array(elements), Step::Index(index)) => {
                    (elements.get(*index)?, places.part(*index)?)
                }
                _ => return found,
            };
            found = Some(places.place);
        }
        found
    }
}

/// A key that occurs twice in a hash. The last value counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// The key, as text.
    pub key: String,
    /// The place of the first occurrence, or of the hash from which the entry was merged.
    pub first: Place,
    /// The place of the second occurrence.
    pub second: Place,
}

/// A line and column in a text, counted from 1. Columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The place of a value and, recursively, of its parts. The tree has the shape of the value: a hash
/// has one part per entry, in order, an array one per element.
///
/// Parts are shared as values are: a YAML alias has the same parts as the value it refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The start of the value; for an entry of a hash, the start of its key.
    pub place: Place,
    /// The places of the parts; `None` for scalars and empty collections.
    parts: Option<Arc<[Places]>>,
}

impl Places {
    /// The place of a scalar.
    pub fn leaf(place: Place) -> Places {
        Places { place, parts: None }
    }

    /// The places of a collection and its parts.
    pub fn collection(place: Place, parts: Vec<Places>) -> Places {
        Places { place, parts: (!parts.is_empty()).then(|| parts.into()) }
    }

    /// As [`Places::collection`]; empties `parts` but keeps its capacity, so that the caller can
    /// reuse it.
    pub(crate) fn from_buffer(place: Place, parts: &mut Vec<Places>) -> Places {
        Places { place, parts: (!parts.is_empty()).then(|| parts.drain(..).collect()) }
    }

    /// The same parts with another place of the collection.
    pub fn at(&self, place: Place) -> Places {
        Places { place, parts: self.parts.clone() }
    }

    /// The places of the parts of a collection.
    pub fn parts(&self) -> &[Places] {
        self.parts.as_deref().unwrap_or_default()
    }

    /// The places of an entry or element, by its index.
    pub fn part(&self, index: usize) -> Option<&Places> {
        self.parts().get(index)
    }
}

/// The reason why a text cannot be parsed, with Ruby's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Ruby's message.
    pub message: String,
    /// The place of the error, if known. The message may name another one, such as the start of an
    /// unterminated construct.
    pub place: Option<Place>,
}
