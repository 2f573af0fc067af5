//! Errors about objects that can't be built, with their locations.

use pupa_syntax::source::Source;
use pupa_syntax::suggest::nearest;
use pupa_syntax::validate::labels;
use pupa_value::Value;
use pupa_value::infer::infer_detailed;
use pupa_value::mismatch::describe_mismatch;
use pupa_value::text::literal;
use pupa_value::types::object::Feature;
use pupa_value::value::instance::Instance;

use super::read::abandoned;
use super::{Building, DefinedType, Objects, TypePart};
use crate::evaluator::CallRecord;
use crate::issues::{self, a_an};
use crate::stop::{Stop, error};

/// Why something can't be.
pub(super) enum Reason {
    /// Logic rejects it, with this message.
    Logic(String),
    /// It violates the definition.
    Definition(String),
}

impl DefinedType {
    /// Returns the definition that causes the error: that of the type itself, or the one that
    /// declares a feature.
    fn part_of(&self, feature: Option<usize>) -> Option<&TypePart> {
        match feature {
            Some(index) => self.chain.iter().rev().find(|part| part.first <= index),
            None => self.chain.last(),
        }
    }
}

impl Objects<'_, '_> {
    /// The error about an object or one of its features, located at the call that builds it.
    pub(super) fn refuse(
        &self,
        building: &Building,
        feature: Option<usize>,
        reason: Reason,
    ) -> Box<Stop> {
        let reason = reason.at(building.path.as_deref());
        self.refuse_type(&building.defined, building.call, feature, reason)
    }

    pub(super) fn refuse_type(
        &self,
        defined: &DefinedType,
        call: Option<CallRecord>,
        feature: Option<usize>,
        reason: Reason,
    ) -> Box<Stop> {
        let place = self.definition_place(defined, feature);
        let subject = match feature.and_then(|index| defined.table.features.get_index(index)) {
            Some((_, feature)) => format!("{}.{}", feature.container, feature.name),
            None => defined.object_type.label().to_owned(),
        };
        self.refusal(&subject, place, call, reason)
    }

    /// The error about an invariant of a type, located at the call that builds the object.
    pub(super) fn refuse_invariant(
        &self,
        building: &Building,
        part: &TypePart,
        invariant: usize,
        reason: Reason,
    ) -> Box<Stop> {
        let model = &part.code.model;
        let source = self.evaluator.run.program_at(part.program).source();
        let place = model.invariants.get(invariant).map(|i| place_text(source, i.span.start));
        let reason = reason.at(building.path.as_deref());
        self.refusal(&model.name, place, building.call, reason)
    }

    fn refusal(
        &self,
        subject: &str,
        place: Option<String>,
        call: Option<CallRecord>,
        reason: Reason,
    ) -> Box<Stop> {
        let mut defined_at = None;
        let message = match (reason, place) {
            (Reason::Definition(text), Some(place)) => {
                format!("{text} ({subject}, defined at {place})")
            }
            (Reason::Logic(text) | Reason::Definition(text), place) => {
                defined_at = place;
                format!("{text} ({subject})")
            }
        };
        let Some(call) = call else { return error(message) };
        let program = &self.evaluator.run.program_at(call.program);
        let what = a_an(&labels::label(&program.tree, call.at));
        let mut failure =
            self.evaluator.run.raised_by(call, issues::rejected_object(&what, &message));
        failure.help = defined_at.map(|place| format!("{subject} is defined at {place}"));
        failure.into()
    }

    fn definition_place(&self, defined: &DefinedType, feature: Option<usize>) -> Option<String> {
        let part = defined.part_of(feature)?;
        let model = &part.code.model;
        let span = match feature {
            Some(index) => model.features.get(index - part.first)?.name_span,
            None => model.name_span,
        };
        let source = self.evaluator.run.program_at(part.program).source();
        Some(place_text(source, span.start))
    }
}

/// A location for a message.
pub(crate) fn place_text(source: &Source, offset: u32) -> String {
    let line = source.line_of(offset);
    match source.name() {
        "" => format!("line {line}"),
        name => format!("{name}:{line}"),
    }
}

impl Reason {
    /// Adds the path in the data from which the object is loaded, unless it is the root.
    pub(super) fn at(self, path: Option<&str>) -> Reason {
        let Some(path) = path.filter(|path| *path != "#/") else { return self };
        match self {
            Reason::Logic(text) => Reason::Logic(format!("{path}: {text}")),
            Reason::Definition(text) => Reason::Definition(format!("{path}: {text}")),
        }
    }

    pub(super) fn is_abstract(name: &str) -> Reason {
        Reason::Definition(format!("{name} is abstract, no object of it can be made"))
    }

    pub(super) fn wrong_argument(name: &str, given: &Value) -> Reason {
        let found = infer_detailed(given).generalize();
        Reason::Definition(format!("{name} is made from a hash of features, got {found}"))
    }

    pub(super) fn unknown_feature(defined: &DefinedType, name: &str) -> Reason {
        let label = defined.object_type.label();
        let known = defined.table.features.keys().map(|known| known.as_str());
        let hint = match nearest(name, known) {
            Some(near) => format!(", did you mean '{near}'?"),
            None => String::new(),
        };
        Reason::Definition(format!("{label} has no feature '{name}'{hint}"))
    }

    pub(super) fn too_few(feature: &Feature, count: usize) -> Reason {
        let name = &feature.name;
        let min = feature.min;
        Reason::Definition(if min == 1 {
            format!("{name} is required")
        } else {
            format!("{name} needs at least {min} values, got {count}")
        })
    }

    pub(super) fn too_many(feature: &Feature, max: u64, count: usize) -> Reason {
        Reason::Definition(format!("{} takes at most {max} values, got {count}", feature.name))
    }

    pub(super) fn not_single(feature: &Feature, value: &Value) -> Reason {
        let display = literal(value);
        Reason::Definition(format!("{} takes a single value, got {display}", feature.name))
    }

    pub(super) fn wrong_type(feature: &Feature, value: &Value) -> Reason {
        let actual = infer_detailed(value);
        Reason::Definition(describe_mismatch(&feature.name, &feature.value_type, &actual))
    }

    pub(super) fn not_setable(feature: &Feature) -> Reason {
        Reason::Definition(format!("{} cannot be set", feature.name))
    }

    pub(super) fn not_appendable(feature: &Feature) -> Reason {
        let name = &feature.name;
        Reason::Definition(format!("{name} is single valued, += can't append to it"))
    }

    pub(super) fn has_container(feature: &Feature, value: &Value) -> Reason {
        let display = literal(value);
        Reason::Definition(format!("{}: {display} already has a container", feature.name))
    }

    pub(super) fn is_unfinished(feature: &Feature, value: &Value) -> Reason {
        let name = &feature.name;
        let label = infer_detailed(value);
        Reason::Definition(format!("{name}: the {label} is not finished, nothing can contain it"))
    }

    pub(super) fn is_abandoned(object: &Instance) -> Reason {
        Reason::Definition(abandoned(object))
    }

    pub(super) fn wrong_verdict(what: &str, verdict: &Value) -> Reason {
        let found = issues::label(verdict);
        Reason::Definition(format!("{what} must give a String, a Boolean or undef, got {found}"))
    }
}
