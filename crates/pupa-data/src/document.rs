//! What a text of data holds: its value, and where in the text every part of it stands.

use std::sync::Arc;

use pupa_value::Value;

/// A text of data that was read.
#[derive(Debug, Clone)]
pub struct Document {
    /// What it holds.
    pub value: Value,
    /// Where the parts of it stand.
    pub places: Places,
    /// The entries of the outermost hash, by their index, whose values hold a Ruby symbol. Such
    /// a symbol is here the string of its name; Puppet has no symbols, and refuses them where
    /// data is looked up.
    pub symbols: Vec<usize>,
    /// Keys that stand in a hash more than once, in the order of the text.
    pub duplicates: Vec<Duplicate>,
    /// Where values stand that aliases in YAML repeat, one place for each alias.
    pub repeated: Vec<Place>,
}

impl Document {
    /// A text that holds neither symbols, nor keys that come twice, nor aliases.
    pub fn new(value: Value, places: Places) -> Document {
        let (symbols, duplicates, repeated) = (Vec::new(), Vec::new(), Vec::new());
        Document { value, places, symbols, duplicates, repeated }
    }
}

/// A step into a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'k> {
    /// To the value of a key.
    Key(&'k str),
    /// To an element.
    Index(usize),
}

impl Document {
    /// Where that stands which steps lead to, as far as they lead.
    ///
    /// ```
    /// use pupa_data::{Place, Step, yaml};
    /// let document = yaml::read("a:\n- b\n- c: 1\n", yaml::Options::data("x.yaml"))?;
    /// let steps = [Step::Key("a"), Step::Index(1), Step::Key("c"), Step::Index(7)];
    /// assert_eq!(document.place_of(&steps), Some(Place { line: 3, column: 3 }));
    /// assert_eq!(document.place_of(&[Step::Key("b")]), None);
    /// # Ok::<(), pupa_data::Unreadable>(())
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

/// A key that stands in a hash more than once. The last value counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// The key, as text.
    pub key: String,
    /// Where it stands first, or where it was merged in from.
    pub first: Place,
    /// Where it stands again.
    pub again: Place,
}

/// A place in a text, both counted from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Where a value stands, and where what it holds stands. The tree has the shape of the value: a
/// hash has one part per entry, in the order of its entries, an array one per element.
///
/// Parts are shared, as values are: an alias in YAML holds the same parts as what it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// Where the value begins; for an entry of a hash, where its key begins.
    pub place: Place,
    /// The places of what a collection holds; nothing when that is nothing.
    parts: Option<Arc<[Places]>>,
}

impl Places {
    /// The place of a value that holds nothing.
    pub fn leaf(place: Place) -> Places {
        Places { place, parts: None }
    }

    /// The places of a collection.
    pub fn collection(place: Place, parts: Vec<Places>) -> Places {
        Places { place, parts: (!parts.is_empty()).then(|| parts.into()) }
    }

    /// The places of a collection, out of a list that is used again.
    pub(crate) fn drained(place: Place, parts: &mut Vec<Places>) -> Places {
        Places { place, parts: (!parts.is_empty()).then(|| parts.drain(..).collect()) }
    }

    /// The same parts at another place.
    pub fn at(&self, place: Place) -> Places {
        Places { place, parts: self.parts.clone() }
    }

    /// The places of what a collection holds.
    pub fn parts(&self) -> &[Places] {
        self.parts.as_deref().unwrap_or_default()
    }

    /// The places of an entry or element, by its index.
    pub fn part(&self, index: usize) -> Option<&Places> {
        self.parts().get(index)
    }
}

/// Why a text could not be read: Ruby's words, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// What Ruby says of it.
    pub message: String,
    /// Where, when that can be told. The message may name another place: where the construct
    /// began that could not be read to its end.
    pub place: Option<Place>,
}
