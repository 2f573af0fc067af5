//! [`Lookup`]: the operations that all parts of a lookup share. These are explanation, detection
//! of recursion, and the search of several places with a merge strategy.

use pupa_value::Value;
use pupa_value::value::Text;

use crate::error::{LookupError, LookupResult, LookupStop};
use crate::explanation::{Event, Subject};
use crate::key::LOOKUP_OPTIONS;
use crate::merge::{FoundValue, MergeStrategy};
use crate::state::{Invocation, Lookups};
use crate::world::World;

/// Looks up keys for a run.
pub struct Lookup<'w, W: World> {
    pub(crate) world: &'w mut W,
}

impl<'w, W: World> Lookup<'w, W> {
    /// A lookup on behalf of `world`.
    pub fn new(world: &'w mut W) -> Lookup<'w, W> {
        Lookup { world }
    }

    pub(crate) fn state(&mut self) -> &mut Lookups {
        self.world.lookups()
    }

    /// The innermost lookup in progress.
    pub(crate) fn invocation(&mut self) -> Invocation {
        self.state().current().cloned().unwrap_or_default()
    }

    /// Whether only the global layer is searched.
    pub(crate) fn is_global_only(&mut self) -> bool {
        self.state().current().is_some_and(|invocation| invocation.legacy.global_only)
    }

    /// The module part of the requested key.
    pub(crate) fn module(&mut self) -> Option<Text> {
        self.state().current().and_then(|invocation| invocation.module.clone())
    }

    /// Whether an explanation is being recorded.
    pub fn is_explaining(&mut self) -> bool {
        self.state().explanation.is_some()
    }

    /// Runs `act` inside a new branch of the explanation, titled by `subject`.
    pub(crate) fn within<T>(
        &mut self,
        subject: impl FnOnce() -> Subject,
        act: impl FnOnce(&mut Self) -> LookupResult<T, W::Stop>,
    ) -> LookupResult<T, W::Stop> {
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

    /// Changes the values recorded below the current branch of the explanation.
    ///
    /// Compat: the reference changes values in place while it merges them, and its explanations
    /// show the changed values.
    fn revise(&mut self, change: impl Fn(&Value) -> Value) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.revise(change);
        }
    }

    /// Reports that `lookup_options` determine the merge strategy.
    pub(crate) fn report_merge_source(&mut self) {
        self.report_leaf(|| Subject::MergeSource(LOOKUP_OPTIONS.into()));
    }

    /// Reports that a module has no data or is not installed.
    pub(crate) fn report_module(&mut self, name: &Text, exists: bool) {
        self.report_leaf(|| Subject::Module { name: name.clone(), exists });
    }

    /// Reports that `lookup_options` itself cannot be looked up.
    pub(crate) fn report_invalid_key(&mut self) {
        self.report_leaf(|| Subject::InvalidKey(LOOKUP_OPTIONS.into()));
    }

    fn report_leaf(&mut self, subject: impl FnOnce() -> Subject) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.leaf(subject());
        }
    }

    /// Adds a line of text to the explanation.
    pub fn report_text(&mut self, text: impl FnOnce() -> String) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.report_text(text());
        }
    }

    /// Notes in the explanation that the value that was searched last becomes sensitive.
    pub(crate) fn note_secret(&mut self) {
        if let Some(explanation) = &mut self.state().explanation {
            explanation.note_secret();
        }
    }

    /// Runs `act` without recording it in the explanation.
    pub(crate) fn without_explanation<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let explanation = self.state().explanation.take();
        let result = act(self);
        self.state().explanation = explanation;
        result
    }

    /// Runs `act` while `name` is on the name stack, and fails if it is there already. A
    /// `Puppet::Error` that `act` returns becomes a [`LookupError`].
    pub(crate) fn with_recursion_check<T>(
        &mut self,
        name: &Text,
        act: impl FnOnce(&mut Self) -> LookupResult<T, W::Stop>,
    ) -> LookupResult<T, W::Stop> {
        let max_depth = self.world.max_depth();
        let names = &mut self.state().name_stack;
        if names.contains(name) {
            let names: Vec<&str> = names.iter().map(Text::as_str).collect();
            let message = format!("Recursive lookup detected in [{}]", names.join(", "));
            return Err(LookupError::new(message).into());
        }
        if names.len() >= max_depth {
            let message = format!("More than {max_depth} nested lookups");
            return Err(LookupError::new(message).into());
        }
        names.push(name.clone());
        let result = W::with_stack(|| act(self));
        self.state().name_stack.pop();
        result.map_err(|failure| match failure {
            LookupStop::Puppet(message) => LookupError::new(message).into(),
            LookupStop::Stopped(stop) => match self.world.puppet_error_text(&stop) {
                Some(message) => LookupError::new(message).into(),
                None => LookupStop::Stopped(stop),
            },
            other => other,
        })
    }

    /// Searches several places with `find` and merges the values found. A strategy that takes the
    /// first value stops there.
    pub(crate) fn look_up_and_merge<T>(
        &mut self,
        strategy: &MergeStrategy,
        places: &[T],
        mut find: impl FnMut(&mut Self, &T) -> LookupResult<FoundValue, W::Stop>,
    ) -> LookupResult<FoundValue, W::Stop> {
        if strategy.is_first() {
            for place in places {
                match find(self, place) {
                    Err(LookupStop::NoSuchKey) => {}
                    found => return found,
                }
            }
            return Err(LookupStop::NoSuchKey);
        }
        match places {
            [] => Err(LookupStop::NoSuchKey),
            [only] => match find(self, only)? {
                found if strategy.is_unique() => Ok(strategy.single(found.value).into()),
                found => Ok(found),
            },
            _ => self.within(
                || Subject::Merge(strategy.clone()),
                |lookup| lookup.look_up_and_merge_all(strategy, places, find),
            ),
        }
    }

    fn look_up_and_merge_all<T>(
        &mut self,
        strategy: &MergeStrategy,
        places: &[T],
        mut find: impl FnMut(&mut Self, &T) -> LookupResult<FoundValue, W::Stop>,
    ) -> LookupResult<FoundValue, W::Stop> {
        if self.is_explaining() {
            return self.look_up_and_merge_explained(strategy, places, find);
        }
        let mut values = Vec::with_capacity(places.len());
        let mut are_shared = true;
        for place in places {
            match find(self, place) {
                Ok(found) => {
                    values.push(found.value);
                    are_shared &= found.is_shared;
                }
                Err(LookupStop::NoSuchKey) => {}
                Err(other) => return Err(other),
            }
        }
        let merged = match &self.state().source {
            Some(source) if are_shared => source.files().merges().merge(strategy, values)?,
            _ => strategy.merge_all(values)?.map(FoundValue::from),
        };
        merged.ok_or(LookupStop::NoSuchKey)
    }

    /// As `look_up_and_merge_all`, but merges one value at a time, so that the explanation shows
    /// the effect of each merge.
    fn look_up_and_merge_explained<T>(
        &mut self,
        strategy: &MergeStrategy,
        places: &[T],
        mut find: impl FnMut(&mut Self, &T) -> LookupResult<FoundValue, W::Stop>,
    ) -> LookupResult<FoundValue, W::Stop> {
        let mut merged: Option<Value> = None;
        for place in places {
            let value = match find(self, place) {
                Ok(found) => found.value,
                Err(LookupStop::NoSuchKey) => continue,
                Err(other) => return Err(other),
            };
            merged = Some(match merged {
                None => strategy.start(value)?,
                Some(higher) => {
                    let (merged, changes) = strategy.merge_with_changes(higher, &value)?;
                    self.revise(|value| changes.apply(value));
                    merged
                }
            });
        }
        let merged = merged.ok_or(LookupStop::NoSuchKey)?;
        self.report(|| Event::Result(merged.clone()));
        Ok(merged.into())
    }
}
