//! The facts that modules provide, in Ruby code and in files.

use std::io;
use std::path::Path;

use pupa_data::{json, yaml};
use pupa_ruby::parse::fact_names;
use pupa_value::Value;
use rustc_hash::FxHashSet;

use pupa_project::files::Files;
use pupa_project::index::KeyPattern;
use pupa_project::modules::Modules;
use pupa_project::walk::{self, ending};

/// The extensions of programs that Facter runs on Windows.
const WINDOWS_PROGRAMS: &[&str] = &["bat", "cmd", "com", "exe", "ps1"];

/// The facts of modules.
#[derive(Debug, Default)]
pub(super) struct CustomFacts {
    /// The known names of facts.
    pub(super) names: FxHashSet<String>,
    /// The names of facts that are only partly known.
    patterns: Vec<KeyPattern>,
    /// Whether there may be other facts, from programs that determine the names when they run.
    pub(super) are_open: bool,
}

impl CustomFacts {
    /// The facts of all modules.
    pub(super) fn of_modules(modules: &Modules) -> CustomFacts {
        let files = modules.files();
        let mut facts = CustomFacts::default();
        for module in modules.names() {
            let Some(directory) = modules.directory(module) else { continue };
            let listing = walk::list(&*files.system, &directory.join("lib/facter"), &[]);
            facts.are_open |= listing.is_cut;
            for path in listing.files {
                let text = facts.text_of(&path, files);
                facts.add_ruby(&text);
            }
            let listing = walk::list(&*files.system, &directory.join("facts.d"), &[]);
            facts.are_open |= listing.is_cut;
            for path in listing.files {
                facts.add_file(&path, files);
            }
        }
        facts
    }

    /// Whether a module provides a fact with this name.
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

    /// The text of a file. A file that can't be read or is too large may define any fact.
    fn text_of(&mut self, path: &Path, files: &Files) -> String {
        match files.read(path) {
            Ok(contents) => String::from_utf8_lossy(&contents.bytes).into(),
            Err(error) => {
                self.are_open |= error.kind() == io::ErrorKind::FileTooLarge;
                String::new()
            }
        }
    }

    fn add_file(&mut self, path: &Path, files: &Files) {
        let text = self.text_of(path, files);
        let ending = ending(&path.to_string_lossy());
        let ending = ending.as_deref().unwrap_or_default();
        let value = match ending {
            "yaml" | "yml" => yaml::read(&text, yaml::Options::facts("")).ok(),
            "json" => json::read(&text).ok(),
            "txt" => return self.names.extend(in_lines(&text)),
            _ => {
                self.are_open |= is_program(files, path, ending, &text);
                return;
            }
        };
        if let Some(Value::Hash(hash)) = value.map(|document| document.value) {
            let names = hash.keys().filter_map(|key| key.as_str().map(str::to_lowercase));
            self.names.extend(names);
        }
    }
}

/// The names in lines of the form `name=value`.
fn in_lines(text: &str) -> impl Iterator<Item = String> {
    let names = text.lines().filter_map(|line| line.split_once('='));
    names.map(|(name, _)| name.trim().to_lowercase())
}

/// Whether nodes execute a file. A file with the content of a program may lack its permission only
/// on this machine.
fn is_program(files: &Files, path: &Path, ending: &str, text: &str) -> bool {
    let mode = files.system.stat(path).map_or(0, |found| found.mode);
    mode & 0o111 != 0 || text.starts_with("#!") || WINDOWS_PROGRAMS.contains(&ending)
}
