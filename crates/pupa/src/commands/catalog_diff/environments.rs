//! Compares two environments by compiling the same nodes in both.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use pupa_catalog::catalog::Catalog;
use pupa_catalog::diff::{DiffOptions, NodeDiff, compare_node};
use pupa_compiler::compiler::{Compiled, Content, Many};
use pupa_system::Cancellation;

use crate::cli::CatalogDiffArgs;
use crate::compilation::{Compilation, node_names};
use crate::output::{Output, Stream};
use crate::report::{Colors, ErrorReport, Format, log_line};
use crate::settings::Settings;

/// Whether a directory is an environment, rather than a directory of catalogs.
pub(super) fn is_environment(directory: &Path) -> bool {
    ["environment.conf", "manifests", "modules"].iter().any(|part| directory.join(part).exists())
}

/// Compiles all nodes in both environments and compares their catalogs.
pub(super) fn compared(
    args: &CatalogDiffArgs,
    options: &DiffOptions,
    settings: &Settings,
    output: &mut Output,
) -> Result<Vec<NodeDiff>> {
    ensure!(
        args.compilation.around.environment_dir.is_none(),
        "OLD and NEW are the environments to compare; --environment-dir names another"
    );
    let names = node_names(&args.nodes, settings.max_file_size)?;
    let old = compilation(args, &args.old, names.clone(), settings)?;
    let new = compilation(args, &args.new, names, settings)?;
    for side in [&old, &new] {
        output.err(&side.remarks(settings.colors(Stream::Err).into()));
    }
    // The catalogs of one side are kept; those of the other side are compared as soon as they are
    // compiled.
    let kept: Vec<Mutex<Option<Result<Catalog, String>>>> =
        old.fleet.names.iter().map(|_| Mutex::new(None)).collect();
    let kept_at = |place: usize| kept[place].lock().unwrap_or_else(PoisonError::into_inner);
    compile(&old, "old", args, output, |place, catalog| *kept_at(place) = Some(catalog), |()| {})?;
    let mut nodes = Vec::with_capacity(kept.len());
    compile(
        &new,
        "new",
        args,
        output,
        |place, catalog| {
            let old = kept_at(place).take();
            compare_node(&new.fleet.names[place], old, Some(catalog), options)
        },
        |node| nodes.push(node),
    )?;
    nodes.sort_by(|a, b| a.node.cmp(&b.node));
    Ok(nodes)
}

/// Returns the compilation for one side.
fn compilation(
    args: &CatalogDiffArgs,
    directory: &Path,
    names: Vec<String>,
    settings: &Settings,
) -> Result<Compilation> {
    let mut told = args.compilation.clone();
    told.around.environment_dir = Some(directory.to_owned());
    Compilation::new(&told, names, Content::ForAgents, settings)
}

/// Compiles the nodes of one side. Logged messages are printed only if a log level was given, since
/// they are not differences.
fn compile<R: Send>(
    compilation: &Compilation,
    side: &str,
    args: &CatalogDiffArgs,
    output: &mut Output,
    finish: impl Fn(usize, Result<Catalog, String>) -> R + Sync,
    mut take: impl FnMut(R),
) -> Result<()> {
    let many = Many {
        fleet: &compilation.fleet,
        compilers: &compilation.compilers,
        exported: compilation.exported.clone(),
        threads: args.nodes.threads,
        cancellation: Cancellation::default(),
    };
    let names = &compilation.fleet.names;
    let environment = &compilation.compilers.first().environment().name;
    let done = many.compile(
        |place, compiled: Compiled| {
            let node = names[place].as_str();
            let report =
                ErrorReport { format: Format::Line, colors: Colors::Off, node, environment };
            let message = |error| {
                let text = report.text(&error);
                text.trim_end().trim_start_matches("Error: ").to_owned()
            };
            (compiled.logs, finish(place, compiled.catalog.map_err(message)))
        },
        |place, (logs, finished)| {
            let level = args.compilation.around.log_level;
            for log in logs.iter().filter(|log| level.is_some_and(|level| log.level >= level)) {
                let line = log_line(log, Colors::Off);
                output.err(&format!("{} ({side}): {line}", names[place]));
            }
            take(finished);
        },
    );
    done.context("cannot start")
}
