//! Converts ERB templates to Ruby programs.
//!
//! A template becomes a program that appends to the string `_erbout` and returns it. Line numbers
//! stay the same, so that errors show the lines of the template. The trim mode is `-`, the one that
//! Puppet uses:
//!
//! | tag | meaning |
//! | --- | --- |
//! | `<% code %>` | code |
//! | `<%= code %>` | the result of the code as a string |
//! | `<%# text %>` | a comment |
//! | `<%-` | as `<%`, without the blanks before it on its line |
//! | `-%>` | as `%>`, without the line break after it |
//! | `<%%` and, inside of tags, `%%>` | `<%` and `%>` themselves |

pub mod to_epp;

use std::ops::Range;
use std::sync::Arc;

use crate::code::Code;
use crate::parse::{self, Options, SyntaxError};

/// The Ruby program made from a template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RubyText {
    /// The program.
    pub text: Vec<u8>,
    /// The parts that were copied from the template, in order.
    copies: Vec<Copy>,
}

/// A part of the program that was copied from the template.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Copy {
    /// Its offset in the program.
    at: usize,
    /// Its range in the template.
    from: Range<usize>,
}

impl RubyText {
    /// Maps an offset in the program to the offset in the template. A program offset that was not
    /// copied maps to the end of the copied part before it.
    pub fn template_offset(&self, offset: usize) -> usize {
        let after = self.copies.partition_point(|copy| copy.at <= offset);
        match after.checked_sub(1).and_then(|index| self.copies.get(index)) {
            Some(copy) => (copy.from.start + (offset - copy.at)).min(copy.from.end),
            None => 0,
        }
    }
}

/// Compiles a template and parses the program. Errors have locations in the template.
///
/// # Errors
///
/// When the Ruby code of the template has syntax errors.
pub fn parse(template: &[u8], options: &Options) -> Result<Arc<Code>, Vec<SyntaxError>> {
    let program = compile(template);
    parse::parse(&program.text, options).map_err(|errors| {
        let in_template = |error: SyntaxError| {
            let start = program.template_offset(error.span.start);
            let end = program.template_offset(error.span.end).max(start);
            SyntaxError { span: start..end, ..error }
        };
        errors.into_iter().map(in_template).collect()
    })
}

/// Compiles a template to a Ruby program.
pub fn compile(template: &[u8]) -> RubyText {
    let mut writer = Writer::default();
    writer.output.text.reserve(template.len() * 3 / 2);
    writer.push(b"_erbout = +''");
    let mut at = 0;
    while at < template.len() {
        at = compile_text(&mut writer, template, at);
        if at < template.len() {
            at = compile_tag(&mut writer, template, at);
        }
    }
    writer.push(b"_erbout");
    writer.output
}

/// The kinds of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Code,
    Value,
    Comment,
}

/// Compiles the text up to the next tag, and returns the offset of the tag.
fn compile_text(writer: &mut Writer, template: &[u8], start: usize) -> usize {
    let mut text = Vec::new();
    let mut at = start;
    loop {
        let rest = template.get(at..).unwrap_or_default();
        let Some(found) = find_mark(rest, *b"<%") else {
            text.extend_from_slice(rest);
            at = template.len();
            break;
        };
        text.extend_from_slice(rest.get(..found).unwrap_or_default());
        at += found;
        match template.get(at + 2) {
            Some(b'%') => {
                text.extend_from_slice(b"<%");
                at += 3;
            }
            Some(b'-') => {
                let before = template.get(start..at).unwrap_or_default();
                drop_indent(&mut text, before);
                break;
            }
            _ => break,
        }
    }
    if !text.is_empty() {
        writer.push_text(&text);
    }
    at
}

/// Finds a mark of two bytes. Marks are so close to each other that preparing an efficient search
/// would take longer than this simple one.
fn find_mark(text: &[u8], mark: [u8; 2]) -> Option<usize> {
    memchr::memchr_iter(mark[0], text).find(|at| text.get(at + 1) == Some(&mark[1]))
}

/// Removes the blanks before `<%-` if nothing else precedes them on the line. Text after a tag
/// counts as the start of a line here, as in Ruby's scanner.
fn drop_indent(text: &mut Vec<u8>, before: &[u8]) {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks = before.iter().rev().take_while(is_blank).count();
    let starts_line = match before.len().checked_sub(blanks + 1) {
        Some(last) => before.get(last) == Some(&b'\n'),
        None => true,
    };
    if starts_line {
        text.truncate(text.len().saturating_sub(blanks));
    }
}

/// Compiles a tag, and returns the offset after it.
fn compile_tag(writer: &mut Writer, template: &[u8], start: usize) -> usize {
    let (tag, begin) = match template.get(start + 2) {
        Some(b'=') => (Tag::Value, start + 3),
        Some(b'#') => (Tag::Comment, start + 3),
        Some(b'-') => (Tag::Code, start + 3),
        _ => (Tag::Code, start + 2),
    };
    // The parts of the content; each `%%>` begins a new part, which contributes the `%>`.
    let mut parts = Vec::new();
    let mut part = begin;
    let mut search = begin;
    loop {
        let Some(found) = template.get(search..).and_then(|rest| find_mark(rest, *b"%>")) else {
            // Ruby outputs the content of a tag that is never closed as text.
            parts.push(part..template.len());
            let content = parts.iter().filter_map(|part| template.get(part.clone()));
            let text: Vec<u8> = content.flatten().copied().collect();
            if !text.is_empty() {
                writer.push_text(&text);
            }
            return template.len();
        };
        let end = search + found;
        if end > search.max(part) && template.get(end - 1) == Some(&b'%') {
            parts.push(part..end - 1);
            part = end;
            search = end + 2;
            continue;
        }
        let trims = end > part && template.get(end - 1) == Some(&b'-');
        parts.push(part..if trims { end - 1 } else { end });
        push_tag(writer, template, tag, parts);
        let behind = end + 2;
        return if trims { skip_line_break(writer, template, behind) } else { behind };
    }
}

fn push_tag(writer: &mut Writer, template: &[u8], tag: Tag, mut parts: Vec<Range<usize>>) {
    match tag {
        Tag::Code => {
            let ends_line = parts
                .last()
                .is_some_and(|part| !part.is_empty() && template.get(part.end - 1) == Some(&b'\n'));
            if ends_line && let Some(last) = parts.last_mut() {
                last.end -= 1;
            }
            writer.push(b"");
            writer.copy(template, &parts);
            if ends_line {
                writer.end_line();
            }
        }
        Tag::Value => {
            writer.push(b"_erbout << ((");
            writer.copy(template, &parts);
            writer.output.text.extend_from_slice(b").to_s)");
        }
        Tag::Comment => {
            let lines = parts.iter().filter_map(|part| template.get(part.clone()));
            let count = lines.flatten().filter(|byte| **byte == b'\n').count();
            (0..count).for_each(|_| writer.end_line());
        }
    }
}

/// Skips the line break after `-%>`: it adds a line to the program but no text.
fn skip_line_break(writer: &mut Writer, template: &[u8], at: usize) -> usize {
    let rest = template.get(at..).unwrap_or_default();
    let length = match rest {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => return at,
    };
    writer.end_line();
    at + length
}

/// The program under construction.
#[derive(Debug, Default)]
struct Writer {
    output: RubyText,
    /// Whether the current line has statements already.
    in_line: bool,
}

impl Writer {
    /// Appends a statement.
    fn push(&mut self, statement: &[u8]) {
        if self.in_line {
            self.output.text.extend_from_slice(b"; ");
        }
        self.output.text.extend_from_slice(statement);
        self.in_line = true;
    }

    /// Appends the content of a tag.
    fn copy(&mut self, template: &[u8], parts: &[Range<usize>]) {
        for part in parts {
            let at = self.output.text.len();
            self.output.text.extend_from_slice(template.get(part.clone()).unwrap_or_default());
            self.output.copies.push(Copy { at, from: part.clone() });
        }
    }

    /// Appends the statement that outputs text, followed by as many line breaks as the text has.
    fn push_text(&mut self, text: &[u8]) {
        self.push(b"_erbout << \"");
        let output = &mut self.output.text;
        for chunk in text.utf8_chunks() {
            push_quoted(output, chunk.valid().as_bytes());
            chunk.invalid().iter().for_each(|byte| push_hexadecimal(output, *byte));
        }
        output.push(b'"');
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        output.extend(std::iter::repeat_n(b'\n', lines));
    }

    fn end_line(&mut self) {
        self.output.text.push(b'\n');
        self.in_line = false;
    }
}

/// Appends valid UTF-8 as the content of a string literal in double quotes.
fn push_quoted(output: &mut Vec<u8>, text: &[u8]) {
    let is_special = |byte: &u8| matches!(byte, 0..b' ' | b'\\' | b'"' | b'#' | 0x7f);
    let mut rest = text;
    while let Some(at) = rest.iter().position(is_special) {
        let (plain, special) = rest.split_at(at);
        output.extend_from_slice(plain);
        match special[0] {
            b'\n' => output.extend_from_slice(b"\\n"),
            b'\t' => output.extend_from_slice(b"\\t"),
            byte @ (b'\\' | b'"' | b'#') => output.extend_from_slice(&[b'\\', byte]),
            byte => push_hexadecimal(output, byte),
        }
        rest = &special[1..];
    }
    output.extend_from_slice(rest);
}

fn push_hexadecimal(output: &mut Vec<u8>, byte: u8) {
    output.extend_from_slice(format!("\\x{byte:02X}").as_bytes());
}

#[cfg(test)]
mod tests {
    use memchr::memmem;

    use super::*;

    fn ruby(template: &str) -> String {
        String::from_utf8_lossy(&compile(template.as_bytes()).text).into_owned()
    }

    #[test]
    fn text_and_tags_keep_their_lines() {
        assert_eq!(
            ruby("a\n<%= x %>\n<% if y\n%>b<% end -%>\nc"),
            "_erbout = +''; _erbout << \"a\\n\"\n; _erbout << (( x ).to_s); _erbout << \"\\n\"\n;  \
             if y\n_erbout << \"b\";  end \n_erbout << \"c\"; _erbout"
        );
    }

    #[test]
    fn marks_are_escaped_by_doubling() {
        assert_eq!(ruby("<%% x %%>"), "_erbout = +''; _erbout << \"<% x %%>\"; _erbout");
        assert_eq!(ruby("<%= 'a%%>b' %>"), "_erbout = +''; _erbout << (( 'a%>b' ).to_s); _erbout");
    }

    #[test]
    fn blanks_before_a_trimmed_tag_disappear() {
        assert_eq!(ruby("  <%- a %>"), "_erbout = +'';  a ; _erbout");
        assert_eq!(ruby("b  <%- a %>"), "_erbout = +''; _erbout << \"b  \";  a ; _erbout");
        assert_eq!(ruby("<% b %>  <%- a %>"), "_erbout = +'';  b ;  a ; _erbout");
    }

    #[test]
    fn comments_count_their_lines() {
        assert_eq!(ruby("<%#\n-%>\nq"), "_erbout = +''\n\n_erbout << \"q\"; _erbout");
    }

    #[test]
    fn an_open_tag_is_text() {
        assert_eq!(
            ruby("q <%= oops"),
            "_erbout = +''; _erbout << \"q \"; _erbout << \" oops\"; _erbout"
        );
    }

    #[test]
    fn any_bytes_survive() {
        let program = compile(b"\xff\"\\#{x}\x01\xc3\xa4");
        assert_eq!(
            String::from_utf8_lossy(&program.text),
            "_erbout = +''; _erbout << \"\\xFF\\\"\\\\\\#{x}\\x01\u{e4}\"; _erbout"
        );
    }

    #[test]
    fn places_in_the_program_lead_back_to_the_template() {
        let template = "text <%= value + %>";
        let program = compile(template.as_bytes());
        let place = memmem::find(&program.text, b"value +").unwrap_or_default();
        assert_eq!(program.template_offset(place), template.find("value").unwrap_or_default());
    }
}
