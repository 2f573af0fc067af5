//! `pupa init`: writes a `pupa.toml` for the project around the working directory.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use pupa_compiler::fleet::Facts;
use pupa_project::config::{self, Config};
use pupa_project::project_root::{ProjectRoot, RootKind};
use pupa_system::Disk;

use crate::cli::{InitArgs, known_options};
use crate::output::{Exit, Output};

/// The name of the file.
const NAME: &str = "pupa.toml";

/// Writes or prints the file, or its schema.
pub(super) fn run(args: &InitArgs, output: &mut Output) -> Exit {
    match init(args, output) {
        Ok(()) => Exit::Success,
        Err(error) => output.usage_error(format_args!("{error:#}")),
    }
}

fn init(args: &InitArgs, output: &mut Output) -> Result<()> {
    if args.schema {
        let schema = config::schema(&known_options());
        output.out(&(serde_json::to_string_pretty(&schema)? + "\n"));
        return Ok(());
    }
    let directory = std::env::current_dir().context("there is no working directory")?;
    let root = ProjectRoot::find(&Disk, &directory);
    let text = settings_file(root.as_ref());
    if args.print {
        output.out(&text);
        return Ok(());
    }
    let directory = root.as_ref().map_or(directory.as_path(), ProjectRoot::repository);
    let path = directory.join(NAME);
    if path.exists() && !args.force {
        bail!("{} is there already; --force replaces it", path.display());
    }
    std::fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    // Reads the file back, so that an error in it is reported here and not by the next command.
    Config::read(&path, known_options)?;
    output.err(&format!("wrote {}\n", path.display()));
    Ok(())
}

/// The text of the file for a project.
fn settings_file(root: Option<&ProjectRoot>) -> String {
    let mut text = String::from(
        "# Settings of Pupa for this project. Options of the command line win over them.\n\
         # Every option of a command can be set: at the top for all commands that have it, or in a\n\
         # table for one command, such as [check] or [catalog.diff]. `pupa init --schema` prints the\n\
         # JSON schema of this file.\n\n\
         # The edition of the language: \"8\", or \"draft\" for the design documents.\n\
         edition = \"8\"\n\n\
         # Severity of questionable constructs: \"error\" as in Puppet 8, \"warning\" or \"off\".\n\
         # strict = \"error\"\n\n\
         # Pupa's language extensions: \"off\" if the code has to run in Puppet too.\n\
         # extensions = \"warn\"\n",
    );
    let Some(root) = root else { return text };
    // Writing to a string can't fail.
    let base = root.repository();
    match &root.kind {
        RootKind::Environments { all, chosen } => {
            let names: Vec<String> = all.iter().map(|path| below(path, base)).collect();
            let _ = write!(
                text,
                "\n# The environment that commands use; there are {}.\n",
                names.join(", ")
            );
            let (mark, name) = match chosen {
                Some(chosen) => ("", below(chosen, base)),
                None => ("# ", names.first().cloned().unwrap_or_default()),
            };
            let _ = writeln!(text, "{mark}environment_dir = {}", quoted(&name));
        }
        RootKind::Module { name } => {
            let _ = write!(
                text,
                "\n# Directories with the modules that {name} depends on.\n\
                 # modulepath = [\"spec/fixtures/modules\"]\n"
            );
        }
        RootKind::Environment => {}
    }
    match &root.facts {
        Some(directory) => {
            let count = Facts::names_in(directory, &Disk).map_or(0, |names| names.len());
            let _ = write!(
                text,
                "\n# The facts of nodes, one file for each: {count} here.\nfacts_dir = {}\n",
                quoted(&below(directory, base))
            );
        }
        None => text.push_str(
            "\n# The facts of nodes: a directory with NODE.json or NODE.yaml, or a built-in set for all \
             nodes\n# (`pupa facts` lists them).\n# facts_dir = \"facts\"\n# facts = \"debian-12\"\n",
        ),
    }
    let _ = write!(
        text,
        "\n# Data for all environments, as the server has it.\n# hiera_config = \"/etc/puppetlabs/puppet/hiera.yaml\"\n\
         \n[check]\n# format = \"text\"          # line, json, sarif, github\n\
         \n[catalog.diff]\n# ignore = [\"File[/tmp/*]\", \"Package[*]::ensure\"]\n"
    );
    text
}

fn below(path: &Path, base: &Path) -> String {
    path.strip_prefix(base).unwrap_or(path).to_string_lossy().into_owned()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
