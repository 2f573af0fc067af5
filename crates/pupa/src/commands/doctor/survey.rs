//! The examination of an environment: modules, code, data and nodes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use indexmap::IndexMap;
use pupa_lint::FileNames;
use pupa_project::index::{Index, Kind, Role};
use pupa_project::module_list::{self, ListedModule, ModuleState};
use pupa_project::project::Project;
use pupa_project::ruby_support::RubyCode;
use pupa_project::walk;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;
use pupa_system::{Cancellation, Disk};

use crate::cli::DoctorArgs;
use crate::commands::compile::without_node;
use crate::compilation::Compilation;
use crate::settings::Settings;

/// Functions that Puppet 4 and later have replaced.
const DEPRECATED_FUNCTIONS: &[(&str, &str)] = &[
    ("hiera", "lookup"),
    ("hiera_array", "lookup with merge => unique"),
    ("hiera_hash", "lookup with merge => hash"),
    ("hiera_include", "include and lookup"),
    ("import", "autoloading"),
];

/// Legacy facts, with the structured facts that replace them.
const LEGACY_FACTS: &[(&str, &str)] = &[
    ("architecture", "os.architecture"),
    ("domain", "networking.domain"),
    ("fqdn", "networking.fqdn"),
    ("hostname", "networking.hostname"),
    ("ipaddress", "networking.ip"),
    ("lsbdistcodename", "os.distro.codename"),
    ("macaddress", "networking.mac"),
    ("memorysize", "memory.system.total"),
    ("operatingsystem", "os.name"),
    ("operatingsystemmajrelease", "os.release.major"),
    ("operatingsystemrelease", "os.release.full"),
    ("osfamily", "os.family"),
    ("processorcount", "processors.count"),
];

/// The findings about an environment.
pub(super) struct Survey {
    /// The name of the environment.
    pub(super) environment: String,
    /// Its directory.
    pub(super) directory: Option<PathBuf>,
    /// The modules.
    pub(super) modules: Vec<ListedModule>,
    /// The number of manifests and templates in Puppet.
    pub(super) manifests: usize,
    /// The errors in manifests, templates and data.
    pub(super) mistakes: Vec<Finding>,
    /// The Ruby code.
    pub(super) ruby: RubySurvey,
    /// Constructs that are deprecated.
    pub(super) deprecated: Vec<Finding>,
    /// The number of keys of data, and of their files.
    pub(super) data: (usize, usize),
    /// The number of nodes that were compiled.
    pub(super) nodes: usize,
    /// The errors of nodes, each once.
    pub(super) failures: Vec<Failure>,
}

/// The Ruby code that compiling may need.
#[derive(Default)]
pub(super) struct RubySurvey {
    /// The number of files of each kind, by its name.
    pub(super) files: BTreeMap<&'static str, usize>,
    /// All uses of features that Pupa does not support.
    pub(super) unsupported: Vec<Finding>,
}

/// An error that nodes have.
pub(super) struct Failure {
    /// The error of the first node.
    pub(super) error: String,
    /// The nodes.
    pub(super) nodes: Vec<String>,
}

/// A finding at a place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Finding {
    /// The file.
    pub(super) file: String,
    /// The line.
    pub(super) line: u32,
    /// The kind of code: `function`, `template`; empty if it is obvious.
    pub(super) kind: &'static str,
    /// The finding.
    pub(super) message: String,
}

impl Survey {
    /// Whether all nodes compile, all modules are installed and nothing is malformed.
    pub(super) fn is_ready(&self) -> bool {
        let is_missing = |module: &ListedModule| module.state() == ModuleState::Missing;
        self.failures.is_empty() && self.mistakes.is_empty() && !self.modules.iter().any(is_missing)
    }
}

/// Examines the environment of a compilation.
pub(super) fn examine(
    compilation: &Compilation,
    args: &DoctorArgs,
    settings: &Settings,
) -> Result<Survey> {
    let compiler = compilation.compilers.first();
    let project = compiler.project();
    let index = Index::read(project.modules(), &settings.rules(), &Cancellation::default())
        .context("cannot start a thread")?;
    let mut survey = Survey {
        environment: compiler.environment().name.clone(),
        directory: compiler.environment().directory.clone(),
        modules: module_list::modules(project, &index)?,
        manifests: index.files().iter().filter(|file| file.file.kind.is_puppet()).count(),
        mistakes: Vec::new(),
        ruby: ruby(project, settings),
        deprecated: deprecated(&index),
        data: (0, 0),
        nodes: compilation.fleet.names.len(),
        failures: failures(compilation, args)?,
    };
    for file in index.files() {
        let errors = file.diagnostics.iter().filter(|found| found.is_error());
        survey.mistakes.extend(errors.map(finding));
    }
    let options = pupa_lint::Options {
        settings: settings.evaluation(),
        facts: Vec::new(),
        names: FileNames { base: std::env::current_dir().ok() },
        cancellation: Cancellation::default(),
    };
    let linted = pupa_lint::lint(project, &options).context("cannot start a thread")?;
    survey.data = (linted.keys, linted.data_files);
    let errors = linted.findings.iter();
    survey.mistakes.extend(errors.filter(|found| found.is_error()).map(finding));
    // Code of data types is read by both.
    survey.mistakes.sort();
    survey.mistakes.dedup();
    Ok(survey)
}

fn finding(diagnostic: &Diagnostic) -> Finding {
    Finding {
        file: diagnostic.file().unwrap_or_default().to_owned(),
        line: diagnostic.location.as_ref().and_then(|location| location.line()).unwrap_or(1),
        kind: "",
        message: diagnostic.message.clone(),
    }
}

/// The Ruby code of all modules and the environment, with all unsupported uses.
fn ruby(project: &Project, settings: &Settings) -> RubySurvey {
    let modules = project.modules();
    let names = modules.names();
    let mut directories: Vec<PathBuf> =
        names.iter().filter_map(|name| modules.directory(name)).map(Path::to_owned).collect();
    directories.extend(project.environment().directory.clone());
    let mut survey = RubySurvey::default();
    for directory in &directories {
        for part in ["lib", "templates"] {
            for path in walk::files_below(&Disk, &directory.join(part), &[]) {
                if let Some(kind) = kind_of(path.strip_prefix(directory).unwrap_or(&path)) {
                    *survey.files.entry(kind).or_default() += 1;
                }
            }
        }
    }
    let code = RubyCode::read(&directories, &[], settings.max_file_size);
    for unsupported in code.unsupported() {
        let text = std::fs::read_to_string(&unsupported.path).unwrap_or_default();
        let name = unsupported.path.to_string_lossy();
        let source = Arc::new(Source::new(name, text));
        let directory =
            directories.iter().find(|directory| unsupported.path.starts_with(directory));
        let place = directory.and_then(|directory| unsupported.path.strip_prefix(directory).ok());
        let kind = place.and_then(kind_of).unwrap_or("library");
        survey.unsupported.push(Finding { kind, ..finding(&unsupported.diagnostic(&source)) });
    }
    survey
}

/// The kind of Ruby code at a path below a module.
fn kind_of(place: &Path) -> Option<&'static str> {
    let path = place.to_string_lossy();
    let is_ruby = path.ends_with(".rb");
    let is_below = |directory: &str| is_ruby && path.starts_with(directory);
    if is_below("lib/puppet/functions/") || is_below("lib/puppet/parser/functions/") {
        Some("function")
    } else if is_below("lib/puppet/type/") {
        Some("type")
    } else if is_below("lib/puppet/datatypes/") {
        Some("data type")
    } else if is_below("lib/hiera/") || is_below("lib/puppet/data_providers/") {
        Some("data backend")
    } else if path.ends_with(".erb") {
        Some("template")
    } else {
        None
    }
}

fn deprecated(index: &Index) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in index.files() {
        let deprecations = file.diagnostics.iter();
        let deprecations = deprecations.filter(|found| found.severity == Severity::Deprecation);
        found.extend(deprecations.map(finding));
        let Some(source) = &file.source else { continue };
        for entry in file.entries.iter().filter(|entry| entry.role == Role::Use) {
            let message = match entry.kind {
                Kind::Function => replaced(DEPRECATED_FUNCTIONS, &entry.name)
                    .map(|new| format!("the function {} is deprecated: use {new}", entry.name)),
                Kind::Fact => replaced(LEGACY_FACTS, &entry.name)
                    .map(|new| format!("the fact {} is a legacy fact: use {new}", entry.name)),
                _ => None,
            };
            found.extend(message.map(|message| Finding {
                file: source.name().to_owned(),
                line: source.line_of(entry.span.start),
                kind: "",
                message,
            }));
        }
    }
    found
}

fn replaced(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

/// The errors of nodes; nodes with the same error are listed together.
fn failures(compilation: &Compilation, args: &DoctorArgs) -> Result<Vec<Failure>> {
    let batch = compilation.batch(args.nodes.threads);
    let names = &compilation.fleet.names;
    let mut failures: IndexMap<String, Failure> = IndexMap::new();
    let done = batch.compile(
        |place, compiled| {
            let node = &names[place];
            let error = compiled.catalog.err()?;
            let messages = error.messages(node, &compiled.environment);
            let texts: Vec<String> = messages.into_iter().map(|(_, text)| text).collect();
            Some(texts.join("\n").replace(&format!(" on node {node}"), ""))
        },
        |place, error| {
            if let Some(error) = error {
                let node = &names[place];
                let failure = failures.entry(without_node(&error, node));
                let failure = failure.or_insert_with(|| Failure { error, nodes: Vec::new() });
                failure.nodes.push(node.clone());
            }
        },
    );
    done.context("cannot start a thread")?;
    Ok(failures.into_values().collect())
}
