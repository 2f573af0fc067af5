//! Reports levels that can't be used, so that every lookup that reaches their layer fails.

use pupa_hiera::config::Locations;
use pupa_syntax::diagnostic::Diagnostic;

use crate::issues::MALFORMED_HIERA_CONFIG;
use crate::layers::{Layer, at_line};
use crate::levels::{Backend, LevelAt, levels_of};
use crate::place::diagnostic_at;
use crate::survey::{Rule, Survey};

/// Levels that every lookup fails on.
pub(super) static RULE: Rule = Rule { issues: &[&MALFORMED_HIERA_CONFIG], check: unusable_levels };

/// Returns the errors of levels.
fn unusable_levels(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let layers = survey.layers;
    let levels =
        layers.iter().flat_map(|layer| levels_of(&layer.config).map(move |at| (layer, at)));
    levels
        .filter_map(|(layer, at)| unknown_backend(layer, at).or_else(|| no_files(layer, at)))
        .collect()
}

/// An unknown backend of version 4.
fn unknown_backend(layer: &Layer, at: LevelAt<'_>) -> Option<Diagnostic> {
    let source = &layer.text.as_ref()?.source;
    let error = at.level.error.as_ref()?;
    let place = error.line.map(at_line).or_else(|| at.place(layer, "backend", 0));
    Some(diagnostic_at(&MALFORMED_HIERA_CONFIG, source, place, error.message.as_str()))
}

/// A function that reads files, without any path.
fn no_files(layer: &Layer, at: LevelAt<'_>) -> Option<Diagnostic> {
    let source = &layer.text.as_ref()?.source;
    let colon = match Backend::of(at.level) {
        Backend::Built(_) => "",
        Backend::Encrypted => ":",
        Backend::Other => return None,
    };
    let key = match &at.level.locations {
        Locations::None => "name",
        Locations::Uris(_) => "uri",
        Locations::Paths(_) | Locations::Globs(_) | Locations::Mapped(_) => return None,
    };
    let (function, tag) = (&at.level.function, at.level.kind.tag());
    let message = format!(
        "'{function}'{colon} one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be \
         declared in hiera.yaml when using this {tag} function"
    );
    Some(diagnostic_at(&MALFORMED_HIERA_CONFIG, source, at.place(layer, key, 0), message))
}
