//! Prints the examples of the stage `evaluate` in edition `8`, as input for `tools/fixtures.py`.

use std::io::{self, Write};

use pupa_suite::{example, fixture, folder};
use pupa_syntax::Edition;
use serde_json::json;

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for file in fixture::read_all(&folder().join("suite"))? {
        for section in file.sections.iter().filter(|section| section.stage == "evaluate") {
            if !example::editions(section).contains(&Edition::Puppet8) {
                continue;
            }
            let (modules, examples) = example::read(section);
            for example in examples.iter().filter(|example| !example.code.is_empty()) {
                let line = json!({
                    "name": section.name,
                    "code": example.code,
                    "files": modules.files(),
                    "options": section.options,
                    "expected": example.expected(Edition::Puppet8),
                });
                writeln!(output, "{line}")?;
            }
        }
    }
    Ok(())
}
