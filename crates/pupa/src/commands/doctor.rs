//! `pupa doctor`: reports whether an environment is ready to be used.

mod page;
mod survey;

use anyhow::Result;

use crate::cli::{DoctorArgs, ValueFormat};
use crate::compilation::{Compilation, ensure_program, node_names};
use crate::output::{Exit, Output};
use crate::settings::Settings;
use pupa_compiler::compiler::Content;

/// Examines the environment and prints the report.
pub(super) fn run(args: &DoctorArgs, settings: &Settings, output: &mut Output) -> Exit {
    let examined = match examine(args, settings) {
        Ok(examined) => examined,
        Err(error) => return output.usage_error(format_args!("{error:#}")),
    };
    match args.format {
        ValueFormat::Text => output.out(&page::text(&examined)),
        ValueFormat::Json => output.out(&(page::json(&examined).to_string() + "\n")),
    }
    if examined.is_ready() { Exit::Success } else { Exit::Errors }
}

fn examine(args: &DoctorArgs, settings: &Settings) -> Result<survey::Survey> {
    ensure_program(&args.compilation, settings)?;
    let names = node_names(&args.nodes, settings.max_file_size)?;
    let content = Content::ForAgents;
    let compilation = Compilation::new(&args.compilation, names, content, settings)?;
    survey::examine(&compilation, args, settings)
}
