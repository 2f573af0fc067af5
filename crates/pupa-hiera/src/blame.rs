//! Where in data a lookup failed, for messages that do not say it.

use std::fmt;

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::regexp::Regexp;
use pupa_value::value::Text;

use crate::engine::Lookup;
use crate::error::{Answer, Refused};
use crate::explanation::{DataPlace, Explanation, Subject};
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::merge::MergeStrategy;
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
        let places = self.places_again(LOOKUP_OPTIONS, |lookup| lookup.explain_options());
        let has_key = |place: &&DataPlace| {
            place.value.as_hash().is_some_and(|options| options.contains_str(key.root()))
        };
        let may_be_it = |place: &&DataPlace| may_have_options(&place.value, key.root());
        let place = places.iter().find(has_key).or_else(|| places.iter().find(may_be_it));
        self.blame_place(LOOKUP_OPTIONS.into(), place);
    }

    /// Remembers where the value of a key stands that another needs, when something is wrong with it.
    #[cold]
    pub(crate) fn blame_needed(&mut self, key: &LookupKey) {
        if self.state().names.is_empty() {
            return;
        }
        let places = self
            .places_again(key.text(), |lookup| lookup.in_layers(key, &MergeStrategy::default()));
        self.blame_place(key.text().clone(), places.first());
    }

    fn blame_place(&mut self, key: Text, place: Option<&DataPlace>) {
        if let Some(DataPlace { file: Some(file), place, .. }) = place {
            self.state().blamed.get_or_insert(Blamed::value(key, file.clone(), *place));
        }
    }

    /// The places of what is looked up again, only to find them out.
    fn places_again(
        &mut self,
        key: &str,
        look_up: impl FnOnce(&mut Lookup<'_, W>) -> Answer<Value, W::Stop>,
    ) -> Vec<DataPlace> {
        let outer = self.state().explanation.replace(Explanation::default());
        // Whoever asks knows what is wrong with it.
        let _ = self.world.quietly(|world| {
            let mut lookup = Lookup::new(world);
            lookup.within(|| Subject::Top(key.into()), look_up)
        });
        let explanation = std::mem::replace(&mut self.state().explanation, outer);
        explanation.map(|explanation| explanation.sources(key)).unwrap_or_default()
    }
}

/// Whether what data has as options of lookups may have some for a key, or is none.
fn may_have_options(options: &Value, key: &str) -> bool {
    let Some(options) = options.as_hash() else { return true };
    options.keys().any(|name| match name.as_str() {
        Some(pattern) if pattern.starts_with('^') => {
            Regexp::new(pattern).map_or(true, |regexp| regexp.is_match(key).unwrap_or(true))
        }
        Some(name) => name == key,
        // What is neither key nor pattern is wrong for all keys.
        None => true,
    })
}
