//! The content of strings.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use ecow::EcoString;
use triomphe::Arc;

/// The content of a string: shared, and immutable while it has several owners. With one owner it
/// grows in place, so that building a string piece by piece takes linear time.
///
/// ```
/// use pupa_value::value::Text;
/// let mut text = Text::from("a");
/// let before = text.clone();
/// text.append("b");
/// assert_eq!((before.as_str(), text.as_str()), ("a", "ab"));
/// ```
#[derive(Clone)]
pub struct Text(
    // Short strings are stored inline beside the reference count, longer ones in an allocation of
    // their own. The pointer does not count weak references, so that the count and a short string fit in
    // 24 bytes.
    Arc<EcoString>,
);

const _: () = assert!(size_of::<Text>() == size_of::<usize>(), "it is part of values");

impl Text {
    /// Creates an empty string.
    pub fn new() -> Text {
        Text(Arc::new(EcoString::new()))
    }

    /// Creates an empty string with capacity for `size` bytes.
    pub fn with_capacity(size: usize) -> Text {
        Text(Arc::new(EcoString::with_capacity(size)))
    }

    /// The string as a `&str`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Appends to the string: in place if there is one owner, else to a copy. The capacity,
    /// including that of the copy, grows by doubling.
    pub fn append(&mut self, more: &str) {
        if more.is_empty() {
            return;
        }
        match Arc::get_mut(&mut self.0) {
            Some(text) => text.push_str(more),
            None => *self = self.copy_with(more),
        }
    }

    /// Whether there is only one owner, so that the string can grow in place.
    pub fn is_unique(&self) -> bool {
        Arc::is_unique(&self.0)
    }

    /// Copies the string to a `String`. To extend a string, use [`Text::append`] instead.
    pub fn into_string(self) -> String {
        self.as_str().to_owned()
    }

    /// A clone of the inner string, for crates that do not use `Text`.
    pub fn shared(&self) -> EcoString {
        EcoString::clone(&self.0)
    }

    /// The address of the string, which is the same for all owners.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// The number of owners of the string at this moment.
    pub fn owners(&self) -> usize {
        Arc::strong_count(&self.0)
    }

    /// A copy with `more` appended and spare capacity.
    fn copy_with(&self, more: &str) -> Text {
        // A string that was appended to once is likely to be appended to again.
        let size = self.len().saturating_add(more.len()).max(self.len().saturating_mul(2));
        let mut text = EcoString::with_capacity(size);
        text.push_str(self);
        text.push_str(more);
        Text(Arc::new(text))
    }
}

impl Default for Text {
    fn default() -> Text {
        Text::new()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<Text> for str {
    fn eq(&self, other: &Text) -> bool {
        self == other.as_str()
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Text) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(Arc::new(text.into()))
    }
}

impl From<EcoString> for Text {
    fn from(text: EcoString) -> Text {
        Text(Arc::new(text))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(Arc::new(text.into()))
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Text {
        Text::from(text.as_str())
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Text {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl From<char> for Text {
    fn from(character: char) -> Text {
        Text::from(&*character.encode_utf8(&mut [0; 4]))
    }
}

impl From<&Text> for Text {
    fn from(text: &Text) -> Text {
        text.clone()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.into_string()
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        self.append(more);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appending_leaves_other_owners_alone() {
        for start in ["", "short", "longer than what stands beside the count"] {
            let mut text = Text::from(start);
            let other = text.clone();
            text.append("é…");
            text.append("!");
            assert_eq!(text, format!("{start}é…!"));
            assert_eq!(other, start);
        }
    }

    #[test]
    fn appending_an_empty_string_keeps_sharing() {
        let mut text = Text::from("a");
        let other = text.clone();
        text.append("");
        assert!(Arc::ptr_eq(&text.0, &other.0));
    }

    #[test]
    fn a_text_grows_in_few_moves() {
        let mut text = Text::from("a text that was shared before it was appended to");
        let _other = text.clone();
        let mut moves = 0;
        let mut place = text.as_ptr();
        for _ in 0..100_000 {
            text.append("0123456789");
            moves += usize::from(text.as_ptr() != place);
            place = text.as_ptr();
        }
        // Doubling the capacity takes 15 moves for a million bytes.
        assert!(moves <= 20, "{moves}");
    }

    #[test]
    fn capacity_is_used() {
        let mut text = Text::with_capacity(1000);
        text.append("a");
        let place = text.as_ptr();
        text.append(&"b".repeat(999));
        assert_eq!((text.as_ptr(), text.len()), (place, 1000));
    }

    #[test]
    fn hashes_and_order_equal_those_of_str() {
        let hash = |thing: &dyn Fn(&mut rustc_hash::FxHasher)| {
            let mut hasher = rustc_hash::FxHasher::default();
            thing(&mut hasher);
            hasher.finish()
        };
        let texts = ["", "a", "B", "é", "fifteen letters", "sixteen letters!"];
        for a in texts {
            assert_eq!(hash(&|state| Text::from(a).hash(state)), hash(&|state| a.hash(state)));
            for b in texts {
                let (x, y) = (Text::from(a), Text::from(b));
                assert_eq!(x == y, a == b);
                assert_eq!(Text::from(a).cmp(&Text::from(b)), a.cmp(b));
            }
        }
    }
}
