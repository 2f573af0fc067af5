//! `pupa types`: type definitions as models, one file per action.
//!
//! Actions on type definitions read them with [`read_model`].

mod diagram;
mod doc;
mod export;
mod import;
mod load;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_model::Model;
use pupa_syntax::check;
use pupa_syntax::diagnostic::{Diagnostic, Location};
use pupa_syntax::tree::Tree;
use pupa_syntax::validate::{Extensions, Rules};

use crate::cli::{TypesAction, TypesArgs};
use crate::files::{self, Target};
use crate::issues;
use crate::output::{Exit, Output};
use crate::pool::{self, Flow};
use crate::reading::{self, Loaded};
use crate::report::{Format, Rendered, Renderer, Report};
use crate::settings::Settings;
use crate::writing;
use pupa_project::module_place::{ModulePlaces, Search};

/// Runs the action in the arguments.
pub(super) fn run(args: TypesArgs, settings: &Settings, output: &mut Output) -> Exit {
    match args.action {
        TypesAction::Export(args) => export::run(&args, settings, output),
        TypesAction::Import(args) => import::run(&args, settings, output),
        TypesAction::Doc(args) => doc::run(&args, settings, output),
        TypesAction::Diagram(args) => diagram::run(&args, settings, output),
        TypesAction::Load(args) => load::run(&args, settings, output),
    }
}

/// Writes a text to a file, or prints it if no file is given.
pub(super) fn write_result(text: &str, file: Option<&Path>, output: &mut Output) -> Exit {
    let Some(file) = file.filter(|file| *file != Path::new("-")) else {
        output.out(text);
        return Exit::Success;
    };
    let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Some(name) = file.file_name() else {
        return output.usage_error(format_args!("{} is not a file name", file.display()));
    };
    let name = name.to_string_lossy();
    match writing::write_all(directory.unwrap_or(Path::new(".")), &[(&name, text)]) {
        Ok(()) => Exit::Success,
        Err(error) => output.usage_error(error),
    }
}

/// Reads the type definitions in files and directories. Prints the diagnostics; if there are
/// errors, returns the exit code.
///
/// A directory is searched for manifests; in a module, only the files below `types` are read, since
/// others can't define types.
pub(super) fn read_model(
    paths: &[PathBuf],
    settings: &Settings,
    output: &mut Output,
) -> Result<Model, Exit> {
    let rules = rules(settings).map_err(|message| output.usage_error(message))?;
    let targets = targets(paths, settings);
    let format = Format::Text;
    let reporter = format.renderer(settings.colors(format.stream()).into());
    let mut report = Report::begin(&*reporter, format.stream(), usize::MAX, targets.len(), output);
    let mut trees = Vec::new();
    let worked = pool::in_order(
        &targets,
        None,
        || ModulePlaces::new(&settings.modulepath, Search::Everywhere),
        |places, target| read(target, &rules, places, settings, &*reporter),
        |file: ReadFile| {
            file.rendered.iter().for_each(|rendered| report.add(rendered, output));
            trees.extend(file.tree);
            Flow::Continue
        },
    );
    if let Err(error) = worked {
        return Err(output.usage_error(format_args!("cannot start a thread: {error}")));
    }
    // A missing type may be in a file with errors, so those are reported first.
    let model = if report.counts().errors == 0 {
        link(trees, &*reporter, &mut report, output)
    } else {
        Model::default()
    };
    if report.counts().errors == 0 && model.types().len() == 0 {
        let message = "there are no type definitions here";
        let location = Location::of_line(named(paths), None);
        let diagnostic = issues::NO_TYPE_DEFINITIONS.diagnostic(message).located(location);
        report.add(&Rendered::new(&*reporter, &diagnostic), output);
    }
    match report.end(output).errors {
        0 => Ok(model),
        _ => Err(Exit::Errors),
    }
}

fn link(
    trees: Vec<Arc<Tree>>,
    reporter: &dyn Renderer,
    report: &mut Report<'_>,
    output: &mut Output,
) -> Model {
    let (model, diagnostics) = Model::link(trees);
    for diagnostic in diagnostics {
        report.add(&Rendered::new(reporter, &diagnostic), output);
    }
    model
}

/// The rules for files of type definitions, without the warning that these are an extension.
fn rules(settings: &Settings) -> Result<Rules, &'static str> {
    let mut rules = settings.rules();
    if rules.extensions == Extensions::Off && !rules.edition.has_type_definitions() {
        return Err("type definitions are an extension of edition 8, and extensions are off; \
             take back --no-extensions, --extensions off or `extensions` in pupa.toml, \
             or use --edition draft");
    }
    rules.extensions = Extensions::On;
    Ok(rules)
}

fn named(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    names.join(", ")
}

/// Returns the files to read: named ones, and those of directories that can define types.
fn targets(paths: &[PathBuf], settings: &Settings) -> Vec<Target> {
    let mut places = ModulePlaces::new(&settings.modulepath, Search::Everywhere);
    let mut targets = files::collect(paths);
    targets.retain(|target| match target {
        Target::File(path) => paths.contains(path) || may_define_types(path, &mut places),
        Target::Stdin | Target::Unreadable(_) => true,
    });
    targets
}

fn may_define_types(path: &Path, places: &mut ModulePlaces<'_>) -> bool {
    let is_manifest = path.extension().is_some_and(|extension| extension == "pp");
    let is_below_types = || files::absolute(path).iter().any(|component| component == "types");
    is_manifest && (places.place(path).is_none() || is_below_types())
}

/// The result of reading one file.
struct ReadFile {
    /// The tree, if the file is valid.
    tree: Option<Arc<Tree>>,
    /// The rendered diagnostics.
    rendered: Vec<Rendered>,
}

fn read(
    target: &Target,
    rules: &Rules,
    places: &mut ModulePlaces<'_>,
    settings: &Settings,
    reporter: &dyn Renderer,
) -> ReadFile {
    let limit = settings.max_file_size;
    let failed = |diagnostic: &Diagnostic| ReadFile {
        tree: None,
        rendered: vec![Rendered::new(reporter, diagnostic)],
    };
    let (path, loaded) = match target {
        Target::Unreadable(diagnostic) => return failed(diagnostic),
        Target::Stdin => (Path::new("<stdin>"), reading::read_stdin("<stdin>", limit)),
        Target::File(path) => {
            (path.as_path(), reading::read_file(path, &path.to_string_lossy(), limit))
        }
    };
    let source = match loaded {
        Loaded::Text(source) => Arc::new(source),
        Loaded::Unreadable(diagnostic) => return failed(&diagnostic),
    };
    let mut rules = rules.clone();
    rules.module_file = places.place(path);
    let checked = check(Arc::clone(&source), reading::dialect_of(path), &rules);
    let is_valid = !checked.has_errors();
    let diagnostics = checked.diagnostics.iter();
    let rendered = diagnostics.map(|diagnostic| Rendered::new(reporter, diagnostic)).collect();
    ReadFile { tree: is_valid.then(|| Arc::new(checked.tree)), rendered }
}
