//! Import of logic from annotations, converted from Puppet Notation to Puppet code.
//!
//! The generated code is parsed and compared with the notation. Logic that differs, or that is not
//! valid notation, is left out with a warning.

use std::sync::Arc;

use pupa_syntax::notation::{Style, expr_to_pn, logic_to_pn};
use pupa_syntax::source::Source;
use pupa_syntax::tree::Logic;
use pupa_syntax::{ParseOptions, parse, type_model};

use super::location::Location;
use super::{Cx, pn, unparse};
use crate::write::InvariantText;

/// The settings of features that contain logic, in the order of the output.
const SETTINGS: [&str; 4] = ["check", "derived", "set", "get"];

/// The logic of a feature as settings.
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

/// The invariants of a type: `invariant.1` with `title.1`, and so on.
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

/// The context of a piece of logic.
#[derive(Clone, Copy)]
enum Form {
    Setting(&'static str),
    Invariant,
    Title,
}

/// The code of a piece of logic, if it can be expressed exactly. Heredocs become strings.
fn code(notation: &str, form: Form) -> Option<String> {
    let logic = pn::read(notation)?.without_heredocs();
    let code = unparse::code(&logic)?;
    (pn::read(&read_back(&code, form)?)? == logic).then_some(code)
}

/// Parses code and returns its notation.
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
