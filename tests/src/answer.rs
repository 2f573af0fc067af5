//! Our answers in the protocol of `tools/reference.rb`, so that both can be compared.
//!
//! Always edition `8` without extensions: what the reference is.

use std::sync::Arc;

use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::notation::{self, Style};
use pupa_syntax::source::Source;
use pupa_syntax::tree::Tree;
use pupa_syntax::validate::{Extensions, ModuleFile, Rules, Strict, validate};
use pupa_syntax::{Dialect, ParseOptions, parse};
use serde_json::{Map, Value, json};

/// Where the reference is told that modules lie; it appears in messages.
const MODULES: &str = "/modules-of-the-comparison";

/// What is asked.
#[derive(Debug)]
pub struct Request<'a> {
    /// The program.
    pub code: &'a str,
    /// Manifest or template.
    pub dialect: Dialect,
    /// The place in a module, relative to the module path.
    pub path: Option<&'a str>,
    /// Whether plans are read.
    pub tasks: bool,
    /// The severity of questionable constructs.
    pub strict: Strict,
    /// Whether the tree is wanted, as PN.
    pub wants_tree: bool,
    /// Whether the tree is wanted as indented PN.
    pub wants_pretty: bool,
    /// Whether the tree is wanted as JSON.
    pub wants_json: bool,
}

impl<'a> Request<'a> {
    /// Reads a request of the protocol.
    pub fn from_json(value: &'a Value) -> Request<'a> {
        let wants = |what: &str| {
            let listed = value["want"].as_array();
            listed.is_none_or(|list| list.iter().any(|entry| entry == what))
        };
        let listed = value["want"].is_array();
        Request {
            code: value["code"].as_str().unwrap_or_default(),
            dialect: dialect(value["mode"].as_str()),
            path: value["path"].as_str(),
            tasks: value["tasks"] == true,
            strict: strict(value["strict"].as_str()),
            wants_tree: wants("pn"),
            wants_pretty: listed && wants("pretty"),
            wants_json: listed && wants("json"),
        }
    }
}

/// The dialect of a `mode` or a `dialect=`.
pub fn dialect(mode: Option<&str>) -> Dialect {
    if mode == Some("epp") { Dialect::Template } else { Dialect::Manifest }
}

/// The setting of that name.
pub fn strict(name: Option<&str>) -> Strict {
    match name {
        Some("off") => Strict::Off,
        Some("warning") => Strict::Warning,
        _ => Strict::Error,
    }
}

/// Answers one request.
pub fn answer(request: &Request<'_>) -> Map<String, Value> {
    let rules = Rules {
        extensions: Extensions::Off,
        tasks: request.tasks,
        strict: request.strict,
        module_file: request.path.and_then(module_file),
        checkers: pupa_data::heredoc::CHECKERS,
        ..Rules::default()
    };
    let name = request.path.map_or(String::new(), |path| format!("{MODULES}/{path}"));
    let source = Arc::new(Source::new(name, request.code));
    let options = ParseOptions {
        edition: rules.edition,
        extensions: rules.extensions.are_read(),
        dialect: request.dialect,
        tasks: rules.tasks,
    };
    let parsed = parse(Arc::clone(&source), &options);
    let mut answer = Map::new();
    let (errors, warnings): (Vec<_>, Vec<_>) =
        parsed.diagnostics.iter().partition(|found| found.is_error());
    if let Some(first) = errors.first() {
        add_error(&mut answer, first, "syntax");
    } else {
        let found = validate(&parsed.tree, &rules);
        let all = found.iter().map(entry).collect();
        answer.insert("all".to_owned(), Value::Array(all));
        if let Some(first) = found.iter().find(|found| found.is_error()) {
            add_error(&mut answer, first, "validation");
        }
        add_trees(&mut answer, &parsed.tree, request);
    }
    if !warnings.is_empty() {
        let warnings = warnings.iter().map(|found| warning(found)).collect();
        answer.insert("warnings".to_owned(), Value::Array(warnings));
    }
    answer
}

fn add_trees(answer: &mut Map<String, Value>, tree: &Tree, request: &Request<'_>) {
    if request.wants_tree {
        answer.insert("pn".to_owned(), json!(notation::to_pn(tree, Style::Compact)));
    }
    if request.wants_pretty {
        answer.insert("pretty".to_owned(), json!(notation::to_pn(tree, Style::Pretty)));
    }
    if request.wants_json {
        answer.insert("json".to_owned(), json!(notation::to_json(tree, Style::Compact)));
    }
}

fn add_error(answer: &mut Map<String, Value>, found: &Diagnostic, kind: &str) {
    let (line, column) = place(found);
    answer.insert("error".to_owned(), json!(found.message));
    answer.insert("line".to_owned(), line);
    answer.insert("column".to_owned(), column);
    answer.insert("kind".to_owned(), json!(kind));
    answer.insert("issue".to_owned(), json!(found.issue.code));
}

fn place(found: &Diagnostic) -> (Value, Value) {
    (json!(found.line()), json!(found.column()))
}

fn entry(found: &Diagnostic) -> Value {
    let (line, column) = place(found);
    json!([word(found.severity), found.message, line, column, found.issue.code])
}

fn warning(found: &Diagnostic) -> Value {
    let (line, column) = place(found);
    json!([found.message, line, column, found.issue.code])
}

fn word(severity: Severity) -> &'static str {
    severity.word()
}

/// What may be defined in a file of a module, from its place below the module path.
pub fn module_file(path: &str) -> Option<ModuleFile> {
    let path = path.strip_suffix(".pp")?.to_lowercase();
    let mut names: Vec<&str> = path.split('/').collect();
    let folder = (names.len() > 2).then(|| names.remove(1));
    if !matches!(folder, Some("manifests" | "functions" | "types" | "plans")) {
        return Some(ModuleFile::Misplaced);
    }
    if names.len() == 2 && names[1] == "init" {
        names.pop();
    }
    Some(ModuleFile::Namespace(names.join("::")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namespace(name: &str) -> Option<ModuleFile> {
        Some(ModuleFile::Namespace(name.to_owned()))
    }

    #[test]
    fn a_file_of_a_module_has_a_name_space() {
        assert_eq!(module_file("m/manifests/init.pp"), namespace("m"));
        assert_eq!(module_file("m/manifests/A/b.pp"), namespace("m::a::b"));
        assert_eq!(module_file("m/types/init.pp"), namespace("m"));
        assert_eq!(module_file("m/files/x.pp"), Some(ModuleFile::Misplaced));
        assert_eq!(module_file("m/x.pp"), Some(ModuleFile::Misplaced));
        assert_eq!(module_file("m/manifests/x.epp"), None);
    }
}
