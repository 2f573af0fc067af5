//! Golden tests of the export.
//!
//! Each `NAME.pp` below `tests/export` has the expected packages beside it: `NAME.ecore` for types
//! without a namespace, `NAME.SPACE.ecore` for those in one. A first line `# forms: xmi json
//! annotations` selects forms of logic to compare. `PUPA_UPDATE=1` writes the expected files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_model::{Export, LogicForm, Model, export};
use pupa_syntax::source::Source;
use pupa_syntax::validate::{Extensions, Rules};
use pupa_syntax::{Dialect, ParseOptions, check, parse};

/// The model of a valid text.
fn model(name: &str, text: &str) -> Model {
    let rules = Rules { extensions: Extensions::On, ..Rules::default() };
    let checked = check(Arc::new(Source::new(name, text)), Dialect::Manifest, &rules);
    let wrong: Vec<&str> = checked.diagnostics.iter().map(|it| it.message.as_str()).collect();
    assert!(!checked.has_errors(), "{name}: {wrong:?}");
    let (model, problems) = Model::link([Arc::new(checked.tree)]);
    assert!(problems.is_empty(), "{name}: {problems:?}");
    model
}

/// Normalises white space, which the export may choose freely.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn texts(text: &str, form: LogicForm) -> Export {
    export(&model("test.pp", text), form)
}

#[test]
fn type_definitions_become_models() {
    let mut fixtures: Vec<PathBuf> = fs::read_dir("tests/export")
        .expect("there are definitions")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pp"))
        .collect();
    fixtures.sort();
    assert!(fixtures.len() >= 9, "there are definitions");
    let wrong: Vec<String> = fixtures.iter().flat_map(|fixture| failures(fixture)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Invalid definitions are not exported by the command line; a caller that exports them gets
/// well-formed XML and no panic.
#[test]
fn invalid_definitions_give_well_formed_xml() {
    let mut exported = 0;
    for fixture in ["disk", "settings", "spaces", "port", "every_expression"] {
        let path = format!("tests/export/{fixture}.pp");
        let text = fs::read_to_string(path).expect("a text");
        for (at, one) in text.char_indices() {
            let broken = format!("{}{}", &text[..at], &text[at + one.len_utf8()..]);
            let options = ParseOptions { extensions: true, ..ParseOptions::default() };
            let tree = parse(Arc::new(Source::new("broken.pp", broken)), &options).tree;
            let (model, _) = Model::link([Arc::new(tree)]);
            for form in [LogicForm::Xmi, LogicForm::Json, LogicForm::Annotations] {
                let files = export(&model, form).files;
                let xml = files.iter().filter(|file| !file.name.ends_with(".json"));
                xml.for_each(|file| assert_well_formed(&file.text));
                exported += 1;
            }
        }
    }
    assert!(exported > 1000, "there was something to break");
}

fn assert_well_formed(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    loop {
        match reader.read_event().expect("well-formed XML") {
            quick_xml::events::Event::Eof => return,
            quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                tag.attributes().for_each(|attribute| drop(attribute.expect("an attribute")));
            }
            _ => {}
        }
    }
}

/// The differences from the expected files of a fixture.
fn failures(fixture: &Path) -> Vec<String> {
    let text = fs::read_to_string(fixture).expect("a text");
    let name = fixture.file_stem().expect("a name").to_string_lossy();
    let model = model(&name, &text);
    let forms = text.lines().next().and_then(|line| line.strip_prefix("# forms: "));
    let mut answers = answers(&model, LogicForm::None, "");
    for form in forms.unwrap_or_default().split_whitespace() {
        answers.extend(match form {
            "xmi" => self::answers(&model, LogicForm::Xmi, ""),
            "json" => self::answers(&model, LogicForm::Json, ""),
            "annotations" => self::answers(&model, LogicForm::Annotations, "annotated."),
            _ => vec![(format!("{form}?"), "there is no such form".to_owned())],
        });
    }
    answers
        .into_iter()
        .filter_map(|(ending, found)| {
            let path = fixture.with_file_name(format!("{name}.{ending}"));
            if std::env::var_os("PUPA_UPDATE").is_some() {
                fs::write(&path, &found).expect("the answer is written");
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            (expected != found).then(|| format!("{} differs:\n{found}", path.display()))
        })
        .collect()
}

/// The exported files, by the extension of the expected file.
fn answers(model: &Model, form: LogicForm, prefix: &str) -> Vec<(String, String)> {
    let Export { files, diagnostics } = export(model, form);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let files = files.into_iter().filter(|file| file.name != "puppet-ast.ecore");
    let ending = |name: &str| name.strip_prefix("puppet.").unwrap_or(name).to_owned();
    files.map(|file| (format!("{prefix}{}", ending(&file.name)), file.text)).collect()
}

#[test]
fn the_example_of_the_specification_is_exported_exactly() {
    let text = fs::read_to_string("tests/export/team.pp").expect("the example");
    let expected = r##"<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="puppet" nsURI="http://puppet.types/puppet" nsPrefix="puppet">
  <eClassifiers xsi:type="ecore:EClass" name="Person">
    <eStructuralFeatures xsi:type="ecore:EAttribute" name="name" lowerBound="1"
        eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString"/>
  </eClassifiers>
  <eClassifiers xsi:type="ecore:EClass" name="Team">
    <eStructuralFeatures xsi:type="ecore:EReference" name="members" upperBound="-1" eType="#//Person" containment="true"/>
    <eStructuralFeatures xsi:type="ecore:EReference" name="lead" eType="#//Person"/>
  </eClassifiers>
</ecore:EPackage>"##;
    let found = &texts(&text, LogicForm::None).files[0].text;
    let (declaration, found) = found.split_once('\n').expect("two lines");
    assert_eq!(declaration, r#"<?xml version="1.0" encoding="UTF-8"?>"#);
    assert_eq!(words(found), words(expected));
}

/// Compares the metamodel with the committed file, on which tools rely; `PUPA_UPDATE=1` writes it.
#[test]
fn the_metamodel_of_the_tree_is_fresh() {
    let files = texts("type T { }", LogicForm::Xmi).files;
    let found = files.last().expect("the metamodel");
    assert_eq!(found.name, "puppet-ast.ecore");
    let path = Path::new("tests/export/puppet-ast.ecore");
    if std::env::var_os("PUPA_UPDATE").is_some() {
        fs::write(path, &found.text).expect("the metamodel is written");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(expected == found.text, "the metamodel changed: run the tests with PUPA_UPDATE=1");
}

#[test]
fn each_namespace_has_its_own_file() {
    let names = |form| -> Vec<String> {
        let export = texts("type B::T { } type A::B::T { } type T { }", form);
        export.files.into_iter().map(|file| file.name).collect()
    };
    assert_eq!(names(LogicForm::None), ["puppet.ecore", "A.B.ecore", "B.ecore"]);
    assert_eq!(
        names(LogicForm::Json),
        [
            "puppet.ecore",
            "puppet.impl.json",
            "A.B.ecore",
            "A.B.impl.json",
            "B.ecore",
            "B.impl.json"
        ]
    );
}

fn problems(text: &str, form: LogicForm) -> Vec<String> {
    let export = texts(text, form);
    let messages = export.diagnostics.iter().map(|diagnostic| {
        let position = diagnostic.location.as_ref().expect("it has a place").start();
        format!("{}:{} {}", position.line, position.column, diagnostic.message)
    });
    messages.collect()
}

#[test]
fn files_that_differ_only_in_case_are_an_error() {
    assert_eq!(
        problems("type MyApp::A { }\ntype Myapp::B { }", LogicForm::None),
        ["2:6 `MyApp` and `Myapp` would be exported to the same file, `Myapp.ecore`"]
    );
    assert_eq!(
        problems("type T { }\ntype Puppet::T { }", LogicForm::None),
        ["2:6 types at the top and `Puppet` would be exported to the same file, `Puppet.ecore`"]
    );
}

#[test]
fn characters_illegal_in_xml_are_an_error() {
    let default = "type T {\n  attr a, String { default => \"\\u{1}\" }\n}";
    assert_eq!(
        problems(default, LogicForm::None),
        ["2:8 the character U+0001 can't be written in XML"]
    );
    let check = "type T {\n  attr a { check => $it != \"\\u{1}\" }\n  attr b { check => $it }\n}";
    assert_eq!(
        problems(check, LogicForm::Xmi),
        ["2:8 the character U+0001 can't be written in XML"]
    );
    // Notation can escape control characters.
    assert_eq!(problems(check, LogicForm::Json), [""; 0]);
    assert_eq!(problems(check, LogicForm::Annotations), [""; 0]);
    assert_eq!(
        problems("type T { attr a { check => $it != \"\\uFFFE\" } }", LogicForm::Annotations).len(),
        1
    );
}

#[test]
fn bounds_are_kept_within_those_of_ecore() {
    let text = "type T { attr a { min => 2147483648, max => 99999999999 } }";
    assert_eq!(problems(text, LogicForm::None).len(), 2);
    let exported = &texts(text, LogicForm::None).files[0].text;
    assert!(words(exported).contains(r#"lowerBound="2147483647" upperBound="2147483647""#));
}
