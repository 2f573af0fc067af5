//! The evaluator, which runs programs.
//!
//! ```text
//! Evaluator   evaluates: expressions, calls, templates
//!   ├─ Run              the state of the language: programs, frames, scopes, calls, limits, log
//!   ├─ CatalogState ◀── Compilation, CatalogView   (compile)
//!   ├─ LookupState  ◀── DataLookup                 (lookup)
//!   ├─ ObjectState  ◀── Objects                    (object)
//!   └─ RubyState    ◀── RubyCode                   (ruby)
//! ```
//!
//! [`eval`] evaluates an expression by its kind; the operations have a file each. An operation that
//! evaluates nothing is a method of [`Run`]. Catalogs, lookups, objects and Ruby code are rooms of
//! their own: their state is kept here and opaque, and a type of each room, which borrows the
//! evaluator, has its methods. [`Evaluator::compilation`] and its neighbours are the doors to them.

mod access;
mod advice;
mod arithmetic;
mod assign;
mod break_targets;
mod case;
mod code_facts;
mod compare;
mod definition;
pub(crate) mod depth;
mod epp;
pub(crate) mod error_location;
mod eval;
mod heredoc;
pub(crate) mod interpolate;
mod invoke;
pub(crate) mod lambda;
pub(crate) mod matching;
mod member;
pub(crate) mod registry;
pub(crate) mod run;
pub(crate) mod scope;
mod scoped_run;
pub(crate) mod types;
mod variable;

use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_value::loader::TypeLoader;
use pupa_value::{Type, Value};

use crate::compile::{CatalogState, CatalogView, Compilation};
use crate::host::Host;
use crate::log::{Level, Log};
use crate::lookup::{DataLookup, LookupState};
use crate::object::{ObjectState, Objects};
use crate::program::Program;
use crate::ruby::{RubyCode, RubyState};
use crate::settings::Settings;
use crate::stop::{self, Outcome};
use code_facts::CodeFacts;
pub(crate) use depth::exhausted;
pub(crate) use interpolate::interpolated;
use registry::Registry;
pub(crate) use run::{CallRecord, NO_FRAME, NO_LOGIC, Run, Viewpoint};
use types::Types;

/// A run: the language with all that its programs reach.
///
/// ```
/// use std::sync::Arc;
/// use pupa_eval::{Evaluator, NoHost, Settings};
/// use pupa_eval::program::Program;
/// use pupa_syntax::source::Source;
/// use pupa_value::Value;
///
/// let settings = Settings::default();
/// let source = Arc::new(Source::new("site.pp", "$x * 2"));
/// let program = Arc::new(Program::read(source, &settings).expect("it is valid"));
/// let mut evaluator = Evaluator::new(settings, &NoHost);
/// evaluator.set_variable("x", Value::Integer(21));
/// assert_eq!(evaluator.evaluate(&program).expect("it runs"), Value::Integer(42));
/// ```
pub struct Evaluator<'h> {
    /// The state of the language, without catalog, lookups, objects and Ruby code.
    pub(crate) run: Run<'h>,
    registry: Registry,
    known: CodeFacts,
    pub(crate) types: Types<'h>,
    /// The unfinished catalog.
    pub(crate) catalog_state: CatalogState,
    pub(crate) lookup_state: LookupState,
    /// The unfinished objects.
    pub(crate) object_state: ObjectState,
    pub(crate) ruby_state: RubyState,
}

impl<'h> Evaluator<'h> {
    /// A run that has not begun.
    pub fn new(settings: Settings, host: &'h dyn Host) -> Evaluator<'h> {
        Evaluator {
            types: Types::new(host, &settings),
            run: Run::new(settings, host),
            registry: Registry::default(),
            known: CodeFacts::default(),
            catalog_state: CatalogState::default(),
            lookup_state: LookupState::default(),
            object_state: ObjectState::default(),
            ruby_state: RubyState::default(),
        }
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.run.settings
    }

    /// The world around the run.
    pub fn host(&self) -> &'h dyn Host {
        self.run.host
    }

    /// Resolves the names of types in the running program.
    pub fn types(&self) -> &dyn TypeLoader {
        &self.types
    }

    /// The messages so far.
    pub fn logs(&self) -> &[Log] {
        &self.run.logs
    }

    /// Removes and returns the messages that were logged so far.
    pub fn take_logs(&mut self) -> Vec<Log> {
        std::mem::take(&mut self.run.logs)
    }

    /// Sets a variable of the top scope, such as a fact.
    pub fn set_variable(&mut self, name: &str, value: Value) {
        self.run.scopes.set_top(name, value);
    }

    /// The variables of the top scope by name, in order.
    pub fn variables(&self) -> Vec<(&str, &Value)> {
        self.run.scopes.top_variables()
    }

    /// Allows programs to assign variables of the top scope again, for interactive sessions.
    pub fn allow_reassignment(&mut self) {
        self.run.reassigns = true;
    }

    /// Removes a variable of the top scope.
    pub fn forget_variable(&mut self, name: &str) {
        self.run.scopes.forget(name);
    }

    /// Evaluates a program in the top scope. Its definitions are available to later programs.
    ///
    /// # Errors
    /// When the program fails.
    pub fn evaluate(&mut self, program: &Arc<Program>) -> Result<Value, Diagnostic> {
        self.define(program)?;
        self.run(program)
    }

    /// Adds the definitions of a program without evaluating it.
    ///
    /// # Errors
    /// When a definition can't be used.
    pub fn define(&mut self, program: &Arc<Program>) -> Result<u32, Diagnostic> {
        self.define_all(std::slice::from_ref(program))?;
        Ok(self.run.program)
    }

    /// Adds the definitions of several programs without evaluating them. Their types may refer to
    /// each other.
    ///
    /// # Errors
    /// When a definition can't be used.
    pub fn define_all(&mut self, programs: &[Arc<Program>]) -> Result<(), Diagnostic> {
        programs.iter().try_for_each(|program| self.declare(program))?;
        programs.iter().try_for_each(|program| {
            self.run.program = self.run.add_program(program);
            let linked = self.link_definitions(program);
            linked.map_err(|stop| self.run.failure(*stop, program.tree.root()))
        })
    }

    /// Clears cached facts about code that depend on definitions.
    pub(crate) fn forget_known(&mut self) {
        self.known.clear();
    }

    /// Adds the names that a program defines.
    fn declare(&mut self, program: &Arc<Program>) -> Result<(), Diagnostic> {
        let number = self.run.add_program(program);
        self.run.program = number;
        self.known.clear();
        self.catalog_state.forget_kinds();
        self.run.log_warnings(program);
        let redefined = self.redefined_entity(program, number);
        let defined =
            redefined.map_or(Ok(()), |message| Err(self.catalog_view().bare_failure(message)));
        let defined = defined.and_then(|()| self.define_functions(program, number));
        let defined = defined.and_then(|()| self.define_types(program));
        let defined = defined.and_then(|()| self.compilation().define_catalog(program, number));
        defined.map_err(|stop| self.run.failure(*stop, program.tree.root()))
    }

    /// Access to the unfinished catalog and to everything that declares resources.
    #[inline]
    pub(crate) fn compilation(&mut self) -> Compilation<'_, 'h> {
        Compilation { evaluator: self }
    }

    /// Read-only access to the unfinished catalog.
    pub(crate) fn catalog_view(&self) -> CatalogView<'_, 'h> {
        CatalogView { run: &self.run, catalog: &self.catalog_state }
    }

    /// The lookups of data.
    pub(crate) fn lookup(&mut self) -> DataLookup<'_, 'h> {
        DataLookup { evaluator: self }
    }

    /// Access to the objects of defined types.
    #[inline]
    pub(crate) fn objects(&mut self) -> Objects<'_, 'h> {
        Objects { evaluator: self }
    }

    /// The Ruby code of modules.
    pub(crate) fn ruby(&mut self) -> RubyCode<'_, 'h> {
        RubyCode { evaluator: self }
    }

    /// Builds an object of a defined type from its serialised form, as `T.from_data(…)` does.
    ///
    /// # Errors
    /// When the type is unknown, or the data does not make an object of it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pupa_eval::{Evaluator, NoHost, Settings};
    /// use pupa_eval::program::Program;
    /// use pupa_syntax::source::Source;
    /// use pupa_value::Value;
    ///
    /// let settings = Settings::default();
    /// let source = Arc::new(Source::new("user.pp", "type User { attr name { min => 1 } }"));
    /// let program = Arc::new(Program::read(source, &settings).expect("it is valid"));
    /// let mut evaluator = Evaluator::new(settings, &NoHost);
    /// evaluator.define(&program).expect("it fits");
    /// let data = Value::hash([("name".into(), "ann".into())]);
    /// assert!(evaluator.load_object("User", &data).is_ok());
    /// let message = evaluator.load_object("User", &Value::hash([])).unwrap_err();
    /// assert_eq!(message, "name is required (User.name, defined at user.pp:1)");
    /// ```
    pub fn load_object(&mut self, type_name: &str, data: &Value) -> Result<Value, String> {
        let _metering = self.run.meter();
        self.run.budget.restart();
        let result = self.objects().load_named(type_name, data);
        let result = match pupa_meter::exceeded() {
            Some(_) => Err(exhausted()),
            None => result,
        };
        result.map_err(|stop| {
            let message = match *stop {
                stop::Stop::Diagnostic(diagnostic) => diagnostic.to_string(),
                stop::Stop::Error(error) => error.text(),
                _ => "The logic of the type was interrupted".to_owned(),
            };
            self.unwind();
            message
        })
    }

    fn run(&mut self, program: &Arc<Program>) -> Result<Value, Diagnostic> {
        let _metering = self.run.meter();
        self.run.budget.restart();
        let started = self.compilation().begin_catalog();
        let result = started.and_then(|()| self.eval(&program.root));
        self.run.matches.clear();
        let result = result.map_err(|stop| self.run.failure(*stop, program.tree.root()));
        self.ended(result)
    }

    /// Ends a metered run with its result.
    pub(crate) fn ended<T>(&mut self, result: Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        let settled = self.run.settled(result);
        if settled.is_err() {
            self.unwind();
        }
        settled
    }

    /// Resets the state after an error.
    pub(crate) fn unwind(&mut self) {
        self.run.unwind();
        self.object_state.unwind();
    }

    /// Logs a message about the running program.
    pub(crate) fn log(&mut self, level: Level, message: String) {
        let place = self.run.place();
        let source = self.catalog_view().scope_text();
        self.run.push_log(level, message, source, Some(place));
    }

    /// Logs a debug message about a step of the evaluation.
    pub(crate) fn trace(&mut self, message: String) {
        let count = self.run.logs.len();
        self.log(Level::Debug, message);
        for log in &mut self.run.logs[count..] {
            log.is_trace = true;
        }
    }

    /// Logs a message about the run as a whole.
    pub fn say(&mut self, level: Level, message: String) {
        self.run.push_log(level, message, String::new(), None);
    }

    /// Creates an instance of a type, as `new` does.
    pub(crate) fn new_instance(&mut self, t: &Type, args: &[Value]) -> Outcome {
        let mut context = pupa_value::new::NewContext::new(&self.types);
        context.now = self.run.host.now();
        context.utc_offset = self.run.host.utc_offset();
        context.max_elements = self.run.settings.limits.elements;
        Ok(pupa_value::new::new_instance(&context, t, args)?)
    }
}
