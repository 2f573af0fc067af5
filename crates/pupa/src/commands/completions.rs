//! `pupa completions SHELL`.

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::output::{Exit, Output};

/// Prints the completion script.
pub(super) fn run(args: &CompletionsArgs, output: &mut Output) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pupa", &mut script);
    output.out(&String::from_utf8_lossy(&script));
    Exit::Success
}
