//! `pupa eval`: evaluates code and prints its value.

use std::cell::RefCell;
use std::path::Path;

use pupa_eval::Evaluator;
use pupa_eval::log::Log;
use pupa_project::host::Machine;
use pupa_syntax::source::Source;
use pupa_value::Value;
use pupa_value::data::{ToDataOptions, to_data, to_json};
use pupa_value::infer::infer;
use serde_json::json;

use crate::cli::{EvalArgs, ValueFormat};
use crate::evaluation::{self, CompileError};
use crate::files;
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{ErrorReport, Format, Level, log_line, one_line};
use crate::settings::Settings;
use crate::world::World;

/// Evaluates and prints.
pub(super) fn run(args: EvalArgs, settings: &Settings, output: &mut Output) -> Exit {
    let world = match World::new(&args.world, settings) {
        Ok(world) => world,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    match args.format {
        ValueFormat::Json => as_json(&args, settings, &world, output),
        ValueFormat::Text => as_text(&args, settings, &world, output),
    }
}

/// The source in the arguments.
fn program(args: &EvalArgs, settings: &Settings) -> Result<Source, CompileError> {
    let limit = settings.max_file_size;
    let loaded = match (&args.code, &args.file) {
        (Some(code), _) => Loaded::Text(Source::new("", code.clone())),
        (None, Some(path)) if path != Path::new("-") => {
            // As in the reference, messages show the absolute path.
            let path = files::absolute(path);
            reading::read_file(&path, &path.to_string_lossy(), limit)
        }
        (None, _) => reading::read_stdin("<stdin>", limit),
    };
    match loaded {
        Loaded::Text(source) => Ok(source),
        Loaded::Unreadable(diagnostic) => Err(CompileError::Unreadable(diagnostic)),
    }
}

/// Evaluates the source; `None` if its value is too large to print.
fn value_of(
    args: &EvalArgs,
    settings: &Settings,
    world: &World,
    host: &Machine<'_>,
) -> (Result<Value, CompileError>, Vec<Log>) {
    let source = match program(args, settings) {
        Ok(source) => source,
        Err(error) => return (Err(error), Vec::new()),
    };
    let mut evaluator = Evaluator::new(world.evaluation(settings), host);
    world.introduce(&mut evaluator);
    let result = evaluation::compile(&mut evaluator, source, &world.node);
    (result, evaluator.take_logs())
}

fn as_text(args: &EvalArgs, settings: &Settings, world: &World, output: &mut Output) -> Exit {
    let colors = settings.colors(Stream::Err).into();
    let result = {
        let output = RefCell::new(&mut *output);
        let host = world.machine().with_logger(Box::new(|log| {
            if log.level >= world.log_level {
                let mut output = output.borrow_mut();
                output.err(&log_line(log, colors));
                output.flush();
            }
        }));
        value_of(args, settings, world, &host).0
    };
    let report = ErrorReport {
        format: Format::suitable(),
        colors,
        node: &world.node,
        environment: &world.environment().name,
    };
    match result {
        Ok(value) => match evaluation::literal(&value, settings.limits.elements) {
            Ok(literal) => {
                output.out(&literal);
                output.out("\n");
                Exit::Success
            }
            Err(message) => {
                output.err(&format!("Error: {message}\n"));
                Exit::Errors
            }
        },
        Err(error) => {
            // A missing definition may be in a module that was left out.
            for problem in world.problems() {
                output.err(&one_line(Level::Error, problem, colors));
            }
            output.err(&report.text(&error));
            Exit::Errors
        }
    }
}

fn as_json(args: &EvalArgs, settings: &Settings, world: &World, output: &mut Output) -> Exit {
    let host = world.machine();
    let (result, logs) = value_of(args, settings, world, &host);
    let mut logs: Vec<serde_json::Value> = logs
        .iter()
        .filter(|log| !log.is_trace)
        .map(|log| json!([log.level.name(), log.message_without_location()]))
        .collect();
    let (answer, exit) =
        match result.map(|value| success(&value, settings, &logs, args.show_sensitive)) {
            Ok(Ok(answer)) => (answer, Exit::Success),
            Ok(Err(message)) => {
                let answer = json!({"error": message, "line": null, "column": null, "logs": logs});
                (answer.to_string(), Exit::Errors)
            }
            Err(error) => {
                if let CompileError::Manifest(rejection) = &error {
                    let lines = rejection.logged();
                    logs.extend(lines.map(|(level, lines)| json!([level.name(), lines.message])));
                }
                (failure(&error, logs).to_string(), Exit::Errors)
            }
        };
    output.out(&answer);
    output.out("\n");
    exit
}

/// Prints `{"value", "literal", "type", "logs"}`, and `value_error` for a value that JSON can't
/// represent.
fn success(
    value: &Value,
    settings: &Settings,
    logs: &[serde_json::Value],
    shows_sensitive: bool,
) -> Result<String, String> {
    let literal = json!(evaluation::literal(value, settings.limits.elements)?);
    let options = ToDataOptions {
        local_reference: false,
        redacts_sensitive: !shows_sensitive,
        ..ToDataOptions::rich()
    };
    let data = to_data(value, &options).and_then(|(data, _)| to_json(&data));
    let problem = match &data {
        Ok(_) => String::new(),
        Err(error) => format!(",\"value_error\":{}", json!(error.message)),
    };
    let data = data.unwrap_or_else(|_| "null".to_owned());
    let (inferred, logs) = (json!(infer(value).display()), json!(logs));
    Ok(format!(
        "{{\"value\":{data}{problem},\"literal\":{literal},\"type\":{inferred},\"logs\":{logs}}}"
    ))
}

/// `{"error", "line", "column", "file", "logs"}`
fn failure(error: &CompileError, logs: Vec<serde_json::Value>) -> serde_json::Value {
    let (message, position, name) = match error {
        CompileError::Manifest(error) => {
            let position = error.position().unzip();
            (error.message.as_str(), position, error.source.name())
        }
        CompileError::Unreadable(error) => {
            (error.message.as_str(), (None, None), error.file().unwrap_or_default())
        }
        CompileError::Evaluation(error)
        | CompileError::Cycles { error, .. }
        | CompileError::Node(error)
        | CompileError::Other(error) => {
            let position = (error.line(), error.column());
            (error.message.as_str(), position, error.file().unwrap_or_default())
        }
    };
    let mut answer = json!({"error": message, "line": position.0, "column": position.1});
    if !name.is_empty() {
        answer["file"] = json!(name);
    }
    answer["logs"] = json!(logs);
    answer
}
