//! Round trips of type definitions through Ecore.

use std::fs;
use std::sync::Arc;

use pupa_model::{LogicForm, Model, ModelFile, export, import};
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Rules};
use pupa_syntax::{Dialect, check};

fn model(text: &str) -> Model {
    let rules = Rules { extensions: Extensions::On, ..Rules::default() };
    let checked = check(Arc::new(Source::new("types.pp", text)), Dialect::Manifest, &rules);
    assert!(checked.diagnostics.is_empty(), "{:?}\n{text}", checked.diagnostics);
    let (model, problems) = Model::link([Arc::new(checked.tree)]);
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    model
}

/// Exports types, imports them and exports them again: the models must be equal. Returns the
/// imported types.
fn assert_round_trip(types: &str, form: LogicForm) -> String {
    let first = exported(types, form);
    let texts = first.iter().map(|file| (file.name.as_str(), file.text.as_str()));
    let imported = import(texts).expect("what was exported is a model");
    assert_eq!(imported.warnings, [], "{types}");
    let again = exported(&imported.text(), form);
    for (first, again) in first.iter().zip(&again) {
        assert_eq!(first.name, again.name);
        assert_eq!(first.text, again.text, "{types}\n{}", imported.text());
    }
    assert_eq!(first.len(), again.len());
    imported.text()
}

fn exported(types: &str, form: LogicForm) -> Vec<ModelFile> {
    let export = export(&model(types), form);
    assert!(export.diagnostics.is_empty(), "{:?}", export.diagnostics);
    export.files
}

/// The types of the import fixtures, which have no logic.
#[test]
fn models_survive() {
    let mut count = 0;
    for entry in fs::read_dir("tests/import").expect("there are models") {
        let path = entry.expect("a directory").path().join("types.pp");
        if let Ok(types) = fs::read_to_string(path) {
            assert_round_trip(&types, LogicForm::None);
            count += 1;
        }
    }
    assert!(count > 8, "there are models");
}

/// Logic of all kinds survives in annotations.
#[test]
fn logic_survives_in_annotations() {
    let types = fs::read_to_string("tests/round_trip/logic.pp").expect("there is a file");
    let imported = assert_round_trip(&types, LogicForm::Annotations);
    let path = "tests/round_trip/logic-again.pp";
    if std::env::var_os("PUPA_UPDATE").is_some() {
        fs::write(path, &imported).expect("the answer is written");
    }
    assert_eq!(imported, fs::read_to_string(path).unwrap_or_default());
    // The output of the first import is canonical.
    assert_eq!(assert_round_trip(&imported, LogicForm::Annotations), imported);
}

/// A heredoc becomes a string with the same value.
#[test]
fn heredocs_become_strings() {
    let types = "type T {\n  attr a {\n    check => {\n      $text = @(\"END\":json)\n        {\"a\": \
                 \"${it}\"}\n        | END\n      $text == @(END)\n        b\\c\n        | END\n    }\n  \
                 }\n}\n";
    let files = exported(types, LogicForm::Annotations);
    assert!(files[0].text.contains("(heredoc {:syntax "), "{}", files[0].text);
    let texts = files.iter().map(|file| (file.name.as_str(), file.text.as_str()));
    let imported = import(texts).expect("what was exported is a model");
    assert_eq!(imported.warnings, []);
    let code = "  $text = \"{\\\"a\\\": \\\"${it}\\\"}\\n\"\n      $text == \"b\\\\c\\n\"\n";
    assert!(imported.text().contains(code), "{}", imported.text());
}
