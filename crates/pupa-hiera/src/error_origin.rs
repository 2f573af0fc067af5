//! The place in data where a failed lookup went wrong, for errors whose message does not name it.

use std::fmt;

use pupa_data::Place;
use pupa_value::Value;
use pupa_value::regexp::Regexp;
use pupa_value::value::Text;

use crate::error::{LookupResult, LookupStop};
use crate::explanation::{DataPlace, Explanation, Subject};
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::lookup::Lookup;
use crate::merge::MergeStrategy;
use crate::world::World;

/// The data that was being read when a lookup failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorOrigin {
    /// The key whose value is wrong; `None` if the file as a whole is.
    pub key: Option<Text>,
    /// The data file or configuration.
    pub file: Text,
    /// The place in the file.
    pub place: Option<Place>,
    /// A further hint at the cause.
    pub note: Option<String>,
}

impl ErrorOrigin {
    /// The value of a key in a data file.
    pub fn value(key: Text, file: Text, place: Option<Place>) -> ErrorOrigin {
        ErrorOrigin { key: Some(key), file, place, note: None }
    }

    /// A whole file, or a place in it.
    pub fn file(file: Text, place: Option<Place>) -> ErrorOrigin {
        ErrorOrigin { key: None, file, place, note: None }
    }

    /// Whether a message already names the file and line, so that repeating them adds nothing.
    pub fn is_named_in(&self, message: &str) -> bool {
        let names_line = |place: Place| {
            let line = format!("line {}", place.line);
            let mut after_line = message.split(&line).skip(1);
            after_line.any(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        };
        message.contains(self.file.as_str())
            && self.place.is_none_or(names_line)
            && self.note.is_none()
    }
}

/// Advice: `the value of 'port' is from data/common.yaml, line 3`.
impl fmt::Display for ErrorOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Some(key) => write!(f, "the value of '{key}' is from {}", self.file)?,
            None => write!(f, "the error is in {}", self.file)?,
        }
        if let Some(place) = self.place {
            write!(f, ", line {}", place.line)?;
        }
        match &self.note {
            Some(note) => write!(f, "; {note}"),
            None => Ok(()),
        }
    }
}

impl<W: World> Lookup<'_, W> {
    /// Passes on the result of using the options of a key. If it is an error, records the place of
    /// the options as its origin.
    pub(crate) fn trace_options_error<T>(
        &mut self,
        key: &LookupKey,
        result: LookupResult<T, W::Stop>,
    ) -> LookupResult<T, W::Stop> {
        match &result {
            // Errors in a configuration already carry their location.
            Err(LookupStop::Lookup(error)) if error.file.is_some() => {}
            Err(LookupStop::Lookup(_) | LookupStop::Puppet(_) | LookupStop::Other(_)) => {
                self.record_options_origin(key);
            }
            _ => {}
        }
        result
    }

    #[cold]
    fn record_options_origin(&mut self, key: &LookupKey) {
        if self.state().error_origin.is_some() {
            return;
        }
        let places = self.find_sources_again(LOOKUP_OPTIONS, |lookup| lookup.explain_options());
        let has_key = |place: &&DataPlace| {
            place.value.as_hash().is_some_and(|options| options.contains_str(key.root()))
        };
        let may_be_it = |place: &&DataPlace| may_have_options(&place.value, key.root());
        let place = places.iter().find(has_key).or_else(|| places.iter().find(may_be_it));
        self.record_place_origin(LOOKUP_OPTIONS.into(), place);
    }

    /// Records the place of a key's value as the origin of an error, if another key's lookup needs
    /// that value.
    #[cold]
    pub(crate) fn record_value_origin(&mut self, key: &LookupKey) {
        if self.state().name_stack.is_empty() {
            return;
        }
        let places = self.find_sources_again(key.text(), |lookup| {
            lookup.look_up_in_layers(key, &MergeStrategy::default())
        });
        self.record_place_origin(key.text().clone(), places.first());
    }

    fn record_place_origin(&mut self, key: Text, place: Option<&DataPlace>) {
        if let Some(DataPlace { file: Some(file), place, .. }) = place {
            self.state().error_origin.get_or_insert(ErrorOrigin::value(key, file.clone(), *place));
        }
    }

    /// Repeats a lookup with an explanation to find the places that the value of a key comes from.
    fn find_sources_again(
        &mut self,
        key: &str,
        look_up: impl FnOnce(&mut Lookup<'_, W>) -> LookupResult<Value, W::Stop>,
    ) -> Vec<DataPlace> {
        let outer = self.state().explanation.replace(Explanation::default());
        // The caller already has the error.
        let _ = self.world.without_logging(|world| {
            let mut lookup = Lookup::new(world);
            lookup.within(|| Subject::Top(key.into()), look_up)
        });
        let explanation = std::mem::replace(&mut self.state().explanation, outer);
        explanation.map(|explanation| explanation.sources(key)).unwrap_or_default()
    }
}

/// Whether `lookup_options` of this value may apply to a key, or are malformed.
fn may_have_options(options: &Value, key: &str) -> bool {
    let Some(options) = options.as_hash() else { return true };
    options.keys().any(|name| match name.as_str() {
        Some(pattern) if pattern.starts_with('^') => {
            Regexp::new(pattern).map_or(true, |regexp| regexp.is_match(key).unwrap_or(true))
        }
        Some(name) => name == key,
        // An entry that is not a string is an error for every key.
        None => true,
    })
}
