//! Prints the fixtures that the reference can be asked about, as input for `tools/compare.py
//! snippets`.

use std::io::{self, Write};

use pupa_suite::{fixture, folder, stage};
use pupa_syntax::Dialect;
use serde_json::json;

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for file in fixture::read_all(&folder().join("suite"))? {
        for section in file.sections.iter().filter(|section| stage::is_comparable(section)) {
            let mode = if stage::dialect(section) == Dialect::Template { "epp" } else { "pp" };
            let mut request = json!({
                "name": section.name, "mode": mode, "code": section.code(),
            });
            for key in ["path", "strict"] {
                if let Some(value) = section.option(key) {
                    request[key] = json!(value);
                }
            }
            if stage::rules(section).tasks {
                request["tasks"] = json!(true);
            }
            writeln!(output, "{request}")?;
        }
    }
    Ok(())
}
