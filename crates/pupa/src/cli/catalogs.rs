//! The arguments of commands that compile catalogs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{SurroundingsArgs, ValueFormat};

/// The formats of catalogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CatalogFormat {
    /// JSON in the format of agents
    Json,
    /// Resources as Puppet source, with the locations of their declarations
    Text,
    /// A graph for Graphviz
    Dot,
    /// An SVG picture
    Svg,
}

/// The content of graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphOf {
    /// Containment and relationships
    All,
    /// Containment only
    Containment,
    /// Relationships only
    Relationships,
}

/// The options of compilations.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct CompilationArgs {
    /// The main manifest, or a directory of manifests [default: that of the environment]
    #[arg(long, value_name = "FILE", conflicts_with = "code")]
    pub(crate) manifest: Option<PathBuf>,
    /// Compile this text instead of the manifests of the environment
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// The facts and the environment of the nodes.
    #[command(flatten)]
    pub(crate) around: SurroundingsArgs,
    /// Directory with the facts of each node: NODE.json or NODE.yaml [default: facts/ in the
    /// environment around the working directory]
    #[arg(long, value_name = "DIR", conflicts_with = "facts")]
    pub(crate) facts_dir: Option<PathBuf>,
    /// Classes, parameters and environment of nodes: a file like the output of an external node
    /// classifier, or a directory with a file for each node
    #[arg(long, value_name = "PATH", conflicts_with = "enc")]
    pub(crate) node_data: Option<PathBuf>,
    /// External node classifier: a command that gets the name of a node and prints YAML
    #[arg(long, value_name = "COMMAND")]
    pub(crate) enc: Option<String>,
    /// Collect resources exported by these catalogs: a directory written with --output and
    /// --with-exported
    #[arg(long, value_name = "DIR")]
    pub(crate) exported_from: Option<PathBuf>,
    /// Export and collect resources [default: with several nodes, or --exported-from]
    #[arg(long)]
    pub(crate) storeconfigs: bool,
    /// Treat resource types whose Ruby code uses unsupported features as errors [default: don't
    /// check their parameters]
    #[arg(long)]
    pub(crate) strict_types: bool,
    /// Version of the catalogs [default: the output of the environment's config_version, otherwise
    /// derived from the content]
    #[arg(long, value_name = "VERSION")]
    pub(crate) catalog_version: Option<String>,
    /// The command that prints the version, instead of that of the environment.
    #[arg(skip)]
    pub(crate) config_version: Option<String>,
}

/// The nodes to compile.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct NodesArgs {
    /// Name of a node, may be repeated [default: all nodes of --facts-dir or of the facts/ of the
    /// environment, otherwise the fact networking.fqdn, otherwise the name of this machine]
    #[arg(long = "node", value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// File with names of nodes, one per line; `-` is standard input
    #[arg(long = "nodes-from", value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Number of nodes to compile in parallel [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

impl NodesArgs {
    /// Whether the arguments name nodes.
    pub(crate) fn are_named(&self) -> bool {
        !self.names.is_empty() || self.from.is_some()
    }
}

/// Arguments of `pupa compile`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa compile --node web01\n  \
    pupa compile --environment-dir environments/test --node web01 --facts web01.json\n  \
    pupa compile --manifest site.pp --format text\n  \
    pupa compile --output catalogs                  all nodes of facts/\n\n\
    Without an environment in the working directory or above it, --environment-dir, --manifest or -e\n\
    is needed. The facts of nodes are facts/NODE.json or facts/NODE.yaml of the environment.\n\
    A single catalog is printed, several are written to --output. If there is an error, nothing is\n\
    printed to standard output.\n\
    Exit codes: 0 compiled, 1 errors in the code, 2 usage error.")]
pub(crate) struct CompileArgs {
    /// The nodes.
    #[command(flatten)]
    pub(crate) nodes: NodesArgs,
    /// Format of the catalogs
    #[arg(long, value_enum, default_value = "json")]
    pub(crate) format: CatalogFormat,
    /// Content of graphs
    #[arg(long, value_enum, default_value = "all", value_name = "WHAT")]
    pub(crate) graph: GraphOf,
    /// Draw only classes and defined resources with this name; `*` matches any characters
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Option<String>,
    /// Write a file for each node into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Include exported resources in the catalogs, for --exported-from
    #[arg(long)]
    pub(crate) with_exported: bool,
    /// Treat dependency cycles as errors, as agents do
    #[arg(long)]
    pub(crate) check_cycles: bool,
    /// Don't show progress
    #[arg(long)]
    pub(crate) no_progress: bool,
    /// The options of the compilation.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}

impl CompileArgs {
    /// Whether classes come from a classifier.
    pub(crate) fn nodes_are_classified(&self) -> bool {
        self.compilation.node_data.is_some() || self.compilation.enc.is_some()
    }
}

/// Arguments of `pupa explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa explain syntax-error\n  \
    pupa explain web01 'File[/etc/motd]'\n  \
    pupa explain web01 'File[/etc/motd]' --param content\n\n\
    With a diagnostic code: prints its explanation. With a node and a resource of its catalog:\n\
    prints where the resource was declared and where its values come from.")]
pub(crate) struct ExplainArgs {
    /// The code of a diagnostic, or the name of a node [default: list all codes]
    #[arg(value_name = "CODE|NODE")]
    pub(crate) subject: Option<String>,
    /// A resource of the node's catalog: 'File[/etc/motd]'
    #[arg(value_name = "RESOURCE")]
    pub(crate) resource: Option<String>,
    /// Explain only this parameter
    #[arg(long, value_name = "NAME", requires = "resource")]
    pub(crate) param: Option<String>,
    /// Format of the explanation of a resource
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ValueFormat,
    /// The options of the compilation.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}
