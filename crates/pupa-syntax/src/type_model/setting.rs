//! The settings of features: their names and values.

use crate::tree::{ExprKind, Feature, FeatureSetting, List, Logic, Tree, UnaryOp};

/// The settings of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Setting {
    Min,
    Max,
    Unsettable,
    Check,
    Derived,
    Transient,
    Setable,
    Default,
    Set,
    Get,
    Containment,
}

/// All settings by name, including aliases.
pub(crate) const SETTINGS: [(&str, Setting); 12] = [
    ("min", Setting::Min),
    ("max", Setting::Max),
    ("unsettable", Setting::Unsettable),
    ("check", Setting::Check),
    ("validate", Setting::Check),
    ("derived", Setting::Derived),
    ("transient", Setting::Transient),
    ("setable", Setting::Setable),
    ("default", Setting::Default),
    ("set", Setting::Set),
    ("get", Setting::Get),
    ("containment", Setting::Containment),
];

impl Setting {
    pub(crate) fn of(name: &str) -> Option<Setting> {
        SETTINGS.iter().find(|(known, _)| *known == name).map(|&(_, setting)| setting)
    }

    /// Whether the setting is for features of this kind.
    pub(crate) fn is_for(self, feature: &Feature) -> bool {
        match self {
            Setting::Default | Setting::Set | Setting::Get => !feature.is_reference,
            Setting::Containment => feature.is_reference,
            _ => true,
        }
    }
}

/// A bound on the number of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Below 0.
    Negative,
    /// A number.
    Number(u64),
    /// `unbound`.
    Unbound,
}

/// The first setting of this kind.
pub(crate) fn find(
    tree: &Tree,
    settings: List<FeatureSetting>,
    expected: Setting,
) -> Option<&FeatureSetting> {
    tree[settings].iter().find(|setting| Setting::of(tree.text(setting.name)) == Some(expected))
}

/// The bound that a setting gives.
pub(crate) fn bound(tree: &Tree, setting: &FeatureSetting) -> Option<Bound> {
    let Logic::Expr(expr) = setting.value else { return None };
    match tree[expr].kind {
        ExprKind::Integer { value, .. } => Some(Bound::Number(value)),
        ExprKind::BigInteger { .. } => Some(Bound::Number(u64::MAX)),
        ExprKind::Name(name) if tree.text(name) == "unbound" => Some(Bound::Unbound),
        ExprKind::Unary { op: UnaryOp::Minus, operand }
            if matches!(tree[operand].kind, ExprKind::Integer { .. }) =>
        {
            Some(Bound::Negative)
        }
        _ => None,
    }
}
