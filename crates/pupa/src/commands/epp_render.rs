//! `pupa epp render`: what templates write, with the arguments of `puppet epp render`.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::Evaluator;
use pupa_eval::failure::{Failure, Named};
use pupa_eval::host::Owner;
use pupa_eval::program::{Program, Rejected};
use pupa_syntax::source::Source;
use pupa_syntax::{Dialect, Edition};
use pupa_value::text::ruby::to_s;
use pupa_value::value::Hash;
use pupa_value::{Value, ruby::class_name};

use super::epp_face::find_template;
use super::face::Face;
use crate::cli::{AroundArgs, WorldArgs};
use crate::evaluation;
use crate::output::Exit;
use crate::reading::{self, Loaded};
use crate::report::{Level, place};
use crate::settings::Settings;
use crate::world::World;
use crate::{data_file, files};

/// The name of the command in messages.
const COMMAND: &str = "epp render";

/// Renders the templates that the call names.
pub(super) fn render(face: &mut Face<'_>) -> Exit {
    let settings = match settings(face) {
        Ok(settings) => settings,
        Err(message) => return face.fail(COMMAND, &message),
    };
    let world = match World::new(&world_args(face), &settings) {
        Ok(world) => world,
        Err(error) => return face.fail(COMMAND, &format!("{error:#}")),
    };
    let host = world.machine();
    let mut evaluator = Evaluator::new(world.evaluation(&settings), &host);
    world.introduce(&mut evaluator);
    match written(face, &settings, &world.environment.modulepath, &mut evaluator) {
        Ok(text) => face.print_dump(&text),
        Err(message) => face.fail(COMMAND, &message),
    }
}

/// The settings, in the edition that the call asks for.
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

fn world_args(face: &Face<'_>) -> WorldArgs {
    let path = |name: &str| face.options.value(name).map(PathBuf::from);
    WorldArgs {
        node: face.options.value("node").map(str::to_owned),
        around: AroundArgs {
            facts: path("facts"),
            trusted: path("trusted"),
            server_facts: path("server_facts"),
            environment_dir: path("environment_dir"),
            no_system: face.options.switch("system") == Some(false),
            log_level: None,
        },
    }
}

/// What all templates write.
fn written(
    face: &mut Face<'_>,
    settings: &Settings,
    modulepath: &[PathBuf],
    evaluator: &mut Evaluator<'_>,
) -> Result<String, String> {
    let values = values(face, settings, evaluator)?;
    let values = values.as_ref();
    if let Some(code) = face.options.value("e") {
        let source = Source::new("inlined-epp-text", code);
        return rendered(evaluator, Loaded::Text(source), "inline_epp", values);
    }
    let limit = settings.max_file_size;
    let operands = face.options.operands.clone();
    if operands.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err("No input to process given on command line or stdin".to_owned());
        }
        let loaded = reading::read_stdin("inlined-epp-text", limit);
        return rendered(evaluator, loaded, "inline_epp", values);
    }
    let mut text = String::new();
    let mut has_failed = false;
    let has_headers = operands.len() > 1;
    for (index, operand) in operands.iter().enumerate() {
        let shown = operand.to_string_lossy();
        match render_file(modulepath, operand, settings, evaluator, values) {
            Ok(rendered) => {
                if has_headers && face.options.switch("header") != Some(false) {
                    let before = if index > 0 { "\n" } else { "" };
                    text.push_str(&format!("{before}--- {shown}\n"));
                }
                text.push_str(&rendered);
            }
            Err(message) => {
                if has_headers {
                    face.log(Level::Error, &format!("--- {shown}"));
                }
                face.log(Level::Error, &message);
                has_failed = true;
            }
        }
    }
    if has_failed { Err("error while rendering epp".to_owned()) } else { Ok(text) }
}

fn render_file(
    modulepath: &[PathBuf],
    name: &OsStr,
    settings: &Settings,
    evaluator: &mut Evaluator<'_>,
    values: Option<&Hash>,
) -> Result<String, String> {
    let Some(path) = find_template(modulepath, name) else {
        let mut name = name.to_string_lossy().into_owned();
        if !name.ends_with(".epp") {
            name.push_str(".epp");
        }
        return Err(format!("Could not find template '{name}'"));
    };
    let path = files::absolute(&path);
    let loaded = reading::read_file(&path, &path.to_string_lossy(), settings.max_file_size);
    rendered(evaluator, loaded, "epp", values)
}

/// What one template writes, or why it can't.
fn rendered(
    evaluator: &mut Evaluator<'_>,
    loaded: Loaded,
    function: &str,
    values: Option<&Hash>,
) -> Result<String, String> {
    let source = match loaded {
        Loaded::Text(source) => Arc::new(source),
        Loaded::Problem(source, diagnostic) => {
            return Err(format!("{}{}", diagnostic.message, place(&source, &diagnostic)));
        }
    };
    let settings = evaluator.settings();
    let program = Program::read_as(source, Dialect::Template, Owner::Environment, settings)
        .map_err(|rejected| format!("{function}(): Invalid EPP: {}", located(&rejected)))?;
    let value = evaluator.render_template(&Arc::new(program), values);
    match value.map_err(|failure| told(&failure))? {
        // Whoever renders a template on the command line wants to see it all.
        Value::Sensitive(hidden) => Ok(to_s(&hidden).into_owned()),
        value => Ok(to_s(&value).into_owned()),
    }
}

/// The reference names no file where it names no line.
fn told(failure: &Failure) -> String {
    match failure.named {
        Named::Nothing => failure.message.clone(),
        Named::Line | Named::Position => failure.to_string(),
    }
}

fn located(rejected: &Rejected) -> String {
    match rejected.single() {
        Some(error) => format!("{}{}", rejected.message, place(&rejected.source, error)),
        None => rejected.message.clone(),
    }
}

/// The arguments for templates: those of a file, and over them those of the command line.
fn values(
    face: &Face<'_>,
    settings: &Settings,
    evaluator: &mut Evaluator<'_>,
) -> Result<Option<Hash>, String> {
    let from_file = match face.options.value("values_file") {
        Some(path) => values_of_file(Path::new(path), settings, evaluator)?,
        None => None,
    };
    let Some(code) = face.options.value("values") else { return Ok(from_file) };
    match evaluated(evaluator, Source::new("values-hash", code))? {
        Value::Undef => Ok(from_file),
        Value::Hash(given) => {
            let mut values = from_file.unwrap_or_default();
            for (key, value) in given.iter() {
                values.insert(key.clone(), value.clone());
            }
            Ok(Some(values))
        }
        other => {
            let class = class_name(&other);
            Err(format!("--values option must evaluate to a Hash or undef, got: '{class}'"))
        }
    }
}

fn values_of_file(
    path: &Path,
    settings: &Settings,
    evaluator: &mut Evaluator<'_>,
) -> Result<Option<Hash>, String> {
    match read_values(path, settings, evaluator)? {
        Value::Undef => Ok(None),
        Value::Hash(hash) => Ok(Some(hash.as_ref().clone())),
        other => Err(format!(
            "--values_file option must evaluate to a Hash or undef/nil, got: '{}'",
            class_name(&other)
        )),
    }
}

/// A file of Puppet code or of data.
fn read_values(
    path: &Path,
    settings: &Settings,
    evaluator: &mut Evaluator<'_>,
) -> Result<Value, String> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let read = match ending {
        "yaml" | "yml" | "json" => data_file::read(path).map_err(|error| format!("{error:#}")),
        "pp" => {
            let path = files::absolute(path);
            let name = path.to_string_lossy().into_owned();
            match reading::read_file(&path, &name, settings.max_file_size) {
                Loaded::Text(source) => evaluated(evaluator, source),
                Loaded::Problem(_, diagnostic) => Err(format!("{name}: {}", diagnostic.message)),
            }
        }
        _ => return Err("Only .yaml, .json or .pp can be used as a --values_file".to_owned()),
    };
    read.map_err(|message| format!("Could not load --values_file {message}"))
}

fn evaluated(evaluator: &mut Evaluator<'_>, source: Source) -> Result<Value, String> {
    evaluation::evaluate(evaluator, source).map_err(|trouble| match trouble {
        evaluation::Trouble::Cycles { message, .. }
        | evaluation::Trouble::NoNode(message)
        | evaluation::Trouble::Other(message) => message,
        evaluation::Trouble::Unreadable(_, diagnostic) => diagnostic.message,
        evaluation::Trouble::Rejected(rejected) => located(&rejected),
        evaluation::Trouble::Failed(failure) => told(&failure),
    })
}
