//! Data that users hand over in files: JSON, or YAML by its ending.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use pupa_value::Value;
use pupa_value::data::from_json;

use crate::yaml;

/// Reads a file; `-` is standard input, which holds JSON.
pub fn read(path: &Path) -> Result<Value> {
    let text = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    let is_yaml = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let data =
        if is_yaml { yaml::parse(&text) } else { from_json(&text).map_err(|error| error.message) };
    data.map_err(|message| anyhow!("{}: {message}", path.display()))
}
