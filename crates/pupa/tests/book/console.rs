//! The examples of a page: its `console` blocks are run in order, in one directory for the page.
//!
//! The directory is empty, or a copy of the one in `<!-- directory: PATH -->`; with
//! `<!-- files: PATH -->` it contains a copy of that path. `<!-- setup: COMMAND -->` is run before
//! the first example. A block of code after a line
//! `` `NAME`: `` is written to that file. In a `console` block, a line that begins
//! with `$ ` is a command; its output is compared with the lines below it. A line `…` matches any
//! number of lines, and `…` in a line any text. Commands over several lines end each but the last
//! with a backslash, or are here-documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::page::{Block, Page};

/// The directory of examples as pages show it.
const HOME: &str = "/home/ann";

/// The character that separates the outputs of commands.
const SEPARATOR: char = '\u{1e}';

/// A command with its expected output.
struct Example {
    command: Vec<String>,
    output: Vec<String>,
}

/// Runs the examples of a page. Returns the differences, or writes them into the page.
pub(crate) fn run(page: &Page) -> Vec<String> {
    let scratch = Scratch::new(page);
    let mut directory = scratch.start.clone();
    let mut lines = page.lines.clone();
    let setups = directives(page, "setup").map(|command| format!("$ {command}"));
    let setups = setups.map(|command| Example { command: vec![command], output: Vec::new() });
    for output in scratch.run(&setups.collect::<Vec<_>>(), &mut directory) {
        assert!(output.is_empty(), "{}: setup: {}", page.path.display(), output.join("\n"));
    }
    let mut wrong = Vec::new();
    let mut replaced = Vec::new();
    for block in page.blocks() {
        let content = &page.lines[block.range.clone()];
        match &block.file {
            Some(name) => write_file(&directory.join(name), content),
            None if block.language == "console" => {
                let examples = examples(content);
                let found = scratch.run(&examples, &mut directory);
                let rewritten = compare(page, &block, &examples, &found, &mut wrong);
                replaced.push((block.range, rewritten));
            }
            None => {}
        }
    }
    if crate::is_update() && !wrong.is_empty() {
        for (range, block) in replaced.into_iter().rev() {
            lines.splice(range, block);
        }
        fs::write(&page.path, lines.join("\n") + "\n").unwrap();
        return Vec::new();
    }
    wrong
}

/// Compares the outputs of a block. Returns its lines with the outputs that were found.
fn compare(
    page: &Page,
    block: &Block,
    examples: &[Example],
    found: &[Vec<String>],
    wrong: &mut Vec<String>,
) -> Vec<String> {
    let mut rewritten = Vec::new();
    let silent = Vec::new();
    for (index, example) in examples.iter().enumerate() {
        let found = found.get(index).unwrap_or(&silent);
        rewritten.extend(example.command.iter().cloned());
        if matches(&example.output, found) {
            rewritten.extend(example.output.iter().cloned());
            continue;
        }
        rewritten.extend(found.iter().cloned());
        wrong.push(format!(
            "{}:{}: {}\n--- shown\n{}\n--- found\n{}",
            page.path.display(),
            block.range.start,
            example.command.join("\n"),
            example.output.join("\n"),
            found.join("\n")
        ));
    }
    rewritten
}

/// The commands of a block.
fn examples(content: &[String]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_continued = false;
    let mut here_document: Option<String> = None;
    for line in content {
        if is_continued || here_document.is_some() {
            let last = examples.last_mut().unwrap();
            last.command.push(line.clone());
            if here_document.as_ref() == Some(line) {
                here_document = None;
            }
            is_continued = here_document.is_none() && line.ends_with('\\');
        } else if line.starts_with("$ ") {
            examples.push(Example { command: vec![line.clone()], output: Vec::new() });
            is_continued = line.ends_with('\\');
            here_document = line
                .split_once("<<'")
                .and_then(|(_, rest)| rest.split('\'').next())
                .map(str::to_owned);
        } else {
            let example = examples.last_mut().unwrap_or_else(|| panic!("no command: {line}"));
            example.output.push(line.clone());
        }
    }
    examples
}

/// Whether lines match a pattern with `…`.
fn matches(pattern: &[String], found: &[String]) -> bool {
    match pattern.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        Some((first, rest)) => found
            .split_first()
            .is_some_and(|(line, others)| matches_line(first, line) && matches(rest, others)),
    }
}

fn matches_line(pattern: &str, line: &str) -> bool {
    let Some((before, after)) = pattern.split_once('…') else { return pattern == line };
    let Some(rest) = line.strip_prefix(before) else { return false };
    let ends = rest.char_indices().map(|(index, _)| index).chain([rest.len()]);
    ends.into_iter().any(|index| matches_line(after, &rest[index..]))
}

fn write_file(path: &Path, content: &[String]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content.join("\n") + "\n").unwrap();
}

/// A temporary directory for the examples of a page, removed at the end.
struct Scratch {
    root: PathBuf,
    /// The directory in which the first command runs.
    start: PathBuf,
}

impl Scratch {
    fn new(page: &Page) -> Scratch {
        let name = page.path.file_stem().unwrap().to_string_lossy();
        let root = format!("pupa-book-{}-{name}", std::process::id());
        let root = std::env::temp_dir().join(root);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("bin")).unwrap();
        let root = root.canonicalize().unwrap();
        for name in ["pupa", "puppet"] {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_pupa"), root.join("bin").join(name))
                .unwrap();
        }
        let start = root.join("home");
        fs::create_dir_all(&start).unwrap();
        let mut scratch = Scratch { root, start };
        if let Some(path) = directives(page, "directory").next() {
            let source = crate::root().join(path);
            scratch.start = scratch.start.join(source.file_name().unwrap());
            copy(&source, &scratch.start);
        }
        for path in directives(page, "files") {
            copy(&crate::root().join(path), &scratch.start.join(path));
        }
        scratch
    }

    /// Runs the commands of a block with one shell, and stores its last working directory.
    fn run(&self, examples: &[Example], directory: &mut PathBuf) -> Vec<Vec<String>> {
        let mut script = String::new();
        for example in examples {
            let command = example.command.join("\n");
            let command = command.strip_prefix("$ ").unwrap();
            // The separator leaves the exit code of the command before it alone.
            script.push_str(&format!("code=$?; printf '{SEPARATOR}'; (exit $code)\n{command}\n"));
        }
        let last = self.root.join("last");
        script.push_str(&format!("pwd > '{}'\n", last.display()));
        let path = format!(
            "{}:{}",
            self.root.join("bin").display(),
            std::env::var("PATH").unwrap_or_default()
        );
        let output = Command::new("bash")
            .arg("-c")
            .arg(format!("exec 2>&1\n{script}"))
            .current_dir(&*directory)
            .env("PATH", path)
            .env("HOME", self.root.join("home"))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .envs(GIT)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        *directory =
            fs::read_to_string(&last).map_or(self.start.clone(), |path| path.trim().into());
        let text = String::from_utf8_lossy(&output.stdout);
        let text = text.replace(&*self.root.join("home").to_string_lossy(), HOME);
        let outputs = text.split(SEPARATOR).skip(1);
        outputs.map(|output| output.lines().map(str::to_owned).collect()).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Git without the configuration of the machine, and with commits that are the same everywhere.
const GIT: [(&str, &str); 10] = [
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_COUNT", "1"),
    ("GIT_CONFIG_KEY_0", "init.defaultBranch"),
    ("GIT_CONFIG_VALUE_0", "main"),
    ("GIT_AUTHOR_NAME", "Ann"),
    ("GIT_AUTHOR_EMAIL", "ann@example.com"),
    ("GIT_COMMITTER_NAME", "Ann"),
    ("GIT_COMMITTER_EMAIL", "ann@example.com"),
    ("GIT_PAGER", "cat"),
];

/// The texts in `<!-- NAME: TEXT -->`.
fn directives<'a>(page: &'a Page, name: &str) -> impl Iterator<Item = &'a str> {
    let begin = format!("<!-- {name}: ");
    let text = move |line: &'a String| line.strip_prefix(&begin)?.strip_suffix(" -->");
    page.lines.iter().filter_map(text)
}

/// Copies a directory with everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
