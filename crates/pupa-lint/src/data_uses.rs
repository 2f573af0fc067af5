//! Finds lookups in the values of data: `%{lookup('key')}`, `%{alias('key')}`.

use pupa_data::{Place, Places};
use pupa_hiera::interpolate::{Expression, Method, expressions};
use pupa_hiera::key::LOOKUP_OPTIONS;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_value::Value;

use pupa_project::index::root;

use crate::data_text::{DataText, Entry};
use crate::issues::{MALFORMED_DATA, MALFORMED_LOOKUP_OPTIONS};

/// A lookup in a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Use {
    /// The key in data.
    pub(super) key: String,
    /// The place of the string that contains the lookup.
    pub(super) place: Option<Place>,
}

/// Returns the lookups in the values of a file, and the errors of their interpolation.
pub(super) fn data_uses(text: &DataText) -> (Vec<Use>, Vec<Diagnostic>) {
    let mut scan = Scan { text, uses: Vec::new(), findings: Vec::new() };
    for entry in text.entries() {
        each_text(entry.value, entry.places, &mut |text, place| scan.string(entry, text, place));
    }
    (scan.uses, scan.findings)
}

struct Scan<'d> {
    text: &'d DataText,
    uses: Vec<Use>,
    findings: Vec<Diagnostic>,
}

impl Scan<'_> {
    fn string(&mut self, entry: Entry<'_>, text: &str, place: Option<Place>) {
        for expression in expressions(text) {
            match expression.method {
                Ok(Method::Alias) if !is_whole(text) => self.wrong(
                    place,
                    "'alias' interpolation is only permitted if the expression is equal to the \
                     entire string"
                        .to_owned(),
                ),
                Ok(Method::Lookup | Method::Alias) if entry.key == LOOKUP_OPTIONS => {
                    let message = "lookup_options can't look anything up: Recursive lookup \
                                   detected in [lookup_options]";
                    let finding = self.text.finding(&MALFORMED_LOOKUP_OPTIONS, place, message);
                    self.findings.push(finding);
                }
                Ok(Method::Lookup | Method::Alias) => {
                    self.uses.push(Use { key: root(expression.key), place });
                }
                Ok(Method::Scope | Method::Literal) => {}
                Err(name) => self.wrong(place, format!("Unknown interpolation method '{name}'")),
            }
        }
    }

    fn wrong(&mut self, place: Option<Place>, message: String) {
        self.findings.push(self.text.finding(&MALFORMED_DATA, place, message));
    }
}

/// The keys in data that a value looks up.
pub(super) fn keys_within(value: &Value) -> Vec<String> {
    let mut keys = Vec::new();
    each_text(value, None, &mut |text, _| {
        let looks_up =
            |one: &Expression<'_>| matches!(one.method, Ok(Method::Lookup | Method::Alias));
        let lookups = expressions(text).into_iter().filter(looks_up);
        keys.extend(lookups.map(|one| root(one.key)));
    });
    keys
}

/// Calls `visit` for each string in a value that contains an interpolation.
fn each_text(value: &Value, places: Option<&Places>, visit: &mut dyn FnMut(&str, Option<Place>)) {
    let place = |places: Option<&Places>| places.map(|places| places.place);
    each_string(value, places, &mut |text, places| {
        if text.contains("%{") {
            visit(text, place(places));
        }
    });
}

/// Calls `visit` for each string in a value, with its position.
pub(super) fn each_string(
    value: &Value,
    places: Option<&Places>,
    visit: &mut dyn FnMut(&str, Option<&Places>),
) {
    let part = |index| places.and_then(|places| places.part(index));
    match value {
        Value::String(text) => visit(text, places),
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                each_string(element, part(index), visit);
            }
        }
        Value::Hash(hash) => {
            for (index, (key, value)) in hash.iter().enumerate() {
                each_string(key, part(index), visit);
                each_string(value, part(index), visit);
            }
        }
        _ => {}
    }
}

/// Whether a string consists of a single interpolation.
pub(super) fn is_whole(text: &str) -> bool {
    text.starts_with("%{") && text.find('}') == Some(text.len() - 1)
}
