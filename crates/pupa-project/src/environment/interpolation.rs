//! Interpolates references to settings (`$confdir`, `${environment}`) in values of
//! `environment.conf`.

use std::path::Path;

use anyhow::{Result, bail};

use super::{BASE_MODULEPATH, Note};
use crate::paths::absolute;
use crate::puppet_settings;

/// The setting `environment`, which only some settings may refer to.
const ENVIRONMENT: &str = "environment";

/// The properties of an environment that its settings may refer to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'a> {
    /// The name of the environment.
    pub(super) environment: &'a str,
    /// The directory of the environment.
    pub(super) directory: &'a Path,
}

impl Scope<'_> {
    /// Returns the value of a setting that is a path or a command: references to settings are
    /// replaced, and a relative path is made absolute by the environment's directory.
    ///
    /// # Errors
    /// When it refers to an unknown setting.
    pub(super) fn path(&self, setting: &str, value: &str, notes: &mut Vec<Note>) -> Result<String> {
        // Compat: a value that begins with a setting is not made absolute.
        let value = match value.starts_with('$') {
            true => value.to_owned(),
            false => absolute(&self.directory.join(value)).to_string_lossy().into_owned(),
        };
        self.interpolate(setting, &value, notes)
    }

    /// Replaces each reference to a setting by the value of that setting. Names are taken whole, so
    /// `$environmentpath` does not refer to `$environment`.
    fn interpolate(&self, setting: &str, value: &str, notes: &mut Vec<Note>) -> Result<String> {
        let mut result = String::with_capacity(value.len());
        let mut keeps_environment = false;
        let mut rest = value;
        while let Some(dollar) = rest.find('$') {
            result.push_str(&rest[..dollar]);
            let Some(reference) = Reference::at(&rest[dollar..]) else {
                result.push('$');
                rest = &rest[dollar + 1..];
                continue;
            };
            if reference.name == ENVIRONMENT && setting != "config_version" {
                keeps_environment = true;
                result.push_str(reference.text);
            } else {
                match self.value(reference.name) {
                    Some(value) => result.push_str(&value),
                    None => bail!(
                        "Error converting value for param '{setting}': Could not find value for {}",
                        reference.text
                    ),
                }
            }
            rest = &rest[dollar + reference.text.len()..];
        }
        result.push_str(rest);
        if keeps_environment {
            notes.push(Note::Warning(format!(
                "You cannot interpolate $environment within '{setting}' when using directory \
                 environments. Its value will remain {result}."
            )));
        }
        Ok(result)
    }

    fn value(&self, name: &str) -> Option<String> {
        match name {
            ENVIRONMENT => Some(self.environment.to_owned()),
            "environmentpath" => Some(self.directory.parent()?.to_string_lossy().into_owned()),
            // The caller replaces it by the actual directories.
            "basemodulepath" => Some(BASE_MODULEPATH.to_owned()),
            _ => puppet_settings::default_text(name),
        }
    }
}

/// A reference to a setting: `$name` or `${name}`.
struct Reference<'a> {
    text: &'a str,
    name: &'a str,
}

impl Reference<'_> {
    /// Parses the reference at the start of a text, which starts with a dollar sign.
    fn at(text: &str) -> Option<Reference<'_>> {
        let behind = text.get(1..)?;
        let (name_at, is_braced) = match behind.strip_prefix('{') {
            Some(_) => (2, true),
            None => (1, false),
        };
        let name = &text[name_at..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &name[..name.find(|c| !is_word(c)).unwrap_or(name.len())];
        let end = name_at + name.len();
        if name.is_empty() || is_braced && !text[end..].starts_with('}') {
            return None;
        }
        Some(Reference { text: &text[..end + usize::from(is_braced)], name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope() -> Scope<'static> {
        Scope { environment: "prod", directory: Path::new("/envs/prod_dir") }
    }

    fn command(value: &str) -> Result<String> {
        let mut notes = Vec::new();
        let result = scope().path("config_version", value, &mut notes);
        assert_eq!(notes, []);
        result
    }

    #[test]
    fn names_of_settings_are_taken_whole() {
        assert_eq!(
            command("scripts/config_version.sh $environmentpath $environment").unwrap(),
            "/envs/prod_dir/scripts/config_version.sh /envs prod"
        );
        assert_eq!(command("/bin/v ${environment}path").unwrap(), "/bin/v prodpath");
        assert_eq!(command("$confdir/v").unwrap(), "/etc/puppetlabs/puppet/v");
    }

    #[test]
    fn other_dollar_signs_stay() {
        assert_eq!(command("/bin/echo $ ${ $").unwrap(), "/bin/echo $ ${ $");
        assert_eq!(command("/bin/echo ${environment").unwrap(), "/bin/echo ${environment");
    }

    #[test]
    fn unknown_settings_are_errors() {
        assert_eq!(
            command("/bin/echo $envirnment").unwrap_err().to_string(),
            "Error converting value for param 'config_version': Could not find value for $envirnment"
        );
    }

    #[test]
    fn environment_stays_outside_of_commands() {
        let mut notes = Vec::new();
        let path = scope().path("modulepath", "mods/$environment", &mut notes).unwrap();
        assert_eq!(path, "/envs/prod_dir/mods/$environment");
        let [Note::Warning(warning)] = notes.as_slice() else { panic!("{notes:?}") };
        assert_eq!(
            warning,
            "You cannot interpolate $environment within 'modulepath' when using directory \
             environments. Its value will remain /envs/prod_dir/mods/$environment."
        );
    }
}
