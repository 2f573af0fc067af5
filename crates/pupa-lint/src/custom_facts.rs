//! The facts that modules bring along: those in Ruby, and those in files.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use pupa_data::{json, yaml};
use pupa_ruby::parse::fact_names;
use pupa_value::Value;
use rustc_hash::FxHashSet;

use crate::pattern::KeyPattern;
use pupa_project::file_metadata;
use pupa_project::modules::Modules;
use pupa_project::walk::{self, ending};

/// The extensions of programs that Facter runs on Windows.
const WINDOWS_PROGRAMS: &[&str] = &["bat", "cmd", "com", "exe", "ps1"];

/// The facts of modules.
#[derive(Debug, Default)]
pub(super) struct CustomFacts {
    /// Those whose names are known.
    pub(super) names: FxHashSet<String>,
    /// Those whose names are known in part.
    patterns: Vec<KeyPattern>,
    /// Whether there may be any others: a program says what its facts are when it runs.
    pub(super) are_open: bool,
}

impl CustomFacts {
    /// The facts of all modules, as far as they are in the beginning of a file, up to the given
    /// number of bytes.
    pub(super) fn of_modules(modules: &Modules, max_file_size: u64) -> CustomFacts {
        let mut facts = CustomFacts::default();
        for module in modules.names() {
            let Some(directory) = modules.directory(module) else { continue };
            let listing = walk::list(&directory.join("lib/facter"), &[]);
            facts.are_open |= listing.is_cut;
            for path in listing.files {
                facts.add_ruby(&text_of(&path, max_file_size));
            }
            let listing = walk::list(&directory.join("facts.d"), &[]);
            facts.are_open |= listing.is_cut;
            for path in listing.files {
                facts.add_file(&path, max_file_size);
            }
        }
        facts
    }

    /// Whether a module is known to have a fact of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name) || self.patterns.iter().any(|pattern| pattern.matches(name))
    }

    fn add_ruby(&mut self, text: &str) {
        for name in fact_names(text.as_bytes()) {
            let parts: Vec<String> = name.iter().map(|part| part.to_lowercase()).collect();
            match <[String; 1]>::try_from(parts) {
                Ok([name]) => drop(self.names.insert(name)),
                Err(parts) if parts.iter().all(String::is_empty) => self.are_open = true,
                Err(parts) => self.patterns.push(KeyPattern::new(parts)),
            }
        }
    }

    fn add_file(&mut self, path: &Path, max_file_size: u64) {
        let text = text_of(path, max_file_size);
        let ending = ending(&path.to_string_lossy());
        let ending = ending.as_deref().unwrap_or_default();
        let value = match ending {
            "yaml" | "yml" => yaml::read(&text, yaml::Options::facts("")).ok(),
            "json" => json::read(&text).ok(),
            "txt" => return self.names.extend(in_lines(&text)),
            _ => {
                self.are_open |= is_program(path, ending, &text);
                return;
            }
        };
        if let Some(Value::Hash(hash)) = value.map(|document| document.value) {
            let names = hash.keys().filter_map(|key| key.as_str().map(str::to_lowercase));
            self.names.extend(names);
        }
    }
}

fn text_of(path: &Path, max_file_size: u64) -> String {
    let mut bytes = Vec::new();
    let file = File::open(path);
    match file.and_then(|file| file.take(max_file_size).read_to_end(&mut bytes)) {
        Ok(_) => String::from_utf8_lossy(&bytes).into(),
        Err(_) => String::new(),
    }
}

/// `name=value`, line by line.
fn in_lines(text: &str) -> impl Iterator<Item = String> {
    let names = text.lines().filter_map(|line| line.split_once('='));
    names.map(|(name, _)| name.trim().to_lowercase())
}

/// Whether nodes run a file. One that looks like a program may lack its permission here only.
fn is_program(path: &Path, ending: &str, text: &str) -> bool {
    let mode = fs::metadata(path).map_or(0, |found| file_metadata::mode(&found));
    mode & 0o111 != 0 || text.starts_with("#!") || WINDOWS_PROGRAMS.contains(&ending)
}
