//! `environment.conf`: lines of the form `name = value`.

use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use pupa_system::System;

use super::Note;
use crate::files::LARGEST_CONFIGURATION;

/// The settings that the reference implementation reads from the file.
const KNOWN: &[&str] = &[
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "static_catalogs",
    "rich_data",
];

/// The settings of an `environment.conf`, without interpolation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EnvironmentConf {
    pub(super) modulepath: Option<String>,
    pub(super) manifest: Option<String>,
    pub(super) config_version: Option<String>,
    pub(super) data_provider: Option<String>,
    pub(super) rich_data: bool,
}

/// A line with a setting.
struct Setting<'a> {
    section: &'a str,
    name: &'a str,
    value: &'a str,
}

impl EnvironmentConf {
    /// Reads the file in a directory, if it exists.
    pub(super) fn read(
        system: &dyn System,
        directory: &Path,
    ) -> Result<(EnvironmentConf, Vec<Note>)> {
        let path = directory.join("environment.conf");
        let text = match system.read_text(&path, LARGEST_CONFIGURATION) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        EnvironmentConf::parse(&text, &path.to_string_lossy())
    }

    fn parse(text: &str, path: &str) -> Result<(EnvironmentConf, Vec<Note>)> {
        let settings = settings(text, path)?;
        // If a setting is repeated, the first one counts, as in the reference.
        let find = |name: &str| {
            let mut own = settings.iter().filter(|setting| setting.section == "main");
            own.find(|setting| setting.name == name).map(|setting| setting.value.to_owned())
        };
        let rich_data = match find("rich_data").as_deref() {
            None | Some("true") => true,
            Some("false") => false,
            Some(other) => bail!("{path}: rich_data is true or false, not `{other}`"),
        };
        let conf = EnvironmentConf {
            modulepath: find("modulepath"),
            manifest: find("manifest").filter(|manifest| !manifest.is_empty()),
            config_version: find("config_version").filter(|command| !command.is_empty()),
            data_provider: find("environment_data_provider").filter(|name| !name.is_empty()),
            rich_data,
        };
        Ok((conf, notes(&settings, path)))
    }
}

fn settings<'a>(text: &'a str, path: &str) -> Result<Vec<Setting<'a>>> {
    let mut settings = Vec::new();
    let mut section = "main";
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.trim();
            continue;
        }
        let is_word =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        match trimmed.split_once('=') {
            Some((name, value)) if is_word(name.trim()) => {
                settings.push(Setting {
                    section,
                    name: name.trim(),
                    value: unquoted(value.trim()),
                });
            }
            _ => bail!("Could not match line {line} (file: {path}, line: {})", index + 1),
        }
    }
    Ok(settings)
}

fn unquoted(value: &str) -> &str {
    let inner = |quote| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

fn notes(settings: &[Setting<'_>], path: &str) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut sections: Vec<&str> = settings.iter().map(|setting| setting.section).collect();
    sections.retain(|section| *section != "main");
    sections.dedup();
    if !sections.is_empty() {
        notes.push(Note::Warning(format!(
            "Invalid sections in environment.conf at '{path}'. Environment conf may not have \
             sections. The following sections are being ignored: '{}'",
            sections.join(",")
        )));
    }
    let main = || settings.iter().filter(|setting| setting.section == "main");
    let unknown: Vec<&str> =
        main().map(|setting| setting.name).filter(|name| !KNOWN.contains(name)).collect();
    if !unknown.is_empty() {
        notes.push(Note::Warning(format!(
            "Invalid settings in environment.conf at '{path}'. The following unknown setting(s) \
             are being ignored: {}",
            unknown.join(", ")
        )));
    }
    for name in ["environment_timeout", "static_catalogs"] {
        if main().any(|setting| setting.name == name) {
            notes.push(Note::Ignored(format!("{name} in {path} has no effect here")));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<(EnvironmentConf, Vec<Note>)> {
        EnvironmentConf::parse(text, "/e/environment.conf")
    }

    #[test]
    fn settings_are_read() {
        let text = "# modulepath = no\n\nmodulepath = site:modules/$environment\n manifest=\"x.pp\"\n\
                    config_version = 'bin/version'\nrich_data = false\nmanifest = second.pp\n";
        let (conf, notes) = parsed(text).unwrap();
        assert_eq!(conf.modulepath.as_deref(), Some("site:modules/$environment"));
        assert_eq!(conf.manifest.as_deref(), Some("x.pp"));
        assert_eq!(conf.config_version.as_deref(), Some("bin/version"));
        assert!(!conf.rich_data);
        assert_eq!(notes, []);
    }

    #[test]
    fn ignored_settings_are_reported() {
        let (_, notes) =
            parsed("environment_timeout = 5m\nparser = future\n[agent]\nx = 1\n").unwrap();
        let [Note::Warning(section), Note::Warning(unknown), Note::Ignored(ignored)] =
            notes.as_slice()
        else {
            panic!("{notes:?}")
        };
        assert!(section.ends_with("The following sections are being ignored: 'agent'"));
        assert!(unknown.ends_with("unknown setting(s) are being ignored: parser"));
        assert_eq!(ignored, "environment_timeout in /e/environment.conf has no effect here");
    }

    #[test]
    fn other_lines_are_errors() {
        let message = |text| parsed(text).unwrap_err().to_string();
        assert_eq!(
            message("\nmodulepath\n"),
            "Could not match line modulepath (file: /e/environment.conf, line: 2)"
        );
        assert!(message("rich_data = yes").contains("true or false"));
    }
}
