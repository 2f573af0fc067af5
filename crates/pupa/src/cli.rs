//! The arguments of every command, as `--help` shows them.
//!
//! What an argument means in the end (with `pupa.toml` and defaults) is in
//! [`crate::settings`].

mod catalog_diff;
mod catalogs;
mod data;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use pupa_syntax::Edition;
use pupa_syntax::validate::{Extensions, Strict};

use crate::report::Format;
pub(crate) use catalog_diff::{CatalogAction, CatalogArgs, CatalogDiffArgs, DiffFormat};
pub(crate) use catalogs::{
    CatalogFormat, CompilationArgs, CompileArgs, ExplainArgs, GraphOf, NodesArgs,
};
pub(crate) use data::{DataAction, DataArgs, DataLintArgs, LookupArgs, MergeArg, RenderAs};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "pupa",
    version,
    about = "The Puppet language without Ruby",
    after_help = "Example: pupa check manifests/\n\n\
        pupa help COMMAND tells of a command, as pupa COMMAND --help does.\n\
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
    /// What bounds a run.
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    /// Largest file to read, in bytes or with K, M or G [default: 2G]
    #[arg(long, global = true, value_name = "SIZE", value_parser = crate::settings::parse_size)]
    pub(crate) max_file_size: Option<u64>,
    /// Read settings from this file instead of looking for pupa.toml
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Bounds of running programs, as given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub(crate) struct Bounds {
    /// How many calls may be under way at once [default: 4000]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) max_depth: Option<u32>,
    /// How many expressions may be evaluated [default: 100000000]
    #[arg(long, global = true, value_name = "N|none", value_parser = crate::settings::parse_count)]
    pub(crate) max_steps: Option<Bound>,
    /// How much memory the process may use, in bytes or with K, M or G [default: 2G]
    #[arg(long, global = true, value_name = "SIZE|none", value_parser = crate::settings::parse_size_bound)]
    pub(crate) max_memory: Option<Bound>,
    /// How many elements an array or hash may have [default: 10000000]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) max_elements: Option<usize>,
    /// How long a string may be, in bytes or with K, M or G [default: 64M]
    #[arg(long, global = true, value_name = "SIZE", value_parser = crate::settings::parse_size)]
    pub(crate) max_text: Option<u64>,
    /// How many resources a catalog may have [default: 500000]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) max_resources: Option<usize>,
}

/// A bound that can be lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// No more than this.
    At(u64),
    /// As much as it takes.
    None,
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
    /// Parse and validate manifests (.pp), templates (.epp, .erb) and Ruby files (.rb)
    Check(CheckArgs),
    /// Print the tree of a manifest or template
    Parse(ParseArgs),
    /// Evaluate a program and print its value
    Eval(EvalArgs),
    /// Evaluate what is typed, line by line
    Repl(ReplArgs),
    /// List the built-in functions, or show the documentation of one
    Functions(FunctionsArgs),
    /// List the resource types of an environment, or show the documentation of one
    ResourceTypes(ResourceTypesArgs),
    /// Type definitions as models for other tools
    Types(TypesArgs),
    /// Compile the catalogs of nodes
    Compile(CompileArgs),
    /// Compare catalogs
    Catalog(CatalogArgs),
    /// Look up data, and explain where it comes from
    Lookup(LookupArgs),
    /// Check data
    Data(DataArgs),
    /// Explain a diagnostic code, or a resource of a catalog
    Explain(ExplainArgs),
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
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
pub(crate) struct ErbArgs {
    /// The action.
    #[command(subcommand)]
    pub(crate) action: ErbAction,
}

/// Actions with templates that contain Ruby code.
#[derive(Debug, Subcommand)]
pub(crate) enum ErbAction {
    /// Render templates and print the text
    Render(ErbRenderArgs),
    /// Report syntax errors, as `pupa check` does
    Check(CheckArgs),
    /// Translate a template to EPP, as far as that is certain, and print it
    ToEpp(ErbToEppArgs),
}

/// Arguments of `pupa erb to-epp`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa erb to-epp templates/motd.erb > templates/motd.epp\n\n\
    Code without a translation stays as a comment and is listed on standard error.\n\
    Comparisons of Puppet do not distinguish upper and lower case, those of Ruby do.\n\
    Exit codes: 0 everything was translated, 1 something was not, 2 the call is wrong.")]
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
    Exit codes: 0 all templates were rendered, 1 one failed, 2 the call is wrong.")]
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
    /// Variables as a file of JSON or YAML with a hash
    #[arg(long, value_name = "FILE", visible_aliases = ["values_file", "vars"])]
    pub(crate) values_file: Option<PathBuf>,
    /// The world around the templates.
    #[command(flatten)]
    pub(crate) world: WorldArgs,
}

/// Arguments of `pupa ruby`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa ruby -e 'puts [3, 1, 2].sort.inspect'\n  \
    pupa ruby --read /etc script.rb\n\n\
    The program sees no environment variables and runs no commands. It reads files below the\n\
    directory of the program and below those of --read.\n\
    Exit codes: 0 it ended well, 1 it failed, 2 the call is wrong.")]
pub(crate) struct RubyArgs {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "code", conflicts_with = "code")]
    pub(crate) file: Option<PathBuf>,
    /// Run this text instead of a file
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// Let the program read files below this path; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) read: Vec<PathBuf>,
    /// Arguments of the program: ARGV
    #[arg(value_name = "ARG", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
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

/// The forms of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValueFormat {
    /// For people: values as Puppet source; logs and errors on standard error
    Text,
    /// One JSON object
    Json,
}

/// What a program knows of the world: of the node it runs for, and of what is around it.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WorldArgs {
    /// Name of the node [default: the fact networking.fqdn, else the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) node: Option<String>,
    /// What is around it.
    #[command(flatten)]
    pub(crate) around: AroundArgs,
}

/// What is around a node: its facts, its environment, what programs may do.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct AroundArgs {
    /// Facts of the node: a file of JSON or YAML with a hash. By its ending, .json, .yaml or .yml;
    /// others are read as JSON if they can be, else as YAML
    #[arg(long, value_name = "FILE")]
    pub(crate) facts: Option<PathBuf>,
    /// The variable $trusted, as a file like that of --facts
    #[arg(long, value_name = "FILE")]
    pub(crate) trusted: Option<PathBuf>,
    /// The variable $server_facts, as a file like that of --facts
    #[arg(long, value_name = "FILE")]
    pub(crate) server_facts: Option<PathBuf>,
    /// Directory of the environment, with its functions, types and modules
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// Configuration of the data that all environments have: the global hiera.yaml [default: none]
    #[arg(
        long,
        value_name = "FILE",
        visible_alias = "hiera_config",
        value_parser = crate::settings::existing_file
    )]
    pub(crate) hiera_config: Option<PathBuf>,
    /// Programs must not run commands or read files
    #[arg(long)]
    pub(crate) no_system: bool,
    /// Let Ruby code read files below this path, besides those of the environment and its modules;
    /// may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) ruby_read: Vec<PathBuf>,
    /// Let Ruby code run commands
    #[arg(long)]
    pub(crate) ruby_run: bool,
    /// The least important messages to print [default: notice]
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
    Exit codes: 0 it has a value, 1 the program is wrong or fails, 2 the call is wrong.")]
pub(crate) struct EvalArgs {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "code", conflicts_with = "code")]
    pub(crate) file: Option<PathBuf>,
    /// Evaluate this text instead of a file
    #[arg(short = 'e', long = "execute", value_name = "CODE", allow_hyphen_values = true)]
    pub(crate) code: Option<String>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ValueFormat,
    /// What the program knows.
    #[command(flatten)]
    pub(crate) world: WorldArgs,
}

/// Arguments of `pupa repl`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa repl\n  \
    pupa repl --edition draft --facts facts.json\n  \
    echo '1 + 2' | pupa repl\n\n\
    `:help` lists the commands. Errors never end it; Ctrl-D does.")]
pub(crate) struct ReplArgs {
    /// What programs know.
    #[command(flatten)]
    pub(crate) world: WorldArgs,
}

/// The forms of documentation.
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
    /// The function; without one, all are listed
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Form of the documentation
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DocFormat,
}

/// Arguments of `pupa resource-types`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa resource-types                       list the types of Puppet and of the modules here\n  \
    pupa resource-types file                  show the attributes of a type\n  \
    pupa resource-types --format json > types.json\n\n\
    Exit codes: 0 all is well, 1 a type does not exist or can't be loaded, 2 the call is wrong.")]
pub(crate) struct ResourceTypesArgs {
    /// The resource type; without one, all are listed
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ResourceTypesFormat,
    /// Directory of the environment, with its modules
    #[arg(long, value_name = "DIR")]
    pub(crate) environment_dir: Option<PathBuf>,
    /// Let Ruby code read files below this path, besides those of the environment and its modules;
    /// may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) ruby_read: Vec<PathBuf>,
}

/// The forms in which resource types are described.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResourceTypesFormat {
    /// For people at a terminal
    Text,
    /// For programs
    Json,
}

/// Arguments of `pupa types`.
#[derive(Debug, Args)]
pub(crate) struct TypesArgs {
    /// What to do with types.
    #[command(subcommand)]
    pub(crate) action: TypesAction,
}

/// The actions of `pupa types`.
#[derive(Debug, Subcommand)]
pub(crate) enum TypesAction {
    /// Write the models of type definitions: Ecore, and their logic
    Export(TypesExportArgs),
    /// Turn Ecore models into type definitions
    Import(TypesImportArgs),
    /// Document types from their definitions and the comments above them
    Doc(TypesDocArgs),
    /// Draw a class diagram
    Diagram(TypesDiagramArgs),
    /// Read objects from data files, with every check of their types
    Load(TypesLoadArgs),
}

/// Arguments of `pupa types export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types export --ecore --output models modules/site/types\n  \
    pupa types export --ecore --impl none --output - types/user.pp > user.ecore\n  \
    pupa types export --ecore --annotations --output models types\n\n\
    Writes one .ecore per name space: types at the top go to puppet.ecore, those of My::Space to\n\
    My.Space.ecore. The logic of types (checks, transformations, derived features, invariants)\n\
    goes where --impl says. With an error in any definition nothing is written.\n\
    Exit codes: 0 written, 1 the definitions have errors, 2 the call is wrong or writing failed.")]
pub(crate) struct TypesExportArgs {
    /// Files and directories with type definitions; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Write Ecore models (XMI)
    #[arg(long, required = true)]
    pub(crate) ecore: bool,
    /// Where the logic of types goes
    #[arg(long = "impl", value_name = "FORM", value_enum, default_value = "xmi")]
    pub(crate) implementation: ImplForm,
    /// The same as --impl annotations
    #[arg(long, conflicts_with = "implementation")]
    pub(crate) annotations: bool,
    /// Directory for the files, made if need be; `-` prints the file when there is only one
    /// [default: the working directory]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Don't say what was written
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Where the logic of types goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImplForm {
    /// PACKAGE.impl.xmi, an instance of puppet-ast.ecore, which is written too
    Xmi,
    /// PACKAGE.impl.json, a list with the logic in Puppet Notation
    Json,
    /// Into the model itself, as annotations with Puppet Notation
    Annotations,
    /// Nowhere
    None,
}

/// Arguments of `pupa types import`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types import library.ecore > library.pp\n  \
    pupa types import --output environments/dev company.ecore base.ecore\n\n\
    Models that refer to each other are given together. A package becomes a name space: the class\n\
    Book of the package library is Library::Book. What type definitions can't express is left out\n\
    with a warning that names the element by its path.\n\
    Exit codes: 0 there are types, 1 a file is no model, 2 the call is wrong or writing failed.")]
pub(crate) struct TypesImportArgs {
    /// Ecore models (.ecore); `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// File (.pp) for all types, or directory of an environment, which gets types/user.pp and
    /// modules/my/types/user.pp [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Don't say what was written
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The forms of the documentation of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TypeDocFormat {
    /// Markdown
    Markdown,
    /// One page that needs nothing else, with a class diagram
    Html,
    /// One JSON object, for other makers of pages
    Json,
}

/// Arguments of `pupa types doc`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    pupa types doc modules/site/types > TYPES.md\n  \
    pupa types doc --format html --output types.html modules/*/types\n\n\
    The description of a type or feature is the comment right above it, as puppet-strings reads\n\
    it: Markdown, @summary, @example and other tags.")]
pub(crate) struct TypesDocArgs {
    /// Files and directories with type definitions; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Form of the documentation
    #[arg(long, value_enum, default_value = "markdown")]
    pub(crate) format: TypeDocFormat,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The forms of class diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagramFormat {
    /// A picture, in light and dark
    Svg,
    /// The language of Graphviz
    Dot,
    /// The language of Mermaid, which many sites draw within Markdown
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
    /// Form of the diagram
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
    A file holds one object or a list of objects, each a hash of features as `from_data` reads\n\
    it. Prints each object in its serialised form, on a line of its own.\n\
    Exit codes: 0 all objects are good, 1 some are not, 2 the call is wrong.")]
pub(crate) struct TypesLoadArgs {
    /// Data: JSON, or YAML in files that end in .yaml or .yml; `-` is standard input, JSON
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Files and directories with type definitions
    #[arg(long, value_name = "PATH", required = true)]
    pub(crate) types: Vec<PathBuf>,
    /// The type of the objects [default: what their key `__ptype` says]
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) type_name: Option<String>,
    /// Print only what is wrong
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

/// Arguments that follow the reference's rules, not ours.
#[derive(Debug, Args)]
pub(crate) struct FaceArgs {
    /// An action (`validate`, `dump`, of templates also `render`) and its arguments
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

fn strict_parser() -> impl TypedValueParser<Value = Strict> {
    PossibleValuesParser::new(["off", "warning", "error"])
        .map(|name| crate::settings::strict_from_name(&name).unwrap_or_default())
}

fn extensions_parser() -> impl TypedValueParser<Value = Extensions> {
    PossibleValuesParser::new(["off", "warn", "on"])
        .map(|name| crate::settings::extensions_from_name(&name).unwrap_or_default())
}
