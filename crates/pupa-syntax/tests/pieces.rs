//! The pieces of a text are the text, byte for byte, whether it can be parsed or not.

use std::fs;
use std::path::{Path, PathBuf};

use pupa_syntax::source::Source;
use pupa_syntax::{Dialect, ParseOptions, Parsed, PieceKind, parse};

/// The manifests and templates below `tests/corpus` and the fixtures below `tests/suite`.
fn corpus() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    let mut folders = vec![tests.join("corpus"), tests.join("suite")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let extension = path.extension().unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if extension == "pp" || extension == "epp" {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(files.len() > 40, "the corpus was not found");
    files
}

fn dialect(path: &Path) -> Dialect {
    match path.extension().is_some_and(|extension| extension == "epp") {
        true => Dialect::Template,
        false => Dialect::Manifest,
    }
}

fn read(text: &str, dialect: Dialect) -> Parsed {
    let options = ParseOptions { dialect, ..ParseOptions::default() };
    parse(Source::new("test.pp", text).into(), &options)
}

/// Fails unless the pieces are in order, not empty, and leave nothing out.
fn assert_whole(text: &str, dialect: Dialect, name: &Path) {
    let parsed = read(text, dialect);
    let mut end = 0;
    for piece in parsed.pieces() {
        assert_eq!(piece.span.start, end, "{}: pieces leave a gap or overlap", name.display());
        assert!(piece.span.end > end, "{}: an empty piece", name.display());
        end = piece.span.end;
    }
    assert_eq!(end as usize, text.len(), "{}: pieces end early", name.display());
}

/// Texts that are cut off, and texts from which a range is missing.
fn broken(text: &str) -> Vec<String> {
    let boundary = |at: usize| (at..=text.len()).find(|&at| text.is_char_boundary(at));
    let mut texts = Vec::new();
    let mut seed = text.len() as u64 + 1;
    for _ in 0..12 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (seed >> 33) as usize % (text.len() + 1);
        let (Some(start), Some(end)) = (boundary(at), boundary((at + 1 + at % 7).min(text.len())))
        else {
            continue;
        };
        texts.push(text[..start].to_owned());
        texts.push(format!("{}{}", &text[..start], &text[end..]));
    }
    texts
}

#[test]
fn pieces_are_the_text() {
    for path in corpus() {
        let text = fs::read_to_string(&path).unwrap();
        assert_whole(&text, dialect(&path), &path);
    }
}

#[test]
fn pieces_of_broken_texts_are_the_text() {
    for path in corpus() {
        let text = fs::read_to_string(&path).unwrap();
        for text in broken(&text) {
            assert_whole(&text, dialect(&path), &path);
        }
    }
}

/// Everything that means something in a valid manifest is a token. Delimiters are those of
/// interpolations and the end lines of heredocs.
#[test]
fn tokens_cover_the_code_of_valid_manifests() {
    for path in corpus() {
        let text = fs::read_to_string(&path).unwrap();
        let parsed = read(&text, dialect(&path));
        if parsed.has_errors() || dialect(&path) == Dialect::Template {
            continue;
        }
        for piece in parsed.pieces() {
            let text = parsed.tree.source().slice(piece.span);
            let is_word = text.chars().all(|c| c.is_alphanumeric() || "_|-: .".contains(c));
            assert!(
                piece.kind != PieceKind::Delimiter || is_word || ["$", "}"].contains(&text),
                "{}: `{text}` at {} is no token",
                path.display(),
                piece.span.start
            );
        }
    }
}
