//! Finds the keys in data files, and the keys, facts and variables that their values interpolate.

use pupa_data::{Document, Place, Places, json, yaml};
use pupa_hiera::interpolate::{Method, expressions};
use pupa_hiera::key::{LOOKUP_OPTIONS, split_key};
use pupa_syntax::source::{Position, Source, Span};
use pupa_value::Value;

use super::entry::{Entry, Kind, Role};
use super::keys::root;

/// Returns the definitions and uses in a data file; none if the file is malformed.
pub(super) fn entries(source: &Source, is_json: bool) -> Vec<Entry> {
    let mut found = Vec::new();
    let Some(document) = read(source, is_json) else { return found };
    let Value::Hash(hash) = &document.value else { return found };
    for (index, (key, value)) in hash.iter().enumerate() {
        let Some(key) = key.as_str() else { continue };
        let places = document.places.part(index);
        let place = places.map(|places| places.place);
        if key != LOOKUP_OPTIONS {
            found.push(entry(source, Kind::DataKey, Role::Definition, key, place));
        }
        each_text(value, places, &mut |text, place| uses(source, text, place, &mut found));
    }
    found
}

/// The names of the facts in a file in `facts.d`.
pub(super) fn facts(source: &Source, ending: &str) -> Vec<Entry> {
    let mut found = Vec::new();
    if ending == "txt" {
        for (line, text) in source.text().lines().enumerate() {
            let Some((name, _)) = text.split_once('=') else { continue };
            let place = Place { line: line as u32 + 1, column: 1 };
            let name = name.trim().to_lowercase();
            found.push(entry(source, Kind::Fact, Role::Definition, &name, Some(place)));
        }
        return found;
    }
    let is_json = ending == "json";
    if !is_json && !matches!(ending, "yaml" | "yml") {
        return found;
    }
    let Some(document) = read(source, is_json) else { return found };
    let Value::Hash(hash) = &document.value else { return found };
    for (index, name) in hash.keys().enumerate() {
        let Some(name) = name.as_str() else { continue };
        let place = document.places.part(index).map(|places| places.place);
        found.push(entry(source, Kind::Fact, Role::Definition, &name.to_lowercase(), place));
    }
    found
}

fn read(source: &Source, is_json: bool) -> Option<Document> {
    match is_json {
        true => json::read(source.text()).ok(),
        false => yaml::read(source.text(), yaml::Options::data(source.name())).ok(),
    }
}

/// Adds uses for the names that a string interpolates.
fn uses(source: &Source, text: &str, place: Option<Place>, found: &mut Vec<Entry>) {
    for expression in expressions(text) {
        match expression.method {
            Ok(Method::Lookup | Method::Alias) => {
                let key = root(expression.key);
                found.push(entry(source, Kind::LookupKey, Role::Use, &key, place));
            }
            Ok(Method::Scope) => found.extend(variable(source, expression.key, place)),
            Ok(Method::Literal) | Err(_) => {}
        }
    }
}

fn variable(source: &Source, key: &str, place: Option<Place>) -> Option<Entry> {
    let names: Vec<String> = split_key(key)?.iter().map(ToString::to_string).collect();
    let (first, path) = names.split_first()?;
    let first = first.trim_start_matches("::");
    Some(match (first, path) {
        ("facts", [_, ..]) => entry(source, Kind::Fact, Role::Use, &path.join("."), place),
        _ if first.contains("::") => entry(source, Kind::Variable, Role::Use, first, place),
        _ => entry(source, Kind::Variable, Role::Use, &format!("::{first}"), place),
    })
}

fn entry(source: &Source, kind: Kind, role: Role, name: &str, place: Option<Place>) -> Entry {
    let span = place.map_or(Span::at(0), |place| span(source, place));
    Entry { kind, role, name: name.into(), span, scope: None }
}

/// The range from a position to the end of its line, without the value after a key.
fn span(source: &Source, place: Place) -> Span {
    let start = source.offset(Position { line: place.line, column: place.column });
    let rest = source.text().get(start as usize..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let end = line.find(": ").or_else(|| line.strip_suffix(':').map(str::len));
    Span::new(start, start + end.unwrap_or(line.len()) as u32)
}

/// Calls `visit` for each string in a value that contains an interpolation.
fn each_text(value: &Value, places: Option<&Places>, visit: &mut dyn FnMut(&str, Option<Place>)) {
    let part = |index| places.and_then(|places| places.part(index));
    match value {
        Value::String(text) if text.contains("%{") => {
            visit(text, places.map(|places| places.place));
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                each_text(element, part(index), visit);
            }
        }
        Value::Hash(hash) => {
            for (index, (key, value)) in hash.iter().enumerate() {
                each_text(key, part(index), visit);
                each_text(value, part(index), visit);
            }
        }
        _ => {}
    }
}
