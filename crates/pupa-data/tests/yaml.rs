//! Compares YAML with Ruby's results (recorded by `tools/yaml_expectations.rb`), and reading with
//! writing.

#[path = "../examples/yaml_json/answer.rs"]
mod answer;

use std::path::Path;

use pupa_data::yaml::{self, Options};
use pupa_data::{Document, Place, Places};
use pupa_value::Value;
use pupa_value::text::literal;
use serde_json::Value as Json;

fn read(text: &str) -> Document {
    yaml::read(text, Options::data("F")).expect(text)
}

fn error_message(text: &str) -> String {
    yaml::read(text, Options::data("F")).expect_err(text).message
}

#[test]
fn fixtures_are_read_as_ruby_reads_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/yaml");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "yaml"));
    names.sort();
    assert!(names.len() > 70, "{}", names.len());
    for path in names {
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("json")).unwrap();
        let expected: Json = serde_json::from_str(&expected).unwrap();
        for word in ["data", "facts"] {
            let got: Json = serde_json::from_str(&answer::answer(word, &text)).unwrap();
            assert_eq!(got, expected[word], "{} as {word}", path.display());
        }
    }
}

/// The places of a value and its parts, each with the value there.
fn places(value: &Value, places: &Places, lines: &mut Vec<String>) {
    let Place { line, column } = places.place;
    lines.push(format!("{line}:{column} {}", literal(value)));
    let parts: Vec<&Value> = match value {
        Value::Array(elements) => elements.iter().collect(),
        Value::Hash(hash) => hash.values().collect(),
        _ => Vec::new(),
    };
    assert_eq!(parts.len(), places.parts().len());
    for (part, place) in parts.into_iter().zip(places.parts()) {
        self::places(part, place, lines);
    }
}

#[test]
fn every_value_has_its_place() {
    let text = "---\nbase: &b {x: 1, é: [2, 3]}\nuse:\n  <<: *b\n  x: 4\n  y: *b\nbase: 5\n";
    let document = read(text);
    let mut lines = Vec::new();
    places(&document.value, &document.places, &mut lines);
    assert_eq!(
        lines,
        [
            "2:1 {'base' => 5, 'use' => {'x' => 4, 'é' => [2, 3], 'y' => {'x' => 1, 'é' => [2, 3]}}}",
            "7:1 5",
            "3:1 {'x' => 4, 'é' => [2, 3], 'y' => {'x' => 1, 'é' => [2, 3]}}",
            "5:3 4",
            "2:17 [2, 3]",
            "2:21 2",
            "2:24 3",
            "6:3 {'x' => 1, 'é' => [2, 3]}",
            "2:11 1",
            "2:17 [2, 3]",
            "2:21 2",
            "2:24 3",
        ]
    );
}

#[test]
fn duplicates_are_reported_except_merged_entries() {
    let document = read("a: 1\nb: &b {c: 1, c: 2}\nd: {<<: *b, c: 3}\na: 4\n:e: 1\n:e: 2\n");
    let found: Vec<_> = document
        .duplicates
        .iter()
        .map(|one| (one.key.as_str(), one.first.line, one.second.line, one.second.column))
        .collect();
    assert_eq!(found, [("c", 2, 2, 14), ("a", 1, 4, 1), (":e", 5, 6, 1)]);
}

#[test]
fn mistakes_have_a_place() {
    let wrong = yaml::read("a: 1\nb:\n  c: [1\nd: 2\n", Options::data("x.yaml")).unwrap_err();
    let message = "(x.yaml): did not find expected ',' or ']' while parsing a flow sequence at line 3 column 6";
    assert_eq!(wrong.message, message);
    assert_eq!(wrong.place, Some(Place { line: 4, column: 2 }));
    let wrong = yaml::read("a: 1\nb: \"text\nc: 2\n\n", Options::data("x.yaml")).unwrap_err();
    assert_eq!(wrong.place, Some(Place { line: 2, column: 4 }));
    let wrong = yaml::read("a: 1\nb: 2001-01-01\n", Options { file: None, ..Options::data("") });
    let wrong = wrong.unwrap_err();
    assert_eq!(wrong.message, "(<unknown>): Tried to load unspecified class: Date");
    assert_eq!(wrong.place, Some(Place { line: 2, column: 4 }));
}

#[test]
fn classes_that_may_be_loaded() {
    let options = Options { classes: &["Puppet::Node::Facts", "Time"], ..Options::facts("F") };
    let text = "--- !ruby/object:Puppet::Node::Facts\nat: 2026-01-01 00:00:00 +00:00\n";
    let document = yaml::read(text, options).unwrap();
    assert_eq!(literal(&document.value), "{'at' => '2026-01-01 00:00:00 +00:00'}");
    assert!(error_message(text).ends_with("unspecified class: Puppet::Node::Facts"));
}

#[test]
fn hostile_texts_terminate() {
    let deep = "nesting is deeper than 500 levels";
    assert!(error_message(&"[".repeat(100_000)).contains(deep));
    assert!(error_message(&"- ".repeat(100_000)).contains(deep));
    assert!(error_message(&"{a: ".repeat(100_000)).contains(deep));
    let chain: String = (1..600).map(|i| format!("a{i}: &a{i} [*a{}]\n", i - 1)).collect();
    assert!(error_message(&format!("a0: &a0 [1]\n{chain}")).contains(deep));
    let bomb: String = (1..12)
        .map(|i| format!("a{i}: &a{i} [{}]\n", format!("*a{}, ", i - 1).repeat(10)))
        .collect();
    assert!(error_message(&format!("a0: &a0 1\n{bomb}")).contains("aliases expand to more than"));
    assert!(
        error_message("a: &a [1, *a]")
            .contains("the alias a refers to a collection that contains it")
    );
    let keys: String = (0..3000).map(|i| format!("k{i}: 1, ")).collect();
    let merges = "- {<<: *a}\n".repeat(3000);
    assert!(error_message(&format!("- &a {{{keys}}}\n{merges}")).contains("merges and keys"));
    // After a rejected class, the rest is checked for syntax errors, but only up to a limit.
    let text = format!("- :a\n- {}", "[".repeat(1_000_000));
    assert!(yaml::read(&text, Options::facts("F")).is_err());
    // Texts that end within an escape, a tag or a quoted scalar.
    for text in [
        "\"\\", "\"\\x", "!", "!<", "!<a", "%", "%TAG", "%YAML 1", "&", "*", "'", "|", "|+", "? ",
        "[!a,b]", "!%C3",
    ] {
        let _ = yaml::read(text, Options::data("F"));
    }
}

#[test]
fn levels_up_to_the_limit_are_read() {
    let text = format!("{}1{}", "[".repeat(Value::MAX_DEPTH), "]".repeat(Value::MAX_DEPTH));
    assert!(!read(&text).value.nests_deeper_than(Value::MAX_DEPTH));
    assert!(yaml::write(&read(&text).value).starts_with("---\n- - - -"));
}

/// Recorded: `{"\xff".b => 1, "a" => ["\xff".b]}.to_yaml`.
#[test]
fn binary_values_are_written_as_base64() {
    let text = "---\n!binary \"/w==\": 1\na:\n- !binary |-\n  /w==\n";
    assert_eq!(yaml::write(&read(text).value), text);
}

#[test]
fn forbidden_characters_are_reported_when_their_chunk_is_read() {
    let late = format!("a: [\nb\n{}\x01", "# filler\n".repeat(4000));
    assert_eq!(
        error_message("a: 1\n\x07"),
        "(F): control characters are not allowed at line 1 column 1"
    );
    let read = yaml::read("a: 1\nb: ä\x07", Options::data("F"));
    let place = read.err().and_then(|error| error.place).map(|place| (place.line, place.column));
    assert_eq!(place, Some((2, 5)));
    assert!(error_message(&late).contains("control characters"), "{}", error_message(&late));
    let early_mistake = format!("a: ]\n{}\x01", "# filler\n".repeat(4000));
    assert!(
        error_message(&early_mistake).contains("did not find expected"),
        "{}",
        error_message(&early_mistake)
    );
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    fn text() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec![
            "a",
            "yes",
            "~",
            "1",
            "0x1",
            "1.5",
            "2001-01-01",
            ":a",
            "<<",
            "- ",
            ": ",
            "? ",
            "\n",
            "\n  ",
            "  ",
            " ",
            "\t",
            "'",
            "\"",
            "\\",
            "[",
            "]",
            "{",
            "}",
            ",",
            "&a ",
            "*a",
            "!a ",
            "!!str ",
            "|\n",
            ">-\n",
            "#",
            "%",
            "---",
            "...",
            "é",
            "\u{85}",
            "\u{2028}",
            "\u{feff}",
            "\u{1f600}",
            "\0",
            "\r\n",
        ]);
        prop_oneof![".{0,40}", prop::collection::vec(word, 0..30).prop_map(|words| words.concat())]
    }

    fn scalar() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Undef),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_filter("NaN is not itself", |f| !f.is_nan()).prop_map(Value::from),
            text().prop_map(Value::from),
        ]
    }

    fn value() -> impl Strategy<Value = Value> {
        scalar().prop_recursive(4, 40, 5, |inner| {
            let entries =
                prop::collection::vec((text().prop_map(Value::from), inner.clone()), 0..5);
            prop_oneof![
                prop::collection::vec(inner, 0..5).prop_map(Value::array),
                entries.prop_map(Value::hash),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_rejected(text in text()) {
            if let Ok(document) = yaml::read(&text, Options::data("F")) {
                let mut lines = Vec::new();
                places(&document.value, &document.places, &mut lines);
            }
        }

        #[test]
        fn written_values_are_read_again(value in value()) {
            let written = yaml::write(&value);
            let again = yaml::read(&written, Options::facts("F"));
            let again = again.map_err(|error| TestCaseError::fail(format!("{written}: {error:?}")))?;
            prop_assert_eq!(again.value, value, "{}", written);
        }
    }
}
