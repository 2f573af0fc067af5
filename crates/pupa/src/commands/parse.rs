//! `pupa parse`: prints the trees of manifests and templates.
//!
//! If any input has an error, only diagnostics are printed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::notation;
use pupa_syntax::source::Source;
use pupa_syntax::tree::Tree;
use pupa_syntax::{Dialect, ParseOptions, check, parse};

use crate::cli::{ParseArgs, TreeFormat};
use crate::files;
use crate::output::{Exit, Output, Stream};
use crate::reading::{self, Loaded};
use crate::report::{Format, Rendered, Report};
use crate::settings::Settings;
use pupa_project::module_place::{ModulePlaces, Search};

/// One text to parse.
struct Input {
    /// The path of a file.
    path: Option<PathBuf>,
    dialect: Dialect,
    loaded: Loaded,
}

/// Prints the trees, or the diagnostics.
pub(super) fn run(mut args: ParseArgs, settings: &Settings, output: &mut Output) -> Exit {
    args.files = match files::with_stdin_name(args.files, args.stdin_filename.as_deref()) {
        Ok(files) => files,
        Err(message) => return output.usage_error(message),
    };
    let format = Format::suitable();
    let reporter = format.renderer(settings.colors(Stream::Err).into());
    let mut report = Report::begin(&*reporter, Stream::Err, usize::MAX, 0, output);
    let mut places = ModulePlaces::new(&settings.modulepath, Search::Everywhere);
    let mut trees = String::new();
    for input in inputs(&args, settings) {
        let place = input.path.as_deref().and_then(|path| places.place(path));
        match input.loaded {
            Loaded::Unreadable(diagnostic) => {
                report.add(&Rendered::new(&*reporter, &diagnostic), output);
            }
            Loaded::Text(source) => {
                let source = Arc::new(source);
                let mut rules = settings.rules();
                rules.module_file = place;
                let (tree, diagnostics) = if args.no_validate {
                    read_only(&source, input.dialect, settings)
                } else {
                    let checked = check(Arc::clone(&source), input.dialect, &rules);
                    (checked.tree, checked.diagnostics)
                };
                for diagnostic in &diagnostics {
                    report.add(&Rendered::new(&*reporter, diagnostic), output);
                }
                if report.counts().errors == 0 {
                    trees.push_str(&header(&args, source.name(), input.path.is_some()));
                    trees.push_str(&display(&tree, &args));
                }
            }
        }
    }
    let counts = report.end(output);
    if counts.errors > 0 {
        return Exit::Errors;
    }
    if !trees.ends_with('\n') {
        trees.push('\n');
    }
    output.out(&trees);
    Exit::Success
}

fn read_only(
    source: &Arc<Source>,
    dialect: Dialect,
    settings: &Settings,
) -> (Tree, Vec<Diagnostic>) {
    let options = ParseOptions {
        edition: settings.edition,
        extensions: settings.extensions.are_read(),
        dialect,
        tasks: false,
    };
    let parsed = parse(Arc::clone(source), &options);
    (parsed.tree, parsed.diagnostics)
}

/// The texts to parse, which are read one after the other.
fn inputs<'a>(args: &'a ParseArgs, settings: &'a Settings) -> Box<dyn Iterator<Item = Input> + 'a> {
    if let Some(code) = &args.code {
        let loaded = Loaded::Text(Source::new("", code.clone()));
        return Box::new(std::iter::once(Input { path: None, dialect: Dialect::Manifest, loaded }));
    }
    let limit = settings.max_file_size;
    Box::new(args.files.iter().map(move |path| {
        if path != Path::new("-") {
            let loaded = reading::read_file(path, &path.to_string_lossy(), limit);
            return Input { path: Some(path.clone()), dialect: reading::dialect_of(path), loaded };
        }
        let name = args.stdin_filename.as_deref().unwrap_or(Path::new("<stdin>"));
        let loaded = reading::read_stdin(&name.to_string_lossy(), limit);
        Input { path: None, dialect: reading::dialect_of(name), loaded }
    }))
}

/// The header of a tree. The reference writes the name of a file directly before PN, and none
/// before JSON.
fn header(args: &ParseArgs, name: &str, is_file: bool) -> String {
    match args.format {
        TreeFormat::Pn if is_file => format!("--- {name}"),
        TreeFormat::Tree if args.files.len() > 1 => format!("--- {name}\n"),
        TreeFormat::Pn | TreeFormat::Tree | TreeFormat::Json => String::new(),
    }
}

fn display(tree: &Tree, args: &ParseArgs) -> String {
    let style = if args.pretty { notation::Style::Pretty } else { notation::Style::Compact };
    match args.format {
        TreeFormat::Tree => notation::to_tree_text(tree),
        TreeFormat::Pn => notation::to_pn(tree, style),
        TreeFormat::Json => notation::to_json(tree, style),
    }
}
