//! Describes the calls that led to an error.

use pupa_syntax::diagnostic::{Diagnostic, TraceEntry};

/// The maximum number of calls in a code frame.
const MOST_CALLS: usize = 10;

/// The maximum length of a callee in a note, in characters.
const MOST_CHARACTERS: usize = 40;

/// The calls of a diagnostic as notes.
pub(crate) fn notes(diagnostic: &Diagnostic) -> Vec<String> {
    let trace = &diagnostic.trace;
    let mut notes: Vec<String> = trace.iter().take(MOST_CALLS).map(call_note).collect();
    if trace.len() > MOST_CALLS {
        notes.push(format!("and in {} more calls around it", trace.len() - MOST_CALLS));
    }
    notes
}

/// The note about one call: the callee and the location of the call.
pub fn call_note(call: &TraceEntry) -> String {
    let position = call.location.start();
    let file = call.location.file().unwrap_or("<command line>");
    let callee = shortened(&call.callee);
    format!("in the call of {callee} at {file}:{}:{}", position.line, position.column)
}

/// Moves a diagnostic without a location to the innermost call.
pub fn at_innermost_call(diagnostic: &Diagnostic) -> Option<Diagnostic> {
    if diagnostic.location.is_some() {
        return None;
    }
    let (innermost, calls) = diagnostic.trace.split_first()?;
    let moved = diagnostic.clone().located(innermost.location.clone());
    Some(moved.traced(calls.to_vec()))
}

/// The name of a callee, shortened, since it may be a long expression.
fn shortened(callee: &str) -> String {
    let line = callee.lines().next().unwrap_or_default();
    if line.chars().count() <= MOST_CHARACTERS && line.len() == callee.len() {
        return format!("`{callee}`");
    }
    let start: String = line.chars().take(MOST_CHARACTERS).collect();
    format!("`{start}…`")
}
