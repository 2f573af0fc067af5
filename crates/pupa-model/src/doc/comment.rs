//! The comment above a definition, as puppet-strings reads them: text in Markdown, then tags.

use pupa_syntax::tree::Tree;

/// A comment, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Comment {
    /// What `@summary` says.
    pub(super) summary: Option<String>,
    /// Lines of Markdown.
    pub(super) text: Vec<String>,
    /// Titles and code of `@example`.
    pub(super) examples: Vec<(String, Vec<String>)>,
    /// Other tags and what they say: `since`.
    pub(super) tags: Vec<(String, String)>,
}

impl Comment {
    /// All of it as one line, without examples.
    pub(super) fn line(&self) -> String {
        let text = self.text.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
        let tags = self.tags.iter().map(|(name, text)| format!("{name}: {text}"));
        let parts = self.summary.iter().cloned().chain(text.map(str::to_owned)).chain(tags);
        parts.collect::<Vec<_>>().join(" ")
    }
}

/// The comment in the lines right above a line.
pub(super) fn above(tree: &Tree, line: u32) -> Comment {
    let source = tree.source();
    let mut lines = Vec::new();
    let mut wanted = line;
    let comments = tree.comments();
    let behind = comments.partition_point(|span| source.line_of(span.start) < line);
    for span in comments[..behind].iter().rev() {
        let position = source.position(span.start);
        let mut before = source.line(position.line).chars().take(position.column as usize - 1);
        let is_alone = before.all(char::is_whitespace);
        let text = source.slice(*span);
        // A comment in the form of C may have several lines.
        let height = u32::try_from(text.trim_end().lines().count()).unwrap_or(u32::MAX).max(1);
        if !is_alone || position.line.saturating_add(height) != wanted {
            break;
        }
        let block: Vec<&str> = match text.strip_prefix("/*") {
            Some(block) => block.trim_end().trim_end_matches("*/").lines().collect(),
            None => vec![text.trim_end().strip_prefix('#').unwrap_or(text)],
        };
        lines.extend(block.into_iter().rev().map(plain));
        wanted = position.line;
    }
    lines.reverse();
    parse(&lines)
}

/// A line of a comment without what marks it as one.
fn plain(line: &str) -> String {
    line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
}

/// What a tag goes on with on indented lines.
enum Open {
    Text,
    Summary,
    Example,
    Tag,
}

fn parse(lines: &[String]) -> Comment {
    let mut comment = Comment::default();
    let mut open = Open::Text;
    for line in lines {
        if let Some(tag) = line.strip_prefix('@') {
            let (name, text) = tag.split_once(' ').unwrap_or((tag, ""));
            let text = text.trim().to_owned();
            open = match name {
                "summary" => {
                    comment.summary = Some(text);
                    Open::Summary
                }
                "example" => {
                    comment.examples.push((text, Vec::new()));
                    Open::Example
                }
                _ => {
                    comment.tags.push((name.to_owned(), text));
                    Open::Tag
                }
            };
            continue;
        }
        let is_indented = line.starts_with("  ");
        match open {
            Open::Example if is_indented || line.is_empty() => {
                if let Some((_, code)) = comment.examples.last_mut() {
                    code.push(line.strip_prefix("  ").unwrap_or(line).to_owned());
                }
            }
            Open::Summary if is_indented => join(comment.summary.as_mut(), line),
            Open::Tag if is_indented => join(comment.tags.last_mut().map(|tag| &mut tag.1), line),
            _ => {
                open = Open::Text;
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
