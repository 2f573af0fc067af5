//! `pupa data lint`: checks the data of an environment and its modules.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use pupa_compiler::node;
use pupa_lint::{FileNames, Linted, Options};
use pupa_project::project;
use pupa_system::Cancellation;

use super::check::{duration, found, plural};
use crate::cli::DataLintArgs;
use crate::output::{Exit, Output};
use crate::report::{Format, Rendered, Report};
use crate::settings::Settings;

/// Checks and reports.
pub(super) fn run(args: &DataLintArgs, settings: &Settings, output: &mut Output) -> Exit {
    let started = Instant::now();
    let linted = match lint(args, settings) {
        Ok(linted) => linted,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    let stream = args.format.stream();
    let reporter = args.format.data_renderer(settings.colors(stream).into());
    let limit = args.max_diagnostics.unwrap_or(usize::MAX);
    let mut report = Report::begin(&*reporter, stream, limit, linted.data_files, output);
    for (index, finding) in linted.findings.iter().enumerate() {
        let rendered = if index < limit {
            Rendered::new(&*reporter, finding)
        } else {
            Rendered::counted(finding)
        };
        report.add(&rendered, output);
    }
    let counts = report.end(output);
    if args.format == Format::Text && !args.quiet {
        output.err(&format!(
            "checked {} in {}, in {}: {}\n",
            plural(linted.keys, "key"),
            plural(linted.data_files, "data file"),
            duration(started.elapsed()),
            found(counts)
        ));
    }
    if counts.errors > 0 { Exit::Errors } else { Exit::Success }
}

fn lint(args: &DataLintArgs, settings: &Settings) -> Result<Linted> {
    let directory = settings.environment_directory(args.environment_dir.as_deref());
    let directory = directory.unwrap_or_else(|| PathBuf::from("."));
    let project = settings.project(project::Options {
        hiera_config: args.hiera_config.as_deref().map(crate::files::absolute),
        ..project::Options::of(directory)
    })?;
    if let Some(path) = &args.hiera_config {
        std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    let facts = args.facts.iter().map(|path| node::read_facts(path, settings.max_file_size));
    let options = Options {
        settings: settings.evaluation(),
        facts: facts.collect::<Result<_>>()?,
        names: FileNames { base: std::env::current_dir().ok() },
        cancellation: Cancellation::default(),
    };
    pupa_lint::lint(&project, &options).context("cannot start a thread")
}
