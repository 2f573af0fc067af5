//! Imports the logic of types, the code in type definitions: checks, getters, setters, derived
//! values and invariants.
//!
//! ```puppet
//! type Port {
//!   attr number, Integer { check => $it < 65536 }     # `check` is the logic of a feature
//!   invariant "0 is reserved" { $number != 0 }        # an invariant with its title
//! }
//! ```
//!
//! An Ecore model has no place for code, so `pupa types export --impl annotations` stores it as
//! Puppet Notation in annotations of attributes and classes. This module converts the notation back
//! to Puppet code. The generated code is parsed again and its notation compared with the original;
//! code that gives another notation, and an annotation that is not valid notation, are left out with
//! a warning.

use std::sync::Arc;

use pupa_syntax::notation::{Style, expr_to_pn, logic_to_pn};
use pupa_syntax::source::Source;
use pupa_syntax::tree::Logic;
use pupa_syntax::{ParseOptions, parse, type_model};

use super::location::Location;
use super::{Cx, pn, unparse};
use crate::write::InvariantText;

/// The settings of a feature that hold code, in the order of the output.
const SETTINGS: [&str; 4] = ["check", "derived", "set", "get"];

/// Converts the annotated code of a feature to its settings: pairs of a setting and Puppet code.
/// Reports and skips code that cannot be converted.
pub(super) fn of_feature(
    cx: &mut Cx<'_>,
    logic: &[(&str, &str)],
    location: &Location,
) -> Vec<(&'static str, String)> {
    let mut settings = Vec::new();
    for setting in SETTINGS {
        let Some((_, notation)) = logic.iter().find(|(key, _)| *key == setting) else { continue };
        match code(notation, Form::Setting(setting)) {
            Some(code) => settings.push((setting, code)),
            None => warn_unwritable(cx, setting, location),
        }
    }
    for (key, _) in logic.iter().filter(|(key, _)| !SETTINGS.contains(key)) {
        cx.warn(location, format!("logic of the kind `{key}` is unknown; left out"));
    }
    settings
}

/// Converts the annotated code of a type to its invariants. The keys of the annotation are
/// `invariant.1` with its optional title `title.1`, `invariant.2`, and so on.
pub(super) fn of_type(
    cx: &mut Cx<'_>,
    logic: &[(&str, &str)],
    location: &Location,
) -> Vec<InvariantText> {
    let mut invariants = Vec::new();
    for (key, notation) in logic {
        match key.split_once('.') {
            Some(("invariant", number)) => {
                let title =
                    logic.iter().find(|(key, _)| key.strip_prefix("title.") == Some(number));
                let title = title.map(|(_, notation)| code(notation, Form::Title));
                match (code(notation, Form::Invariant), title) {
                    (Some(validation), None) => {
                        invariants.push(InvariantText { title: None, validation });
                    }
                    (Some(validation), Some(Some(title))) => {
                        invariants.push(InvariantText { title: Some(title), validation });
                    }
                    _ => warn_unwritable(cx, key, location),
                }
            }
            Some(("title", _)) => {}
            _ => cx.warn(location, format!("logic of the kind `{key}` is unknown; left out")),
        }
    }
    invariants
}

fn warn_unwritable(cx: &mut Cx<'_>, kind: &str, location: &Location) {
    cx.warn(location, format!("its logic `{kind}` can't be written as Puppet code; left out"));
}

/// The place of a piece of code in a type definition, which decides how it is parsed.
#[derive(Clone, Copy)]
enum Form {
    Setting(&'static str),
    Invariant,
    Title,
}

/// Converts notation to Puppet code, if parsing that code gives the same notation again. Heredocs
/// become plain strings, which have the same value but can be written on one line.
fn code(notation: &str, form: Form) -> Option<String> {
    let logic = pn::read(notation)?.without_heredocs();
    let code = unparse::code(&logic)?;
    (pn::read(&read_back(&code, form)?)? == logic).then_some(code)
}

/// Parses generated code in a small type definition and returns its notation; `None` if it is not
/// valid there.
fn read_back(code: &str, form: Form) -> Option<String> {
    let text = match form {
        Form::Setting(name) => format!("type T {{ attr t {{ {name} => {code} }} }}"),
        Form::Invariant => format!("type T {{ invariant {code} }}"),
        Form::Title => format!("type T {{ invariant {code} {{ }} }}"),
    };
    let options = ParseOptions { extensions: true, ..ParseOptions::default() };
    let parsed = parse(Arc::new(Source::new("", text)), &options);
    let types = type_model::all(&parsed.tree);
    let ([one], false) = (&types[..], parsed.has_errors()) else { return None };
    let tree = &parsed.tree;
    match form {
        Form::Setting(name) => {
            let feature = one.features.first()?;
            let logic = match name {
                "check" => feature.check?,
                "derived" => Logic::Lambda(feature.derived?),
                "set" => Logic::Lambda(feature.set?),
                _ => Logic::Lambda(feature.get?),
            };
            Some(logic_to_pn(tree, logic, Style::Compact))
        }
        Form::Invariant => {
            Some(logic_to_pn(tree, one.invariants.first()?.validation, Style::Compact))
        }
        Form::Title => Some(expr_to_pn(tree, one.invariants.first()?.title?, Style::Compact)),
    }
}
