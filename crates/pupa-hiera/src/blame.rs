//! Where in data a lookup failed, for messages that do not say it.

use std::fmt;

use pupa_data::Place;
use pupa_value::value::{Hash, Text};

use crate::engine::Lookup;
use crate::error::{Answer, Refused};
use crate::explanation::{DataPlace, Explanation, Subject};
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::world::World;

/// What was being read when a lookup failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blamed {
    /// The key; none when the file as a whole is to blame.
    pub key: Option<Text>,
    /// The data file.
    pub file: Text,
    /// Where in the file.
    pub place: Option<Place>,
    /// What else is known of it.
    pub more: Option<String>,
}

impl Blamed {
    /// The value of a key.
    pub fn value(key: Text, file: Text, place: Option<Place>) -> Blamed {
        Blamed { key: Some(key), file, place, more: None }
    }

    /// A file as a whole, or a place in it.
    pub fn file(file: Text, place: Option<Place>) -> Blamed {
        Blamed { key: None, file, place, more: None }
    }

    /// Whether a message names the place already.
    pub fn is_told_by(&self, message: &str) -> bool {
        let names_line = |place: Place| {
            let line = format!("line {}", place.line);
            let mut behind = message.split(&line).skip(1);
            behind.any(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        };
        message.contains(self.file.as_str())
            && self.place.is_none_or(names_line)
            && self.more.is_none()
    }
}

/// Advice: `the value of 'port' is from data/common.yaml, line 3`.
impl fmt::Display for Blamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Some(key) => write!(f, "the value of '{key}' is from {}", self.file)?,
            None => write!(f, "the error is in {}", self.file)?,
        }
        if let Some(place) = self.place {
            write!(f, ", line {}", place.line)?;
        }
        match &self.more {
            Some(more) => write!(f, "; {more}"),
            None => Ok(()),
        }
    }
}

impl<W: World> Lookup<'_, W> {
    /// What options in data have for a key; remembers where they stand when something is wrong with
    /// them.
    pub(crate) fn blaming_options<T>(
        &mut self,
        key: &LookupKey,
        answer: Answer<T, W::Stop>,
    ) -> Answer<T, W::Stop> {
        match &answer {
            // What is wrong with a configuration is told with its place.
            Err(Refused::Lookup(error)) if error.file.is_some() => {}
            Err(Refused::Lookup(_) | Refused::Failed(_) | Refused::Wrong(_)) => {
                self.blame_options(key);
            }
            _ => {}
        }
        answer
    }

    #[cold]
    fn blame_options(&mut self, key: &LookupKey) {
        if self.state().blamed.is_some() {
            return;
        }
        let outer = self.state().explanation.replace(Explanation::default());
        // Whoever asks knows what is wrong with them.
        let _ = self.world.quietly(|world| {
            let mut lookup = Lookup::new(world);
            lookup.within(|| Subject::Top(LOOKUP_OPTIONS.into()), Lookup::explain_options)
        });
        let explanation = std::mem::replace(&mut self.state().explanation, outer);
        let places = explanation.map(|explanation| explanation.sources(LOOKUP_OPTIONS));
        let places = places.unwrap_or_default();
        let has_key = |place: &&DataPlace| {
            let options = place.value.as_hash();
            options.is_some_and(|options: &Hash| options.get_str(key.root()).is_some())
        };
        let place = places.iter().find(has_key).or(places.first());
        if let Some(DataPlace { file: Some(file), place, .. }) = place {
            let blamed = Blamed::value(LOOKUP_OPTIONS.into(), file.clone(), *place);
            self.state().blamed = Some(blamed);
        }
    }
}
