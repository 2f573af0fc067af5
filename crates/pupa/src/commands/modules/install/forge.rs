//! Downloads modules from the Forge, with version 3 of its API.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::archive;

/// A release of a module.
pub(super) struct Release {
    /// The version.
    pub(super) version: String,
    /// The path of its archive on the Forge.
    file: String,
    /// Its SHA-256 checksum, if the Forge provides one.
    checksum: Option<String>,
}

/// The release with a version, or the current one.
pub(super) fn release(forge: &str, name: &str, version: Option<&str>) -> Result<Release> {
    let name = name.replace('/', "-");
    if !name.contains('-') {
        bail!("modules of the Forge have an author: `author-{name}`");
    }
    let json = |url: &str| -> Result<Value> {
        let answer = archive::get(url)?;
        serde_json::from_slice(&answer).with_context(|| format!("{url} is not JSON"))
    };
    let release = match version.filter(|version| *version != "latest") {
        Some(version) => json(&format!("{forge}/v3/releases/{name}-{version}"))?,
        None => {
            let mut module = json(&format!("{forge}/v3/modules/{name}"))?;
            module["current_release"].take()
        }
    };
    let text = |key: &str| release[key].as_str().map(str::to_owned);
    let version =
        text("version").or_else(|| release["metadata"]["version"].as_str().map(str::to_owned));
    Ok(Release {
        version: version.with_context(|| format!("the Forge has no release of {name}"))?,
        file: text("file_uri").with_context(|| format!("the Forge has no file of {name}"))?,
        checksum: text("file_sha256"),
    })
}

/// Fetches a release into a new directory.
pub(super) fn fetch(forge: &str, release: &Release, cache: &Path, directory: &Path) -> Result<()> {
    let url = match release.file.contains("://") {
        true => release.file.clone(),
        false => format!("{forge}{}", release.file),
    };
    let file = archive::download(&url, release.checksum.as_deref(), cache)?;
    archive::unpack(&file, directory)
}
