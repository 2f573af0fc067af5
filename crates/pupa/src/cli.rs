//! The arguments of every command, as `--help` shows them.
//!
//! What an argument means in the end (with `pupa.toml` and defaults) is in
//! [`crate::settings`].

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use pupa_syntax::Edition;
use pupa_syntax::validate::{Extensions, Strict};

use crate::report::Format;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "pupa",
    version,
    about = "The Puppet language without Ruby",
    after_help = "Example: pupa check manifests/\n\n\
        Exit codes: 0 all is well, 1 the input has errors, 2 the call is wrong.\n\
        Defaults are read from pupa.toml in the working directory or above it.",
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    /// What every command understands.
    #[command(flatten)]
    pub(crate) globals: Globals,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of all commands.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Globals {
    /// Edition of the language [default: 8]
    #[arg(long, global = true, value_name = "8|draft", value_parser = edition_parser(), hide_possible_values = true)]
    pub(crate) edition: Option<Edition>,
    /// What becomes of Pupa's extensions of edition 8 [default: warn]
    #[arg(long, global = true, value_name = "off|warn|on", value_parser = extensions_parser(), hide_possible_values = true)]
    pub(crate) extensions: Option<Extensions>,
    /// Reject Pupa's extensions of edition 8
    #[arg(long, global = true, conflicts_with = "extensions")]
    pub(crate) no_extensions: bool,
    /// What questionable constructs give [default: error]
    #[arg(long, global = true, value_name = "off|warning|error", value_parser = strict_parser(), hide_possible_values = true)]
    pub(crate) strict: Option<Strict>,
    /// Unknown variables are errors when code is evaluated [default]
    #[arg(long, global = true, overrides_with = "no_strict_variables")]
    pub(crate) strict_variables: bool,
    /// Unknown variables have no value when code is evaluated
    #[arg(long, global = true, overrides_with = "strict_variables")]
    pub(crate) no_strict_variables: bool,
    /// Directories that hold modules, separated as in PATH
    #[arg(long, global = true, value_name = "DIRS", value_parser = crate::settings::split_modulepath)]
    pub(crate) modulepath: Option<crate::settings::ModulePath>,
    /// When to use colour [default: auto]
    #[arg(long, global = true, value_name = "auto|always|never", hide_possible_values = true)]
    pub(crate) color: Option<ColorChoice>,
    /// Largest file to read, in bytes or with K, M or G [default: 2G]
    #[arg(long, global = true, value_name = "SIZE", value_parser = crate::settings::parse_size)]
    pub(crate) max_file_size: Option<u64>,
    /// Read settings from this file instead of looking for pupa.toml
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// When output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ColorChoice {
    /// When a person is looking at it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Parse and validate manifests (.pp) and templates (.epp)
    Check(CheckArgs),
    /// Print the tree of a manifest or template
    Parse(ParseArgs),
    /// Explain a diagnostic code
    Explain(ExplainArgs),
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
    /// `validate` and `dump` with the arguments of `puppet parser`
    #[command(disable_help_flag = true)]
    Parser(FaceArgs),
    /// `validate` and `dump` with the arguments of `puppet epp`
    #[command(disable_help_flag = true)]
    Epp(FaceArgs),
}

/// Arguments of `pupa check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa check                          check the current directory\n  \
    pupa check --format github modules  annotate a GitHub pull request\n  \
    pupa check --stdin-filename manifests/init.pp < buffer\n\n\
    Files named in .gitignore and .pupaignore are left out of directories.\n\
    Exit codes: 0 no error, 1 errors, 2 the call is wrong.")]
pub(crate) struct CheckArgs {
    /// Files and directories; `-` is standard input [default: the current directory]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Form of the report [default: text on a terminal, else line]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Name under which standard input is reported and judged
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// Report at most this many diagnostics
    #[arg(long, value_name = "N")]
    pub(crate) max_diagnostics: Option<usize>,
    /// Print diagnostics only: no summary, no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Check again whenever a file changes
    #[arg(short, long)]
    pub(crate) watch: bool,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
}

/// The forms of a printed tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Indented, with positions, for people
    Tree,
    /// Puppet Notation
    Pn,
    /// Puppet Notation as JSON
    Json,
}

/// Arguments of `pupa parse`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa parse manifests/init.pp\n  \
    pupa parse --format pn -e '$x = [1, 2]'\n\n\
    With an error in any input the message goes to standard error and nothing to standard\n\
    output. Files ending in .epp are read as templates.")]
pub(crate) struct ParseArgs {
    /// Files; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["code", "stdin_filename"], conflicts_with = "code")]
    pub(crate) files: Vec<PathBuf>,
    /// Parse this text instead of a file
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// Form of the tree
    #[arg(long, value_enum, default_value = "tree")]
    pub(crate) format: TreeFormat,
    /// Break `pn` and `json` into indented lines
    #[arg(long)]
    pub(crate) pretty: bool,
    /// Report syntax errors only
    #[arg(long, action = ArgAction::SetTrue)]
    pub(crate) no_validate: bool,
    /// Name under which standard input is reported and judged
    #[arg(long, value_name = "FILE", conflicts_with = "code")]
    pub(crate) stdin_filename: Option<PathBuf>,
}

/// Arguments of `pupa explain`.
#[derive(Debug, Args)]
#[command(after_help = "Example: pupa explain syntax-error")]
pub(crate) struct ExplainArgs {
    /// The code in brackets in a diagnostic; without one, all codes are listed
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// Arguments of `pupa completions`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: pupa completions bash > ~/.local/share/bash-completion/completions/pupa"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Arguments that follow the reference's rules, not ours.
#[derive(Debug, Args)]
pub(crate) struct FaceArgs {
    /// An action (`validate`, `dump`) and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    pub(crate) args: Vec<OsString>,
}

fn edition_parser() -> impl TypedValueParser<Value = Edition> {
    PossibleValuesParser::new(["8", "draft"])
        .map(|name| Edition::from_name(&name).unwrap_or_default())
}

fn strict_parser() -> impl TypedValueParser<Value = Strict> {
    PossibleValuesParser::new(["off", "warning", "error"])
        .map(|name| crate::settings::strict_from_name(&name).unwrap_or_default())
}

fn extensions_parser() -> impl TypedValueParser<Value = Extensions> {
    PossibleValuesParser::new(["off", "warn", "on"])
        .map(|name| crate::settings::extensions_from_name(&name).unwrap_or_default())
}
