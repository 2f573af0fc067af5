//! `pupa modules install`: installs the modules of the Puppetfile.
//!
//! A module is fetched into a directory next to its own and then renamed, so that an interrupted
//! run leaves no incomplete module. Git repositories and archives are cached. The programs `git`
//! and `curl` access the network, with their settings for proxies, keys and certificates.

mod archive;
mod forge;
mod git;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use pupa_project::files::LARGEST_CONFIGURATION;
use pupa_project::metadata::Metadata;
use pupa_project::puppetfile::{ModuleSource, Puppetfile, PuppetfileModule};
use pupa_system::Disk;

use super::project;
use crate::cli::ModulesInstallArgs;
use crate::commands::check::plural;
use crate::output::{Exit, Output};
use crate::pool::{self, Flow};
use crate::progress::Progress;
use crate::settings::Settings;

/// The default address of the Forge.
const FORGE: &str = "https://forgeapi.puppet.com";

/// The file in an installed module that records its source.
const RECORD: &str = ".pupa-source";

/// The parts of an installation that all modules share.
struct Installation<'a> {
    puppetfile: &'a Puppetfile,
    cache: PathBuf,
    forge: String,
    force: bool,
}

/// The result for a module.
enum Installed {
    /// It had been installed before.
    Kept,
    /// It was installed, in this version or revision.
    New(String),
}

/// Installs the modules and prints what was done.
pub(super) fn run(
    args: &ModulesInstallArgs,
    settings: &Settings,
    output: &mut Output,
) -> Result<Exit> {
    let project = project(args.environment_dir.as_deref(), settings)?;
    let directory = project.environment().directory.clone().unwrap_or_default();
    let puppetfile = Puppetfile::of_environment(&Disk, &directory)?
        .with_context(|| format!("there is no Puppetfile in {}", directory.display()))?;
    let wanted = wanted(&puppetfile, &args.modules)?;
    let forge = args.forge.clone().or_else(|| puppetfile.forge.clone());
    let forge = forge.filter(|forge| forge.contains("://")).unwrap_or_else(|| FORGE.to_owned());
    let cx = Installation {
        puppetfile: &puppetfile,
        cache: cache_directory(args.cache_dir.as_deref())?,
        forge: forge.trim_end_matches('/').to_owned(),
        force: args.force,
    };
    let mut progress = Progress::new(wanted.len(), "modules", !args.no_progress);
    let (mut failed, mut new, mut place) = (0, 0, 0);
    pool::in_order(
        &wanted,
        args.threads,
        || (),
        |(), module| install(&cx, module),
        |installed| {
            let name = wanted[place].full_name.replace('/', "-");
            place += 1;
            let line = match installed {
                Ok(Installed::Kept) => String::new(),
                Ok(Installed::New(version)) => {
                    new += 1;
                    format!("installed {name} {version}\n")
                }
                Err(error) => {
                    failed += 1;
                    format!("error: {name}: {error:#}\n")
                }
            };
            progress.aside(output, |output| output.err(&line));
            progress.step();
            Flow::Continue
        },
    )
    .context("cannot start a thread")?;
    progress.finish();
    let kept = wanted.len() - new - failed;
    let mut summary = format!("{} installed, {kept} kept", plural(new, "module"));
    if failed > 0 {
        summary.push_str(&format!(", {failed} failed"));
    }
    output.err(&(summary + "\n"));
    Ok(if failed > 0 { Exit::Errors } else { Exit::Success })
}

/// The modules of the Puppetfile with a source to install from; only those with these names, if any
/// are given.
fn wanted<'a>(puppetfile: &'a Puppetfile, names: &[String]) -> Result<Vec<&'a PuppetfileModule>> {
    let is_named = |module: &PuppetfileModule, name: &str| {
        name == module.name() || name.replace('/', "-") == module.full_name.replace('/', "-")
    };
    for name in names {
        let is_known = puppetfile.modules.iter().any(|module| is_named(module, name));
        ensure!(is_known, "the Puppetfile names no module {name}");
    }
    let is_wanted = |module: &&PuppetfileModule| {
        module.source != ModuleSource::Local
            && (names.is_empty() || names.iter().any(|name| is_named(module, name)))
    };
    Ok(puppetfile.modules.iter().filter(is_wanted).collect())
}

fn cache_directory(given: Option<&Path>) -> Result<PathBuf> {
    let variable =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let found = given.map(Path::to_owned).or_else(|| {
        let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
        Some(cache?.join("pupa"))
    });
    let directory = found.context("there is no cache directory; --cache-dir DIR names one")?;
    std::fs::create_dir_all(&directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    Ok(directory)
}

fn install(cx: &Installation<'_>, module: &PuppetfileModule) -> Result<Installed> {
    let directory = cx.puppetfile.directory_of(module);
    let is_there = directory.is_dir() && !cx.force;
    // The record for a module whose source has no version.
    let record = match &module.source {
        ModuleSource::Forge { version: Some(version) } if version != "latest" => {
            if is_there && has_version(&directory, version) {
                return Ok(Installed::Kept);
            }
            version.clone()
        }
        ModuleSource::Forge { .. } => String::new(),
        ModuleSource::Git { url, revision } => {
            format!("{url} {}", revision.as_deref().unwrap_or("HEAD"))
        }
        ModuleSource::Archive { url, checksum } => {
            format!("{url} {}", checksum.as_deref().unwrap_or_default()).trim().to_owned()
        }
        ModuleSource::Local => return Ok(Installed::Kept),
        ModuleSource::Other(kind) => bail!("modules from {kind} are not supported"),
    };
    let parent = directory.parent().context("a module needs a directory")?;
    std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    let new = Temporary(parent.join(format!(".{}.pupa-new-{}", module.name(), std::process::id())));
    let version = match &module.source {
        ModuleSource::Forge { version } => {
            let release = forge::release(&cx.forge, &module.full_name, version.as_deref())?;
            if is_there && has_version(&directory, &release.version) {
                return Ok(Installed::Kept);
            }
            forge::fetch(&cx.forge, &release, &cx.cache, &new.0)?;
            release.version
        }
        ModuleSource::Git { url, revision } => {
            let commit = git::resolve(url, revision.as_deref(), &cx.cache)?;
            if is_there && recorded(&directory) == Some(format!("{record} {commit}")) {
                return Ok(Installed::Kept);
            }
            git::check_out(url, &commit, &cx.cache, &new.0)?;
            write_record(&new.0, &format!("{record} {commit}"))?;
            commit.chars().take(12).collect()
        }
        ModuleSource::Archive { url, checksum } => {
            if is_there && recorded(&directory) == Some(record.clone()) {
                return Ok(Installed::Kept);
            }
            let file = archive::download(url, checksum.as_deref(), &cx.cache)?;
            archive::unpack(&file, &new.0)?;
            write_record(&new.0, &record)?;
            "archive".to_owned()
        }
        ModuleSource::Local | ModuleSource::Other(_) => String::new(),
    };
    replace(&directory, &new.0)?;
    Ok(Installed::New(version))
}

/// A directory that is removed if the work in it fails.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // It no longer exists if it has been renamed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn has_version(directory: &Path, version: &str) -> bool {
    let metadata = Metadata::read(&Disk, directory, LARGEST_CONFIGURATION);
    metadata.is_ok_and(|metadata| metadata.version() == Some(version))
}

fn recorded(directory: &Path) -> Option<String> {
    Some(std::fs::read_to_string(directory.join(RECORD)).ok()?.trim().to_owned())
}

fn write_record(directory: &Path, text: &str) -> Result<()> {
    std::fs::write(directory.join(RECORD), format!("{text}\n")).context("cannot write a file")
}

/// Replaces a directory by another.
fn replace(old: &Path, new: &Path) -> Result<()> {
    let aside = Temporary(new.with_extension("old"));
    if old.exists() {
        std::fs::rename(old, &aside.0).with_context(|| format!("cannot move {}", old.display()))?;
    }
    std::fs::rename(new, old).with_context(|| format!("cannot make {}", old.display()))
}

/// Runs a program and returns its output.
fn run_program(command: &mut Command) -> Result<Vec<u8>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        bail!("{program}: {}", last.trim());
    }
    Ok(output.stdout)
}
