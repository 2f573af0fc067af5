//! `puppet lookup KEY…`: the reference's command for data, with its options and settings.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;

use super::face::options::Accepts;
use super::face::{self, Action, Caller, CommandName, Face};
use super::lookup::{self, MISPLACED_OPTIONS};
use crate::cli::{CompilationArgs, LookupArgs, MergeArg, RenderAs, SurroundingsArgs, ValueFormat};
use crate::output::{Exit, Output};
use crate::report::Level;

/// The end of messages about invalid calls.
const RUN_HELP: &str = "Run 'puppet lookup --help' for more details";

static LOOKUP: Action = Action {
    command: "lookup",
    help: "\
Usage: lookup [OPTIONS] KEY...

Looks keys up in data and prints the value of the first that is found, as `puppet lookup` does.

Options: --node NAME, --facts FILE, --merge first|unique|hash|deep, --knock-out-prefix PREFIX,
  --sort-merged-arrays, --merge-hash-arrays, --type TYPE, --default VALUE, --compile,
  --render-as s|json|yaml|console, --explain, --explain-options;
  --environment NAME, --environmentpath DIR, --modulepath DIRS, --hiera_config FILE,
  --strict off|warning|error, --[no-]strict_variables, --color ansi|false; every other setting of
  Puppet is accepted and has no effect. Of Pupa's own: --environment-dir DIR.

Example: puppet lookup ntp::servers --node web01.example.com --explain
",
    accepts: Accepts {
        values: &[
            "default",
            "environment_dir",
            "facts",
            "knock_out_prefix",
            "merge",
            "node",
            "type",
        ],
        switches: &[
            "compile",
            "explain",
            "explain_options",
            "merge_hash_arrays",
            "sort_merged_arrays",
        ],
    },
    run,
};

/// Looks up the keys in the operands.
pub(super) fn call(args: Vec<OsString>, caller: Caller<'_>, output: &mut Output) -> Exit {
    face::call(&LOOKUP, args, caller, output)
}

fn run(face: &mut Face<'_>) -> Exit {
    match arguments(face) {
        Ok(args) => {
            let mut settings = face.settings().clone();
            if let Some(is_strict) = face.options.switch("strict_variables") {
                settings.strict_variables = is_strict;
            }
            lookup::run(&args, CommandName::Puppet, &settings, face.output())
        }
        Err(message) => {
            face.log(Level::Error, &format!("Could not run: {message}"));
            Exit::Errors
        }
    }
}

/// Converts the options to arguments of `pupa lookup`.
fn arguments(face: &Face<'_>) -> Result<LookupArgs, String> {
    let options = &face.options;
    let is_on = |name: &str| options.switch(name) == Some(true);
    let text = |name: &str| options.value(name).map(str::to_owned);
    let keys = options.operands.iter().map(|key| key.to_string_lossy().into_owned());
    let keys: Vec<String> = keys.collect();
    let has_deep_options = options.value("knock_out_prefix").is_some()
        || is_on("sort_merged_arrays")
        || is_on("merge_hash_arrays");
    if has_deep_options && options.value("merge") != Some("deep") {
        return Err(format!("The {MISPLACED_OPTIONS}\n{RUN_HELP}"));
    }
    let merge = named::<MergeArg>(options.value("merge"), false).map_err(|_| {
        format!("The --merge option only accepts 'first', 'hash', 'unique', or 'deep'\n{RUN_HELP}")
    })?;
    if keys.is_empty() && !is_on("explain_options") {
        return Err("No keys were given to lookup.".to_owned());
    }
    let render_as = named::<RenderAs>(options.value("render_as"), true)
        .map_err(|form| format!("Unknown rendering format '{form}'"))?;
    Ok(LookupArgs {
        keys,
        node: text("node"),
        merge,
        knock_out_prefix: text("knock_out_prefix"),
        sort_merged_arrays: is_on("sort_merged_arrays"),
        merge_hash_arrays: is_on("merge_hash_arrays"),
        value_type: text("type"),
        default: text("default"),
        compile: is_on("compile"),
        render_as,
        explain: is_on("explain"),
        explain_options: is_on("explain_options"),
        format: ValueFormat::Text,
        compilation: CompilationArgs {
            around: SurroundingsArgs {
                facts: text("facts").map(PathBuf::from),
                environment_dir: face.environment_directory()?,
                hiera_config: text("hiera_config").map(PathBuf::from),
                ..SurroundingsArgs::default()
            },
            ..CompilationArgs::default()
        },
    })
}

/// Parses a value of an option; an unknown value is the error.
fn named<T: ValueEnum>(name: Option<&str>, ignores_case: bool) -> Result<Option<T>, String> {
    let Some(name) = name else { return Ok(None) };
    T::from_str(name, ignores_case).map(Some).map_err(|_| name.to_owned())
}
