//! `pupa man-pages DIR`: writes the manual pages for packages, one for each command.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use super::completions;
use crate::cli::ManPagesArgs;
use crate::output::{Exit, Output};

/// Writes the pages.
pub(super) fn run(args: &ManPagesArgs, output: &mut Output) -> Exit {
    match write(&args.directory) {
        Ok(()) => Exit::Success,
        Err(error) => output.usage_error(format_args!("{error:#}")),
    }
}

fn write(directory: &Path) -> Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    let mut command = completions::command();
    command.build();
    write_page(&command, directory)
}

/// Writes the page of a command and those of its subcommands.
fn write_page(command: &Command, directory: &Path) -> Result<()> {
    let page = Man::new(command.clone())
        .manual("Pupa")
        .source(concat!("pupa ", env!("CARGO_PKG_VERSION")));
    let path = directory.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text).with_context(|| format!("cannot format {}", path.display()))?;
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    let subcommands = command.get_subcommands().filter(|command| !command.is_hide_set());
    subcommands.into_iter().try_for_each(|command| write_page(command, directory))
}
