//! `pupa epp render`: renders templates, with the arguments of `puppet epp render`.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::Evaluator;
use pupa_eval::host::Owner;
use pupa_eval::is_lookup_error;
use pupa_eval::log::Level as LogLevel;
use pupa_eval::program::{ManifestError, Program};
use pupa_eval::template_file::TemplateFile;
use pupa_project::environment::Environment;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;
use pupa_syntax::{Dialect, Edition};
use pupa_value::text::ruby::to_s;
use pupa_value::value::Hash;
use pupa_value::{Value, ruby::class_name};

use super::epp_templates::{Templates, environment_directory};
use super::face::{Face, facts_error};
use crate::cli::{SurroundingsArgs, WorldArgs};
use crate::data_file;
use crate::evaluation::{self, CompileError};
use crate::output::Exit;
use crate::reading::{self, Loaded};
use crate::report::Level;
use crate::settings::Settings;
use crate::world::World;

/// The name of the command in messages.
const COMMAND: &str = "epp render";

/// The name of an inline template in messages.
const INLINE: &str = "inlined-epp-text";

/// The message if some template could not be rendered.
const FAILED: &str = "error while rendering epp";

/// The reasons for missing output.
enum RenderError {
    /// The call as a whole fails.
    Call(String),
    /// The current template fails, but others may succeed.
    Template(String),
}

/// Renders the templates in the arguments.
pub(super) fn render(face: &mut Face<'_>) -> Exit {
    let settings = match settings(face) {
        Ok(settings) => settings,
        Err(message) => return face.fail(COMMAND, &message),
    };
    let args = match world_args(face) {
        Ok(args) => args,
        Err(message) => return face.fail(COMMAND, &message),
    };
    let world = match World::of_templates(&args, &settings) {
        Ok(world) => world,
        Err(error) => {
            let facts = args.around.facts.as_deref();
            let no_hash = |path: &Path| match facts == Some(path) {
                true => format!(
                    "Incorrect formatted data in {} given via the --facts flag",
                    path.display()
                ),
                false => format!("{} holds no hash", path.display()),
            };
            return face.fail(COMMAND, &facts_error(&error, no_hash));
        }
    };
    let host = world.machine();
    let mut rendering = Rendering {
        evaluator: Evaluator::new(world.evaluation(&settings), &host),
        environment: world.environment(),
        templates: Templates::of(Arc::clone(world.modules())),
        settings: &settings,
        face,
    };
    world.introduce(&mut rendering.evaluator);
    match rendering.written() {
        Ok(text) => face.print_dump(&text),
        Err(RenderError::Call(message) | RenderError::Template(message)) => {
            face.fail(COMMAND, &message)
        }
    }
}

/// The settings, with the edition of the call.
fn settings(face: &Face<'_>) -> Result<Settings, String> {
    let mut settings = face.settings().clone();
    if let Some(name) = face.options.value("edition") {
        let edition = Edition::from_name(name);
        settings.edition = edition.ok_or_else(|| format!("there is no edition '{name}'"))?;
    }
    if let Some(is_strict) = face.options.switch("strict_variables") {
        settings.strict_variables = is_strict;
    }
    Ok(settings)
}

fn world_args(face: &Face<'_>) -> Result<WorldArgs, String> {
    let path = |name: &str| face.options.value(name).map(PathBuf::from);
    Ok(WorldArgs {
        node: face.options.value("node").map(str::to_owned),
        around: SurroundingsArgs {
            facts: path("facts"),
            trusted: path("trusted"),
            server_facts: path("server_facts"),
            environment_dir: environment_directory(face)?,
            no_system: face.options.switch("system") == Some(false),
            ruby_read: Vec::new(),
            ruby_vardir: None,
            ruby_run: false,
            hiera_config: path("hiera_config"),
            log_level: None,
        },
    })
}

/// A call under way.
struct Rendering<'r, 'o> {
    evaluator: Evaluator<'r>,
    environment: &'r Environment,
    templates: Templates,
    settings: &'r Settings,
    face: &'r mut Face<'o>,
}

impl Rendering<'_, '_> {
    /// Renders all templates.
    fn written(&mut self) -> Result<String, RenderError> {
        let values = self.values()?;
        let values = values.as_ref();
        if let Some(code) = self.face.options.value("e") {
            let source = Source::new(INLINE, code);
            return self.rendered(Arc::new(source), "inline_epp", values);
        }
        let operands = self.face.options.operands.clone();
        if operands.is_empty() {
            let source = Arc::new(self.standard_input()?);
            return self.rendered(source, "inline_epp", values);
        }
        self.render_all(&operands, values)
    }

    fn standard_input(&self) -> Result<Source, RenderError> {
        if std::io::stdin().is_terminal() {
            let message = "No input to process given on command line or stdin";
            return Err(RenderError::Call(message.to_owned()));
        }
        match reading::read_stdin(INLINE, self.settings.max_file_size) {
            Loaded::Text(source) => Ok(source),
            Loaded::Unreadable(diagnostic) => Err(RenderError::Call(diagnostic.to_string())),
        }
    }

    fn render_all(
        &mut self,
        operands: &[OsString],
        values: Option<&Hash>,
    ) -> Result<String, RenderError> {
        let mut text = String::new();
        let mut has_failed = false;
        let has_headers = operands.len() > 1;
        for (index, operand) in operands.iter().enumerate() {
            let name = self.templates.name_to_render(operand);
            match self.render_file(&name, values) {
                Ok(rendered) => {
                    if has_headers && self.face.options.switch("header") != Some(false) {
                        let before = if index > 0 { "\n" } else { "" };
                        text.push_str(&format!("{before}--- {}\n", operand.display()));
                    }
                    text.push_str(&rendered);
                }
                Err(RenderError::Template(message)) => {
                    if has_headers {
                        self.face.log(Level::Error, &format!("--- {}", name.display()));
                    }
                    self.face.log(Level::Error, &message);
                    has_failed = true;
                }
                Err(problem) => return Err(problem),
            }
        }
        if has_failed { Err(RenderError::Call(FAILED.to_owned())) } else { Ok(text) }
    }

    fn render_file(&mut self, name: &Path, values: Option<&Hash>) -> Result<String, RenderError> {
        let path = self.templates.find_to_render(name).map_err(RenderError::Template)?;
        let bytes = reading::read_named_bytes(&path, self.settings.max_file_size);
        let file = bytes.and_then(|bytes| TemplateFile::new(&path.to_string_lossy(), bytes));
        let file = file.map_err(|problem| RenderError::Call(problem.0))?;
        self.rendered(file.source, "epp", values)
    }

    /// Renders one template.
    fn rendered(
        &mut self,
        source: Arc<Source>,
        function: &str,
        values: Option<&Hash>,
    ) -> Result<String, RenderError> {
        let settings = self.evaluator.settings();
        let read = Program::read_as(source, Dialect::Template, Owner::Environment, settings);
        let program = read.map_err(|rejected| {
            RenderError::Call(format!("{function}(): Invalid EPP: {}", self.logged_error(rejected)))
        })?;
        let written = self.evaluator.render_template(&Arc::new(program), values);
        self.relay_logs();
        match written.map_err(|error| RenderError::Template(located(&error)))? {
            // A template rendered on the command line is shown including its sensitive values.
            Value::Sensitive(hidden) => Ok(to_s(&hidden).into_owned()),
            value => Ok(to_s(&value).into_owned()),
        }
    }

    /// Prints the logged messages. They have no class as source, so their location is shown.
    fn relay_logs(&mut self) {
        for mut log in self.evaluator.take_logs() {
            if let Some(place) = log.place.as_ref().filter(|_| !log.source.is_empty()) {
                let file = self.environment.shortened(place.source.name());
                log.source = format!("Scope({file}, {})", place.line());
            }
            self.face.relay(&log);
        }
    }

    /// Logs the errors in a text; returns the final message.
    fn logged_error(&mut self, rejected: ManifestError) -> String {
        let rejected = rejected.with_at_most(self.face.max_errors());
        for (level, found) in rejected.logged() {
            let level = if level == LogLevel::Warning { Level::Warning } else { Level::Error };
            self.face.log(level, &found.to_string());
        }
        rejected.with_place()
    }

    /// The arguments for templates: those in a file, overridden by those on the command line.
    fn values(&mut self) -> Result<Option<Hash>, RenderError> {
        let from_file = match self.face.options.value("values_file").map(PathBuf::from) {
            Some(path) => self.values_of_file(&path)?,
            None => None,
        };
        let Some(code) = self.face.options.value("values") else { return Ok(from_file) };
        match self.evaluated(Source::new("values-hash", code)) {
            Ok(Value::Undef) => Ok(from_file),
            Ok(Value::Hash(given)) => {
                let mut values = from_file.unwrap_or_default();
                for (key, value) in given.iter() {
                    values.insert(key.clone(), value.clone());
                }
                Ok(Some(values))
            }
            Ok(other) => {
                let class = class_name(&other);
                Err(RenderError::Call(format!(
                    "--values option must evaluate to a Hash or undef, got: '{class}'"
                )))
            }
            // Compat: the error is reported for each template.
            Err(message) if !self.face.options.operands.is_empty() => {
                self.face.log(Level::Error, &message);
                Err(RenderError::Call(FAILED.to_owned()))
            }
            Err(message) => Err(RenderError::Call(message)),
        }
    }

    /// The values in a file. Compat: a file that can't be loaded has no values.
    fn values_of_file(&mut self, path: &Path) -> Result<Option<Hash>, RenderError> {
        match self.read_values(path) {
            Ok(Value::Undef) => Ok(None),
            Ok(Value::Hash(hash)) => Ok(Some(hash.as_ref().clone())),
            Ok(other) => {
                let class = class_name(&other);
                let message = format!(
                    "--values_file option must evaluate to a Hash or undef/nil, got: '{class}'"
                );
                self.face.log(Level::Error, &message);
                let message = format!("epp(): the template_args must be a Hash, got a {class}");
                Err(RenderError::Call(message))
            }
            Err(message) => {
                self.face.log(Level::Error, &message);
                Ok(None)
            }
        }
    }

    /// A file of Puppet code or of data.
    fn read_values(&mut self, path: &Path) -> Result<Value, String> {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let read = match ending {
            "yaml" | "yml" | "json" => {
                data_file::read_with_symbols(path, self.settings.max_file_size)
                    .map_err(|unreadable| unreadable.as_ruby_says())
            }
            "pp" => {
                let name = path.to_string_lossy();
                match reading::read_file(path, &name, self.settings.max_file_size) {
                    Loaded::Text(source) => self.evaluated(source),
                    Loaded::Unreadable(diagnostic) => {
                        Err(format!("{name}: {}", diagnostic.message))
                    }
                }
            }
            _ => return Err("Only .yaml, .json or .pp can be used as a --values_file".to_owned()),
        };
        read.map_err(|message| format!("Could not load --values_file {message}"))
    }

    fn evaluated(&mut self, source: Source) -> Result<Value, String> {
        let value = evaluation::evaluate(&mut self.evaluator, source);
        self.relay_logs();
        value.map_err(|error| match error {
            CompileError::Unreadable(error)
            | CompileError::Cycles { error, .. }
            | CompileError::Node(error)
            | CompileError::Other(error) => error.message,
            CompileError::Manifest(error) => self.logged_error(*error),
            CompileError::Evaluation(error) => located(&error),
        })
    }
}

/// The message with its location. If the reference shows no line of a manifest, it shows no file
/// either.
fn located(error: &Diagnostic) -> String {
    match error.line() {
        Some(_) => error.to_string(),
        None if is_lookup_error(error) => error.to_string(),
        None => error.full_message(),
    }
}
