//! Checks the data of an environment and its modules, without a node and without running programs.
//!
//! ```text
//! hiera.yaml ─layers─▶ levels ─data_text─▶ data ─┬─used──▶ keys that nothing uses
//! manifests, templates ─lookups─▶ keys, classes ─┼─options▶ lookup_options
//! facts ─────────────────────────────────────────┼─facts─▶ variables in paths
//!                                                ├─values▶ values that do not fit
//!                                                └─seen──▶ keys that are missing, cycles
//! ```
//!
//! Only certain problems are reported: interpolation can give any text, and a lookup whose key
//! is not constant for all keys that it may be of. Backends written in Puppet are not called.

mod anchors;
mod blame;
mod classes;
mod conversion;
mod core_facts;
mod custom_facts;
mod cycles;
mod data_text;
mod data_uses;
mod definite;
mod embedded;
mod encrypted;
mod facts;
mod finding;
mod fits;
mod functions;
mod issues;
mod layers;
mod levels;
mod lookups;
mod lost;
mod manifests;
mod missing_keys;
mod options;
mod pattern;
mod puppetfile;
mod ruby_lookups;
mod scopes;
mod seen;
mod settled;
mod shown;
mod suggestions;
mod unusable;
mod unused;
mod used;
mod values;

pub use finding::Finding;
pub use issues::ISSUES;
pub use shown::Shown;

use std::io;
use std::sync::Arc;

use pupa_eval::Settings;
use pupa_syntax::source::Source;
use pupa_syntax::validate::Rules;
use pupa_value::Value;

use classes::Classes;
use conversion::Types;
use custom_facts::CustomFacts;
use data_text::DataText;
use layers::{Finder, Layer};
use levels::Levels;
use manifests::Manifest;
use pupa_project::files::Files;
use pupa_project::host::Machine;
use pupa_project::modules::Modules;
use pupa_project::pool::{self, Flow};
use pupa_project::project::Project;
use seen::Seen;
use used::Used;

/// The options of a check.
#[derive(Debug, Clone)]
pub struct Options {
    /// The settings for reading manifests.
    pub settings: Settings,
    /// The facts of some nodes.
    pub facts: Vec<Value>,
    /// The names of files in messages.
    pub shown: Shown,
}

/// The result of a check.
#[derive(Debug)]
pub struct Linted {
    /// The findings, by file and place.
    pub findings: Vec<Finding>,
    /// The number of data files that were read.
    pub data_files: usize,
    /// The number of keys in them.
    pub keys: usize,
}

/// Checks the data of an environment.
///
/// # Errors
/// When no thread can be started.
pub fn lint(project: &Project, options: &Options) -> io::Result<Linted> {
    let modules = Arc::clone(project.modules());
    let shown = &options.shown;
    let files = project.files();
    let mut finder = Finder::new(&modules, shown);
    let layers = finder.layers(project.hiera_config());
    let (mut findings, unusable) = (finder.findings, finder.unusable);
    if layers.is_empty() && findings.is_empty() {
        findings.extend(no_layers(&modules, shown));
    }
    let skips = modules.environment().modulepath.clone();
    let mut levels = Levels::new(&*files.system, &layers, shown, &skips);
    let reached = levels.reached(&mut findings);
    findings.extend(levels.unreachable());
    let data = read_data(reached, &layers, files, options)?;
    findings.extend(encrypted::undecrypted(&data, &levels));
    let rules = rules(&options.settings);
    let manifests = manifests::read_all(&modules, shown, &rules)?;
    findings.extend(unusable::unusable_levels(&layers));
    let directory = modules.environment().directory.as_deref();
    let awaited = puppetfile::modules(directory, files);
    let classes = Classes::new(&manifests, &modules.names(), &awaited);
    let settings = &options.settings;
    findings.extend(functions::unknown(&layers, &modules, settings, &manifests, &classes));
    let used = Used::new(&manifests, &classes, &data);
    findings.extend(unused::unused_keys(&used, &classes, &awaited, &data));
    let host = Machine::new(Arc::clone(&modules), false);
    let evaluator = values::evaluator(&host, &options.settings, &manifests);
    let are_open = manifests.iter().any(|manifest| manifest.is_broken);
    let types = Types { known: evaluator.types(), are_open, classes: &classes };
    let seen = Seen::new(&layers, &levels, unusable, &classes, &data);
    let (lookup_options, wrong_options) = options::read(&data, &seen, &used, types);
    findings.extend(wrong_options);
    findings.extend(values::mismatches(&evaluator, &classes, &used, &data, &lookup_options));
    findings.extend(facts::unknown_facts(&layers, &known(&modules, &manifests, &classes, options)));
    findings.extend(missing_keys::missing_keys(&manifests, &seen));
    findings.extend(missing_keys::missing_in_data(&data, &seen));
    findings.extend(cycles::cycles(&data, &seen));
    findings.extend(data.iter().flat_map(|text| text.findings.iter().cloned()));
    findings.extend(manifests.iter().flat_map(|manifest| manifest.findings.iter().cloned()));
    sort(&mut findings);
    let keys = data.iter().map(|text| text.entries().count()).sum();
    Ok(Linted { findings, data_files: data.len(), keys })
}

/// Says that there is nothing to check.
fn no_layers(modules: &Modules, shown: &Shown) -> Option<Finding> {
    let path = modules.environment().directory.as_deref()?.join("hiera.yaml");
    let source = Arc::new(Source::new(shown.name(&path), ""));
    let message = "there is no hiera.yaml, neither here nor in a module, so there is no data";
    let finding = Finding::new(&issues::MALFORMED_HIERA_CONFIG, &source, None, message);
    let warning = pupa_syntax::diagnostic::Severity::Warning;
    Some(finding.with(|diagnostic| diagnostic.severity(warning)))
}

fn read_data(
    reached: Vec<levels::Reached>,
    layers: &[Layer],
    files: &Files,
    options: &Options,
) -> io::Result<Vec<DataText>> {
    let mut data = Vec::with_capacity(reached.len());
    let read = |(): &mut (), reached: &levels::Reached| {
        let module = layers.get(reached.layer).and_then(|layer| layer.module.clone());
        DataText::read(reached.clone(), module, &options.shown, files)
    };
    let keep = |text| {
        data.push(text);
        Flow::Continue
    };
    pool::in_order(&reached, None, || (), read, keep)?;
    Ok(data)
}

fn rules(settings: &Settings) -> Rules {
    Rules {
        edition: settings.edition,
        strict: settings.strict,
        extensions: settings.extensions,
        ..Rules::default()
    }
}

fn known<'a>(
    modules: &Modules,
    manifests: &[Manifest],
    classes: &'a Classes<'a>,
    options: &'a Options,
) -> facts::Known<'a> {
    facts::Known {
        facts: &options.facts,
        custom_facts: CustomFacts::of_modules(modules),
        variables: manifests
            .iter()
            .flat_map(|manifest| manifest.variables.iter().cloned())
            .collect(),
        classes,
    }
}

/// Sorts by file and place. Equal findings at one place, because two layers reach a file, are
/// merged.
fn sort(findings: &mut Vec<Finding>) {
    findings.sort_by(|a, b| {
        let place =
            |finding: &Finding| (finding.diagnostic.span.start, finding.diagnostic.issue.code);
        a.source.name().cmp(b.source.name()).then_with(|| place(a).cmp(&place(b)))
    });
    findings.dedup_by(|a, b| a.source.name() == b.source.name() && a.diagnostic == b.diagnostic);
}
