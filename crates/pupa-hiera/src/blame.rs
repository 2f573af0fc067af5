//! Where in data a lookup failed, for messages that do not say it.

use std::fmt;

use pupa_data::Place;
use pupa_value::value::Text;

/// What was being read when a lookup failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blamed {
    /// The key; none when the file as a whole is to blame.
    pub key: Option<Text>,
    /// The data file.
    pub file: Text,
    /// Where in the file.
    pub place: Option<Place>,
}

impl Blamed {
    /// Whether a message names the place already.
    pub fn is_told_by(&self, message: &str) -> bool {
        let names_line = |place: Place| {
            let line = format!("line {}", place.line);
            let mut behind = message.split(&line).skip(1);
            behind.any(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        };
        message.contains(self.file.as_str()) && self.place.is_none_or(names_line)
    }
}

/// Advice: `the value of 'port' is from data/common.yaml, line 3`.
impl fmt::Display for Blamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Some(key) => write!(f, "the value of '{key}' is from {}", self.file)?,
            None => write!(f, "the error is in {}", self.file)?,
        }
        match self.place {
            Some(place) => write!(f, ", line {}", place.line),
            None => Ok(()),
        }
    }
}
