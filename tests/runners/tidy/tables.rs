//! Tables made by a program name that program, and notes about compatibility name a test.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::sources::{assert_limit, root, rust_files};

/// Files that hold a generated table. Those that cannot have a comment are named in
/// `tools/README.md` together with their generator.
const GENERATED: [&str; 4] = [
    "crates/pupa-catalog/src/resource_type/core_types.rs",
    "crates/pupa-catalog/src/resource_type/agent_types.rs",
    "crates/pupa-regexp/src/meaning/property_tables.rs",
    "crates/pupa-ruby/src/puppet/reference_names.txt",
];

/// The number of `Compat:` notes that name no test. Each new note names its test.
const UNPINNED: usize = 151;

#[test]
fn generated_tables_name_their_generator() {
    let readme = fs::read_to_string(root().join("tools/README.md")).unwrap();
    for path in GENERATED {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let mut head: Vec<&str> = text.lines().take_while(|line| line.starts_with("//")).collect();
        head.extend(readme.lines().filter(|line| line.contains(path)));
        let head = head.join("\n");
        let generator = head.split(['`', ' ', '\n']).find(|word| word.starts_with("tools/"));
        let Some(generator) = generator else { panic!("{path} names no generator in tools/") };
        let generator = generator.trim_end_matches(['.', ',', ':']);
        assert!(root().join(generator).exists(), "{path} names {generator}, which is not there");
    }
}

#[test]
fn compat_notes_name_their_test() {
    let mut places = Vec::new();
    for file in rust_files().iter().filter(|file| file.is_product()) {
        for (number, comment) in file.comments() {
            if comment.contains("Compat:") && !comment.contains("Pinned by") {
                places.push(format!("{}:{number}", file.path));
            }
        }
    }
    assert_limit("`Compat:` notes that name no test (\"Pinned by `name`\")", &places, UNPINNED);
}

/// Adds the names of the fixtures below a directory: of sections, and of files.
fn add_fixtures(directory: &Path, names: &mut HashSet<String>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            add_fixtures(&path, names);
            continue;
        }
        names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        let text = fs::read_to_string(&path).unwrap_or_default();
        let headers = text.lines().filter_map(|line| line.strip_prefix("#--- "));
        names.extend(headers.filter_map(|header| header.split_whitespace().next()).map(Into::into));
    }
}

/// The names of all tests: functions in Rust, sections of fixtures, files of fixtures.
fn test_names() -> HashSet<String> {
    let mut names = HashSet::new();
    for file in rust_files() {
        let functions = file.text.lines().filter_map(|line| line.trim_start().strip_prefix("fn "));
        names.extend(functions.filter_map(|rest| rest.split('(').next()).map(Into::into));
    }
    add_fixtures(&root().join("tests/suite"), &mut names);
    for entry in fs::read_dir(root().join("crates")).unwrap().flatten() {
        add_fixtures(&entry.path().join("tests"), &mut names);
    }
    names
}

#[test]
fn compat_notes_name_tests_that_exist() {
    let names = test_names();
    let mut missing = Vec::new();
    for file in rust_files().iter().filter(|file| file.is_product()) {
        for (number, comment) in file.comments() {
            let pins = comment.split("Pinned by `").skip(1);
            for name in pins.filter_map(|rest| rest.split('`').next()) {
                if !names.contains(name) {
                    missing.push(format!("{}:{number}: {name}", file.path));
                }
            }
        }
    }
    assert!(missing.is_empty(), "these tests do not exist:\n{}", missing.join("\n"));
}
