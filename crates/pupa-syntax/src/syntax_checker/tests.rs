//! Tests with recorded answers of the reference, and tests of our own checkers.

use super::{Checkers, check_text, checker_for};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Source;
use crate::validate::Rules;
use crate::{Dialect, Edition, check};

fn message(syntax: &str, text: &str) -> Option<String> {
    check_text(text, syntax, &Rules::default()).err().map(|error| error.diagnostic.message)
}

#[test]
fn base64_is_strict() {
    let fault =
        |text| message("base64", text).and_then(|text| text.split(" - ").nth(1).map(String::from));
    assert_eq!(fault("YWJj\n YQ ==\n"), None);
    assert_eq!(fault("YQ?=="), None);
    let letters = "contains letters outside strict base 64 range (or whitespace)";
    assert_eq!(fault("YW!!Jj").as_deref(), Some(letters));
    assert_eq!(fault("YQ=").as_deref(), Some(letters));
    assert_eq!(fault("YR==").as_deref(), Some("padding is not correct"));
    assert_eq!(fault("YWJ").as_deref(), Some(letters));
}

#[test]
fn puppet_code_gives_its_own_errors() {
    for (syntax, text, expected) in [
        ("pp", "$a =", "PP syntax checker: \"Syntax error at end of input\""),
        ("pp", "1 => 2", "PP syntax checker: \"Syntax error at '=>' (line: 1, column: 3)\""),
        (
            "epp",
            "<%= $a + %>",
            "EPP syntax checker: \"Syntax error at '%>' (line: 1, column: 10)\"",
        ),
        (
            "pp",
            "define a { node x {} }\nclass b { function c {} }",
            "PP syntax checker: \"Language validation logged 2 errors. Giving up\"",
        ),
    ] {
        let prefix = format!("Invalid produced text having syntax: '{syntax}'. ");
        assert_eq!(message(syntax, text), Some(prefix + expected), "{text}");
    }
    assert_eq!(message("pp", "notice(1)"), None);
    assert_eq!(message("epp", "a <%= 1 %>"), None);
}

#[test]
fn puppet_checkers_insist_on_their_names() {
    let refused = "PP syntax checker: the syntax identifier must be a String, e.g. pp";
    assert_eq!(message("x+pp", "notice(1)").as_deref(), Some(refused));
    let draft = Rules { edition: Edition::Draft, ..Rules::default() };
    assert!(check_text("notice(1)", "x+pp", &draft).is_ok());
}

#[test]
fn xml_must_be_well_formed() {
    for text in [
        "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"<c>\">]><a b='1' c=\"&lt;\"><d/>&#10;</a>",
        "<a/><b>x</b>",
        "<!-- <a> --><![CDATA[ <b> & ]]>",
        "plain",
    ] {
        assert_eq!(message("xml", text), None, "{text}");
    }
    for (text, expected) in [
        ("<a><b></a>", "end tag of `a` where that of `b` is due"),
        ("<a>", "element `a` is not closed"),
        ("</a>", "end tag of `a` without a beginning"),
        ("<a b=c>", "expected the value of an attribute in quotes"),
        ("<a b='1' b='2'/>", "attribute `b` is given twice"),
        ("a & b", "`&` begins no reference (write `&amp;` for the character)"),
        ("1 < 2", "expected a name after `<` (write `&lt;` for the character)"),
        ("<!-- a", "comment is not closed"),
    ] {
        let expected = format!("invalid text of syntax `xml`: {expected}");
        assert_eq!(message("xml", text), Some(expected), "{text}");
    }
}

/// The first diagnostic of a manifest, with the lines and columns of it and of its label.
fn first(text: &str, edition: Edition) -> Option<(Diagnostic, [(u32, u32); 2])> {
    let source = std::sync::Arc::new(Source::new("", text));
    let rules = Rules { edition, ..Rules::default() };
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
fn syntaxes_that_only_pupa_checks_give_warnings() {
    let text = "notice(@(END:xml))\n  <a>\n    <b></c>\n  </a>\n  | END\n";
    let (diagnostic, places) = first(text, Edition::Puppet8).unwrap_or_else(|| unreachable!());
    assert_eq!(diagnostic.severity, Severity::Warning);
    assert_eq!(places, [(3, 8), (3, 8)]);
    let (diagnostic, _) = first(text, Edition::Draft).unwrap_or_else(|| unreachable!());
    assert_eq!(diagnostic.severity, Severity::Error);
}

#[test]
fn texts_in_texts_are_checked_up_to_a_depth() {
    let nested = |depth: usize| {
        let open: String = (0..depth).map(|n| format!("@(E{n}:pp)\n")).collect();
        let close: String = (0..depth).rev().map(|n| format!("| E{n}\n")).collect();
        format!("{open}1 +\n{close}")
    };
    assert!(message("pp", &nested(3)).is_some());
    assert_eq!(message("pp", &nested(2000)), None);
}

#[test]
fn names_are_looked_up_from_the_left() {
    let name = |syntax| checker_for(syntax, Checkers::default()).map(super::SyntaxChecker::syntax);
    assert_eq!(name("xml"), Some("xml"));
    assert_eq!(name("a+b+xml"), Some("xml"));
    assert_eq!(name("pp+xml"), Some("xml"));
    assert_eq!(name("xml+"), Some("xml"));
    assert_eq!(name("xml+a"), None);
    assert_eq!(name(""), None);
}
