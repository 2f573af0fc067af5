//! The programs of an environment and its modules: their classes, and what they look up.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::check;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::{Source, Span};
use pupa_syntax::tree::{BinaryOp, ExprId, ExprKind, Tree};
use pupa_syntax::validate::Rules;

use crate::definite::{Definite, definite_lookups};
use crate::embedded::embedded_lookups;
use crate::finding::Finding;
use crate::lookups::{is_lookup, lookups};
use crate::pattern::LookedUp;
use crate::ruby_lookups::ruby_lookups;
use crate::shown::Shown;
use pupa_project::files::Files;
use pupa_project::modules::Modules;
use pupa_project::pool::{self, Flow};
use pupa_project::reading::{self, Loaded};
use pupa_project::walk::{ending, files_below};

/// A program.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    /// Its text; none when it could not be read.
    pub(super) source: Option<Arc<Source>>,
    /// Its tree; none when it is in Ruby.
    pub(super) tree: Option<Arc<Tree>>,
    /// Whether it is a main manifest.
    pub(super) is_main: bool,
    /// Whether the tree lacks something.
    pub(super) is_broken: bool,
    /// The classes it defines.
    pub(super) classes: Vec<Class>,
    /// The defined types it defines.
    pub(super) defined_types: Vec<String>,
    /// The functions it defines.
    pub(super) functions: Vec<String>,
    /// The variables it sets, wherever that is.
    pub(super) variables: Vec<String>,
    /// The lookups.
    pub(super) lookups: Vec<(LookedUp, Span)>,
    /// The lookups that need data.
    pub(super) definite: Vec<Definite>,
    /// The findings.
    pub(super) findings: Vec<Finding>,
}

/// A class.
#[derive(Debug)]
pub(super) struct Class {
    /// Its name.
    pub(super) name: String,
    /// Its parameters.
    pub(super) parameters: Vec<ClassParameter>,
}

/// A parameter of a class.
#[derive(Debug)]
pub(super) struct ClassParameter {
    /// Its name.
    pub(super) name: String,
    /// Its type.
    pub(super) ty: Option<ExprId>,
    /// Whether it has a default.
    pub(super) has_default: bool,
}

/// A file to be read.
struct Job {
    path: PathBuf,
    is_main: bool,
}

/// The directories of modules and environments that hold code, and their extensions; `None` for
/// any. `template` takes files of any name, and `file` gives templates to `inline_epp`. Plans in
/// YAML are treated as Ruby code is: what they quote may be a key.
const FOLDERS: &[(&str, &[&str])] = &[
    ("files", &["epp", "erb"]),
    ("functions", &["pp"]),
    ("lib/puppet", &["rb"]),
    ("lib/puppet_x", &["rb"]),
    ("manifests", &["pp"]),
    ("plans", &["pp", "yaml"]),
    ("templates", &[]),
    ("types", &["pp"]),
];

/// Reads all programs, side by side.
///
/// # Errors
/// When no thread can be started.
pub(super) fn read_all(
    modules: &Modules,
    shown: &Shown,
    rules: &Rules,
) -> io::Result<Vec<Manifest>> {
    let jobs = jobs(modules);
    let mut manifests = Vec::with_capacity(jobs.len());
    pool::in_order(
        &jobs,
        None,
        || (),
        |(), job| read(job, modules.files(), shown, rules),
        |manifest| {
            manifests.push(manifest);
            Flow::Continue
        },
    )?;
    Ok(manifests)
}

fn jobs(modules: &Modules) -> Vec<Job> {
    let environment = modules.environment();
    let system = &*modules.files().system;
    let mut jobs = Vec::new();
    match &environment.manifest {
        Some(path) if system.is_file(path) => jobs.push(Job { path: path.clone(), is_main: true }),
        Some(path) => {
            let files = files_below(system, path, &[]).into_iter();
            let manifests = files.filter(|path| has_ending(path, &["pp"]));
            jobs.extend(manifests.map(|path| Job { path, is_main: true }));
        }
        None => {}
    }
    let own = environment.directory.as_deref();
    let names = modules.names();
    let directories = names.iter().filter_map(|name| modules.directory(name));
    for directory in own.into_iter().chain(directories) {
        for (folder, endings) in FOLDERS {
            let files = files_below(system, &directory.join(folder), &[]).into_iter();
            let programs = files.filter(|path| has_ending(path, endings));
            jobs.extend(programs.map(|path| Job { path, is_main: false }));
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    jobs.retain(|job| seen.insert(job.path.clone()));
    jobs
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    endings.is_empty()
        || ending(&path.to_string_lossy()).is_some_and(|ending| endings.contains(&ending.as_str()))
}

fn read(job: &Job, files: &Files, shown: &Shown, rules: &Rules) -> Manifest {
    let name = shown.name(&job.path);
    let is_ruby = !has_ending(&job.path, &["pp", "epp"]) && !job.is_main;
    let source = match reading::read_own_file(&*files.system, &job.path, &name, files.max_size) {
        Loaded::Text(source) => Arc::new(source),
        Loaded::Problem(..) if is_ruby => return Manifest::default(),
        Loaded::Problem(source, diagnostic) => {
            let findings = vec![Finding { source: Arc::new(source), diagnostic }];
            return Manifest { findings, is_broken: true, ..Manifest::default() };
        }
    };
    if is_ruby {
        let lookups = ruby_lookups_of(&job.path, source.text());
        return Manifest { source: Some(source), lookups, ..Manifest::default() };
    }
    let rules = Rules {
        tasks: job.path.components().any(|part| part.as_os_str() == "plans"),
        ..rules.clone()
    };
    let checked = check(Arc::clone(&source), reading::dialect_of(&job.path), &rules);
    let errors = checked.diagnostics.into_iter().filter(Diagnostic::is_error);
    let findings: Vec<Finding> =
        errors.map(|diagnostic| Finding { source: Arc::clone(&source), diagnostic }).collect();
    let tree = checked.tree;
    let mut manifest = Manifest {
        source: Some(source),
        is_main: job.is_main,
        is_broken: !checked.is_parsed,
        lookups: lookups(&tree),
        // Plans have data of their own.
        definite: if rules.tasks { Vec::new() } else { definite_lookups(&tree) },
        findings,
        ..Manifest::default()
    };
    manifest.lookups.extend(embedded_lookups(&tree));
    manifest.collect(&tree, tree.root());
    manifest.tree = Some(Arc::new(tree));
    manifest
}

/// Returns the possible lookups of a Ruby file. A function named like a lookup is one: its keys are
/// those that it is called with.
fn ruby_lookups_of(path: &Path, text: &str) -> Vec<(LookedUp, Span)> {
    let mut found = ruby_lookups(text);
    if ruby_function(path).is_some_and(|name| is_lookup(&name)) {
        found.retain(|(key, _)| *key != LookedUp::Anything);
    }
    found
}

/// The function that a file in Ruby should define, by its path: `functions/simplib/lookup.rb`.
fn ruby_function(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    match path.parent()?.file_name()?.to_str()? {
        "functions" => Some(name.to_owned()),
        module => Some(format!("{module}::{name}")),
    }
}

impl Manifest {
    fn collect(&mut self, tree: &Tree, expr: ExprId) {
        match *tree.kind(expr) {
            ExprKind::Class(class) => {
                let class = tree[class];
                let parameters = tree[class.parameters].iter().map(|parameter| ClassParameter {
                    name: tree.text(parameter.name).to_owned(),
                    ty: parameter.ty,
                    has_default: parameter.default.is_some(),
                });
                let name = absolute(tree.text(class.name));
                self.classes.push(Class { name, parameters: parameters.collect() });
            }
            ExprKind::Define(define) => {
                self.defined_types.push(absolute(tree.text(tree[define].name)));
            }
            ExprKind::Function(function) => {
                self.functions.push(tree.text(tree[function].name).to_owned());
            }
            ExprKind::Binary { op: BinaryOp::Assign, left, .. } if self.is_main => {
                if let ExprKind::Variable(name) = *tree.kind(left) {
                    self.variables.push(tree.text(name).trim_start_matches("::").to_owned());
                }
            }
            _ => {}
        }
        let mut children = Vec::new();
        tree.each_child(expr, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.collect(tree, child));
    }
}

/// The name of a definition as keys have it.
fn absolute(name: &str) -> String {
    name.trim_start_matches("::").to_lowercase()
}
