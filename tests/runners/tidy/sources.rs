//! The Rust sources of the repository, read for the rules.

use std::fs;
use std::path::{Path, PathBuf};

/// A Rust source file below `crates/`.
pub(crate) struct SourceFile {
    /// The path from the root of the repository, with slashes.
    pub(crate) path: String,
    /// The text.
    pub(crate) text: String,
}

impl SourceFile {
    /// The name of the crate it belongs to.
    pub(crate) fn crate_name(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or_default()
    }

    /// Whether it belongs to the library or binary itself, not to tests, examples or benchmarks.
    pub(crate) fn is_product(&self) -> bool {
        let is_test_file = self.path.ends_with("/tests.rs") || self.path.contains("/tests/");
        self.path.contains("/src/") && !is_test_file
    }

    /// The lines with their numbers from 1, up to the tests that end the file.
    pub(crate) fn product_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines.take_while(|(_, line)| line.trim() != "#[cfg(test)]")
    }

    /// The doc comments and comments: the number of the first line and the joined text.
    pub(crate) fn comments(&self) -> Vec<(usize, String)> {
        let mut blocks: Vec<(usize, String)> = Vec::new();
        let mut marker_before = None;
        for (index, line) in self.text.lines().enumerate() {
            let line = line.trim_start();
            let marker = ["//!", "///", "//"].into_iter().find(|marker| line.starts_with(marker));
            if let Some(marker) = marker {
                let text = line[marker.len()..].trim();
                match blocks.last_mut() {
                    Some((_, block)) if marker_before == Some(marker) => {
                        block.push(' ');
                        block.push_str(text);
                    }
                    _ => blocks.push((index + 1, text.to_owned())),
                }
            }
            marker_before = marker;
        }
        blocks
    }
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.parent().unwrap_or(folder).to_owned()
}

/// All Rust files of the crates, in the order of their paths.
pub(crate) fn rust_files() -> Vec<SourceFile> {
    let root = root();
    let mut files = Vec::new();
    let mut folders = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap_or(&path);
                files.push(SourceFile {
                    path: name.to_string_lossy().replace('\\', "/"),
                    text: fs::read_to_string(&path).unwrap(),
                });
            }
        }
    }
    files.sort_by(|left, right| left.path.cmp(&right.path));
    assert!(files.len() > 500, "the sources of the crates were not found");
    files
}

/// Fails with the places if there are more of them than the limit, and if there are fewer, so that
/// the limit follows.
pub(crate) fn assert_limit(rule: &str, places: &[String], limit: usize) {
    let display: Vec<&str> = places.iter().take(20).map(String::as_str).collect();
    assert!(
        places.len() <= limit,
        "{rule}: {} places, at most {limit} are allowed\n{}",
        places.len(),
        display.join("\n")
    );
    assert!(
        places.len() + limit / 10 >= limit,
        "{rule}: only {} places are left; lower the limit from {limit}",
        places.len()
    );
}
