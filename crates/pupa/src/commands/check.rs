//! `pupa check`: parses and validates files and directories.
//!
//! Workers read, check and render one file at a time and then drop it, so memory is proportional to
//! the largest files rather than to all files. Results are printed as soon as possible, in the
//! order of the files.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pupa_project::ruby_support::{self, RubyCode, UnsupportedUse};
use pupa_ruby::parse::{Options, SyntaxError};
use pupa_syntax::check_thoroughly;
use pupa_syntax::diagnostic::{Diagnostic, Location};
use pupa_syntax::source::Source;

use super::{ruby, watch};
use crate::cli::CheckArgs;
use crate::files::{self, Target};
use crate::issues;
use crate::output::{Exit, Output};
use crate::pool::{self, Flow};
use crate::progress::Progress;
use crate::reading::{self, Loaded};
use crate::report::{Counts, Format, Rendered, Renderer, Report};
use crate::settings::Settings;
use pupa_project::module_place::{ModulePlaces, Search, is_plan};

/// The name of standard input if no other name is given.
const STDIN_NAME: &str = "<stdin>";

/// The files to check, and the form of the report.
pub(super) struct Plan<'a> {
    /// Files and directories.
    pub(super) paths: Vec<PathBuf>,
    settings: &'a Settings,
    format: Format,
    reporter: Box<dyn Renderer>,
    limit: usize,
    is_quiet: bool,
    stdin_filename: Option<PathBuf>,
    jobs: Option<NonZeroUsize>,
    checks_ruby_support: bool,
    /// Whether all manifests are checked as plans.
    is_tasks: bool,
}

/// The uses of unsupported features in Ruby code, by file.
type UnsupportedUses = HashMap<PathBuf, Vec<UnsupportedUse>>;

/// Checks once, or again and again.
pub(super) fn run(args: CheckArgs, settings: &Settings, output: &mut Output) -> Exit {
    let format = args.format.unwrap_or(Format::Text);
    let reporter = format.renderer(settings.colors(format.stream()).into());
    let mut paths = match files::with_stdin_name(args.paths, args.stdin_filename.as_deref()) {
        Ok(paths) => paths,
        Err(message) => return output.usage_error(message),
    };
    if paths.is_empty() {
        paths.push(PathBuf::from("."));
    }
    let plan = Plan {
        paths,
        settings,
        format,
        reporter,
        limit: args.max_diagnostics.unwrap_or(usize::MAX),
        is_quiet: args.quiet,
        stdin_filename: args.stdin_filename,
        jobs: args.jobs,
        checks_ruby_support: args.ruby_support,
        is_tasks: args.tasks,
    };
    if args.watch { watch::run(&plan, output) } else { check_once(&plan, output) }
}

/// Checks all files once.
pub(super) fn check_once(plan: &Plan<'_>, output: &mut Output) -> Exit {
    let started = Instant::now();
    let targets = files::collect(&plan.paths);
    let is_file = |target: &&Target| !matches!(target, Target::Unreadable(_));
    let files = targets.iter().filter(is_file).count();

    let missing = if plan.checks_ruby_support {
        find_missing(plan, &targets)
    } else {
        UnsupportedUses::new()
    };

    let stream = plan.format.stream();
    let mut report = Report::begin(&*plan.reporter, stream, plan.limit, files, output);
    let mut progress = Progress::new(targets.len(), "files", !plan.is_quiet);
    let worked = pool::in_order(
        &targets,
        plan.jobs,
        || ModulePlaces::new(&plan.settings.modulepath, Search::Everywhere),
        |places, target| examine(plan, &missing, places, target),
        |results| {
            if !results.is_empty() {
                let print = |output: &mut Output| {
                    results.iter().for_each(|rendered| report.add(rendered, output));
                };
                progress.aside(output, print);
            }
            progress.step();
            if output.is_closed(stream) { Flow::Stop } else { Flow::Continue }
        },
    );
    progress.finish();
    let counts = report.end(output);
    if let Err(error) = worked {
        return output.usage_error(format_args!("cannot start a thread: {error}"));
    }
    if plan.format == Format::Text && !plan.is_quiet {
        output.err(&summary(files, counts, started.elapsed()));
    }
    if counts.errors > 0 { Exit::Errors } else { Exit::Success }
}

/// `checked 12 files in 3 ms: 2 errors, 1 warning`
fn summary(files: usize, counts: Counts, time: Duration) -> String {
    format!("checked {} in {}: {}\n", plural(files, "file"), duration(time), found(counts))
}

/// `2 errors, 1 warning, 3 notes`
pub(super) fn found(counts: Counts) -> String {
    let mut found = match (counts.errors, counts.warnings) {
        (0, 0) => "no errors".to_owned(),
        (errors, 0) => plural(errors, "error"),
        (errors, warnings) => {
            format!("{}, {}", plural(errors, "error"), plural(warnings, "warning"))
        }
    };
    if counts.notes > 0 {
        found.push_str(&format!(", {}", plural(counts.notes, "note")));
    }
    match counts.hidden {
        0 => found,
        hidden => format!("{found} ({hidden} not shown)"),
    }
}

/// `2 files`
pub(super) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Formats a duration.
pub(super) fn duration(time: Duration) -> String {
    match time.as_millis() {
        0 => "under 1 ms".to_owned(),
        milliseconds @ 1..1000 => format!("{milliseconds} ms"),
        _ => format!("{:.2} s", time.as_secs_f64()),
    }
}

/// All diagnostics about one target. A panic in one file must not hide the diagnostics about the
/// others.
fn examine(
    plan: &Plan<'_>,
    missing: &UnsupportedUses,
    places: &mut ModulePlaces<'_>,
    target: &Target,
) -> Vec<Rendered> {
    let work = AssertUnwindSafe(|| match target {
        Target::Unreadable(diagnostic) => render(plan, std::slice::from_ref(diagnostic)),
        Target::Stdin => {
            let path = plan.stdin_filename.as_deref().unwrap_or(Path::new(STDIN_NAME));
            let limit = plan.settings.max_file_size;
            let loaded = reading::read_stdin(&path.to_string_lossy(), limit);
            check_loaded(plan, missing, places, path, loaded)
        }
        Target::File(path) => {
            let limit = plan.settings.max_file_size;
            let loaded = reading::read_file(path, &path.to_string_lossy(), limit);
            check_loaded(plan, missing, places, path, loaded)
        }
    });
    catch_unwind(work).unwrap_or_else(|_| {
        let name = match target {
            Target::Unreadable(diagnostic) => diagnostic.file().unwrap_or_default().into(),
            Target::File(path) => path.to_string_lossy(),
            Target::Stdin => STDIN_NAME.into(),
        };
        let message = "Pupa failed on this file, which is a bug in Pupa";
        let diagnostic = issues::INTERNAL_ERROR
            .diagnostic(message)
            .located(Location::of_line(name, None))
            .help("please report it, with the file");
        render(plan, &[diagnostic])
    })
}

fn check_loaded(
    plan: &Plan<'_>,
    missing: &UnsupportedUses,
    places: &mut ModulePlaces<'_>,
    path: &Path,
    loaded: Loaded,
) -> Vec<Rendered> {
    match loaded {
        Loaded::Unreadable(diagnostic) => render(plan, &[diagnostic]),
        Loaded::Text(source) if has_ending(path, "erb") => {
            let options = Options { file: source.name().to_owned(), ..Options::default() };
            let errors = pupa_ruby::erb::parse(source.text().as_bytes(), &options).err();
            render(plan, &of_ruby(missing, path, source, &errors.unwrap_or_default()))
        }
        Loaded::Text(source) if has_ending(path, "rb") => {
            let options = Options { file: source.name().to_owned(), ..Options::default() };
            let errors = pupa_ruby::parse::parse(source.text().as_bytes(), &options).err();
            render(plan, &of_ruby(missing, path, source, &errors.unwrap_or_default()))
        }
        Loaded::Text(source) => {
            let mut rules = plan.settings.rules();
            rules.module_file = places.place(path);
            rules.tasks = plan.is_tasks || is_plan(path);
            let checked = check_thoroughly(Arc::new(source), reading::dialect_of(path), &rules);
            render(plan, &checked.diagnostics)
        }
    }
}

/// The diagnostics about a file of Ruby code.
fn of_ruby(
    missing: &UnsupportedUses,
    path: &Path,
    source: Source,
    errors: &[SyntaxError],
) -> Vec<Diagnostic> {
    let source = Arc::new(source);
    let mut all = ruby::diagnostics(&source, errors);
    let unsupported = missing.get(path).into_iter().flatten();
    all.extend(unsupported.map(|missing| missing.diagnostic(&source)));
    all
}

/// Finds the uses of unsupported features in the Ruby code of the modules that contain the targets.
fn find_missing(plan: &Plan<'_>, targets: &[Target]) -> UnsupportedUses {
    let mut modules = BTreeSet::new();
    let mut others = Vec::new();
    for target in targets {
        let Target::File(path) = target else { continue };
        if has_ending(path, "rb") || has_ending(path, "erb") {
            match ruby_support::module_of(path) {
                Some(module) => drop(modules.insert(module)),
                None if ruby_support::is_of_module(path) => {}
                None => others.push(path.clone()),
            }
        }
    }
    let modules: Vec<PathBuf> = modules.into_iter().collect();
    let code = RubyCode::read(&modules, &others, plan.settings.max_file_size);
    let mut missing = UnsupportedUses::new();
    for unsupported in code.unsupported() {
        missing.entry(unsupported.path.clone()).or_default().push(unsupported);
    }
    missing
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

fn render<D: std::borrow::Borrow<Diagnostic>>(plan: &Plan<'_>, diagnostics: &[D]) -> Vec<Rendered> {
    let all = diagnostics.iter().map(std::borrow::Borrow::borrow).enumerate();
    all.map(|(index, diagnostic)| {
        if index < plan.limit {
            Rendered::new(&*plan.reporter, diagnostic)
        } else {
            Rendered::counted(diagnostic)
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_reads_well() {
        let counts = |errors, warnings, hidden| Counts { errors, warnings, notes: 0, hidden };
        let time = Duration::from_millis(12);
        assert_eq!(summary(1, counts(0, 0, 0), time), "checked 1 file in 12 ms: no errors\n");
        assert_eq!(
            summary(4000, counts(1, 2, 1), Duration::from_millis(1500)),
            "checked 4000 files in 1.50 s: 1 error, 2 warnings (1 not shown)\n"
        );
        assert_eq!(
            summary(2, counts(0, 1, 0), Duration::ZERO),
            "checked 2 files in under 1 ms: 0 errors, 1 warning\n"
        );
        let noted = Counts { notes: 2, ..counts(0, 0, 0) };
        assert_eq!(summary(1, noted, time), "checked 1 file in 12 ms: no errors, 2 notes\n");
    }
}
