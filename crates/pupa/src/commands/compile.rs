//! `pupa compile`: the catalog of a node.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_catalog::catalog::Catalog;
use pupa_eval::Evaluator;
use pupa_eval::program::Program;
use pupa_syntax::source::Source;

use crate::cli::{CatalogFormat, CompileArgs};
use crate::evaluation::Trouble;
use crate::host::Machine;
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{Format, TroubleReport, log_line};
use crate::settings::Settings;
use crate::world::World;

/// Compiles and prints.
pub(super) fn run(args: &CompileArgs, settings: &Settings, output: &mut Output) -> Exit {
    let world = match World::new(&args.world, settings) {
        Ok(world) => world,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let colors = settings.colors(Stream::Err).into();
    let compiled = {
        let output = RefCell::new(&mut *output);
        let host = Machine::new(&world, settings).with_logger(Box::new(|log| {
            if log.level >= world.log_level {
                output.borrow_mut().err(&log_line(log, colors));
            }
        }));
        let mut told = settings.evaluation();
        told.environment.clone_from(&world.environment.name);
        told.allow_system = world.allow_system;
        let mut evaluator = Evaluator::new(told, &host);
        world.introduce(&mut evaluator);
        compile(&mut evaluator, args, &world, settings)
    };
    match compiled {
        Ok(mut catalog) => print(&mut catalog, args.format, output),
        Err(trouble) => {
            let report = TroubleReport {
                format: Format::suitable(),
                colors,
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
) -> Result<Catalog, Trouble> {
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
    Ok(evaluator.catalog())
}

fn print(catalog: &mut Catalog, format: CatalogFormat, output: &mut Output) -> Exit {
    let text = catalog.identify().and_then(|()| match format {
        CatalogFormat::Json => catalog.to_json().map(|json| json + "\n"),
        CatalogFormat::Text => Ok(catalog.listing()),
    });
    match text {
        Ok(text) => {
            output.out(&text);
            Exit::Success
        }
        Err(error) => {
            output.err(&format!("Error: {}\n", error.message));
            Exit::Errors
        }
    }
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
