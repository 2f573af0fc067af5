//! The voice of comments, test names, fixtures and pages: nouns first, the established terms, one
//! reading.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sources::{assert_limit, root, rust_files};

/// Openings that put a clause where the reader expects a noun.
const OPENINGS: [&str; 3] = ["What ", "Whatever ", "Whoever "];

/// Constructions that a reader has to decode.
const BANNED: [&str; 10] = [
    "is told",
    "are told",
    "stands for",
    "stand for",
    " is no ",
    " are no ",
    "nobody knows",
    "whoever ",
    "mend ",
    "mends ",
];

/// Words that make the name of a test a riddle. Names have `_` or `-` around each word.
const BANNED_IN_NAMES: [&str; 11] = [
    "_told_",
    "_said_",
    "_tells_",
    "_nobody_",
    "_somebody_",
    "_whoever_",
    "_whatever_",
    "_trouble_",
    "_is_no_",
    "_are_no_",
    "_stands_",
];

/// The number of comments that open so.
const OPENING_LIMIT: usize = 0;

/// The number of comments with one of the constructions.
const BANNED_LIMIT: usize = 0;

/// The number of names of tests and fixtures that open with `what` or have one of the words.
const NAME_LIMIT: usize = 0;

/// The number of comments of fixtures with an opening or a construction.
const FIXTURE_LIMIT: usize = 0;

/// The number of paragraphs of pages with an opening or a construction.
const PAGE_LIMIT: usize = 0;

/// Finds a construction in a text. Existence and time are ordinary uses of the words.
fn banned(text: &str) -> Option<&'static str> {
    let rest =
        text.replace("here is no ", "").replace("here are no ", "").replace(" no longer", "");
    BANNED.into_iter().find(|banned| rest.contains(banned))
}

/// Finds an opening or a construction in a text.
fn fault(text: &str) -> Option<&'static str> {
    OPENINGS.into_iter().find(|opening| text.starts_with(opening)).or_else(|| banned(text))
}

/// Finds an opening or a word in the name of a test or fixture.
fn fault_of_name(name: &str) -> Option<&'static str> {
    let name = format!("_{}_", name.replace('-', "_"));
    if name.starts_with("_what_") {
        return Some("what");
    }
    BANNED_IN_NAMES.into_iter().find(|word| name.contains(word))
}

/// Returns the files below a path of the repository with one of the extensions, sorted by path.
fn texts(path: &str, extensions: &[&str]) -> Vec<(String, String)> {
    fn add(path: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
        if path.is_dir() {
            for entry in fs::read_dir(path).unwrap() {
                add(&entry.unwrap().path(), extensions, found);
            }
        } else if path
            .extension()
            .is_some_and(|extension| extensions.iter().any(|wanted| extension == *wanted))
        {
            found.push(path.to_owned());
        }
    }
    let mut found = Vec::new();
    add(&root().join(path), extensions, &mut found);
    found.sort();
    let named = |path: PathBuf| {
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        (name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned())
    };
    found.into_iter().map(named).collect()
}

/// The names of the functions with the attribute `#[test]`, with their lines.
fn tests(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_test = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if let Some((_, rest)) = line.split_once("fn ") {
            if is_test && !line.starts_with("//") {
                found.push((index + 1, rest.split('(').next().unwrap_or(rest)));
            }
            is_test = false;
        } else if line == "#[test]" {
            is_test = true;
        }
    }
    found
}

/// The paragraphs, list items and table cells of a page outside of blocks of code, with their
/// lines.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut in_code = false;
    let mut continues = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("```") {
            in_code = !in_code;
            continues = false;
        } else if in_code || line.is_empty() {
            continues = false;
        } else if line.starts_with('|') {
            found.extend(line.split('|').map(|cell| (index + 1, cell.trim().to_owned())));
            continues = false;
        } else {
            let own = line.trim_start_matches(['-', '*', '>', '#', ' ']);
            match found.last_mut() {
                Some((_, paragraph)) if continues && own == line => {
                    paragraph.push(' ');
                    paragraph.push_str(own);
                }
                _ => found.push((index + 1, own.to_owned())),
            }
            continues = !line.starts_with('#');
        }
    }
    found
}

#[test]
fn comments_open_with_a_noun_or_a_verb() {
    let mut places = Vec::new();
    for file in rust_files() {
        for (number, comment) in file.comments() {
            if OPENINGS.iter().any(|opening| comment.starts_with(opening)) {
                places.push(format!("{}:{number}: {comment}", file.path));
            }
        }
    }
    assert_limit("comments that open with What, Whatever or Whoever", &places, OPENING_LIMIT);
}

#[test]
fn comments_use_plain_constructions() {
    let mut places = Vec::new();
    for file in rust_files() {
        for (number, comment) in file.comments() {
            if let Some(found) = banned(&comment) {
                places.push(format!("{}:{number}: `{}`: {comment}", file.path, found.trim()));
            }
        }
    }
    assert_limit("comments with banned constructions", &places, BANNED_LIMIT);
}

#[test]
fn tests_have_plain_names() {
    let mut places = Vec::new();
    for (path, text) in texts("crates", &["rs"]).into_iter().chain(texts("tests", &["rs"])) {
        for (number, name) in tests(&text) {
            if let Some(found) = fault_of_name(name) {
                places.push(format!("{path}:{number}: `{found}`: {name}"));
            }
        }
    }
    assert_limit("names of tests with banned words", &places, NAME_LIMIT);
}

#[test]
fn fixtures_have_plain_names_and_comments() {
    let mut names = Vec::new();
    let mut comments = Vec::new();
    for (path, text) in texts("tests/suite", &["pp", "env"]) {
        for (index, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", index + 1);
            if let Some(header) = line.strip_prefix("#--- ") {
                let name = header.split(' ').next().unwrap_or(header);
                if let Some(found) = fault_of_name(name) {
                    names.push(format!("{place}: `{found}`: {name}"));
                }
            } else if let Some(comment) = line.strip_prefix("# ") {
                // Marks such as `# Error:` hold messages, some of them the reference's.
                let is_mark = comment.split(' ').next().is_some_and(|word| word.ends_with(':'));
                if let Some(found) = fault(comment).filter(|_| !is_mark) {
                    comments.push(format!("{place}: `{}`: {comment}", found.trim()));
                }
            }
        }
    }
    assert_limit("names of fixtures with banned words", &names, NAME_LIMIT);
    assert_limit("comments of fixtures with banned constructions", &comments, FIXTURE_LIMIT);
}

#[test]
fn pages_use_plain_constructions() {
    let mut places = Vec::new();
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs"];
    for (path, text) in pages.into_iter().flat_map(|path| texts(path, &["md"])) {
        for (number, paragraph) in paragraphs(&text) {
            // Questions may open with `What`.
            let is_question = paragraph.split(['.', ':']).next().unwrap_or_default().contains('?');
            let found = if is_question { banned(&paragraph) } else { fault(&paragraph) };
            if let Some(found) = found {
                places.push(format!("{path}:{number}: `{}`: {paragraph}", found.trim()));
            }
        }
    }
    assert_limit("paragraphs of pages with banned constructions", &places, PAGE_LIMIT);
}

/// A description is at least one sentence or noun phrase that ends as a sentence does.
#[test]
fn modules_have_a_description() {
    let mut places = Vec::new();
    for file in rust_files().iter().filter(|file| file.is_product()) {
        let lines = file.text.lines().skip_while(|line| line.trim().is_empty());
        let lines = lines.map_while(|line| line.strip_prefix("//!").map(str::trim));
        let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        let description = lines.join(" ");
        let ending = description.trim_end_matches(['`', '*', ')', '"']).chars().last();
        let is_sentence = ending.is_some_and(|last| ".:?!…".contains(last));
        if !is_sentence || description.split(' ').count() < 3 {
            places.push(format!("{}: {description}", file.path));
        }
    }
    assert!(places.is_empty(), "files without a sentence in `//!`:\n{}", places.join("\n"));
}
