//! A running call of a native function: its arguments, its block, and the services of the evaluator
//! that the function can use.

use pupa_syntax::Edition;
use pupa_value::loader::TypeLoader;
use pupa_value::{Type, Value};

use crate::evaluator::Evaluator;
use crate::evaluator::lambda::Block;
use crate::host::Host;
use crate::limits::Limits;
use crate::log::{Level, Place};
use crate::settings::Settings;
use crate::stop::{Outcome, Stop, error};

/// A running call of a native function.
pub struct Call<'c, 'h> {
    pub(crate) evaluator: &'c mut Evaluator<'h>,
    /// The name the function was called by.
    pub name: &'c str,
    /// The arguments. A function may move values out of this list.
    pub args: Vec<Value>,
    pub(crate) block: Option<Block<'c>>,
}

impl<'c, 'h> Call<'c, 'h> {
    /// An argument; `undef` if it was not given.
    pub fn arg(&self, index: usize) -> &Value {
        self.args.get(index).unwrap_or(&Value::Undef)
    }

    /// Moves an argument out of the call, so that it can be changed in place if it has no other
    /// owner. Returns `undef` if it was not given.
    pub fn take(&mut self, index: usize) -> Value {
        self.args.get_mut(index).map(std::mem::take).unwrap_or_default()
    }

    /// The text of an argument whose type is `String` according to the signature; empty for other
    /// values.
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

    /// Whether the last parameter of the block captures all remaining arguments.
    pub fn block_captures_rest(&self) -> bool {
        self.block.is_some_and(Block::captures_rest)
    }

    /// The `Callable` type of the block.
    ///
    /// # Errors
    /// When the type of a parameter of the block can't be evaluated.
    pub fn block_type(&mut self) -> Outcome<Option<Type>> {
        match self.block {
            Some(block) => self.evaluator.block_type(block).map(Some),
            None => Ok(None),
        }
    }

    /// Calls the block.
    ///
    /// # Errors
    /// The error of the block; also [`Stop::Break`] and [`Stop::Return`] when the block jumps out
    /// of the call.
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

    /// Calls the block like an iterating function; returns `None` if the block calls `break()`.
    ///
    /// # Errors
    /// As [`Call::yield_with`], except for `break`.
    pub fn iterate_with<const N: usize>(&mut self, args: [Value; N]) -> Outcome<Option<Value>> {
        match self.yield_with(args) {
            Ok(value) => Ok(Some(value)),
            Err(stop) if matches!(*stop, Stop::Break(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Calls the block like [`Call::iterate_with`], with any number of arguments.
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

    /// Calls another function by name. If `with_block`, it gets the block of this call.
    ///
    /// # Errors
    /// When the function is unknown, or it fails.
    pub fn call_function(&mut self, name: &str, args: Vec<Value>, with_block: bool) -> Outcome {
        let block = self.block.filter(|_| with_block);
        self.evaluator.call_by_name(name, args, block)
    }

    /// The value of a variable in the scope of the call; `None` for an unknown variable. The name
    /// has no `$`.
    ///
    /// The function must have the trait [`crate::functions::Traits::READS_VARIABLES`]. Otherwise a
    /// parameter may already be `undef` here, because values are moved out of parameters at their
    /// last use.
    pub fn variable(&mut self, name: &str) -> Option<Value> {
        self.evaluator.dynamic_variable(name)
    }

    /// Says something.
    pub fn log(&mut self, level: Level, message: impl Into<String>) {
        self.evaluator.log(level, message.into());
    }

    /// Logs a debug message about a step of the evaluation.
    pub fn trace(&mut self, message: impl Into<String>) {
        self.evaluator.trace(message.into());
    }

    /// Logs a warning, unless there was one with the same key before.
    pub fn warn_once(&mut self, key: &str, message: impl Into<String>) {
        if self.evaluator.run.is_new_warning(key) {
            self.log(Level::Warning, message);
        }
    }

    /// The text of a value in an interpolated string. A text that is longer than allowed is cut off
    /// shortly after the limit, so that [`Call::check_text`] reports it.
    pub fn interpolated(&self, value: &Value) -> String {
        let value = self.evaluator.object_state.as_it_is_now(value.clone());
        crate::evaluator::interpolated(&value, self.edition(), self.limits().text)
    }

    /// Logs a warning, or fails if the setting `strict` is `error`.
    ///
    /// # Errors
    /// When `strict` is `error`.
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

    /// Fails if a collection would have more elements than the limit allows.
    ///
    /// # Errors
    /// When it would.
    pub fn check_elements(&self, count: usize) -> Outcome<()> {
        self.evaluator.run.check_elements(count)
    }

    /// Fails if a string would have more bytes than the limit allows.
    ///
    /// # Errors
    /// When it would.
    pub fn check_text(&self, bytes: usize) -> Outcome<()> {
        self.evaluator.run.check_text(bytes)
    }

    /// Fails if a partly built string already has more bytes than the limit allows. This is faster
    /// than [`Call::check_text`], which must check the finished string.
    ///
    /// # Errors
    /// When it has.
    pub fn check_growing_text(&self, bytes: usize) -> Outcome<()> {
        self.evaluator.run.check_growing_text(bytes)
    }

    /// Fails if a value has too many parts to be converted to text.
    ///
    /// # Errors
    /// When it has.
    pub fn check_shown(&self, value: &Value) -> Outcome<()> {
        self.evaluator.run.check_shown(value)
    }

    /// Counts a step of native work, so that endless work ends with an error.
    ///
    /// # Errors
    /// When the run has reached the limit of steps.
    pub fn step(&mut self) -> Outcome<()> {
        self.evaluator.run.step()
    }

    /// The world around the run.
    pub fn host(&self) -> &'h dyn Host {
        self.evaluator.host()
    }

    /// Resolves the names of types in the scope of the call.
    pub fn types(&self) -> &dyn TypeLoader {
        self.evaluator.types()
    }

    /// The location of the call.
    pub fn place(&self) -> Place {
        self.evaluator.run.place()
    }

    /// Creates an object of a type that a type definition defines; `None` for other types.
    pub(crate) fn construct(&mut self, t: &Type, args: &[Value]) -> Option<Outcome> {
        self.evaluator.objects().construct_type(t, args, self.block)
    }

    /// Creates an object of a type that a type definition defines from its data; `None` for other
    /// types.
    pub(crate) fn load_object(&mut self, t: &Type, args: &[Value]) -> Option<Outcome> {
        self.evaluator.objects().load_type_data(t, args)
    }

    /// Creates an instance of a type, as `new` does.
    ///
    /// # Errors
    /// When the arguments are not valid for the type.
    pub fn new_instance(&mut self, t: &Type, args: &[Value]) -> Outcome {
        self.evaluator.new_instance(t, args)
    }
}
