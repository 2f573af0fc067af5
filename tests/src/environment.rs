//! Fixtures of the stage `catalog`: environments, and what becomes of their nodes.
//!
//! ```text
//! === manifests/site.pp
//! notify { 'hello': }
//!
//! === node web01
//! notify { 'hello': }  # manifests/site.pp:1
//! ```
//!
//! A section is an environment. `=== PATH` begins a file, `=== node NAME` says what becomes of a
//! node: what is logged, then its catalog or the error. `=== environment` says what is wrong with
//! the environment itself. Blank lines at the end of a part don't belong to it. What stands beside
//! the environment has the paths of [`Beside`].

use std::fmt::Write;

use pupa_catalog::catalog::{Catalog, Resource};
use pupa_compiler::compiler::{Batch, Compiled, Content, Options};
use pupa_compiler::compilers::Compilers;
use pupa_compiler::fleet::{Facts, Fleet};
use pupa_compiler::node::read_facts;
use pupa_compiler::node_data::Classifier;
use pupa_data::json::value as from_json;
use pupa_eval::log::{Level, Log};
use pupa_project::compile_error::CompileError;
use pupa_project::data_file::read_hash;
use pupa_project::environment::Note;
use pupa_project::exported_resources::Exported;
use pupa_project::files::Files;
use pupa_project::main_manifest::MainManifest;
use pupa_project::project::{self, Project};
use pupa_syntax::Edition;
use pupa_system::{Cancellation, Disk};
use pupa_value::Value;

use crate::example;
use crate::fixture::Section;
use crate::scratch::Scratch;

const PART: &str = "=== ";
const NODE: &str = "=== node ";
const REMARKS: &str = "=== environment";

/// How large files may be.
pub(crate) const MAX_FILE_SIZE: u64 = 1 << 20;

/// The directory of the environment.
const DIRECTORY: &str = "production";

/// What every server says of itself here.
const SERVER_FACTS: &str = r#"{"serverversion": "8.28.1", "servername": "puppet.example.com",
    "serverip": "192.0.2.1", "environment": "production"}"#;

/// Paths beside the environment that mean something.
pub struct Beside;

impl Beside {
    /// Facts of all nodes.
    pub const FACTS: &str = "facts.json";
    /// Facts of each node: `../facts/NAME.json`.
    pub const FACTS_OF: &str = "facts";
    /// `$trusted` of all nodes.
    pub const TRUSTED: &str = "trusted.json";
    /// What an external node classifier would print of all nodes.
    pub const NODE_DATA: &str = "node-data.yaml";
    /// The same of each node: `../node-data/NAME.yaml`.
    pub const NODE_DATA_OF: &str = "node-data";
    /// Modules that are given from outside.
    pub const MODULES: &str = "modules";
    /// Catalogs of nodes outside of this run.
    pub const CATALOGS: &str = "catalogs";
    /// The configuration of the data that all environments have.
    pub const HIERA_CONFIG: &str = "hiera.yaml";
}

/// The parts of a section.
#[derive(Debug, Default)]
struct Parts {
    /// Everything before the expectations.
    given: Vec<String>,
    /// Path and text.
    files: Vec<(String, String)>,
    /// The names of the nodes.
    nodes: Vec<String>,
}

fn read(section: &Section) -> Parts {
    let mut parts = Parts::default();
    let mut is_expected = false;
    for line in &section.body {
        if let Some(name) = line.strip_prefix(NODE) {
            parts.nodes.push(name.trim().to_owned());
            is_expected = true;
        } else if line == REMARKS {
            is_expected = true;
        } else if let Some(path) = line.strip_prefix(PART) {
            parts.files.push((path.trim().to_owned(), String::new()));
            is_expected = false;
        } else if let Some((_, text)) = parts.files.last_mut().filter(|_| !is_expected) {
            text.push_str(line);
            text.push('\n');
        }
        if !is_expected {
            parts.given.push(line.clone());
        }
    }
    while parts.given.last().is_some_and(String::is_empty) {
        parts.given.pop();
    }
    for (_, text) in &mut parts.files {
        text.truncate(text.trim_end_matches('\n').len());
        text.push('\n');
    }
    parts
}

/// The body of a section with what becomes of its nodes now.
pub fn rewrite(section: &Section) -> Vec<String> {
    let parts = read(section);
    let mut body = parts.given.clone();
    let mut part = |header: &str, text: &str| {
        body.push(String::new());
        body.push(header.to_owned());
        body.extend(text.lines().map(|line| line.trim_end().to_owned()));
    };
    match outcomes(section, &parts) {
        Err(problem) => part(REMARKS, &format!("error: {problem}")),
        Ok(outcomes) => {
            if !outcomes.remarks.is_empty() {
                part(REMARKS, &outcomes.remarks);
            }
            for (name, text) in parts.nodes.iter().zip(&outcomes.nodes) {
                part(&format!("{NODE}{name}"), text);
            }
        }
    }
    body
}

struct Outcomes {
    remarks: String,
    nodes: Vec<String>,
}

fn outcomes(section: &Section, parts: &Parts) -> Result<Outcomes, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    for (path, text) in &parts.files {
        let path = path.strip_prefix("../").map_or(format!("{DIRECTORY}/{path}"), str::to_owned);
        scratch.write(&path, text).map_err(|error| format!("{path}: {error}"))?;
    }
    let display = |text: &str| relative(text, &scratch);
    let compiled = compile(section, parts, &scratch);
    let (compilers, compiled) = compiled.map_err(|error| display(&format!("{error:#}")))?;
    let environment = &compilers.first().environment().name;
    let nodes = parts.nodes.iter().zip(compiled);
    let nodes = nodes.map(|(name, one)| display(&node_text(section, name, environment, one)));
    Ok(Outcomes { remarks: display(&remarks(&compilers)), nodes: nodes.collect() })
}

/// Paths as they stand in the fixture.
fn relative(text: &str, scratch: &Scratch) -> String {
    let root = scratch.root().to_string_lossy();
    text.replace(&format!("{root}/{DIRECTORY}/"), "")
        .replace(&format!("{root}/{DIRECTORY}"), ".")
        .replace(&format!("{root}/"), "../")
        .replace(&*root, "..")
}

fn compile(
    section: &Section,
    parts: &Parts,
    scratch: &Scratch,
) -> anyhow::Result<(Compilers, Vec<Compiled>)> {
    let fleet = fleet(parts, scratch)?;
    let catalogs = Some(scratch.path(Beside::CATALOGS)).filter(|path| path.is_dir());
    let mut settings = example::settings(section, Edition::Puppet8);
    settings.strict_types = section.option("strict_types") == Some("on");
    settings.collects_exported =
        fleet.names.len() > 1 || catalogs.is_some() || section.option("storeconfigs") == Some("on");
    let manifest = section
        .option("manifest")
        .map(|path| MainManifest::Path(scratch.path(DIRECTORY).join(path)));
    let options = Options { manifest, catalog_version: None, content: Content::ForAgents };
    let modulepath = vec![scratch.path(Beside::MODULES)];
    let place = project::Options {
        modulepath,
        hiera_config: Some(scratch.path(Beside::HIERA_CONFIG)).filter(|path| path.is_file()),
        ..project::Options::of(scratch.path(DIRECTORY))
    };
    let project = Project::open(place, Files::on_disk(MAX_FILE_SIZE))?;
    let compilers = Compilers::new(project, settings, options);
    let exported = catalogs.map(|path| Exported::read(&Disk, &path, MAX_FILE_SIZE));
    let exported = exported.transpose()?.unwrap_or_default();
    let many = Batch {
        fleet: &fleet,
        compilers: &compilers,
        exported,
        threads: None,
        cancellation: Cancellation::default(),
    };
    let mut all: Vec<(usize, Compiled)> = Vec::new();
    many.compile(|_, compiled| compiled, |place, compiled| all.push((place, compiled)))?;
    all.sort_by_key(|(place, _)| *place);
    Ok((compilers, all.into_iter().map(|(_, compiled)| compiled).collect()))
}

fn fleet(parts: &Parts, scratch: &Scratch) -> anyhow::Result<Fleet> {
    let beside = |name: &str| Some(scratch.path(name)).filter(|path| path.exists());
    let facts = match (beside(Beside::FACTS_OF), beside(Beside::FACTS)) {
        (Some(directory), _) => Facts::Directory(directory),
        (None, Some(file)) => Facts::Shared(read_facts(&file, MAX_FILE_SIZE)?),
        (None, None) => Facts::Shared(Value::hash([])),
    };
    let trusted =
        beside(Beside::TRUSTED).map(|file| read_hash(&file, MAX_FILE_SIZE)).transpose()?;
    let server_facts = from_json(SERVER_FACTS).map_err(|error| anyhow::anyhow!(error.message))?;
    Ok(Fleet {
        names: parts.nodes.clone(),
        facts,
        trusted: trusted.map(|hash| Value::Hash(hash.into())),
        server_facts: Some(server_facts),
        classifier: match beside(Beside::NODE_DATA).or_else(|| beside(Beside::NODE_DATA_OF)) {
            Some(path) => Classifier::Path(path),
            None => Classifier::None,
        },
        files: Files::on_disk(MAX_FILE_SIZE),
    })
}

/// What is wrong with the environment itself.
fn remarks(compilers: &Compilers) -> String {
    let compiler = compilers.first();
    let notes = compiler.environment().notes.iter().map(|note| match note {
        Note::Warning(text) => format!("warning: {text}\n"),
        Note::Ignored(text) => format!("notice: {text}\n"),
    });
    let problems = compiler.modules().problems().iter();
    notes.chain(problems.map(|problem| format!("err: {problem}\n"))).collect()
}

/// What became of a node.
fn node_text(section: &Section, node: &str, environment: &str, compiled: Compiled) -> String {
    let logs = compiled.logs.iter().filter(|log| log.level >= Level::Notice);
    let mut text: String = logs.map(log_line).collect();
    match compiled.catalog {
        Ok(catalog) => text.push_str(&catalog_text(section, catalog)),
        Err(error) => {
            for (level, message) in error.messages(node, environment) {
                let _ = writeln!(text, "{}: {message}", level.name());
            }
            if let CompileError::Evaluation(error) = &error
                && let Some(help) = &error.help
            {
                let _ = writeln!(text, "help: {help}");
            }
        }
    }
    text
}

fn log_line(log: &Log) -> String {
    let level = log.level.name();
    match (log.source.as_str(), &log.place) {
        ("", Some(place)) => {
            let (file, line, column) = (place.source.name(), place.line(), place.column());
            format!("{level}: {} (file: {file}, line: {line}, column: {column})\n", log.message)
        }
        ("", None) => format!("{level}: {}\n", log.message),
        (source, _) => format!("{level}: {source}: {}\n", log.message),
    }
}

fn catalog_text(section: &Section, mut catalog: Catalog) -> String {
    let mut text = String::new();
    if !catalog.version.is_undef() {
        let _ = writeln!(text, "version {}", pupa_value::text::literal(&catalog.version));
    }
    if catalog.environment != DIRECTORY {
        let _ = writeln!(text, "environment '{}'", catalog.environment);
    }
    catalog.resources.retain(|resource| !is_in_every_catalog(resource));
    text.push_str(&catalog.listing());
    if section.option("tags") == Some("on") {
        for resource in &catalog.resources {
            let tags: Vec<&str> = resource.tags.iter().collect();
            let _ = writeln!(text, "{} has the tags {}", resource.reference(), tags.join(", "));
        }
    }
    if section.option("edges") == Some("on") {
        let edges = catalog.edges.iter();
        for (source, target) in edges.filter(|(_, target)| !is_known(target)) {
            let _ = writeln!(text, "{source} contains {target}");
        }
    }
    text
}

/// What every catalog has is not shown.
fn is_in_every_catalog(resource: &Resource) -> bool {
    let has_more = resource.parameters.iter().any(|(name, _)| name.as_str() != "name");
    is_known(&resource.reference()) && !has_more
}

fn is_known(reference: &str) -> bool {
    ["Stage[main]", "Class[main]", "Class[Settings]"].contains(&reference)
}
