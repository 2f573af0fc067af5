//! Golden tests of documentation and diagrams.
//!
//! Each directory below `tests/documents` contains type definitions and the expected output in all
//! formats. `PUPA_UPDATE=1` writes the expected files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_model::{Model, document, to_dot, to_html, to_json, to_markdown, to_mermaid, to_svg};
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Rules};
use pupa_syntax::{Dialect, check};

#[test]
fn types_become_documents() {
    let mut directories: Vec<PathBuf> = fs::read_dir("tests/documents")
        .expect("there are types")
        .map(|entry| entry.expect("a directory").path())
        .collect();
    directories.sort();
    assert!(directories.len() >= 3, "there are types");
    let wrong: Vec<String> = directories.iter().flat_map(|one| failures(one)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn failures(directory: &Path) -> Vec<String> {
    let model = model(directory);
    let documentation = document(&model);
    let answers = [
        ("types.md", to_markdown(&documentation)),
        ("types.html", to_html(&documentation, None)),
        ("types.json", to_json(&documentation)),
        ("types.dot", to_dot(&model)),
        ("types.mmd", to_mermaid(&model)),
        ("types.svg", to_svg(&model)),
    ];
    answers.iter().filter_map(|(name, text)| compare(&directory.join(name), text)).collect()
}

fn model(directory: &Path) -> Model {
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pp"))
        .collect();
    files.sort();
    let rules = Rules { extensions: Extensions::On, ..Rules::default() };
    let trees = files.iter().map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("a text");
        let checked = check(Arc::new(Source::new(name, text)), Dialect::Manifest, &rules);
        assert!(checked.diagnostics.is_empty(), "{}: {:?}", path.display(), checked.diagnostics);
        Arc::new(checked.tree)
    });
    let (model, problems) = Model::link(trees);
    assert!(problems.is_empty(), "{}: {problems:?}", directory.display());
    model
}

/// Compares with the expected file, or writes it.
fn compare(path: &Path, text: &str) -> Option<String> {
    if std::env::var_os("PUPA_UPDATE").is_some() {
        fs::write(path, text).expect("the answer is written");
        return None;
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    (known != text).then(|| format!("{} should be:\n{text}", path.display()))
}
