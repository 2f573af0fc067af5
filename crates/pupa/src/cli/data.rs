//! The arguments of commands about data.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{CompilationArgs, ValueFormat};
use crate::report::Format;

/// How values are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeArg {
    /// The value of highest priority
    First,
    /// All values as one array without repetitions
    Unique,
    /// All hashes as one
    Hash,
    /// All hashes as one, and the hashes and arrays in them
    Deep,
}

impl MergeArg {
    /// The name of the strategy.
    pub(crate) fn name(self) -> &'static str {
        match self {
            MergeArg::First => "first",
            MergeArg::Unique => "unique",
            MergeArg::Hash => "hash",
            MergeArg::Deep => "deep",
        }
    }
}

/// Forms of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderAs {
    /// Plain text
    S,
    /// YAML
    Yaml,
    /// JSON
    Json,
    /// A table of a hash, lines of an array
    Console,
}

/// Arguments of `pupa lookup`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa lookup ntp::servers --node web01 --facts web01.json --environment-dir .\n  \
    pupa lookup --merge deep --knock-out-prefix=-- users --environment-dir .\n  \
    pupa lookup --explain profile::base::packages --environment-dir .\n  \
    pupa lookup --explain --format json ntp::servers --environment-dir .\n\n\
    Prints the value of the first key that is found.\n\
    Exit codes: 0 found (or explained), 1 not found or wrong, 2 the call is wrong.")]
pub(crate) struct LookupArgs {
    /// Keys; the first that is found counts
    #[arg(value_name = "KEY", required_unless_present = "explain_options")]
    pub(crate) keys: Vec<String>,
    /// Name of the node [default: the fact networking.fqdn, else the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
    /// How values are merged [default: as lookup_options in data say]
    #[arg(long, value_enum, value_name = "STRATEGY")]
    pub(crate) merge: Option<MergeArg>,
    /// With --merge deep: values that begin with this remove what is of lower priority
    #[arg(long, value_name = "PREFIX", allow_hyphen_values = true)]
    pub(crate) knock_out_prefix: Option<String>,
    /// With --merge deep: sort arrays that were merged
    #[arg(long)]
    pub(crate) sort_merged_arrays: bool,
    /// With --merge deep: merge hashes in arrays, by their position
    #[arg(long)]
    pub(crate) merge_hash_arrays: bool,
    /// The type that the value must be of: 'Array[String]'
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) value_type: Option<String>,
    /// The value when no key is found
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) default: Option<String>,
    /// Compile the catalog of the node before, so that variables of manifests can be used in data
    #[arg(short, long)]
    pub(crate) compile: bool,
    /// Form of the value [default: yaml; s for an explanation]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) render_as: Option<RenderAs>,
    /// Explain where the value comes from
    #[arg(long)]
    pub(crate) explain: bool,
    /// Explain where options of lookups (lookup_options) come from
    #[arg(long)]
    pub(crate) explain_options: bool,
    /// `json`: value and explanation as one object, with the files and lines that values stand in
    #[arg(long, value_enum, default_value = "text", conflicts_with = "render_as")]
    pub(crate) format: ValueFormat,
    /// How the catalog is compiled.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}

/// Arguments of `pupa data`.
#[derive(Debug, Args)]
pub(crate) struct DataArgs {
    /// What to do with data.
    #[command(subcommand)]
    pub(crate) action: DataAction,
}

/// The actions of `pupa data`.
#[derive(Debug, Subcommand)]
pub(crate) enum DataAction {
    /// Check the data of an environment and its modules
    Lint(DataLintArgs),
}

/// Arguments of `pupa data lint`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa data lint                                  check the current directory\n  \
    pupa data lint --environment-dir environments/production --facts web01.json\n  \
    pupa data lint --format github                  annotate a GitHub pull request\n\n\
    Finds keys that no class parameter and no lookup uses, files that no level reaches, values\n\
    that are not of the type of their parameter, unknown facts in paths, and what is malformed.\n\
    Nothing is compiled and no program runs.\n\
    Exit codes: 0 no error, 1 errors, 2 the call is wrong.")]
pub(crate) struct DataLintArgs {
    /// Directory of the environment [default: the current directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// Configuration of the data that all environments have: the global hiera.yaml [default: none]
    #[arg(long, value_name = "FILE", visible_alias = "hiera_config")]
    pub(crate) hiera_config: Option<PathBuf>,
    /// Facts of a node, may be repeated: a file of JSON or YAML with a hash. Other facts are
    /// unknown then [default: the facts of Facter]
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Vec<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Report at most this many findings
    #[arg(long, value_name = "N")]
    pub(crate) max_diagnostics: Option<usize>,
    /// Print findings only: no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
