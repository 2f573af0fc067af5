//! Tags: the words by which resources and catalogs are selected.

use std::sync::Arc;

use pupa_value::value::Text;
use rustc_hash::FxHashSet;

/// The tags of a resource or a catalog, in the order of their addition. Clones share the list until
/// one of them changes.
///
/// ```
/// use pupa_catalog::tags::Tags;
/// let mut tags = Tags::default();
/// tags.add("Apache::Vhost").expect("it is valid");
/// assert_eq!(tags.iter().collect::<Vec<_>>(), ["apache::vhost", "apache", "vhost"]);
/// assert!(tags.add("no tag").is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(Option<Arc<List>>);

/// The largest number of tags that are searched one by one; longer lists have a hash index.
const FEW: usize = 16;

/// A list of unique tags.
#[derive(Debug, Clone, Default)]
struct List {
    all: Vec<Text>,
    /// The same tags, if there are more than `MAX_LINEAR`.
    index: FxHashSet<Text>,
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        self.all == other.all
    }
}

impl Eq for List {}

impl List {
    fn contains(&self, tag: &str) -> bool {
        match self.all.len() {
            0..=FEW => self.all.iter().any(|known| known.as_str() == tag),
            _ => self.index.contains(tag),
        }
    }

    fn push(&mut self, tag: Text) {
        self.all.push(tag);
        match self.all.as_slice() {
            [.., last] if self.all.len() > FEW + 1 => {
                self.index.insert(last.clone());
            }
            all if all.len() > FEW => self.index.extend(all.iter().cloned()),
            _ => {}
        }
    }
}

/// A string that is not a valid tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagError(pub String);

impl std::fmt::Display for TagError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Invalid tag '{}'", self.0)
    }
}

impl std::error::Error for TagError {}

impl Tags {
    /// Adds a tag in lower case and, for a qualified one, its segments.
    ///
    /// # Errors
    /// If the string is not a valid tag.
    pub fn add(&mut self, tag: &str) -> Result<(), TagError> {
        if !has_capitals(tag) && self.contains(tag) {
            return Ok(());
        }
        let tag = lower_case(tag);
        if self.contains(&tag) {
            return Ok(());
        }
        if !is_valid(&tag) {
            return Err(TagError(tag.to_string()));
        }
        self.insert(tag);
        Ok(())
    }

    /// Adds a tag if the string is a valid one.
    pub fn add_if_valid(&mut self, tag: &str) {
        if is_valid(tag) {
            self.insert(lower_case(tag));
        }
    }

    /// Adds a tag if the string is a valid one. A lower-case string is shared, not copied.
    pub fn add_text_if_valid(&mut self, tag: &Text) {
        if is_valid(tag) {
            self.insert(if has_capitals(tag) { lower_case(tag) } else { tag.clone() });
        }
    }

    fn insert(&mut self, tag: Text) {
        if !self.contains(&tag) {
            self.list().push(tag.clone());
            if tag.contains("::") {
                // Compat: an empty segment counts at the beginning, but not at the end.
                for segment in tag.trim_end_matches("::").split("::") {
                    if !self.contains(segment) {
                        self.list().push(segment.into());
                    }
                }
            }
        }
    }

    /// The list for modification.
    fn list(&mut self) -> &mut List {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    fn all(&self) -> &[Text] {
        self.0.as_ref().map_or(&[], |list| &list.all)
    }

    /// Adds the tags of another list.
    pub fn merge(&mut self, other: &Tags) {
        match &self.0 {
            None => self.0.clone_from(&other.0),
            Some(_) => {
                for tag in other.all() {
                    if !self.contains(tag) {
                        self.list().push(tag.clone());
                    }
                }
            }
        }
    }

    /// Whether the tag, given in lower case, is in the list.
    pub fn contains(&self, tag: &str) -> bool {
        self.0.as_ref().is_some_and(|list| list.contains(tag))
    }

    /// The tags in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.all().iter().map(Text::as_str)
    }
}

/// Takes tags as they are, without adding the segments of qualified ones: a finished catalog has
/// them.
impl FromIterator<Text> for Tags {
    fn from_iter<I: IntoIterator<Item = Text>>(tags: I) -> Tags {
        let mut all = Tags::default();
        for tag in tags {
            if !all.contains(&tag) {
                all.list().push(tag);
            }
        }
        all
    }
}

fn lower_case(tag: &str) -> Text {
    if has_capitals(tag) { Text::from(tag.to_lowercase()) } else { Text::from(tag) }
}

/// Whether there may be letters that are not in lower case.
fn has_capitals(tag: &str) -> bool {
    tag.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii())
}

/// Whether a tag consists of letters, digits and underscores, after the first character also
/// colons, dots and dashes. A line break may follow.
fn is_valid(tag: &str) -> bool {
    let tag = tag.strip_suffix('\n').unwrap_or(tag);
    if tag.is_ascii() {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let rest = |byte: &u8| is_word(byte) || matches!(byte, b':' | b'.' | b'-');
        return tag
            .as_bytes()
            .split_first()
            .is_some_and(|(first, all)| is_word(first) && all.iter().all(rest));
    }
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut letters = tag.chars();
    letters.next().is_some_and(is_word)
        && letters.all(|letter| is_word(letter) || matches!(letter, ':' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_and_invalid_tags() {
        for text in ["", " ", "a b", "-a", ":a", "a/b", "é ü"] {
            assert!(Tags::default().add(text).is_err(), "{text:?}");
        }
        for text in ["a", "_a", "1", "a-b.c:d", "é", "a\n", "A::B"] {
            assert!(Tags::default().add(text).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn many_tags_are_found_and_keep_their_order() {
        let names: Vec<String> = (0..100).map(|number| format!("t{number}")).collect();
        let mut tags = Tags::default();
        for name in names.iter().chain(&names) {
            tags.add_if_valid(name);
        }
        let copy = tags.clone();
        tags.add_if_valid("more");
        assert_eq!(copy.iter().collect::<Vec<_>>(), names);
        assert!(tags.contains("more") && !copy.contains("more"));
        assert!(names.iter().all(|name| tags.contains(name)));
        let mut merged = Tags::default();
        merged.add_if_valid("t99");
        merged.merge(&copy);
        assert_eq!((merged.iter().len(), merged.iter().next()), (100, Some("t99")));
    }

    #[test]
    fn segments_come_after_the_whole() {
        let mut tags = Tags::default();
        tags.add_if_valid("a::b::");
        tags.add_if_valid("no tag");
        tags.add_if_valid("B");
        assert_eq!(tags.iter().collect::<Vec<_>>(), ["a::b::", "a", "b"]);
    }
}
