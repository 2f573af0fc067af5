//! Adds options in `pupa.toml` to the arguments of the command line.
//!
//! They are inserted after the name of the command, unless the command line has the same option or
//! one that conflicts with it.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use pupa_project::config::{
    Choices, ConfiguredOption, KnownCommand, KnownOption, KnownOptions, OptionKind,
};

/// Options that make sense for a single call only.
const NOT_CONFIGURABLE: &[&str] = &["config", "help", "version", "code", "stdin_filename"];

/// Commands with the arguments of the reference, or without options.
const WITHOUT_OPTIONS: &[&str] = &["completions", "epp", "man-pages", "parser"];

/// The names of values that are paths.
const PATHS: &[&str] = &["DIR", "DIRS", "FILE", "PATH"];

/// The options of all commands that `pupa.toml` can set.
pub(crate) fn known_options() -> KnownOptions {
    let mut commands = Vec::new();
    collect(&super::command(), &mut Vec::new(), &mut commands);
    KnownOptions { commands }
}

fn collect(command: &Command, words: &mut Vec<String>, commands: &mut Vec<KnownCommand>) {
    for inner in command.get_subcommands() {
        if words.is_empty() && WITHOUT_OPTIONS.contains(&inner.get_name()) {
            continue;
        }
        words.push(inner.get_name().to_owned());
        if inner.has_subcommands() {
            collect(inner, words, commands);
        } else {
            let options = inner.get_arguments().filter_map(known_option).collect();
            commands.push(KnownCommand { words: words.clone(), options });
        }
        words.pop();
    }
}

fn known_option(arg: &Arg) -> Option<KnownOption> {
    let long = arg.get_long()?;
    if arg.is_global_set() || NOT_CONFIGURABLE.contains(&arg.get_id().as_str()) {
        return None;
    }
    let choices: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let kind = match arg.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse => OptionKind::Flag,
        ArgAction::Append => OptionKind::Texts,
        _ if !choices.is_empty() => OptionKind::Choice(Choices::Made(choices)),
        _ => OptionKind::Text,
    };
    let names = arg.get_value_names().unwrap_or_default();
    let doc = arg.get_help().map(ToString::to_string).unwrap_or_default();
    Some(KnownOption {
        key: long.replace('-', "_"),
        doc,
        kind,
        is_path: names.iter().any(|name| PATHS.contains(&name.as_str())),
    })
}

/// The arguments with the options that the file sets for the command; `None` if it sets none.
pub(crate) fn with_configured(
    args: &[OsString],
    matches: &ArgMatches,
    configured: &[ConfiguredOption],
) -> Option<Vec<OsString>> {
    let root = super::command();
    let (mut command, mut matches, mut words, mut at) = (&root, matches, Vec::new(), 1);
    while let Some((name, inner)) = matches.subcommand() {
        at += args.get(at..)?.iter().position(|arg| arg == name)? + 1;
        words.push(name.to_owned());
        command = command.find_subcommand(name)?;
        matches = inner;
    }
    let mut added: Vec<OsString> = Vec::new();
    for option in effective(configured, &words) {
        let key = &option.option.key;
        let is_it = |arg: &&Arg| arg.get_long().is_some_and(|long| long.replace('-', "_") == *key);
        let Some(arg) = command.get_arguments().find(is_it) else { continue };
        let is_given = |arg: &Arg| {
            matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        let excluded = command.get_arg_conflicts_with(arg);
        let excludes = command.get_arguments().filter(|other| {
            command.get_arg_conflicts_with(other).iter().any(|one| one.get_id() == arg.get_id())
        });
        if is_given(arg) || excluded.into_iter().chain(excludes).any(is_given) {
            continue;
        }
        let long = arg.get_long().unwrap_or_default();
        for value in &option.values {
            match (&option.option.kind, value.as_str()) {
                (OptionKind::Flag, "true") => added.push(format!("--{long}").into()),
                (OptionKind::Flag, _) => {}
                _ => added.push(format!("--{long}={value}").into()),
            }
        }
    }
    if added.is_empty() {
        return None;
    }
    let mut all = args.to_vec();
    all.splice(at..at, added);
    Some(all)
}

/// The options for a command: those in its table, and those for all commands that the table does
/// not set.
fn effective<'a>(
    configured: &'a [ConfiguredOption],
    words: &[String],
) -> Vec<&'a ConfiguredOption> {
    let is_own = |option: &&ConfiguredOption| {
        option.command.as_ref().is_some_and(|command| command == words)
    };
    let own: Vec<&ConfiguredOption> = configured.iter().filter(is_own).collect();
    let shared = configured.iter().filter(|option| {
        let is_set = own.iter().any(|one| one.option.key == option.option.key);
        option.command.is_none() && !is_set
    });
    let mut all: Vec<&ConfiguredOption> = shared.collect();
    all.extend(own);
    all
}
