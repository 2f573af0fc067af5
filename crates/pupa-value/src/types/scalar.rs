//! What string types and enumerations are made of.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Size;
use crate::value::Text;

/// Which strings a `String` type means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StringType {
    /// All.
    Any,
    /// Those with so many characters.
    Sized(Arc<Size>),
    /// One very string: what inference finds.
    Exact(Text),
}

impl StringType {
    /// The lengths of the strings.
    pub fn size(&self) -> Size {
        match self {
            StringType::Any => Size::ANY,
            StringType::Sized(size) => **size,
            StringType::Exact(text) => Size::exactly(text.chars().count()),
        }
    }

    /// The one string, when it means one only.
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
    /// Sorted, each once.
    values: Vec<Text>,
    /// For long enumerations.
    index: Option<FxHashSet<Text>>,
    case_insensitive: bool,
}

/// From so many values on, looking one up by hash pays.
const INDEXED: usize = 16;

impl EnumType {
    /// An enumeration of these strings.
    pub fn new(values: impl IntoIterator<Item = Text>, case_insensitive: bool) -> EnumType {
        let mut values: Vec<Text> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        let index = (values.len() >= INDEXED)
            .then(|| values.iter().map(|value| fold(value, case_insensitive)).collect());
        EnumType { values, index, case_insensitive }
    }

    /// The strings, sorted.
    pub fn values(&self) -> &[Text] {
        &self.values
    }

    /// Whether the case of letters makes no difference.
    pub fn is_case_insensitive(&self) -> bool {
        self.case_insensitive
    }

    /// Whether the string is one of them.
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

/// The form under which a value is looked up. Only ASCII letters are folded, as in the reference.
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
