//! The facts that modules bring along: those in Ruby, and those in files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use pupa_data::{json, yaml};
use pupa_value::Value;
use rustc_hash::FxHashSet;

use super::walk::{ending, files_below};
use crate::modules::Modules;

/// The names of the facts of all modules, as far as they are in the beginning of a file, up to the
/// given number of bytes.
pub(super) fn of_modules(modules: &Modules, max_file_size: u64) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for module in modules.names() {
        let Some(directory) = modules.directory(module) else { continue };
        for path in files_below(&directory.join("lib/facter"), &[]) {
            names.extend(in_ruby(&text_of(&path, max_file_size)));
        }
        for path in files_below(&directory.join("facts.d"), &[]) {
            names.extend(in_file(&path, max_file_size));
        }
    }
    names
}

fn text_of(path: &Path, max_file_size: u64) -> String {
    let mut bytes = Vec::new();
    let file = File::open(path);
    match file.and_then(|file| file.take(max_file_size).read_to_end(&mut bytes)) {
        Ok(_) => String::from_utf8_lossy(&bytes).into(),
        Err(_) => String::new(),
    }
}

/// The facts that Ruby code adds: `Facter.add(:role)`, `Facter.add('role')`.
fn in_ruby(text: &str) -> Vec<String> {
    let adds = text.split("Facter.add").skip(1);
    adds.filter_map(|rest| {
        let rest = rest.trim_start_matches(['(', ' ', ':', '\'', '"']);
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        (end > 0).then(|| rest[..end].to_lowercase())
    })
    .collect()
}

fn in_file(path: &Path, max_file_size: u64) -> Vec<String> {
    let text = text_of(path, max_file_size);
    let value = match ending(&path.to_string_lossy()).as_deref() {
        Some("yaml" | "yml") => yaml::read(&text, yaml::Options::facts("")).ok(),
        Some("json") => json::read(&text).ok(),
        _ => {
            let names = text.lines().filter_map(|line| line.split_once('='));
            return names.map(|(name, _)| name.trim().to_lowercase()).collect();
        }
    };
    match value.map(|document| document.value) {
        Some(Value::Hash(hash)) => {
            hash.keys().filter_map(|key| key.as_str().map(str::to_lowercase)).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ruby_adds_facts() {
        let text =
            "Facter.add(:role) do\nend\nFacter.add('Tier', type: :aggregate)\nFacter.add(name)";
        assert_eq!(in_ruby(text), ["role", "tier", "name"]);
    }
}
