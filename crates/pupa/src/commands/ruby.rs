//! `pupa ruby`: runs a Ruby program in the sandbox.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use pupa_eval::host::RubyFiles;
use pupa_eval::limits::share_of_memory;
use pupa_eval::ruby_syntax_error;
use pupa_project::sandbox::Sandbox;
use pupa_ruby::machine::jump::Stop;
use pupa_ruby::parse::{Options, SyntaxError, parse};
use pupa_ruby::puppet::errors::Raised;
use pupa_ruby::world::{FileError, FileStat, LogLevel};
use pupa_ruby::{Core, Jump, Machine, Symbol, Value, World};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::{Source, Span};

use crate::cli::RubyArgs;
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{Format, Level, Rendered, one_line};
use crate::settings::Settings;

/// The name of an inline program.
const INLINE: &str = "-e";

/// Advice for programs that read files elsewhere.
const READING: &str =
    "\tA program may read files beside it; `--read PATH` allows others. It writes none.\n";

/// Runs the program.
pub(super) fn run(args: &RubyArgs, settings: &Settings, output: &mut Output) -> Exit {
    let (name, loaded) = match (&args.code, &args.file) {
        (Some(code), _) => (INLINE.to_owned(), Loaded::Text(Source::new(INLINE, code.clone()))),
        (None, Some(path)) if path != Path::new("-") => {
            let name = path.to_string_lossy().into_owned();
            let loaded = reading::read_file(path, &name, settings.max_file_size);
            (name, loaded)
        }
        (None, _) => ("-".to_owned(), reading::read_stdin("-", settings.max_file_size)),
    };
    let reporter = Format::Text.renderer(settings.colors(Stream::Err).into());
    let source = match loaded {
        Loaded::Text(source) => source,
        Loaded::Unreadable(diagnostic) => {
            output.err(&Rendered::new(&*reporter, &diagnostic).text());
            return Exit::Errors;
        }
    };
    let options = Options { file: name, ..Options::default() };
    match parse(source.text().as_bytes(), &options) {
        Ok(code) => run_code(args, &code, settings, output),
        Err(errors) => {
            for diagnostic in diagnostics(&Arc::new(source), &errors) {
                output.err(&Rendered::new(&*reporter, &diagnostic).text());
            }
            Exit::Errors
        }
    }
}

/// Syntax errors of Ruby code as diagnostics.
pub(super) fn diagnostics(source: &Arc<Source>, errors: &[SyntaxError]) -> Vec<Diagnostic> {
    let offset = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let diagnostic = |error: &SyntaxError| {
        let span = Span::new(offset(error.span.start), offset(error.span.end));
        ruby_syntax_error(&error.message).at(source, span)
    };
    errors.iter().map(diagnostic).collect()
}

fn run_code(
    args: &RubyArgs,
    code: &Arc<pupa_ruby::code::Code>,
    settings: &Settings,
    output: &mut Output,
) -> Exit {
    let mut readable: Vec<PathBuf> = args.read.clone();
    let (program, first) = match args.code {
        Some(_) => (None, args.file.as_deref()),
        None => (args.file.as_deref(), None),
    };
    let own = program.and_then(Path::parent).map(Path::to_owned);
    readable.extend(own.map(|path| if path.as_os_str().is_empty() { ".".into() } else { path }));
    let mut program = Program { files: Sandbox::of(readable, settings.max_file_size), output };
    let mut core = Core::new();
    if let Some(steps) = settings.limits.steps {
        core.limits.steps = steps;
    }
    if let Some(memory) = settings.limits.memory {
        core.limits.memory = share_of_memory(memory);
    }
    let mut machine = Machine::new(core, &mut program);
    let first = first.map(|first| first.to_string_lossy().into_owned());
    let list = first.iter().chain(&args.arguments);
    let list = list.map(|arg| machine.new_str(arg.as_str())).collect();
    let list = machine.new_array(list);
    machine.set_constant(pupa_ruby::core::class::OBJECT, Symbol::new("ARGV"), list);
    let main = machine.main_object();
    let result = machine.run_top(Arc::clone(code), main);
    let error = match result {
        Ok(_) | Err(Jump::Stop(Stop::Exit(0))) => return Exit::Success,
        Err(Jump::Stop(Stop::Exit(_))) => return Exit::Errors,
        Err(Jump::Raise(exception)) => {
            let raised = machine.raised(exception);
            if raised.class == "SystemExit" {
                let name = Symbol::new("success?");
                let is_success = machine.call(Value::Object(exception), name, &[]);
                let is_success = is_success.is_ok_and(Value::is_truthy);
                return if is_success { Exit::Success } else { Exit::Errors };
            }
            let advice = if raised.class == "Errno::EACCES" { READING } else { "" };
            display(&raised) + advice
        }
        Err(Jump::Stop(Stop::Limit)) => {
            let message = format!("the program reached the limit of {}", machine.carried_text());
            one_line(Level::Error, &message, settings.colors(Stream::Err).into())
        }
        Err(_) => one_line(
            Level::Error,
            "the program ended with a jump out of nothing",
            settings.colors(Stream::Err).into(),
        ),
    };
    output.err(&error);
    Exit::Errors
}

/// An uncaught exception in Ruby's format.
fn display(raised: &Raised) -> String {
    let (first, rest) = match raised.backtrace.split_first() {
        Some((first, rest)) => (first.as_str(), rest),
        None => (INLINE, &[][..]),
    };
    let mut lines = raised.message.lines();
    let message = lines.next().unwrap_or_default();
    let mut text = match message {
        "" => format!("{first}: unhandled exception ({})\n", raised.class),
        _ => format!("{first}: {message} ({})\n", raised.class),
    };
    lines.for_each(|line| text.push_str(&format!("{line}\n")));
    rest.iter().for_each(|line| text.push_str(&format!("\tfrom {line}\n")));
    text
}

/// The world of a program on the command line.
struct Program<'o> {
    files: Sandbox,
    output: &'o mut Output,
}

impl World for Program<'_> {
    fn read_file(&mut self, path: &str) -> Result<Vec<u8>, FileError> {
        self.files.read(path)
    }

    fn stat(&mut self, path: &str) -> Result<FileStat, FileError> {
        self.files.stat(path)
    }

    fn list_directory(&mut self, path: &str) -> Result<Vec<String>, FileError> {
        self.files.list(path)
    }

    fn real_path(&mut self, path: &str) -> Result<String, FileError> {
        self.files.real_path(path)
    }

    fn working_directory(&mut self) -> String {
        std::env::current_dir().map_or("/".to_owned(), |path| path.to_string_lossy().into_owned())
    }

    fn now(&mut self) -> (i64, u32) {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        (now.as_secs() as i64, now.subsec_nanos())
    }

    fn random_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let random = RandomState::new().build_hasher().finish().to_le_bytes();
            chunk.copy_from_slice(&random[..chunk.len()]);
        }
    }

    fn log(&mut self, level: LogLevel, message: &str) {
        let name = format!("{level:?}");
        self.output.err(&format!("{name}: {message}\n"));
    }

    fn print(&mut self, text: &[u8]) {
        self.output.out(&String::from_utf8_lossy(text));
    }
}
