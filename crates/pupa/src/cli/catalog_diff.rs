//! The arguments of `pupa catalog`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use pupa_catalog::diff::Ignore;

use super::{CompilationArgs, NodesArgs};

/// Arguments of `pupa catalog`.
#[derive(Debug, Args)]
pub(crate) struct CatalogArgs {
    /// What to do with catalogs.
    #[command(subcommand)]
    pub(crate) action: CatalogAction,
}

/// The actions of `pupa catalog`.
#[derive(Debug, Subcommand)]
pub(crate) enum CatalogAction {
    /// Show what differs between catalogs
    Diff(CatalogDiffArgs),
}

/// Forms of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people at a terminal
    Text,
    /// One JSON object
    Json,
    /// One page that needs nothing else
    Html,
}

/// Arguments of `pupa catalog diff`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa catalog diff old.json new.json\n  \
    pupa compile --manifest site.pp | pupa catalog diff last.json -\n  \
    pupa catalog diff before/ after/ --format html --output report.html\n  \
    pupa catalog diff before/ after/ --ignore 'File[/tmp/*]' --ignore 'Package[*]::ensure'\n  \
    pupa catalog diff production/ feature/ --facts-dir facts --node web01 --node db01\n\n\
    OLD and NEW are two files, two directories of catalogs, or two environments, in which the\n\
    same nodes are compiled with the options of `pupa compile`.\n\
    Values that are sensitive on either side are never shown.\n\
    Exit codes: 0 no differences, 1 differences, 2 the call is wrong or a catalog can't be read.")]
pub(crate) struct CatalogDiffArgs {
    /// A catalog as JSON (`-` is standard input), a directory of them, NODE.json each, or the
    /// directory of an environment
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// What to compare it with
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DiffFormat,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Leave out resources or parameters, may be repeated: 'Type', 'Type[title]' or
    /// 'Type[title]::parameter', where * stands for any text
    #[arg(long, value_name = "PATTERN")]
    pub(crate) ignore: Vec<Ignore>,
    /// Leave out resources with one of these tags, or with TAG__type for their type
    /// [default: ignored_octocatalog_diff]
    #[arg(long, value_name = "TAG,…", value_delimiter = ',')]
    pub(crate) ignore_tags: Option<Vec<String>>,
    /// Leave out no resource because of its tags
    #[arg(long, conflicts_with = "ignore_tags")]
    pub(crate) no_ignore_tags: bool,
    /// Compare tags too
    #[arg(long)]
    pub(crate) tags: bool,
    /// Compare the files and lines of declarations too
    #[arg(long)]
    pub(crate) places: bool,
    /// The nodes to compile in both environments.
    #[command(flatten)]
    pub(crate) nodes: NodesArgs,
    /// How environments are compiled.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}
