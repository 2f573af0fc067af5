//! The command line of Pupa.
//!
//! One file per subcommand in [`commands`], one per output format in [`report`]; what they share
//! (arguments, settings, finding files, writing) stands beside them. Nothing here knows the
//! language: that is `pupa_syntax`, `pupa_value` and `pupa_eval`; files and environments are those
//! of `pupa_project`, nodes those of `pupa_compiler`.

mod cli;
mod commands;
mod compilation;
mod evaluation;
mod files;
mod function_docs;
mod issues;
mod output;
mod progress;
mod repl;
mod report;
mod settings;
mod world;
mod writing;

use std::process::ExitCode;

use pupa_project::{data_file, pool, reading};

/// Runs create many small values; this allocator saves a third of the time of most.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut output = output::Output::new();
    let exit = commands::run(std::env::args_os().collect(), &mut output);
    output.finish(exit).into()
}
