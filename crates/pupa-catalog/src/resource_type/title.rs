//! Titles: which attributes they set.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use pupa_value::regexp::{MatchError, Regexp};

use super::Name;

/// The attributes that a title sets, and to what.
pub type TitleValues<'a> = Vec<(&'a str, Option<Cow<'a, str>>)>;

/// A regular expression for titles, and the attributes that its groups set.
#[derive(Debug, Clone, PartialEq)]
pub struct TitlePattern(Form);

/// Code that changes the text of groups before it becomes the value of attributes.
pub trait TitleCode: fmt::Debug + Send + Sync {
    /// The value that the attribute at an index gets for the text of its group.
    ///
    /// # Errors
    /// The message of the exception that the code has raised.
    fn value(&self, index: usize, text: Option<&str>) -> Result<Option<String>, String>;
}

#[derive(Debug, Clone)]
enum Form {
    /// Any title as a whole, which is so common that no regular expression is asked.
    Whole(Name),
    /// [`PATH`], which every file is asked for; the regular expression is for several lines.
    Path(Name, Regexp),
    Groups(Regexp, Vec<Name>),
    Coded(Regexp, Vec<Name>, Arc<dyn TitleCode>),
}

/// Patterns with code are equal when they share it.
impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        match (self, other) {
            (Form::Whole(a), Form::Whole(b)) | (Form::Path(a, _), Form::Path(b, _)) => a == b,
            (Form::Groups(a, names), Form::Groups(b, others)) => a == b && names == others,
            (Form::Coded(_, _, a), Form::Coded(_, _, b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// What titles of files are taken apart by, with `.` for line breaks too: slashes at the end are
/// left out, but for those of the root directory and of drives.
const PATH: &str = r"^(/|.+:/|.*[^/])/*\Z";

/// Why a title could not be taken apart.
#[derive(Debug, Clone, PartialEq)]
pub enum TitleError {
    /// No pattern of the type matches this title.
    NoMatch(String),
    /// A pattern could not be matched.
    Regexp(MatchError),
    /// The type accepts no title, or its code has raised an exception.
    Refused(String),
}

impl fmt::Display for TitleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TitleError::NoMatch(title) => {
                write!(f, "No set of title patterns matched the title \"{title}\".")
            }
            TitleError::Regexp(error) => error.fmt(f),
            TitleError::Refused(message) => f.write_str(message),
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
            "(.*)" if is_single && is_multi_line => Form::Whole(attributes.remove(0)),
            // The same as it is written to files.
            "(?m-ix:(.*))" if is_single => Form::Whole(attributes.remove(0)),
            PATH if is_single && is_multi_line => Form::Path(attributes.remove(0), regexp),
            _ => Form::Groups(regexp, attributes),
        })
    }

    /// A pattern whose groups are changed by code.
    pub fn with_code(
        regexp: Regexp,
        attributes: Vec<Name>,
        code: Arc<dyn TitleCode>,
    ) -> TitlePattern {
        TitlePattern(Form::Coded(regexp, attributes, code))
    }

    /// Any title sets this attribute.
    pub fn whole(attribute: impl Into<Name>) -> TitlePattern {
        TitlePattern(Form::Whole(attribute.into()))
    }

    /// The regular expression, as it is written.
    pub fn source(&self) -> &str {
        match &self.0 {
            Form::Whole(_) => "(.*)",
            Form::Path(_, regexp) | Form::Groups(regexp, _) | Form::Coded(regexp, _, _) => {
                regexp.source()
            }
        }
    }

    /// The attributes that it sets.
    pub fn attributes(&self) -> &[Name] {
        match &self.0 {
            Form::Whole(attribute) | Form::Path(attribute, _) => std::slice::from_ref(attribute),
            Form::Groups(_, attributes) | Form::Coded(_, attributes, _) => attributes,
        }
    }

    /// The attributes with their values, if the title matches.
    pub(super) fn values<'a>(
        &'a self,
        title: &'a str,
    ) -> Result<Option<TitleValues<'a>>, TitleError> {
        let (regexp, attributes, code) = match &self.0 {
            Form::Whole(attribute) => {
                return Ok(Some(vec![(attribute, Some(Cow::Borrowed(title)))]));
            }
            Form::Path(attribute, _) if !title.contains('\n') => {
                let path = path(title).map(Cow::Borrowed);
                return Ok(path.map(|path| vec![(attribute.as_ref(), Some(path))]));
            }
            Form::Path(attribute, regexp) => (regexp, std::slice::from_ref(attribute), None),
            Form::Groups(regexp, attributes) => (regexp, attributes.as_slice(), None),
            Form::Coded(regexp, attributes, code) => (regexp, attributes.as_slice(), Some(code)),
        };
        let Some(captures) = regexp.captures(title)? else {
            return Ok(None);
        };
        let mut values: TitleValues<'a> = Vec::with_capacity(attributes.len());
        for (group, attribute) in (1..).zip(attributes) {
            let text = captures.text(group);
            let value = match code {
                Some(code) => {
                    let value = code.value(group - 1, text).map_err(TitleError::Refused)?;
                    value.map(Cow::Owned)
                }
                None => text.map(Cow::Borrowed),
            };
            // An attribute that is named twice has its first place and its last value.
            match values.iter_mut().find(|(known, _)| known == attribute) {
                Some(known) => known.1 = value,
                None => values.push((attribute, value)),
            }
        }
        Ok(Some(values))
    }
}

/// What [`PATH`] takes from a title of one line.
fn path(title: &str) -> Option<&str> {
    let bare = title.trim_end_matches('/');
    let is_drive = bare.len() > 1 && bare.ends_with(':');
    let has_root = bare.is_empty() || is_drive;
    // One of the slashes stays, if there are any.
    let end = if has_root { title.len().min(bare.len() + 1) } else { bare.len() };
    title.get(..end).filter(|path| !path.is_empty())
}
