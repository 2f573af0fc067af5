//! Checks the data of an environment and its modules, without a node and without running manifests.
//!
//! ```text
//! hiera.yaml ─layers─▶ levels ─data_text─▶ data ─┬─known_keys─────▶ survey ─rules─▶ findings
//! code ─index─┬─classes──────────────────────────┼─used_keys──────▶
//!             └─lookups──────────────────────────┴─lookup_options─▶
//! ```
//!
//! A rule is a record in [`rules::RULES`] and a file below `rules/`. A problem is reported only
//! if it is certain: an interpolation may have any text as its value, and a lookup whose key is not
//! constant counts as a use of all keys that it may have. Backends written in Puppet are not called.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8).

mod anchors;
mod classes;
mod conformance;
mod conversion;
mod core_facts;
mod custom_facts;
mod data_text;
mod data_uses;
mod file_names;
mod issues;
mod known_keys;
mod layers;
mod levels;
mod lookup_options;
mod mismatch;
mod path_pattern;
mod place;
mod puppetfile;
mod rules;
mod secrets;
mod suggestions;
mod survey;
mod used_keys;

pub use file_names::FileNames;
pub use issues::ISSUES;

use std::io;
use std::sync::Arc;

use pupa_eval::Settings;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;
use pupa_syntax::validate::Rules;
use pupa_system::Cancellation;
use pupa_value::Value;

use classes::Classes;
use conversion::Types;
use data_text::DataText;
use known_keys::KnownKeys;
use layers::{Finder, Layer};
use levels::Levels;
use place::diagnostic_at;
use pupa_project::host::Machine;
use pupa_project::index::Index;
use pupa_project::modules::Modules;
use pupa_project::pool::{self, Flow};
use pupa_project::project::Project;
use rules::{RULES, parameter_values};
use survey::Survey;
use used_keys::UsedKeys;

/// The options of a check.
#[derive(Debug, Clone)]
pub struct Options {
    /// The settings for parsing manifests.
    pub settings: Settings,
    /// The facts of some nodes.
    pub facts: Vec<Value>,
    /// The names of files in messages.
    pub names: FileNames,
    /// The request to stop.
    pub cancellation: Cancellation,
}

/// The result of a check.
#[derive(Debug)]
pub struct Linted {
    /// The findings, sorted by file and position.
    pub findings: Vec<Diagnostic>,
    /// The number of data files.
    pub data_files: usize,
    /// The number of keys in them.
    pub keys: usize,
    /// Whether the check was cancelled, so that findings may be missing.
    pub is_cancelled: bool,
}

/// Checks the data of an environment.
///
/// # Errors
/// When no thread can be started.
pub fn lint(project: &Project, options: &Options) -> io::Result<Linted> {
    let index = Index::read(project.modules(), &rules(&options.settings), &options.cancellation)?;
    lint_indexed(project, &index, options)
}

/// Checks the data of an environment with an index of its code, which an editor keeps and refreshes.
///
/// # Errors
/// When no thread can be started.
pub fn lint_indexed(project: &Project, index: &Index, options: &Options) -> io::Result<Linted> {
    let (modules, files) = (project.modules(), project.files());
    let mut finder = Finder::new(modules, &options.names);
    let layers = finder.layers(project.hiera_config());
    let (mut configuration_errors, unusable) = (finder.findings, finder.unusable);
    if layers.is_empty() && configuration_errors.is_empty() {
        configuration_errors.extend(no_layers(modules, &options.names));
    }
    let skips = modules.environment().modulepath.clone();
    let levels = Levels::new(&*files.system, &layers, &options.names, &skips);
    let mut missing_files = Vec::new();
    let reached = levels.reached(&mut missing_files);
    let data = read_data(&reached, &layers, project, options)?;
    let not_installed = puppetfile::modules(modules.environment().directory.as_deref(), files);
    let classes = Classes::new(index, &modules.names(), &not_installed);
    let used = UsedKeys::new(index, &classes, &data);
    let host = Machine::new(Arc::clone(modules), false);
    let evaluator = parameter_values::evaluator(&host, &options.settings, index);
    let are_open = index.files().iter().any(|file| file.is_broken);
    let types = Types { known: evaluator.types(), are_open, classes: &classes };
    let known = KnownKeys::new(&layers, &levels, unusable, &classes, &data);
    let (lookup_options, option_errors) = lookup_options::read(&data, &known, &used, types);
    let survey = Survey {
        options,
        modules,
        not_installed: &not_installed,
        layers: &layers,
        configuration_errors: &configuration_errors,
        levels: &levels,
        missing_files: &missing_files,
        all_data: &data,
        index,
        classes: &classes,
        used: &used,
        known: &known,
        evaluator: &evaluator,
        lookup_options: &lookup_options,
        option_errors: &option_errors,
    };
    let mut findings = Vec::new();
    for rule in RULES.iter().take_while(|_| !options.cancellation.is_cancelled()) {
        findings.extend((rule.check)(&survey));
    }
    options.names.apply(&mut findings);
    secrets::mask(&mut findings, &data);
    sort(&mut findings);
    let keys = data.iter().map(|text| text.entries().count()).sum();
    let is_cancelled = options.cancellation.is_cancelled();
    Ok(Linted { findings, data_files: data.len(), keys, is_cancelled })
}

/// The finding for an environment without data to check.
fn no_layers(modules: &Modules, names: &FileNames) -> Option<Diagnostic> {
    let path = modules.environment().directory.as_deref()?.join("hiera.yaml");
    let source = Arc::new(Source::new(names.name(&path), ""));
    let message = "there is no hiera.yaml, neither here nor in a module, so there is no data";
    let finding = diagnostic_at(&issues::MALFORMED_HIERA_CONFIG, &source, None, message);
    Some(finding.severity(Severity::Warning))
}

fn read_data(
    reached: &[levels::ReachedFile],
    layers: &[Layer],
    project: &Project,
    options: &Options,
) -> io::Result<Vec<DataText>> {
    let mut data = Vec::with_capacity(reached.len());
    let read = |(): &mut (), reached: &levels::ReachedFile| {
        (!options.cancellation.is_cancelled()).then(|| {
            let module = layers.get(reached.layer).and_then(|layer| layer.module.clone());
            DataText::read(reached.clone(), module, &options.names, project.files())
        })
    };
    let keep = |text: Option<DataText>| {
        let flow = if text.is_some() { Flow::Continue } else { Flow::Stop };
        data.extend(text);
        flow
    };
    pool::in_order(reached, None, || (), read, keep)?;
    Ok(data)
}

/// The rules for validating code, which an index for [`lint_indexed`] must use.
pub fn rules(settings: &Settings) -> Rules {
    Rules {
        edition: settings.edition,
        strict: settings.strict,
        extensions: settings.extensions,
        checkers: pupa_data::heredoc::CHECKERS,
        ..Rules::default()
    }
}

/// Sorts findings by file and position, and removes duplicates: a file may be reached by two
/// layers.
fn sort(findings: &mut Vec<Diagnostic>) {
    findings.sort_by(|a, b| place(a).cmp(&place(b)));
    findings.dedup();
}

fn place(finding: &Diagnostic) -> (Option<&str>, u32, &str) {
    (finding.file(), finding.span().start, finding.issue.code)
}
