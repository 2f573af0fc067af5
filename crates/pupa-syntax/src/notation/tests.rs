//! Tests of the forms that the reference does not have or fails to print, and of both layouts.

use super::{Style, to_json, to_pn, to_tree_text};
use crate::source::Source;
use crate::tree::Tree;
use crate::{Dialect, ParseOptions, parse};

fn tree(code: &str) -> Tree {
    parse(Source::new("", code).into(), &ParseOptions::default()).tree
}

fn pn(code: &str) -> String {
    to_pn(&tree(code), Style::Compact)
}

#[test]
fn numbers_are_written_by_value() {
    assert_eq!(pn("-0x1f"), "-31");
    assert_eq!(pn("017"), "(int {:radix 8 :value 15})");
    assert_eq!(pn("- 5.0"), "-5.0");
    assert_eq!(pn("-(5)"), "(- (paren 5))");
    let huge = format!("0x{}", "f".repeat(20_000));
    assert!(pn(&huge).starts_with("(int {:radix 16 :digits \"fff"));
}

#[test]
fn strings_are_escaped() {
    assert_eq!(pn(r#""a\t\"\\\u0001é""#), r#""a\t\"\\\o001é""#);
    let json = to_json(&tree(r#""a\t\"\\\u0001é/""#), Style::Compact);
    assert_eq!(json, r#""a\t\"\\\u0001é/""#);
}

#[test]
fn patterns_tied_to_unicode_show_their_options() {
    assert_eq!(pn("/é/"), r#"(regexp "(?-imx:é)")"#);
    assert_eq!(pn(r"/\p{Alpha}/"), r#"(regexp "(?-imx:\\p{Alpha})")"#);
    assert_eq!(pn(r"/a\/b/"), r#"(regexp "a/b")"#);
}

#[test]
fn empty_bodies() {
    assert_eq!(pn("case 1 { 1: {} }"), "(case 1 [{:when [1] :then [(nop)]}])");
    assert_eq!(pn("if true {} else {}"), "(if {:test true})");
    assert_eq!(pn("class a {}"), r#"(class {:name "a"})"#);
    assert_eq!(pn(""), "(nop)");
}

#[test]
fn a_parameter_that_captures_the_rest() {
    let expected = r#"(function {:name "f" :params {:x {:type (qr "String") :splat true}}})"#;
    assert_eq!(pn("function f(String *$x) {}"), expected);
}

#[test]
fn templates_are_lambdas() {
    let options = ParseOptions { dialect: Dialect::Template, ..ParseOptions::default() };
    let template =
        |text: &str| to_pn(&parse(Source::new("", text).into(), &options).tree, Style::Compact);
    assert_eq!(template(""), "(lambda {:body [(epp)]})");
    assert_eq!(
        template("<%- | $a | -%>\nx<%= $a %>"),
        r#"(lambda {:params {:a {}} :body [(epp (render-s "x") (render (var "a")))]})"#
    );
}

#[test]
fn type_definitions() {
    let code = "type user inherits Base { attr a, String { min => 1, check => { $it != '' } }
        has b, Other; invariant 'x' { true } invariant |$u| { $u } abstract }";
    assert_eq!(
        pn(code),
        "(type {:name \"user\" :parent (qr \"Base\") :features [\
         (attr {:name \"a\" :type (qr \"String\") :settings [\
         (=> \"min\" 1) (=> \"check\" (block (!= (var \"it\") \"\")))]}) \
         (has {:name \"b\" :type (qr \"Other\")}) \
         (invariant {:title \"x\" :body [true]}) \
         (invariant {:lambda (lambda {:params {:u {}} :body [(var \"u\")]})}) \
         (abstract)]})"
    );
}

#[test]
fn pretty_layouts() {
    assert_eq!(
        to_pn(&tree("f([], a => 1)"), Style::Pretty),
        "(invoke\n  {\n    :functor (qn\n      \"f\")\n    :args [\n      (array)\n      (hash\n        \
         (=>\n          (qn\n            \"a\")\n          1))]})"
    );
    assert_eq!(
        to_json(&tree("f()"), Style::Pretty),
        "{\n  \"^\": [\n    \"invoke\",\n    {\n      \"#\": [\n        \"functor\",\n        {\n          \
         \"^\": [\n            \"qn\",\n            \"f\"\n          ]\n        },\n        \"args\",\n        \
         [\n\n        ]\n      ]\n    }\n  ]\n}"
    );
}

#[test]
fn outlines_name_places_and_roles() {
    let outline =
        to_tree_text(&tree("if $a + 1 + 2 {\n  f('é')\n} else { file { 'a': mode => 1 } }"));
    let expected = "   1:1   if\n   1:4     test: operator +\n   1:4       variable $a\n   1:9       \
                    integer 1\n   1:13      integer 2\n";
    assert!(outline.starts_with(expected), "{outline}");
}

#[test]
fn long_texts_are_cut_in_outlines() {
    let outline = to_tree_text(&tree(&format!("'{}\n'", "é".repeat(100))));
    assert_eq!(outline, format!("   1:1   string '{}…'\n", "é".repeat(60)));
}
