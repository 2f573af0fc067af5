//! The classification of a node: its classes, parameters and environment, in the format of external
//! node classifiers.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use pupa_data::yaml::{self, Options, SymbolHandling};
use pupa_value::Value;
use pupa_value::value::Hash;

use pupa_project::files::Files;
use pupa_project::named_file;
use pupa_system::{Command, Streams};

/// The classification of a node.
#[derive(Debug, Clone, Default)]
pub struct NodeData {
    /// The classes of the node, each with its parameters.
    pub classes: Vec<(String, Hash)>,
    /// The parameters, which become variables in the top scope.
    pub parameters: Hash,
    /// The name of its environment.
    pub environment: Option<String>,
}

/// The source of classifications.
#[derive(Debug, Clone, Default)]
pub enum Classifier {
    /// There is none.
    #[default]
    None,
    /// A file for all nodes, or a directory with a file for each node, named like the node.
    Path(PathBuf),
    /// A command that gets the name of the node as its argument.
    Command(String),
}

impl Classifier {
    /// Returns the classification of a node.
    ///
    /// # Errors
    /// When the file can't be read, the command fails, or the output is not a valid classification.
    pub fn classify(&self, node: &str, files: &Files) -> Result<NodeData> {
        match self {
            Classifier::None => Ok(NodeData::default()),
            Classifier::Path(path) => from_path(path, node, files),
            Classifier::Command(command) => from_command(command, node, files),
        }
    }
}

fn from_path(path: &Path, node: &str, files: &Files) -> Result<NodeData> {
    let file = if files.system.is_directory(path) {
        let names = ["yaml", "yml", "json"].map(|ending| path.join(format!("{node}.{ending}")));
        match names.into_iter().find(|file| files.system.is_file(file)) {
            Some(file) => file,
            None => return Ok(NodeData::default()),
        }
    } else {
        path.to_owned()
    };
    let text = named_file::read_named_text(&file, files.max_size)
        .with_context(|| format!("cannot read {}", file.display()))?;
    parse(&text, node)
}

fn from_command(command: &str, node: &str, files: &Files) -> Result<NodeData> {
    let mut words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    anyhow::ensure!(!words.is_empty(), "the command of the classifier is empty");
    words.push(node.to_owned());
    let display = format!("{command} {node}");
    let (streams, limits) = (Streams::Separate, files.commands);
    let run = Command { words: &words, directory: None, streams, limits };
    let finished = files.system.run(&run).map_err(|error| {
        anyhow!("Failed to find {node} via exec: Execution of '{display}' failed: {error}")
    })?;
    if !finished.is_success() {
        let errors = String::from_utf8_lossy(&finished.errors);
        let printed = String::from_utf8_lossy(&finished.output);
        let message = if errors.trim().is_empty() { printed } else { errors };
        let code = finished.code.unwrap_or(1);
        bail!(
            "Failed to find {node} via exec: Execution of '{display}' returned {code}: {}",
            message.trim()
        );
    }
    let text = String::from_utf8(finished.output)
        .map_err(|_| anyhow!("Could not load external node results for {node}: it is not UTF-8"))?;
    // Compat: to print nothing is to know no such node. Pinned by the test `enc_without_answer`.
    anyhow::ensure!(!text.trim().is_empty(), "Could not find node '{node}'; cannot compile");
    parse(&text, node)
}

fn parse(text: &str, node: &str) -> Result<NodeData> {
    if text.trim().is_empty() {
        return Ok(NodeData::default());
    }
    let wrong =
        |detail: String| anyhow!("Could not load external node results for {node}: {detail}");
    // Classifiers written in Ruby may print symbols.
    let options = Options { symbols: SymbolHandling::AsStrings, classes: &[], file: None };
    let data = yaml::read(text, options).map_err(|unreadable| wrong(unreadable.message))?;
    let Value::Hash(said) = &data.value else { return Err(wrong("it is not a hash".to_owned())) };
    let mut data = NodeData::default();
    for (key, value) in said.iter() {
        match (key.as_str(), value) {
            (_, Value::Undef) => {}
            (Some("classes"), value) => data.classes = classes(value).map_err(wrong)?,
            (Some("parameters"), Value::Hash(parameters)) => {
                data.parameters = parameters.as_ref().clone();
            }
            (Some("parameters"), _) => return Err(wrong("`parameters` is not a hash".to_owned())),
            (Some("environment"), Value::String(name)) => data.environment = Some(name.to_string()),
            (Some("environment"), _) => {
                return Err(wrong("`environment` is not a string".to_owned()));
            }
            (Some(_), _) => {}
            (None, _) => return Err(wrong("a key is not a string or symbol".to_owned())),
        }
    }
    Ok(data)
}

fn classes(value: &Value) -> Result<Vec<(String, Hash)>, String> {
    let name = |value: &Value| {
        value
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| "the name of a class is not a string".to_owned())
    };
    match value {
        Value::String(single) => Ok(vec![(single.to_string(), Hash::new())]),
        Value::Array(names) => names.iter().map(|one| Ok((name(one)?, Hash::new()))).collect(),
        Value::Hash(classes) => {
            let class = |(class, parameters): (&Value, &Value)| match parameters {
                Value::Hash(parameters) => Ok((name(class)?, parameters.as_ref().clone())),
                Value::Undef => Ok((name(class)?, Hash::new())),
                Value::String(text) if text.is_empty() => Ok((name(class)?, Hash::new())),
                _ => Err(format!("the parameters of class {} are not a hash", name(class)?)),
            };
            classes.iter().map(class).collect()
        }
        _ => Err("`classes` is neither a list nor a hash".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_data_is_read() {
        let text = "---\nclasses:\n  ntp:\n    servers: [a, b]\n  base:\nparameters: {role: web}\nenvironment: test\n";
        let data = parse(text, "n").unwrap();
        let names: Vec<_> = data.classes.iter().map(|(name, p)| (name.as_str(), p.len())).collect();
        assert_eq!(names, [("ntp", 1), ("base", 0)]);
        assert_eq!(data.parameters.get_str("role"), Some(&Value::from("web")));
        assert_eq!(data.environment.as_deref(), Some("test"));
        assert_eq!(parse("classes: [a, b]", "n").unwrap().classes.len(), 2);
        assert!(parse("  \n", "n").unwrap().classes.is_empty());
    }

    #[test]
    fn nonsense_is_refused() {
        let message = |text| parse(text, "n").unwrap_err().to_string();
        let prefix = "Could not load external node results for n: ";
        for text in [
            "- a",
            "classes: 1",
            "classes: [1]",
            "classes: {a: [x]}",
            "parameters: [x]",
            "1: 2",
            "a: [",
        ] {
            assert!(message(text).starts_with(prefix), "{text}");
        }
    }
}
