//! Tests of the JSON parser. The expected messages are those of Ruby's `json` library.

use proptest::prelude::*;
use pupa_value::Value;

use super::{check, read};
use crate::cursor::Cursor;
use crate::document::Place;

/// The value of a text.
fn value(text: &str) -> Value {
    read(text).expect("the text is JSON").value
}

/// The error message for a text.
fn error_message(text: &str) -> String {
    read(text).expect_err("the text is not JSON").message
}

/// The text that an `unexpected token` error quotes.
fn unexpected(text: &str) -> String {
    let message = error_message(text);
    let (_, quoted) = message.split_once(": unexpected token at '").expect("the usual words");
    quoted.strip_suffix('\'').expect("the closing quote").to_owned()
}

#[test]
fn scalars() {
    assert_eq!(value("null"), Value::Undef);
    assert_eq!(value(" true "), Value::Boolean(true));
    assert_eq!(value("-0"), Value::Integer(0));
    assert_eq!(value("-0.5e1"), Value::Float(-5.0));
    assert_eq!(value("1E2"), Value::Float(100.0));
    assert_eq!(value("1e400"), Value::Float(f64::INFINITY));
    let big = "123456789012345678901".parse().map(Value::from_big).expect("a number");
    assert_eq!(value("123456789012345678901"), big);
    assert_eq!(value(r#""a""#), Value::string("a"));
}

#[test]
fn collections() {
    assert_eq!(value("[]"), Value::array([]));
    assert_eq!(value("[ 1 , [2] ]"), Value::array([1.into(), Value::array([2.into()])]));
    assert_eq!(value("{ }"), Value::hash([]));
    assert_eq!(
        value(r#"{ "a" : 1 , "b":{"c":null}}"#),
        Value::hash([
            ("a".into(), 1.into()),
            ("b".into(), Value::hash([("c".into(), Value::Undef)]))
        ])
    );
}

#[test]
fn the_last_duplicate_counts_and_keeps_the_position_of_the_first() {
    let document = read("{\"a\":1,\"b\":2,\n\"a\":3}").expect("the text is JSON");
    assert_eq!(document.value, Value::hash([("a".into(), 3.into()), ("b".into(), 2.into())]));
    let second = Place { line: 2, column: 1 };
    assert_eq!(document.places.part(0).map(|part| part.place), Some(second));
    let duplicate = document.duplicates.first().expect("a key that comes second");
    assert_eq!((duplicate.key.as_str(), duplicate.first.column), ("a", 2));
    assert_eq!(duplicate.second, second);
}

#[test]
fn places_of_elements_and_entries() {
    let document = read("[\n  {\"é\": [1, 2]}]").expect("the text is JSON");
    let entry = document.places.part(0).and_then(|object| object.part(0));
    let second = entry.and_then(|entry| entry.part(1)).expect("the second number");
    assert_eq!(second.place, Place { line: 2, column: 13 });
}

#[test]
fn comments() {
    assert_eq!(value("/* a * / **/[1 // b\n, /**/ 2]// c\n"), value("[1,2]"));
    assert_eq!(unexpected("[1]\n// c"), "");
    assert_eq!(unexpected("[1/]"), "]");
    assert_eq!(unexpected("[1 /* ]"), "");
}

#[test]
fn escapes() {
    assert_eq!(value(r#""\n\t\r\b\f\"\\\/\a\é""#), Value::string("\n\t\r\u{8}\u{c}\"\\/aé"));
    assert_eq!(value(r#""\u00e9\ud83d\ude00!""#), Value::string("é😀!"));
    assert_eq!(value(r#""\ud800\u0041""#), Value::string("\u{10041}"));
    assert_eq!(value(r#""\ud800x00000""#), Value::string("?00000"));
    assert_eq!(value(r#""\udc00""#), Value::string("\u{FFFD}"));
    assert_eq!(
        error_message(r#"["ab\ud800"]"#),
        r#"521: incomplete surrogate pair at 'ab\ud800"]'"#
    );
    assert_eq!(unexpected(r#"["\u00zz"]"#), r#""\u00zz"]"#);
}

#[test]
fn errors_are_located_in_arrays_but_not_in_objects() {
    assert_eq!(unexpected("[1,]"), "]");
    assert_eq!(unexpected("[1 2]"), "2]");
    assert_eq!(unexpected("[nul]"), "nul]");
    assert_eq!(unexpected("[01]"), "01]");
    assert_eq!(unexpected("[1.5e]"), ".5e]");
    assert_eq!(unexpected("[1.5-2]"), ".5-2]");
    assert_eq!(unexpected("{\"a\":1,}"), "{\"a\":1,}");
    assert_eq!(unexpected("{\"a\":[1,{\"b\":tru}]}"), "{\"b\":tru}]}");
    assert_eq!(unexpected("{\"a\":1}x"), "x");
}

#[test]
fn empty_texts_and_odd_bytes() {
    assert_eq!(unexpected(""), "");
    assert_eq!(unexpected(" "), "");
    assert_eq!(unexpected("\u{FEFF}1"), "\u{FEFF}1");
    assert_eq!(unexpected("[1\0]"), "");
    assert_eq!(unexpected("\"a\nb\""), "\"a\nb\"");
}

#[test]
fn nan_and_infinity_are_rejected() {
    assert_eq!(unexpected("[NaN]"), "NaN]");
    assert_eq!(unexpected("[Infinity]"), "[Infinity]");
    assert_eq!(unexpected("{\"a\":-Infinity}"), "-Infinity}");
    assert_eq!(unexpected("Infinity"), "Infinity");
}

#[test]
fn nesting() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(read(&nested(100)).is_ok());
    assert_eq!(error_message(&nested(101)), "nesting of 101 is too deep");
    assert_eq!(error_message(&"{\"a\":".repeat(100_000)), "nesting of 101 is too deep");
    assert_eq!(unexpected(&"[".repeat(100)), "");
}

#[test]
fn places_of_errors() {
    let place = read("{\"a\":\n [1,\n  x]}").expect_err("the text is not JSON").place;
    assert_eq!(place, Some(Place { line: 3, column: 3 }));
    let inside = read("[{\"a\": 1,\n \"b\": }]").expect_err("the text is not JSON");
    assert_eq!(inside.place, Some(Place { line: 2, column: 7 }));
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_rejected(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn json_like_text_is_parsed_or_rejected(
        text in r#"([\[\]{},:"0-9.eE+/* \n-]|\\u[0-9d]{4}|\\[nx\\"]|true|nul|NaN|Infinity|é){0,40}"#
    ) {
        let _ = read(&text);
    }
}

#[test]
fn mistakes_have_a_place_and_a_description() {
    for (text, line, column, description) in [
        ("", 1, 1, "expected a value"),
        ("[1,\n  ]", 2, 3, "expected a value"),
        ("{\"ü\": tru}", 1, 7, "expected a value"),
        ("[01]", 1, 2, "a number must not begin with 0"),
        ("[1.]", 1, 3, "expected `,` or `]`"),
        ("[-]", 1, 3, "expected a digit"),
        ("\"a\nb\"", 1, 3, "line breaks, tabs and other control characters must be escaped"),
        ("\"\\ud83d\"", 1, 2, "the second half of this surrogate pair is missing"),
        ("1 2", 1, 3, "expected the end of the text"),
        ("/* x", 1, 1, "unfinished comment"),
        ("\"\\u12ü\"", 1, 2, "expected four hexadecimal digits after `\\u`"),
        ("[\"a", 1, 2, "this string is not closed"),
        ("{\"a\"}", 1, 5, "expected `:`"),
        ("{a: 1}", 1, 2, "expected a name in double quotes"),
    ] {
        let (_, mistake) = check(text).expect_err(text);
        let place = Cursor::new(text).place(mistake.offset);
        assert_eq!((place, mistake.description), (Place { line, column }, description), "{text}");
    }
}

#[test]
fn errors_of_our_own_have_line_and_column() {
    for (json, message) in [
        ("", "unexpected end of JSON text (line: 1, column: 1)"),
        ("[1,\n  ]", "unexpected character ']' in JSON text (line: 2, column: 3)"),
        ("{\"ü\": tru}", "unexpected character 't' in JSON text (line: 1, column: 7)"),
        ("[01]", "unexpected character '0' in JSON text (line: 1, column: 2)"),
        ("[1.]", "unexpected character '.' in JSON text (line: 1, column: 3)"),
        ("\"a\nb\"", "unexpected character \"\\n\" in JSON text (line: 1, column: 3)"),
        ("\"\\ud83d\"", "incomplete surrogate pair (line: 1, column: 2)"),
        ("[NaN]", "unexpected character 'N' in JSON text (line: 1, column: 2)"),
        ("1 2", "unexpected character '2' in JSON text (line: 1, column: 3)"),
        ("/* x", "unexpected character '/' in JSON text (line: 1, column: 1)"),
        ("\"\\u12ü\"", "unexpected character '1' in JSON text (line: 1, column: 4)"),
        ("[\"a", "unexpected end of JSON text (line: 1, column: 4)"),
    ] {
        assert_eq!(super::value(json).expect_err(json).message, message, "{json}");
    }
    let deep = super::value(&"[".repeat(101)).expect_err("it is too deep");
    assert_eq!(deep.message, "nesting of 101 is too deep");
}
