//! Revisions of a Git repository as sides of a comparison.
//!
//! A revision consists of the files in the work tree, with their contents in the revision: Git
//! lists the files that differ, and only these are read from the repository into memory. No work
//! tree is changed. Files that Git ignores, such as modules from a Puppetfile, are the same on both
//! sides.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use pupa_project::puppetfile::{ModuleSource, Puppetfile};
use pupa_system::{Disk, Hidden, Overlay, System};

/// A side of a comparison.
pub(super) struct Side {
    /// The directory of the environment.
    pub(super) directory: PathBuf,
    /// The files.
    pub(super) system: Arc<dyn System>,
}

/// The two sides, and notes about changes that the comparison does not show.
pub(super) struct Sides {
    /// The older side.
    pub(super) old: Side,
    /// The newer side.
    pub(super) new: Side,
    /// Notes about submodules and the Puppetfile.
    pub(super) notes: Vec<String>,
    /// The changed files.
    pub(super) changed: Vec<PathBuf>,
}

/// A commit, or the work tree.
enum Revision {
    Commit(String),
    WorkTree,
}

/// The sides of `main..HEAD`, of `main` (compared with the work tree), or of two revisions.
pub(super) fn sides(old: &str, new: Option<&str>, environment: &Path) -> Result<Sides> {
    let environment = crate::files::absolute(environment);
    let environment = environment.canonicalize().unwrap_or(environment);
    let top = git(&environment, &["rev-parse", "--show-toplevel"])
        .with_context(|| format!("{} is not in a Git repository", environment.display()))?;
    let repository = Repository { root: PathBuf::from(String::from_utf8_lossy(&top).trim()) };
    let (old, new) = match (old.split_once("..."), old.split_once(".."), new) {
        (_, _, Some(new)) => (repository.commit(old)?, Revision::Commit(repository.commit(new)?)),
        (Some((old, new)), _, None) => {
            let (old, new) = (or_head(old), or_head(new));
            let base = git(&repository.root, &["merge-base", old, new])?;
            let base = String::from_utf8_lossy(&base).trim().to_owned();
            (base, Revision::Commit(repository.commit(new)?))
        }
        (None, Some((old, new)), None) => {
            (repository.commit(or_head(old))?, Revision::Commit(repository.commit(or_head(new))?))
        }
        (None, None, None) => (repository.commit(old)?, Revision::WorkTree),
    };
    let side = |revision: &Revision| -> Result<Side> {
        let system: Arc<dyn System> = match revision {
            Revision::WorkTree => Arc::new(Disk),
            Revision::Commit(commit) => repository.files_of(commit)?,
        };
        let directory = environment.clone();
        ensure!(system.is_directory(&directory), "the revision has no {}", directory.display());
        Ok(Side { directory, system })
    };
    let new_side = side(&new)?;
    let old_side = side(&Revision::Commit(old.clone()))?;
    let changed = repository.changed(&old, &new)?;
    let mut notes = repository.submodules(&old, &new)?;
    notes.extend(puppetfile_notes(&environment, &*old_side.system, &*new_side.system)?);
    Ok(Sides { old: old_side, new: new_side, notes, changed })
}

fn or_head(revision: &str) -> &str {
    if revision.is_empty() { "HEAD" } else { revision }
}

struct Repository {
    root: PathBuf,
}

impl Repository {
    /// The commit of a revision.
    fn commit(&self, revision: &str) -> Result<String> {
        ensure!(!revision.starts_with('-'), "{revision} is not a revision");
        let name = format!("{revision}^{{commit}}");
        let found = git(&self.root, &["rev-parse", "--verify", "--quiet", &name]);
        let found = found.with_context(|| {
            format!("{revision} is neither a file, a directory nor a revision of Git")
        })?;
        Ok(String::from_utf8_lossy(&found).trim().to_owned())
    }

    /// The files of a commit.
    fn files_of(&self, commit: &str) -> Result<Arc<dyn System>> {
        let differing = git(
            &self.root,
            &["diff", "--name-only", "--no-renames", "--ignore-submodules=all", "-z", commit, "--"],
        )?;
        let untracked = git(&self.root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
        let paths = names(&differing);
        let contents = self.contents(commit, &paths)?;
        let mut hidden: Vec<PathBuf> =
            names(&untracked).iter().map(|name| self.root.join(name)).collect();
        let missing = paths.iter().zip(&contents).filter(|(_, content)| content.is_none());
        hidden.extend(missing.map(|(name, _)| self.root.join(name)));
        let overlay = Overlay::new(Arc::new(Hidden::new(Arc::new(Disk), hidden)));
        for (name, content) in paths.iter().zip(contents) {
            if let Some(content) = content {
                overlay.set(self.root.join(name), content);
            }
        }
        Ok(Arc::new(overlay))
    }

    /// The contents of files in a commit; `None` for a file that it does not contain.
    fn contents(&self, commit: &str, paths: &[String]) -> Result<Vec<Option<Vec<u8>>>> {
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let mut child = Command::new("git")
            .arg("-C")
            .arg(&self.root)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot run git")?;
        let requests: String = paths.iter().map(|path| format!("{commit}:{path}\n")).collect();
        let mut input = child.stdin.take().context("git has no input")?;
        // Git answers while it reads, so writing and reading must take place at the same time.
        let writer = std::thread::spawn(move || input.write_all(requests.as_bytes()));
        let output = child.wait_with_output().context("cannot run git")?;
        let written = writer.join();
        ensure!(
            output.status.success() && written.is_ok_and(|written| written.is_ok()),
            "git cat-file failed"
        );
        parse_batch(&output.stdout, paths.len())
    }

    /// The files that differ between the sides.
    fn changed(&self, old: &str, new: &Revision) -> Result<Vec<PathBuf>> {
        let mut args = vec!["diff", "--name-only", "--no-renames", "-z", old];
        if let Revision::Commit(new) = new {
            args.push(new);
        }
        args.push("--");
        let mut all: BTreeSet<String> = names(&git(&self.root, &args)?).into_iter().collect();
        if matches!(new, Revision::WorkTree) {
            let untracked = git(&self.root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
            all.extend(names(&untracked));
        }
        Ok(all.into_iter().map(|name| self.root.join(name)).collect())
    }

    /// Notes about submodules that the sides have in other commits.
    fn submodules(&self, old: &str, new: &Revision) -> Result<Vec<String>> {
        let mut args = vec!["diff", "--raw", "--no-renames", "--abbrev=12", "-z", old];
        if let Revision::Commit(new) = new {
            args.push(new);
        }
        args.push("--");
        let raw = git(&self.root, &args)?;
        let raw = String::from_utf8_lossy(&raw).into_owned();
        let mut fields = raw.split('\0');
        let mut notes = Vec::new();
        while let (Some(change), Some(path)) = (fields.next(), fields.next()) {
            let words: Vec<&str> = change.trim_start_matches(':').split(' ').collect();
            if let [old_mode, new_mode, old, new, ..] = words[..]
                && [old_mode, new_mode].contains(&"160000")
            {
                notes.push(format!(
                    "the submodule {path} is at {old} on the old side and at {new} on the new side; \
                     both sides use its files in the work tree"
                ));
            }
        }
        Ok(notes)
    }
}

/// Notes about modules that the Puppetfiles of the sides name in other versions.
fn puppetfile_notes(environment: &Path, old: &dyn System, new: &dyn System) -> Result<Vec<String>> {
    let modules = |system: &dyn System| -> Result<Vec<(String, String)>> {
        let file = Puppetfile::of_environment(system, environment)?;
        let modules = file.into_iter().flat_map(|file| file.modules);
        Ok(modules.map(|module| (module.full_name.clone(), version(&module.source))).collect())
    };
    let (old, new) = (modules(old)?, modules(new)?);
    let find = |all: &[(String, String)], name: &str| {
        all.iter().find(|(known, _)| known == name).map(|(_, version)| version.clone())
    };
    let names: BTreeSet<&String> = old.iter().chain(&new).map(|(name, _)| name).collect();
    let mut changes = Vec::new();
    for name in names {
        let change = match (find(&old, name), find(&new, name)) {
            (Some(old), Some(new)) if old != new => format!("{name} {old} -> {new}"),
            (Some(_), None) => format!("{name} removed"),
            (None, Some(new)) => format!("{name} {new} added"),
            _ => continue,
        };
        changes.push(change);
    }
    Ok(match changes.as_slice() {
        [] => Vec::new(),
        changes => vec![format!(
            "the Puppetfile changes: {}; both sides use the modules that are installed",
            changes.join(", ")
        )],
    })
}

fn version(source: &ModuleSource) -> String {
    match source {
        ModuleSource::Forge { version } => version.clone().unwrap_or_else(|| "latest".to_owned()),
        ModuleSource::Git { url, revision } => match revision {
            Some(revision) => revision.clone(),
            None => url.clone(),
        },
        ModuleSource::Archive { url, .. } => url.clone(),
        ModuleSource::Local => "local".to_owned(),
        ModuleSource::Other(kind) => kind.clone(),
    }
}

/// The answers of `git cat-file --batch`.
fn parse_batch(output: &[u8], count: usize) -> Result<Vec<Option<Vec<u8>>>> {
    let mut rest = output;
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        let end = rest.iter().position(|byte| *byte == b'\n').context("git stopped early")?;
        let (head, behind) = (&rest[..end], &rest[end + 1..]);
        let head = String::from_utf8_lossy(head);
        let words: Vec<&str> = head.rsplit(' ').take(2).collect();
        match words[..] {
            // The path in front may end in any word.
            ["missing", ..] => {
                all.push(None);
                rest = behind;
            }
            [size, "blob"] => {
                let size: usize = size.parse().context("git answered without a size")?;
                let content = behind.get(..size).context("git stopped early")?;
                all.push(Some(content.to_vec()));
                rest = behind.get(size + 1..).context("git stopped early")?;
            }
            [size, "tree" | "commit" | "tag"] => {
                let size: usize = size.parse().context("git answered without a size")?;
                all.push(None);
                rest = behind.get(size + 1..).context("git stopped early")?;
            }
            _ => {
                all.push(None);
                rest = behind;
            }
        }
    }
    Ok(all)
}

fn names(output: &[u8]) -> Vec<String> {
    let names = output.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

fn git(directory: &Path, args: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new("git")
        .arg("-C")
        .arg(directory)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .context("cannot run git")?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("git {}: {}", args.first().unwrap_or(&""), errors.trim());
    }
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_git_are_taken_apart() {
        let output = b"1234 blob 3\na\nb\n9abc:gone missing\n9abc:a blob missing\n1234 blob 0\n\n";
        let parsed = parse_batch(output, 4).unwrap();
        assert_eq!(parsed, [Some(b"a\nb".to_vec()), None, None, Some(Vec::new())]);
    }
}
