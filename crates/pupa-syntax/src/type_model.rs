//! Type definitions as a model: what `type Name { attr … has … }` says, with every default of the
//! language filled in.
//!
//! ```text
//! tree ─of─▶ TypeModel ─▶ objects at run time, Ecore models, documentation, diagrams
//! ```
//!
//! A model is read from one tree and refers to other types by name; a caller that has all of them
//! puts them together. Logic stays in the tree: a model holds its place there.
//!
//! ```
//! use std::sync::Arc;
//! use pupa_syntax::{ParseOptions, Edition, parse, source::Source, type_model};
//! let text = "type User { attr name, String { min => 1 } attr groups { max => unbound } }";
//! let options = ParseOptions { extensions: true, ..ParseOptions::default() };
//! let parsed = parse(Arc::new(Source::new("user.pp", text)), &options);
//! let [user] = &type_model::all(&parsed.tree)[..] else { panic!() };
//! assert_eq!((user.name.as_str(), user.features[0].min), ("User", 1));
//! assert!(user.features[1].is_multi_valued());
//! ```

mod link;
pub(crate) mod setting;

pub use link::{
    Ancestry, AncestryEnd, Definition, Definitions, Found, MAX_BASES, check_links, duplicate,
};

use crate::source::Span;
use crate::tree::{
    ExprId, ExprKind, Feature, Id, Lambda, Logic, Tree, TypeDefinition, TypeStatementKind, UnaryOp,
};
use setting::{Bound, Setting, bound, find};

/// The built-in abstract type of resource types.
pub const MANAGED_RESOURCE: &str = "ManagedResource";

/// The version of the set of functions that type logic may call.
pub const FUNCTION_SET: &str = "puppet-type-functions 1";

/// A type definition.
#[derive(Debug, Clone)]
pub struct TypeModel {
    /// The name, as in references: `My::User`.
    pub name: String,
    /// The range of the name.
    pub name_span: Span,
    /// The definition in the tree.
    pub expr: ExprId,
    /// The type it inherits from.
    pub parent: Option<TypeName>,
    /// Whether no instance can be created.
    pub is_abstract: bool,
    /// Its own features, in the order of their declaration.
    pub features: Vec<FeatureModel>,
    /// Its own invariants, in the order of their declaration.
    pub invariants: Vec<InvariantModel>,
}

/// A reference to another type.
#[derive(Debug, Clone)]
pub struct TypeName {
    /// The name: `My::User`.
    pub name: String,
    /// The range in the source.
    pub span: Span,
}

/// An attribute or a reference.
#[derive(Debug, Clone)]
pub struct FeatureModel {
    /// The name.
    pub name: String,
    /// The range of the name.
    pub name_span: Span,
    /// The kind of its values.
    pub kind: FeatureKind,
    /// The minimum number of values.
    pub min: u64,
    /// The maximum number of values; `None` for any number.
    pub max: Option<u64>,
    /// Whether "not set" is a state of its own.
    pub is_unsettable: bool,
    /// Whether it is left out of the serialised form.
    pub is_transient: bool,
    /// Whether code outside of the type may set it.
    pub is_setable: bool,
    /// The literal of the initial value.
    pub default: Option<ExprId>,
    /// The condition for values.
    pub check: Option<Logic>,
    /// The computation of a derived value.
    pub derived: Option<Id<Lambda>>,
    /// The conversion from the given value to the stored one.
    pub set: Option<Id<Lambda>>,
    /// The conversion from the stored value to the one that is read.
    pub get: Option<Id<Lambda>>,
}

/// The kinds of values of a feature.
#[derive(Debug, Clone)]
pub enum FeatureKind {
    /// `attr`: values of a data type.
    Attribute(DataType),
    /// `has`: objects of a defined type.
    Reference {
        /// The type.
        target: TypeName,
        /// Whether the objects are contained in the object that has the reference.
        is_containment: bool,
    },
}

/// The data types of attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataType {
    /// `Integer`
    Integer,
    /// `Float`
    Float,
    /// `String`, also when no type is given
    String,
    /// `Boolean`
    Boolean,
    /// `enum[a, b]`
    Enum(Vec<String>),
}

/// `invariant "title" { … }`
#[derive(Debug, Clone)]
pub struct InvariantModel {
    /// The whole statement.
    pub span: Span,
    /// The title, a string.
    pub title: Option<ExprId>,
    /// The condition.
    pub validation: Logic,
}

impl FeatureModel {
    /// Whether its value is a list.
    pub fn is_multi_valued(&self) -> bool {
        self.max.is_none_or(|max| max > 1)
    }

    /// Whether it is a reference to objects that it does not contain.
    pub fn is_plain_reference(&self) -> bool {
        matches!(self.kind, FeatureKind::Reference { is_containment: false, .. })
    }
}

/// The definitions at the top level of a tree, in order.
pub fn all(tree: &Tree) -> Vec<TypeModel> {
    let root = [tree.root()];
    let statements: &[ExprId] = match *tree.kind(root[0]) {
        ExprKind::Block { statements, .. } => &tree[statements],
        _ => &root,
    };
    statements.iter().filter_map(|statement| of(tree, *statement)).collect()
}

/// The model of an expression, if it is a type definition.
///
/// The definition should be valid; invalid parts are replaced by valid ones.
pub fn of(tree: &Tree, expr: ExprId) -> Option<TypeModel> {
    let ExprKind::TypeDefinition(id) = *tree.kind(expr) else { return None };
    let definition: &TypeDefinition = &tree[id];
    let mut model = TypeModel {
        name: canonical(tree.text(definition.name)),
        name_span: definition.name_span,
        expr,
        parent: definition.parent.and_then(|parent| type_name(tree, parent)),
        is_abstract: false,
        features: Vec::new(),
        invariants: Vec::new(),
    };
    for statement in &tree[definition.statements] {
        match &statement.kind {
            TypeStatementKind::Feature(feature) => {
                model.features.push(feature_model(tree, feature))
            }
            TypeStatementKind::Invariant { title, validation } => {
                let (title, validation) = (*title, *validation);
                model.invariants.push(InvariantModel { span: statement.span, title, validation });
            }
            TypeStatementKind::Abstract => model.is_abstract = true,
        }
    }
    Some(model)
}

fn feature_model(tree: &Tree, feature: &Feature) -> FeatureModel {
    let value = |expected| find(tree, feature.settings, expected).map(|setting| setting.value);
    let flag = |expected, otherwise| match value(expected) {
        Some(Logic::Expr(expr)) => match *tree.kind(expr) {
            ExprKind::Boolean(truth) => truth,
            _ => otherwise,
        },
        _ => otherwise,
    };
    let lambda = |expected| match value(expected) {
        Some(Logic::Lambda(lambda)) => Some(lambda),
        _ => None,
    };
    let derived = lambda(Setting::Derived);
    let (min, max) = bounds(tree, feature);
    let kind = if feature.is_reference {
        let target = feature.ty.and_then(|t| type_name(tree, t));
        let target = target.unwrap_or(TypeName { name: String::new(), span: feature.name_span });
        FeatureKind::Reference { target, is_containment: flag(Setting::Containment, true) }
    } else {
        FeatureKind::Attribute(data_type(tree, feature.ty))
    };
    FeatureModel {
        name: tree.text(feature.name).to_owned(),
        name_span: feature.name_span,
        kind,
        min,
        max,
        is_unsettable: flag(Setting::Unsettable, false),
        is_transient: flag(Setting::Transient, false) || derived.is_some(),
        is_setable: flag(Setting::Setable, derived.is_none()),
        default: match value(Setting::Default) {
            Some(Logic::Expr(expr)) => Some(expr),
            _ => None,
        },
        check: value(Setting::Check),
        derived,
        set: lambda(Setting::Set),
        get: lambda(Setting::Get),
    }
}

/// Whether a feature can have more than one value.
pub(crate) fn is_multi_valued(tree: &Tree, feature: &Feature) -> bool {
    bounds(tree, feature).1.is_none_or(|max| max > 1)
}

/// The bounds of a feature, including the defaults.
fn bounds(tree: &Tree, feature: &Feature) -> (u64, Option<u64>) {
    let get = |expected| find(tree, feature.settings, expected).and_then(|one| bound(tree, one));
    let min = match get(Setting::Min) {
        Some(Bound::Number(min)) => min,
        _ => 0,
    };
    let max = match get(Setting::Max) {
        Some(Bound::Number(max)) => Some(max),
        Some(Bound::Unbound) => None,
        _ if min > 1 => None,
        _ => Some(1),
    };
    (min, max)
}

fn data_type(tree: &Tree, t: Option<ExprId>) -> DataType {
    let Some(t) = t else { return DataType::String };
    match *tree.kind(t) {
        ExprKind::Reference(name) => match tree.text(name) {
            "Integer" => DataType::Integer,
            "Float" => DataType::Float,
            "Boolean" => DataType::Boolean,
            _ => DataType::String,
        },
        ExprKind::Access { keys, .. } => {
            let words = tree[keys].iter().filter_map(|key| word(tree, *key));
            DataType::Enum(words.map(str::to_owned).collect())
        }
        _ => DataType::String,
    }
}

fn type_name(tree: &Tree, expr: ExprId) -> Option<TypeName> {
    let name = referenced_name(tree, expr)?;
    Some(TypeName { name, span: tree[expr].span })
}

/// The text of a string, or of a name in any case.
pub fn word(tree: &Tree, expr: ExprId) -> Option<&str> {
    match *tree.kind(expr) {
        ExprKind::String(text) => Some(tree.text(text)),
        // Reserved words are ordinary names inside of a type definition.
        ExprKind::Name(text) | ExprKind::Reference(text) | ExprKind::ReservedWord(text) => {
            Some(tree.text(text)).filter(|text| !text.contains("::"))
        }
        _ => None,
    }
}

/// The text of a default, without quotes: `5`, `-1.5`, `true`, `ext4`.
pub fn default_text(tree: &Tree, expr: ExprId) -> String {
    match *tree.kind(expr) {
        ExprKind::Unary { op: UnaryOp::Minus, operand } => {
            format!("-{}", default_text(tree, operand))
        }
        _ => match word(tree, expr) {
            Some(word) => word.to_owned(),
            None => tree.source().slice(tree[expr].span).to_owned(),
        },
    }
}

/// Normalises the name of a type: without a leading `::`, each segment capitalised.
pub fn canonical(name: &str) -> String {
    let name = name.strip_prefix("::").unwrap_or(name);
    let mut result = String::with_capacity(name.len());
    for (index, segment) in name.split("::").enumerate() {
        if index > 0 {
            result.push_str("::");
        }
        let mut rest = segment.chars();
        result.extend(rest.next().map(|first| first.to_ascii_uppercase()));
        result.push_str(rest.as_str());
    }
    result
}

/// The normalised name in a reference to a type.
pub(crate) fn referenced_name(tree: &Tree, expr: ExprId) -> Option<String> {
    match *tree.kind(expr) {
        ExprKind::Reference(name) => Some(canonical(tree.text(name))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_are_made_canonical() {
        assert_eq!(canonical("user"), "User");
        assert_eq!(canonical("::a::bC"), "A::BC");
        assert_eq!(canonical("User"), "User");
        assert_eq!(canonical(""), "");
        assert_eq!(canonical("a::::b"), "A::::B");
    }
}
