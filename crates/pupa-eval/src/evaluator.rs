//! Runs programs.
//!
//! An [`Evaluator`] is the state of one run: variables, the frames of lambdas and functions that
//! are under way, what was logged. [`eval`] evaluates an expression by its kind; the operations
//! have a file each.

pub(crate) mod access;
pub(crate) mod arithmetic;
pub(crate) mod assign;
pub(crate) mod binary_text;
pub(crate) mod breaking;
pub(crate) mod case;
pub(crate) mod compare;
pub(crate) mod definition;
pub(crate) mod depth;
pub(crate) mod epp;
pub(crate) mod eval;
pub(crate) mod fail;
pub(crate) mod heredoc;
pub(crate) mod interpolate;
pub(crate) mod invoke;
pub(crate) mod known;
pub(crate) mod lambda;
pub(crate) mod matching;
pub(crate) mod member;
pub(crate) mod registry;
pub(crate) mod scope;
pub(crate) mod types;
pub(crate) mod variable;

use std::rc::Rc;
use std::sync::Arc;

use pupa_syntax::syntax_checker::is_own_warning;
use pupa_syntax::tree::ExprId;
use pupa_value::loader::TypeLoader;
use pupa_value::value::Text;
use pupa_value::{Type, Value};
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

use crate::compile::Compilation;
use crate::failure::{self, Failure, Outcome};
use crate::host::Host;
use crate::log::{Level, Log, Place};
use crate::lookup::Data;
use crate::object::{Logic, NO_LOGIC, Objects};
use crate::program::Program;
use crate::ruby;
use crate::settings::Settings;
use depth::Budget;
pub(crate) use interpolate::interpolated;
use known::Known;
use matching::Match;
use registry::Registry;
use scope::Scopes;
use types::Types;

/// The state of a run.
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
    pub(crate) settings: Settings,
    pub(crate) host: &'h dyn Host,
    pub(crate) registry: Registry,
    pub(crate) known: Known,
    pub(crate) types: Types<'h>,
    /// The programs that take part, by number.
    pub(crate) programs: Vec<Arc<Program>>,
    /// The numbers of programs by their address.
    pub(crate) numbers: FxHashMap<usize, u32>,
    /// The program that is running.
    pub(crate) program: u32,
    /// The variables outside of lambdas and functions.
    pub(crate) scopes: Scopes,
    pub(crate) compilation: Compilation,
    pub(crate) data: Data,
    /// The slots of all frames.
    pub(crate) stack: Vec<Option<Value>>,
    /// The frames of what is running.
    pub(crate) frames: Vec<Frame>,
    /// The innermost frame.
    pub(crate) frame: u32,
    /// The start of the slots of the innermost frame.
    pub(crate) base: usize,
    /// The matches of regular expressions, the last on top. Functions begin with none.
    pub(crate) matches: Vec<Option<Rc<Match>>>,
    /// The logic of types that is running, the innermost last.
    pub(crate) logics: Vec<Logic>,
    /// The logic whose scope the running code has, or [`NO_LOGIC`].
    pub(crate) logic: u32,
    pub(crate) objects: Objects,
    /// The calls that are under way.
    pub(crate) calls: Vec<CallRecord>,
    /// The output of templates so far, the innermost last.
    pub(crate) templates: Vec<epp::Output>,
    /// Ruby code, once there is some.
    pub(crate) ruby: Option<Box<ruby::Ruby>>,
    /// The names of variables that templates were called with, the innermost last.
    pub(crate) given_names: Vec<Box<[Text]>>,
    pub(crate) budget: Budget,
    /// Room for text that is being put together.
    pub(crate) scratch: String,
    pub(crate) logs: Vec<Log>,
    /// The keys of warnings that are given once.
    pub(crate) warned: FxHashSet<String>,
    /// Whether variables of the top scope may be assigned again.
    pub(crate) reassigns: bool,
}

/// The variables of a lambda or function that is running.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// The start of its slots.
    pub(crate) base: usize,
    /// The frame around the place where the lambda is written, or [`NO_FRAME`].
    pub(crate) parent: u32,
    /// The program it belongs to, or [`NO_PROGRAM`] for variables that a template was called with.
    pub(crate) program: u32,
    /// The number of its layout in the program, or among the given names.
    pub(crate) layout: u32,
}

/// The frame belongs to no program.
pub(crate) const NO_PROGRAM: u32 = u32::MAX;

/// Without a frame, variables belong to the scope.
pub(crate) const NO_FRAME: u32 = u32::MAX;

/// A call that is under way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallRecord {
    pub(crate) program: u32,
    pub(crate) at: ExprId,
}

impl<'h> Evaluator<'h> {
    /// A run that has not begun.
    pub fn new(settings: Settings, host: &'h dyn Host) -> Evaluator<'h> {
        Evaluator {
            budget: Budget::new(&settings.limits),
            types: Types::new(host, &settings),
            settings,
            host,
            registry: Registry::default(),
            known: Known::default(),
            programs: Vec::new(),
            numbers: FxHashMap::default(),
            program: 0,
            scopes: Scopes::default(),
            compilation: Compilation::default(),
            data: Data::default(),
            stack: Vec::new(),
            frames: Vec::new(),
            frame: NO_FRAME,
            base: 0,
            matches: Vec::new(),
            logics: Vec::new(),
            logic: NO_LOGIC,
            objects: Objects::default(),
            calls: Vec::new(),
            templates: Vec::new(),
            ruby: None,
            given_names: Vec::new(),
            scratch: String::new(),
            logs: Vec::new(),
            warned: FxHashSet::default(),
            reassigns: false,
        }
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The world around the run.
    pub fn host(&self) -> &'h dyn Host {
        self.host
    }

    /// Knows types by name, as seen from the program that is running.
    pub fn types(&self) -> &dyn TypeLoader {
        &self.types
    }

    /// The messages so far.
    pub fn logs(&self) -> &[Log] {
        &self.logs
    }

    /// Takes what was logged so far.
    pub fn take_logs(&mut self) -> Vec<Log> {
        std::mem::take(&mut self.logs)
    }

    /// Sets a variable of the top scope, as facts are set.
    pub fn set_variable(&mut self, name: &str, value: Value) {
        self.scopes.set_top(name, value);
    }

    /// The variables of the top scope by name, in order.
    pub fn variables(&self) -> Vec<(&str, &Value)> {
        self.scopes.top_variables()
    }

    /// Lets programs assign variables of the top scope again, for people who try things out.
    pub fn allow_reassignment(&mut self) {
        self.reassigns = true;
    }

    /// Forgets a variable of the top scope.
    pub fn forget_variable(&mut self, name: &str) {
        self.scopes.forget(name);
    }

    /// Evaluates a program in the top scope. What it defines is known from then on.
    ///
    /// # Errors
    /// When the program fails.
    pub fn evaluate(&mut self, program: &Arc<Program>) -> Result<Value, Failure> {
        self.define(program)?;
        self.run(program)
    }

    /// Makes what a program defines known, without running it.
    ///
    /// # Errors
    /// When a definition can't be used.
    pub fn define(&mut self, program: &Arc<Program>) -> Result<u32, Failure> {
        self.define_all(std::slice::from_ref(program))?;
        Ok(self.program)
    }

    /// Makes what some programs define known, without running them. Their types may speak of each
    /// other.
    ///
    /// # Errors
    /// When a definition can't be used.
    pub fn define_all(&mut self, programs: &[Arc<Program>]) -> Result<(), Failure> {
        programs.iter().try_for_each(|program| self.declare(program))?;
        programs.iter().try_for_each(|program| {
            self.program = self.add_program(program);
            let linked = self.link_definitions(program);
            linked.map_err(|stop| self.failure(*stop, program.tree.root()))
        })
    }

    /// Makes the names of what a program defines known.
    pub(crate) fn declare(&mut self, program: &Arc<Program>) -> Result<(), Failure> {
        let number = self.add_program(program);
        self.program = number;
        self.known.clear();
        self.forget_kinds();
        self.log_warnings(program);
        let redefined = self.redefined_entity(program, number);
        let defined = redefined.map_or(Ok(()), |message| Err(self.bare_failure(message)));
        let defined = defined.and_then(|()| self.define_functions(program, number));
        let defined = defined.and_then(|()| self.define_types(program));
        let defined = defined.and_then(|()| self.define_catalog(program, number));
        defined.map_err(|stop| self.failure(*stop, program.tree.root()))
    }

    /// Logs what the reference warns of in the text of a program.
    pub(crate) fn log_warnings(&mut self, program: &Program) {
        // Warnings that the reference does not have belong to `pupa check`.
        let warnings = program.warnings().iter().filter(|warning| !is_own_warning(warning));
        for warning in warnings {
            let place = Place { source: Arc::clone(program.source()), offset: warning.span.start };
            self.push_log(Level::Warning, warning.message.clone(), String::new(), Some(place));
        }
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
        self.budget.restart();
        let result = self.load_named(type_name, data);
        result.map_err(|stop| {
            let message = match *stop {
                failure::Stop::Failure(failure) => failure.to_string(),
                failure::Stop::Error(error) => error.message,
                _ => "The logic of the type was interrupted".to_owned(),
            };
            self.unwind();
            message
        })
    }

    pub(crate) fn run(&mut self, program: &Arc<Program>) -> Result<Value, Failure> {
        self.budget.restart();
        let begun = self.begin_catalog();
        let result = begun.and_then(|()| self.eval(&program.root));
        self.matches.clear();
        result.map_err(|stop| {
            let failure = self.failure(*stop, program.tree.root());
            self.unwind();
            failure
        })
    }

    /// Forgets what an error left behind.
    pub(crate) fn unwind(&mut self) {
        self.stack.clear();
        self.frames.clear();
        self.frame = NO_FRAME;
        self.base = 0;
        self.scopes.current = scope::TOP;
        self.matches.clear();
        self.calls.clear();
        self.logics.clear();
        self.logic = NO_LOGIC;
        self.objects.unwind();
        self.templates.clear();
        self.given_names.clear();
        self.budget.restart();
    }

    pub(crate) fn add_program(&mut self, program: &Arc<Program>) -> u32 {
        let next = self.programs.len() as u32;
        let number = *self.numbers.entry(Arc::as_ptr(program) as usize).or_insert(next);
        if number == next {
            // It stays alive, so that its address identifies it.
            self.programs.push(Arc::clone(program));
        }
        number
    }

    /// The program that is running.
    pub(crate) fn current(&self) -> &Arc<Program> {
        &self.programs[self.program as usize]
    }

    /// The place of the innermost call.
    pub(crate) fn place(&self) -> Place {
        match self.calls.last() {
            Some(call) => self.place_of(call.program, call.at),
            None => self.place_of(self.program, self.current().tree.root()),
        }
    }

    pub(crate) fn place_of(&self, program: u32, at: ExprId) -> Place {
        let tree = &self.programs[program as usize].tree;
        Place { source: Arc::clone(tree.source()), offset: tree.place(at) }
    }

    /// Says something in the name of the running program.
    pub(crate) fn log(&mut self, level: Level, message: String) {
        let place = self.place();
        let source = self.scope_text();
        self.push_log(level, message, source, Some(place));
    }

    /// Logs a step of the evaluation itself.
    pub(crate) fn trace(&mut self, message: String) {
        let count = self.logs.len();
        self.log(Level::Debug, message);
        for log in &mut self.logs[count..] {
            log.is_trace = true;
        }
    }

    /// Says something about the run as a whole.
    pub fn say(&mut self, level: Level, message: String) {
        self.push_log(level, message, String::new(), None);
    }

    /// Whether no warning of that key was given before.
    pub(crate) fn is_new_warning(&mut self, key: &str) -> bool {
        // The number that the reference remembers; later ones are not reported.
        const MOST: usize = 100;
        self.warned.len() < MOST && self.warned.insert(key.to_owned())
    }

    pub(crate) fn push_log(
        &mut self,
        level: Level,
        message: String,
        source: String,
        place: Option<Place>,
    ) {
        if self.data.is_quiet {
            return;
        }
        let log = Log { level, message, source, place, is_trace: false };
        self.host.log(&log);
        self.logs.push(log);
    }

    /// Makes an instance of a type, as `new` does.
    pub(crate) fn new_instance(&mut self, t: &Type, args: &[Value]) -> Outcome {
        let mut context = pupa_value::new::NewContext::new(&self.types);
        context.now = self.host.now();
        context.utc_offset = self.host.utc_offset();
        context.max_elements = self.settings.limits.elements;
        Ok(pupa_value::new::new_instance(&context, t, args)?)
    }
}
