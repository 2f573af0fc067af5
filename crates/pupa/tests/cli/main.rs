//! The command line as its users see it: exit code, standard output and standard error.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

mod catalog_diff;
mod catalog_face;
mod check;
mod compile;
mod config;
mod data_lint;
mod discovery;
mod doctor;
mod eval;
mod explain_resource;
mod faces;
mod facts;
mod faulty_data;
mod forge;
mod formats;
mod functions;
mod hostile_programs;
mod hostile_ruby;
mod lookup;
mod module_code;
mod modules;
mod parse;
mod puppet_name;
mod render;
mod repl;
mod report_page;
mod revisions;
mod ruby;
mod ruby_vardir;
mod sandbox;
mod secrets;
mod settings_file;
mod small_commands;
mod templates;
mod types_export;
mod types_load;
mod types_models;
#[cfg(unix)]
mod watch;
