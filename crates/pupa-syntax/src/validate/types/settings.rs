//! Checks features: their types, and the settings in their braces.

use crate::diagnostic::Diagnostic;
use crate::issues::validation as issue;
use crate::source::Span;
use crate::suggest::nearest;
use crate::tree::{ExprId, ExprKind, Feature, FeatureSetting, List, Logic, Tree};
use crate::type_model::setting::{Bound, SETTINGS, Setting, bound, find};
use crate::type_model::{MANAGED_RESOURCE, canonical, word};

use super::super::duplicates;
use super::super::walk::{Checker, Cx};
use super::data_types::is_data_type;
use super::default::{self, AttributeType};
use super::logic::Arity;

impl<'t> Checker<'t> {
    /// Checks a feature of the type at `owner`, and visits its logic.
    pub(super) fn feature(&mut self, owner: ExprId, feature: &Feature, cx: Cx) {
        let ty = if feature.is_reference {
            self.reference_type(feature);
            AttributeType::Wrong
        } else {
            self.attribute_type(feature)
        };
        self.repeated_settings(feature.settings);
        let is_derived = has(self.tree, feature.settings, Setting::Derived);
        for setting in &self.tree[feature.settings] {
            let name = self.tree.text(setting.name);
            match Setting::of(name) {
                None => {
                    self.report(unknown_setting(name).at(self.tree.source(), setting.name_span))
                }
                Some(kind) if !kind.is_for(feature) => {
                    let place = if feature.is_reference { "a reference" } else { "an attribute" };
                    self.report(
                        issue::misplaced_setting(name, place)
                            .at(self.tree.source(), setting.name_span),
                    );
                }
                Some(Setting::Default | Setting::Get) if is_derived => {
                    self.report(
                        issue::setting_of_derived(name).at(self.tree.source(), setting.name_span),
                    );
                }
                Some(Setting::Default) => self.default_value(setting, &ty),
                Some(Setting::Set) => {
                    self.setter_of = Some(owner);
                    self.setting_value(Setting::Set, setting, cx);
                    self.setter_of = None;
                }
                Some(kind) => self.setting_value(kind, setting, cx),
            }
        }
        self.bounds(feature);
    }

    fn attribute_type(&mut self, feature: &Feature) -> AttributeType<'t> {
        let tree = self.tree;
        let Some(ty) = feature.ty else { return AttributeType::String };
        match tree[ty].kind {
            ExprKind::Reference(name) => match tree.text(name) {
                "Integer" => return AttributeType::Integer,
                "Float" => return AttributeType::Float,
                "String" => return AttributeType::String,
                "Boolean" => return AttributeType::Boolean,
                _ => {}
            },
            ExprKind::Access { left, keys } if is_enum(tree, left) => {
                return self.enumeration(keys);
            }
            _ => {}
        }
        let span = tree[ty].span;
        let diagnostic =
            issue::illegal_attribute_type(&quote(tree, span)).at(self.tree.source(), span);
        self.report(if is_enum(tree, ty) {
            diagnostic.help("give the values of the enumeration: `enum[a, b]`")
        } else if is_type_name(tree, ty) {
            diagnostic.help(format!("declare a reference: `has {}`", tree.text(feature.name)))
        } else {
            diagnostic
        });
        AttributeType::Wrong
    }

    fn enumeration(&mut self, keys: List<ExprId>) -> AttributeType<'t> {
        let tree = self.tree;
        let mut values = Vec::with_capacity(keys.len());
        let mut spans = Vec::with_capacity(keys.len());
        for &key in &tree[keys] {
            match word(tree, key) {
                Some(value) => {
                    values.push(value);
                    spans.push(tree[key].span);
                }
                None => {
                    let found = quote(tree, tree[key].span);
                    self.report(
                        issue::illegal_enum_value(&found).at(self.tree.source(), tree[key].span),
                    );
                }
            }
        }
        duplicates::each_repeated(
            values.len(),
            |index| values[index],
            |first, second| {
                self.report(
                    issue::repeated_enum_value(values[second])
                        .at(self.tree.source(), spans[second])
                        .label(spans[first], "the first one"),
                );
            },
        );
        AttributeType::Enum(values)
    }

    fn reference_type(&mut self, feature: &Feature) {
        let tree = self.tree;
        let Some(ty) = feature.ty else {
            self.report(
                issue::illegal_reference_type("none").at(self.tree.source(), feature.name_span),
            );
            return;
        };
        let span = tree[ty].span;
        let found = quote(tree, span);
        match tree[ty].kind {
            ExprKind::Reference(name) if !is_data_type(&canonical(tree.text(name))) => {}
            ExprKind::Name(name) => self.report(
                issue::illegal_reference_type(&found)
                    .at(self.tree.source(), span)
                    .help(format!("write `{}`", canonical(tree.text(name)))),
            ),
            ExprKind::Reference(_) => self.report(
                issue::illegal_reference_type(&found)
                    .at(self.tree.source(), span)
                    .help(format!("declare an attribute: `attr {}`", tree.text(feature.name))),
            ),
            _ => self.report(issue::illegal_reference_type(&found).at(self.tree.source(), span)),
        }
    }

    fn repeated_settings(&mut self, settings: List<FeatureSetting>) {
        let tree = self.tree;
        let settings = &tree[settings];
        let name = |index: usize| tree.text(settings[index].name);
        // A setting and its alias are the same. Unknown settings are reported one by one.
        let kind = |index: usize| Setting::of(name(index)).ok_or(index);
        duplicates::each_repeated(settings.len(), kind, |first, second| {
            let diagnostic = issue::repeated_setting(name(second))
                .at(self.tree.source(), settings[second].name_span)
                .label(settings[first].name_span, "first given here");
            self.report(if name(first) == name(second) {
                diagnostic
            } else {
                diagnostic.note("`check` and `validate` are two names of one setting")
            });
        });
    }

    /// Checks the value of a setting other than `default`.
    fn setting_value(&mut self, kind: Setting, setting: &FeatureSetting, cx: Cx) {
        let name = self.tree.text(setting.name);
        match kind {
            Setting::Min => {
                if !matches!(self.bound(setting), Some(bound) if bound != Bound::Unbound) {
                    self.wrong_value(setting, "an integer");
                }
            }
            Setting::Max => {
                if self.bound(setting).is_none() {
                    self.wrong_value(setting, "an integer or `unbound`");
                }
            }
            Setting::Unsettable | Setting::Transient | Setting::Setable | Setting::Containment => {
                let is_boolean = matches!(setting.value, Logic::Expr(expr)
                    if matches!(self.tree[expr].kind, ExprKind::Boolean(_)));
                if !is_boolean {
                    self.wrong_value(setting, "`true` or `false`");
                }
            }
            Setting::Check => {
                self.logic(setting.value, &format!("`{name}`"), Arity::One, cx);
            }
            Setting::Derived | Setting::Set | Setting::Get => {
                let arity = if kind == Setting::Derived { Arity::None } else { Arity::One };
                if matches!(setting.value, Logic::Lambda(_)) {
                    self.logic(setting.value, &format!("`{name}`"), arity, cx);
                } else {
                    self.wrong_value(setting, "a lambda");
                }
            }
            Setting::Default => {}
        }
    }

    fn wrong_value(&mut self, setting: &FeatureSetting, expected: &str) {
        let name = self.tree.text(setting.name);
        let found = describe(self.tree, setting.value);
        let span = value_span(self.tree, setting);
        self.report(
            issue::illegal_setting_value(name, expected, &found).at(self.tree.source(), span),
        );
    }

    fn default_value(&mut self, setting: &FeatureSetting, ty: &AttributeType<'_>) {
        let tree = self.tree;
        let value = match setting.value {
            Logic::Expr(expr) => default::read(tree, expr),
            Logic::Block(_) | Logic::Lambda(_) => None,
        };
        match value {
            None => self.wrong_value(setting, "a number, a string, a boolean or a name"),
            Some(value) if !default::converts(value, ty) => {
                let span = value_span(tree, setting);
                self.report(
                    issue::illegal_default(&quote(tree, span), &ty.describe())
                        .at(self.tree.source(), span),
                );
            }
            Some(_) => {
                if let Logic::Expr(expr) = setting.value {
                    self.default_number(expr);
                }
            }
        }
    }

    /// Checks that a number is valid in the edition.
    fn default_number(&mut self, expr: ExprId) {
        match self.tree[expr].kind {
            ExprKind::BigInteger { radix } => self.big_integer(expr, radix),
            ExprKind::Unary { operand, .. } => self.default_number(operand),
            _ => {}
        }
    }

    fn bound(&self, setting: &FeatureSetting) -> Option<Bound> {
        bound(self.tree, setting)
    }

    /// Checks the values of `min` and `max`.
    fn bounds(&mut self, feature: &Feature) {
        let min = self.find_bound(feature, Setting::Min);
        let max = self.find_bound(feature, Setting::Max);
        if let Some((span, Bound::Negative)) = min {
            self.report(
                issue::illegal_bounds("`min` cannot be negative").at(self.tree.source(), span),
            );
        }
        if let Some((span, Bound::Negative | Bound::Number(0))) = max {
            self.report(
                issue::illegal_bounds("`max` cannot be below 1").at(self.tree.source(), span),
            );
        } else if let (Some((first, Bound::Number(min))), Some((span, Bound::Number(max)))) =
            (min, max)
            && min > max
        {
            let problem = format!("`min` is {min}, above `max`, which is {max}");
            self.report(
                issue::illegal_bounds(&problem)
                    .at(self.tree.source(), span)
                    .label(first, "`min` is given here"),
            );
        }
    }

    fn find_bound(&self, feature: &Feature, expected: Setting) -> Option<(Span, Bound)> {
        let setting = find(self.tree, feature.settings, expected)?;
        Some((value_span(self.tree, setting), self.bound(setting)?))
    }
}

fn has(tree: &Tree, settings: List<FeatureSetting>, expected: Setting) -> bool {
    find(tree, settings, expected).is_some()
}

/// Whether an expression is the word `enum`, in either case.
fn is_enum(tree: &Tree, expr: ExprId) -> bool {
    matches!(
        tree[expr].kind,
        ExprKind::Name(name) | ExprKind::Reference(name)
            if matches!(tree.text(name), "enum" | "Enum")
    )
}

/// Whether an expression could name a defined type.
fn is_type_name(tree: &Tree, expr: ExprId) -> bool {
    matches!(
        tree[expr].kind,
        ExprKind::Reference(name) if !is_data_type(tree.text(name)) && tree.text(name) != MANAGED_RESOURCE
    )
}

fn describe(tree: &Tree, value: Logic) -> String {
    match value {
        Logic::Expr(expr) => quote(tree, tree[expr].span),
        Logic::Block(_) => "a block".to_owned(),
        Logic::Lambda(_) => "a lambda".to_owned(),
    }
}

/// Quotes source text in a message, unless it is long.
fn quote(tree: &Tree, span: Span) -> String {
    let text = tree.source().slice(span);
    let is_short = text.chars().count() <= 40 && !text.contains('\n');
    if is_short { format!("`{text}`") } else { "an expression".to_owned() }
}

fn value_span(tree: &Tree, setting: &FeatureSetting) -> Span {
    match setting.value {
        Logic::Expr(expr) | Logic::Block(Some(expr)) => tree[expr].span,
        Logic::Block(None) => setting.name_span,
        Logic::Lambda(lambda) => tree[lambda].span,
    }
}

fn unknown_setting(name: &str) -> Diagnostic {
    let diagnostic = issue::unknown_setting(name);
    match nearest(name, SETTINGS.iter().map(|(known, _)| *known)) {
        Some(known) => diagnostic.help(format!("did you mean `{known}`?")),
        None => {
            let all: Vec<String> = SETTINGS.iter().map(|(name, _)| format!("`{name}`")).collect();
            diagnostic.help(format!("the settings are {}", all.join(", ")))
        }
    }
}
