//! The comments above definitions in the format of puppet-strings: Markdown followed by tags.

use pupa_syntax::tree::Tree;

/// A parsed comment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Comment {
    /// The text of `@summary`.
    pub(super) summary: Option<String>,
    /// Lines of Markdown.
    pub(super) text: Vec<String>,
    /// The titles and the code of `@example`.
    pub(super) examples: Vec<(String, Vec<String>)>,
    /// Other tags with their text, such as `since`.
    pub(super) tags: Vec<(String, String)>,
}

impl Comment {
    /// The whole comment in one line, without examples.
    pub(super) fn line(&self) -> String {
        let text = self.text.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
        let tags = self.tags.iter().map(|(name, text)| format!("{name}: {text}"));
        let parts = self.summary.iter().cloned().chain(text.map(str::to_owned)).chain(tags);
        parts.collect::<Vec<_>>().join(" ")
    }
}

/// Parses the comment on the lines directly above a line.
pub(super) fn above(tree: &Tree, line: u32) -> Comment {
    let source = tree.source();
    let mut lines = Vec::new();
    let mut next_line = line;
    let comments = tree.comments();
    let behind = comments.partition_point(|span| source.line_of(span.start) < line);
    for span in comments[..behind].iter().rev() {
        let position = source.position(span.start);
        let mut before = source.line(position.line).chars().take(position.column as usize - 1);
        let is_alone = before.all(char::is_whitespace);
        let text = source.slice(*span);
        // A C-style comment may span several lines.
        let height = u32::try_from(text.trim_end().lines().count()).unwrap_or(u32::MAX).max(1);
        if !is_alone || position.line.saturating_add(height) != next_line {
            break;
        }
        let block: Vec<&str> = match text.strip_prefix("/*") {
            Some(block) => block.trim_end().trim_end_matches("*/").lines().collect(),
            None => vec![text.trim_end().strip_prefix('#').unwrap_or(text)],
        };
        lines.extend(block.into_iter().rev().map(plain));
        next_line = position.line;
    }
    lines.reverse();
    parse(&lines)
}

/// A line of a comment without its leading space.
fn plain(line: &str) -> String {
    line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
}

/// The element that indented lines continue.
enum Section {
    Text,
    Summary,
    Example,
    Tag,
}

fn parse(lines: &[String]) -> Comment {
    let mut comment = Comment::default();
    let mut section = Section::Text;
    for line in lines {
        if let Some(tag) = line.strip_prefix('@') {
            let (name, text) = tag.split_once(' ').unwrap_or((tag, ""));
            let text = text.trim().to_owned();
            section = match name {
                "summary" => {
                    comment.summary = Some(text);
                    Section::Summary
                }
                "example" => {
                    comment.examples.push((text, Vec::new()));
                    Section::Example
                }
                _ => {
                    comment.tags.push((name.to_owned(), text));
                    Section::Tag
                }
            };
            continue;
        }
        let is_indented = line.starts_with("  ");
        match section {
            Section::Example if is_indented || line.is_empty() => {
                if let Some((_, code)) = comment.examples.last_mut() {
                    code.push(line.strip_prefix("  ").unwrap_or(line).to_owned());
                }
            }
            Section::Summary if is_indented => join(comment.summary.as_mut(), line),
            Section::Tag if is_indented => {
                join(comment.tags.last_mut().map(|tag| &mut tag.1), line)
            }
            _ => {
                section = Section::Text;
                comment.text.push(line.clone());
            }
        }
    }
    trim(&mut comment.text);
    comment.examples.iter_mut().for_each(|(_, code)| trim(code));
    comment
}

fn join(text: Option<&mut String>, line: &str) {
    if let Some(text) = text {
        text.push(' ');
        text.push_str(line.trim());
    }
}

/// Removes empty lines at both ends.
fn trim(lines: &mut Vec<String>) {
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let empty = lines.iter().take_while(|line| line.trim().is_empty()).count();
    lines.drain(..empty);
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_syntax::source::Source;
    use pupa_syntax::{ParseOptions, parse};
    use std::sync::Arc;

    fn above_line(text: &str, line: u32) -> Comment {
        let parsed = parse(Arc::new(Source::new("", text)), &ParseOptions::default());
        above(&parsed.tree, line)
    }

    #[test]
    fn only_comments_right_above_count() {
        assert_eq!(above_line("# a\n# b\n$x = 1", 3).text, ["a", "b"]);
        assert_eq!(above_line("# a\n\n# b\n$x = 1", 4).text, ["b"]);
        assert_eq!(above_line("# a\n\n$x = 1", 3), Comment::default());
        assert_eq!(above_line("$y = 1 # a\n$x = 1", 2), Comment::default());
        assert_eq!(above_line("/y/ # a\n$x = 1", 2), Comment::default());
        assert_eq!(above_line("/* a\n b */\n$x = 1", 3).text, ["a", "b"]);
    }

    #[test]
    fn tags_are_taken_apart() {
        let text = "# Long text.\n#\n# @summary Short\n#   one.\n# @example Do it\n#   $y = 1\n#\n\
                    #     $z = 2\n#\n# @since 1.0\n$x = 1";
        let comment = above_line(text, 11);
        assert_eq!(comment.summary.as_deref(), Some("Short one."));
        assert_eq!(comment.text, ["Long text."]);
        let code = ["$y = 1", "", "  $z = 2"].map(str::to_owned).to_vec();
        assert_eq!(comment.examples, [("Do it".to_owned(), code)]);
        assert_eq!(comment.tags, [("since".to_owned(), "1.0".to_owned())]);
        assert_eq!(comment.line(), "Short one. Long text. since: 1.0");
    }
}
