//! The command line of Pupa.
//!
//! One file per subcommand in [`commands`], one per output format in [`report`]; what they
//! share (arguments, settings, finding and reading files, writing) stands beside them, and so does
//! the machine as programs see it ([`host`], [`world`]). Nothing here knows the language: that is
//! `pupa_syntax`, `pupa_value` and `pupa_eval`.

mod cli;
mod commands;
mod config;
mod data_file;
mod environment;
mod evaluation;
mod files;
mod function_docs;
mod host;
mod issues;
mod module_place;
mod modules;
mod output;
mod pool;
mod progress;
mod reading;
mod repl;
mod report;
mod settings;
mod walk;
mod world;
mod writing;
mod yaml;

use std::process::ExitCode;

/// Programs make many small values; this takes a third off the time of most.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut output = output::Output::new();
    let exit = commands::run(std::env::args_os().collect(), &mut output);
    output.finish(exit).into()
}
