//! Values with the list of the files that they were made from.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::{Command, Contents, Entry, Finished, Kind, Stamp, Stat, System};

/// A value with its dependencies.
#[derive(Debug, Clone)]
pub struct Tracked<T> {
    /// The value.
    pub value: T,
    /// The files that it was made from.
    pub inputs: Inputs,
}

/// Files and directories with their stamps at that time, including missing ones.
#[derive(Debug, Clone, Default)]
pub struct Inputs(Vec<Input>);

#[derive(Debug, Clone)]
struct Input {
    path: Box<Path>,
    property: Property,
    /// Whether the file had changed so recently that it could change again without getting another
    /// stamp.
    is_young: bool,
}

/// The property of a file that a value depends on; `None` if the file is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Property {
    /// The content.
    Stamp(Option<Stamp>),
    /// Whether it is a file or a directory, independent of its content.
    Kind(Option<Kind>),
}

/// The age in nanoseconds below which a file may change again and keep its stamp, because the clock
/// of the file system advances in steps.
const YOUNG: i128 = 20_000_000;

impl<T> Tracked<T> {
    /// Makes a value, and records all files that `make` requests from its system.
    pub fn make(system: &dyn System, make: impl FnOnce(&dyn System) -> T) -> Tracked<T> {
        let recorder = Recorder { system, inputs: Mutex::default() };
        let value = make(&recorder);
        let inputs = recorder.inputs.into_inner().unwrap_or_else(PoisonError::into_inner);
        Tracked { value, inputs: Inputs(inputs) }
    }

    /// Whether none of the files has changed. Only their properties are read.
    pub fn is_current(&self, system: &dyn System) -> bool {
        self.inputs.are_current(system)
    }
}

impl Inputs {
    /// Whether none of the files has changed.
    pub fn are_current(&self, system: &dyn System) -> bool {
        self.0.iter().all(|input| {
            let found = system.stat(&input.path).ok();
            let property = match input.property {
                Property::Stamp(_) => Property::Stamp(found.map(|found| found.stamp)),
                Property::Kind(_) => Property::Kind(found.map(|found| found.kind)),
            };
            !input.is_young && property == input.property
        })
    }
}

/// A system that records the requests it gets.
#[derive(Debug)]
struct Recorder<'s> {
    system: &'s dyn System,
    inputs: Mutex<Vec<Input>>,
}

impl Recorder<'_> {
    fn note(&self, path: &Path, stamp: Option<Stamp>) {
        let is_young = stamp.is_some_and(|stamp| {
            let age = self.system.now().saturating_sub(stamp.changed.max(stamp.modified));
            (-YOUNG..YOUNG).contains(&age)
        });
        self.add(path, Property::Stamp(stamp), is_young);
    }

    fn add(&self, path: &Path, property: Property, is_young: bool) {
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        if inputs.last().is_none_or(|last| *last.path != *path || last.property != property) {
            inputs.push(Input { path: path.into(), property, is_young });
        }
    }

    fn note_current(&self, path: &Path) -> io::Result<Stat> {
        let found = self.system.stat(path);
        self.note(path, found.as_ref().ok().map(|found| found.stamp));
        found
    }
}

impl System for Recorder<'_> {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents> {
        let read = self.system.read(path, limit);
        match &read {
            Ok(contents) => self.note(path, Some(contents.stamp)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.note(path, None),
            Err(_) => drop(self.note_current(path)),
        }
        read
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        // Most of the requested directories are missing.
        self.note_current(path)?;
        self.system.list(path)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.note_current(path)
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        let found = self.system.kind(path);
        self.add(path, Property::Kind(found.as_ref().ok().copied()), false);
        found
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.note_current(path)?;
        self.system.real_path(path)
    }

    fn stat_entry(&self, path: &Path) -> io::Result<Stat> {
        // A broken link is an entry too.
        let _ = self.note_current(path);
        self.system.stat_entry(path)
    }

    fn run(&self, command: &Command<'_>) -> io::Result<Finished> {
        self.system.run(command)
    }

    fn now(&self) -> i128 {
        self.system.now()
    }

    fn variables(&self) -> Vec<(String, String)> {
        self.system.variables()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    #[test]
    fn changes_of_inputs_are_noticed() {
        let memory = Memory::of([("/m/a", "1"), ("/m/b", "2")]);
        let read = |system: &dyn System| {
            let text = |path: &str| system.read_text(Path::new(path), 10).unwrap_or_default();
            text("/m/a") + &text("/m/c")
        };
        let made = Tracked::make(&memory, read);
        assert_eq!(made.value, "1");
        assert!(made.is_current(&memory));
        memory.set("/m/b", "3");
        assert!(made.is_current(&memory));
        memory.set("/m/c", "4");
        assert!(!made.is_current(&memory));
        let made = Tracked::make(&memory, read);
        assert_eq!(made.value, "14");
        memory.remove("/m/a");
        assert!(!made.is_current(&memory));
    }

    #[test]
    fn a_kind_does_not_depend_on_the_content() {
        let memory = Memory::of([("/m/a", "1")]);
        let made = Tracked::make(&memory, |system| system.is_file(Path::new("/m/a")));
        assert!(made.value);
        memory.set("/m/a", "2");
        assert!(made.is_current(&memory));
        memory.remove("/m/a");
        assert!(!made.is_current(&memory));
        memory.set("/m/a/b", "");
        assert!(!made.is_current(&memory));
    }

    #[test]
    fn names_in_directories_are_inputs() {
        let memory = Memory::of([("/m/a", "1")]);
        let count =
            |system: &dyn System| system.list(Path::new("/m")).map_or(0, |names| names.len());
        let made = Tracked::make(&memory, count);
        memory.set("/m/a", "2");
        assert!(made.is_current(&memory));
        memory.set("/m/b", "");
        assert!(!made.is_current(&memory));
    }
}
