//! Compares two environments by compiling the same nodes in both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use pupa_catalog::catalog::Catalog;
use pupa_catalog::diff::{CatalogDiff, DiffOptions, NodeDiff, NodeOutcome, compare_node};
use pupa_compiler::compiler::{Compiled, Content};
use pupa_compiler::impact::{self, Touched};
use pupa_project::served_files::{MissingSource, ServedFiles};
use pupa_system::Disk;

use super::revisions::Side;
use crate::cli::CatalogDiffArgs;
use crate::commands::compile::listed;
use crate::compilation::{Compilation, node_names};
use crate::output::{Output, Stream};
use crate::report::{Colors, ErrorReport, Format, Level, log_line, one_line};
use crate::settings::Settings;

/// Whether a directory is an environment, rather than a directory of catalogs.
pub(super) fn is_environment(directory: &Path) -> bool {
    ["environment.conf", "manifests", "modules"].iter().any(|part| directory.join(part).exists())
}

/// The side of an environment on this machine.
pub(super) fn side_on_disk(directory: &Path) -> Side {
    Side { directory: directory.to_owned(), system: Arc::new(Disk) }
}

/// Compiles all nodes in both environments and compares their catalogs.
pub(super) fn compared(
    args: &CatalogDiffArgs,
    sides: &[Side; 2],
    changed: Option<&[PathBuf]>,
    options: &DiffOptions,
    settings: &Settings,
    output: &mut Output,
) -> Result<Vec<NodeDiff>> {
    let [old_side, new_side] = sides;
    ensure!(
        args.compilation.around.environment_dir.is_none() || !args.old.exists(),
        "OLD and NEW are the environments to compare; --environment-dir names another"
    );
    let names = node_names(&args.nodes, settings.max_file_size)?;
    let mut old = compilation(args, old_side, names.clone(), settings)?;
    let mut new = compilation(args, new_side, names, settings)?;
    let colors = settings.colors(Stream::Err).into();
    let mut nodes = Vec::new();
    if let Some(changed) = changed.filter(|_| !args.all) {
        let skipped = untouched(&old, &new, changed)?;
        if !skipped.is_empty() {
            output.err(&one_line(Level::Notice, &skipped_note(&skipped, &new), colors));
            for side in [&mut old, &mut new] {
                side.fleet.names.retain(|name| !skipped.contains(name));
            }
            let same =
                |node| NodeDiff { node, outcome: NodeOutcome::Compared(CatalogDiff::default()) };
            nodes.extend(skipped.into_iter().map(same));
        }
    }
    let (old, new) = (old, new);
    for side in [&old, &new] {
        output.err(&side.remarks(settings.colors(Stream::Err).into()));
    }
    // The catalogs of one side are kept; those of the other side are compared as soon as they are
    // compiled.
    let kept: Vec<Mutex<Option<Result<Catalog, String>>>> =
        old.fleet.names.iter().map(|_| Mutex::new(None)).collect();
    let kept_at = |place: usize| kept[place].lock().unwrap_or_else(PoisonError::into_inner);
    let (old_files, new_files) = (SourcesOfSide::new(&old), SourcesOfSide::new(&new));
    compile(
        &old,
        "old",
        args,
        output,
        |place, catalog| {
            *kept_at(place) = Some(old_files.add(&old.fleet.names[place], catalog));
        },
        |()| {},
    )?;
    nodes.reserve(kept.len());
    compile(
        &new,
        "new",
        args,
        output,
        |place, catalog| {
            let old = kept_at(place).take();
            let node = &new.fleet.names[place];
            compare_node(node, old, Some(new_files.add(node, catalog)), options)
        },
        |node| nodes.push(node),
    )?;
    nodes.sort_by(|a, b| a.node.cmp(&b.node));
    output.err(&old_files.findings("old", colors));
    output.err(&new_files.findings("new", colors));
    Ok(nodes)
}

/// The nodes that the changed files certainly do not touch, on either side.
fn untouched(
    old: &Compilation,
    new: &Compilation,
    changed: &[PathBuf],
) -> Result<BTreeSet<String>> {
    let mut all: BTreeSet<String> = new.fleet.names.iter().cloned().collect();
    for side in [old, new] {
        match impact::touched(side.compilers.first().project(), changed, &side.fleet)? {
            Touched::All(_) => return Ok(BTreeSet::new()),
            Touched::Only(names) => all.retain(|name| !names.contains(name)),
        }
    }
    Ok(all)
}

fn skipped_note(skipped: &BTreeSet<String>, new: &Compilation) -> String {
    let names: Vec<&str> = skipped.iter().map(String::as_str).collect();
    format!(
        "{} of {} nodes are not compiled, since no changed file is one of theirs (--all compiles \
         them): {}",
        skipped.len(),
        new.fleet.names.len(),
        listed(&names)
    )
}

/// The files of modules that the catalogs of a side refer to.
struct SourcesOfSide {
    files: ServedFiles,
    environment: String,
    /// The nodes that need a file which does not exist.
    missing: Mutex<BTreeMap<MissingSource, BTreeSet<String>>>,
}

impl SourcesOfSide {
    fn new(side: &Compilation) -> SourcesOfSide {
        let compiler = side.compilers.first();
        SourcesOfSide {
            files: ServedFiles::new(compiler.modules()),
            environment: compiler.environment().name.clone(),
            missing: Mutex::default(),
        }
    }

    /// Adds the content of files to a catalog of the environment.
    fn add(&self, node: &str, catalog: Result<Catalog, String>) -> Result<Catalog, String> {
        let mut catalog = catalog?;
        if catalog.environment == self.environment {
            for missing in self.files.add_to(&mut catalog) {
                let mut all = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
                all.entry(missing).or_default().insert(node.to_owned());
            }
        }
        Ok(catalog)
    }

    /// The warnings about files that do not exist.
    fn findings(&self, side: &str, colors: Colors) -> String {
        let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        let warning = |(missing, nodes): (&MissingSource, &BTreeSet<String>)| {
            let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
            let (MissingSource { source, resource }, nodes) = (missing, listed(&nodes));
            let message = format!("{source} of {resource} does not exist ({side} side, {nodes})");
            one_line(Level::Warning, &message, colors)
        };
        missing.iter().map(warning).collect()
    }
}

/// Returns the compilation of a side.
fn compilation(
    args: &CatalogDiffArgs,
    side: &Side,
    names: Vec<String>,
    settings: &Settings,
) -> Result<Compilation> {
    let mut arguments = args.compilation.clone();
    arguments.around.environment_dir = Some(side.directory.clone());
    let settings = Settings { system: Some(Arc::clone(&side.system)), ..settings.clone() };
    Compilation::new(&arguments, names, Content::ForAgents, &settings)
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
    let batch = compilation.batch(args.nodes.threads);
    let names = &compilation.fleet.names;
    let environment = &compilation.compilers.first().environment().name;
    let done = batch.compile(
        |place, compiled: Compiled| {
            let node = names[place].as_str();
            let report =
                ErrorReport { format: Format::Line, colors: Colors::Off, node, environment };
            let message = |error| {
                let text = report.text(&error);
                // The same error of many nodes is reported once.
                let text = text.replace(&format!(" on node {node}"), "");
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
