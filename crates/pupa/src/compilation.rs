//! Creates compilers and the list of nodes from command line arguments.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, Result, bail};
use pupa_compiler::builtin_facts::{self, DEFAULT_NODE};
use pupa_compiler::compiler::{Batch, Content, Options};
use pupa_compiler::compilers::Compilers;
use pupa_compiler::fleet::{Facts, Fleet};
use pupa_compiler::node;
use pupa_compiler::node_data::Classifier;
use pupa_eval::log::Level;
use pupa_project::data_file;
use pupa_project::environment::Note;
use pupa_project::exported_resources::Exported;
use pupa_project::main_manifest::MainManifest;
use pupa_project::named_file;
use pupa_project::project;
use pupa_project::project_root::RootKind;
use pupa_project::puppet_settings;
use pupa_system::{Cancellation, Disk};
use pupa_value::Value;

use crate::cli::{CompilationArgs, NodesArgs};
use crate::report::Colors;
use crate::settings::Settings;

/// The compilers, with the other inputs of a compilation.
pub(crate) struct Compilation {
    /// The compilers.
    pub(crate) compilers: Compilers,
    /// The nodes.
    pub(crate) fleet: Fleet,
    /// The resources that other nodes have exported earlier.
    pub(crate) exported: Exported,
    /// The minimum level of printed messages.
    pub(crate) log_level: Level,
}

impl Compilation {
    /// All nodes, to be compiled on so many threads.
    pub(crate) fn batch(&self, threads: Option<NonZeroUsize>) -> Batch<'_> {
        Batch {
            fleet: &self.fleet,
            compilers: &self.compilers,
            exported: self.exported.clone(),
            threads,
            cancellation: Cancellation::default(),
        }
    }

    /// The compilation for the arguments. If no nodes are named, all nodes with facts are compiled,
    /// or else this machine.
    pub(crate) fn new(
        args: &CompilationArgs,
        names: Vec<String>,
        content: Content,
        settings: &Settings,
    ) -> Result<Compilation> {
        let fleet = fleet(args, names, settings)?;
        let project = settings.project(project::Options {
            directory: args.around.environment_dir.clone(),
            config_version: args.config_version.clone(),
            hiera_config: args.around.hiera_config.clone(),
            confines_data: args.around.no_system,
            ..project::Options::default()
        })?;
        let mut evaluation = settings.evaluation();
        evaluation.allow_system = !args.around.no_system;
        evaluation.ruby_paths.clone_from(&args.around.ruby_read);
        evaluation.ruby_vardir.clone_from(&args.around.ruby_vardir);
        evaluation.ruby_commands = args.around.ruby_run;
        evaluation.strict_types = args.strict_types;
        evaluation.collects_exported =
            args.storeconfigs || args.exported_from.is_some() || fleet.names.len() > 1;
        let exported = args
            .exported_from
            .as_deref()
            .map(|path| Exported::read(&Disk, path, settings.max_file_size))
            .transpose()?;
        let options = Options {
            manifest: manifest(args)?,
            catalog_version: args.catalog_version.clone(),
            content,
        };
        Ok(Compilation {
            compilers: Compilers::new(project, evaluation, options),
            fleet,
            exported: exported.unwrap_or_default(),
            log_level: args.around.log_level.unwrap_or(Level::Notice),
        })
    }

    /// Returns the notes about the environment and its modules.
    pub(crate) fn remarks(&self, colors: Colors) -> String {
        let compiler = self.compilers.first();
        let line = |level, text: &str| crate::report::one_line(level, text, colors);
        let notes = compiler.notes().into_iter().map(|note| match note {
            Note::Warning(text) => line(crate::report::Level::Warning, &text),
            Note::Ignored(text) => line(crate::report::Level::Notice, &text),
        });
        let problems = compiler.modules().problems().iter();
        notes.chain(problems.map(|problem| line(crate::report::Level::Error, problem))).collect()
    }
}

/// Checks that there is something to compile: an environment, a manifest or code.
///
/// # Errors
/// When there is none, with the ways to name one.
pub(crate) fn ensure_program(args: &CompilationArgs, settings: &Settings) -> Result<()> {
    let environment = settings.environment_directory(args.around.environment_dir.as_deref());
    if args.manifest.is_some() || args.code.is_some() || environment.is_some() {
        return Ok(());
    }
    let classified = args.node_data.is_some() || args.enc.is_some();
    match settings.root.as_ref().map(|root| &root.kind) {
        Some(RootKind::Environments { all, .. }) => {
            let names = all.iter().filter_map(|path| path.file_name());
            let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
            let names = names.join(", ");
            bail!("there are several environments: {names}; --environment-dir DIR names one")
        }
        Some(RootKind::Module { name }) if !classified => bail!(
            "the module {name} has no main manifest; give one with --manifest FILE, or code: \
             -e 'include {name}'"
        ),
        _ if classified => Ok(()),
        _ => bail!(
            "there is no environment in this directory or above it; --environment-dir DIR names \
             one, --manifest FILE a manifest"
        ),
    }
}

/// The names of nodes that the arguments give, each once.
pub(crate) fn node_names(args: &NodesArgs, max_file_size: u64) -> Result<Vec<String>> {
    let mut names = args.names.clone();
    if let Some(path) = &args.from {
        let text = named_file::read_named_text(path, max_file_size);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        names.extend(lines.map(str::to_owned));
        anyhow::ensure!(!names.is_empty(), "{} names no nodes", path.display());
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

fn manifest(args: &CompilationArgs) -> Result<Option<MainManifest>> {
    if let Some(code) = &args.code {
        return Ok(Some(MainManifest::Code(code.clone())));
    }
    let Some(path) = &args.manifest else { return Ok(None) };
    std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Some(MainManifest::Path(path.clone())))
}

fn fleet(args: &CompilationArgs, mut names: Vec<String>, settings: &Settings) -> Result<Fleet> {
    let max_file_size = settings.max_file_size;
    let in_project = || settings.facts_directory(args.around.environment_dir.as_deref());
    let hash = |path: &Path| {
        data_file::read_hash(path, max_file_size).map(|hash| Value::Hash(hash.into()))
    };
    let facts = match (&args.facts_dir, &args.around.facts) {
        (Some(directory), _) => Facts::Directory(directory.clone()),
        (None, Some(path)) => match builtin_facts::named_by(path) {
            Some(system) => Facts::BuiltIn(system),
            None => Facts::Shared(node::read_facts(path, max_file_size)?),
        },
        (None, None) => match in_project() {
            Some(directory) => Facts::Known(directory.to_owned()),
            None => Facts::Shared(Value::hash([])),
        },
    };
    if names.is_empty() {
        names = match &facts {
            Facts::Directory(directory) | Facts::Known(directory) => {
                let names = Facts::names_in(directory, &Disk)?;
                let none = "there are no facts (NODE.json or NODE.yaml) in";
                anyhow::ensure!(!names.is_empty(), "{none} {}", directory.display());
                names
            }
            Facts::BuiltIn(_) => vec![DEFAULT_NODE.to_owned()],
            Facts::Shared(facts) => {
                vec![node::name_in_facts(facts).unwrap_or_else(puppet_settings::host_name)]
            }
        };
    }
    if let Some(name) = names.iter().find(|name| !is_name(name)) {
        bail!("'{name}' can't be the name of a node");
    }
    Ok(Fleet {
        names,
        facts,
        trusted: args.around.trusted.as_deref().map(hash).transpose()?,
        server_facts: args.around.server_facts.as_deref().map(hash).transpose()?,
        classifier: classifier(args)?,
        files: settings.files(),
    })
}

/// The classifier of nodes. An error that affects all nodes is reported once.
fn classifier(args: &CompilationArgs) -> Result<Classifier> {
    Ok(match (&args.node_data, &args.enc) {
        (Some(path), _) => {
            std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
            Classifier::Path(path.clone())
        }
        (None, Some(command)) => {
            anyhow::ensure!(!command.trim().is_empty(), "the command of --enc is empty");
            Classifier::Command(command.clone())
        }
        (None, None) => Classifier::None,
    })
}

/// Whether a text is a valid node name. Files have such names and must not be outside of their
/// directory.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with("..") && !name.contains(['/', '\\', '\0'])
}
