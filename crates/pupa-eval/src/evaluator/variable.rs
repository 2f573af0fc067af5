//! Finds the values of variables.

use pupa_syntax::tree::ExprId;
use pupa_syntax::validate::Strict;
use pupa_value::value::{Hash, Text};
use pupa_value::{ErrorKind, Value};

use super::run::{Frame, NO_PROGRAM};
use super::scope::Bound;
use super::{Evaluator, Run};
use crate::issues;
use crate::log::Level;
use crate::program::node::{SlotPlace, VariableUse};
use crate::stop::{Outcome, Stop};

/// The variables that always exist, although their value may be `undef`.
const ALWAYS_THERE: [&str; 2] = ["module_name", "caller_module_name"];

impl Run<'_> {
    /// A parameter of the running lambda or function.
    #[inline]
    pub(super) fn parameter(&mut self, slot: u32, take: bool) -> Value {
        let slot = &mut self.stack[self.base + slot as usize];
        match slot {
            // It remains assigned (to undef), so that it can't be assigned again.
            Some(value) if take => std::mem::take(value),
            Some(value) => value.clone(),
            None => Value::Undef,
        }
    }

    /// The value of a slot, if it has one.
    pub(super) fn slot(&self, place: SlotPlace) -> Option<&Value> {
        let mut frame = self.frame;
        for _ in 0..place.depth {
            frame = self.frames.get(frame as usize)?.parent;
        }
        let base = self.frames.get(frame as usize)?.base;
        self.stack.get(base + place.slot as usize)?.as_ref()
    }

    /// A variable in a frame of another program, visible only to templates.
    fn caller_variable(&self, name: &str) -> Option<&Value> {
        let mut number = self.frame;
        while let Some(frame) = self.frames.get(number as usize) {
            if frame.program != self.program
                && let Some(value) = self.frame_variable(number, name)
            {
                return Some(value);
            }
            number = frame.parent;
        }
        None
    }

    pub(super) fn frame_variable(&self, number: u32, name: &str) -> Option<&Value> {
        let frame = self.frames.get(number as usize)?;
        let names = match frame.program {
            NO_PROGRAM => self.given_names.get(frame.layout as usize)?,
            program => &self.programs[program as usize].frames[frame.layout as usize],
        };
        let slot = names.iter().position(|known| known.as_str() == name)?;
        self.stack.get(frame.base + slot)?.as_ref()
    }

    /// A variable of the running lambdas and functions.
    pub(crate) fn enclosing_variable(&self, name: &str) -> Option<&Value> {
        let mut number = self.frame;
        while let Some(frame) = self.frames.get(number as usize) {
            let found = self.frame_variable(number, name);
            if found.is_some() {
                return found;
            }
            number = frame.parent;
        }
        None
    }

    /// The variables of the running lambdas and functions, the innermost first.
    pub(crate) fn frame_variables(&self) -> Vec<(Text, Value)> {
        let mut all = Vec::new();
        let mut number = self.frame;
        while let Some(frame) = self.frames.get(number as usize) {
            let names = match frame.program {
                NO_PROGRAM => self.given_names.get(frame.layout as usize),
                program => self.programs[program as usize].frames.get(frame.layout as usize),
            };
            for (slot, name) in names.into_iter().flat_map(|names| names.iter()).enumerate() {
                if let Some(Some(value)) = self.stack.get(frame.base + slot) {
                    all.push((name.clone(), value.clone()));
                }
            }
            number = frame.parent;
        }
        all
    }

    /// Adds a frame with the entries of a hash as variables, for a template without declared
    /// parameters; returns its number.
    pub(super) fn push_variables(&mut self, parent: u32, variables: &Hash) -> u32 {
        let names = variables.keys().map(|key| Text::from(key.as_str().unwrap_or_default()));
        self.given_names.push(names.collect());
        let layout = (self.given_names.len() - 1) as u32;
        let base = self.stack.len();
        self.stack.extend(variables.values().cloned().map(Some));
        self.frames.push(Frame { base, parent, program: NO_PROGRAM, layout });
        (self.frames.len() - 1) as u32
    }

    /// Removes the frame that was added last.
    pub(super) fn pop_variables(&mut self) {
        self.given_names.pop();
        if let Some(frame) = self.frames.pop() {
            self.stack.truncate(frame.base);
        }
    }
}

impl Evaluator<'_> {
    pub(super) fn variable(&mut self, variable: &VariableUse, at: ExprId) -> Outcome {
        for place in &variable.places {
            if let Some(value) = self.run.slot(*place) {
                return Ok(value.clone());
            }
        }
        if self.run.is_in_logic() {
            return match self.objects().logic_variable(&variable.name)? {
                Some(value) => Ok(value),
                None => self.missing(&variable.name, at),
            };
        }
        if let Some(value) = self.run.caller_variable(&variable.name) {
            return Ok(value.clone());
        }
        match self.run.scopes.find(&variable.name) {
            Bound::Value(value) => Ok(value.clone()),
            Bound::NotYet => Err(Box::new(Stop::NotYetEvaluated(variable.name.to_string()))),
            Bound::Missing => self.missing(&variable.name, at),
        }
    }

    pub(super) fn qualified_variable(&mut self, name: &str, at: ExprId) -> Outcome {
        match self.find_qualified(name) {
            Some(value) => Ok(value),
            None => self.missing(name, at),
        }
    }

    fn find_qualified(&mut self, name: &str) -> Option<Value> {
        let absolute = name.strip_prefix("::").unwrap_or(name);
        match absolute.rsplit_once("::") {
            None => self.run.scopes.top(absolute).cloned(),
            Some((class, variable)) => {
                let found = self.catalog_view().class_variable(class, variable);
                found.or_else(|| self.run.scopes.top(absolute).cloned())
            }
        }
    }

    /// A variable by its name, in the current context.
    pub(crate) fn dynamic_variable(&mut self, name: &str) -> Option<Value> {
        // Searching for one character first is much faster, and lookups come here often.
        if name.contains(':') && name.contains("::") {
            return self.find_qualified(name);
        }
        if let Ok(number) = name.parse() {
            return Some(self.run.match_variable(number));
        }
        if let Some(value) = self.run.enclosing_variable(name) {
            return Some(value.clone());
        }
        let found = match self.run.scopes.find(name) {
            Bound::Value(value) => Some(value.clone()),
            Bound::NotYet | Bound::Missing => None,
        };
        found.or_else(|| ALWAYS_THERE.contains(&name).then_some(Value::Undef))
    }

    /// Returns the result of reading a variable without a value.
    #[cold]
    fn missing(&mut self, name: &str, at: ExprId) -> Outcome {
        if ALWAYS_THERE.contains(&name) {
            return Ok(Value::Undef);
        }
        self.look_for_class_of(name)?;
        let diagnostic = issues::unknown_variable(name);
        if self.run.settings.strict_variables {
            return Err(self.run.complain(at, diagnostic).advised(self.advice_on_variable(name)));
        }
        match self.run.settings.strict {
            Strict::Error => {
                return Err(self
                    .run
                    .complain(at, diagnostic)
                    .advised(self.advice_on_variable(name)));
            }
            Strict::Warning => {
                let place = self.run.place_of(self.run.program, at);
                self.run.push_log(Level::Warning, diagnostic.message, String::new(), Some(place));
            }
            Strict::Off => {}
        }
        Ok(Value::Undef)
    }

    /// Reads the file of the class to which a variable would belong.
    ///
    /// Compat: errors of the reference's parser in that file are not reported, those of Ruby are.
    fn look_for_class_of(&mut self, name: &str) -> Outcome<()> {
        let absolute = name.strip_prefix("::").unwrap_or(name);
        let Some((class, _)) = absolute.rsplit_once("::") else { return Ok(()) };
        match self.compilation().find_class(class).map_err(|stop| *stop) {
            Err(Stop::Error(error)) if error.kind != ErrorKind::Parse => Err(error.into()),
            _ => Ok(()),
        }
    }
}
