//! The machine of a run.

use pupa_ruby::machine::jump::Stop as RubyStop;
use pupa_ruby::puppet::errors::Raised;
use pupa_ruby::puppet::template::Template;
use pupa_ruby::{Core, Jump, Machine};
use pupa_value::value::Text;
use pupa_value::{Error, ErrorKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::block::LambdaHandle;
use super::door::Door;
use super::{RubyCode, RubyState};
use crate::limits::share_of_memory;
use crate::stop::{Outcome, Stop, error};

/// The state of Ruby code in a run.
#[derive(Default)]
pub(crate) struct Ruby {
    /// The machine; `None` while it is running.
    pub(crate) core: Option<Box<Core>>,
    /// Whether a machine has been created.
    pub(super) is_started: bool,
    /// The stop that is passing through Ruby code.
    pub(super) stop: Option<Box<Stop>>,
    /// The inline templates, so that a call in a loop parses its template once.
    pub(super) inline: FxHashMap<Text, Template>,
    /// The addresses of frozen strings: facts, and the string literals of this number of programs.
    literals: (usize, FxHashSet<usize>),
    /// The lambdas that Ruby code may call, the innermost last.
    pub(super) lambdas: Vec<LambdaHandle>,
    /// The number of the last lambda passed to Ruby code.
    pub(super) last_lambda: u32,
    /// The last error that was passed to Ruby code as an exception, with the message of that
    /// exception.
    pub(super) received: Option<(String, Box<Stop>)>,
    /// The places at the end of the message of the last error that Ruby code has received.
    pub(super) quoted_places: String,
    /// The last exception that has left a function for Ruby code further out, by its message.
    pub(super) raised: Option<(String, Jump)>,
    /// Whether a module does not support this version of Puppet, by its directory.
    pub(super) is_outdated: FxHashMap<String, bool>,
}

/// The result of Ruby code: a value, or an uncaught exception.
pub(super) type Ran<T> = Result<T, Raised>;

impl RubyState {
    pub(super) fn ruby_mut(&mut self) -> &mut Ruby {
        self.started.get_or_insert_with(Box::default)
    }
}

impl RubyCode<'_, '_> {
    /// Takes the machine out, to run code in it; creates it the first time.
    pub(super) fn take_core(&mut self) -> Box<Core> {
        if let Some(core) = self.evaluator.ruby_state.ruby_mut().core.take() {
            return core;
        }
        if !std::mem::replace(&mut self.evaluator.ruby_state.ruby_mut().is_started, true) {
            self.separate_values();
        }
        let limits = &self.evaluator.run.settings.limits;
        let mut core = Core::new();
        core.limits.steps = limits.steps.unwrap_or(u64::MAX);
        if let Some(memory) = limits.memory {
            core.limits.memory = share_of_memory(memory);
        }
        core
    }

    /// Whether a string is a literal or belongs to a fact, so that Ruby code must not change it.
    pub(super) fn is_literal(&mut self, text: &Text) -> bool {
        let ruby = self.evaluator.ruby_state.started.get_or_insert_with(Box::default);
        let (known, literals) = &mut ruby.literals;
        if *known == 0 {
            for name in FROZEN_VARIABLES {
                if let Some(value) = self.evaluator.run.scopes.top(name) {
                    add_texts(value, literals);
                }
            }
        }
        for program in self.evaluator.run.programs().iter().skip(*known) {
            literals.extend(&program.literals);
        }
        *known = self.evaluator.run.programs().len();
        literals.contains(&text.address())
    }

    /// Runs a function in the machine.
    pub(super) fn in_machine<T>(&mut self, run: impl FnOnce(&mut Machine<'_>) -> T) -> T {
        let mut core = self.take_core();
        core.begin_entry();
        let mut door = Door { evaluator: self.evaluator };
        let mut machine = Machine::new(core, &mut door);
        let result = run(&mut machine);
        machine.publish_changes();
        let mut core = machine.core;
        core.end_entry();
        self.evaluator.ruby_state.ruby_mut().core = Some(core);
        result
    }

    /// Runs a function in the machine; returns an uncaught exception as a value.
    pub(super) fn with_ruby<T>(
        &mut self,
        run: impl FnOnce(&mut Machine<'_>) -> Result<T, Jump>,
    ) -> Outcome<Ran<T>> {
        let result = self.in_machine(|machine| run(machine).map_err(|jump| ended(machine, jump)));
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(End::Raised(raised, outer)) => {
                let message = raised.message.clone();
                self.evaluator.ruby_state.ruby_mut().raised = outer.map(|jump| (message, jump));
                Ok(Err(raised))
            }
            Err(End::Limit(message)) => Err(Error::new(ErrorKind::Limit, message).into()),
            Err(End::Stopped) => Err(match self.evaluator.ruby_state.ruby_mut().stop.take() {
                Some(stop) => stop,
                None => error("Ruby code was interrupted"),
            }),
            Err(End::Jumped(jump)) => Err(Box::new(Stop::Ruby(jump))),
        }
    }
}

/// The variables whose values are frozen at all levels.
const FROZEN_VARIABLES: [&str; 3] = ["facts", "trusted", "server_facts"];

fn add_texts(value: &Value, texts: &mut FxHashSet<usize>) {
    match value {
        Value::String(text) => drop(texts.insert(text.address())),
        Value::Array(elements) => elements.iter().for_each(|element| add_texts(element, texts)),
        Value::Hash(entries) => entries.values().for_each(|value| add_texts(value, texts)),
        _ => {}
    }
}

/// The end of Ruby code without a value.
enum End {
    /// By an exception, with the jump that raises it again in outer Ruby code.
    Raised(Raised, Option<Jump>),
    Limit(String),
    /// By a stop of Puppet code, which the run keeps.
    Stopped,
    /// By a jump to outer Ruby code.
    Jumped(Jump),
}

fn ended(machine: &mut Machine<'_>, jump: Jump) -> End {
    match jump {
        Jump::Raise(exception) => {
            let outer = (!machine.is_idle()).then_some(Jump::Raise(exception));
            End::Raised(machine.raised(exception), outer)
        }
        Jump::Stop(RubyStop::Limit) => {
            let limit = machine.carried_text();
            End::Limit(match pupa_meter::exceeded() {
                Some(exceeded) => exceeded.to_string(),
                None => format!("Ruby code reached the limit of {limit} (limit: --max-{limit})"),
            })
        }
        Jump::Stop(RubyStop::Host) => End::Stopped,
        Jump::Stop(RubyStop::Exit(_)) => End::Raised(
            Raised {
                class: "SystemExit".to_owned(),
                is_standard: false,
                message: "exit".to_owned(),
                backtrace: Vec::new(),
                has_place: false,
                missing: None,
            },
            None,
        ),
        _ if !machine.is_idle() => End::Jumped(jump),
        _ => End::Raised(
            Raised {
                class: "LocalJumpError".to_owned(),
                is_standard: true,
                message: "unexpected return".to_owned(),
                backtrace: Vec::new(),
                has_place: false,
                missing: None,
            },
            None,
        ),
    }
}
