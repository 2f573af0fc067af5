//! `pupa catalog diff OLD NEW`: reports the differences between catalogs.

mod environments;
mod revisions;

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use pupa_catalog::catalog::Catalog;
use pupa_catalog::diff::{
    self, DiffOptions, NodeDiff, NodeOutcome, Summary, TextStyle, compare_node,
};
use pupa_project::named_file;

use crate::cli::{CatalogDiffArgs, DiffFormat};
use crate::output::{Exit, Output, Stream};
use crate::report::{Level, one_line};
use crate::settings::Settings;
use pupa_project::config::ColorChoice;

use super::types::write_result;

/// Compares and reports.
pub(super) fn run(args: &CatalogDiffArgs, settings: &Settings, output: &mut Output) -> Exit {
    match compared(args, settings, output) {
        Ok(nodes) => report(&nodes, args, settings, output),
        Err(message) => output.usage_error(message),
    }
}

fn options(args: &CatalogDiffArgs) -> DiffOptions {
    let defaults = DiffOptions::default();
    let ignore_tags = match &args.ignore_tags {
        _ if args.no_ignore_tags => Vec::new(),
        Some(tags) => tags.clone(),
        None => defaults.ignore_tags,
    };
    DiffOptions {
        ignore: args.ignore.clone(),
        ignore_tags,
        tags: args.tags,
        locations: args.places,
    }
}

/// Compares two files, two directories file by file, or two environments node by node.
fn compared(
    args: &CatalogDiffArgs,
    settings: &Settings,
    output: &mut Output,
) -> Result<Vec<NodeDiff>, String> {
    let options = options(args);
    let limit = settings.max_file_size;
    if let Some(compared) = between_revisions(args, &options, settings, output) {
        return compared.map_err(|error| format!("{error:#}"));
    }
    let old = &args.old;
    let Some(new) = &args.new else {
        return Err(format!("{} needs something to be compared with", old.display()));
    };
    match (old.is_dir(), new.is_dir()) {
        (false, false) => files(old, new, limit, &options).map(|node| vec![node]),
        (true, true) => {
            let is_environment = [old, new].map(|path| environments::is_environment(path));
            match is_environment {
                [true, true] => {
                    let sides = [old, new].map(|path| environments::side_on_disk(path));
                    environments::compared(args, &sides, None, &options, settings, output)
                        .map_err(|error| format!("{error:#}"))
                }
                [false, false] => directories(old, new, limit, &options),
                [old_is_one, _] => {
                    let (one, other) = in_turn(old_is_one, old, new);
                    Err(format!(
                        "{} is an environment, but {} is not; name two of a kind",
                        one.display(),
                        other.display()
                    ))
                }
            }
        }
        (old_is_directory, _) => {
            let (directory, file) = in_turn(old_is_directory, old, new);
            Err(format!(
                "{} is a directory, but {} is not; name two files or two directories",
                directory.display(),
                file.display()
            ))
        }
    }
}

/// Compares the environment around the working directory in two revisions, if these are named.
fn between_revisions(
    args: &CatalogDiffArgs,
    options: &DiffOptions,
    settings: &Settings,
    output: &mut Output,
) -> Option<anyhow::Result<Vec<NodeDiff>>> {
    let is_path = |path: &Path| path.exists() || is_stdin(path);
    let new = args.new.as_deref();
    if is_path(&args.old) || new.is_some_and(is_path) {
        return None;
    }
    let looks_like_a_file =
        |path: &Path| path.extension().is_some_and(|ending| ending == "json" || ending == "pp");
    if looks_like_a_file(&args.old) {
        return None;
    }
    Some(revisions_compared(args, options, settings, output))
}

fn revisions_compared(
    args: &CatalogDiffArgs,
    options: &DiffOptions,
    settings: &Settings,
    output: &mut Output,
) -> anyhow::Result<Vec<NodeDiff>> {
    let given = args.compilation.around.environment_dir.as_deref();
    let environment = settings.environment_directory(given);
    let environment = environment.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    let new = args.new.as_ref().map(|new| new.to_string_lossy());
    let sides = revisions::sides(&args.old.to_string_lossy(), new.as_deref(), &environment)?;
    let colors = settings.colors(Stream::Err).into();
    for note in &sides.notes {
        output.err(&one_line(Level::Notice, note, colors));
    }
    if sides.changed.is_empty() {
        output.err(&one_line(Level::Notice, "no file differs between the revisions", colors));
    }
    let both = [sides.old, sides.new];
    environments::compared(args, &both, Some(&sides.changed), options, settings, output)
}

/// Two paths as they are, or the other way around.
fn in_turn<'a>(is_in_turn: bool, one: &'a Path, other: &'a Path) -> (&'a Path, &'a Path) {
    if is_in_turn { (one, other) } else { (other, one) }
}

fn files(old: &Path, new: &Path, limit: u64, options: &DiffOptions) -> Result<NodeDiff, String> {
    if is_stdin(old) && is_stdin(new) {
        return Err("only one of OLD and NEW can be standard input".to_owned());
    }
    let named = |path: &Path| {
        let name = if is_stdin(path) { "<stdin>".into() } else { path.to_string_lossy() };
        read(path, limit).map_err(|message| format!("{name}: {message}"))
    };
    let (old, new) = (named(old)?, named(new)?);
    let node = match old.name == new.name {
        true => new.name.clone(),
        false => format!("{} -> {}", old.name, new.name),
    };
    Ok(compare_node(&node, Some(Ok(old)), Some(Ok(new)), options))
}

fn directories(
    old: &Path,
    new: &Path,
    limit: u64,
    options: &DiffOptions,
) -> Result<Vec<NodeDiff>, String> {
    let (old_nodes, new_nodes) = (nodes_of(old)?, nodes_of(new)?);
    let side = |directory: &Path, nodes: &BTreeSet<String>, node: &String| {
        nodes.contains(node).then(|| read(&directory.join(format!("{node}.json")), limit))
    };
    // One node at a time, so that memory does not grow with the number of nodes.
    let nodes = old_nodes.union(&new_nodes).map(|node| {
        compare_node(node, side(old, &old_nodes, node), side(new, &new_nodes, node), options)
    });
    Ok(nodes.collect())
}

/// The names of the nodes that have a catalog in a directory.
fn nodes_of(directory: &Path) -> Result<BTreeSet<String>, String> {
    let failed = |error| format!("cannot read {}: {error}", directory.display());
    let mut nodes = BTreeSet::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_catalog = path.extension().is_some_and(|ending| ending == "json");
        let name = path.file_stem().and_then(|name| name.to_str());
        nodes.extend(name.filter(|_| is_catalog && !path.is_dir()).map(str::to_owned));
    }
    if nodes.is_empty() {
        return Err(format!("there are no catalogs (NODE.json) in {}", directory.display()));
    }
    Ok(nodes)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn read(path: &Path, limit: u64) -> Result<Catalog, String> {
    let bytes = named_file::read_named(path, limit).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => error.to_string(),
        _ => format!("cannot be read: {error}"),
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|error| format!("no UTF-8 from byte {} on", error.utf8_error().valid_up_to()))?;
    Catalog::from_json(&text).map_err(|error| error.message)
}

fn report(
    nodes: &[NodeDiff],
    args: &CatalogDiffArgs,
    settings: &Settings,
    output: &mut Output,
) -> Exit {
    let file = args.output.as_deref().filter(|file| !is_stdin(file));
    let text = match args.format {
        DiffFormat::Text => Ok(diff::to_text(nodes, style(file, settings))),
        DiffFormat::Json => diff::to_json(nodes).map(|json| json + "\n"),
        DiffFormat::Html => Ok(diff::to_html(nodes)),
    };
    let text = match text {
        Ok(text) => text,
        Err(error) => return output.usage_error(error),
    };
    if args.format != DiffFormat::Text || file.is_some() {
        complain(nodes, output);
    }
    let written = write_result(&text, file, output);
    let summary = Summary::new(nodes);
    match written {
        Exit::Success if summary.failed > 0 => Exit::Usage,
        Exit::Success if summary.different > 0 => Exit::Errors,
        exit => exit,
    }
}

fn style(file: Option<&Path>, settings: &Settings) -> TextStyle {
    let is_colored = match file {
        None => settings.colors(Stream::Out),
        Some(_) => settings.color == ColorChoice::Always,
    };
    if is_colored { TextStyle::Colored } else { TextStyle::Plain }
}

/// Reports the nodes that could not be compared on standard error, for report formats that are not
/// for reading.
fn complain(nodes: &[NodeDiff], output: &mut Output) {
    for node in nodes {
        if let NodeOutcome::Failed { old, new } = &node.outcome {
            for (side, error) in [("old", old), ("new", new)] {
                if let Some(error) = error {
                    output.err(&format!("error: {} ({side}): {error}\n", node.node));
                }
            }
        }
    }
}
