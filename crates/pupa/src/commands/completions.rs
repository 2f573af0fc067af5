//! `pupa completions SHELL`.

use clap::{Arg, ArgAction, Command};

use super::face::Action;
use super::{epp_face, parser_face};
use crate::cli::{self, CompletionsArgs};
use crate::output::{Exit, Output};

/// Settings of Puppet that have an effect on every action of a face.
const SETTINGS: &[&str] =
    &["color", "environment", "environmentpath", "modulepath", "render_as", "strict"];

/// Prints the completion script.
pub(super) fn run(args: &CompletionsArgs, output: &mut Output) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "pupa", &mut script);
    output.out(&String::from_utf8_lossy(&script));
    Exit::Success
}

/// The command line for completion scripts and manual pages. Faces parse their arguments
/// themselves, so their options are added here.
pub(super) fn command() -> Command {
    let mut command = cli::command();
    // Passes the global options on to the subcommands now, since faces don't have them.
    command.build();
    [("parser", parser_face::ACTIONS), ("epp", epp_face::ACTIONS)].into_iter().fold(
        command,
        |command, (name, actions)| {
            command.mut_subcommand(name, |known| face(name, actions, &known))
        },
    )
}

fn face(name: &'static str, actions: &[Action], known: &Command) -> Command {
    let about = known.get_about().cloned().unwrap_or_default();
    let face = Command::new(name).bin_name(format!("pupa {name}"));
    let face = face.display_name(format!("pupa-{name}")).about(about);
    face.disable_help_subcommand(true).subcommands(actions.iter().map(action))
}

fn action(action: &Action) -> Command {
    let word = action.command.rsplit(' ').next().unwrap_or_default();
    let values = action.accepts.values.iter().chain(SETTINGS).map(|name| option(name));
    let switches =
        action.accepts.switches.iter().map(|name| option(name).action(ArgAction::SetTrue));
    let files = Arg::new("FILE").num_args(0..).value_hint(clap::ValueHint::FilePath);
    let command = Command::new(word)
        .bin_name(format!("pupa {}", action.command))
        .display_name(format!("pupa-{}", action.command.replace(' ', "-")));
    let command = command.about(first_sentence(action.help)).after_long_help(action.help);
    command.args(values.chain(switches)).arg(files)
}

/// The first sentence after the usage, on one line.
fn first_sentence(help: &str) -> String {
    let (_, text) = help.split_once("\n\n").unwrap_or_default();
    let end = text.find(['.', ',']).unwrap_or(text.len());
    text[..end].replace('\n', " ")
}

/// An option with this name, which may be a single letter.
fn option(name: &'static str) -> Arg {
    match name.chars().next() {
        Some(letter) if name.len() == 1 => Arg::new(name).short(letter),
        // Names must live as long as the process, which ends after printing the script.
        _ => Arg::new(name).long(&*name.replace('_', "-").leak()),
    }
}
