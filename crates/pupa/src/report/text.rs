//! Code frames for people.
//!
//! The frame shows the lines that a diagnostic points at, never the whole file, and of a very
//! long line only the part around the place.

use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::{Source, Span};

use super::{Colors, Reporter};

/// Lines longer than this many characters are cut in frames.
const MAX_LINE: usize = 160;

/// A label further away from the place than this many lines has a frame of its own.
const MAX_GAP: u32 = 40;

/// For people.
pub(super) struct Text {
    renderer: Renderer,
}

impl Text {
    pub(super) fn new(colors: Colors) -> Text {
        let renderer = match colors {
            Colors::On => Renderer::styled(),
            Colors::Off => Renderer::plain(),
        };
        // Lines are cut here, where it is known what matters in them.
        Text { renderer: renderer.term_width(4 * MAX_LINE) }
    }
}

impl Reporter for Text {
    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic) -> String {
        let level = level(diagnostic.severity);
        let title = level
            .primary_title(normalize_untrusted_str(&diagnostic.message))
            .id(diagnostic.issue.code);
        let mut group = Group::with_title(title);
        if source.text().is_empty() {
            group = group.element(Origin::path(shown_name(source)));
        } else {
            for frame in frames(source, diagnostic) {
                group = group.element(frame.snippet().path(shown_name(source)));
            }
        }
        for note in &diagnostic.notes {
            group = group.element(Level::NOTE.message(normalize_untrusted_str(note)));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
        }
        let text = self.renderer.render(&[group]);
        format!("{}\n\n", with_true_position(text, source, diagnostic))
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Deprecation => Level::WARNING.with_name("deprecation"),
        Severity::Note => Level::NOTE,
    }
}

/// The name of a source as it may be shown. Code given on the command line has none, and a frame
/// without one looks broken. A file name may hold anything, also what would steer a terminal.
fn shown_name(source: &Source) -> String {
    if source.name().is_empty() {
        return "<command line>".to_owned();
    }
    let mut shown = String::with_capacity(source.name().len());
    for c in source.name().chars() {
        match c {
            c if c.is_control() => shown.extend(c.escape_default()),
            // These change the direction of the text that follows.
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// Mends the position above the frame. The renderer takes it from the text it is given, which
/// is another than the file's where a line is cut or the end of the input is shown earlier.
fn with_true_position(text: String, source: &Source, diagnostic: &Diagnostic) -> String {
    if source.text().is_empty() {
        return text;
    }
    let name = shown_name(source);
    let mark = mark(source, diagnostic.span, AnnotationKind::Primary, None);
    let cut = cut_line(source.line(mark.line), &mark.range);
    let before = cut.place(&mark.range).and_then(|range| cut.text.get(..range.start));
    let column = before.unwrap_or_default().chars().count() + 1;
    let position = source.position(diagnostic.span.start);
    let rendered = format!("{name}:{}:{column}", mark.line);
    let meant = format!("{name}:{}:{}", position.line, position.column);
    if rendered == meant { text } else { text.replacen(&rendered, &meant, 1) }
}

/// A stretch of one line, with something to say about it.
struct Mark<'a> {
    line: u32,
    /// Bytes of the line.
    range: Range<usize>,
    kind: AnnotationKind,
    text: Option<&'a str>,
}

/// Neighbouring lines with marks.
struct Frame<'a> {
    source: &'a Source,
    marks: Vec<Mark<'a>>,
}

/// The frames of a diagnostic, the one with the place itself first.
fn frames<'a>(source: &'a Source, diagnostic: &'a Diagnostic) -> Vec<Frame<'a>> {
    let place = mark(source, diagnostic.span, AnnotationKind::Primary, None);
    let line = place.line;
    let mut frames = vec![Frame { source, marks: vec![place] }];
    for label in &diagnostic.labels {
        if label.span == diagnostic.span {
            frames[0].marks[0].text = Some(&label.text);
            continue;
        }
        let mark = mark(source, label.span, AnnotationKind::Context, Some(&label.text));
        if mark.line.abs_diff(line) <= MAX_GAP {
            frames[0].marks.push(mark);
        } else {
            frames.push(Frame { source, marks: vec![mark] });
        }
    }
    frames
}

/// The part of a span on its first line.
fn mark<'a>(
    source: &'a Source,
    span: Span,
    kind: AnnotationKind,
    text: Option<&'a str>,
) -> Mark<'a> {
    let mut start = (span.start as usize).min(source.text().len());
    if start == source.text().len() {
        // The end of the input is shown behind the last thing in it.
        start = source.text().trim_end().len();
    }
    let line = source.line_of(start as u32);
    let line_start = source.line_starts().get(line as usize - 1).map_or(0, |&at| at as usize);
    let content = source.line(line);
    let from = (start - line_start).min(content.len());
    let to = (span.end as usize).saturating_sub(line_start).clamp(from, content.len());
    Mark { line, range: from..to, kind, text }
}

impl Frame<'_> {
    fn snippet(self) -> Snippet<'static, Annotation<'static>> {
        let first = self.marks.iter().map(|mark| mark.line).min().unwrap_or(1);
        let last = self.marks.iter().map(|mark| mark.line).max().unwrap_or(1);
        let mut text = String::new();
        let mut annotations = Vec::new();
        for line in first..=last {
            if line > first {
                text.push('\n');
            }
            let marks: Vec<&Mark<'_>> =
                self.marks.iter().filter(|mark| mark.line == line).collect();
            let focus = marks.first().map_or(0..0, |mark| mark.range.clone());
            let cut = cut_line(self.source.line(line), &focus);
            for mark in marks {
                if let Some(range) = cut.place(&mark.range) {
                    let range = range.start + text.len()..range.end + text.len();
                    let label = mark.text.map(normalize_untrusted_str);
                    annotations.push(mark.kind.span(range).label(label));
                }
            }
            text.push_str(&cut.text);
        }
        Snippet::source(text).line_start(first as usize).annotations(annotations)
    }
}

/// A line, or the part of it that is shown.
struct Cut {
    text: String,
    /// The bytes of the line that are shown.
    shown: Range<usize>,
    /// The offset of the first of them in the text.
    at: usize,
}

impl Cut {
    /// Returns the range in the text of a range of the line; `None` if it begins outside.
    fn place(&self, range: &Range<usize>) -> Option<Range<usize>> {
        if range.start < self.shown.start || range.start > self.shown.end {
            return None;
        }
        let end = range.end.min(self.shown.end).max(range.start);
        let shift = |offset: usize| offset - self.shown.start + self.at;
        Some(shift(range.start)..shift(end))
    }
}

/// Keeps of a long line what is around the focus.
fn cut_line(line: &str, focus: &Range<usize>) -> Cut {
    // A character has at most four bytes, so the second test is rare and cheap enough.
    if line.len() <= MAX_LINE || line.chars().take(MAX_LINE + 1).count() <= MAX_LINE {
        return Cut { text: line.to_owned(), shown: 0..line.len(), at: 0 };
    }
    let start = back(line, focus.start.min(line.len()), MAX_LINE / 3);
    let end =
        line[start..].char_indices().nth(MAX_LINE).map_or(line.len(), |(offset, _)| start + offset);
    let before = if start > 0 { "…" } else { "" };
    let after = if end < line.len() { "…" } else { "" };
    let text = format!("{before}{}{after}", &line[start..end]);
    Cut { text, shown: start..end, at: before.len() }
}

/// The offset `characters` characters before another.
fn back(line: &str, offset: usize, characters: usize) -> usize {
    let before = line.get(..offset).unwrap_or_default();
    before.char_indices().rev().nth(characters.saturating_sub(1)).map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::issues;

    fn shown(text: &str, diagnostic: &Diagnostic) -> String {
        Text::new(Colors::Off).diagnostic(&Source::new("a.pp", text), diagnostic)
    }

    fn error(start: u32, end: u32) -> Diagnostic {
        Diagnostic::new(&issues::INTERNAL_ERROR, Span::new(start, end), "it fails")
    }

    #[test]
    fn points_at_the_place() {
        let diagnostic = error(7, 9).label(Span::new(0, 2), "first").help("mend it").note("so");
        assert_eq!(
            shown("$a = 1\n$b = 2\n", &diagnostic),
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
        let text = "\t$日本 = x\n";
        let at = text.find('x').unwrap() as u32;
        assert_eq!(
            shown(text, &error(at, at + 1)),
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
            shown("class a {\n\n", &error(11, 11)),
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
        let text = shown("class a {\n  $x\n}\n", &error(0, 17));
        assert!(text.contains("1 | class a {\n  | ^^^^^^^^^\n"), "{text}");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = format!("{}!{}", "a".repeat(5_000_000), "b".repeat(5_000_000));
        let text = shown(&line, &error(5_000_000, 5_000_001));
        assert!(text.len() < 1000, "{}", text.len());
        assert!(text.contains("a.pp:1:5000001"), "{text}");
        let frame: Vec<&str> = text.lines().collect();
        let column = frame[3].chars().position(|c| c == '!').unwrap();
        assert_eq!(frame[4].chars().position(|c| c == '^').unwrap(), column);
    }

    #[test]
    fn a_far_label_has_a_frame_of_its_own() {
        let text = "x\n".repeat(100_000);
        let diagnostic = error(199_998, 199_999).label(Span::new(0, 1), "here");
        let text = shown(&text, &diagnostic);
        assert!(text.contains("100000 | x\n"), "{text}");
        assert!(text.contains("     1 | x\n       | - here\n"), "{text}");
    }

    #[test]
    fn control_characters_of_a_name_do_nothing() {
        let source = Source::new("a\u{1b}[31m\n\u{202E}é.pp", "$a\n$b\n");
        let text = Text::new(Colors::Off).diagnostic(&source, &error(3, 5));
        assert!(text.contains(" --> a\\u{1b}[31m\\n\\u{202e}é.pp:2:1\n"), "{text:?}");
    }

    #[test]
    fn control_characters_of_the_input_do_nothing() {
        let text = shown("\u{1b}[31m $a\n", &error(6, 8));
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}
