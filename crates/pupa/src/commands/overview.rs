//! `pupa` without a command: describes the project around the working directory, and suggests
//! commands.

use std::path::{Path, PathBuf};

use anyhow::Result;
use pupa_compiler::fleet::Facts;
use pupa_project::project::{Options, Project};
use pupa_project::project_root::{ProjectRoot, RootKind};
use pupa_system::{Disk, System};

use super::check::plural;
use crate::output::{Exit, Output};
use crate::settings::Settings;

/// The maximum number of listed names.
const MOST_NAMES: usize = 8;

/// Describes the project, or shows the help if there is none.
pub(super) fn run(settings: &Settings, output: &mut Output) -> Exit {
    let Some(root) = &settings.root else {
        output
            .err("no control repository, environment or module in this directory or above it\n\n");
        output.err(&crate::cli::command().render_help().to_string());
        return Exit::Usage;
    };
    match page(root, settings) {
        Ok(page) => {
            output.out(&page);
            Exit::Success
        }
        Err(error) => output.usage_error(format_args!("{error:#}")),
    }
}

fn page(root: &ProjectRoot, settings: &Settings) -> Result<String> {
    let project = settings.project(Options::default())?;
    let title = match &root.kind {
        RootKind::Environment => "environment".to_owned(),
        RootKind::Environments { .. } => "control repository".to_owned(),
        RootKind::Module { name } => format!("module {name}"),
    };
    let mut page = format!(
        "{title} in {} (found by {})\n\n",
        root.directory.display(),
        match root.marker {
            "environments" => "environments/",
            file => file,
        }
    );
    let nodes = match &root.facts {
        Some(directory) => Facts::names_in(directory, &Disk)?,
        None => Vec::new(),
    };
    for (name, text) in described(root, &project, &nodes) {
        page.push_str(&format!("  {name:<13} {text}\n"));
    }
    page.push('\n');
    for (command, text) in commands(root, &nodes) {
        page.push_str(&format!("  {command:<32} {text}\n"));
    }
    Ok(page)
}

/// The parts of the project.
fn described(
    root: &ProjectRoot,
    project: &Project,
    nodes: &[String],
) -> Vec<(&'static str, String)> {
    let environment = project.environment();
    let display = |path: &Path| display(path, root);
    let mut parts = Vec::new();
    if let RootKind::Environments { all, chosen } = &root.kind {
        let names = all.iter().filter_map(|path| path.file_name());
        let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        let hint = if chosen.is_some() { "" } else { "; --environment-dir DIR names one" };
        parts.push(("environments", format!("{}{hint}", listed(&names))));
    }
    if environment.directory.is_some() {
        parts.push(("environment", environment.name.clone()));
    }
    if let Some(manifest) = &environment.manifest {
        let text = if Disk.exists(manifest) { display(manifest) } else { "none".to_owned() };
        parts.push(("manifests", text));
    }
    if !environment.modulepath.is_empty() {
        let modules = project.modules();
        let names = modules.names();
        let of = |path: &PathBuf| {
            let directories = names.iter().filter_map(|name| modules.directory(name));
            let count = directories.filter(|directory| directory.parent() == Some(path)).count();
            format!("{} ({count})", display(path))
        };
        let all: Vec<String> = environment.modulepath.iter().map(of).collect();
        parts.push(("modules", all.join(", ")));
    }
    let hiera = environment.directory.as_ref().map(|directory| directory.join("hiera.yaml"));
    if let Some(path) = hiera {
        let text = if Disk.is_file(&path) { display(&path) } else { "none".to_owned() };
        parts.push(("data", text));
    }
    if environment.directory.is_some() {
        let text = match &root.facts {
            Some(directory) => format!("{} ({})", display(directory), listed(nodes)),
            None => {
                "none; save `facter --json` as facts/NODE.json, or use --facts debian-12".to_owned()
            }
        };
        parts.push(("facts", text));
    }
    if let Some(path) =
        root.directory.ancestors().map(|path| path.join("pupa.toml")).find(|path| path.is_file())
    {
        parts.push(("settings", display(&path)));
    }
    parts
}

/// The commands that are useful in this project.
fn commands(root: &ProjectRoot, nodes: &[String]) -> Vec<(String, String)> {
    let mut commands = vec![(
        "pupa check".to_owned(),
        "find mistakes in manifests, templates and Ruby code".to_owned(),
    )];
    let mut add = |command: String, text: &str| commands.push((command, text.to_owned()));
    match &root.kind {
        RootKind::Module { name } => {
            add(format!("pupa compile -e 'include {name}'"), "compile a catalog with its class");
            add("pupa eval -e 'CODE'".to_owned(), "evaluate code with its functions and types");
        }
        RootKind::Environments { chosen: None, .. } => {}
        RootKind::Environment | RootKind::Environments { .. } => {
            add("pupa doctor".to_owned(), "say whether everything is ready");
            add("pupa data lint".to_owned(), "find mistakes in data");
            match nodes {
                [] => add("pupa compile".to_owned(), "compile the catalog of this machine"),
                [_] => add("pupa compile".to_owned(), "compile the catalog of the node"),
                nodes => add(
                    "pupa compile".to_owned(),
                    &format!("compile the catalogs of {}", plural(nodes.len(), "node")),
                ),
            }
            let node = nodes.first().map_or("NODE", String::as_str);
            add(format!("pupa compile --node {node}"), "print a catalog");
            add("pupa catalog diff HEAD".to_owned(), "show what uncommitted changes do to nodes");
            add(
                format!("pupa explain {node} RESOURCE"),
                "show where the values of a resource come from",
            );
            add(format!("pupa lookup KEY --node {node}"), "show the value of a key");
        }
    }
    commands.push(("pupa --help".to_owned(), "list all commands".to_owned()));
    commands
}

/// A path relative to the root, if it is below the root.
fn display(path: &Path, root: &ProjectRoot) -> String {
    let relative =
        path.strip_prefix(&root.directory).or_else(|_| path.strip_prefix(root.repository()));
    relative.unwrap_or(path).display().to_string()
}

/// The names, limited to the first ones.
fn listed(names: &[String]) -> String {
    let display = names[..names.len().min(MOST_NAMES)].join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => display,
        more => format!("{display} and {more} more"),
    }
}
