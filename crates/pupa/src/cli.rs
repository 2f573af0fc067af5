//! The arguments of every command, with the texts of `--help`.
//!
//! [`crate::settings`] combines them with `pupa.toml` and the defaults.

mod catalog_diff;
mod catalogs;
mod configured;
mod data;
mod help;
mod project;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use pupa_project::config::{self, Bound, Bounds, ColorChoice, ModulePath};
use pupa_syntax::Edition;
use pupa_syntax::validate::{Extensions, Strict};

use crate::report::Format;
pub(crate) use catalog_diff::{CatalogAction, CatalogArgs, CatalogDiffArgs, DiffFormat};
pub(crate) use catalogs::{
    CatalogFormat, CompilationArgs, CompileArgs, ExplainArgs, GraphOf, NodesArgs,
};
pub(crate) use configured::{known_options, with_configured};
pub(crate) use data::{DataAction, DataArgs, DataLintArgs, LookupArgs, MergeArg, RenderAs};
pub(crate) use help::command;
pub(crate) use project::{
    DoctorArgs, FactsArgs, FactsFormat, InitArgs, ModulesAction, ModulesArgs, ModulesInstallArgs,
    ModulesListArgs,
};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "pupa",
    version,
    about = "The Puppet language without Ruby",
    after_help = "Example: pupa check manifests/\n\n\
        `pupa COMMAND -h` lists the options that matter, `pupa COMMAND --help` lists all.\n\
        `pupa help COMMAND` is the same as `pupa COMMAND --help`.\n\
        `pupa` alone describes the control repository, environment or module around the working\n\
        directory, which all commands use unless --environment-dir names another.\n\
        Exit codes: 0 success, 1 errors in the input, 2 usage error.\n\
        Defaults are read from pupa.toml in the working directory or above it.",
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    /// The options of all commands.
    #[command(flatten)]
    pub(crate) globals: Globals,
    /// The subcommand; without one, the project is described.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The heading of options that select the language.
const LANGUAGE: &str = "Language options, for every command";

/// The heading of options that limit evaluations.
const LIMITS: &str = "Limits of evaluation, for every command";

/// The heading of other options of every command.
const GLOBAL: &str = "Global options";

/// Options of all commands.
#[derive(Debug, Default, Args)]
pub(crate) struct Globals {
    /// Edition of the language [default: 8]
    #[arg(long, global = true, help_heading = LANGUAGE, value_name = "8|draft", value_parser = edition_parser(), hide_possible_values = true)]
    pub(crate) edition: Option<Edition>,
    /// How to treat Pupa's language extensions in edition 8 [default: warn]
    #[arg(long, global = true, help_heading = LANGUAGE, value_name = "off|warn|on", value_parser = extensions_parser(), hide_possible_values = true)]
    pub(crate) extensions: Option<Extensions>,
    /// Reject Pupa's language extensions in edition 8
    #[arg(long, global = true, help_heading = LANGUAGE, conflicts_with = "extensions")]
    pub(crate) no_extensions: bool,
    /// Severity of questionable constructs [default: error]
    #[arg(long, global = true, help_heading = LANGUAGE, value_name = "off|warning|error", value_parser = strict_parser(), hide_possible_values = true)]
    pub(crate) strict: Option<Strict>,
    /// Treat unknown variables as errors during evaluation [default]
    #[arg(long, global = true, help_heading = LANGUAGE, overrides_with = "no_strict_variables")]
    pub(crate) strict_variables: bool,
    /// Give unknown variables the value undef during evaluation
    #[arg(long, global = true, help_heading = LANGUAGE, overrides_with = "strict_variables")]
    pub(crate) no_strict_variables: bool,
    /// Directories that contain modules, separated as in PATH
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "DIRS", value_parser = config::split_modulepath)]
    pub(crate) modulepath: Option<ModulePath>,
    /// When to use colour [default: auto]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "auto|always|never", value_parser = color_parser(), hide_possible_values = true)]
    pub(crate) color: Option<ColorChoice>,
    /// The limits of an evaluation.
    #[command(flatten)]
    pub(crate) bounds: BoundArgs,
    /// Largest file to read, in bytes or with K, M or G [default: 2G]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "SIZE", value_parser = config::parse_size)]
    pub(crate) max_file_size: Option<u64>,
    /// Read settings from this file instead of looking for pupa.toml
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// The limits of an evaluation, as given.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct BoundArgs {
    /// Maximum depth of nested calls [default: 4000]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "N")]
    pub(crate) max_depth: Option<u32>,
    /// Maximum work: evaluated expressions, visited elements, compared bytes [default: 100000000]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "N|none", value_parser = config::parse_count)]
    pub(crate) max_steps: Option<Bound>,
    /// Maximum time of a run, in seconds [default: none]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SECONDS|none", value_parser = config::parse_time)]
    pub(crate) max_time: Option<Bound>,
    /// Maximum memory of the process, in bytes or with K, M or G [default: 2G]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SIZE|none", value_parser = config::parse_size_bound)]
    pub(crate) max_memory: Option<Bound>,
    /// Maximum number of elements of an array or hash [default: 10000000]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "N")]
    pub(crate) max_elements: Option<usize>,
    /// Maximum length of a string, in bytes or with K, M or G [default: 64M]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SIZE", value_parser = config::parse_size)]
    pub(crate) max_text: Option<u64>,
    /// Maximum number of resources in a catalog [default: 500000]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "N")]
    pub(crate) max_resources: Option<usize>,
    /// Maximum length of an output, in bytes or with K, M or G [default: 256M]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SIZE|none", value_parser = config::parse_size_bound)]
    pub(crate) max_output: Option<Bound>,
    /// Maximum time of a command that is run, in seconds [default: 300]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SECONDS|none", value_parser = config::parse_time)]
    pub(crate) max_command_time: Option<Bound>,
    /// Maximum output of a command that is run, in bytes or with K, M or G [default: 64M]
    #[arg(long, global = true, help_heading = LIMITS, value_name = "SIZE|none", value_parser = config::parse_size_bound)]
    pub(crate) max_command_output: Option<Bound>,
}

impl BoundArgs {
    /// The limits that are given.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            max_depth: self.max_depth,
            max_steps: self.max_steps,
            max_time: self.max_time,
            max_memory: self.max_memory,
            max_elements: self.max_elements,
            max_text: self.max_text,
            max_resources: self.max_resources,
            max_output: self.max_output,
            max_command_time: self.max_command_time,
            max_command_output: self.max_command_output,
        }
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Parse and validate manifests (.pp), templates (.epp, .erb) and Ruby files (.rb)
    Check(CheckArgs),
    /// Print the tree of a manifest or template
    Parse(ParseArgs),
    /// Evaluate a manifest and print its value
    Eval(EvalArgs),
    /// Evaluate code interactively, line by line
    Repl(ReplArgs),
    /// List the built-in functions, or show the documentation of one
    Functions(FunctionsArgs),
    /// List the resource types of an environment, or show the documentation of one
    ResourceTypes(ResourceTypesArgs),
    /// Convert and document type definitions
    Types(TypesArgs),
    /// Say whether the environment is ready: what compiles, and what is missing
    Doctor(DoctorArgs),
    /// List the modules of the Puppetfile, or install them
    Modules(ModulesArgs),
    /// List sets of facts, or show one
    Facts(FactsArgs),
    /// Write a pupa.toml with the settings of this project
    Init(InitArgs),
    /// Compile the catalogs of nodes
    Compile(CompileArgs),
    /// Compare catalogs
    Catalog(CatalogArgs),
    /// Look up data and explain its origin
    Lookup(LookupArgs),
    /// Check data
    Data(DataArgs),
    /// Explain a diagnostic code, or a resource of a catalog
    Explain(ExplainArgs),
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
    /// Write the manual pages of all commands
    #[command(hide = true)]
    ManPages(ManPagesArgs),
    /// `validate` and `dump` with the arguments of `puppet parser`
    #[command(disable_help_flag = true)]
    Parser(FaceArgs),
    /// `render`, `validate` and `dump` with the arguments of `puppet epp`
    #[command(disable_help_flag = true)]
    Epp(FaceArgs),
    /// Render and check templates with Ruby code (.erb)
    Erb(ErbArgs),
    /// Run a Ruby program in a sandbox
    Ruby(RubyArgs),
}

/// Arguments of `pupa check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa check                          check the current directory\n  \
    pupa check --format github modules  annotate a GitHub pull request\n  \
    pupa check --stdin-filename manifests/init.pp < buffer\n\n\
    Files listed in .gitignore and .pupaignore are skipped in directories.\n\
    Exit codes: 0 no errors, 1 errors, 2 usage error.")]
pub(crate) struct CheckArgs {
    /// Files and directories; `-` is standard input [default: the current directory]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Format of the report [default: text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Check all manifests as plans; those in plans/ always are
    #[arg(long)]
    pub(crate) tasks: bool,
    /// File name that determines how standard input is checked and reported
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// Report at most this many diagnostics
    #[arg(long, value_name = "N")]
    pub(crate) max_diagnostics: Option<usize>,
    /// Report what Ruby code (.rb, .erb) uses that Pupa does not have
    #[arg(long)]
    pub(crate) ruby_support: bool,
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

/// Arguments of `pupa erb`.
#[derive(Debug, Args)]
#[command(after_help = "Example: pupa erb render motd.erb --facts facts.json")]
pub(crate) struct ErbArgs {
    /// The action.
    #[command(subcommand)]
    pub(crate) action: ErbAction,
}

/// Actions with templates that contain Ruby code.
#[derive(Debug, Subcommand)]
pub(crate) enum ErbAction {
    /// Render templates and print the text
    Render(Box<ErbRenderArgs>),
    /// Report syntax errors, as `pupa check` does
    Check(CheckArgs),
    /// Translate a template to EPP, as far as that is certain, and print it
    ToEpp(ErbToEppArgs),
}

/// Arguments of `pupa erb to-epp`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa erb to-epp templates/motd.erb > templates/motd.epp\n\n\
    Code without a translation becomes a comment and is listed on standard error.\n\
    Comparisons of strings ignore case in Puppet, but not in Ruby.\n\
    Exit codes: 0 translated completely, 1 translated partially, 2 usage error.")]
pub(crate) struct ErbToEppArgs {
    /// The template; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// Arguments of `pupa erb render`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa erb render motd.erb --facts facts.json\n  \
    pupa erb render --values \"{ 'port' => 80 }\" vhost.erb\n  \
    pupa erb render -e '<%= 1 + 2 %>'\n\n\
    Variables are instance variables of Ruby: $port is @port.\n\
    Exit codes: 0 all templates were rendered, 1 a template failed, 2 usage error.")]
pub(crate) struct ErbRenderArgs {
    /// Templates; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "code", conflicts_with = "code")]
    pub(crate) files: Vec<PathBuf>,
    /// Render this text instead of a file
    #[arg(short = 'e', long = "execute", value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// Variables as a hash in Puppet code
    #[arg(long, value_name = "HASH")]
    pub(crate) values: Option<String>,
    /// File with a hash of variables in JSON or YAML
    #[arg(long, value_name = "FILE", visible_aliases = ["values_file", "vars"])]
    pub(crate) values_file: Option<PathBuf>,
    /// The environment in which templates are rendered.
    #[command(flatten)]
    pub(crate) world: WorldArgs,
}

/// Arguments of `pupa ruby`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa ruby -e 'puts [3, 1, 2].sort.inspect'\n  \
    pupa ruby --read /etc script.rb\n\n\
    The program can't read environment variables or run commands. It can read files below its own\n\
    directory and below those of --read.\n\
    Exit codes: 0 success, 1 failure, 2 usage error.")]
pub(crate) struct RubyArgs {
    /// The program, or with -e the first argument; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "code")]
    pub(crate) file: Option<PathBuf>,
    /// Run this text instead of a file
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// Let the program read files below this path; may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) read: Vec<PathBuf>,
    /// Arguments of the program (ARGV)
    #[arg(value_name = "ARG", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

/// The formats of a printed tree.
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
    If any input has an error, the message is printed to standard error and nothing to standard\n\
    output. Files ending in .epp are parsed as templates.")]
pub(crate) struct ParseArgs {
    /// Files; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["code", "stdin_filename"], conflicts_with = "code")]
    pub(crate) files: Vec<PathBuf>,
    /// Parse this text instead of a file
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// Format of the tree
    #[arg(long, value_enum, default_value = "tree")]
    pub(crate) format: TreeFormat,
    /// Break `pn` and `json` into indented lines
    #[arg(long)]
    pub(crate) pretty: bool,
    /// Report syntax errors only
    #[arg(long, action = ArgAction::SetTrue)]
    pub(crate) no_validate: bool,
    /// File name that determines how standard input is parsed and reported
    #[arg(long, value_name = "FILE", conflicts_with = "code")]
    pub(crate) stdin_filename: Option<PathBuf>,
}

/// The formats of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValueFormat {
    /// Text for people: values as Puppet source, logs and errors on standard error
    Text,
    /// One JSON object
    Json,
}

/// The node and the environment of an evaluation.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WorldArgs {
    /// Name of the node [default: the fact networking.fqdn, else the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
    /// The environment of the node.
    #[command(flatten)]
    pub(crate) around: SurroundingsArgs,
}

/// The facts and the environment of a node, and the permissions of its code.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct SurroundingsArgs {
    /// File with a hash of facts in JSON or YAML, or the name of a built-in set such as debian-12
    /// (`pupa facts` lists them). The extension .json, .yaml or .yml determines the format; other files
    /// are read as JSON if possible, otherwise as YAML
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Option<PathBuf>,
    /// File with the variable $trusted, in the format of --facts
    #[arg(long, value_name = "FILE")]
    pub(crate) trusted: Option<PathBuf>,
    /// File with the variable $server_facts, in the format of --facts
    #[arg(long, value_name = "FILE")]
    pub(crate) server_facts: Option<PathBuf>,
    /// Directory of the environment, with its functions, types and modules [default: the environment
    /// around the working directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// The global hiera.yaml, which configures data for all environments [default: none]
    #[arg(
        long,
        value_name = "FILE",
        visible_alias = "hiera_config",
        value_parser = crate::settings::existing_file
    )]
    pub(crate) hiera_config: Option<PathBuf>,
    /// Don't let manifests run commands or read files
    #[arg(long)]
    pub(crate) no_system: bool,
    /// Let Ruby code read files below this path, besides those of the environment and its modules;
    /// may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) ruby_read: Vec<PathBuf>,
    /// Let Ruby code read and write files below this directory, which is the setting `vardir` then
    #[arg(long, value_name = "DIR", value_parser = crate::settings::absolute_directory)]
    pub(crate) ruby_vardir: Option<PathBuf>,
    /// Let Ruby code run commands
    #[arg(long)]
    pub(crate) ruby_run: bool,
    /// Minimum level of log messages [default: notice]
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = true)]
    pub(crate) log_level: Option<pupa_eval::log::Level>,
}

/// Arguments of `pupa eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa eval -e '[1, 2, 3].map |$x| { $x * 2 }'\n  \
    pupa eval --facts facts.json site.pp\n  \
    pupa eval --format json --modulepath modules -e 'mine::port()'\n\n\
    Prints the value of the last expression as Puppet source.\n\
    Exit codes: 0 success, 1 errors in the code, 2 usage error.")]
pub(crate) struct EvalArgs {
    /// The manifest; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "code", conflicts_with = "code")]
    pub(crate) file: Option<PathBuf>,
    /// Evaluate this text instead of a file
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// Format of the output
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ValueFormat,
    /// Show the contents of sensitive values in JSON
    #[arg(long)]
    pub(crate) show_sensitive: bool,
    /// The environment of the evaluation.
    #[command(flatten)]
    pub(crate) world: WorldArgs,
}

/// Arguments of `pupa repl`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa repl\n  \
    pupa repl --edition draft --facts facts.json\n  \
    echo '1 + 2' | pupa repl\n\n\
    `:help` lists the commands. Errors don't end the session; Ctrl-D does.")]
pub(crate) struct ReplArgs {
    /// The environment of the evaluation.
    #[command(flatten)]
    pub(crate) world: WorldArgs,
}

/// The formats of documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocFormat {
    /// For people at a terminal
    Text,
    /// Markdown
    Markdown,
}

/// Arguments of `pupa functions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa functions\n  \
    pupa functions regsubst\n  \
    pupa functions --format markdown > functions.md")]
pub(crate) struct FunctionsArgs {
    /// Name of the function [default: list all functions]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Format of the documentation
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DocFormat,
}

/// Arguments of `pupa resource-types`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa resource-types                       list the types of Puppet and of the modules here\n  \
    pupa resource-types file                  show the attributes of a type\n  \
    pupa resource-types --format json > types.json\n\n\
    Exit codes: 0 success, 1 a type does not exist or can't be loaded, 2 usage error.")]
pub(crate) struct ResourceTypesArgs {
    /// Name of the resource type [default: list all types]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Format of the output
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ResourceTypesFormat,
    /// Directory of the environment, with its modules
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// Let Ruby code read files below this path, besides those of the environment and its modules;
    /// may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) ruby_read: Vec<PathBuf>,
}

/// The formats of the description of resource types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResourceTypesFormat {
    /// For people at a terminal
    Text,
    /// For programs
    Json,
}

/// Arguments of `pupa types`.
#[derive(Debug, Args)]
#[command(after_help = "Example: pupa types doc modules/site/types > TYPES.md")]
pub(crate) struct TypesArgs {
    /// The action.
    #[command(subcommand)]
    pub(crate) action: TypesAction,
}

/// The actions of `pupa types`.
#[derive(Debug, Subcommand)]
pub(crate) enum TypesAction {
    /// Export type definitions as Ecore models with their logic
    Export(TypesExportArgs),
    /// Convert Ecore models to type definitions
    Import(TypesImportArgs),
    /// Document types from their definitions and the comments above them
    Doc(TypesDocArgs),
    /// Draw a class diagram
    Diagram(TypesDiagramArgs),
    /// Read objects from data files and check them against their types
    Load(TypesLoadArgs),
}

/// Arguments of `pupa types export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types export --ecore --output models modules/site/types\n  \
    pupa types export --ecore --impl none --output - types/user.pp > user.ecore\n  \
    pupa types export --ecore --annotations --output models types\n\n\
    Writes one .ecore file per namespace: types without a namespace go to puppet.ecore, those of\n\
    My::Space to My.Space.ecore. --impl selects the format of the logic of types (checks,\n\
    transformations, derived features, invariants). If any definition has errors, nothing is\n\
    written.\n\
    Exit codes: 0 written, 1 the definitions have errors, 2 usage error or writing failed.")]
pub(crate) struct TypesExportArgs {
    /// Files and directories with type definitions; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Write Ecore models (XMI)
    #[arg(long, required = true)]
    pub(crate) ecore: bool,
    /// Format of the logic of types
    #[arg(long = "impl", value_name = "FORM", value_enum, default_value = "xmi")]
    pub(crate) implementation: ImplForm,
    /// Same as --impl annotations
    #[arg(long, conflicts_with = "implementation")]
    pub(crate) annotations: bool,
    /// Directory for the files, created if needed; `-` prints a single file [default: the working
    /// directory]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Don't report the written files
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The formats of the logic of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImplForm {
    /// PACKAGE.impl.xmi, an instance of puppet-ast.ecore, which is written too
    Xmi,
    /// PACKAGE.impl.json, a list with the logic in Puppet Notation
    Json,
    /// Annotations in the model itself, with Puppet Notation
    Annotations,
    /// No logic
    None,
}

/// Arguments of `pupa types import`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types import library.ecore > library.pp\n  \
    pupa types import --output environments/dev company.ecore base.ecore\n\n\
    Models that refer to each other must be given together. A package becomes a namespace: the\n\
    class Book of the package library becomes Library::Book. Elements that type definitions can't\n\
    express are left out with a warning that contains their path.\n\
    Exit codes: 0 imported, 1 a file is not a model, 2 usage error or writing failed.")]
pub(crate) struct TypesImportArgs {
    /// Ecore models (.ecore); `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// File (.pp) for all types, or directory of an environment, in which types/user.pp and
    /// modules/my/types/user.pp are written [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Don't report the written files
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The formats of the documentation of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TypeDocFormat {
    /// Markdown
    Markdown,
    /// A self-contained page with a class diagram
    Html,
    /// One JSON object, as input for other generators
    Json,
}

/// Arguments of `pupa types doc`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types doc modules/site/types > TYPES.md\n  \
    pupa types doc --format html --output types.html modules/*/types\n\n\
    The description of a type or feature is the comment directly above it, in the format of\n\
    puppet-strings: Markdown, @summary, @example and other tags.")]
pub(crate) struct TypesDocArgs {
    /// Files and directories with type definitions; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Format of the documentation
    #[arg(long, value_enum, default_value = "markdown")]
    pub(crate) format: TypeDocFormat,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The formats of class diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagramFormat {
    /// An SVG picture, for light and dark backgrounds
    Svg,
    /// DOT for Graphviz
    Dot,
    /// Mermaid, which many sites render inside Markdown
    Mermaid,
}

/// Arguments of `pupa types diagram`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types diagram modules/site/types > types.svg\n  \
    pupa types diagram --format mermaid --output types.mmd types")]
pub(crate) struct TypesDiagramArgs {
    /// Files and directories with type definitions; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Format of the diagram
    #[arg(long, value_enum, default_value = "svg")]
    pub(crate) format: DiagramFormat,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `pupa types load`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types load --types modules/accounts/types data/users.yaml\n  \
    pupa types load --types types --type Accounts::User --quiet data/*.json\n\n\
    A file contains one object or a list of objects, each a hash of features as accepted by\n\
    `from_data`. Prints each object in its serialised form on a line of its own.\n\
    Exit codes: 0 all objects are valid, 1 some are invalid, 2 usage error.")]
pub(crate) struct TypesLoadArgs {
    /// Data files: YAML if the name ends in .yaml or .yml, otherwise JSON; `-` is standard input
    /// (JSON)
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Files and directories with type definitions
    #[arg(long, value_name = "PATH", required = true)]
    pub(crate) types: Vec<PathBuf>,
    /// The type of the objects [default: the value of their key `__ptype`]
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// Print errors only
    #[arg(short, long)]
    pub(crate) quiet: bool,
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

/// Arguments of `pupa man-pages`.
#[derive(Debug, Args)]
#[command(after_help = "Example: pupa man-pages /usr/local/share/man/man1")]
pub(crate) struct ManPagesArgs {
    /// Directory for the pages, created if needed
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
}

/// Arguments in the syntax of the reference's command.
#[derive(Debug, Args)]
pub(crate) struct FaceArgs {
    /// An action (`validate`, `dump`, and `render` for templates) with its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    pub(crate) args: Vec<OsString>,
}

fn level_parser() -> impl TypedValueParser<Value = pupa_eval::log::Level> {
    use pupa_eval::log::Level;
    PossibleValuesParser::new(Level::ALL.map(Level::name)).map(|name| {
        let named = Level::ALL.into_iter().find(|level| level.name() == name);
        named.unwrap_or(Level::Notice)
    })
}

fn edition_parser() -> impl TypedValueParser<Value = Edition> {
    PossibleValuesParser::new(["8", "draft"])
        .map(|name| Edition::from_name(&name).unwrap_or_default())
}

fn color_parser() -> impl TypedValueParser<Value = ColorChoice> {
    PossibleValuesParser::new(["auto", "always", "never"])
        .map(|name| config::color_from_name(&name).unwrap_or_default())
}

fn strict_parser() -> impl TypedValueParser<Value = Strict> {
    PossibleValuesParser::new(["off", "warning", "error"])
        .map(|name| config::strict_from_name(&name).unwrap_or_default())
}

fn extensions_parser() -> impl TypedValueParser<Value = Extensions> {
    PossibleValuesParser::new(["off", "warn", "on"])
        .map(|name| config::extensions_from_name(&name).unwrap_or_default())
}
