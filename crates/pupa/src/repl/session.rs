//! The state of a session, and the effects of its inputs.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use pupa_eval::program::Program;
use pupa_eval::{Evaluator, Host};
use pupa_syntax::Edition;
use pupa_syntax::source::Source;
use pupa_syntax::tree::{ExprKind, Tree};
use pupa_value::infer::infer;
use pupa_value::{Value, text};

use super::completion::Names;
use super::highlight::highlighted;
use crate::cli::DocFormat;
use crate::evaluation::{self, CompileError};
use crate::output::{Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{Colors, ErrorReport, Format};
use crate::settings::Settings;
use crate::world::World;
use crate::{commands, files};

/// The length above which values are shown on several lines.
const WIDTH: usize = 100;

const HELP: &str = "\
Type an expression to see its value. Input goes on over several lines until it is complete.
Variables can be set again here; definitions replace those of the same name.

  :help [FUNCTION]   this text, or the documentation of a function
  :type EXPR         the type of a value
  :vars              the variables that were set here
  :load FILE         evaluate a file
  :edition [8|draft] show or change the edition of the language; variables stay
  :quit              leave, as Ctrl-D does
";

/// Whether the session continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextStep {
    /// Yes.
    On,
    /// No.
    Away,
}

/// A conversation.
pub(crate) struct Session<'h, 'o> {
    settings: Settings,
    world: &'h World,
    host: &'h dyn Host,
    output: &'h RefCell<&'o mut Output>,
    evaluator: Evaluator<'h>,
    /// The names of the initial variables.
    given: Vec<String>,
    /// Sources that define functions or types, to be compiled again when the edition changes.
    definitions: Vec<Arc<Source>>,
    /// The names of types that programs define.
    types: Vec<String>,
}

impl<'h, 'o> Session<'h, 'o> {
    /// A new session.
    pub(crate) fn new(
        settings: Settings,
        world: &'h World,
        host: &'h dyn Host,
        output: &'h RefCell<&'o mut Output>,
    ) -> Session<'h, 'o> {
        let mut evaluator = evaluator(&settings, world, host);
        world.introduce(&mut evaluator);
        let given = evaluator.variables().iter().map(|(name, _)| (*name).to_owned()).collect();
        let (definitions, types) = (Vec::new(), Vec::new());
        Session { settings, world, host, output, evaluator, given, definitions, types }
    }

    /// The edition for inputs.
    pub(crate) fn edition(&self) -> Edition {
        self.settings.edition
    }

    /// The names that are known at the moment.
    pub(crate) fn names(&self) -> Names {
        Names {
            variables: self.evaluator.variables().iter().map(|(name, _)| (*name).into()).collect(),
            functions: self.evaluator.function_names(),
            types: self.types.clone(),
        }
    }

    /// Executes an input.
    pub(crate) fn handle(&mut self, input: &str) -> NextStep {
        let trimmed = input.trim();
        match trimmed.strip_prefix(':').filter(|rest| !rest.starts_with(':')) {
            _ if trimmed.is_empty() => {}
            Some(command) => return self.command(command),
            None => {
                if let Some(value) = self.evaluate(Source::new("", input)) {
                    self.show(&value);
                }
            }
        }
        NextStep::On
    }

    fn command(&mut self, command: &str) -> NextStep {
        let (name, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let argument = argument.trim();
        match name {
            "q" | "quit" | "exit" => return NextStep::Away,
            "h" | "help" | "?" => self.help(argument),
            "t" | "type" if !argument.is_empty() => {
                if let Some(value) = self.evaluate(Source::new("", argument)) {
                    let display = infer(&value).display();
                    self.say(&highlighted(&display, self.colors(Stream::Out)));
                }
            }
            "type" => self.complain("`:type` needs an expression"),
            "vars" => self.variables(),
            "load" if !argument.is_empty() => self.load(argument),
            "load" => self.complain("`:load` needs a file"),
            "edition" => self.change_edition(argument),
            _ => {
                let known = super::completion::COMMANDS.iter().copied();
                let near = pupa_syntax::suggest::nearest(&format!(":{name}"), known);
                let hint = near.unwrap_or(":help");
                self.complain(&format!("there is no command `:{name}`; try `{hint}`"));
            }
        }
        NextStep::On
    }

    /// Evaluates a manifest and returns its value; errors are printed.
    fn evaluate(&mut self, source: Source) -> Option<Value> {
        let result = evaluation::read(source, self.evaluator.settings()).and_then(|program| {
            self.remember(&program);
            self.evaluator.evaluate(&program).map_err(CompileError::from)
        });
        // The messages were printed when they were logged.
        self.evaluator.take_logs();
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.tell(&error);
                None
            }
        }
    }

    /// Stores the definitions of a program.
    fn remember(&mut self, program: &Program) {
        let types = defined_types(program.tree());
        let defines_functions = program.defined_functions().next().is_some();
        if defines_functions || !types.is_empty() {
            self.definitions.push(Arc::clone(program.source()));
        }
        self.types.extend(types);
    }

    fn tell(&self, error: &CompileError) {
        let report = ErrorReport {
            format: Format::suitable(),
            colors: self.colors(Stream::Err),
            node: &self.world.node,
            environment: &self.world.environment().name,
        };
        self.output.borrow_mut().err(&report.text(error));
    }

    fn show(&self, value: &Value) {
        match evaluation::literal(value, self.settings.limits.elements) {
            Ok(literal) => {
                let is_long = literal.chars().count() > WIDTH;
                let spread = is_long.then(|| text::convert(value, &Value::from("%#p")).ok());
                let display = spread.flatten().unwrap_or(literal);
                self.say(&highlighted(display.trim_matches('\n'), self.colors(Stream::Out)));
            }
            Err(message) => self.complain(&message),
        }
    }

    fn variables(&self) {
        let own = |name: &str| !self.given.iter().any(|given| given == name);
        for (name, value) in self.evaluator.variables() {
            if own(name) {
                let display = evaluation::literal(value, self.settings.limits.elements);
                let display = display.unwrap_or_else(|message| format!("# {message}"));
                let colored = highlighted(&display, self.colors(Stream::Out));
                self.say(&format!("${name} = {colored}"));
            }
        }
    }

    fn help(&self, name: &str) {
        if name.is_empty() {
            return self.say(HELP.trim_end());
        }
        match commands::about_function(name, DocFormat::Text, self.colors(Stream::Out)) {
            Ok(text) => self.say(text.trim_end()),
            Err(message) => self.complain(&message),
        }
    }

    fn load(&mut self, name: &str) {
        let path = files::absolute(Path::new(name));
        match reading::read_file(&path, &path.to_string_lossy(), self.settings.max_file_size) {
            Loaded::Text(source) => {
                if let Some(value) = self.evaluate(source) {
                    self.show(&value);
                }
            }
            Loaded::Unreadable(diagnostic) => self.tell(&CompileError::Unreadable(diagnostic)),
        }
    }

    fn change_edition(&mut self, name: &str) {
        if name.is_empty() {
            return self.say(self.settings.edition.name());
        }
        let Some(edition) = Edition::from_name(name) else {
            return self.complain("the editions are `8` and `draft`");
        };
        self.settings.edition = edition;
        let mut changed = evaluator(&self.settings, self.world, self.host);
        for (name, value) in self.evaluator.variables() {
            changed.set_variable(name, value.clone());
        }
        self.evaluator = changed;
        for source in self.definitions.clone() {
            self.define_again(&source);
        }
    }

    /// Compiles definitions again, in the current edition.
    fn define_again(&mut self, source: &Arc<Source>) {
        let source = Source::new(source.name(), source.text());
        let read = evaluation::read(source, self.evaluator.settings());
        let defined =
            read.and_then(|program| self.evaluator.define(&program).map_err(CompileError::from));
        self.evaluator.take_logs();
        if let Err(error) = defined {
            self.tell(&error);
        }
    }

    fn colors(&self, stream: Stream) -> Colors {
        self.settings.colors(stream).into()
    }

    fn say(&self, text: &str) {
        self.output.borrow_mut().out(&format!("{text}\n"));
    }

    fn complain(&self, message: &str) {
        self.output.borrow_mut().err(&format!("error: {message}\n"));
    }
}

fn evaluator<'h>(settings: &Settings, world: &'h World, host: &'h dyn Host) -> Evaluator<'h> {
    let mut evaluator = Evaluator::new(world.evaluation(settings), host);
    evaluator.allow_reassignment();
    evaluator
}

/// The names of the types that a program defines.
fn defined_types(tree: &Tree) -> Vec<String> {
    let root = tree.root();
    let statements = match *tree.kind(root) {
        ExprKind::Block { statements, .. } => tree[statements].to_vec(),
        _ => vec![root],
    };
    let named = statements.iter().filter_map(|statement| match *tree.kind(*statement) {
        ExprKind::TypeAlias(alias) => Some(tree.text(tree[alias].name).to_owned()),
        _ => None,
    });
    named.collect()
}
