//! Pupa under the name `puppet`, for editors and hooks that call it.
//!
//! The supported commands of the reference are available; for other commands of the reference, an
//! error says that they are unsupported. Pupa's own commands are available, too.

use std::ffi::OsString;

use pupa_project::puppet_settings::REFERENCE_VERSION;

use super::{catalog_face, epp_face, lookup_face, parser_face, run_face, run_pupa};
use crate::output::{Exit, Output};

const HELP: &str = "\
Usage: puppet <subcommand> [options]

This is Pupa under the name of puppet. It has these subcommands of Puppet:

  catalog compile    Print the catalog of a node
  lookup             Look data up, and explain where it comes from
  parser validate    Validate the syntax of manifests
  parser dump        Print the tree of manifests
  epp validate       Validate the syntax of EPP templates
  epp dump           Print the tree of EPP templates
  epp render         Print what EPP templates write

and its own: check, parse, eval, compile, catalog diff, data lint, repl, functions, types, explain, completions (see `pupa --help`).

Example: puppet parser validate manifests/init.pp
";

/// Our own subcommands.
static OWN: &[&str] = &[
    "check",
    "compile",
    "completions",
    "data",
    "eval",
    "explain",
    "functions",
    "parse",
    "repl",
    "types",
];

/// Unsupported subcommands of the reference.
static MISSING: &[&str] = &[
    "agent",
    "apply",
    "ca",
    "cert",
    "config",
    "describe",
    "device",
    "doc",
    "facts",
    "filebucket",
    "generate",
    "key",
    "man",
    "master",
    "module",
    "node",
    "plugin",
    "report",
    "resource",
    "script",
    "ssl",
    "status",
];

/// Runs the command in the first argument.
pub(super) fn run(mut args: Vec<OsString>, output: &mut Output) -> Exit {
    let Some(first) = args.get(1).map(|arg| arg.to_string_lossy().into_owned()) else {
        output.out("See 'puppet help' for help on available subcommands\n");
        return Exit::Success;
    };
    match first.as_str() {
        "--version" | "-V" => {
            output.out(&format!("{REFERENCE_VERSION}\n"));
            Exit::Success
        }
        "help" | "--help" | "-h" => help(args.split_off(2), output),
        "catalog" if args.get(2).is_some_and(|action| action == "diff") => run_pupa(args, output),
        "catalog" => run_face(args.split_off(2), output, catalog_face::run),
        "master" => match as_catalog_compile(args.split_off(2)) {
            Some(args) => run_face(args, output, catalog_face::run),
            None => not_yet("master", output),
        },
        "lookup" => run_face(args.split_off(2), output, lookup_face::call),
        "parser" => run_face(args.split_off(2), output, parser_face::run),
        "epp" => run_face(args.split_off(2), output, epp_face::run),
        name if OWN.contains(&name) => run_pupa(args, output),
        name if MISSING.contains(&name) => not_yet(name, output),
        name => {
            output.err(&format!(
                "Error: Unknown subcommand '{name}'\n\
                 See 'puppet help' for help on available subcommands\n"
            ));
            Exit::Errors
        }
    }
}

/// Converts `master --compile NODE`, the older form of `catalog compile NODE`.
fn as_catalog_compile(mut args: Vec<OsString>) -> Option<Vec<OsString>> {
    let place = args.iter().position(|arg| arg.to_string_lossy().starts_with("--compile"))?;
    let option = args.remove(place).to_string_lossy().into_owned();
    if let Some(node) = option.strip_prefix("--compile=") {
        args.insert(0, OsString::from(node));
    } else if option != "--compile" {
        return None;
    }
    args.insert(0, OsString::from("compile"));
    Some(args)
}

/// Handles `puppet help`, `puppet help parser`, `puppet help parser validate`.
fn help(mut args: Vec<OsString>, output: &mut Output) -> Exit {
    let Some(subject) = args.first().map(|arg| arg.to_string_lossy().into_owned()) else {
        output.out(HELP);
        return Exit::Success;
    };
    if args.len() > 2 {
        return no_help(
            "The 'puppet help' command takes two (optional) arguments: a subcommand and an action",
            output,
        );
    }
    args.push(OsString::from("--help"));
    match subject.as_str() {
        "help" => {
            output.out(HELP);
            Exit::Success
        }
        "catalog" => run_face(args.split_off(1), output, catalog_face::run),
        "lookup" => run_face(args.split_off(1), output, lookup_face::call),
        "parser" => run_face(args.split_off(1), output, parser_face::run),
        "epp" => run_face(args.split_off(1), output, epp_face::run),
        name if OWN.contains(&name) => {
            args.insert(0, OsString::from("pupa"));
            run_pupa(args, output)
        }
        name if MISSING.contains(&name) => not_yet(name, output),
        name => {
            let message = format!(
                "Could not load help for the face {name}.\n\
                 Please check the error logs for more information.\n\n\
                 Detail: \"Could not find Puppet Face {name}\""
            );
            no_help(&message, output)
        }
    }
}

fn no_help(message: &str, output: &mut Output) -> Exit {
    output.err(&format!("Error: {message}\nError: Try 'puppet help help help' for usage\n"));
    Exit::Errors
}

fn not_yet(name: &str, output: &mut Output) -> Exit {
    output.usage_error(format_args!("`puppet {name}` is not available in Pupa yet"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn missing_subcommands_are_sorted() {
        assert!(super::MISSING.is_sorted());
    }
}
