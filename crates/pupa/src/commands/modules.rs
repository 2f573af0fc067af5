//! `pupa modules`: the modules of the Puppetfile.

mod install;

use std::path::Path;

use anyhow::{Context, Result};
use pupa_project::index::Index;
use pupa_project::module_list::{self, ListedModule, ModuleState};
use pupa_project::project::{Options, Project};
use pupa_system::Cancellation;
use serde_json::json;

use super::check::plural;
use crate::cli::{ModulesAction, ModulesArgs, ModulesListArgs, ValueFormat};
use crate::output::{Exit, Output};
use crate::settings::Settings;

/// Lists or installs.
pub(super) fn run(args: &ModulesArgs, settings: &Settings, output: &mut Output) -> Exit {
    let done = match &args.action {
        Some(ModulesAction::Install(args)) => install::run(args, settings, output),
        None => list(&args.list, settings, output),
    };
    done.unwrap_or_else(|error| output.usage_error(format_args!("{error:#}")))
}

/// The project for the given or found environment.
fn project(environment: Option<&Path>, settings: &Settings) -> Result<Project> {
    let directory = settings.environment_directory(environment);
    let directory = directory.context(
        "there is no environment in this directory or above it; --environment-dir DIR names one",
    )?;
    settings.project(Options::of(directory))
}

fn list(args: &ModulesListArgs, settings: &Settings, output: &mut Output) -> Result<Exit> {
    let project = project(args.environment_dir.as_deref(), settings)?;
    let modules = listed(&project, settings)?;
    match args.format {
        Some(ValueFormat::Json) => output.out(&(as_json(&modules).to_string() + "\n")),
        Some(ValueFormat::Text) | None => output.out(&as_text(&modules)),
    }
    let is_missing = |module: &ListedModule| module.state() == ModuleState::Missing;
    Ok(if modules.iter().any(is_missing) { Exit::Errors } else { Exit::Success })
}

/// The modules of a project.
pub(super) fn listed(project: &Project, settings: &Settings) -> Result<Vec<ListedModule>> {
    let index = Index::read(project.modules(), &settings.rules(), &Cancellation::default())
        .context("cannot start a thread")?;
    module_list::modules(project, &index)
}

/// The name with its author, if known.
pub(super) fn full_name(module: &ListedModule) -> String {
    let wanted = module.wanted.as_ref().map(|wanted| wanted.full_name.replace('/', "-"));
    wanted.unwrap_or_else(|| module.name.clone())
}

fn as_text(modules: &[ListedModule]) -> String {
    if modules.is_empty() {
        return "no modules\n".to_owned();
    }
    let heading = ["module", "wanted", "version", "state", "used by"].map(str::to_owned);
    let mut rows = vec![heading];
    rows.extend(modules.iter().map(|module| {
        [
            full_name(module),
            module.wanted_version(),
            module.version.clone().unwrap_or_else(|| "-".to_owned()),
            module.state().word().to_owned(),
            module.users.join(", "),
        ]
    }));
    let widths: Vec<usize> = (0..4)
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default())
        .collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(column, cell)| match widths.get(column) {
                Some(width) => format!("{cell:<width$}"),
                None => cell.clone(),
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    let count = |state| modules.iter().filter(|module| module.state() == state).count();
    let missing = count(ModuleState::Missing);
    text.push_str(&format!("\n{}", plural(modules.len(), "module")));
    if missing > 0 {
        text.push_str(&format!(", {missing} missing: `pupa modules install` installs them"));
    }
    match count(ModuleState::Unknown) {
        0 => {}
        unknown => text.push_str(&format!(", {unknown} used that the Puppetfile does not name")),
    }
    text + "\n"
}

/// The modules as JSON.
pub(super) fn as_json(modules: &[ListedModule]) -> serde_json::Value {
    let module = |module: &ListedModule| {
        json!({
            "name": module.name,
            "full_name": full_name(module),
            "wanted": module.wanted.as_ref().map(|_| module.wanted_version()),
            "version": module.version,
            "directory": module.directory.as_ref().map(|path| path.to_string_lossy()),
            "state": module.state().word(),
            "used_by": module.users,
            "used_at": module.used_at.as_ref().map(|(path, line)| json!({
                "file": path.to_string_lossy(),
                "line": line,
            })),
        })
    };
    modules.iter().map(module).collect()
}
