//! The parameters of `String` and `Enum`.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Size;
use crate::value::Text;

/// The parameter of a `String` type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StringType {
    /// Any string.
    Any,
    /// A range of lengths in characters.
    Sized(Arc<Size>),
    /// A single string, as inferred from a value.
    Exact(Text),
}

impl StringType {
    /// The range of lengths.
    pub fn size(&self) -> Size {
        match self {
            StringType::Any => Size::ANY,
            StringType::Sized(size) => **size,
            StringType::Exact(text) => Size::exactly(text.chars().count()),
        }
    }

    /// The string, if the type has only one.
    pub fn exact(&self) -> Option<&Text> {
        match self {
            StringType::Exact(text) => Some(text),
            _ => None,
        }
    }
}

/// The strings of an `Enum` type.
#[derive(Clone, Debug)]
pub struct EnumType {
    /// Sorted and without duplicates.
    values: Vec<Text>,
    /// The index of long enumerations.
    index: Option<FxHashSet<Text>>,
    case_insensitive: bool,
}

/// The number of values from which a hash index pays off.
const INDEX_THRESHOLD: usize = 16;

impl EnumType {
    /// Creates an enumeration of these strings.
    pub fn new(values: impl IntoIterator<Item = Text>, case_insensitive: bool) -> EnumType {
        let mut values: Vec<Text> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        let index = (values.len() >= INDEX_THRESHOLD)
            .then(|| values.iter().map(|value| fold(value, case_insensitive)).collect());
        EnumType { values, index, case_insensitive }
    }

    /// The strings in ascending order.
    pub fn values(&self) -> &[Text] {
        &self.values
    }

    /// Whether case is ignored.
    pub fn is_case_insensitive(&self) -> bool {
        self.case_insensitive
    }

    /// Whether the string is a value of the enumeration.
    pub fn contains(&self, text: &str) -> bool {
        if let Some(index) = &self.index {
            return if self.case_insensitive {
                index.contains(text.to_ascii_lowercase().as_str())
            } else {
                index.contains(text)
            };
        }
        if self.case_insensitive {
            self.values.iter().any(|value| value.eq_ignore_ascii_case(text))
        } else {
            self.values.iter().any(|value| value == text)
        }
    }
}

/// The key of a value in the index. Like the reference, this folds only ASCII letters.
fn fold(value: &Text, case_insensitive: bool) -> Text {
    if case_insensitive { value.to_ascii_lowercase().into() } else { value.clone() }
}

impl PartialEq for EnumType {
    fn eq(&self, other: &EnumType) -> bool {
        self.case_insensitive == other.case_insensitive && self.values == other.values
    }
}

impl Eq for EnumType {}

impl std::hash::Hash for EnumType {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.case_insensitive.hash(state);
        self.values.hash(state);
    }
}
