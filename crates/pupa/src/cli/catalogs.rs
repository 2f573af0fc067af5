//! The arguments of commands that compile catalogs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{AroundArgs, ValueFormat};

/// Forms of catalogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CatalogFormat {
    /// What agents read
    Json,
    /// The resources as Puppet source, with the places of their declarations
    Text,
    /// A graph for Graphviz
    Dot,
    /// A drawing
    Svg,
}

/// What graphs show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphOf {
    /// What holds what, and what comes before what
    All,
    /// What holds what
    Containment,
    /// What comes before what
    Relationships,
}

/// How catalogs are compiled.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct CompilationArgs {
    /// The main manifest, or a directory of them [default: as the environment says]
    #[arg(long, value_name = "FILE", conflicts_with = "code")]
    pub(crate) manifest: Option<PathBuf>,
    /// Compile this text instead of the manifests of the environment
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// What is around the nodes.
    #[command(flatten)]
    pub(crate) around: AroundArgs,
    /// Facts of many nodes: a directory with a file for each, NODE.json or NODE.yaml
    #[arg(long, value_name = "DIR", conflicts_with = "facts")]
    pub(crate) facts_dir: Option<PathBuf>,
    /// Classes, parameters and environment of nodes: a file like the output of an external node
    /// classifier, or a directory with a file for each node
    #[arg(long, value_name = "PATH", conflicts_with = "enc")]
    pub(crate) node_data: Option<PathBuf>,
    /// External node classifier: a command that gets the name of a node and prints YAML
    #[arg(long, value_name = "COMMAND")]
    pub(crate) enc: Option<String>,
    /// Collect what these catalogs export: a directory of files like those of --output with
    /// --with-exported
    #[arg(long, value_name = "DIR")]
    pub(crate) exported_from: Option<PathBuf>,
    /// Export and collect resources [default: with several nodes, or --exported-from]
    #[arg(long)]
    pub(crate) storeconfigs: bool,
    /// Resource types whose Ruby code uses something that Pupa does not have are errors
    /// [default: their parameters are not checked]
    #[arg(long)]
    pub(crate) strict_types: bool,
    /// Version of the catalogs [default: what config_version of the environment prints, else one
    /// that comes from the content]
    #[arg(long, value_name = "VERSION")]
    pub(crate) catalog_version: Option<String>,
    /// The command that prints the version, instead of that of the environment.
    #[arg(skip)]
    pub(crate) config_version: Option<String>,
}

/// Which nodes are compiled.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct NodesArgs {
    /// Name of a node, may be repeated [default: all of --facts-dir, else the fact
    /// networking.fqdn, else the name of this machine]
    #[arg(long = "node", value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Names of nodes, one a line, in a file; `-` is standard input
    #[arg(long = "nodes-from", value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// How many nodes to compile at a time [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Arguments of `pupa compile`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa compile --environment-dir environments/production --node web01 --facts web01.json\n  \
    pupa compile --manifest site.pp --format text\n  \
    pupa compile --environment-dir . --facts-dir facts --output catalogs\n\n\
    One catalog is printed, several are written to --output. With an error nothing is printed on\n\
    standard output.\n\
    Exit codes: 0 compiled, 1 the programs have errors, 2 the call is wrong.")]
pub(crate) struct CompileArgs {
    /// The nodes.
    #[command(flatten)]
    pub(crate) nodes: NodesArgs,
    /// Form of the catalogs
    #[arg(long, value_enum, default_value = "json")]
    pub(crate) format: CatalogFormat,
    /// What graphs show
    #[arg(long, value_enum, default_value = "all", value_name = "WHAT")]
    pub(crate) graph: GraphOf,
    /// Graphs show only classes and defined resources of this name; `*` stands for anything
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Option<String>,
    /// Write a file for each node into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Catalogs hold what nodes export too, for --exported-from
    #[arg(long)]
    pub(crate) with_exported: bool,
    /// A cycle of dependencies is an error, as it is for agents
    #[arg(long)]
    pub(crate) check_cycles: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) no_progress: bool,
    /// How catalogs are compiled.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}

/// Arguments of `pupa explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa explain syntax-error\n  \
    pupa explain web01 'File[/etc/motd]' --environment-dir . --facts web01.json\n  \
    pupa explain web01 'File[/etc/motd]' --param content\n\n\
    With a code in brackets of a diagnostic: what it means. With a node and a resource of its\n\
    catalog: where the resource was declared, and where its values come from.")]
pub(crate) struct ExplainArgs {
    /// The code of a diagnostic, or the name of a node; without one, all codes are listed
    #[arg(value_name = "CODE|NODE")]
    pub(crate) subject: Option<String>,
    /// A resource of the node's catalog: 'File[/etc/motd]'
    #[arg(value_name = "RESOURCE")]
    pub(crate) resource: Option<String>,
    /// Only this parameter
    #[arg(long, value_name = "NAME", requires = "resource")]
    pub(crate) param: Option<String>,
    /// Form of the explanation of a resource
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ValueFormat,
    /// How the catalog is compiled.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}
