//! A lookup at work: what all parts of it share.

use pupa_value::Value;
use pupa_value::value::Text;

use crate::error::{Answer, LookupError, Refused};
use crate::explanation::{Event, Subject};
use crate::key::LOOKUP_OPTIONS;
use crate::merge::{Found, MergeStrategy};
use crate::state::{Invocation, Lookups};
use crate::world::World;

/// Looks things up for a run.
pub struct Lookup<'w, W: World> {
    pub(crate) world: &'w mut W,
}

impl<'w, W: World> Lookup<'w, W> {
    /// Looks things up for that run.
    pub fn new(world: &'w mut W) -> Lookup<'w, W> {
        Lookup { world }
    }

    pub(crate) fn state(&mut self) -> &mut Lookups {
        self.world.lookups()
    }

    /// The lookup that is under way.
    pub(crate) fn invocation(&mut self) -> Invocation {
        self.state().current().cloned().unwrap_or_default()
    }

    /// Whether only the global layer is asked.
    pub(crate) fn is_global_only(&mut self) -> bool {
        self.state().current().is_some_and(|invocation| invocation.legacy.global_only)
    }

    /// The module of the key that is looked up.
    pub(crate) fn module(&mut self) -> Option<Text> {
        self.state().current().and_then(|invocation| invocation.module.clone())
    }

    /// Whether somebody wants to know how it goes.
    pub fn is_explained(&mut self) -> bool {
        self.state().explanation.is_some()
    }

    /// Does something that is told under a heading.
    pub(crate) fn within<T>(
        &mut self,
        subject: impl FnOnce() -> Subject,
        act: impl FnOnce(&mut Self) -> Answer<T, W::Stop>,
    ) -> Answer<T, W::Stop> {
        match &mut self.state().explanation {
            None => return act(self),
            Some(explanation) => explanation.push(subject()),
        }
        let result = act(self);
        if let Some(explanation) = &mut self.state().explanation {
            explanation.pop();
        }
        result
    }

    pub(crate) fn report(&mut self, event: impl FnOnce() -> Event) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.report(event());
        }
    }

    pub(crate) fn report_found(&mut self, key: &str, value: &Value) {
        self.report(|| Event::Found(key.to_owned(), value.clone()));
    }

    pub(crate) fn report_not_found(&mut self, key: &str) {
        self.report(|| Event::NotFound(key.to_owned()));
    }

    /// Changes the values that were told below the heading that is open.
    ///
    /// Compat: the reference changes values while it merges them, and tells of them afterwards.
    fn revise(&mut self, change: impl Fn(&Value) -> Value) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.revise(change);
        }
    }

    /// Says where a strategy comes from.
    pub(crate) fn report_merge_source(&mut self) {
        self.report_leaf(|| Subject::MergeSource(LOOKUP_OPTIONS.into()));
    }

    /// Says that a module has no data.
    pub(crate) fn report_module(&mut self, name: &Text, exists: bool) {
        self.report_leaf(|| Subject::Module { name: name.clone(), exists });
    }

    /// Says that there is no such key among those that may be looked up.
    pub(crate) fn report_invalid_key(&mut self) {
        self.report_leaf(|| Subject::InvalidKey(LOOKUP_OPTIONS.into()));
    }

    fn report_leaf(&mut self, subject: impl FnOnce() -> Subject) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.leaf(subject());
        }
    }

    /// Says something in the explanation.
    pub fn say(&mut self, text: impl FnOnce() -> String) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.say(text());
        }
    }

    /// Does something without explaining it.
    pub(crate) fn silently<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let explanation = self.state().explanation.take();
        let result = act(self);
        self.state().explanation = explanation;
        result
    }

    /// Does something for a name, which must not need itself. Errors of the language that come
    /// out of it are errors of the lookup.
    pub(crate) fn checked<T>(
        &mut self,
        name: &Text,
        act: impl FnOnce(&mut Self) -> Answer<T, W::Stop>,
    ) -> Answer<T, W::Stop> {
        let max_depth = self.world.max_depth();
        let names = &mut self.state().names;
        if names.contains(name) {
            let names: Vec<&str> = names.iter().map(Text::as_str).collect();
            let message = format!("Recursive lookup detected in [{}]", names.join(", "));
            return Err(LookupError::new(message).into());
        }
        if names.len() >= max_depth {
            let message = format!("More than {max_depth} lookups are under way at once");
            return Err(LookupError::new(message).into());
        }
        names.push(name.clone());
        let result = W::with_stack(|| act(self));
        self.state().names.pop();
        result.map_err(|refused| match refused {
            Refused::Failed(message) => LookupError::new(message).into(),
            Refused::Stopped(stop) => match self.world.language_error_text(&stop) {
                Some(message) => LookupError::new(message).into(),
                None => Refused::Stopped(stop),
            },
            other => other,
        })
    }

    /// The value that a strategy makes of what several places have.
    pub(crate) fn merged<T>(
        &mut self,
        strategy: &MergeStrategy,
        places: &[T],
        mut find: impl FnMut(&mut Self, &T) -> Answer<Found, W::Stop>,
    ) -> Answer<Found, W::Stop> {
        if strategy.is_first() {
            for place in places {
                match find(self, place) {
                    Err(Refused::NoSuchKey) => {}
                    found => return found,
                }
            }
            return Err(Refused::NoSuchKey);
        }
        match places {
            [] => Err(Refused::NoSuchKey),
            [only] => match find(self, only)? {
                found if strategy.is_unique() => Ok(strategy.single(found.value).into()),
                found => Ok(found),
            },
            _ => self.within(
                || Subject::Merge(strategy.clone()),
                |lookup| lookup.merged_all(strategy, places, find),
            ),
        }
    }

    fn merged_all<T>(
        &mut self,
        strategy: &MergeStrategy,
        places: &[T],
        mut find: impl FnMut(&mut Self, &T) -> Answer<Found, W::Stop>,
    ) -> Answer<Found, W::Stop> {
        if self.is_explained() {
            return self.merged_observed(strategy, places, find);
        }
        let mut values = Vec::with_capacity(places.len());
        let mut are_kept = true;
        for place in places {
            match find(self, place) {
                Ok(found) => {
                    values.push(found.value);
                    are_kept &= found.is_kept;
                }
                Err(Refused::NoSuchKey) => {}
                Err(other) => return Err(other),
            }
        }
        let merged = match &self.state().source {
            Some(source) if are_kept => source.files().merges().merge(strategy, values)?,
            _ => strategy.merge_all(values)?.map(Found::from),
        };
        merged.ok_or(Refused::NoSuchKey)
    }

    /// The same, one value after the other, as explanations tell it.
    fn merged_observed<T>(
        &mut self,
        strategy: &MergeStrategy,
        places: &[T],
        mut find: impl FnMut(&mut Self, &T) -> Answer<Found, W::Stop>,
    ) -> Answer<Found, W::Stop> {
        let mut merged: Option<Value> = None;
        for place in places {
            let value = match find(self, place) {
                Ok(found) => found.value,
                Err(Refused::NoSuchKey) => continue,
                Err(other) => return Err(other),
            };
            merged = Some(match merged {
                None => strategy.start(value)?,
                Some(higher) => {
                    let (merged, changes) = strategy.merge_observed(higher, &value)?;
                    self.revise(|value| changes.apply(value));
                    merged
                }
            });
        }
        let merged = merged.ok_or(Refused::NoSuchKey)?;
        self.report(|| Event::Result(merged.clone()));
        Ok(merged.into())
    }
}
