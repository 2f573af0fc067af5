//! The functions that give the data of levels.

use pupa_eval::host::{DefinitionKind, Owner, RubyKind};
use pupa_eval::{Settings, functions};
use pupa_hiera::config::FunctionKind;

use crate::classes::Classes;
use crate::finding::Finding;
use crate::issues::MALFORMED_HIERA_CONFIG;
use crate::layers::Layer;
use crate::levels::{LevelAt, levels_of};
use crate::manifests::Manifest;
use pupa_project::modules::Modules;

/// The levels whose functions do not exist. Programs that can't be read may define any function,
/// and modules that are not here yet those of their names.
pub(super) fn unknown(
    layers: &[Layer],
    modules: &Modules,
    settings: &Settings,
    manifests: &[Manifest],
    classes: &Classes<'_>,
) -> Vec<Finding> {
    if manifests.iter().any(|manifest| manifest.is_broken) {
        return Vec::new();
    }
    let is_known = |name: &str| {
        let name = name.strip_prefix("::").unwrap_or(name);
        settings.natives.find(name).is_some()
            || functions::find(name).is_some()
            || is_in_file(name, modules)
            || classes.may_await(name)
            || manifests.iter().flat_map(|manifest| &manifest.functions).any(|one| one == name)
    };
    let mut findings = Vec::new();
    for layer in layers {
        for at in levels_of(&layer.config).filter(|at| has_function(at)) {
            if !is_known(&at.level.function) {
                findings.extend(finding(layer, at));
            }
        }
    }
    findings
}

/// Backends of Hiera 3 are not functions.
fn has_function(at: &LevelAt<'_>) -> bool {
    at.level.error.is_none() && at.level.kind != FunctionKind::V3Backend
}

/// Whether there is a file that should define a function, in Puppet or Ruby. Whether it does is
/// not asked.
fn is_in_file(name: &str, modules: &Modules) -> bool {
    let none = matches!(modules.definition(DefinitionKind::Function, name), Ok(None));
    !none || modules.ruby_code(RubyKind::Function, name, &Owner::Environment).is_some()
}

fn finding(layer: &Layer, at: LevelAt<'_>) -> Option<Finding> {
    let source = &layer.text.as_ref()?.source;
    let (tag, function) = (at.level.kind.tag(), &at.level.function);
    let message = format!("Unable to find '{tag}' function named '{function}'");
    Some(Finding::new(&MALFORMED_HIERA_CONFIG, source, at.place(layer, tag, 0), message))
}
