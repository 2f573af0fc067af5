//! `pupa facts`: prints sets of facts, those of the project and built-in ones.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use pupa_compiler::builtin_facts::{self, DEFAULT_NODE, SYSTEMS};
use pupa_compiler::fleet::Facts;
use pupa_compiler::node;
use pupa_data::yaml;
use pupa_syntax::suggest;
use pupa_system::{Command, CommandLimits, Disk, Streams, System};
use pupa_value::Value;
use pupa_value::data::{ToDataOptions, to_data, to_json};

use crate::cli::{FactsArgs, FactsFormat};
use crate::output::{Exit, Output};
use crate::settings::Settings;

/// The name for the facts of this machine.
const THIS_MACHINE: &str = "this-machine";

/// Lists the sets, or prints one.
pub(super) fn run(args: &FactsArgs, settings: &Settings, output: &mut Output) -> Exit {
    let text = match &args.name {
        None => list(settings),
        Some(name) => facts(name, args, settings).and_then(|facts| {
            let facts = match &args.fact {
                None => facts,
                Some(path) => {
                    at(&facts, path).with_context(|| format!("{name} has no fact {path}"))?
                }
            };
            written(&facts, args.format)
        }),
    };
    match text {
        Ok(text) => {
            output.out(&text);
            Exit::Success
        }
        Err(error) => output.usage_error(format_args!("{error:#}")),
    }
}

fn list(settings: &Settings) -> Result<String> {
    let mut page = String::new();
    match settings.facts_directory(None) {
        None => page.push_str("nodes: none (facts/NODE.json or facts/NODE.yaml)\n"),
        Some(directory) => {
            page.push_str(&format!("nodes, in {}:\n", directory.display()));
            for name in Facts::names_in(directory, &Disk)? {
                page.push_str(&format!("  {name}\n"));
            }
        }
    }
    page.push_str("\nbuilt-in sets, for --facts:\n");
    for system in SYSTEMS {
        page.push_str(&format!("  {:<15} {}\n", system.name, system.description));
    }
    Ok(page)
}

/// The facts for a name.
fn facts(name: &str, args: &FactsArgs, settings: &Settings) -> Result<Value> {
    if let Some(system) = builtin_facts::find(name) {
        return Ok(system.facts(args.node.as_deref().unwrap_or(DEFAULT_NODE)));
    }
    if name == THIS_MACHINE {
        return of_this_machine();
    }
    let in_project = || Facts::file_in(settings.facts_directory(None)?, name, &Disk);
    let path = Some(PathBuf::from(name)).filter(|path| path.is_file()).or_else(in_project);
    match path {
        Some(path) => node::read_facts(&path, settings.max_file_size),
        None => {
            let known = SYSTEMS.iter().map(|system| system.name);
            match suggest::nearest(name, known) {
                Some(near) => bail!("there are no facts `{name}`; did you mean `{near}`?"),
                None => bail!("there are no facts `{name}`; `pupa facts` lists all sets"),
            }
        }
    }
}

/// The facts that the program `facter` prints.
fn of_this_machine() -> Result<Value> {
    let words = ["facter", "--json"].map(str::to_owned);
    let command = Command {
        words: &words,
        directory: None,
        streams: Streams::Separate,
        limits: CommandLimits::default(),
    };
    let finished = Disk.run(&command).context("cannot run facter")?;
    ensure!(finished.is_success(), "facter failed: {}", String::from_utf8_lossy(&finished.errors));
    let text = String::from_utf8_lossy(&finished.output);
    pupa_data::json::value(&text).map_err(|error| anyhow::anyhow!("facter: {}", error.message))
}

fn at(facts: &Value, path: &str) -> Option<Value> {
    path.split('.').try_fold(facts.clone(), |value, key| value.as_hash()?.get_str(key).cloned())
}

fn written(facts: &Value, format: FactsFormat) -> Result<String> {
    let wrong = |error: pupa_value::Error| anyhow::anyhow!("{}", error.message);
    match format {
        FactsFormat::Yaml => Ok(yaml::write(facts)),
        FactsFormat::Json => {
            let (data, _) = to_data(facts, &ToDataOptions::rich()).map_err(wrong)?;
            let json: serde_json::Value = serde_json::from_str(&to_json(&data).map_err(wrong)?)?;
            Ok(serde_json::to_string_pretty(&json)? + "\n")
        }
    }
}
