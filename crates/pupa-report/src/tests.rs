//! Tests of the output formats with some typical diagnostics.

use std::sync::Arc;

use pupa_syntax::diagnostic::{Diagnostic, Location, TraceEntry};
use pupa_syntax::source::{Source, Span};

use crate::{Colors, Github, Json, Line, Renderer, Sarif, Text};

pupa_syntax::issues! {
    /// Something fails.
    FAILURE = "internal-error", Error;
}

fn rendered(renderer: &dyn Renderer, diagnostic: &Diagnostic) -> String {
    let mut text = Vec::new();
    renderer.diagnostic(diagnostic, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn text(diagnostic: &Diagnostic) -> String {
    rendered(&Text::new(Colors::Off), diagnostic)
}

fn source(text: &str) -> Arc<Source> {
    Arc::new(Source::new("a.pp", text))
}

fn error(source: &Arc<Source>, start: u32, end: u32) -> Diagnostic {
    FAILURE.diagnostic("it fails").at(source, Span::new(start, end))
}

#[test]
fn points_at_the_place() {
    let source = source("$a = 1\n$b = 2\n");
    let diagnostic =
        error(&source, 7, 9).label(Span::new(0, 2), "first").help("mend it").note("so");
    assert_eq!(
        text(&diagnostic),
        "\
error[internal-error]: it fails
 --> a.pp:2:1
  |
1 | $a = 1
  | -- first
2 | $b = 2
  | ^^
  |
  = note: so
  = help: mend it

"
    );
}

#[test]
fn tabs_and_wide_characters_align() {
    let code = "\t$日本 = x\n";
    let at = code.find('x').unwrap() as u32;
    assert_eq!(
        text(&error(&source(code), at, at + 1)),
        "\
error[internal-error]: it fails
 --> a.pp:1:8
  |
1 |     $日本 = x
  |             ^

"
    );
}

#[test]
fn the_end_of_the_input_is_behind_the_last_line() {
    assert_eq!(
        text(&error(&source("class a {\n\n"), 11, 11)),
        "\
error[internal-error]: it fails
 --> a.pp:3:1
  |
1 | class a {
  |          ^

"
    );
}

#[test]
fn a_span_of_several_lines_is_shown_by_its_first() {
    let text = text(&error(&source("class a {\n  $x\n}\n"), 0, 17));
    assert!(text.contains("1 | class a {\n  | ^^^^^^^^^\n"), "{text}");
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let line = format!("{}!{}", "a".repeat(5_000_000), "b".repeat(5_000_000));
    let text = text(&error(&source(&line), 5_000_000, 5_000_001));
    assert!(text.len() < 1000, "{}", text.len());
    assert!(text.contains("a.pp:1:5000001"), "{text}");
    let frame: Vec<&str> = text.lines().collect();
    let column = frame[3].chars().position(|c| c == '!').unwrap();
    assert_eq!(frame[4].chars().position(|c| c == '^').unwrap(), column);
}

#[test]
fn a_far_label_has_a_frame_of_its_own() {
    let source = source(&"x\n".repeat(100_000));
    let diagnostic = error(&source, 199_998, 199_999).label(Span::new(0, 1), "here");
    let text = text(&diagnostic);
    assert!(text.contains("100000 | x\n"), "{text}");
    assert!(text.contains("     1 | x\n       | - here\n"), "{text}");
}

#[test]
fn control_characters_of_a_name_do_nothing() {
    let source = Arc::new(Source::new("a\u{1b}[31m\n\u{202E}é.pp", "$a\n$b\n"));
    let text = text(&error(&source, 3, 5));
    assert!(text.contains(" --> a\\u{1b}[31m\\n\\u{202e}é.pp:2:1\n"), "{text:?}");
}

#[test]
fn control_characters_of_the_input_do_nothing() {
    let text = text(&error(&source("\u{1b}[31m $a\n"), 6, 8));
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn a_label_may_be_in_another_file() {
    let other = Arc::new(Source::new("b.pp", "class x {}\n"));
    let location = Location::new(&other, Span::new(6, 7));
    let diagnostic = error(&source("class x {}\n"), 6, 7).label_at(location, "first defined here");
    assert_eq!(
        text(&diagnostic),
        "\
error[internal-error]: it fails
 --> a.pp:1:7
  |
1 | class x {}
  |       ^
  |
 ::: b.pp:1:7
  |
1 | class x {}
  |       - first defined here

"
    );
    assert_eq!(
        rendered(&Github, &diagnostic),
        "::error file=a.pp,line=1,col=7,endLine=1,endColumn=8,title=internal-error::it fails%0A\
         b.pp:1:7: first defined here\n"
    );
    let object: serde_json::Value = serde_json::from_str(&rendered(&Json, &diagnostic)).unwrap();
    let label = &object["labels"][0];
    assert_eq!((&label["file"], &label["line"]), (&"b.pp".into(), &1.into()));
    assert_eq!(label["message"], "first defined here");
}

#[test]
fn a_diagnostic_without_a_location_names_none() {
    let diagnostic = FAILURE.diagnostic("it fails").help("try again");
    assert_eq!(text(&diagnostic), "error[internal-error]: it fails\n |\n = help: try again\n\n");
    assert_eq!(
        rendered(&Github, &diagnostic),
        "::error title=internal-error::it fails%0Ahelp: try again\n"
    );
    let object: serde_json::Value = serde_json::from_str(&rendered(&Json, &diagnostic)).unwrap();
    assert_eq!((&object["file"], &object["line"]), (&().into(), &().into()));
    let line = Line { colors: Colors::Off, lead: "" };
    assert_eq!(rendered(&line, &diagnostic), "Error: it fails\n");
}

#[test]
fn a_line_of_a_file_without_its_text_has_no_frame() {
    let location = Location::of_line("data/common.yaml", Some(7));
    let diagnostic = FAILURE.diagnostic("it fails").located(location);
    assert_eq!(text(&diagnostic), "error[internal-error]: it fails\n--> data/common.yaml:7\n\n");
}

#[test]
fn without_a_location_the_innermost_call_has_the_frame() {
    let source = source("a(b())\n");
    let call = |callee: &str, start| TraceEntry {
        callee: callee.to_owned(),
        location: Location::new(&source, Span::new(start, start + 1)),
    };
    let diagnostic = FAILURE.diagnostic("it fails").traced(vec![call("b", 2), call("a", 0)]);
    assert_eq!(
        text(&diagnostic),
        "\
error[internal-error]: it fails
 --> a.pp:1:3
  |
1 | a(b())
  |   ^
  |
  = note: in the call of `a` at a.pp:1:1

"
    );
    let object: serde_json::Value = serde_json::from_str(&rendered(&Json, &diagnostic)).unwrap();
    assert_eq!(object["trace"][0]["call"], "b");
}

#[test]
fn fixes_are_edits_for_programs() {
    let source = source("else if\n");
    let diagnostic = error(&source, 5, 7).fix("write `elsif`", Span::new(0, 7), "elsif");
    let object: serde_json::Value = serde_json::from_str(&rendered(&Json, &diagnostic)).unwrap();
    let edit = &object["fixes"][0]["edits"][0];
    assert_eq!((&edit["column"], &edit["end_column"]), (&1.into(), &8.into()));
    assert_eq!(edit["text"], "elsif");
    let object: serde_json::Value = serde_json::from_str(&rendered(&Sarif, &diagnostic)).unwrap();
    let replacement = &object["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "elsif");
}
