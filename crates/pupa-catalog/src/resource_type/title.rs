//! Title patterns: regular expressions that set attributes from titles.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use pupa_value::regexp::{MatchError, Regexp};

use super::Name;

/// The attributes that a title sets, with their values.
pub type TitleValues<'a> = Vec<(&'a str, Option<Cow<'a, str>>)>;

/// A regular expression for titles with the attributes that its groups set.
#[derive(Debug, Clone, PartialEq)]
pub struct TitlePattern(Matcher);

/// Ruby code that converts the text of groups to the values of attributes.
pub trait TitleCode: fmt::Debug + Send + Sync {
    /// The value of the attribute at `index` for the text of its group.
    ///
    /// # Errors
    /// The message of an exception raised by the code.
    fn value(&self, index: usize, text: Option<&str>) -> Result<Option<String>, String>;
}

#[derive(Debug, Clone)]
enum Matcher {
    /// Any title as a whole: a fast path for the most common pattern.
    Whole(Name),
    /// The pattern [`PATH`]: a fast path for titles of files. The regular expression handles titles
    /// with line breaks.
    Path(Name, Regexp),
    Groups(Regexp, Vec<Name>),
    WithCode(Regexp, Vec<Name>, Arc<dyn TitleCode>),
}

/// Patterns with code are equal if they share the code.
impl PartialEq for Matcher {
    fn eq(&self, other: &Matcher) -> bool {
        match (self, other) {
            (Matcher::Whole(a), Matcher::Whole(b)) | (Matcher::Path(a, _), Matcher::Path(b, _)) => {
                a == b
            }
            (Matcher::Groups(a, names), Matcher::Groups(b, others)) => a == b && names == others,
            (Matcher::WithCode(_, _, a), Matcher::WithCode(_, _, b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// The title pattern of files, in multi-line mode: removes trailing slashes, except those of the
/// root directory and of drives.
const PATH: &str = r"^(/|.+:/|.*[^/])/*\Z";

/// The reason why a title could not be parsed.
#[derive(Debug, Clone, PartialEq)]
pub enum TitleError {
    /// No pattern of the type matches this title.
    NoMatch(String),
    /// A regular expression failed during matching.
    Regexp(MatchError),
    /// The type accepts no titles, or its code raised an exception.
    Invalid(String),
}

impl fmt::Display for TitleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TitleError::NoMatch(title) => {
                write!(f, "No set of title patterns matched the title \"{title}\".")
            }
            TitleError::Regexp(error) => error.fmt(f),
            TitleError::Invalid(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for TitleError {}

impl From<MatchError> for TitleError {
    fn from(error: MatchError) -> TitleError {
        TitleError::Regexp(error)
    }
}

impl TitlePattern {
    /// A pattern whose first group sets the first attribute, and so on.
    pub fn new(regexp: Regexp, mut attributes: Vec<Name>) -> TitlePattern {
        let is_single = attributes.len() == 1;
        let is_multi_line = regexp.options().multi_line;
        TitlePattern(match regexp.source() {
            "(.*)" if is_single && is_multi_line => Matcher::Whole(attributes.remove(0)),
            // The same pattern as written in generated files.
            "(?m-ix:(.*))" if is_single => Matcher::Whole(attributes.remove(0)),
            PATH if is_single && is_multi_line => Matcher::Path(attributes.remove(0), regexp),
            _ => Matcher::Groups(regexp, attributes),
        })
    }

    /// A pattern whose groups are converted by code.
    pub fn with_code(
        regexp: Regexp,
        attributes: Vec<Name>,
        code: Arc<dyn TitleCode>,
    ) -> TitlePattern {
        TitlePattern(Matcher::WithCode(regexp, attributes, code))
    }

    /// A pattern by which any title sets this attribute as a whole.
    pub fn whole(attribute: impl Into<Name>) -> TitlePattern {
        TitlePattern(Matcher::Whole(attribute.into()))
    }

    /// The source of the regular expression.
    pub fn source(&self) -> &str {
        match &self.0 {
            Matcher::Whole(_) => "(.*)",
            Matcher::Path(_, regexp)
            | Matcher::Groups(regexp, _)
            | Matcher::WithCode(regexp, _, _) => regexp.source(),
        }
    }

    /// The attributes that the pattern sets.
    pub fn attributes(&self) -> &[Name] {
        match &self.0 {
            Matcher::Whole(attribute) | Matcher::Path(attribute, _) => {
                std::slice::from_ref(attribute)
            }
            Matcher::Groups(_, attributes) | Matcher::WithCode(_, attributes, _) => attributes,
        }
    }

    /// The attributes with their values; `None` if the title does not match.
    pub(super) fn values<'a>(
        &'a self,
        title: &'a str,
    ) -> Result<Option<TitleValues<'a>>, TitleError> {
        let (regexp, attributes, code) = match &self.0 {
            Matcher::Whole(attribute) => {
                return Ok(Some(vec![(attribute, Some(Cow::Borrowed(title)))]));
            }
            Matcher::Path(attribute, _) if !title.contains('\n') => {
                let path = path(title).map(Cow::Borrowed);
                return Ok(path.map(|path| vec![(attribute.as_ref(), Some(path))]));
            }
            Matcher::Path(attribute, regexp) => (regexp, std::slice::from_ref(attribute), None),
            Matcher::Groups(regexp, attributes) => (regexp, attributes.as_slice(), None),
            Matcher::WithCode(regexp, attributes, code) => {
                (regexp, attributes.as_slice(), Some(code))
            }
        };
        let Some(captures) = regexp.captures(title)? else {
            return Ok(None);
        };
        let mut values: TitleValues<'a> = Vec::with_capacity(attributes.len());
        for (group, attribute) in (1..).zip(attributes) {
            let text = captures.text(group);
            let value = match code {
                Some(code) => {
                    let value = code.value(group - 1, text).map_err(TitleError::Invalid)?;
                    value.map(Cow::Owned)
                }
                None => text.map(Cow::Borrowed),
            };
            // An attribute that is listed twice keeps its first position and gets its last value.
            match values.iter_mut().find(|(known, _)| known == attribute) {
                Some(known) => known.1 = value,
                None => values.push((attribute, value)),
            }
        }
        Ok(Some(values))
    }
}

/// The match of [`PATH`] in a title of one line.
fn path(title: &str) -> Option<&str> {
    let bare = title.trim_end_matches('/');
    let is_drive = bare.len() > 1 && bare.ends_with(':');
    let has_root = bare.is_empty() || is_drive;
    // One of the slashes stays, if there are any.
    let end = if has_root { title.len().min(bare.len() + 1) } else { bare.len() };
    title.get(..end).filter(|path| !path.is_empty())
}
