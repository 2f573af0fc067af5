//! The environment that a program belongs to: its name, its directory and its module path.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The name of an environment that has no directory.
const DEFAULT_NAME: &str = "production";

/// An environment.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    /// Its name, as messages and `$environment` say it.
    pub(crate) name: String,
    /// Where its own functions and types lie.
    pub(crate) directory: Option<PathBuf>,
    /// The directories that hold modules, the first of which wins.
    pub(crate) modulepath: Vec<PathBuf>,
}

impl Environment {
    /// The environment of a directory, or one without. The modules of `modulepath` come after
    /// its own.
    pub(crate) fn new(directory: Option<&Path>, modulepath: &[PathBuf]) -> Result<Environment> {
        let Some(directory) = directory else {
            let (name, modulepath) = (DEFAULT_NAME.to_owned(), modulepath.to_vec());
            return Ok(Environment { name, directory: None, modulepath });
        };
        let directory = crate::files::absolute(directory);
        anyhow::ensure!(directory.is_dir(), "there is no directory {}", directory.display());
        let name = directory.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut own = own_modulepath(&directory)?;
        own.extend_from_slice(modulepath);
        let name = name.unwrap_or_else(|| DEFAULT_NAME.to_owned());
        Ok(Environment { name, directory: Some(directory), modulepath: own })
    }
}

/// What `environment.conf` says, else `modules`.
fn own_modulepath(directory: &Path) -> Result<Vec<PathBuf>> {
    let path = directory.join("environment.conf");
    let configured = match std::fs::read_to_string(&path) {
        Ok(text) => setting(&text, "modulepath").map(str::to_owned),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    };
    let parts = configured.as_deref().unwrap_or("modules");
    // There are no modules outside of the environment unless the command line names some.
    let parts = std::env::split_paths(parts)
        .filter(|part| part != Path::new("") && part != Path::new("$basemodulepath"));
    Ok(parts.map(|part| crate::files::absolute(&directory.join(part))).collect())
}

/// The value of a setting: `name = value`, the last one counts.
fn setting<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut settings = text.lines().rev().filter_map(|line| line.split_once('='));
    let wanted = settings.find(|(key, _)| key.trim() == name);
    wanted.map(|(_, value)| value.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let text = "# modulepath = no\n[main]\nmodulepath = site:modules\nmanifest=x\n";
        assert_eq!(setting(text, "modulepath"), Some("site:modules"));
        assert_eq!(setting(text, "parser"), None);
    }

    #[test]
    fn without_a_directory_there_is_the_given_path() {
        let environment = Environment::new(None, &["/m".into()]).unwrap();
        assert_eq!(environment.name, "production");
        assert_eq!(environment.modulepath, [PathBuf::from("/m")]);
    }
}
