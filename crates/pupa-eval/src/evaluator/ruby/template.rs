//! Templates in ERB.

use std::sync::Arc;

use pupa_ruby::machine::jump::Stop as RubyStop;
use pupa_ruby::parse::SyntaxError;
use pupa_ruby::puppet::errors::Raised;
use pupa_ruby::puppet::template::Template;
use pupa_ruby::{Core, Jump, Machine};
use pupa_syntax::source::{Source, Span};
use pupa_value::value::Text;
use pupa_value::{Error, ErrorKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Evaluator;
use super::door::Door;
use crate::failure::{Failure, Named, Outcome, Stop, error};
use crate::host::ModuleFiles;
use crate::issues;
use crate::program::Program;

/// Advice for code that reads files elsewhere.
const READING: &str = "Ruby code may read files of the environment and its modules; `--ruby-read \
                       PATH` allows others";

/// The state of Ruby code in a run.
#[derive(Debug, Default)]
pub(in crate::evaluator) struct Ruby {
    /// The machine, unless it is in use.
    pub(super) core: Option<Box<Core>>,
    /// The stop that is on its way through Ruby code.
    pub(super) stop: Option<Box<Stop>>,
    /// Templates that are given as text: a call in a loop reads them once.
    inline: FxHashMap<Text, Template>,
    /// The addresses of the string literals of this many programs.
    literals: (usize, FxHashSet<usize>),
}

/// The result of Ruby code: a value, or an uncaught exception.
type Ran<T> = Result<T, Raised>;

impl Evaluator<'_> {
    pub(super) fn ruby_mut(&mut self) -> &mut Ruby {
        self.ruby.get_or_insert_with(Box::default)
    }

    /// Takes the machine to run something; a new one the first time.
    pub(super) fn take_core(&mut self) -> Box<Core> {
        if let Some(core) = self.ruby_mut().core.take() {
            return core;
        }
        let limits = &self.settings.limits;
        let mut core = Core::new();
        core.limits.steps = limits.steps.unwrap_or(u64::MAX);
        if let Some(memory) = limits.memory {
            core.limits.memory = usize::try_from(memory).unwrap_or(usize::MAX);
        }
        core
    }

    /// Whether a text is that of a string literal.
    pub(super) fn is_literal(&mut self, text: &Text) -> bool {
        let ruby = self.ruby.get_or_insert_with(Box::default);
        let (known, literals) = &mut ruby.literals;
        for program in self.programs.iter().skip(*known) {
            literals.extend(&program.literals);
        }
        *known = self.programs.len();
        literals.contains(&text.address())
    }

    /// Runs something in the machine.
    fn with_ruby<T>(
        &mut self,
        run: impl FnOnce(&mut Machine<'_>) -> Result<T, Jump>,
    ) -> Outcome<Ran<T>> {
        let mut core = self.take_core();
        core.begin_entry();
        let mut door = Door { evaluator: self };
        let mut machine = Machine::new(core, &mut door);
        let result = run(&mut machine).map_err(|jump| ended(&mut machine, jump));
        let mut core = machine.core;
        core.end_entry();
        self.ruby_mut().core = Some(core);
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(End::Raised(raised)) => Ok(Err(raised)),
            Err(End::Limit(message)) => Err(Error::new(ErrorKind::Limit, message).into()),
            Err(End::Stopped) => Err(match self.ruby_mut().stop.take() {
                Some(stop) => stop,
                None => error("Ruby code was interrupted"),
            }),
        }
    }

    /// Runs a template and returns its text, or the exception that ended it.
    pub(crate) fn render_erb(&mut self, template: &Template) -> Outcome<Ran<String>> {
        self.with_ruby(|machine| {
            let value = machine.render(template)?;
            machine.to_s_text(value)
        })
    }

    /// Evaluates a template with Ruby code in the top scope and returns its text. A template that is
    /// in a file has a path.
    ///
    /// # Errors
    /// When the template has syntax errors, or raises an exception.
    pub fn render_erb_text(&mut self, text: &str, path: Option<&str>) -> Result<String, Failure> {
        let source = Arc::new(Source::new(path.unwrap_or_default(), text));
        // Places of calls are those of a program, and no text is an empty one.
        let empty = Arc::new(Source::new("", ""));
        let program = Program::read(Arc::clone(&empty), &self.settings).map(Arc::new);
        let program = program.map_err(|rejected| {
            Failure::new("runtime-error", rejected.to_string(), &empty, Span::at(0))
        })?;
        self.program = self.add_program(&program);
        self.budget.restart();
        let rendered = match Template::new(text, path) {
            Ok(template) => self.render_erb(&template),
            Err(errors) => Err(self.ruby_syntax_error(path.unwrap_or("(erb)"), &source, &errors)),
        };
        let result = match rendered {
            Ok(Ok(text)) => return Ok(text),
            Ok(Err(raised)) => raised_in_text(&raised, &source),
            Err(stop) => self.failure(*stop, program.tree.root()),
        };
        self.unwind();
        Err(result)
    }

    /// Reads a template that is given as text, each text once.
    pub(crate) fn inline_erb(&mut self, text: &Text) -> Outcome<Template> {
        if let Some(template) = self.ruby_mut().inline.get(text) {
            return Ok(template.clone());
        }
        match Template::new(text, None) {
            Ok(template) => {
                self.ruby_mut().inline.insert(text.clone(), template.clone());
                Ok(template)
            }
            Err(errors) => {
                let source = Arc::new(Source::new("", text.as_str()));
                Err(self.ruby_syntax_error("(erb)", &source, &errors))
            }
        }
    }

    /// Reads the template of that path.
    pub(crate) fn erb_of_file(&mut self, path: &str) -> Outcome<Template> {
        let file = self.host.template(path).map_err(|problem| error(problem.0))?;
        match file.erb() {
            Ok(template) => Ok(template.clone()),
            Err(errors) => Err(self.ruby_syntax_error(path, &file.source, errors)),
        }
    }

    /// The path of a file of a module, or of a file anywhere, that exists.
    pub(crate) fn module_path(&self, kind: ModuleFiles, reference: &str) -> Option<String> {
        let path = if reference.starts_with('/') {
            reference.to_owned()
        } else {
            self.host.module_file(kind, reference)?
        };
        self.host.exists(&path).then_some(path)
    }

    /// An exception as the reference passes it on: an error of the call that is under way, or, for
    /// exceptions that are no `StandardError`, its message alone.
    pub(crate) fn ruby_error(
        &self,
        raised: &Raised,
        message: impl FnOnce(&Raised) -> String,
    ) -> Box<Stop> {
        if raised.is_standard {
            let advice = (raised.class == "Errno::EACCES").then(|| READING.to_owned());
            return error(message(raised)).advised(advice);
        }
        let source = Arc::new(Source::new("", ""));
        let complaint = issues::ruby_error(&raised.message);
        let failure = Failure::new(complaint.code, complaint.message, &source, Span::at(0));
        failure.naming(Named::Bare).called_by(self.call_sites()).into()
    }

    fn ruby_syntax_error(
        &self,
        path: &str,
        source: &Arc<Source>,
        errors: &[SyntaxError],
    ) -> Box<Stop> {
        let Some(first) = errors.first() else { return error("the template cannot be read") };
        let message = match first.message.as_str() {
            "Invalid next" => "Can't escape from eval with next",
            "Invalid redo" => "Can't escape from eval with redo",
            "Invalid break" => "Can't escape from eval with break",
            other => other,
        };
        let complaint = issues::ruby_syntax_error(&format!("{path}:{}: {message}", first.line));
        let offset = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let span = Span::new(offset(first.span.start), offset(first.span.end));
        let failure = Failure::new(complaint.code, complaint.message, source, span);
        failure.naming(Named::Bare).called_by(self.call_sites()).into()
    }
}

/// An exception of a template that is rendered on its own: it marks the line that raised it.
fn raised_in_text(raised: &Raised, source: &Arc<Source>) -> Failure {
    let name = if source.name().is_empty() { "(erb)" } else { source.name() };
    let place = raised.backtrace.iter().find_map(|line| {
        let (number, _) = line.strip_prefix(name)?.strip_prefix(':')?.split_once(':')?;
        number.parse::<usize>().ok()
    });
    let mut start = 0;
    let mut lines = source.text().split_inclusive('\n');
    for line in lines.by_ref().take(place.unwrap_or(1).saturating_sub(1)) {
        start += line.len();
    }
    let length = lines.next().map_or(0, |line| line.trim_end().len());
    let offset = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let span = Span::new(offset(start), offset(start + length));
    let message = match place {
        Some(line) => format!("{name}:{line}: {} ({})", raised.message, raised.class),
        None => format!("{} ({})", raised.message, raised.class),
    };
    let complaint = issues::ruby_error(&message);
    Failure::new(complaint.code, complaint.message, source, span).naming(Named::Bare)
}

/// The way in which Ruby code has ended without a value.
enum End {
    Raised(Raised),
    Limit(String),
    /// By a stop of Puppet, which the run keeps.
    Stopped,
}

fn ended(machine: &mut Machine<'_>, jump: Jump) -> End {
    match jump {
        Jump::Raise(exception) => End::Raised(machine.raised(exception)),
        Jump::Stop(RubyStop::Limit) => {
            let limit = machine.carried_text();
            End::Limit(format!("Ruby code reached the limit of {limit}"))
        }
        Jump::Stop(RubyStop::Host) => End::Stopped,
        Jump::Stop(RubyStop::Exit(_)) => End::Raised(Raised {
            class: "SystemExit".to_owned(),
            is_standard: false,
            message: "exit".to_owned(),
            backtrace: Vec::new(),
        }),
        _ => End::Raised(Raised {
            class: "LocalJumpError".to_owned(),
            is_standard: true,
            message: "unexpected return".to_owned(),
            backtrace: Vec::new(),
        }),
    }
}

/// The text of a template that failed, as the reference words it.
pub(crate) fn failed_template(name: &str, raised: &Raised) -> String {
    let line = raised.backtrace.first().map(String::as_str).unwrap_or_default();
    let mut parts = line.split(':');
    let (path, number) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    format!(
        "Failed to parse template {name}:\n  Filepath: {path}\n  Line: {number}\n  Detail: {}\n",
        raised.message
    )
}
