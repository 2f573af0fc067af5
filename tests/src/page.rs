//! Pages of the documentation, whose examples are run like fixtures.
//!
//! Every block of Puppet code that has lines with arrows is a section of the stage `evaluate`, with
//! our extensions switched on. `--update` leaves pages alone: what they say is read by people.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::fixture::{File, Section};

const BEGIN: &str = "```puppet";
const END: &str = "```";

/// The pages with examples that are run.
pub fn pages() -> Vec<PathBuf> {
    vec![crate::folder().join("../docs/types.md")]
}

/// The examples of a page.
///
/// # Errors
/// When it can't be read.
pub fn read(path: &Path) -> io::Result<File> {
    let text = fs::read_to_string(path)?;
    let page = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut file = File { path: path.to_owned(), preface: Vec::new(), sections: Vec::new() };
    let mut block: Option<Section> = None;
    for (index, line) in text.lines().enumerate() {
        match &mut block {
            None if line == BEGIN => block = Some(section(&page, index + 1)),
            None => {}
            Some(_) if line == END => {
                file.sections.extend(block.take().filter(has_arrows));
            }
            Some(section) => section.body.push(line.to_owned()),
        }
    }
    Ok(file)
}

fn section(page: &str, line: usize) -> Section {
    Section {
        name: format!("page-{page}-{line}"),
        stage: "evaluate".to_owned(),
        options: vec![("extensions".to_owned(), "on".to_owned())],
        line,
        body: Vec::new(),
        preface: Vec::new(),
    }
}

fn has_arrows(section: &Section) -> bool {
    section.body.iter().any(|line| crate::example::arrow(line).is_some())
}
