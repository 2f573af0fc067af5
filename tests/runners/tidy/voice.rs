//! The voice of comments: nouns first, the established terms, one reading.

use crate::sources::{assert_limit, rust_files};

/// Openings of comments that put a clause where the reader expects a noun.
const OPENINGS: [&str; 3] = ["What ", "Whatever ", "Whoever "];

/// Constructions that a reader has to decode.
const BANNED: [&str; 8] = [
    "is told",
    "are told",
    "stands for",
    "stand for",
    " is no ",
    "nobody knows",
    "mend ",
    "mends ",
];

/// The number of comments that open so.
const OPENING_LIMIT: usize = 0;

/// The number of comments with one of the constructions.
const BANNED_LIMIT: usize = 0;

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
            // Existence and time are ordinary uses of the words.
            let rest = comment.replace("here is no ", "").replace("is no longer", "");
            if let Some(found) = BANNED.iter().find(|banned| rest.contains(**banned)) {
                places.push(format!("{}:{number}: `{}`: {comment}", file.path, found.trim()));
            }
        }
    }
    assert_limit("comments with banned constructions", &places, BANNED_LIMIT);
}

#[test]
fn modules_have_a_description() {
    let mut places = Vec::new();
    for file in rust_files().iter().filter(|file| file.is_product()) {
        let description = file.text.lines().find(|line| !line.trim().is_empty());
        if !description.is_some_and(|line| line.starts_with("//!")) {
            places.push(file.path.clone());
        }
    }
    assert!(places.is_empty(), "files without a `//!` description:\n{}", places.join("\n"));
}
