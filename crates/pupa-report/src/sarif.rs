//! SARIF 2.1.0, the exchange format of code scanners.
//!
//! Results come first and the rules after them, so that only the rules in use are listed and no
//! result has to be kept in memory until the end.

use std::io::{self, Write};

use pupa_syntax::diagnostic::{Diagnostic, Fix, Issue, Location, Severity};
use serde_json::{Value, json};

use crate::{Renderer, trace};

/// Renders diagnostics as SARIF.
#[derive(Debug, Clone, Copy)]
pub struct Sarif;

impl Renderer for Sarif {
    fn begin(&self, _files: usize, out: &mut dyn Write) -> io::Result<()> {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json";
        write!(
            out,
            "{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    }

    fn diagnostic(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let mut message = diagnostic.full_message();
        for note in diagnostic.notes.iter().chain(&trace::notes(diagnostic)) {
            message.push_str(&format!("\nnote: {note}"));
        }
        if let Some(help) = &diagnostic.help {
            message.push_str(&format!("\nhelp: {help}"));
        }
        let mut result = json!({
            "ruleId": diagnostic.issue.code,
            "level": level(diagnostic.severity),
            "message": {"text": message},
            "locations": diagnostic.location.iter().map(location).collect::<Vec<_>>(),
        });
        if !diagnostic.labels.is_empty() {
            let related = diagnostic.labels.iter().map(|label| {
                let mut place = location(&label.location);
                place["message"] = json!({"text": label.text});
                place
            });
            result["relatedLocations"] = related.collect();
        }
        if !diagnostic.fixes.is_empty() {
            result["fixes"] = diagnostic.fixes.iter().map(fix).collect();
        }
        write!(out, "\n{result}")
    }

    fn separator(&self) -> &'static str {
        ","
    }

    fn end(&self, issues: &[&'static Issue], out: &mut dyn Write) -> io::Result<()> {
        let driver = json!({
            "name": "Pupa",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": issues.iter().map(|issue| rule(issue)).collect::<Vec<_>>(),
        });
        writeln!(out, "\n],\"tool\":{{\"driver\":{driver}}}}}]}}")
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning | Severity::Deprecation => "warning",
        Severity::Note => "note",
    }
}

fn rule(issue: &Issue) -> Value {
    let explanation = issue.explanation();
    let paragraph = explanation.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let sentence = paragraph.split_inclusive(". ").next().unwrap_or_default().trim_end();
    json!({
        "id": issue.code,
        "shortDescription": {"text": sentence},
        "fullDescription": {"text": explanation},
        "help": {"text": explanation},
        "defaultConfiguration": {"level": level(issue.severity)},
    })
}

/// A fix; each of its edits becomes one `artifactChange`.
fn fix(fix: &Fix) -> Value {
    let changes: Vec<Value> = fix
        .edits
        .iter()
        .map(|edit| {
            json!({
                "artifactLocation": {"uri": uri(edit.location.source.name())},
                "replacements": [{
                    "deletedRegion": region(&edit.location),
                    "insertedContent": {"text": edit.text},
                }],
            })
        })
        .collect();
    json!({"description": {"text": fix.title}, "artifactChanges": changes})
}

fn location(location: &Location) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(location.source.name())},
            "region": region(location),
        },
    })
}

fn region(location: &Location) -> Value {
    let (start, end) = (location.start(), location.end());
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// A path as a URI reference: relative paths stay relative, absolute ones get the scheme `file`.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("manifests/init.pp"), "manifests/init.pp");
        assert_eq!(uri("/a b/ü.pp"), "file:///a%20b/%C3%BC.pp");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
