//! Golden tests of the import.
//!
//! Each directory below `tests/import` contains models, the expected types (`types.pp`) and
//! warnings (`warnings.txt`), or the expected error (`error.txt`). `PUPA_UPDATE=1` writes the
//! expected files. Each `types.pp` must be valid.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_model::{Model, import};
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Rules};
use pupa_syntax::{Dialect, check};

#[test]
fn models_become_type_definitions() {
    let mut directories: Vec<PathBuf> = fs::read_dir("tests/import")
        .expect("there are models")
        .map(|entry| entry.expect("a directory").path())
        .collect();
    directories.sort();
    assert!(directories.len() > 10, "there are models");
    let wrong: Vec<String> = directories.iter().filter_map(|one| failure(one)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The difference from the expected files of a directory, if any.
fn failure(directory: &Path) -> Option<String> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ecore"))
        .collect();
    files.sort();
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text"))
        })
        .collect();
    let texts = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let (types, warnings, error) = match import(texts) {
        Ok(imported) => {
            let lines = imported.warnings.iter().map(|warning| format!("{warning}\n"));
            (imported.text(), lines.collect(), String::new())
        }
        Err(error) => (String::new(), String::new(), format!("{error}\n")),
    };
    let answers = [("types.pp", &types), ("warnings.txt", &warnings), ("error.txt", &error)];
    let differs = answers.iter().find_map(|(name, text)| compare(&directory.join(name), text));
    differs.or_else(|| invalid(&types).map(|why| format!("{}: {why}", directory.display())))
}

/// Compares with the expected file, or writes it. An empty output has no file.
fn compare(path: &Path, text: &str) -> Option<String> {
    if std::env::var_os("PUPA_UPDATE").is_some() {
        if text.is_empty() {
            let _ = fs::remove_file(path);
        } else {
            fs::write(path, text).expect("the answer is written");
        }
        return None;
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    (known != text).then(|| format!("{} should be:\n{text}", path.display()))
}

/// The first problem of type definitions, if any.
fn invalid(types: &str) -> Option<String> {
    let rules = Rules { extensions: Extensions::On, ..Rules::default() };
    let checked = check(Arc::new(Source::new("types.pp", types)), Dialect::Manifest, &rules);
    if let Some(diagnostic) = checked.diagnostics.first() {
        return Some(diagnostic.message.to_string());
    }
    let (_, problems) = Model::link([Arc::new(checked.tree)]);
    problems.first().map(|problem| problem.message.clone())
}
