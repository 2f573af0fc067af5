//! `pupa compile`: compiles the catalogs of nodes.

mod batch;

pub(super) use batch::{listed, without_node};

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use pupa_catalog::catalog::Catalog;
use pupa_catalog::cycles;
use pupa_catalog::graph::{self, GraphContents, GraphOptions};
use pupa_compiler::compiler::{Compiled, Content, Control};
use pupa_compiler::fleet::Facts;
use pupa_eval::limits::Limits;
use pupa_project::compile_error::CompileError;

use crate::cli::{CatalogFormat, CompileArgs, GraphOf};
use crate::compilation::{Compilation, ensure_program, node_names};
use crate::output::{Exit, Output, Stream};
use crate::report::{Colors, ErrorReport, Format, Level, log_line, one_line};
use crate::settings::Settings;

/// Compiles and prints, or writes files.
pub(super) fn run(args: &CompileArgs, settings: &Settings, output: &mut Output) -> Exit {
    let content = if args.with_exported { Content::WithExported } else { Content::ForAgents };
    let prepared = ensure_program(&args.compilation, settings)
        .and_then(|()| node_names(&args.nodes, settings.max_file_size))
        .and_then(|names| Compilation::new(&args.compilation, names, content, settings));
    let compilation = match prepared {
        // Not dropped, since the process ends with the command: freeing the memory would take a
        // tenth of the time for a catalog.
        Ok(compilation) => ManuallyDrop::new(compilation),
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    output.err(&compilation.remarks(settings.colors(Stream::Err).into()));
    match (&args.output, compilation.fleet.names.as_slice()) {
        (Some(directory), _) => batch::run(args, Some(directory), &compilation, settings, output),
        (None, [node]) => single(args, node, &compilation, settings, output),
        (None, []) => output.usage_error(format_args!("there are no nodes to compile")),
        // No nodes were named: the project has facts of all nodes.
        (None, _)
            if matches!(compilation.fleet.facts, Facts::Known(_)) && !args.nodes.are_named() =>
        {
            batch::run(args, None, &compilation, settings, output)
        }
        (None, all) => output.usage_error(format_args!(
            "the catalogs of {} nodes need a directory: --output DIR",
            all.len()
        )),
    }
}

/// Compiles one node and prints its catalog.
fn single(
    args: &CompileArgs,
    node: &str,
    compilation: &Compilation,
    settings: &Settings,
    output: &mut Output,
) -> Exit {
    let colors = settings.colors(Stream::Err).into();
    let compiled = {
        let output = RefCell::new(&mut *output);
        match compilation.compilers.node(&compilation.fleet, node) {
            Ok((node, compiler)) => {
                let logger = |log: &_| {
                    let log: &pupa_eval::log::Log = log;
                    if log.level >= compilation.log_level {
                        output.borrow_mut().err(&log_line(log, colors));
                    }
                };
                let control = Control { logger: Some(Box::new(logger)), ..Control::default() };
                compiler.compile(&node, &compilation.exported, control)
            }
            Err(error) => Compiled::failed(error, ""),
        }
    };
    let _metering = compiled.watch.as_ref().map(|run| run.resume(&settings.limits));
    let is_bare = compiled.catalog.as_ref().is_ok_and(|catalog| is_bare(catalog, args));
    let written = compiled.catalog.and_then(|mut catalog| {
        check(&catalog, args, &settings.limits)?;
        if is_bare {
            output.err(&bare_warning(node, colors));
        }
        write_to(&mut catalog, args, &mut |piece| output.out(piece))
    });
    match written {
        Ok(()) => Exit::Success,
        Err(error) => {
            let (format, environment) = (Format::suitable(), compiled.environment.as_str());
            let report = ErrorReport { format, colors, node, environment };
            output.err(&report.text(&error));
            Exit::Errors
        }
    }
}

/// Whether the manifests of the environment declare nothing for a node. Code given on the command
/// line may be empty on purpose.
fn is_bare(catalog: &Catalog, args: &CompileArgs) -> bool {
    let is_given = args.compilation.code.is_some() || args.compilation.manifest.is_some();
    !is_given && !args.nodes_are_classified() && !catalog.has_own_resources()
}

/// The warning about a catalog without any class or resource of the environment.
fn bare_warning(node: &str, colors: Colors) -> String {
    let message = format!("The catalog of {node} has no classes and no resources");
    let help = "  help: the main manifest declares nothing for this node; compare its node \
                definitions, or name another node with --node\n";
    one_line(Level::Warning, &message, colors) + help
}

fn graph_options(args: &CompileArgs) -> GraphOptions {
    GraphOptions {
        contents: match args.graph {
            GraphOf::All => GraphContents::All,
            GraphOf::Containment => GraphContents::Containment,
            GraphOf::Relationships => GraphContents::Relationships,
        },
        only: args.only.clone(),
        ..GraphOptions::default()
    }
}

/// Fails if there are dependency cycles, with the message of agents and a drawing.
fn check_cycles(catalog: &Catalog) -> Result<(), CompileError> {
    let found = catalog.cycles();
    if found.is_empty() {
        return Ok(());
    }
    let drawings: Vec<String> =
        found.iter().map(|cycle| cycles::drawing(catalog, cycle, &cycles::NoLocations)).collect();
    let message = cycles::message(catalog, &found);
    Err(CompileError::cycles(message, drawings.join("\n")))
}

/// Checks what is asked for of a catalog before it is written.
fn check(catalog: &Catalog, args: &CompileArgs, limits: &Limits) -> Result<(), CompileError> {
    if args.check_cycles {
        check_cycles(catalog)?;
    }
    catalog.check_output(limits.output).map_err(|error| CompileError::other(error.message))
}

/// The catalog in the form that is asked for.
fn text(mut catalog: Catalog, args: &CompileArgs, limits: &Limits) -> Result<String, CompileError> {
    check(&catalog, args, limits)?;
    let mut text = String::new();
    write_to(&mut catalog, args, &mut |piece| text.push_str(piece))?;
    Ok(text)
}

/// Passes the catalog in the form that is asked for to `write`.
fn write_to(
    catalog: &mut Catalog,
    args: &CompileArgs,
    write: &mut dyn FnMut(&str),
) -> Result<(), CompileError> {
    let mut result = Ok(());
    match args.format {
        CatalogFormat::Json => {
            result = catalog.write_identified_json(write);
            write("\n");
        }
        CatalogFormat::Text => write(&catalog.listing()),
        CatalogFormat::Dot => write(&graph::to_dot(catalog, &graph_options(args))),
        CatalogFormat::Svg => write(&graph::to_svg(catalog, &graph_options(args))),
    }
    match pupa_meter::exceeded() {
        Some(exceeded) => Err(CompileError::other(exceeded.to_string())),
        None => result.map_err(|error| CompileError::other(error.message)),
    }
}
