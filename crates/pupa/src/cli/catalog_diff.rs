//! The arguments of `pupa catalog`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use pupa_catalog::diff::Ignore;

use super::{CompilationArgs, NodesArgs};

/// Arguments of `pupa catalog`.
#[derive(Debug, Args)]
#[command(after_help = "Example: pupa catalog diff production/ feature/ --facts-dir facts")]
pub(crate) struct CatalogArgs {
    /// The action.
    #[command(subcommand)]
    pub(crate) action: CatalogAction,
}

/// The actions of `pupa catalog`.
#[derive(Debug, Subcommand)]
pub(crate) enum CatalogAction {
    /// Show the differences between catalogs
    Diff(CatalogDiffArgs),
}

/// The formats of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// Text for a terminal
    Text,
    /// One JSON object
    Json,
    /// A self-contained HTML page
    Html,
}

/// Arguments of `pupa catalog diff`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa catalog diff old.json new.json\n  \
    pupa compile --manifest site.pp | pupa catalog diff last.json -\n  \
    pupa catalog diff before/ after/ --format html --output report.html\n  \
    pupa catalog diff before/ after/ --ignore 'File[/tmp/*]' --ignore 'Package[*]::ensure'\n  \
    pupa catalog diff production/ feature/ --facts-dir facts --node web01 --node db01\n  \
    pupa catalog diff main..HEAD              what the commits of a branch change\n  \
    pupa catalog diff HEAD                    what the changes in the work tree change\n\n\
    OLD and NEW are two files, two directories of catalogs, two environments, or revisions of Git. For\n\
    environments and revisions, the same nodes are compiled in both with the options of `pupa\n\
    compile`. Revisions are read from the repository; no work tree is touched.\n\
    Values that are sensitive on either side are never shown.\n\
    Exit codes: 0 no differences, 1 differences, 2 usage error or unreadable catalog.")]
pub(crate) struct CatalogDiffArgs {
    /// A catalog as JSON (`-` is standard input), a directory of catalogs (NODE.json), the directory of
    /// an environment, or a revision of Git: main..HEAD, HEAD~3, or a branch that is compared with the
    /// work tree
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The same for the other side of the comparison
    #[arg(value_name = "NEW")]
    pub(crate) new: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DiffFormat,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Ignore resources or parameters: 'Type', 'Type[title]' or 'Type[title]::parameter', where *
    /// matches any characters; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(crate) ignore: Vec<Ignore>,
    /// Ignore resources with one of these tags, or with TAG__type for their type [default:
    /// ignored_octocatalog_diff]
    #[arg(long, value_name = "TAG,…", value_delimiter = ',')]
    pub(crate) ignore_tags: Option<Vec<String>>,
    /// Don't ignore resources because of tags
    #[arg(long, conflicts_with = "ignore_tags")]
    pub(crate) no_ignore_tags: bool,
    /// With revisions: compile all nodes, also those that the changed files can't touch
    #[arg(long)]
    pub(crate) all: bool,
    /// Compare tags too
    #[arg(long)]
    pub(crate) tags: bool,
    /// Compare the files and lines of declarations too
    #[arg(long)]
    pub(crate) places: bool,
    /// The nodes to compile in both environments.
    #[command(flatten)]
    pub(crate) nodes: NodesArgs,
    /// The options of the compilation.
    #[command(flatten)]
    pub(crate) compilation: CompilationArgs,
}
