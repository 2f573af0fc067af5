//! JSON: one object `{"files": n, "diagnostics": […]}`.

use std::io::{self, Write};

use pupa_syntax::diagnostic::{Diagnostic, Edit, Fix, Label, Location, TraceEntry};
use serde_json::{Map, Value, json};

use crate::Renderer;

/// Renders diagnostics as JSON, for other programs.
#[derive(Debug, Clone, Copy)]
pub struct Json;

impl Renderer for Json {
    fn begin(&self, files: usize, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\"files\":{files},\"diagnostics\":[")
    }

    fn diagnostic(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "\n{}", Value::Object(object(diagnostic)))
    }

    fn separator(&self) -> &'static str {
        ","
    }

    fn end(
        &self,
        issues: &[&'static pupa_syntax::diagnostic::Issue],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        out.write_all(if issues.is_empty() { b"]}\n" } else { b"\n]}\n" })
    }
}

/// A diagnostic as an object; empty lists and missing parts are left out.
fn object(diagnostic: &Diagnostic) -> Map<String, Value> {
    let mut object = place(diagnostic.location.as_ref());
    object.insert("severity".into(), diagnostic.severity.word().into());
    object.insert("code".into(), diagnostic.issue.code.into());
    object.insert("message".into(), diagnostic.full_message().into());
    insert_list(&mut object, "labels", diagnostic.labels.iter().map(label));
    insert_list(&mut object, "notes", diagnostic.notes.iter().map(|note| json!(note)));
    if let Some(help) = &diagnostic.help {
        object.insert("help".into(), help.as_str().into());
    }
    insert_list(&mut object, "trace", diagnostic.trace.iter().map(call));
    insert_list(&mut object, "fixes", diagnostic.fixes.iter().map(fix));
    object
}

fn insert_list(object: &mut Map<String, Value>, key: &str, items: impl Iterator<Item = Value>) {
    let items: Vec<Value> = items.collect();
    if !items.is_empty() {
        object.insert(key.into(), Value::Array(items));
    }
}

fn label(label: &Label) -> Value {
    with_place(&label.location, "message", &label.text)
}

fn call(call: &TraceEntry) -> Value {
    with_place(&call.location, "call", &call.callee)
}

fn fix(fix: &Fix) -> Value {
    let edit = |edit: &Edit| with_place(&edit.location, "text", &edit.text);
    json!({"title": fix.title, "edits": fix.edits.iter().map(edit).collect::<Vec<_>>()})
}

fn with_place(location: &Location, key: &str, text: &str) -> Value {
    let mut object = place(Some(location));
    object.insert(key.into(), text.into());
    Value::Object(object)
}

/// The file, start and end of a location; all null without a location.
fn place(location: Option<&Location>) -> Map<String, Value> {
    let mut object = Map::new();
    let (start, end) = location.map(|location| (location.start(), location.end())).unzip();
    let name = location.map(|location| location.source.name());
    object.insert("file".into(), json!(name));
    object.insert("line".into(), json!(start.map(|start| start.line)));
    object.insert("column".into(), json!(start.map(|start| start.column)));
    object.insert("end_line".into(), json!(end.map(|end| end.line)));
    object.insert("end_column".into(), json!(end.map(|end| end.column)));
    object
}
