//! Data lookups of a run: the services that the run provides to Hiera, and the conversion of its
//! errors.

mod context;

use std::rc::Rc;
use std::sync::Arc;

use pupa_hiera::context::FunctionContext;
use pupa_hiera::error::{LookupError, LookupResult, LookupStop};
use pupa_hiera::error_origin::ErrorOrigin;
use pupa_hiera::explanation::{DataPlace, Explanation, describe_sources};
use pupa_hiera::key::LookupKey;
use pupa_hiera::search::Reply;
use pupa_hiera::{DataFunction, Lookup, Lookups, Question, Strictness, World};
use pupa_syntax::diagnostic::{Diagnostic, Location};
use pupa_syntax::suggest::nearest;
use pupa_syntax::validate::Strict;
use pupa_value::type_parser::parse_type;
use pupa_value::value::{Object, Text};
use pupa_value::{ErrorKind, Type, Value};
use rustc_hash::FxHashMap;

use crate::evaluator::depth::grow_stack;
use crate::evaluator::error_location::{UNCAUGHT_NO_SUCH_KEY, illegal_jump};
use crate::evaluator::registry::Callable;
use crate::evaluator::scope::TOP;
use crate::evaluator::{Evaluator, NO_FRAME, Viewpoint, exhausted};
use crate::issues;
use crate::log::Level;
use crate::program::names::SET_BY_PUPPET;
use crate::stop::{Outcome, Stop, UnlocatedError, error};

/// Lookups in the current context of variables.
pub(crate) struct DataLookup<'e, 'h> {
    pub(crate) evaluator: &'e mut Evaluator<'h>,
}

/// The state of lookups in a run.
#[derive(Debug, Default)]
pub(super) struct LookupState {
    /// The state of Hiera, created at the first lookup.
    lookups: Option<Lookups>,
    /// The contexts from which lookups were called, the innermost last.
    places: Vec<Viewpoint>,
    /// The lookup contexts of the running data functions, the innermost last.
    contexts: Vec<(Arc<Object>, Rc<FunctionContext>)>,
    /// The files that these functions are asked to read.
    pub(crate) paths: Vec<Value>,
    /// The number of contexts that Ruby code has used.
    numbered_contexts: u32,
    /// The content of files cached by contexts, by path, for all functions.
    file_data: FxHashMap<Text, Value>,
}

/// The number of steps that the interpolation of an expression in data counts.
const STEPS_OF_EXPRESSION: u32 = 50;

/// The reason why a question has no answer.
#[derive(Debug)]
pub enum QuestionError {
    /// Data or a configuration is malformed.
    Data(Box<Diagnostic>),
    /// Something else is wrong.
    Evaluation(Box<Diagnostic>),
}

impl QuestionError {
    /// The error.
    pub fn diagnostic(&self) -> &Diagnostic {
        match self {
            QuestionError::Data(error) | QuestionError::Evaluation(error) => error,
        }
    }
}

impl DataLookup<'_, '_> {
    /// Looks up the keys of a question in the current context.
    pub(crate) fn ask(&mut self, question: &Question) -> Outcome<Reply> {
        let answer = self.looking_up(|lookup| lookup.ask(question));
        answer.map_err(|refused| {
            let help = self.advice_on(&refused, question);
            self.refused(refused).advised(help)
        })
    }

    /// The error that no data has the keys.
    #[cold]
    pub(crate) fn no_such_key(&mut self, question: &Question) -> Box<Stop> {
        let help = self.evaluator.near_key(question).map(|near| format!("did you mean `{near}`?"));
        self.lookup_failure(&question.not_found()).advised(help)
    }

    /// Returns the location in data that caused an error of a lookup, if it is helpful.
    #[cold]
    fn advice_on(
        &mut self,
        refused: &LookupStop<Box<Stop>>,
        question: &Question,
    ) -> Option<String> {
        match refused {
            LookupStop::Lookup(error) if error.file.is_none() => {
                self.advice(&error.message, question)
            }
            LookupStop::Lookup(error) if error.line.is_some() => None,
            LookupStop::Lookup(error) => {
                // Another file can't be the cause.
                let file = self.lookups().error_origin().map(|origin| origin.file.clone());
                (file == error.file).then(|| self.blamed_place(&error.to_string())).flatten()
            }
            LookupStop::Puppet(message) if question.value_type.is_some() => {
                self.advice(message, question)
            }
            // The question itself may be the cause.
            LookupStop::Puppet(message) | LookupStop::Other(message) => self.blamed_place(message),
            LookupStop::UndefinedVariable(..) | LookupStop::Stopped(_) => self.blamed_place(""),
            LookupStop::NoSuchKey => None,
        }
    }

    /// Returns the location in data where the lookup failed, or the origins of the values of the
    /// keys.
    fn advice(&mut self, message: &str, question: &Question) -> Option<String> {
        if self.lookups().error_origin().is_some() {
            return self.blamed_place(message);
        }
        let keys = question.keys.iter();
        let mut places = keys.map(|key| (key, self.data_places(key, &question.merge)));
        let (key, places) = places.find(|(_, places)| !places.is_empty())?;
        if let [DataPlace { file: Some(file), place, .. }] = places.as_slice() {
            let origin = ErrorOrigin::value(key.clone(), file.clone(), *place);
            self.lookups().set_error_origin(origin);
        }
        Some(describe_sources(key, &places))
    }

    /// Returns the location in data where the lookup failed, unless the message contains it.
    fn blamed_place(&mut self, message: &str) -> Option<String> {
        let origin = self.lookups().error_origin()?;
        (!origin.is_named_in(message)).then(|| origin.to_string())
    }

    /// The locations in data that supply the value of a key with this merge strategy.
    pub(crate) fn data_places(&mut self, key: &str, merge: &Value) -> Vec<DataPlace> {
        let outer = self.lookups().take_explanation();
        self.lookups().explain(Explanation::default());
        // The caller already has the value or the error.
        let question = Question { merge: merge.clone(), ..Question::new(key) };
        let _ = self.without_logging(|run| run.looking_up(|lookup| lookup.ask(&question)));
        let explanation = self.lookups().take_explanation();
        if let Some(outer) = outer {
            self.lookups().explain(outer);
        }
        explanation.map(|explanation| explanation.sources(key)).unwrap_or_default()
    }

    /// Describes the locations in data that supply the value of a key.
    pub(crate) fn places_told(&mut self, key: &str, merge: &Value) -> Option<String> {
        let places = self.data_places(key, merge);
        (!places.is_empty()).then(|| describe_sources(key, &places))
    }

    /// The error of a lookup that was not called by an expression.
    fn without_place(&self, stop: Stop) -> Diagnostic {
        let error = |message: String| issues::records::runtime_error.diagnostic(message);
        match stop {
            Stop::Diagnostic(diagnostic) => diagnostic,
            Stop::Break(place) => illegal_jump("break", &place),
            Stop::Next(_, place) => illegal_jump("next", &place),
            Stop::Return(_, place) => illegal_jump("return", &place),
            Stop::Error(UnlocatedError { message, quoted_places, help, .. }) => {
                Diagnostic { help, ..error(message).quoting(quoted_places) }
            }
            Stop::NotYetEvaluated(message) => error(message),
            Stop::NoSuchKey => error(UNCAUGHT_NO_SUCH_KEY.to_owned()),
            Stop::Ruby(_) => error("a block of Ruby code was left".to_owned()),
        }
    }

    /// The value in data for a parameter of a class, looked up in its scope.
    pub(crate) fn bound_value(&mut self, key: &str) -> Outcome<Option<Value>> {
        let answer = self.looking_up(|lookup| lookup.parameter(key));
        answer.map_err(|refused| {
            let help = self.advice_on(&refused, &Question::new(key));
            self.refused(refused).advised(help)
        })
    }

    /// Whether there can be any data.
    pub(crate) fn has_data(&mut self) -> bool {
        self.lookups().has_source()
    }

    fn looking_up<T>(&mut self, act: impl FnOnce(&mut Lookup<'_, Self>) -> T) -> T {
        let vantage = self.evaluator.run.vantage();
        if self.evaluator.lookup_state.places.is_empty() {
            self.lookups().clear_error_origin();
        }
        self.evaluator.lookup_state.places.push(vantage);
        let result = act(&mut Lookup::new(self));
        self.evaluator.lookup_state.places.pop();
        result
    }

    /// Converts the reason why a lookup failed to the reason why evaluation stops.
    pub(crate) fn refused(&self, refused: LookupStop<Box<Stop>>) -> Box<Stop> {
        match refused {
            LookupStop::NoSuchKey => Box::new(Stop::NoSuchKey),
            LookupStop::Lookup(error) => self.lookup_failure(&error),
            LookupStop::Puppet(message) | LookupStop::Other(message) => error(message),
            LookupStop::UndefinedVariable(name, reason) => {
                error(format!("Undefined variable '{name}'; {reason}"))
            }
            LookupStop::Stopped(stop) => stop,
        }
    }

    /// An error of a lookup keeps its location, even if it has none.
    fn lookup_failure(&self, error: &LookupError) -> Box<Stop> {
        located_error(error).traced(self.evaluator.run.call_trace()).into()
    }

    /// A variable in the context of the running lookup.
    fn variable_from_vantage(&mut self, name: &str) -> Option<Value> {
        let Some(vantage) = self.evaluator.lookup_state.places.last().copied() else {
            return self.evaluator.dynamic_variable(name);
        };
        let before = self.evaluator.run.see_from(vantage);
        let value = self.evaluator.dynamic_variable(name);
        self.evaluator.run.see_from(before);
        value
    }

    /// The hash of options that a data function got, if it is empty; it precedes the context among
    /// the arguments.
    ///
    /// Compat: the reference uses one frozen hash for all levels without options.
    pub(crate) fn empty_options<'a>(&self, arguments: &'a [Value]) -> Option<&'a Value> {
        let [.., options, Value::Object(object)] = arguments else { return None };
        if !matches!(options, Value::Hash(hash) if hash.is_empty()) {
            return None;
        }
        let is_running = self
            .evaluator
            .lookup_state
            .contexts
            .last()
            .is_some_and(|(own, _)| Arc::ptr_eq(own, object));
        is_running.then_some(options)
    }

    fn return_types(&mut self, callable: &Callable) -> Outcome<Vec<Option<Type>>> {
        match callable {
            Callable::Native(_) => Ok(vec![None]),
            Callable::Ruby(function) => Ok(function.return_types()),
            Callable::Puppet { program, code } => {
                let Some(node) = &code.lambda.returns else { return Ok(vec![None]) };
                let returned =
                    self.evaluator.in_scope(*program, TOP, |evaluator| evaluator.eval(node))?;
                Ok(vec![returned.as_type().cloned()])
            }
        }
    }
}

impl Evaluator<'_> {
    /// The key in data that is most similar to the one that was not found.
    pub fn near_key(&mut self, question: &Question) -> Option<Text> {
        let mut lookup = self.lookup();
        let known = lookup.lookups().known_keys();
        let mut near = question.keys.iter().filter_map(|key| {
            let key = LookupKey::parse(key).ok()?;
            let near = nearest(key.root(), known.iter().map(Text::as_str))?;
            (near != key.root().as_str()).then(|| near.into())
        });
        near.next()
    }

    /// Looks up the keys of a question in the top scope. Fills the explanation, if one is given.
    ///
    /// # Errors
    /// The reason for the missing answer.
    pub fn look_up(
        &mut self,
        question: &Question,
        explanation: Option<&mut Explanation>,
    ) -> Result<Reply, QuestionError> {
        let _metering = self.run.meter();
        self.run.scopes.current = self.run.scopes.global();
        if let Some(explanation) = &explanation {
            self.lookup().lookups().explain(Explanation::clone(explanation));
        }
        let answer = self.lookup().looking_up(|lookup| lookup.ask(question));
        let explained = self.lookup().lookups().take_explanation();
        if let (Some(explanation), Some(explained)) = (explanation, explained) {
            *explanation = explained;
        }
        let answer = match pupa_meter::exceeded() {
            Some(_) => Err(LookupStop::Stopped(exhausted())),
            None => answer,
        };
        answer.map_err(|refused| {
            let help = self.lookup().advice_on(&refused, question);
            let with_help = |mut error: Diagnostic| {
                error.help = error.help.or(help);
                Box::new(error)
            };
            match refused {
                LookupStop::Lookup(error) => QuestionError::Data(with_help(located_error(&error))),
                other => {
                    let stop = self.lookup().refused(other);
                    QuestionError::Evaluation(with_help(self.lookup().without_place(*stop)))
                }
            }
        })
    }

    /// The location in data that caused the error of the last lookup.
    pub fn lookup_error_origin(&mut self) -> Option<ErrorOrigin> {
        self.lookup().lookups().error_origin().cloned()
    }

    /// Parses a type, in the context of the programs of the environment.
    ///
    /// # Errors
    /// The reason why the text is not a type.
    pub fn type_of_text(&self, text: &str) -> pupa_value::Result<Type> {
        parse_type(text, self.types())
    }
}

/// The file of a hierarchy level, as the options of its function name it.
fn option_path(options: &Value) -> Value {
    let Value::Hash(options) = options else { return Value::Undef };
    options.get_str("path").cloned().unwrap_or(Value::Undef)
}

/// An error of a lookup at its own place, which is in a configuration or data file.
fn located_error(error: &LookupError) -> Diagnostic {
    match &error.file {
        Some(file) => issues::lookup_error(&error.message)
            .located(Location::of_line(file.as_str(), error.line)),
        None => issues::lookup_error(&error.to_string()),
    }
}

impl World for DataLookup<'_, '_> {
    type Stop = Box<Stop>;

    fn lookups(&mut self) -> &mut Lookups {
        let host = self.evaluator.run.host;
        self.evaluator.lookup_state.lookups.get_or_insert_with(|| Lookups::new(host.data()))
    }

    fn variable(&mut self, name: &str) -> Option<Value> {
        self.variable_from_vantage(name)
    }

    fn is_constant(&self, name: &str) -> bool {
        SET_BY_PUPPET.contains(&name.strip_prefix("::").unwrap_or(name))
    }

    fn missing_variable(&mut self, name: &str) -> (String, String) {
        if !name.contains("::") {
            return (name.to_owned(), String::new());
        }
        let absolute = name.strip_prefix("::").unwrap_or(name);
        let Some((class, _)) = absolute.rsplit_once("::") else {
            return (format!("::{absolute}"), String::new());
        };
        let reason = match self.evaluator.compilation().find_class(class) {
            Ok(Some(_)) if self.evaluator.catalog_state.is_evaluated_class(class) => {
                return (format!("::{absolute}"), String::new());
            }
            Ok(Some(_)) => format!("class {class} has not been evaluated"),
            Ok(None) | Err(_) => format!("class {class} could not be found"),
        };
        (absolute.to_owned(), reason)
    }

    fn calling_class(&self) -> Option<String> {
        let vantage = self.evaluator.lookup_state.places.last()?;
        Some(self.evaluator.catalog_view().class_around(vantage.scope)?.to_string())
    }

    fn strictness(&self) -> Strictness {
        match self.evaluator.run.settings.strict {
            Strict::Off => Strictness::Off,
            Strict::Warning => Strictness::Warning,
            Strict::Error => Strictness::Error,
        }
    }

    fn count_work(&mut self) -> Result<(), Box<Stop>> {
        self.evaluator.run.steps(STEPS_OF_EXPRESSION)
    }

    fn check_text(&self, bytes: usize) -> Result<(), Box<Stop>> {
        self.evaluator.run.check_text(bytes)
    }

    fn max_depth(&self) -> usize {
        self.evaluator.run.settings.limits.call_depth as usize
    }

    fn with_stack<T>(act: impl FnOnce() -> T) -> T {
        grow_stack(act)
    }

    fn without_logging<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.evaluator.run.set_quiet(true);
        let result = act(self);
        self.evaluator.run.set_quiet(outer);
        result
    }

    fn warn(&mut self, message: String) {
        self.evaluator.say(Level::Warning, message);
    }

    fn warn_once(&mut self, key: &str, message: String) {
        if self.evaluator.run.is_new_warning(key) {
            self.evaluator.say(Level::Warning, message);
        }
    }

    fn find_function(&mut self, name: &str) -> Result<Option<DataFunction>, Box<Stop>> {
        match self.evaluator.find_function(name)? {
            Some(callable) => {
                let returns = self.return_types(&callable)?;
                Ok(Some(DataFunction { returns }))
            }
            None => Ok(None),
        }
    }

    fn call_function(
        &mut self,
        name: &str,
        mut arguments: Vec<Value>,
        context: Option<&Rc<FunctionContext>>,
    ) -> LookupResult<Value, Box<Stop>> {
        let path = arguments.last().map_or(Value::Undef, option_path);
        if let Some(context) = context {
            let object = self.context_object(context);
            self.evaluator.lookup_state.contexts.push((Arc::clone(&object), Rc::clone(context)));
            arguments.push(Value::Object(object));
        }
        let here = self.evaluator.run.vantage();
        let before = self.evaluator.run.see_from(Viewpoint { frame: NO_FRAME, ..here });
        self.evaluator.lookup_state.paths.push(path);
        let result = self.evaluator.call_by_name(name, arguments, None);
        self.evaluator.lookup_state.paths.pop();
        self.evaluator.run.see_from(before);
        if context.is_some() {
            self.evaluator.lookup_state.contexts.pop();
        }
        result.map_err(|stop| match *stop {
            Stop::NoSuchKey => LookupStop::NoSuchKey,
            other => LookupStop::Stopped(Box::new(other)),
        })
    }

    fn convert(&mut self, arguments: Vec<Value>) -> Result<Value, Box<Stop>> {
        self.evaluator.call_by_name("new", arguments, None)
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, String> {
        parse_type(text, self.evaluator.types()).map_err(|error| error.message)
    }

    fn error_text(&self, stop: &Box<Stop>) -> Option<String> {
        match &**stop {
            Stop::Diagnostic(diagnostic) => Some(diagnostic.to_string()),
            Stop::Error(error) => Some(error.text()),
            _ => None,
        }
    }

    fn puppet_error_text(&self, stop: &Box<Stop>) -> Option<String> {
        match &**stop {
            Stop::Diagnostic(diagnostic) => Some(diagnostic.to_string()),
            Stop::Error(error) if error.kind == ErrorKind::Assertion => Some(error.text()),
            _ => None,
        }
    }
}
