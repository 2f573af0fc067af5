//! Reports levels whose functions do not exist.

use pupa_eval::functions;
use pupa_eval::host::{DefinitionKind, Owner, RubyKind};
use pupa_hiera::config::FunctionKind;
use pupa_syntax::diagnostic::Diagnostic;

use crate::issues::MALFORMED_HIERA_CONFIG;
use crate::layers::Layer;
use crate::levels::{LevelAt, levels_of};
use crate::place::diagnostic_at;
use crate::survey::{Rule, Survey};
use pupa_project::index::Kind;
use pupa_project::modules::Modules;

/// Levels whose functions do not exist.
pub(super) static RULE: Rule =
    Rule { issues: &[&MALFORMED_HIERA_CONFIG], check: unknown_functions };

/// The levels whose functions do not exist. Manifests that can't be read may define any function,
/// and missing modules any function in their namespace.
fn unknown_functions(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    if survey.lacks_code() {
        return Vec::new();
    }
    let natives = &survey.options.settings.natives;
    let is_known = |name: &str| {
        let name = name.strip_prefix("::").unwrap_or(name);
        natives.find(name).is_some()
            || functions::find(name).is_some()
            || is_in_file(name, survey.modules)
            || survey.classes.may_await(name)
            || survey.index.definitions(Kind::Function, &name.to_lowercase()).next().is_some()
    };
    let mut findings = Vec::new();
    for layer in survey.layers {
        for at in levels_of(&layer.config).filter(|at| has_function(at)) {
            if !is_known(&at.level.function) {
                findings.extend(finding(layer, at));
            }
        }
    }
    findings
}

/// Whether the function of a level exists; backends of Hiera 3 are not functions.
fn has_function(at: &LevelAt<'_>) -> bool {
    at.level.error.is_none() && at.level.kind != FunctionKind::V3Backend
}

/// Whether a file exists that should define a function, in Puppet or Ruby. The file is not read.
fn is_in_file(name: &str, modules: &Modules) -> bool {
    let none = matches!(modules.definition(DefinitionKind::Function, name), Ok(None));
    !none || modules.ruby_code(RubyKind::Function, name, &Owner::Environment).is_some()
}

fn finding(layer: &Layer, at: LevelAt<'_>) -> Option<Diagnostic> {
    let source = &layer.text.as_ref()?.source;
    let (tag, function) = (at.level.kind.tag(), &at.level.function);
    let message = format!("Unable to find '{tag}' function named '{function}'");
    Some(diagnostic_at(&MALFORMED_HIERA_CONFIG, source, at.place(layer, tag, 0), message))
}
