//! The command line as its users see it: exit code, standard output and standard error.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

mod check;
mod config;
mod faces;
mod formats;
mod modules;
mod parse;
mod puppet_name;
mod sandbox;
mod small_commands;
#[cfg(unix)]
mod watch;
