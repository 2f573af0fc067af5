//! Tests of HOCON. The expected values and messages are those of Ruby's `hocon` library.

use proptest::prelude::*;
use pupa_value::Value;
use pupa_value::text::ruby;

use super::{read, read_with_environment};
use crate::document::Place;

/// The value of a text as Ruby's `inspect` prints it.
fn value(text: &str) -> String {
    ruby::inspect(&read(text).expect("the text is HOCON").value).into_owned()
}

/// The error message for a text.
fn error_message(text: &str) -> String {
    read(text).expect_err("the text is not HOCON").message
}

#[test]
fn an_empty_text_is_an_empty_object() {
    assert_eq!(value(""), "{}");
    assert_eq!(value(" # only a comment"), "{}");
    assert_eq!(value("{}"), "{}");
}

#[test]
fn fields_and_separators() {
    assert_eq!(
        value("a=1,b:2\nc {d = 3}, // e\n\"f.g\": 4"),
        r#"{"a"=>1, "b"=>2, "c"=>{"d"=>3}, "f.g"=>4}"#
    );
    assert_eq!(value("a = [1, 2\n3,]"), r#"{"a"=>[1, 2, 3]}"#);
    assert_eq!(value("a b = c d"), r#"{"a b"=>"c d"}"#);
    assert_eq!(value("1.5 = x"), r#"{"1"=>{"5"=>"x"}}"#);
}

#[test]
fn scalars() {
    assert_eq!(
        value("a = -.5, b = 010, c = 09, d = 1.0, e = 1., f = 10s, g = 1e5, h = -, i = truex"),
        r#"{"a"=>-0.5, "b"=>8, "c"=>"09", "d"=>1, "e"=>"1.", "f"=>"10s", "g"=>100000, "h"=>"-", "i"=>"truex"}"#
    );
    assert_eq!(value("a = true, b = null, c = nullx"), r#"{"a"=>true, "b"=>nil, "c"=>"nullx"}"#);
    assert_eq!(
        value(r#"a = "\u00e9\n\"\/", b = """x "q"""""#),
        r#"{"a"=>"é\n\"/", "b"=>"x \"q\""}"#
    );
    assert_eq!(value(r#"a = "\ud83d\ude00\ud800""#), "{\"a\"=>\"😀\u{FFFD}\"}");
    assert_eq!(error_message("a = 1e400"), "Infinity");
}

#[test]
fn entries_of_the_overriding_object_come_first() {
    assert_eq!(
        value("a.b=1\na.c=2\na.d.e=3\na={f:1}"),
        r#"{"a"=>{"f"=>1, "d"=>{"e"=>3}, "c"=>2, "b"=>1}}"#
    );
    assert_eq!(value("a {b:1}, a = 5, a {c:2}"), r#"{"a"=>{"c"=>2}}"#);
}

#[test]
fn concatenation() {
    assert_eq!(value("a = [1] [2], b = {c:1} {d:2}"), r#"{"a"=>[1, 2], "b"=>{"d"=>2, "c"=>1}}"#);
    assert_eq!(value("x = 1, a = ${x}2 \"3\""), r#"{"x"=>1, "a"=>"12 3"}"#);
    assert_eq!(value("a = [1] foo"), r#"{"a"=>[1]}"#);
    assert_eq!(
        error_message("a = foo {b:1}"),
        "String: 1: Cannot concatenate object or list with a non-object-or-list, \
         Unquoted(\"foo\") and SimpleConfigObject({\"b\":1}) are not compatible"
    );
}

#[test]
fn substitutions() {
    assert_eq!(value("a = ${b}, b = [1]"), r#"{"a"=>[1], "b"=>[1]}"#);
    assert_eq!(value("a = ${?b}, c = [1, ${?b}]"), r#"{"c"=>[1]}"#);
    assert_eq!(value("a = ${?x} ${?y}z"), r#"{"a"=>" z"}"#);
    assert_eq!(
        value("bar : { foo : 42, baz : ${bar.foo} }\nbar : { foo : 43 }"),
        r#"{"bar"=>{"foo"=>43, "baz"=>43}}"#
    );
    assert_eq!(
        value("a = ${b} {c:1}, b {c:2,d:3}"),
        r#"{"a"=>{"c"=>1, "d"=>3}, "b"=>{"c"=>2, "d"=>3}}"#
    );
}

#[test]
fn self_references_see_the_values_below() {
    assert_eq!(value("a = 1\na = ${a}2"), r#"{"a"=>"12"}"#);
    assert_eq!(value("a = [1]\na += 2\na += 3"), r#"{"a"=>[1, 2, 3]}"#);
    assert_eq!(value("a += 1"), r#"{"a"=>[1]}"#);
}

#[test]
fn texts_on_which_the_library_fails_by_mistake_are_read() {
    assert_eq!(
        value("a.b = ${x}\na.b.c = 1\nx = {d:2}"),
        r#"{"a"=>{"b"=>{"c"=>1, "d"=>2}}, "x"=>{"d"=>2}}"#
    );
    assert_eq!(value("a = [{b: 1, b: ${x}}], x = 2"), r#"{"a"=>[{"b"=>2}], "x"=>2}"#);
    assert_eq!(value("a = {1:x, 0:y} [z]"), r#"{"a"=>["y", "x", "z"]}"#);
    assert_eq!(value("a = 1, a.b += 2"), r#"{"a"=>{"b"=>[2]}}"#);
}

#[test]
fn substitutions_that_cannot_be_resolved() {
    assert_eq!(
        error_message("x=1\na = ${b.c}"),
        "String: 2: Could not resolve substitution to a value: ${b.c}"
    );
    assert_eq!(
        error_message("a = ${b}\nb = ${a}"),
        "String: 2: Could not resolve substitution to a value: ${a} was part of a cycle of \
         substitutions involving ${b}, ${a}, ${b}"
    );
    assert_eq!(error_message("a = [${nope}]"), "unexpected exception");
    assert_eq!(
        error_message("a = ${}"),
        "String: 1: Expecting a field name or path here, but got nothing"
    );
}

#[test]
fn the_environment_comes_last() {
    let environment = ["A=text", "L.1=b", "L.0=a"].map(|variable| {
        let (name, value) = variable.split_once('=').expect("a variable");
        (name.to_owned(), value.to_owned())
    });
    let read = |text| {
        let document = read_with_environment(text, &environment).expect("the text is HOCON");
        ruby::inspect(&document.value).into_owned()
    };
    assert_eq!(read("x = ${A}, y = ${L}"), r#"{"x"=>"text", "y"=>["a", "b"]}"#);
    assert_eq!(read("A = 1, x = ${A}"), r#"{"A"=>1, "x"=>1}"#);
}

#[test]
fn includes() {
    assert_eq!(value("include \"other\"\na = 1"), r#"{"a"=>1}"#);
    assert_eq!(
        error_message("include x"),
        "String: 1: expecting include parameter to be quoted filename, file(), classpath(), or \
         url(). No spaces are allowed before the open paren. Not expecting: 'x'"
    );
    assert_eq!(
        error_message("\ninclude file(\"x\")"),
        "String: 2: include file(\"x\") is not supported"
    );
}

#[test]
fn syntax_errors() {
    assert_eq!(error_message("[1]"), "String: 1:  has type LIST rather than object at file root");
    assert_eq!(
        error_message("a {b=1} {c=2}"),
        "String: 1: Expecting close brace } or a comma, got '{' (if you intended '{' to be part \
         of a key or string value, try enclosing the key or value in double quotes"
    );
    assert_eq!(
        error_message("a = \"x"),
        "String: 1: Expecting a value but got wrong token: '-1' (End of input but string quote \
         was still open) (if you intended '-1' (End of input but string quote was still open) to \
         be part of a key or string value, try enclosing the key or value in double quotes"
    );
    assert_eq!(
        error_message("a = {"),
        "String: 1: expecting a close brace or a field name here, got end of file"
    );
    assert_eq!(
        error_message("\n\na = \"\\q\""),
        "String: 3: backslash followed by 'q', this is not a valid escape sequence (quoted \
         strings use JSON escaping, so use double-backslash \\ for literal backslash)"
    );
}

#[test]
fn places() {
    let document = read("é = 1\n  b.c { d = [x, ${é}] }").expect("the text is HOCON");
    let place = |path: &[usize]| {
        let mut places = &document.places;
        for index in path {
            places = places.part(*index).expect("a part");
        }
        (places.place.line, places.place.column)
    };
    assert_eq!(place(&[0]), (1, 1));
    assert_eq!(place(&[1]), (2, 3));
    assert_eq!(place(&[1, 0, 0]), (2, 9));
    assert_eq!(place(&[1, 0, 0, 1]), (2, 17));
    let error = read("a = 1\nb = ${c}").expect_err("the text is not HOCON");
    assert_eq!(error.place, Some(Place { line: 2, column: 5 }));
}

#[test]
fn hostile_texts() {
    for open in ["[", "{a=", "${", "a.", "a{", "a=[{b="] {
        let _ = read(&open.repeat(20_000));
        let _ = read(&format!("a={}", open.repeat(20_000)));
    }
    let levels = |count: usize| format!("a = {}{}", "[".repeat(count), "]".repeat(count));
    assert!(read(&levels(Value::MAX_DEPTH - 1)).is_ok());
    assert_eq!(error_message(&levels(Value::MAX_DEPTH + 1)), "nesting of 501 is too deep");
    // Every line contains the previous one twice, so the value is small only while it is shared.
    let laughs = |line: &dyn Fn(usize) -> String| -> String {
        (1..64).map(line).fold("a0 = [x]".to_owned(), |text, line| format!("{text}\n{line}"))
    };
    // The value on line n has 2^(n+1) values and bytes, and the text contains all of them.
    assert_eq!(
        error_message(&laughs(&|n| format!("a{n} = [${{a{0}}}, ${{a{0}}}]", n - 1))),
        "String: 24: substitutions expand to more than 50000000 values and bytes of text"
    );
    assert!(read(&laughs(&|n| format!("a{n} = ${{a{0}}}${{a{0}}}", n - 1))).is_err());
}

#[test]
fn the_size_of_substitutions_is_limited() {
    // A million values are within the limit.
    let list = |of: &str| format!("[{}]", vec![of; 1000].join(", "));
    let square = format!("a = {}\nb = {}\n", list("1"), list("${a}"));
    assert!(read(&square).is_ok());
    let cube = format!("{square}c = {}", list("${b}"));
    let words = "substitutions expand to more than 50000000 values and bytes of text";
    assert_eq!(error_message(&cube), format!("String: 3: {words}"));
    // A long string is allowed, but not a thousand times, and neither is a long key.
    let long = "x".repeat(100_000);
    assert!(read(&format!("a = {long}\nb = [${{a}}, ${{a}}]")).is_ok());
    assert_eq!(
        error_message(&format!("a = {long}\nb = {}", list("${a}"))),
        format!("String: 2: {words}")
    );
    let key = format!("a = {{{long} = 1}}\nb = {}", list("${a}"));
    assert_eq!(error_message(&key), format!("String: 2: {words}"));
}

#[test]
fn long_chains() {
    let forward: String = (1..2000).map(|n| format!("a{n} = ${{a{}}}\n", n - 1)).collect();
    assert!(read(&format!("a0 = 1\n{forward}")).is_ok());
    let backward: String = (0..2000).map(|n| format!("a{n} = ${{a{}}}\n", n + 1)).collect();
    assert!(error_message(&backward).contains("nested too deep"));
}

#[test]
fn many_fields_of_one_object_take_linear_time() {
    let text: String = (0..20_000).map(|n| format!("a.k{n} = 1\n")).collect();
    assert!(read(&text).is_ok());
    assert!(read(&format!("a = {}", "word ".repeat(50_000))).is_ok());
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_rejected(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn hocon_like_text_is_parsed_or_rejected(
        text in r#"([\[\]{},:=+"$?#. \n/-]|\$\{\??[ab](\.[ab])?\}|[ab]|[ab] ?=|\\u00|"""|10|include |é){0,40}"#
    ) {
        let _ = read(&text);
    }
}
