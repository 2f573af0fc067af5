//! A call of a native function: its arguments, its block, and what it may ask of evaluation.

use pupa_syntax::Edition;
use pupa_value::loader::TypeLoader;
use pupa_value::{Type, Value};

use crate::evaluator::Evaluator;
use crate::evaluator::lambda::Block;
use crate::failure::{Outcome, Stop, error};
use crate::host::Host;
use crate::limits::Limits;
use crate::log::{Level, Place};
use crate::settings::Settings;

/// A call of a native function that is under way.
pub struct Call<'c, 'h> {
    pub(crate) evaluator: &'c mut Evaluator<'h>,
    /// The name the function was called by.
    pub name: &'c str,
    /// The arguments. A function may take values out of here.
    pub args: Vec<Value>,
    pub(crate) block: Option<Block<'c>>,
}

impl<'c, 'h> Call<'c, 'h> {
    /// An argument; `undef` when it was not given.
    pub fn arg(&self, index: usize) -> &Value {
        self.args.get(index).unwrap_or(&Value::Undef)
    }

    /// Takes an argument out of the call, so that it can be changed in place if nothing else
    /// has it. `undef` when it was not given.
    pub fn take(&mut self, index: usize) -> Value {
        self.args.get_mut(index).map(std::mem::take).unwrap_or_default()
    }

    /// The text of an argument that the signature says is a string; empty when it is none.
    pub fn text(&self, index: usize) -> &str {
        self.arg(index).as_str().unwrap_or_default()
    }

    /// Whether the call has a block.
    pub fn has_block(&self) -> bool {
        self.block.is_some()
    }

    /// Returns the number of parameters of the block; 0 without a block.
    pub fn block_parameters(&self) -> usize {
        self.block.map_or(0, Block::parameter_count)
    }

    /// Whether the last parameter of the block takes all that is left.
    pub fn block_captures_rest(&self) -> bool {
        self.block.is_some_and(Block::captures_rest)
    }

    /// The `Callable` type of the block.
    ///
    /// # Errors
    /// When a parameter of the block has no proper type.
    pub fn block_type(&mut self) -> Outcome<Option<Type>> {
        match self.block {
            Some(block) => self.evaluator.block_type(block).map(Some),
            None => Ok(None),
        }
    }

    /// Calls the block.
    ///
    /// # Errors
    /// What the block fails with, or [`Stop::Break`] and [`Stop::Return`] on their way out.
    pub fn yield_with<const N: usize>(&mut self, args: [Value; N]) -> Outcome {
        let block = self.block.ok_or_else(|| error(format!("{}(): expects a block", self.name)))?;
        self.evaluator.call_block(block, args)
    }

    /// Calls the block with any number of arguments.
    ///
    /// # Errors
    /// As [`Call::yield_with`].
    pub fn yield_all(&mut self, args: Vec<Value>) -> Outcome {
        let block = self.block.ok_or_else(|| error(format!("{}(): expects a block", self.name)))?;
        self.evaluator.call_block(block, args)
    }

    /// Calls the block as iterating functions do: none when the block says `break()`.
    ///
    /// # Errors
    /// As [`Call::yield_with`], but for `break`.
    pub fn iterate_with<const N: usize>(&mut self, args: [Value; N]) -> Outcome<Option<Value>> {
        match self.yield_with(args) {
            Ok(value) => Ok(Some(value)),
            Err(stop) if matches!(*stop, Stop::Break(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// As [`Call::iterate_with`], with any number of arguments.
    ///
    /// # Errors
    /// As [`Call::iterate_with`].
    pub fn iterate_with_all(&mut self, args: Vec<Value>) -> Outcome<Option<Value>> {
        match self.yield_all(args) {
            Ok(value) => Ok(Some(value)),
            Err(stop) if matches!(*stop, Stop::Break(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Whether a call of the block may end with `break()`.
    pub fn block_may_break(&mut self) -> bool {
        self.block.is_some_and(|block| self.evaluator.block_may_break(block))
    }

    /// The names of the parameters of the block.
    pub fn block_parameter_names(&self) -> Vec<&str> {
        self.block.map(Block::parameter_names).unwrap_or_default()
    }

    /// Calls another function by name, with the block of this call when `with_block`.
    ///
    /// # Errors
    /// When the function is unknown, or it fails.
    pub fn call_function(&mut self, name: &str, args: Vec<Value>, with_block: bool) -> Outcome {
        let block = self.block.filter(|_| with_block);
        self.evaluator.call_by_name(name, args, block)
    }

    /// The value of a variable as seen from the place of the call; `None` for an unknown
    /// variable. The name has no `$`.
    ///
    /// The function must have the trait [`crate::functions::Traits::READS_VARIABLES`]: otherwise
    /// parameters whose last use has passed are `undef` here.
    pub fn variable(&mut self, name: &str) -> Option<Value> {
        self.evaluator.dynamic_variable(name)
    }

    /// Says something.
    pub fn log(&mut self, level: Level, message: impl Into<String>) {
        self.evaluator.log(level, message.into());
    }

    /// Logs a step of the evaluation itself, for those who debug.
    pub fn trace(&mut self, message: impl Into<String>) {
        self.evaluator.trace(message.into());
    }

    /// Warns of something, unless a warning of the same key was given before.
    pub fn warn_once(&mut self, key: &str, message: impl Into<String>) {
        if self.evaluator.run.is_new_warning(key) {
            self.log(Level::Warning, message);
        }
    }

    /// The text of a value as interpolation makes it. One that is longer than allowed is cut off
    /// behind the limit, for [`Call::check_text`] to notice.
    pub fn interpolated(&self, value: &Value) -> String {
        let value = self.evaluator.object_state.as_it_is_now(value.clone());
        crate::evaluator::interpolated(&value, self.edition(), self.limits().text)
    }

    /// Warns, or fails when the settings are strict, of something questionable.
    ///
    /// # Errors
    /// When settings are strict.
    pub fn warn_strictly(&mut self, message: impl Into<String>) -> Outcome<()> {
        self.evaluator.warn_strictly(message.into())
    }

    /// The edition of the language.
    pub fn edition(&self) -> Edition {
        self.evaluator.settings().edition
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        self.evaluator.settings()
    }

    /// The limits of the run.
    pub fn limits(&self) -> &Limits {
        &self.evaluator.settings().limits
    }

    /// Complains when a collection would get more elements than allowed.
    ///
    /// # Errors
    /// When it would.
    pub fn check_elements(&self, count: usize) -> Outcome<()> {
        self.evaluator.run.check_elements(count)
    }

    /// Complains when a string would get more bytes than allowed.
    ///
    /// # Errors
    /// When it would.
    pub fn check_text(&self, bytes: usize) -> Outcome<()> {
        self.evaluator.run.check_text(bytes)
    }

    /// Complains when a string that is being built has more bytes than allowed already. It costs
    /// less than [`Call::check_text`], which is to be asked about the whole.
    ///
    /// # Errors
    /// When it has.
    pub fn check_growing_text(&self, bytes: usize) -> Outcome<()> {
        self.evaluator.run.check_growing_text(bytes)
    }

    /// Complains when a value has more parts than can be shown.
    ///
    /// # Errors
    /// When it has.
    pub fn check_shown(&self, value: &Value) -> Outcome<()> {
        self.evaluator.run.check_shown(value)
    }

    /// Counts a step of native work, so that endless work ends with an error.
    ///
    /// # Errors
    /// When the steps of the run are used up.
    pub fn step(&mut self) -> Outcome<()> {
        self.evaluator.run.step()
    }

    /// The world around the run.
    pub fn host(&self) -> &'h dyn Host {
        self.evaluator.host()
    }

    /// Knows types by name, as seen from the place of the call.
    pub fn types(&self) -> &dyn TypeLoader {
        self.evaluator.types()
    }

    /// The place of the call.
    pub fn place(&self) -> Place {
        self.evaluator.run.place()
    }

    /// Builds an object of a defined type; `None` for other types.
    pub(crate) fn construct(&mut self, t: &Type, args: &[Value]) -> Option<Outcome> {
        self.evaluator.objects().construct_type(t, args, self.block)
    }

    /// Builds an object of a defined type from data; `None` for other types.
    pub(crate) fn load_object(&mut self, t: &Type, args: &[Value]) -> Option<Outcome> {
        self.evaluator.objects().load_type_data(t, args)
    }

    /// Makes an instance of a type, as `new` does.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn new_instance(&mut self, t: &Type, args: &[Value]) -> Outcome {
        self.evaluator.new_instance(t, args)
    }
}
