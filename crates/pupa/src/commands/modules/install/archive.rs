//! Downloads and unpacks archives of modules (`.tar.gz`), and verifies their checksums.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

use super::run_program;

/// The maximum total size of the files in an archive, in bytes.
const LARGEST: u64 = 1 << 30;

/// The file of an archive; it is downloaded unless the cache contains it with the right checksum.
pub(super) fn download(url: &str, checksum: Option<&str>, cache: &Path) -> Result<PathBuf> {
    let local = url.strip_prefix("file://").or_else(|| (!url.contains("://")).then_some(url));
    let file = match local {
        Some(path) => PathBuf::from(path),
        None => {
            let name: String = Sha256::digest(url.as_bytes())
                .iter()
                .take(12)
                .map(|byte| format!("{byte:02x}"))
                .collect();
            let file = cache.join(format!("{name}.tar.gz"));
            // Without a checksum, the archive at the address may have changed.
            let is_known = checksum.is_some_and(|checksum| verify(&file, checksum).is_ok());
            if !is_known {
                fetch(url, &file)?;
            }
            file
        }
    };
    if let Some(checksum) = checksum {
        verify(&file, checksum)?;
    }
    Ok(file)
}

/// The response of a server.
pub(super) fn get(url: &str) -> Result<Vec<u8>> {
    run_program(Command::new("curl").args([
        "--fail",
        "--silent",
        "--show-error",
        "--location",
        "--",
        url,
    ]))
    .with_context(|| format!("cannot read {url}"))
}

fn fetch(url: &str, file: &Path) -> Result<()> {
    let part = file.with_extension(format!("part-{}", std::process::id()));
    let mut command = Command::new("curl");
    command.args(["--fail", "--silent", "--show-error", "--location", "--output"]).arg(&part);
    run_program(command.args(["--", url])).with_context(|| format!("cannot read {url}"))?;
    std::fs::rename(&part, file).with_context(|| format!("cannot write {}", file.display()))
}

/// Verifies the SHA-256 checksum of a file.
fn verify(file: &Path, checksum: &str) -> Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let found: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    ensure!(
        found.eq_ignore_ascii_case(checksum.trim()),
        "the checksum of {} is {found}, not {checksum}",
        file.display()
    );
    Ok(())
}

/// Unpacks an archive into a new directory, without its single top-level directory. Links and paths
/// that lead outside are errors.
pub(super) fn unpack(file: &Path, directory: &Path) -> Result<()> {
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(opened)));
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    let mut size = 0;
    for entry in archive.entries().context("it is not an archive")? {
        let mut entry = entry.context("the archive is damaged")?;
        let path = entry.path().context("the archive is damaged")?.into_owned();
        let below: PathBuf =
            path.components().filter(|part| part.as_os_str() != ".").skip(1).collect();
        if below.as_os_str().is_empty() {
            continue;
        }
        let is_safe = path.components().all(|part| {
            matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir)
        });
        ensure!(is_safe, "the archive has a path that leads elsewhere: {}", path.display());
        size += entry.size();
        ensure!(size <= LARGEST, "the archive is larger than 1 GiB");
        let to = directory.join(below);
        let kind = entry.header().entry_type();
        if kind.is_dir() {
            std::fs::create_dir_all(&to)
                .with_context(|| format!("cannot make {}", to.display()))?;
        } else if kind.is_file() {
            if let Some(parent) = to.parent() {
                std::fs::create_dir_all(parent)
                    .with_context(|| format!("cannot make {}", parent.display()))?;
            }
            entry.unpack(&to).with_context(|| format!("cannot write {}", to.display()))?;
        } else if kind.is_symlink() || kind.is_hard_link() {
            bail!("the archive has a link: {}", path.display());
        }
    }
    Ok(())
}
