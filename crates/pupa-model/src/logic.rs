//! The logic of types, which an Ecore model can't express, in the order of the definitions.

mod json;

use pupa_syntax::notation::{self, Style};
use pupa_syntax::tree::{ExprId, Logic};
use pupa_syntax::type_model::{Definition, FeatureModel};

pub(crate) use json::write as write_json;

/// The logic of the types of one package.
#[derive(Debug)]
pub(crate) struct LogicModel<'m> {
    /// The file name of the type model: `puppet.ecore`.
    pub(crate) file: String,
    /// All pieces of logic.
    pub(crate) entries: Vec<LogicEntry<'m>>,
}

/// A piece of logic.
#[derive(Debug)]
pub(crate) struct LogicEntry<'m> {
    /// The type to which it belongs.
    pub(crate) definition: &'m Definition,
    /// The feature to which it belongs; `None` for an invariant.
    pub(crate) feature: Option<&'m FeatureModel>,
    /// The purpose of the logic.
    pub(crate) kind: LogicKind,
    /// The title of an invariant.
    pub(crate) title: Option<ExprId>,
    /// The logic.
    pub(crate) logic: Logic,
}

/// The purpose of a piece of logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogicKind {
    /// `check`, or its synonym `validate`
    Check,
    /// `set`
    Set,
    /// `get`
    Get,
    /// `derived`
    Derived,
    /// `invariant`
    Invariant,
}

impl LogicKind {
    /// The keyword in output.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            LogicKind::Check => "check",
            LogicKind::Set => "set",
            LogicKind::Get => "get",
            LogicKind::Derived => "derived",
            LogicKind::Invariant => "invariant",
        }
    }
}

impl<'m> LogicEntry<'m> {
    /// The logic of a feature.
    pub(crate) fn of_feature(
        definition: &'m Definition,
        feature: &'m FeatureModel,
    ) -> impl Iterator<Item = LogicEntry<'m>> {
        let all = [
            (LogicKind::Check, feature.check),
            (LogicKind::Set, feature.set.map(Logic::Lambda)),
            (LogicKind::Get, feature.get.map(Logic::Lambda)),
            (LogicKind::Derived, feature.derived.map(Logic::Lambda)),
        ];
        all.into_iter().filter_map(move |(kind, logic)| {
            let feature = Some(feature);
            Some(LogicEntry { definition, feature, kind, title: None, logic: logic? })
        })
    }

    /// The invariants of a type.
    pub(crate) fn invariants(definition: &'m Definition) -> impl Iterator<Item = LogicEntry<'m>> {
        definition.model.invariants.iter().map(move |invariant| LogicEntry {
            definition,
            feature: None,
            kind: LogicKind::Invariant,
            title: invariant.title,
            logic: invariant.validation,
        })
    }

    /// All logic of a type: that of its features, followed by its invariants.
    pub(crate) fn all(definition: &'m Definition) -> impl Iterator<Item = LogicEntry<'m>> {
        let features = definition.model.features.iter();
        let of_features = features.flat_map(|feature| LogicEntry::of_feature(definition, feature));
        of_features.chain(LogicEntry::invariants(definition))
    }

    /// The logic as Puppet Notation.
    pub(crate) fn pn(&self) -> String {
        notation::logic_to_pn(&self.definition.tree, self.logic, Style::Compact)
    }

    /// The title as Puppet Notation.
    pub(crate) fn title_pn(&self) -> Option<String> {
        let title = self.title?;
        Some(notation::expr_to_pn(&self.definition.tree, title, Style::Compact))
    }
}
