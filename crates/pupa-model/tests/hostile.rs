//! Property tests of the import: it terminates on any input, and its types are valid.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use pupa_model::{Model, document, import, to_dot, to_html, to_markdown, to_mermaid, to_svg};
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Rules};
use pupa_syntax::{Dialect, check};

/// The models of the import fixtures.
fn fixtures() -> Vec<String> {
    let mut texts = Vec::new();
    for directory in fs::read_dir("tests/import").expect("there are models") {
        for file in fs::read_dir(directory.expect("a directory").path()).expect("a directory") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "ecore") {
                texts.push(fs::read_to_string(path).expect("a text"));
            }
        }
    }
    texts.sort();
    texts
}

/// Imports a text. If it is a model, its types must be valid and all output formats must work.
fn assert_sound(text: &str) {
    let Ok(imported) = import([("model.ecore", text)]) else { return };
    let types = imported.text();
    let rules = Rules { extensions: Extensions::On, ..Rules::default() };
    let checked = check(Arc::new(Source::new("types.pp", types)), Dialect::Manifest, &rules);
    let types = checked.tree.source().text();
    assert!(checked.diagnostics.is_empty(), "{:?}\n{types}\n{text}", checked.diagnostics);
    let (model, problems) = Model::link([Arc::new(checked.tree)]);
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    let documentation = document(&model);
    for made in [to_markdown(&documentation), to_html(&documentation, None), to_dot(&model)] {
        assert!(!made.is_empty());
    }
    assert!(to_mermaid(&model).starts_with("classDiagram\n"));
    assert!(to_svg(&model).ends_with("</svg>\n"));
}

/// A random change of a text: position (in 1/10,000), kind and choice.
type Change = (usize, usize, usize);

const PIECES: [&str; 24] = [
    "<",
    ">",
    "/>",
    "\"",
    "&",
    "&amp;",
    "name=\"\"",
    "name=\"true\"",
    "name=\"String\"",
    "-1",
    "eType=\"#//Item\"",
    "abstract=\"true\"",
    "<eClassifiers xsi:type=\"ecore:EClass\"/>",
    "é\u{0}",
    "upperBound=\"99999999999999999999\"",
    "defaultValueLiteral=\"${x}'\"",
    "#//",
    "]]>",
    "<!--",
    "<![CDATA[",
    "xmi:id=\"_b\"",
    "ecore:",
    "derived=\"true\"",
    "eSuperTypes=\"#//Library #//Book\"",
];

fn apply_changes(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    for (at, kind, what) in changes {
        // Most changes affect whole lines; otherwise the text would hardly ever remain valid XML.
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let line = at * lines.len() / 10_000;
        let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
        match kind % 5 {
            0 => drop(lines.remove(line)),
            1 => lines.insert(line, lines[line].clone()),
            2 => {
                let other = what * lines.len() / 10_000;
                lines.swap(line, other);
            }
            3 => {
                let words: Vec<&str> = lines[line].split(' ').collect();
                let piece = PIECES[what % PIECES.len()];
                let index = what % words.len();
                let new: Vec<&str> = words
                    .iter()
                    .enumerate()
                    .map(|(at, word)| if at == index { piece } else { word })
                    .collect();
                lines[line] = new.join(" ");
            }
            _ => {
                let middle = lines[line].find('"').map_or(0, |at| at + 1);
                lines[line].insert_str(middle, PIECES[what % PIECES.len()]);
            }
        }
        text = lines.concat();
        if text.is_empty() {
            break;
        }
    }
    text
}

proptest! {
    #[test]
    fn imports_of_modified_models_are_sound(
        fixture in any::<prop::sample::Index>(),
        changes in prop::collection::vec((0_usize..10_000, any::<usize>(), 0_usize..10_000), 1..6),
    ) {
        let fixtures = fixtures();
        assert_sound(&apply_changes(fixture.get::<String>(&fixtures), &changes));
    }

    #[test]
    fn imports_of_any_text_are_sound(text in ".*") {
        assert_sound(&text);
    }

    #[test]
    fn imports_of_any_names_and_references_are_sound(
        classes in prop::collection::vec(
            ("[A-Za-z_é1 -]{0,3}", 0_usize..6, prop::collection::vec(
                ("[A-Za-z_é1 -]{0,3}", 0_usize..8, -3_i64..4, -3_i64..4, "[a-c0-9.' \n-]{0,3}"), 0..5)),
            0..6),
    ) {
        let mut text = "<ecore:EPackage xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
            xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" name=\"p\" \
            nsURI=\"http://puppet.types/puppet\">".to_owned();
        for (name, base, features) in &classes {
            let _ = write!(text, "<eClassifiers xsi:type=\"ecore:EClass\" name=\"{name}\" \
                eSuperTypes=\"#//@eClassifiers.{base}\">");
            for (name, ty, lower, upper, default) in features {
                let ty = match ty {
                    0..4 => format!("#//@eClassifiers.{ty}"),
                    _ => format!("http://www.eclipse.org/emf/2002/Ecore#//{}",
                        ["EString", "ELong", "EDouble", "EBoolean"][ty - 4]),
                };
                let _ = write!(text, "<eStructuralFeatures xsi:type=\"ecore:EAttribute\" \
                    name=\"{name}\" eType=\"{ty}\" lowerBound=\"{lower}\" upperBound=\"{upper}\" \
                    defaultValueLiteral=\"{default}\"/>");
            }
            text.push_str("</eClassifiers>");
        }
        text.push_str("</ecore:EPackage>");
        prop_assert!(import([("model.ecore", text.as_str())]).is_ok());
        assert_sound(&text);
    }
}
