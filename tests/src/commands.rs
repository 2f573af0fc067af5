//! Fixtures of the stages `lookup`, `lint` and `explain`: files, command lines, and their output.
//!
//! ```text
//! === data/common.yaml
//! port: 80
//!
//! === $ pupa lookup port --node web01 --environment-dir .
//! --- 80
//! ```
//!
//! A section is a directory. Files before the first section of a fixture are in the directories of all
//! its sections, unless these have others of the same path. `=== PATH` begins a file, `=== $ pupa ARGUMENTS` a command that runs in the
//! directory: standard output, then `[stderr]` with standard error and `[exit 1]` with the exit code,
//! where there is anything to say. `[ROOT]` is the directory. Arguments may be in single quotes.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::fixture::Section;
use crate::scratch::Scratch;

const PART: &str = "=== ";
const COMMAND: &str = "=== $ pupa ";
const STDERR: &str = "[stderr]";

/// The parts of a section.
#[derive(Debug, Default)]
struct Parts {
    /// Everything before the first command.
    given: Vec<String>,
    /// Path and text.
    files: Vec<(String, String)>,
    /// The arguments of each command, as written.
    commands: Vec<String>,
}

fn read(section: &Section) -> Parts {
    let mut parts = Parts { files: files(&section.preface), ..Parts::default() };
    for line in &section.body {
        if let Some(arguments) = line.strip_prefix(COMMAND) {
            parts.commands.push(arguments.to_owned());
            continue;
        }
        if !parts.commands.is_empty() {
            continue;
        }
        parts.given.push(line.clone());
    }
    while parts.given.last().is_some_and(String::is_empty) {
        parts.given.pop();
    }
    let own = files(&parts.given);
    parts.files.extend(own);
    parts
}

/// The files of some lines: path and text, which ends with one line break.
fn files(lines: &[String]) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in lines {
        if let Some(path) = line.strip_prefix(PART) {
            files.push((path.trim().to_owned(), String::new()));
        } else if let Some((_, text)) = files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    for (_, text) in &mut files {
        text.truncate(text.trim_end_matches('\n').len());
        text.push('\n');
    }
    files
}

/// The body of a section with the present output of its commands.
pub fn rewrite(section: &Section, program: &Path) -> Vec<String> {
    let parts = read(section);
    let mut body = parts.given.clone();
    let ran = Scratch::new().map_err(|error| error.to_string()).and_then(|scratch| {
        for (path, text) in &parts.files {
            scratch.write(path, text).map_err(|error| format!("{path}: {error}"))?;
        }
        let run = |arguments: &String| run(program, arguments, &scratch);
        parts.commands.iter().map(run).collect::<Result<Vec<_>, _>>()
    });
    let outputs = ran.unwrap_or_else(|problem| vec![format!("cannot run: {problem}")]);
    for (command, output) in parts.commands.iter().zip(&outputs) {
        body.push(String::new());
        body.push(format!("{COMMAND}{command}"));
        body.extend(output.lines().map(|line| line.trim_end().to_owned()));
        while body.last().is_some_and(String::is_empty) {
            body.pop();
        }
    }
    body
}

fn run(program: &Path, arguments: &str, scratch: &Scratch) -> Result<String, String> {
    let ran = Command::new(program)
        .args(words(arguments))
        .current_dir(scratch.root())
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let mut text = String::from_utf8_lossy(&ran.stdout).into_owned();
    if !ran.stderr.is_empty() {
        let errors = String::from_utf8_lossy(&ran.stderr);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let _ = write!(text, "{STDERR}\n{}\n", errors.trim_end_matches('\n'));
    }
    if !ran.status.success() {
        let _ = writeln!(text, "[exit {}]", ran.status.code().unwrap_or(-1));
    }
    Ok(text.replace(&*scratch.root().to_string_lossy(), "[ROOT]"))
}

/// The words of a command line. Single quotes hold words with spaces together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None;
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_with(String::new);
            }
            ' ' if !is_quoted => words.extend(word.take()),
            c => word.get_or_insert_with(String::new).push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quoted_words_stay_together() {
        assert_eq!(words("a 'b c' d='e f' ''"), ["a", "b c", "d=e f", ""]);
    }
}
