//! Conversion of type definitions to Ecore packages, one for each namespace.

use std::collections::BTreeSet;

use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Span;
use pupa_syntax::type_model::{
    DataType, Definition, FUNCTION_SET, FeatureKind, FeatureModel, MANAGED_RESOURCE,
};

use super::default::default_literal;
use super::{
    EAnnotation, EClass, EClassifier, EEnum, EFeature, EFeatureKind, ELiteral, EPackage,
    LOGIC_SOURCE, PUPPET_URI, TOP_PACKAGE, TypeRef,
};
use crate::export::LogicForm;
use crate::issues;
use crate::logic::LogicEntry;
use crate::model::{Model, Package};
use crate::xml::illegal_character;

/// A package and its file.
#[derive(Debug)]
pub(crate) struct PackageFile<'m> {
    /// The display name of the package: `` `My::Space` ``.
    pub(crate) display_name: String,
    /// The name of its files without extension: `puppet`, `My.Space`.
    pub(crate) stem: String,
    /// The package.
    pub(crate) package: EPackage,
    /// The definitions in the package.
    pub(crate) types: Vec<&'m Definition>,
}

/// Converts a model to packages, sorted by name.
pub(crate) fn packages<'m>(
    model: &'m Model,
    form: LogicForm,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<PackageFile<'m>> {
    let mut packages = model.packages();
    let has_top = packages.first().is_some_and(|package| package.path.is_empty());
    let uses_managed = uses_managed_resource(model);
    if uses_managed && !has_top {
        packages.insert(0, Package { path: Vec::new(), types: Vec::new() });
    }
    let files = packages.into_iter().map(|package| {
        let has_managed = uses_managed && package.path.is_empty();
        let mut builder = Builder::new(&package, form, diagnostics);
        if has_managed {
            builder.classifiers.push(EClassifier::Class(managed_resource()));
        }
        for definition in &package.types {
            builder.add(definition);
        }
        let segments = segments(&package.path);
        let name = segments.last().cloned().unwrap_or_default();
        let package_model = EPackage {
            name: name.clone(),
            ns_uri: format!("{PUPPET_URI}{}", segments.join("/")),
            ns_prefix: name,
            annotation: (form == LogicForm::Annotations).then(|| EAnnotation {
                source: LOGIC_SOURCE,
                details: vec![("functionSet".to_owned(), FUNCTION_SET.to_owned())],
            }),
            classifiers: builder.classifiers,
        };
        let display_name = match package.path.as_slice() {
            [] => "types at the top".to_owned(),
            path => format!("`{}`", path.join("::")),
        };
        let stem = segments.join(".");
        PackageFile { display_name, stem, package: package_model, types: package.types }
    });
    files.collect()
}

/// The name of the Ecore file of a namespace.
pub(crate) fn file(stem: &str) -> String {
    format!("{stem}.ecore")
}

/// The name of the class of a type: the last segment of its name.
pub(crate) fn class_name(type_name: &str) -> &str {
    type_name.rsplit("::").next().unwrap_or(type_name)
}

/// The segments of the package name of a namespace.
fn segments(path: &[String]) -> Vec<String> {
    if path.is_empty() { vec![TOP_PACKAGE.to_owned()] } else { path.to_vec() }
}

fn uses_managed_resource(model: &Model) -> bool {
    model.types().any(|definition| {
        let parent = definition.model.parent.as_ref();
        let is_managed = |name: &str| name == MANAGED_RESOURCE;
        parent.is_some_and(|parent| is_managed(&parent.name))
            || definition.model.features.iter().any(|feature| match &feature.kind {
                FeatureKind::Reference { target, .. } => is_managed(&target.name),
                FeatureKind::Attribute(_) => false,
            })
    })
}

/// The class of the built-in type of managed resources.
fn managed_resource() -> EClass {
    let mut name = EFeature::new("name", EFeatureKind::Attribute, TypeRef::Data("EString"));
    name.lower = 1;
    EClass {
        name: MANAGED_RESOURCE.to_owned(),
        is_abstract: true,
        super_type: None,
        annotation: None,
        features: vec![name],
    }
}

/// A package under construction.
struct Builder<'a> {
    path: &'a [String],
    form: LogicForm,
    /// The classifier names in use.
    names: BTreeSet<String>,
    classifiers: Vec<EClassifier>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    fn new(
        package: &'a Package<'_>,
        form: LogicForm,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let types = package.types.iter();
        let mut names: BTreeSet<String> =
            types.map(|definition| class_name(&definition.model.name).to_owned()).collect();
        names.insert(MANAGED_RESOURCE.to_owned());
        Builder { path: &package.path, form, names, classifiers: Vec::new(), diagnostics }
    }

    /// Adds the class of a definition, followed by the enumerations of its attributes.
    fn add(&mut self, definition: &Definition) {
        let model = &definition.model;
        let mut enumerations = Vec::new();
        let mut features = Vec::new();
        for feature in &model.features {
            features.push(self.feature(definition, feature, &mut enumerations));
        }
        let class = EClass {
            name: class_name(&model.name).to_owned(),
            is_abstract: model.is_abstract,
            super_type: model.parent.as_ref().map(|parent| self.type_ref(&parent.name)),
            annotation: self.invariants(definition),
            features,
        };
        self.classifiers.push(EClassifier::Class(class));
        self.classifiers.extend(enumerations.into_iter().map(EClassifier::Enum));
    }

    fn feature(
        &mut self,
        definition: &Definition,
        feature: &FeatureModel,
        enumerations: &mut Vec<EEnum>,
    ) -> EFeature {
        let (kind, ty) = match &feature.kind {
            FeatureKind::Attribute(ty) => {
                let ty = match ty {
                    DataType::Integer => TypeRef::Data("ELong"),
                    DataType::Float => TypeRef::Data("EDouble"),
                    DataType::String => TypeRef::Data("EString"),
                    DataType::Boolean => TypeRef::Data("EBoolean"),
                    DataType::Enum(values) => {
                        let made = self.enumeration(definition, feature, values);
                        let name = made.name.clone();
                        enumerations.push(made);
                        TypeRef::Local(name)
                    }
                };
                (EFeatureKind::Attribute, ty)
            }
            FeatureKind::Reference { target, is_containment } => {
                let is_containment = *is_containment;
                (EFeatureKind::Reference { is_containment }, self.type_ref(&target.name))
            }
        };
        let is_derived = feature.derived.is_some();
        EFeature {
            lower: self.bound(definition, feature, Some(feature.min)),
            upper: self.bound(definition, feature, feature.max),
            is_changeable: feature.is_setable,
            is_volatile: is_derived,
            is_transient: feature.is_transient,
            default: self.default(definition, feature),
            is_unsettable: feature.is_unsettable,
            is_derived,
            annotation: self.logic(definition, feature),
            ..EFeature::new(&feature.name, kind, ty)
        }
    }

    /// Converts a bound to Ecore's 32 bits; -1 for unbounded.
    fn bound(
        &mut self,
        definition: &Definition,
        feature: &FeatureModel,
        bound: Option<u64>,
    ) -> i32 {
        let Some(bound) = bound else { return -1 };
        i32::try_from(bound).unwrap_or_else(|_| {
            let diagnostic = issues::bound_too_large(&feature.name, bound);
            self.report(definition, feature.name_span, diagnostic);
            i32::MAX
        })
    }

    fn default(&mut self, definition: &Definition, feature: &FeatureModel) -> Option<String> {
        let FeatureKind::Attribute(ty) = &feature.kind else { return None };
        let text = default_literal(&definition.tree, feature.default?, ty);
        self.check_text(definition, feature, &text);
        Some(text)
    }

    fn enumeration(
        &mut self,
        definition: &Definition,
        feature: &FeatureModel,
        values: &[String],
    ) -> EEnum {
        let name = format!(
            "{}{}",
            class_name(&definition.model.name),
            with_first(&feature.name, char::to_ascii_uppercase)
        );
        let name = unique(name, &self.names);
        self.names.insert(name.clone());
        values.iter().for_each(|value| self.check_text(definition, feature, value));
        EEnum { name, literals: literals(values) }
    }

    fn logic(&mut self, definition: &Definition, feature: &FeatureModel) -> Option<EAnnotation> {
        if self.form != LogicForm::Annotations {
            return None;
        }
        let entries = LogicEntry::of_feature(definition, feature);
        let details = entries.map(|entry| (entry.kind.word().to_owned(), entry.pn())).collect();
        self.annotation(definition, details)
    }

    fn invariants(&mut self, definition: &Definition) -> Option<EAnnotation> {
        if self.form != LogicForm::Annotations {
            return None;
        }
        let mut details = Vec::new();
        for (index, entry) in LogicEntry::invariants(definition).enumerate() {
            let number = index + 1;
            details.extend(entry.title_pn().map(|title| (format!("title.{number}"), title)));
            details.push((format!("invariant.{number}"), entry.pn()));
        }
        self.annotation(definition, details)
    }

    fn annotation(
        &mut self,
        definition: &Definition,
        details: Vec<(String, String)>,
    ) -> Option<EAnnotation> {
        if let Some(illegal) = details.iter().find_map(|(_, text)| illegal_character(text)) {
            let span = definition.model.name_span;
            self.report(definition, span, issues::illegal_in_xml(u32::from(illegal)));
        }
        (!details.is_empty()).then_some(EAnnotation { source: LOGIC_SOURCE, details })
    }

    fn check_text(&mut self, definition: &Definition, feature: &FeatureModel, text: &str) {
        if let Some(illegal) = illegal_character(text) {
            let diagnostic = issues::illegal_in_xml(u32::from(illegal));
            self.report(definition, feature.name_span, diagnostic);
        }
    }

    fn report(&mut self, definition: &Definition, span: Span, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.at(definition.tree.source(), span));
    }

    /// A reference from this package to the class of a type.
    fn type_ref(&self, name: &str) -> TypeRef {
        let mut path: Vec<String> = name.split("::").map(str::to_owned).collect();
        let class = path.pop().unwrap_or_default();
        if path == self.path {
            TypeRef::Local(class)
        } else {
            TypeRef::Foreign { file: file(&segments(&path).join(".")), class }
        }
    }
}

/// Replaces the first letter of a name.
fn with_first(name: &str, change: fn(&char) -> char) -> String {
    let mut rest = name.chars();
    let first = rest.next().map(|first| change(&first));
    first.into_iter().chain(rest).collect()
}

/// The name itself, or with a number if it is taken.
fn unique(name: String, taken: &BTreeSet<String>) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let mut numbered = (2_u64..).map(|number| format!("{name}_{number}"));
    numbered.find(|other| !taken.contains(other)).unwrap_or(name)
}

/// Literals with valid identifiers as names; other values are kept as text.
fn literals(values: &[String]) -> Vec<ELiteral> {
    let mut taken: BTreeSet<String> =
        values.iter().filter(|value| is_literal_name(value)).cloned().collect();
    let literals = values.iter().map(|value| {
        if is_literal_name(value) {
            return ELiteral { name: value.clone(), text: None };
        }
        let name = unique(identifier(value), &taken);
        taken.insert(name.clone());
        ELiteral { name, text: Some(value.clone()) }
    });
    literals.collect()
}

/// Names that no literal may have. PyEcore turns literals into attributes of their enumeration and
/// can't read a model in which they collide with attributes that every enumeration has.
const RESERVED_BY_PYECORE: [&str; 13] = [
    "default_value",
    "eAnnotations",
    "eContents",
    "eLiterals",
    "ePackage",
    "eResource",
    "eTypeParameters",
    "instanceClass",
    "instanceClassName",
    "instanceClassName_",
    "instanceTypeName",
    "name",
    "serializable",
];

fn is_literal_name(text: &str) -> bool {
    is_identifier(text) && !RESERVED_BY_PYECORE.contains(&text)
}

fn is_identifier(text: &str) -> bool {
    let is_letter = |one: char| one.is_ascii_alphabetic() || one == '_';
    text.starts_with(is_letter) && text.chars().all(|one| is_letter(one) || one.is_ascii_digit())
}

/// A valid identifier that resembles a text.
fn identifier(text: &str) -> String {
    let legal = |one: char| if one.is_ascii_alphanumeric() { one } else { '_' };
    let name: String = text.chars().map(legal).collect();
    if is_literal_name(&name) { name } else { format!("_{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_legal_names_of_their_own() {
        let values = ["ext4", "a-b", "a_b", "a.b", "4k", "", "ü", "name"].map(str::to_owned);
        let names: Vec<(String, Option<String>)> =
            literals(&values).into_iter().map(|literal| (literal.name, literal.text)).collect();
        let names: Vec<(&str, Option<&str>)> =
            names.iter().map(|(name, text)| (name.as_str(), text.as_deref())).collect();
        assert_eq!(
            names,
            [
                ("ext4", None),
                ("a_b_2", Some("a-b")),
                ("a_b", None),
                ("a_b_3", Some("a.b")),
                ("_4k", Some("4k")),
                ("_", Some("")),
                ("__2", Some("ü")),
                ("_name", Some("name")),
            ]
        );
    }

    #[test]
    fn packages_are_named_after_namespaces() {
        assert_eq!(segments(&[]), ["puppet"]);
        assert_eq!(segments(&["My_Space".to_owned(), "B".to_owned()]), ["My_Space", "B"]);
        assert_eq!(class_name("A::B::C"), "C");
        assert_eq!(class_name("C"), "C");
    }
}
