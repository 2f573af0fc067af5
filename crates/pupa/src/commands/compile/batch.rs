//! Compiles many nodes: writes one file for each, and prints a summary.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use indexmap::IndexMap;
use pupa_compiler::compiler::Compiled;
use pupa_eval::limits::Limits;
use pupa_eval::log::Log;
use pupa_project::compile_error::CompileError;

use super::text;
use crate::cli::{CatalogFormat, CompileArgs};
use crate::commands::check::plural;
use crate::compilation::Compilation;
use crate::output::{Exit, Output, Stream};
use crate::progress::Progress;
use crate::report::{Colors, ErrorReport, Format, log_line};
use crate::settings::Settings;
use crate::writing;

/// The maximum number of failed nodes that the summary names.
const MOST_NAMES: usize = 20;

/// The result of a node.
struct NodeResult {
    logs: Vec<Log>,
    environment: String,
    problem: Option<CompileError>,
    /// Whether the catalog contains nothing from the environment.
    is_bare: bool,
}

/// Compiles all nodes, and writes their catalogs into a directory if there is one.
pub(super) fn run(
    args: &CompileArgs,
    directory: Option<&Path>,
    compilation: &Compilation,
    settings: &Settings,
    output: &mut Output,
) -> Exit {
    if let Some(directory) = directory
        && let Err(error) = std::fs::create_dir_all(directory)
    {
        return output.usage_error(format_args!("cannot make {}: {error}", directory.display()));
    }
    let started = Instant::now();
    let colors: Colors = settings.colors(Stream::Err).into();
    let names = &compilation.fleet.names;
    let batch = compilation.batch(args.nodes.threads);
    let mut progress = Progress::new(names.len(), "nodes", !args.no_progress);
    let mut failed: Vec<&str> = Vec::new();
    let mut bare: Vec<&str> = Vec::new();
    let mut about = ReportedMessages::default();
    let mut repeated = RepeatedErrors::default();
    let done = batch.compile(
        |place, compiled| write(args, directory, &names[place], compiled, &settings.limits),
        |place, written| {
            let node = names[place].as_str();
            let environment = &written.environment;
            let report = ErrorReport { format: Format::suitable(), colors, node, environment };
            let logs = written.logs.iter().filter(|log| log.level >= compilation.log_level);
            let mut lines: String = logs.filter_map(|log| about.line(node, log, colors)).collect();
            if let Some(problem) = &written.problem {
                failed.push(node);
                if repeated.is_new(node, problem, environment) {
                    lines.push_str(&report.text(problem));
                }
            }
            if written.is_bare {
                bare.push(node);
            }
            if !lines.is_empty() {
                progress.aside(output, |output| output.err(&lines));
            }
            progress.step();
        },
    );
    progress.finish();
    if let Err(error) = done {
        return output.usage_error(format_args!("cannot start: {error}"));
    }
    output.err(&repeated.summary());
    if !bare.is_empty() {
        output.err(&super::bare_warning(&listed(&bare), colors));
    }
    output.err(&summary(names.len(), &failed, started.elapsed().as_secs_f64()));
    if directory.is_none() {
        output.err("help: --node NAME prints a catalog, --output DIR writes all\n");
    }
    if failed.is_empty() { Exit::Success } else { Exit::Errors }
}

/// Errors of nodes, of which those that several nodes have are printed once.
#[derive(Default)]
struct RepeatedErrors {
    /// The first node of each error, and the others.
    nodes: IndexMap<String, (String, Vec<String>)>,
}

impl RepeatedErrors {
    /// Whether no node before had the error.
    fn is_new(&mut self, node: &str, error: &CompileError, environment: &str) -> bool {
        let messages = error.messages(node, environment);
        let text: Vec<String> = messages.into_iter().map(|(_, text)| text).collect();
        let text = without_node(&text.join("\n"), node);
        match self.nodes.get_mut(&text) {
            Some((_, others)) => {
                others.push(node.to_owned());
                false
            }
            None => {
                self.nodes.insert(text, (node.to_owned(), Vec::new()));
                true
            }
        }
    }

    /// The nodes that had an error which was printed for another node.
    fn summary(&self) -> String {
        let repeated = self.nodes.values().filter(|(_, others)| !others.is_empty());
        let line = |(first, others): &(String, Vec<String>)| {
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            let nodes = plural(others.len(), "more node");
            format!("The error of {first} is that of {nodes}: {}\n", listed(&others))
        };
        repeated.map(line).collect()
    }
}

/// A message with a placeholder for the name of the node, so that it is the same for all nodes.
pub(crate) fn without_node(message: &str, node: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '/');
    let mut text = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find(node) {
        let (before, behind) = (&rest[..at], &rest[at + node.len()..]);
        text.push_str(before);
        let is_word = !before.ends_with(is_part) && !behind.starts_with(is_part);
        text.push_str(if is_word { "NODE" } else { node });
        rest = behind;
    }
    text + rest
}

/// Messages about code, which are the same for all nodes and are printed once.
#[derive(Default)]
struct ReportedMessages(HashSet<String>);

impl ReportedMessages {
    /// A line of the log, with the node if it is about the node.
    fn line(&mut self, node: &str, log: &Log, colors: Colors) -> Option<String> {
        let line = log_line(log, colors);
        if log.source.is_empty() {
            return self.0.insert(line.clone()).then_some(line);
        }
        Some(format!("{node}: {line}"))
    }
}

/// Writes the catalog of a node, if there is a directory for it.
fn write(
    args: &CompileArgs,
    directory: Option<&Path>,
    node: &str,
    compiled: Compiled,
    limits: &Limits,
) -> NodeResult {
    let _metering = compiled.watch.as_ref().map(|run| run.resume(limits));
    let is_bare = compiled.catalog.as_ref().is_ok_and(|catalog| super::is_bare(catalog, args));
    let catalog = compiled.catalog.and_then(|catalog| text(catalog, args, limits));
    let written = catalog.and_then(|text| {
        let Some(directory) = directory else { return Ok(()) };
        let name = file_name(node, args.format)?;
        let files = [(name.as_str(), text.as_str())];
        writing::write_all(directory, &files)
            .map_err(|error| CompileError::other(error.to_string()))
    });
    let (logs, environment) = (compiled.logs, compiled.environment);
    NodeResult { logs, environment, problem: written.err(), is_bare }
}

/// The file name for the catalog of a node. It must not lead out of the directory.
fn file_name(node: &str, format: CatalogFormat) -> Result<String, CompileError> {
    let ending = match format {
        CatalogFormat::Json => "json",
        CatalogFormat::Text => "txt",
        CatalogFormat::Dot => "dot",
        CatalogFormat::Svg => "svg",
    };
    let is_plain = PathBuf::from(node).components().count() == 1
        && !node.contains(['/', '\\', '\0'])
        && !node.starts_with('.');
    if is_plain {
        Ok(format!("{node}.{ending}"))
    } else {
        Err(CompileError::other(format!("'{node}' can't be the name of a file")))
    }
}

fn summary(count: usize, failed: &[&str], seconds: f64) -> String {
    let catalogs =
        |count| if count == 1 { "1 catalog".to_owned() } else { format!("{count} catalogs") };
    let mut text = format!("Compiled {} in {seconds:.2} s", catalogs(count - failed.len()));
    if !failed.is_empty() {
        text.push_str(&format!("; {} failed: {}", failed.len(), listed(failed)));
    }
    text + "\n"
}

/// The names of nodes, the first ones if there are many.
pub(crate) fn listed(nodes: &[&str]) -> String {
    let names = nodes[..nodes.len().min(MOST_NAMES)].join(", ");
    match nodes.len().saturating_sub(MOST_NAMES) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_stay_in_the_directory() {
        let name = |node| file_name(node, CatalogFormat::Json).ok();
        assert_eq!(name("web01.example.com").as_deref(), Some("web01.example.com.json"));
        for node in ["../x", "/x", "a/b", "..", ".", "", ".hidden", "a\\b"] {
            assert_eq!(name(node), None, "{node}");
        }
    }

    #[test]
    fn messages_of_several_nodes_are_the_same() {
        let text = "Could not find class ::a for web01 (file: /web01/a.pp) on node web01";
        let expected = "Could not find class ::a for NODE (file: /web01/a.pp) on node NODE";
        assert_eq!(without_node(text, "web01"), expected);
    }

    #[test]
    fn the_summary_counts() {
        assert_eq!(summary(1, &[], 0.5), "Compiled 1 catalog in 0.50 s\n");
        assert_eq!(summary(3, &["a", "b"], 1.0), "Compiled 1 catalog in 1.00 s; 2 failed: a, b\n");
    }
}
