//! Tests of the checkers for heredocs: recorded results of the reference, and our own checks.

use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;
use pupa_syntax::syntax_checker::check_text;
use pupa_syntax::validate::Rules;
use pupa_syntax::{Dialect, Edition, check};

use super::CHECKERS;

fn rules() -> Rules {
    Rules { checkers: CHECKERS, ..Rules::default() }
}

fn message(syntax: &str, text: &str) -> Option<String> {
    check_text(text, syntax, &rules()).err().map(|error| error.diagnostic.message)
}

/// The message of the JSON parser.
fn json(text: &str) -> String {
    let whole = message("json", text).unwrap_or_default();
    let prefix = "Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse \
                  invalid JSON string. \"";
    whole.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().into()
}

#[test]
fn json_is_accepted_as_in_ruby() {
    for text in [
        "null",
        " [1, -0.5e+3, \"a\\u00e9\\x\", {}, []] ",
        "/* c */ { // d\n \"a\" /**/ : true }",
        "\"\\ud83d\\ude00\"",
    ] {
        assert_eq!(message("json", text), None, "{text}");
    }
}

#[test]
fn json_errors_are_those_of_ruby() {
    for (text, expected) in [
        ("", "859: unexpected token at ''"),
        ("{\"a\": 1\n", "859: unexpected token at '{\"a\": 1\\n'"),
        ("[1,]", "451: unexpected token at ']'"),
        ("[1 2]", "451: unexpected token at '2]'"),
        ("[{\"a\": tru}]", "451: unexpected token at '{\"a\": tru}]'"),
        ("[NaN]", "225: unexpected token at 'NaN]'"),
        ("[Infinity]", "232: unexpected token at '[Infinity]'"),
        ("-Infinity", "249: unexpected token at '-Infinity'"),
        ("01", "859: unexpected token at '01'"),
        ("1.5.5", "859: unexpected token at '.5.5'"),
        ("[/]", "451: unexpected token at ']'"),
        ("1 // x", "859: unexpected token at ''"),
        ("\"\\u12\"", "859: unexpected token at '\"\\u12\"'"),
        ("\"x\\ud800\"", "521: incomplete surrogate pair at 'x\\ud800\"'"),
        ("[\0]", "451: unexpected token at ''"),
    ] {
        assert_eq!(json(text), expected, "{text}");
    }
    assert_eq!(json(&"[".repeat(101)), "nesting of 101 is too deep");
    assert_eq!(json(&"x".repeat(200)).chars().count(), 100);
}

#[test]
fn json_in_puppet_code_is_checked_too() {
    let expected = "Invalid produced text having syntax: 'pp'. PP syntax checker: \"Invalid produced \
                    text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON \
                    string. \"451: unexpected token at ''\" (line: 2, column: 1)\"";
    assert_eq!(message("pp", "@(A:json)\n[\n| A\n").as_deref(), Some(expected));
}

#[test]
fn yaml_that_libyaml_reads_is_fine() {
    for text in ["", "a: [1, 2]\nb:\n  - c\n", "--- !ruby/object:X\na: *b\n", "x: [!a,b]", "\"a\\"]
    {
        let is_broken = text == "\"a\\";
        assert_eq!(message("yaml", text).is_some(), is_broken, "{text}");
    }
    let fault = message("yaml", "a: [\nb: c\n").unwrap_or_default();
    assert!(fault.starts_with("invalid text of syntax `yaml`: "), "{fault}");
    assert!(message("yaml", &"[".repeat(100_000)).is_some());
}

/// The first diagnostic of a manifest, with the lines and columns of it and of its label.
fn first(text: &str, edition: Edition) -> Option<(Diagnostic, [(u32, u32); 2])> {
    let source = std::sync::Arc::new(Source::new("", text));
    let rules = Rules { edition, ..rules() };
    let diagnostic =
        check(source.clone(), Dialect::Manifest, &rules).diagnostics.into_iter().next()?;
    let place = |offset| {
        let position = source.position(offset);
        (position.line, position.column)
    };
    let label = diagnostic.labels.first().map_or(0, |label| label.location.span.start);
    let places = [place(diagnostic.span().start), place(label)];
    Some((diagnostic, places))
}

#[test]
fn labels_point_into_the_source() {
    let text = "notice(@(END:json))\n    {\n      \"a\": nope\n    }\n    | END\n";
    let (diagnostic, places) = first(text, Edition::Puppet8).unwrap_or_else(|| unreachable!());
    assert_eq!(diagnostic.severity, Severity::Error);
    assert_eq!(places, [(2, 1), (3, 12)]);
    let (_, places) = first(text, Edition::Draft).unwrap_or_else(|| unreachable!());
    assert_eq!(places, [(3, 12), (3, 12)]);
}

#[test]
fn nested_texts_are_labelled_at_their_error() {
    let text = "$a = @(A:pp)\n  $b = @(B:json)\n    [1,\n     x]\n    | B\n  | A\n";
    let (_, places) = first(text, Edition::Puppet8).unwrap_or_else(|| unreachable!());
    assert_eq!(places, [(2, 1), (4, 6)]);
}
