//! Tables made by a program name that program.

use std::fs;

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
const UNPINNED: usize = 245;

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
