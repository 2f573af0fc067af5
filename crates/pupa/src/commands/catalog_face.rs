//! `puppet catalog compile NODE`: the reference's command for catalogs, as called by tools that
//! compare catalogs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use pupa_catalog::catalog::Catalog;
use pupa_catalog::graph::{self, GraphOptions};
use pupa_compiler::compiler::{Content, Control};
use pupa_project::compile_error::CompileError;
use pupa_project::puppet_settings::host_name;

use super::face::options::Accepts;
use super::face::{self, Action, Caller, Face};
use crate::cli::{CompilationArgs, SurroundingsArgs};
use crate::compilation::Compilation;
use crate::output::{Exit, Output};
use crate::report::Level;

static ACTIONS: &[Action] = &[
    Action {
        command: "catalog compile",
        help: "\
Usage: catalog compile [OPTIONS] [NODE]

Compiles the catalog of a node and prints it as JSON, as `puppet catalog compile` does.

Options: --environment NAME, --environmentpath DIR, --modulepath DIRS, --basemodulepath DIRS, --manifest FILE,
  --facts_terminus yaml with --factpath DIR, --yamldir DIR or --vardir DIR,
  --node_terminus exec with --external_nodes COMMAND, --config_version COMMAND,
  --[no-]storeconfigs, --strict off|warning|error, --[no-]strict_variables, --certname NAME,
  --color ansi|false, --render-as console|json|dot; every other setting of Puppet is accepted and has no
  effect. Of Pupa's own: --facts FILE, --environment-dir DIR.

Example: puppet catalog compile web01.example.com --environmentpath environments
",
        // Compat: `ca` and `parser` are settings of older Puppet, given with `master --compile`.
        accepts: Accepts {
            values: &["environment_dir", "facts", "terminus", "parser"],
            switches: &["ca"],
        },
        run: compile,
    },
    Action {
        command: "catalog find",
        help: "Usage: catalog find [OPTIONS] [NODE]\n\nThe same as `catalog compile`.\n",
        accepts: Accepts { values: &["environment_dir", "facts", "terminus"], switches: &[] },
        run: compile,
    },
];

/// Runs the action in the first operand.
pub(super) fn run(args: Vec<OsString>, caller: Caller<'_>, output: &mut Output) -> Exit {
    face::run("catalog", ACTIONS, args, caller, output)
}

/// The name of the command in messages.
const COMMAND: &str = "catalog compile";

/// Settings that change catalogs in Puppet and that Pupa does not have, with the values that change nothing.
const REFUSED: &[(&str, &[&str])] = &[
    ("binder_config", &[]),
    ("data_binding_terminus", &["hiera"]),
    ("default_manifest", &["./manifests"]),
    ("environment_data_provider", &[""]),
    ("node_name_fact", &[""]),
    ("node_name_value", &[]),
    ("trusted_external_command", &[""]),
];

fn compile(face: &mut Face<'_>) -> Exit {
    for (name, harmless) in REFUSED {
        if let Some(value) = face.options.value(name).filter(|value| !harmless.contains(value)) {
            let message = format!("--{name} {value} is not supported: it would change the catalog");
            return face.refuse(&message);
        }
    }
    let node = face.options.operands.first().map(|node| node.to_string_lossy().into_owned());
    let node = node.or_else(|| face.options.value("certname").map(str::to_owned));
    let node = node.unwrap_or_else(host_name);
    let mut settings = face.settings().clone();
    if let Some(is_strict) = face.options.switch("strict_variables") {
        settings.strict_variables = is_strict;
    }
    let args = match arguments(face, &node) {
        Ok(args) => args,
        Err(message) => return face.fail(COMMAND, &message),
    };
    let names = vec![node.clone()];
    let compilation = match Compilation::new(&args, names, Content::ForAgents, &settings) {
        Ok(compilation) => compilation,
        Err(error) => return face.fail(COMMAND, &format!("{error:#}")),
    };
    let environment = compilation.compilers.first().environment().name.clone();
    let started = Instant::now();
    match compiled(face, &node, &compilation) {
        Ok(catalog) => {
            let seconds = started.elapsed().as_secs_f64();
            face.log(
                Level::Notice,
                &format!(
                    "Compiled catalog for {node} in environment {environment} in {seconds:.2} \
                     seconds"
                ),
            );
            print(face, catalog)
        }
        Err(error) => {
            let message = face.log_error(error.messages(&node, &environment));
            face.fail(COMMAND, &format!("Could not call 'find' on 'catalog': {message}"))
        }
    }
}

fn compiled(
    face: &mut Face<'_>,
    node: &str,
    compilation: &Compilation,
) -> Result<Catalog, CompileError> {
    let (node, compiler) = compilation.compilers.node(&compilation.fleet, node)?;
    let compiled =
        compiler.compile(&node.seen_locally(), &compilation.exported, Control::default());
    compiled.logs.iter().for_each(|log| face.relay(log));
    compiled.catalog
}

fn print(face: &mut Face<'_>, mut catalog: Catalog) -> Exit {
    let mut json = || catalog.to_identified_json().map_err(|error| error.message);
    let text: Result<String, String> = match face.options.value("render_as") {
        None | Some("console") => json().and_then(pretty),
        Some("json") => json(),
        Some("dot") => Ok(graph::to_dot(&catalog, &GraphOptions::default())),
        Some(other) => Err(format!("I don't know how to render '{other}'")),
    };
    match text {
        Ok(text) => {
            face.print(&text);
            face.print("\n");
            Exit::Success
        }
        Err(message) => face.fail(COMMAND, &message),
    }
}

/// Formats JSON for reading.
fn pretty(json: String) -> Result<String, String> {
    let value: serde_json::Value =
        serde_json::from_str(&json).map_err(|error| error.to_string())?;
    serde_json::to_string_pretty(&value).map_err(|error| error.to_string())
}

/// Converts the options to arguments of `pupa compile`.
fn arguments(face: &Face<'_>, node: &str) -> Result<CompilationArgs, String> {
    let options = &face.options;
    let enc = match options.value("node_terminus") {
        Some("exec") => match options.value("external_nodes") {
            Some(command) if command != "none" => Some(command.to_owned()),
            _ => {
                return Err(
                    "You must set the 'external_nodes' parameter to use the external node \
                            terminus"
                        .to_owned(),
                );
            }
        },
        _ => None,
    };
    Ok(CompilationArgs {
        manifest: options.value("manifest").map(PathBuf::from),
        code: options.value("code").map(str::to_owned),
        around: SurroundingsArgs {
            facts: facts(face, node)?,
            environment_dir: face.environment_directory()?,
            hiera_config: options.value("hiera_config").map(PathBuf::from),
            ..SurroundingsArgs::default()
        },
        enc,
        storeconfigs: options.switch("storeconfigs") == Some(true),
        config_version: options.value("config_version").map(str::to_owned),
        ..CompilationArgs::default()
    })
}

/// The file with the facts of the node in the reference's cache, if it exists.
fn facts(face: &Face<'_>, node: &str) -> Result<Option<PathBuf>, String> {
    if let Some(file) = face.options.value("facts") {
        return Ok(Some(PathBuf::from(file)));
    }
    let place = |option: &str, below: &str| {
        face.options.value(option).map(|directory| Path::new(directory).join(below))
    };
    let directories =
        [place("factpath", ""), place("yamldir", "facts"), place("vardir", "yaml/facts")];
    let files =
        directories.iter().flatten().map(|directory| directory.join(format!("{node}.yaml")));
    let found = files.clone().find(|file| file.is_file());
    match face.options.value("facts_terminus") {
        Some("yaml") if found.is_none() => Err(format!("Could not find facts for {node}")),
        _ => Ok(found),
    }
}
