//! Code frames for terminals.
//!
//! A frame shows the lines that a diagnostic refers to, never the whole file, and of a very long
//! line only the part around the position.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Snippet, normalize_untrusted_str,
};
use pupa_syntax::diagnostic::{Diagnostic, Location, Severity};
use pupa_syntax::source::{Source, Span};

use crate::{Colors, Renderer, at_innermost_call, trace};

/// The maximum length of a line in a frame, in characters. Longer lines are cut.
const MAX_LINE: usize = 160;

/// The maximum distance in lines between the location of a diagnostic and a label in the same
/// frame. Labels further away have frames of their own.
const MAX_GAP: u32 = 40;

/// Renders diagnostics as code frames.
#[derive(Debug)]
pub struct Text {
    renderer: annotate_snippets::Renderer,
}

impl Text {
    /// Code frames, coloured or not.
    pub fn new(colors: Colors) -> Text {
        let renderer = match colors {
            Colors::On => annotate_snippets::Renderer::styled(),
            Colors::Off => annotate_snippets::Renderer::plain(),
        };
        // Lines are already cut by this module, which knows their relevant part.
        Text { renderer: renderer.term_width(4 * MAX_LINE) }
    }
}

impl Renderer for Text {
    fn diagnostic(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let moved = at_innermost_call(diagnostic);
        let diagnostic = moved.as_ref().unwrap_or(diagnostic);
        let level = level(diagnostic.severity);
        let title = level
            .primary_title(normalize_untrusted_str(&diagnostic.full_message()))
            .id(diagnostic.issue.code);
        let mut group = Group::with_title(title);
        if let Some(location) = &diagnostic.location {
            group = match location.source.text().is_empty() {
                true => group.element(origin(location)),
                false => frames(location, diagnostic).fold(group, Group::element),
            };
        }
        for note in
            remarks(diagnostic).chain(diagnostic.notes.clone()).chain(trace::notes(diagnostic))
        {
            group = group.element(Level::NOTE.message(normalize_untrusted_str(&note)));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
        }
        let mut text = self.renderer.render(&[group]);
        if let Some(location) = &diagnostic.location {
            text = with_true_position(text, location);
        }
        write!(out, "{text}\n\n")
    }
}

/// The labels in sources whose text is not available, so that they have no frames.
fn remarks(diagnostic: &Diagnostic) -> impl Iterator<Item = String> {
    let unread = diagnostic.labels.iter().filter(|label| label.location.source.text().is_empty());
    unread.map(|label| {
        let (file, line) = (shown_name(&label.location.source), label.location.start().line);
        format!("{} ({file}:{line})", label.text)
    })
}

/// The location in a source whose text is not available.
fn origin(location: &Location) -> Origin<'static> {
    let origin = Origin::path(shown_name(&location.source));
    match location.line() {
        Some(line) => origin.line(line as usize),
        None => origin,
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

/// The name of a source in a form that is safe to show. Code from the command line has no name,
/// which would make an incomplete frame. A file name may contain anything, including control
/// sequences for terminals.
fn shown_name(source: &Source) -> String {
    if source.name().is_empty() {
        return "<command line>".to_owned();
    }
    let mut display = String::with_capacity(source.name().len());
    for c in source.name().chars() {
        match c {
            c if c.is_control() => display.extend(c.escape_default()),
            // These characters change the direction of the text after them.
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => display.extend(c.escape_default()),
            c => display.push(c),
        }
    }
    display
}

/// Corrects the position in the heading of the frame. The renderer computes it from the shown text,
/// which differs from the file if a line is cut or the end of the input is shown earlier.
fn with_true_position(text: String, location: &Location) -> String {
    let source = &*location.source;
    if source.text().is_empty() {
        return text;
    }
    let name = shown_name(source);
    let mark = mark(source, location.span, AnnotationKind::Primary, None);
    let cut = cut_line(source.line(mark.line), &mark.range);
    let before = cut.place(&mark.range).and_then(|range| cut.text.get(..range.start));
    let column = before.unwrap_or_default().chars().count() + 1;
    let position = location.start();
    let rendered = format!("{name}:{}:{column}", mark.line);
    let exact = format!("{name}:{}:{}", position.line, position.column);
    if rendered == exact { text } else { text.replacen(&rendered, &exact, 1) }
}

/// A marked part of one line, with its label.
struct Mark<'a> {
    line: u32,
    /// The range in the line, in bytes.
    range: Range<usize>,
    kind: AnnotationKind,
    text: Option<&'a str>,
}

/// Neighbouring lines with marked parts.
struct Frame<'a> {
    source: &'a Source,
    marks: Vec<Mark<'a>>,
}

/// The frames of a diagnostic: that of its location first, then those of distant labels and of
/// labels in other files.
fn frames<'a>(
    location: &'a Location,
    diagnostic: &'a Diagnostic,
) -> impl Iterator<Item = Snippet<'static, Annotation<'static>>> {
    let place = mark(&location.source, location.span, AnnotationKind::Primary, None);
    let line = place.line;
    let mut frames = vec![Frame { source: &location.source, marks: vec![place] }];
    for label in &diagnostic.labels {
        let source: &Source = &label.location.source;
        if source.text().is_empty() {
            continue;
        }
        let is_here = Arc::ptr_eq(&label.location.source, &location.source);
        if is_here && label.location.span == location.span {
            frames[0].marks[0].text = Some(&label.text);
            continue;
        }
        let mark = mark(source, label.location.span, AnnotationKind::Context, Some(&label.text));
        if is_here && mark.line.abs_diff(line) <= MAX_GAP {
            frames[0].marks.push(mark);
        } else {
            frames.push(Frame { source, marks: vec![mark] });
        }
    }
    frames.into_iter().map(|frame| {
        let name = shown_name(frame.source);
        frame.snippet().path(name)
    })
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
        // The end of the input is shown after the last text in it.
        start = source.text().trim_end().len();
    }
    let line = source.line_of(start as u32);
    let line_start = source.line_start(line) as usize;
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

/// A line, or the visible part of a long one.
struct Cut {
    text: String,
    /// The visible range of the line, in bytes.
    display: Range<usize>,
    /// The offset of that range in the shown text.
    at: usize,
}

impl Cut {
    /// Converts a range of the line to a range of the shown text; `None` if it begins outside the
    /// visible part.
    fn place(&self, range: &Range<usize>) -> Option<Range<usize>> {
        if range.start < self.display.start || range.start > self.display.end {
            return None;
        }
        let end = range.end.min(self.display.end).max(range.start);
        let shift = |offset: usize| offset - self.display.start + self.at;
        Some(shift(range.start)..shift(end))
    }
}

/// Cuts a long line to the part around `focus`.
fn cut_line(line: &str, focus: &Range<usize>) -> Cut {
    // Counts characters only if there are more bytes than the limit.
    if line.len() <= MAX_LINE || line.chars().take(MAX_LINE + 1).count() <= MAX_LINE {
        return Cut { text: line.to_owned(), display: 0..line.len(), at: 0 };
    }
    let start = back(line, focus.start.min(line.len()), MAX_LINE / 3);
    let end =
        line[start..].char_indices().nth(MAX_LINE).map_or(line.len(), |(offset, _)| start + offset);
    let before = if start > 0 { "…" } else { "" };
    let after = if end < line.len() { "…" } else { "" };
    let text = format!("{before}{}{after}", &line[start..end]);
    Cut { text, display: start..end, at: before.len() }
}

/// The offset `characters` characters before another.
fn back(line: &str, offset: usize, characters: usize) -> usize {
    let before = line.get(..offset).unwrap_or_default();
    before.char_indices().rev().nth(characters.saturating_sub(1)).map_or(0, |(at, _)| at)
}
