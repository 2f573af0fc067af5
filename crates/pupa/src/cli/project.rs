//! The arguments of commands about a project as a whole: its health, modules, facts and settings.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{CompilationArgs, NodesArgs, ValueFormat};

/// Arguments of `pupa doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa doctor                         compile all nodes with known facts, and look at all modules\n  \
    pupa doctor --facts debian-12 --node web01\n  \
    pupa doctor --format json           for programs\n\n\
    Exit codes: 0 ready, 1 something is missing or fails, 2 usage error.")]
pub(crate) struct DoctorArgs {
    /// The nodes to compile.
    #[command(flatten)]
    pub(crate) nodes: NodesArgs,
    /// Format of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ValueFormat,
    /// The options of the compilation.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}

/// Arguments of `pupa modules`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
    pupa modules                        list the modules, which are missing, and who uses them\n  \
    pupa modules install                install those that are missing or have another version"
)]
pub(crate) struct ModulesArgs {
    /// The action.
    #[command(subcommand)]
    pub(crate) action: Option<ModulesAction>,
    /// The arguments of the list.
    #[command(flatten)]
    pub(crate) list: ModulesListArgs,
}

/// The actions with modules.
#[derive(Debug, Subcommand)]
pub(crate) enum ModulesAction {
    /// Install the modules of the Puppetfile
    Install(ModulesInstallArgs),
}

/// Arguments of the list of modules.
#[derive(Debug, Clone, Default, Args)]
#[command(
    after_help = "Exit codes: 0 all modules of the Puppetfile are installed, 1 some are missing, 2 usage error."
)]
pub(crate) struct ModulesListArgs {
    /// Directory of the environment [default: the environment around the working directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// Format of the list [default: text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ValueFormat>,
}

/// Arguments of `pupa modules install`.
#[derive(Debug, Args)]
#[command(
    after_help = "Git repositories are read with `git`, addresses with `curl`; both have to be \
    installed. Checksums of\nthe Forge and of the Puppetfile are verified. A module that has the wanted version is \
    kept.\n\n\
    Exit codes: 0 all modules are installed, 1 some could not be installed, 2 usage error."
)]
pub(crate) struct ModulesInstallArgs {
    /// Names of modules [default: all of the Puppetfile]
    #[arg(value_name = "MODULE")]
    pub(crate) modules: Vec<String>,
    /// Directory of the environment [default: the environment around the working directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// Address of the Forge [default: that of the Puppetfile, otherwise https://forgeapi.puppet.com]
    #[arg(long, value_name = "URL")]
    pub(crate) forge: Option<String>,
    /// Directory for downloads [default: pupa in the cache directory of the user]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache_dir: Option<PathBuf>,
    /// Install again what is installed
    #[arg(long)]
    pub(crate) force: bool,
    /// Number of modules to install at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Don't show progress
    #[arg(long)]
    pub(crate) no_progress: bool,
}

/// The formats of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FactsFormat {
    /// YAML
    Yaml,
    /// JSON
    Json,
}

/// Arguments of `pupa facts`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa facts                          list the nodes with facts and the built-in sets\n  \
    pupa facts debian-12 --format json  show a built-in set\n  \
    pupa facts web01                    show the facts of a node\n  \
    pupa facts this-machine > facts/web01.yaml\n\n\
    `this-machine` runs `facter`, which has to be installed.")]
pub(crate) struct FactsArgs {
    /// A built-in set, a node with facts in the project, a file, or this-machine
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// A fact, with periods between names: os.release.major
    #[arg(value_name = "FACT", requires = "name")]
    pub(crate) fact: Option<String>,
    /// Format of facts
    #[arg(long, value_enum, default_value = "yaml")]
    pub(crate) format: FactsFormat,
    /// Name of the node that built-in facts have
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
}

/// Arguments of `pupa init`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa init                           write pupa.toml at the root of the project\n  \
    pupa init --print                   show it\n  \
    pupa init --schema > pupa.schema.json")]
pub(crate) struct InitArgs {
    /// Print the file and write nothing
    #[arg(long)]
    pub(crate) print: bool,
    /// Print the JSON schema of pupa.toml
    #[arg(long, conflicts_with = "print")]
    pub(crate) schema: bool,
    /// Replace the file that is there
    #[arg(long)]
    pub(crate) force: bool,
}
