//! Fetches modules from Git repositories: mirrors in the cache, read with the program `git`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::run_program;

/// The commit of a revision. The mirror is updated unless it contains the commit.
pub(super) fn resolve(url: &str, revision: Option<&str>, cache: &Path) -> Result<String> {
    let mirror = mirror(url, cache);
    let revision = revision.unwrap_or("HEAD");
    let is_commit = revision.len() == 40 && revision.chars().all(|c| c.is_ascii_hexdigit());
    if !mirror.is_dir() {
        let part = mirror.with_extension(format!("part-{}", std::process::id()));
        let cloned =
            run_program(git(None).args(["clone", "--quiet", "--mirror", "--", url]).arg(&part));
        if let Err(error) = cloned {
            let _ = std::fs::remove_dir_all(&part);
            return Err(error);
        }
        // Another process may have created the mirror in the meantime.
        if std::fs::rename(&part, &mirror).is_err() {
            let _ = std::fs::remove_dir_all(&part);
        }
    } else if !is_commit || commit(&mirror, revision).is_err() {
        run_program(git(Some(&mirror)).args(["fetch", "--quiet", "--prune", "origin"]))?;
    }
    commit(&mirror, revision).with_context(|| format!("{url} has no revision {revision}"))
}

/// Writes the files of a commit into a new directory.
pub(super) fn check_out(url: &str, commit: &str, cache: &Path, directory: &Path) -> Result<()> {
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    let index = directory.with_extension("index");
    let mut command = git(Some(&mirror(url, cache)));
    command.env("GIT_INDEX_FILE", &index).arg("--work-tree").arg(directory);
    let done = run_program(command.args(["checkout", "--quiet", "--force", commit, "--", "."]));
    let _ = std::fs::remove_file(&index);
    done.map(|_| ())
}

fn mirror(url: &str, cache: &Path) -> PathBuf {
    let digest: String =
        Sha256::digest(url.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let name = url.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or("module");
    cache.join(format!("{}-{digest}.git", name.trim_end_matches(".git")))
}

fn commit(mirror: &Path, revision: &str) -> Result<String> {
    let name = format!("{revision}^{{commit}}");
    let printed = run_program(git(Some(mirror)).args(["rev-parse", "--verify", "--quiet", &name]))?;
    Ok(String::from_utf8_lossy(&printed).trim().to_owned())
}

fn git(directory: Option<&Path>) -> Command {
    let mut command = Command::new("git");
    command.env("GIT_TERMINAL_PROMPT", "0");
    if let Some(directory) = directory {
        command.arg("--git-dir").arg(directory);
    }
    command
}
