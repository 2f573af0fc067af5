//! A page of Markdown: its text with included files, its headings, links and blocks of code.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A page.
pub(crate) struct Page {
    /// Its file.
    pub(crate) path: PathBuf,
    /// The lines of the file.
    pub(crate) lines: Vec<String>,
    /// The lines with the files that mdBook includes.
    expanded: Vec<String>,
}

/// A link to another place of the repository, or a web address.
pub(crate) struct Link {
    /// The number of the line, from 1, in the page with its included files.
    pub(crate) line: usize,
    /// Path or address, empty for a link within the page.
    pub(crate) target: String,
    /// The heading that it leads to.
    pub(crate) anchor: Option<String>,
}

/// A fenced block of code.
pub(crate) struct Block {
    /// The language after the fence.
    pub(crate) language: String,
    /// The name of the file that the block shows: the line before is `` `NAME`: ``.
    pub(crate) file: Option<String>,
    /// The range of its content in the lines of the page.
    pub(crate) range: Range<usize>,
}

impl Page {
    /// Reads a page.
    pub(crate) fn read(path: &Path) -> Page {
        let text = fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let expanded = lines.iter().flat_map(|line| expand(path, line)).collect();
        Page { path: path.to_owned(), lines, expanded }
    }

    /// The blocks of code of the file itself.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<(String, usize)> = None;
        for (index, line) in self.lines.iter().enumerate() {
            let Some(rest) = line.strip_prefix("```") else { continue };
            match open.take() {
                None => open = Some((rest.to_owned(), index + 1)),
                Some((language, start)) => {
                    let file = shown_file(&self.lines[..start - 1]);
                    blocks.push(Block { language, file, range: start..index });
                }
            }
        }
        assert!(open.is_none(), "{}: a block of code has no end", self.path.display());
        blocks
    }

    /// The blocks with commands and their output.
    pub(crate) fn console_blocks(&self) -> impl Iterator<Item = Block> {
        self.blocks().into_iter().filter(|block| block.language == "console")
    }

    /// The anchors of the headings, as mdBook and GitHub make them.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        for (_, line) in self.prose() {
            let title = line.trim_start_matches('#');
            if title.len() == line.len() || !title.starts_with(' ') {
                continue;
            }
            let anchor = anchor(title.trim());
            let earlier = anchors.iter().filter(|known| **known == anchor).count();
            anchors.push(if earlier == 0 { anchor } else { format!("{anchor}-{earlier}") });
        }
        anchors
    }

    /// The links outside of code.
    pub(crate) fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for (line, text) in self.prose() {
            let text = without_code(text);
            for part in text.split("](").skip(1) {
                let Some((target, _)) = part.split_once(')') else { continue };
                let (target, anchor) = match target.split_once('#') {
                    Some((target, anchor)) => (target, Some(anchor.to_owned())),
                    None => (target, None),
                };
                links.push(Link { line, target: target.to_owned(), anchor });
            }
        }
        links
    }

    /// The lines outside of blocks of code, with their numbers.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut is_code = false;
        let numbered = self.expanded.iter().enumerate();
        numbered.filter_map(move |(index, line)| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            (!is_code && !is_fence).then_some((index + 1, line.as_str()))
        })
    }
}

/// A line, or the lines of the file that it includes.
fn expand(page: &Path, line: &str) -> Vec<String> {
    let included = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}"));
    let Some(included) = included else { return vec![line.to_owned()] };
    let path = page.parent().unwrap().join(included.trim());
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {}: {error}", page.display(), path.display()));
    text.lines().map(str::to_owned).collect()
}

/// The file name in the last line before a block, if that line is nothing but a name.
fn shown_file(before: &[String]) -> Option<String> {
    let line = before.iter().rev().find(|line| !line.is_empty())?;
    let name = line.strip_prefix('`')?.strip_suffix("`:")?;
    (!name.contains('`')).then(|| name.to_owned())
}

/// The anchor of a heading.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// A line without its `code`.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}
