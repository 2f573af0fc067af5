//! The command line of Pupa.
//!
//! One file per subcommand in [`commands`], one per output format in [`report`]; what they
//! share (arguments, settings, finding and reading files, writing) stands beside them. Nothing
//! here knows the language: that is `pupa_syntax`.

mod cli;
mod commands;
mod config;
mod files;
mod issues;
mod module_place;
mod output;
mod pool;
mod progress;
mod reading;
mod report;
mod settings;
mod suggest;
mod walk;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut output = output::Output::new();
    let exit = commands::run(std::env::args_os().collect(), &mut output);
    output.finish(exit).into()
}
