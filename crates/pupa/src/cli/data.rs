//! The arguments of commands about data.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{CompilationArgs, ValueFormat};
use crate::report::Format;

/// The merge strategies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeArg {
    /// The value with the highest priority
    First,
    /// All values as one array without duplicates
    Unique,
    /// All hashes merged into one
    Hash,
    /// All hashes merged into one, including the hashes and arrays inside them
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

/// The formats of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderAs {
    /// Plain text
    S,
    /// YAML
    Yaml,
    /// JSON
    Json,
    /// A table for a hash, lines for an array
    Console,
}

/// Arguments of `pupa lookup`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa lookup ntp::servers --node web01\n  \
    pupa lookup --merge deep --knock-out-prefix=-- users\n  \
    pupa lookup --explain profile::base::packages\n  \
    pupa lookup --explain --format json ntp::servers\n\n\
    Prints the value of the first key that is found.\n\
    Exit codes: 0 found (or explained), 1 not found or invalid, 2 usage error.")]
pub(crate) struct LookupArgs {
    /// Keys; the first one that is found is used
    #[arg(value_name = "KEY", required_unless_present = "explain_options")]
    pub(crate) keys: Vec<String>,
    /// Name of the node [default: the fact networking.fqdn, otherwise the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
    /// Merge strategy [default: that of lookup_options]
    #[arg(long, value_enum, value_name = "STRATEGY")]
    pub(crate) merge: Option<MergeArg>,
    /// With --merge deep: values that start with this prefix remove values of lower priority
    #[arg(long, value_name = "PREFIX", allow_hyphen_values = true)]
    pub(crate) knock_out_prefix: Option<String>,
    /// With --merge deep: sort merged arrays
    #[arg(long)]
    pub(crate) sort_merged_arrays: bool,
    /// With --merge deep: merge hashes in arrays by their position
    #[arg(long)]
    pub(crate) merge_hash_arrays: bool,
    /// Expected type: 'Array[String]'
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) value_type: Option<String>,
    /// The value if no key is found
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) default: Option<String>,
    /// Compile the catalog of the node first, so that data can use the variables of manifests
    #[arg(short, long)]
    pub(crate) compile: bool,
    /// Format of the value [default: yaml, or s for an explanation]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) render_as: Option<RenderAs>,
    /// Explain where the value comes from
    #[arg(long)]
    pub(crate) explain: bool,
    /// Explain where the lookup options (lookup_options) come from
    #[arg(long)]
    pub(crate) explain_options: bool,
    /// `json`: one object with the value, the explanation, and the file and line of each value
    #[arg(long, value_enum, default_value = "text", conflicts_with = "render_as")]
    pub(crate) format: ValueFormat,
    /// The options of the compilation.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}

/// Arguments of `pupa data`.
#[derive(Debug, Args)]
#[command(after_help = "Example: pupa data lint --environment-dir environments/production")]
pub(crate) struct DataArgs {
    /// The action.
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
    Finds keys that no class parameter and no lookup uses, files outside of the hierarchy, values\n\
    that don't match the type of their parameter, unknown facts in paths, and malformed files.\n\
    Nothing is compiled and no code runs.\n\
    Exit codes: 0 no errors, 1 errors, 2 usage error.")]
pub(crate) struct DataLintArgs {
    /// Directory of the environment [default: the environment around the working directory, otherwise
    /// the current directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// The global hiera.yaml, which configures data for all environments [default: none]
    #[arg(long, value_name = "FILE", visible_alias = "hiera_config")]
    pub(crate) hiera_config: Option<PathBuf>,
    /// File with a hash of a node's facts in JSON or YAML, may be repeated. All other facts count
    /// as unknown [default: the facts of Facter]
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Vec<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Report at most this many diagnostics
    #[arg(long, value_name = "N")]
    pub(crate) max_diagnostics: Option<usize>,
    /// Print diagnostics only: no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
