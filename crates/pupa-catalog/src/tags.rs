//! Tags: words that resources and catalogs can be found by.

use indexmap::IndexSet;
use pupa_value::value::Text;
use rustc_hash::FxBuildHasher;

/// The tags of a resource or a catalog, in the order in which they came.
///
/// ```
/// use pupa_catalog::tags::Tags;
/// let mut tags = Tags::default();
/// tags.add("Apache::Vhost").expect("it is valid");
/// assert_eq!(tags.iter().collect::<Vec<_>>(), ["apache::vhost", "apache", "vhost"]);
/// assert!(tags.add("no tag").is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(IndexSet<Text, FxBuildHasher>);

/// A text that can't be a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTag(pub String);

impl std::fmt::Display for InvalidTag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Invalid tag '{}'", self.0)
    }
}

impl std::error::Error for InvalidTag {}

impl Tags {
    /// Adds a tag, in lower case, and the segments of a qualified one.
    ///
    /// # Errors
    /// When the text can't be a tag.
    pub fn add(&mut self, tag: &str) -> Result<(), InvalidTag> {
        let tag = lower_case(tag);
        if self.0.contains(tag.as_str()) {
            return Ok(());
        }
        if !is_valid(&tag) {
            return Err(InvalidTag(tag.to_string()));
        }
        self.insert(tag);
        Ok(())
    }

    /// Adds a tag if the text can be one.
    pub fn add_if_valid(&mut self, tag: &str) {
        if is_valid(tag) {
            self.insert(lower_case(tag));
        }
    }

    fn insert(&mut self, tag: Text) {
        if self.0.insert(tag.clone()) && tag.contains("::") {
            // Compat: an empty segment at the beginning is one too, those at the end are not.
            let segments = tag.trim_end_matches("::").split("::");
            self.0.extend(segments.map(Text::from));
        }
    }

    /// Adds the tags of another.
    pub fn merge(&mut self, other: &Tags) {
        for tag in &other.0 {
            if !self.0.contains(tag) {
                self.0.insert(tag.clone());
            }
        }
    }

    /// Whether it has a tag, which is in lower case.
    pub fn contains(&self, tag: &str) -> bool {
        self.0.contains(tag)
    }

    /// The tags in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(Text::as_str)
    }
}

fn lower_case(tag: &str) -> Text {
    if tag.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        return Text::from(tag.to_lowercase());
    }
    Text::from(tag)
}

/// Letters, digits and underscores, then also colons, dots and dashes. A line break may follow.
fn is_valid(tag: &str) -> bool {
    let tag = tag.strip_suffix('\n').unwrap_or(tag);
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut letters = tag.chars();
    letters.next().is_some_and(is_word)
        && letters.all(|letter| is_word(letter) || matches!(letter, ':' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_tags() {
        for text in ["", " ", "a b", "-a", ":a", "a/b", "é ü"] {
            assert!(Tags::default().add(text).is_err(), "{text:?}");
        }
        for text in ["a", "_a", "1", "a-b.c:d", "é", "a\n", "A::B"] {
            assert!(Tags::default().add(text).is_ok(), "{text:?}");
        }
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
