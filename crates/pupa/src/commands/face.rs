//! Common parts of the reference's commands ("faces"): options, log lines, and the diagnostics of
//! one text.

mod facts_error;
pub(super) mod options;
mod settings_table;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::log::Log;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::notation::{self, Style};
use pupa_syntax::source::Source;
use pupa_syntax::syntax_checker::stops_validation;
use pupa_syntax::tree::Tree;
use pupa_syntax::validate::{Extensions, Rules, validate};
use pupa_syntax::{Dialect, ParseOptions, parse};

pub(super) use self::facts_error::facts_error;

use self::options::{Accepts, Options};
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{Colors, Level, log_line, one_line};
use crate::settings::Settings;
use pupa_project::config::{split_modulepath, strict_from_name};
use pupa_project::module_place::{ModulePlaces, Search};

/// The reference's directory of environments.
const ENVIRONMENTS: &str = "/etc/puppetlabs/code/environments";

/// The default environment.
const DEFAULT_ENVIRONMENT: &str = "production";

/// The name under which a command was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandName {
    /// Our own.
    Pupa,
    /// The name of the reference, which has its own messages for invalid calls.
    Puppet,
}

impl CommandName {
    /// The name of the program.
    fn program(self) -> &'static str {
        match self {
            CommandName::Pupa => "pupa",
            CommandName::Puppet => "puppet",
        }
    }
}

/// The caller of a command of the reference, with the settings before its own options.
#[derive(Clone, Copy)]
pub(super) struct Caller<'a> {
    /// The name that the caller used.
    pub(super) called_as: CommandName,
    /// The settings of the configuration file and of the options before the command.
    pub(super) settings: &'a Settings,
}

/// A call of a face: its options and the resulting settings.
pub(super) struct Face<'a> {
    /// As given.
    pub(super) options: Options,
    called_as: CommandName,
    settings: Settings,
    tasks: bool,
    max_errors: usize,
    max_warnings: usize,
    max_deprecations: usize,
    colors: Colors,
    output: &'a mut Output,
}

/// An action of a face.
pub(super) struct Action {
    /// The name of the command with its action: `parser validate`.
    pub(super) command: &'static str,
    /// Its usage, for `--help`.
    pub(super) help: &'static str,
    /// Its own options.
    pub(super) accepts: Accepts,
    /// The implementation.
    pub(super) run: fn(&mut Face<'_>) -> Exit,
}

/// Runs the action in the first operand.
pub(super) fn run(
    name: &str,
    actions: &[Action],
    mut args: Vec<OsString>,
    caller: Caller<'_>,
    output: &mut Output,
) -> Exit {
    let program = caller.called_as.program();
    let mut wrong = |message: &str| refuse_call(message, caller.settings, output);
    let is_operand = |arg: &OsString| !arg.to_string_lossy().starts_with('-');
    let Some(index) = args.iter().position(is_operand) else {
        if args.iter().any(|arg| arg == "--help" || arg == "-h") {
            actions.iter().for_each(|action| output.out(action.help));
            return Exit::Success;
        }
        return wrong(&format!("'{name}' has no default action.  See `{program} help {name}`."));
    };
    let requested = args.remove(index);
    let is_requested = |action: &&Action| action.command.split(' ').nth(1) == requested.to_str();
    let Some(action) = actions.iter().find(is_requested) else {
        let requested = requested.to_string_lossy();
        return wrong(&format!(
            "'{name}' has no '{requested}' action.  See `{program} help {name}`."
        ));
    };
    call(action, args, caller, output)
}

/// Says why a call is wrong.
fn refuse_call(message: &str, settings: &Settings, output: &mut Output) -> Exit {
    output.err(&one_line(Level::Error, message, settings.colors(Stream::Err).into()));
    Exit::Errors
}

/// Runs an action.
pub(super) fn call(
    action: &Action,
    args: Vec<OsString>,
    caller: Caller<'_>,
    output: &mut Output,
) -> Exit {
    let mut wrong = |message: &str| refuse_call(message, caller.settings, output);
    let options = match Options::read(args, &action.accepts) {
        Ok(options) => options,
        Err(error) => return wrong(&format!("Could not parse application options: {error}")),
    };
    if options.switch("help") == Some(true) {
        output.out(action.help);
        return Exit::Success;
    }
    match options.value("strict") {
        Some(name) if strict_from_name(name).is_none() => wrong(&invalid_strict(name)),
        _ => (action.run)(&mut Face::new(options, caller, output)),
    }
}

/// The error about an invalid text, as the reference raises it.
pub(super) struct ParserError {
    /// The message without location and prefix.
    pub(super) message: String,
    /// ` (file: …, line: …, column: …)`, or empty.
    pub(super) place: String,
    /// The name of the issue; `None` for the summary of several logged errors.
    pub(super) issue_code: Option<String>,
    /// Line and column.
    pub(super) position: Option<(u32, u32)>,
}

impl ParserError {
    /// The message with its location.
    pub(super) fn full(&self) -> String {
        format!("{}{}", self.message, self.place)
    }

    /// Whether errors were logged before this one.
    pub(super) fn is_summary(&self) -> bool {
        self.issue_code.is_none()
    }
}

/// Whether to check only the syntax, or all rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Checks {
    /// Grammar and rules.
    All,
    /// The grammar.
    Syntax,
}

/// Whether a dump contains the name of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    /// Before the tree, followed by this separator.
    Before(&'static str),
    /// Only in messages.
    InMessages,
    /// None.
    None,
}

impl<'a> Face<'a> {
    fn new(options: Options, caller: Caller<'_>, output: &'a mut Output) -> Face<'a> {
        let mut settings = caller.settings.clone();
        // A manifest that is valid here must be valid in Puppet, unless extensions are enabled.
        if settings.extensions != Extensions::On {
            settings.extensions = Extensions::Off;
        }
        if let Some(strict) = options.value("strict").and_then(strict_from_name) {
            settings.strict = strict;
            settings.strict_is_default = false;
        }
        if let Some(Ok(directories)) = options.value("modulepath").map(split_modulepath) {
            settings.modulepath =
                directories.0.iter().map(|directory| crate::files::absolute(directory)).collect();
            // In all other commands, the option adds to the module path of the environment.
            settings.only_given_modules = caller.called_as == CommandName::Puppet;
        }
        let base = options.value("basemodulepath").map(split_modulepath);
        if let (None, Some(Ok(directories))) = (options.value("modulepath"), base) {
            settings.modulepath =
                directories.0.iter().map(|directory| crate::files::absolute(directory)).collect();
        }
        let number = |name: &str| {
            // Like Ruby's `to_i`, the reference reads invalid numbers as 0.
            options.value(name).map_or(10, |value| value.trim().parse().unwrap_or(0))
        };
        let silences_deprecations = options
            .value("disable_warnings")
            .is_some_and(|list| list.split(',').any(|item| item.trim() == "deprecations"));
        Face {
            tasks: options.switch("tasks").unwrap_or(false),
            max_errors: number("max_errors"),
            max_warnings: number("max_warnings"),
            max_deprecations: if silences_deprecations { 0 } else { number("max_deprecations") },
            colors: colors(options.value("color"), &settings),
            called_as: caller.called_as,
            options,
            settings,
            output,
        }
    }

    /// The name of the environment in messages.
    pub(super) fn environment(&self) -> &str {
        self.options.value("environment").unwrap_or(DEFAULT_ENVIRONMENT)
    }

    /// The directory of the environment: the given one, or the first with its name in the
    /// directories of environments. The default environment may be missing.
    pub(super) fn environment_directory(&self) -> Result<Option<PathBuf>, String> {
        if let Some(directory) = self.options.value("environment_dir") {
            return Ok(Some(PathBuf::from(directory)));
        }
        let name = self.environment();
        let in_code = self.options.value("codedir").map(|code| format!("{code}/environments"));
        let path = self.options.value("environmentpath").map(str::to_owned).or(in_code);
        let path = path.unwrap_or_else(|| ENVIRONMENTS.to_owned());
        let mut places = std::env::split_paths(&path).map(|path| path.join(name));
        let found = places.find(|path| path.is_dir());
        if found.is_none() && name != DEFAULT_ENVIRONMENT {
            return Err(format!(
                "Could not find a directory environment named '{name}' anywhere in the path: \
                 {path}. Does the directory exist?"
            ));
        }
        Ok(found)
    }

    /// Returns the settings for the call.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the maximum number of errors to report for a text.
    pub(super) fn max_errors(&self) -> usize {
        self.max_errors
    }

    /// The largest file to read.
    pub(super) fn max_file_size(&self) -> u64 {
        self.settings.max_file_size
    }

    /// Returns the output for results and messages.
    pub(super) fn output(&mut self) -> &mut Output {
        self.output
    }

    /// Prints a result.
    pub(super) fn print(&mut self, text: &str) {
        self.output.out(text);
    }

    /// Logs a message like the reference.
    pub(super) fn log(&mut self, level: Level, message: &str) {
        let line = one_line(level, message, self.colors);
        // Compat: only warnings and errors go to standard error.
        let stream = if level == Level::Notice { Stream::Out } else { Stream::Err };
        self.output.write(stream, &line);
    }

    /// Prints a logged message, if its level is at least notice.
    pub(super) fn relay(&mut self, log: &Log) {
        if log.level < pupa_eval::log::Level::Notice {
            return;
        }
        let line = log_line(log, self.colors);
        let is_notice = log.level == pupa_eval::log::Level::Notice;
        self.output.write(if is_notice { Stream::Out } else { Stream::Err }, &line);
    }

    /// Logs the reference's messages for a failure, except the last one, which ends the command and
    /// is returned.
    pub(super) fn log_error(&mut self, said: Vec<(pupa_eval::log::Level, String)>) -> String {
        for (level, text) in &said {
            let is_error = *level == pupa_eval::log::Level::Err;
            self.log(if is_error { Level::Error } else { Level::Warning }, text);
        }
        said.into_iter().next_back().map(|(_, text)| text).unwrap_or_default()
    }

    /// Ends the command with an error about the call.
    pub(super) fn fail(&mut self, command: &str, message: &str) -> Exit {
        let program = self.called_as.program();
        self.log(Level::Error, message);
        self.log(Level::Error, &format!("Try '{program} help {command}' for usage"));
        Exit::Errors
    }

    /// Ends the command because of an unsupported feature.
    pub(super) fn refuse(&mut self, message: &str) -> Exit {
        self.output.usage_error(message)
    }

    /// Parses and validates a text like the reference: warnings are logged; the first syntax error
    /// or a single validation error is returned; several validation errors are logged and a summary
    /// is returned.
    pub(super) fn examine(
        &mut self,
        source: &Arc<Source>,
        path: Option<&Path>,
        dialect: Dialect,
        checks: Checks,
    ) -> Result<Tree, ParserError> {
        let mut rules = self.rules();
        let options = ParseOptions {
            edition: rules.edition,
            extensions: rules.extensions.are_read(),
            dialect,
            tasks: rules.tasks,
        };
        let parsed = parse(Arc::clone(source), &options);
        for warning in parsed.diagnostics.iter().filter(|found| !found.is_error()) {
            self.log_diagnostic(Level::Warning, warning);
        }
        if let Some(error) = parsed.diagnostics.iter().find(|found| found.is_error()) {
            return Err(parser_error(error));
        }
        if checks == Checks::All {
            let mut places = ModulePlaces::new(&self.settings.modulepath, Search::ModulePath);
            rules.module_file = path.and_then(|path| places.place(path));
            self.judge(source, &validate(&parsed.tree, &rules))?;
        }
        Ok(parsed.tree)
    }

    /// The dump of `-e` or standard input; `None` if files are named.
    pub(super) fn dump_without_files(
        &mut self,
        dialect: Dialect,
        checks: Checks,
    ) -> Option<Result<String, String>> {
        if let Some(code) = self.options.value("e").map(str::to_owned) {
            let load = |name: &str| Ok(Loaded::Text(Source::new(name, code)));
            let name = "command-line-string".as_ref();
            return Some(self.dump(name, load, dialect, checks, Header::None));
        }
        if !self.options.operands.is_empty() {
            return None;
        }
        if std::io::stdin().is_terminal() {
            return Some(Err("No input to parse given on command line or stdin".to_owned()));
        }
        let limit = self.max_file_size();
        let load = |name: &str| Ok(reading::read_stdin(name, limit));
        Some(self.dump("stdin".as_ref(), load, dialect, checks, Header::None))
    }

    fn rules(&self) -> Rules {
        Rules { tasks: self.tasks, ..self.settings.rules() }
    }

    fn judge(&mut self, source: &Arc<Source>, found: &[Diagnostic]) -> Result<(), ParserError> {
        let (errors, warnings): (Vec<_>, Vec<_>) =
            found.iter().partition(|diagnostic| diagnostic.is_error());
        if let Some(first) = errors.first().filter(|first| stops_validation(first)) {
            return Err(parser_error(first));
        }
        self.log_warnings(&warnings);
        match errors.as_slice() {
            [] => Ok(()),
            [first, rest @ ..] if rest.is_empty() || self.max_errors <= 1 => {
                Err(parser_error(first))
            }
            all => {
                for error in all.iter().take(self.max_errors) {
                    self.log_diagnostic(Level::Error, error);
                }
                Err(summary(source, all.len(), warnings.len()))
            }
        }
    }

    fn log_warnings(&mut self, warnings: &[&Diagnostic]) {
        let (mut others, mut deprecations) = (self.max_warnings, self.max_deprecations);
        for warning in warnings {
            let left = match warning.severity {
                Severity::Deprecation => &mut deprecations,
                Severity::Note | Severity::Warning | Severity::Error => &mut others,
            };
            if *left > 0 {
                *left -= 1;
                self.log_diagnostic(Level::Warning, warning);
            }
        }
    }

    fn log_diagnostic(&mut self, level: Level, diagnostic: &Diagnostic) {
        self.log(level, &diagnostic.to_string());
    }

    /// The dump of one text, which messages call by the path of its source; empty after an error,
    /// which is logged.
    pub(super) fn dump(
        &mut self,
        path: &Path,
        load: impl FnOnce(&str) -> Result<Loaded, String>,
        dialect: Dialect,
        checks: Checks,
        header: Header,
    ) -> Result<String, String> {
        let name = &*path.to_string_lossy();
        // Compat: without validation, the reference's parser does not get the name of the file.
        let source = match load(if checks == Checks::All { name } else { "" })? {
            Loaded::Unreadable(diagnostic) => return Err(unreadable(path, &diagnostic)),
            Loaded::Text(source) => Arc::new(source),
        };
        match self.examine(&source, Some(path), dialect, checks) {
            Ok(tree) => Ok(self.notation(name, &tree, header)),
            Err(error) => {
                if header != Header::None {
                    self.log(Level::Error, &format!("--- {name}"));
                }
                self.log(Level::Error, &error.full());
                Ok(String::new())
            }
        }
    }

    fn notation(&self, name: &str, tree: &Tree, header: Header) -> String {
        let is_pretty = self.options.switch("pretty").unwrap_or(false);
        let style = if is_pretty { Style::Pretty } else { Style::Compact };
        // Compat: JSON comes without a header, and any unknown format is PN.
        if self.options.value("format") == Some("json") {
            return notation::to_json(tree, style);
        }
        let tree = notation::to_pn(tree, style);
        match header {
            Header::Before(between) => format!("--- {name}{between}{tree}"),
            Header::InMessages | Header::None => tree,
        }
    }

    /// Prints a result in the format of `--render-as`.
    pub(super) fn print_dump(&mut self, dump: &str) -> Exit {
        match self.options.value("render_as") {
            None | Some("console" | "s") => {
                self.print(dump);
                if !dump.ends_with('\n') {
                    self.print("\n");
                }
            }
            Some("json") => self.print(&format!("{}\n", serde_json::json!(dump))),
            Some(other) => {
                let other = other.to_owned();
                return self.refuse_rendering(&other);
            }
        }
        Exit::Success
    }

    /// Reports an unsupported format of `--render-as`.
    pub(super) fn refuse_rendering(&mut self, name: &str) -> Exit {
        let message = format!("cannot render as `{name}`; there are `console` and `json`");
        self.refuse(&message)
    }

    /// Reports the dump format `old`, which the reference no longer supports either.
    pub(super) fn refuse_old_format(&mut self) -> Option<Exit> {
        match self.options.value("format") {
            None | Some("old") => Some(self.refuse(
                "the dump format `old` is deprecated and not supported; use --format pn or \
                 --format json",
            )),
            Some(_) => None,
        }
    }
}

/// Reads a file in the arguments, which messages call `name`.
///
/// # Errors
/// Ruby's message, if the system can't read it.
pub(super) fn load(path: &Path, name: &str, limit: u64) -> Result<Loaded, String> {
    let bytes = reading::read_named_bytes(path, limit).map_err(|refused| refused.0)?;
    Ok(reading::as_code(name, bytes))
}

/// Returns the error for a file that is not text. It includes the name, since there may be several
/// files.
pub(super) fn unreadable(path: &Path, diagnostic: &Diagnostic) -> String {
    match diagnostic.file() {
        Some(_) => diagnostic.to_string(),
        None => format!("{} (file: {})", diagnostic.message, path.display()),
    }
}

/// The reference's `color` setting, which, unlike ours, selects a kind of markup.
fn colors(choice: Option<&str>, settings: &Settings) -> Colors {
    match choice {
        None => settings.colors(Stream::Err).into(),
        Some("ansi" | "true" | "always") => Colors::On,
        Some(_) => Colors::Off,
    }
}

fn invalid_strict(name: &str) -> String {
    format!(
        "Could not initialize global default settings: Invalid value '{name}' for parameter \
         strict. Allowed values are 'off', 'warning', 'error'"
    )
}

/// An error of the parser or validator.
pub(super) fn parser_error(diagnostic: &Diagnostic) -> ParserError {
    ParserError {
        message: diagnostic.message.clone(),
        place: diagnostic.location.as_ref().map(ToString::to_string).unwrap_or_default(),
        issue_code: Some(diagnostic.issue.code.replace('-', "_").to_ascii_uppercase()),
        position: diagnostic.line().zip(diagnostic.column()),
    }
}

fn summary(source: &Source, errors: usize, warnings: usize) -> ParserError {
    let message = if warnings > 0 {
        format!("Language validation logged {errors} errors, and {warnings} warnings. Giving up")
    } else {
        format!("Language validation logged {errors} errors. Giving up")
    };
    let name = source.name();
    let place = if name.is_empty() { String::new() } else { format!(" (file: {name})") };
    ParserError { message, place, issue_code: None, position: None }
}
