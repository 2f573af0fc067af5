//! SARIF 2.1.0, the exchange format of code scanners.
//!
//! Results come first and the rules after them, so that only the rules in use are listed and
//! nothing has to be held back.

use pupa_syntax::diagnostic::{Diagnostic, Issue, Severity};
use pupa_syntax::source::{Source, Span};
use serde_json::{Value, json};

use super::Reporter;
use crate::issues;

/// For code scanning.
pub(super) struct Sarif;

impl Reporter for Sarif {
    fn begin(&self, _files: usize) -> String {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json";
        format!(
            "{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    }

    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic) -> String {
        let mut message = diagnostic.message.clone();
        for note in &diagnostic.notes {
            message.push_str(&format!("\nnote: {note}"));
        }
        if let Some(help) = &diagnostic.help {
            message.push_str(&format!("\nhelp: {help}"));
        }
        let mut result = json!({
            "ruleId": diagnostic.issue.code,
            "level": level(diagnostic.severity),
            "message": {"text": message},
            "locations": [location(source, diagnostic.span)],
        });
        if !diagnostic.labels.is_empty() {
            let related = diagnostic.labels.iter().map(|label| {
                let mut place = location(source, label.span);
                place["message"] = json!({"text": label.text});
                place
            });
            result["relatedLocations"] = related.collect();
        }
        format!("\n{result}")
    }

    fn separator(&self) -> &'static str {
        ","
    }

    fn end(&self, codes: &[&'static str]) -> String {
        let known = issues::all();
        let used = known.into_iter().filter(|issue| codes.contains(&issue.code));
        let driver = json!({
            "name": "Pupa",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": used.map(rule).collect::<Vec<_>>(),
        });
        format!("\n],\"tool\":{{\"driver\":{driver}}}}}]}}\n")
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
    let explanation = issues::explanation(issue);
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

fn location(source: &Source, span: Span) -> Value {
    let start = source.position(span.start);
    let end = source.position(span.end.max(span.start));
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(source.name())},
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    })
}

/// A path as a URI reference: relative paths stay so, absolute ones get a scheme.
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
