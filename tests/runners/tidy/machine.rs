//! Files, the clock, the environment, processes and threads belong to the upper crates.

use crate::sources::{SourceFile, rust_files};

/// The crates that may use the machine directly.
const UPPER: [&str; 5] = ["pupa", "pupa-compiler", "pupa-lint", "pupa-project", "pupa-system"];

/// Paths of the standard library that reach outside of the process, or make threads.
const MACHINE: [&str; 7] = [
    "std::fs",
    "std::env",
    "std::process",
    "std::thread",
    "std::net",
    "std::time::SystemTime",
    "std::time::Instant",
];

fn places(files: &[SourceFile], wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut places = Vec::new();
    for file in files {
        for (number, line) in file.product_lines() {
            let code = line.split("//").next().unwrap_or_default();
            if wanted(code) {
                places.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    places
}

#[test]
fn lower_crates_ask_a_trait_for_the_machine() {
    let mut files = rust_files();
    files.retain(|file| file.is_product() && !UPPER.contains(&file.crate_name()));
    let uses = places(&files, |code| MACHINE.iter().any(|path| code.contains(path)));
    assert!(uses.is_empty(), "use the host instead:\n{}", uses.join("\n"));
}

#[test]
fn unix_interfaces_are_behind_cfg() {
    let mut files = rust_files();
    files.retain(SourceFile::is_product);
    // Code for Unix is in functions or modules of its own, marked a few lines above.
    let mut uses = Vec::new();
    for file in &files {
        let lines: Vec<&str> = file.product_lines().map(|(_, line)| line).collect();
        for (index, line) in lines.iter().enumerate() {
            let is_marked =
                lines[index.saturating_sub(4)..index].iter().any(|line| line.contains("cfg(unix)"));
            if line.contains("std::os::unix") && !is_marked {
                uses.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    assert!(uses.is_empty(), "put it behind `#[cfg(unix)]`:\n{}", uses.join("\n"));
}
