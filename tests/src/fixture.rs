//! Fixture files: sections of Puppet with their expectations beside the code.
//!
//! Reads and writes the text; what a section should say is decided in [`crate::stage`].

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file of fixtures.
#[derive(Debug)]
pub struct File {
    /// Where it lies.
    pub path: PathBuf,
    /// What stands before the first section.
    pub preface: Vec<String>,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// One test.
#[derive(Debug, Clone)]
pub struct Section {
    /// Unique in the whole suite.
    pub name: String,
    /// Name of the stage that is tested.
    pub stage: String,
    /// `key=value` words of the header.
    pub options: Vec<(String, String)>,
    /// The line of the header in its file, from 1.
    pub line: usize,
    /// The lines below the header, without blank lines at the end.
    pub body: Vec<String>,
    /// The lines before the first section of the file.
    pub preface: Vec<String>,
}

/// How the program of a section is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As plain code.
    Plain,
    /// `#: epp`, then the template in `#| ` lines.
    Template,
    /// `#: text`, then `#| ` lines of escaped text, joined without line breaks.
    Escaped,
}

const HEADER: &str = "#--- ";
const EXPECT: &str = "#: expect";
const TEMPLATE: &str = "#: epp";
const ESCAPED: &str = "#: text";

impl Section {
    /// The value of an option in the header.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// How the program is written down.
    pub fn form(&self) -> Form {
        match self.body.iter().find(|line| line.starts_with("#: ")).map(String::as_str) {
            Some(TEMPLATE) => Form::Template,
            Some(ESCAPED) => Form::Escaped,
            _ => Form::Plain,
        }
    }

    /// The lines that hold the program: no marks, no expectation.
    pub fn code_lines(&self) -> Vec<&str> {
        let lines = self.body.iter().map(String::as_str).take_while(|line| *line != EXPECT);
        let lines = lines.filter(|line| !crate::marks::is_mark(line));
        match self.form() {
            Form::Plain => lines.collect(),
            Form::Template | Form::Escaped => lines.filter_map(foreign).collect(),
        }
    }

    /// The program.
    pub fn code(&self) -> String {
        let lines = self.code_lines();
        match self.form() {
            Form::Escaped => lines.iter().map(|line| unescape(line)).collect(),
            Form::Plain | Form::Template => lines.iter().map(|line| format!("{line}\n")).collect(),
        }
    }

    /// The body with other marks and another expectation. `marks` has the mark lines that belong
    /// before each line of code, and behind the last one.
    pub fn rewritten(&self, marks: &[Vec<String>], expect: &[String]) -> Vec<String> {
        let mut body = Vec::new();
        let mut line_number = 0;
        for line in self.body.iter().take_while(|line| *line != EXPECT) {
            if crate::marks::is_mark(line) {
                continue;
            }
            if self.form() == Form::Plain || foreign(line).is_some() {
                push_marks(&mut body, marks.get(line_number), line);
                line_number += 1;
            }
            body.push(line.clone());
        }
        marks.iter().skip(line_number).for_each(|marks| body.extend(marks.iter().cloned()));
        if !expect.is_empty() {
            body.push(EXPECT.to_owned());
            body.extend(expect.iter().map(|line| format!("#| {line}").trim_end().to_owned()));
        }
        body
    }
}

/// Marks are indented like the line they speak of.
fn push_marks(body: &mut Vec<String>, marks: Option<&Vec<String>>, line: &str) {
    let indentation = &line[..line.len() - line.trim_start().len()];
    body.extend(marks.into_iter().flatten().map(|mark| format!("{indentation}{mark}")));
}

/// The foreign text of a `#| ` line.
pub(crate) fn foreign(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("#|")?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// Reads `\n`, `\r`, `\t`, `\\` and `\u{…}`.
fn unescape(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.chars();
    while let Some(char) = rest.next() {
        if char != '\\' {
            text.push(char);
            continue;
        }
        match rest.next() {
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('t') => text.push('\t'),
            Some('u') => {
                let digits: String =
                    rest.by_ref().skip(1).take_while(|&char| char != '}').collect();
                let number = u32::from_str_radix(&digits, 16).ok();
                text.extend(number.and_then(char::from_u32));
            }
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

impl File {
    /// Reads a file of fixtures.
    pub fn read(path: &Path) -> io::Result<File> {
        let text = fs::read_to_string(path)?;
        let mut file = File { path: path.to_owned(), preface: Vec::new(), sections: Vec::new() };
        for (index, line) in text.lines().enumerate() {
            if let Some(header) = line.strip_prefix(HEADER) {
                file.sections.push(section(header, index + 1)?);
            } else if let Some(section) = file.sections.last_mut() {
                section.body.push(line.to_owned());
            } else {
                file.preface.push(line.to_owned());
            }
        }
        for section in &mut file.sections {
            section.preface.clone_from(&file.preface);
            while section.body.last().is_some_and(|line| line.is_empty()) {
                section.body.pop();
            }
        }
        Ok(file)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text: String = self.preface.iter().map(|line| format!("{line}\n")).collect();
        for (number, section) in self.sections.iter().enumerate() {
            if number > 0 {
                text.push('\n');
            }
            text.push_str(&format!("{HEADER}{} {}", section.name, section.stage));
            section.options.iter().for_each(|(k, v)| text.push_str(&format!(" {k}={v}")));
            text.push('\n');
            section.body.iter().for_each(|line| text.push_str(&format!("{line}\n")));
        }
        text
    }
}

fn section(header: &str, line: usize) -> io::Result<Section> {
    let mut words = header.split_whitespace();
    let (Some(name), Some(stage)) = (words.next(), words.next()) else {
        return Err(io::Error::other(format!("line {line}: expected `#--- name stage`")));
    };
    let options = words
        .map(|word| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| io::Error::other(format!("line {line}: expected `key=value`")))?;
    let (name, stage) = (name.to_owned(), stage.to_owned());
    Ok(Section { name, stage, options, line, body: Vec::new(), preface: Vec::new() })
}

/// Sections of Puppet code, or of whole environments.
const ENDINGS: [&str; 2] = ["pp", "env"];

/// All files of fixtures below a folder, in the order of their names.
pub fn read_all(folder: &Path) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for path in entries.iter().map(fs::DirEntry::path) {
        if path.is_dir() {
            files.extend(read_all(&path)?);
        } else if path.extension().is_some_and(|end| ENDINGS.iter().any(|one| end == *one)) {
            files.push(File::read(&path)?);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_is_read() {
        assert_eq!(unescape(r"a\r\n\t\\\u{feff}b"), "a\r\n\t\\\u{feff}b");
    }

    #[test]
    fn marks_come_before_their_line_and_with_its_indentation() {
        let mut section = section("n check", 1).unwrap();
        section.body = ["a {", "  # Error: 1-2 [x] old", "  b", "}"].map(str::to_owned).to_vec();
        assert_eq!(section.code(), "a {\n  b\n}\n");
        let marks = [vec![], vec!["# Error: 3-4 [y] new".to_owned()], vec![], vec![]];
        let body = section.rewritten(&marks, &[]);
        assert_eq!(body, ["a {", "  # Error: 3-4 [y] new", "  b", "}"]);
    }
}
