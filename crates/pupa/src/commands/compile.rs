//! `pupa compile`: the catalog of a node.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::Evaluator;
use pupa_eval::program::Program;
use pupa_syntax::source::Source;

use crate::cli::CompileArgs;
use crate::evaluation::Trouble;
use crate::host::Machine;
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{Format, TroubleReport};
use crate::settings::Settings;
use crate::world::World;

/// Compiles and prints.
pub(super) fn run(args: &CompileArgs, settings: &Settings, output: &mut Output) -> Exit {
    let world = match World::new(&args.world, settings) {
        Ok(world) => world,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let host = Machine::new(&world, settings);
    let mut told = settings.evaluation();
    told.environment.clone_from(&world.environment.name);
    told.allow_system = world.allow_system;
    let mut evaluator = Evaluator::new(told, &host);
    world.introduce(&mut evaluator);
    match compile(&mut evaluator, args, &world, settings) {
        Ok(json) => {
            output.out(&json);
            output.out("\n");
            Exit::Success
        }
        Err(trouble) => {
            let report = TroubleReport {
                format: Format::suitable(),
                colors: settings.colors(Stream::Err).into(),
                node: &world.node,
                environment: &world.environment.name,
            };
            output.err(&report.text(&trouble));
            Exit::Errors
        }
    }
}

fn compile(
    evaluator: &mut Evaluator<'_>,
    args: &CompileArgs,
    world: &World,
    settings: &Settings,
) -> Result<String, Trouble> {
    let mut programs = Vec::new();
    for path in manifests(args, world) {
        let source =
            match reading::read_file(&path, &path.to_string_lossy(), settings.max_file_size) {
                Loaded::Text(source) => source,
                Loaded::Problem(source, diagnostic) => {
                    return Err(Trouble::Unreadable(Box::new(source), Box::new(diagnostic)));
                }
            };
        programs.push(Arc::new(Program::read(Arc::new(source), evaluator.settings())?));
    }
    if programs.is_empty() {
        let empty = Arc::new(Source::new("", ""));
        programs.push(Arc::new(Program::read(empty, evaluator.settings())?));
    }
    evaluator.define_all(&programs)?;
    evaluator.compile(&programs, &world.node)?;
    Ok(evaluator.catalog().to_json().unwrap_or_default())
}

/// The main manifests: a file, or those of a directory in their order.
fn manifests(args: &CompileArgs, world: &World) -> Vec<PathBuf> {
    let path = match (&args.manifest, &world.environment.directory) {
        (Some(path), _) => path.clone(),
        (None, Some(directory)) => directory.join("manifests"),
        (None, None) => return Vec::new(),
    };
    if path.is_file() {
        return vec![path];
    }
    let mut all = Vec::new();
    collect(&path, &mut all);
    all.sort();
    all
}

fn collect(directory: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "pp") {
            all.push(path);
        }
    }
}
