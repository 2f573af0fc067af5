//! One JSON object, as contracted: `{"files": n, "diagnostics": […]}`.

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;
use serde_json::json;

use super::{Reporter, range};

/// For programs.
pub(super) struct Json;

impl Reporter for Json {
    fn begin(&self, files: usize) -> String {
        format!("{{\"files\":{files},\"diagnostics\":[")
    }

    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic) -> String {
        let (start, end) = range(source, diagnostic);
        let mut object = json!({
            "file": source.name(),
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
            "severity": diagnostic.severity.word(),
            "code": diagnostic.issue.code,
            "message": diagnostic.message,
        });
        if let Some(help) = &diagnostic.help {
            object["help"] = json!(help);
        }
        format!("\n{object}")
    }

    fn separator(&self) -> &'static str {
        ","
    }

    fn end(&self, codes: &[&'static str]) -> String {
        if codes.is_empty() { "]}\n".to_owned() } else { "\n]}\n".to_owned() }
    }
}
