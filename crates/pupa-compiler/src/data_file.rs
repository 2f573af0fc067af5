//! Data that users hand over in files: JSON or YAML, by its ending or by what it can be read as.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use pupa_data::yaml::{self, Options, SymbolsAre};
use pupa_value::Value;
use pupa_value::data::from_json;

/// How facts begin that the reference has kept in a file: the object that held them, with times.
const KEPT_FACTS: &str = "--- !ruby/object:Puppet::Node::Facts";

/// Reads a file; `-` is standard input. What does not say by its ending what it is, is read as JSON
/// if it can be, else as YAML. YAML is read as the reference reads facts: without symbols.
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
    let file = path.display().to_string();
    let text = read_text(path)?;
    let options = Options { symbols, classes: &[], file: Some(&file) };
    let as_yaml = || {
        from_yaml(&text, options).map_err(|message| {
            // What is wrong with the syntax is said with the name of the file.
            let names_file = message.starts_with(&format!("({file})"));
            if names_file { anyhow!(message) } else { anyhow!("{file}: {message}") }
        })
    };
    let as_json = || from_json(&text).map_err(|error| anyhow!("{file}: {}", error.message));
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("yaml" | "yml") => as_yaml(),
        Some("json") => as_json(),
        _ => match as_json() {
            Ok(value) => Ok(value),
            // What is neither is probably meant as what it begins like.
            Err(error) if text.trim_start().starts_with(['{', '[']) => as_yaml().map_err(|_| error),
            Err(_) => as_yaml(),
        },
    }
}

fn read_text(path: &Path) -> Result<String> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..at).unwrap_or_default();
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!("{}, line {line}: invalid byte sequence in UTF-8", path.display())
    })
}

fn from_yaml(text: &str, mut options: Options<'_>) -> Result<Value, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if text.starts_with(KEPT_FACTS) {
        options.classes = &["Puppet::Node::Facts", "Time"];
    }
    let document = yaml::read(text, options).map_err(|unreadable| unreadable.message)?;
    Ok(document.value)
}
