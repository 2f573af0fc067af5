//! Data that users hand over in files: JSON, or YAML by its ending.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use pupa_data::yaml::{self, Options, SymbolsAre};
use pupa_value::Value;
use pupa_value::data::from_json;

/// How facts begin that the reference has kept in a file: the object that held them, with times.
const KEPT_FACTS: &str = "--- !ruby/object:Puppet::Node::Facts";

/// Reads a file; `-` is standard input, which holds JSON. YAML is read as the reference reads
/// facts: without symbols.
///
/// # Errors
/// When the file can't be read, or holds what can't be understood.
pub fn read(path: &Path) -> Result<Value> {
    read_as(path, SymbolsAre::Refused)
}

/// Reads a file as [`read`] does, but allows symbols in YAML, which become strings.
///
/// # Errors
/// When the file can't be read, or holds what can't be understood.
pub fn read_with_symbols(path: &Path) -> Result<Value> {
    read_as(path, SymbolsAre::Strings)
}

fn read_as(path: &Path, symbols: SymbolsAre) -> Result<Value> {
    let text = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    let is_yaml = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let file = path.display().to_string();
    if is_yaml {
        let options = Options { symbols, classes: &[], file: Some(&file) };
        return from_yaml(&text, options).map_err(|message| {
            // What is wrong with the syntax is said with the name of the file.
            let names_file = message.starts_with(&format!("({file})"));
            if names_file { anyhow!(message) } else { anyhow!("{file}: {message}") }
        });
    }
    from_json(&text).map_err(|error| anyhow!("{file}: {}", error.message))
}

fn from_yaml(text: &str, mut options: Options<'_>) -> Result<Value, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.starts_with(KEPT_FACTS) {
        options.classes = &["Puppet::Node::Facts", "Time"];
    }
    let document = yaml::read(text, options).map_err(|unreadable| unreadable.message)?;
    Ok(document.value)
}
