//! The book and the other pages of the repository: links lead somewhere, examples give the output
//! that the page shows, generated pages are fresh.
//!
//! `PUPA_UPDATE=1` writes the generated pages, and the output of examples into the pages.

#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

mod console;
mod help_page;
mod links;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use page::Page;

/// The pages outside of the book whose links and examples are checked.
const PAGES: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "tests/README.md",
    "tools/README.md",
    "examples/repositories/README.md",
];

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The sources of the book.
fn book() -> PathBuf {
    root().join("docs/book/src")
}

/// Whether to write what is checked otherwise.
fn is_update() -> bool {
    std::env::var_os("PUPA_UPDATE").is_some()
}

/// The Markdown files directly in a directory.
fn markdown_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    files.sort();
    files
}

fn all_pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> = PAGES.iter().map(|path| root().join(path)).collect();
    paths.extend(markdown_files(&root().join("docs")));
    paths.extend(markdown_files(&root().join("docs/decisions")));
    paths.extend(markdown_files(&book()));
    paths.iter().map(|path| Page::read(path)).collect()
}

#[test]
fn links_lead_somewhere() {
    let dead: Vec<String> = all_pages().iter().flat_map(links::dead_links).collect();
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let summary = Page::read(&book().join("SUMMARY.md"));
    let listed: Vec<PathBuf> =
        summary.links().iter().map(|link| book().join(&link.target)).collect();
    for path in markdown_files(&book()) {
        let is_listed = path.ends_with("SUMMARY.md") || listed.contains(&path);
        assert!(is_listed, "SUMMARY.md does not list {}", path.display());
    }
}

#[test]
fn examples_print_the_documented_output() {
    let mut wrong = Vec::new();
    for page in all_pages() {
        if page.console_blocks().next().is_some() {
            wrong.extend(console::run(&page));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn help_page_is_fresh() {
    let path = book().join("help.md");
    let expected = help_page::text();
    if is_update() {
        fs::write(&path, expected).unwrap();
        return;
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == expected, "help.md is stale: run the tests with PUPA_UPDATE=1");
}

#[test]
fn schema_is_fresh() {
    let path = root().join("docs/pupa.schema.json");
    let printed = std::process::Command::new(env!("CARGO_BIN_EXE_pupa"))
        .args(["init", "--schema"])
        .output()
        .unwrap();
    assert!(printed.status.success());
    let expected = String::from_utf8(printed.stdout).unwrap();
    if is_update() {
        fs::write(&path, expected).unwrap();
        return;
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == expected, "pupa.schema.json is stale: run the tests with PUPA_UPDATE=1");
}

/// mdBook is only needed to publish the book; where it is installed, it has to accept the sources.
#[test]
fn mdbook_builds_the_book() {
    let destination = std::env::temp_dir().join(format!("pupa-book-{}", std::process::id()));
    let build = std::process::Command::new("mdbook")
        .arg("build")
        .arg("--dest-dir")
        .arg(&destination)
        .arg(root().join("docs/book"))
        .output();
    let _ = fs::remove_dir_all(&destination);
    if let Ok(output) = build {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
