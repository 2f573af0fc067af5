//! `pupa erb`: renders and checks ERB templates.

use std::path::Path;
use std::sync::Arc;

use pupa_eval::Evaluator;
use pupa_value::Value;

use super::check;
use crate::cli::{ErbAction, ErbRenderArgs, ErbToEppArgs};
use crate::data_file;
use crate::evaluation;
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{ErrorReport, Format, log_line};
use crate::settings::Settings;
use crate::world::World;

/// Runs the action.
pub(super) fn run(action: ErbAction, settings: &Settings, output: &mut Output) -> Exit {
    match action {
        ErbAction::Render(args) => render(&args, settings, output),
        ErbAction::Check(args) => check::run(args, settings, output),
        ErbAction::ToEpp(args) => to_epp(&args, settings, output),
    }
}

/// Prints the translation of a template.
fn to_epp(args: &ErbToEppArgs, settings: &Settings, output: &mut Output) -> Exit {
    let name = args.file.to_string_lossy();
    let source = match reading::read_file(&args.file, &name, settings.max_file_size) {
        Loaded::Text(source) => source,
        Loaded::Unreadable(diagnostic) => {
            return output.usage_error(format_args!("{name}: {}", diagnostic.message));
        }
    };
    let translation = pupa_ruby::erb::to_epp::translate(source.text());
    output.out(&translation.text);
    for (line, code) in &translation.problems {
        output.err(&format!("{name}:{line}: no translation for `{code}`\n"));
    }
    if translation.problems.is_empty() { Exit::Success } else { Exit::Errors }
}

/// Prints the output of templates.
fn render(args: &ErbRenderArgs, settings: &Settings, output: &mut Output) -> Exit {
    let world = match World::of_templates(&args.world, settings) {
        Ok(world) => world,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let host = world.machine();
    let mut evaluator = Evaluator::new(world.evaluation(settings), &host);
    world.introduce(&mut evaluator);
    if let Err(message) = set_variables(args, settings, &mut evaluator) {
        return output.usage_error(message);
    }
    let mut exit = Exit::Success;
    for (name, text) in templates(args, settings) {
        let text = match text {
            Ok(text) => text,
            Err(message) => {
                output.err(&format!("Error: {message}\n"));
                exit = Exit::Errors;
                continue;
            }
        };
        let rendered = evaluator.render_erb_text(&text, name.as_deref());
        let colors = settings.colors(Stream::Err).into();
        for log in evaluator.take_logs().iter().filter(|log| log.level >= world.log_level) {
            output.err(&log_line(log, colors));
        }
        match rendered {
            Ok(text) => output.out(&text),
            Err(error) => {
                let report = ErrorReport {
                    format: Format::suitable(),
                    colors,
                    node: &world.node,
                    environment: &world.environment().name,
                };
                output.err(&report.text(&error.into()));
                exit = Exit::Errors;
            }
        }
    }
    exit
}

/// The templates with their names; an inline template has no name.
fn templates(
    args: &ErbRenderArgs,
    settings: &Settings,
) -> Vec<(Option<String>, Result<String, String>)> {
    if let Some(code) = &args.code {
        return vec![(None, Ok(code.clone()))];
    }
    let read = |path: &Path| {
        let bytes = reading::read_named_bytes(path, settings.max_file_size);
        let bytes = bytes.map_err(|problem| problem.0)?;
        String::from_utf8(bytes).map_err(|_| format!("{}: not UTF-8", path.display()))
    };
    let named = |path: &std::path::PathBuf| {
        let name = (path != Path::new("-")).then(|| path.to_string_lossy().into_owned());
        (name, read(path))
    };
    args.files.iter().map(named).collect()
}

/// Sets the variables in the arguments.
fn set_variables(
    args: &ErbRenderArgs,
    settings: &Settings,
    evaluator: &mut Evaluator<'_>,
) -> Result<(), String> {
    if let Some(path) = &args.values_file {
        let values = data_file::read_hash(path, settings.max_file_size);
        let values = values.map_err(|error| format!("{error:#}"))?;
        for (key, value) in &values {
            let name = key.as_str().ok_or("the names of variables must be strings")?;
            evaluator.set_variable(name, value.clone());
        }
    }
    let Some(code) = &args.values else { return Ok(()) };
    let source = pupa_syntax::source::Source::new("--values", code.clone());
    let value = evaluation::evaluate(evaluator, source).map_err(|error| error.to_string())?;
    let Value::Hash(values) = value else {
        return Err("--values must be a hash in Puppet code".to_owned());
    };
    for (key, value) in Arc::unwrap_or_clone(values).iter() {
        let name = key.as_str().ok_or("the names of variables must be strings")?;
        evaluator.set_variable(name, value.clone());
    }
    Ok(())
}
